/**
 * Draws a Game as SVG and keeps it up to date. Every cell has its nodes from the start, and a change touches
 * those that are new: at 25x25 a key press costs the changed cells and their 64 peers or fewer, not 625.
 *
 * From back to front: background, colors, shades of the layers, clashes, selection, lines, cells, marks of the
 * layers.
 */
import { cellName } from "./geometry.js";
import { Layer } from "./layers.js";
import { LOWER, UNIT, candidatePlace, candidateSize, centreLines, cornerPlaces, origin } from "./places.js";
import { svg } from "./svg.js";

const MARGIN = 1 / 28; // of the grid, for the numbers of rows and cols

export class Board {
  /**
   * @param {SVGSVGElement} element
   * @param {import("./model.js").Game} game
   * @param {import("./symbols.js").Symbols} symbols
   */
  constructor(element, game, symbols) {
    this.element = element;
    this.game = game;
    this.symbols = symbols;
    this.showsClashes = true;
    this.showsAlike = true;
    this.view = null;
    this.layers = new Map();
    this.underLayers = svg("g");
    this.overLayers = svg("g");
    this.build();
    game.on("load", () => this.build());
    game.on("change", (cells) => (this.view ? this.preview(null) : this.#refresh(cells)));
    game.on("select", () => this.#drawSelection());
  }

  get geometry() { return this.game.geometry; }

  // ---- For the panels

  /** The evidence layer of that name; see layers.js. */
  layer(name) {
    if (!this.layers.has(name)) this.layers.set(name, new Layer(this, name, this.underLayers, this.overLayers));
    return this.layers.get(name);
  }

  /** Empties a layer, or all of them. */
  clear(name) {
    for (const [key, layer] of this.layers) if (name === undefined || key === name) layer.clear();
  }

  /**
   * Shows something else than the game, which stays as it is: { values, candidates }, each a list over the
   * cells, either may be missing (then it is that of the game). null, or a change of the game, goes back to it.
   */
  preview(view) {
    this.view = view;
    this.element.classList.toggle("preview", view !== null);
    this.refreshAll();
  }

  // ---- Building

  build() {
    const { size } = this.geometry;
    const span = size * UNIT;
    this.drawn = [];
    this.marked = new Set(); // the cells that say aria-selected
    this.clear();
    this.view = null;
    this.element.classList.remove("preview");
    this.margin = span * MARGIN;
    this.element.setAttribute("viewBox",
      `${-this.margin} ${-this.margin} ${span + this.margin + size} ${span + this.margin + size}`);
    this.element.setAttribute("aria-rowcount", size);
    this.element.setAttribute("aria-colcount", size);
    this.colors = svg("g", { class: "colors" });
    this.clashes = svg("path", { class: "clashes" });
    this.alike = svg("path", { class: "alike" });
    this.selection = svg("path", { class: "selection" });
    this.outline = svg("path", { class: "outline" });
    this.element.replaceChildren(
      svg("rect", { class: "paper", width: span, height: span }),
      this.colors, this.alike, this.clashes, this.underLayers, this.selection,
      ...this.#lines(), this.#labels(), this.#cells(), this.outline, this.overLayers);
    this.refreshAll();
    this.#drawSelection();
  }

  #lines() {
    const { size, box, extra } = this.geometry;
    const span = size * UNIT;
    const every = (step, draw) => Array.from({ length: size / step + 1 }, (_, i) => draw(i * step * UNIT)).join("");
    const across = (y) => `M0 ${y}H${span}`;
    const down = (x) => `M${x} 0V${span}`;
    const [height, width] = box ?? [size, size];
    return [
      svg("path", { class: "extra", d: extra.map((house) => this.#rects(house, 6)).join("") }),
      svg("path", { class: "thin", d: every(1, across) + every(1, down), "stroke-width": 0.8 + size * 0.08 }),
      svg("path", { class: "thick", d: every(height, across) + every(width, down), "stroke-width": 1.5 + size * 0.4 }),
    ];
  }

  #labels() {
    const { size } = this.geometry;
    const font = Math.min(this.margin * 0.62, UNIT * 0.65);
    const label = (x, y, i) => svg("text", { x, y, "font-size": font, text: i + 1 });
    const group = svg("g", { class: "labels", "aria-hidden": "true" });
    for (let i = 0; i < size; i++) {
      group.append(label((i + 0.5) * UNIT, -this.margin * 0.5, i), label(-this.margin * 0.55, (i + 0.5) * UNIT, i));
    }
    return group;
  }

  #cells() {
    const { size } = this.geometry;
    const group = svg("g", { role: "presentation" });
    this.nodes = [];
    for (let row = 0; row < size; row++) {
      const line = svg("g", { role: "row" });
      for (let col = 0; col < size; col++) {
        const value = svg("text", { class: "value", x: (col + 0.5) * UNIT, y: (row + 0.5) * UNIT + 3 });
        const cell = svg("g", {
          id: `cell-${row * size + col}`, role: "gridcell", "aria-rowindex": row + 1, "aria-colindex": col + 1,
        }, value);
        this.nodes.push({ cell, value, marks: null, colors: null });
        line.append(cell);
      }
      group.append(line);
    }
    return group;
  }

  // ---- Keeping up to date

  refreshAll() {
    for (let cell = 0; cell < this.geometry.cells; cell++) this.#drawCell(cell);
    this.#drawClashes();
    this.#drawAlike();
  }

  #refresh(cells) {
    const touched = new Set(cells);
    if (cells.size < this.geometry.cells) {
      for (const cell of cells) for (const peer of this.geometry.peers[cell]) touched.add(peer);
    }
    for (const cell of touched) this.#drawCell(cell);
    this.#drawClashes();
    this.#drawAlike();
  }

  /** What a cell shows: of the preview where there is one, else of the game. */
  #shown(cell) {
    const content = this.game.content[cell];
    const value = this.view?.values ? this.view.values[cell] : content.value;
    const candidates = value ? null : this.view?.candidates?.[cell]
      ?? (this.game.auto && !this.view?.values ? this.game.candidates(cell) : null);
    const plain = value || candidates || this.view?.values;
    return {
      value,
      clue: content.clue,
      clash: !this.view?.values && this.showsClashes && this.game.clashes(cell),
      corner: plain ? [] : content.corner,
      centre: plain ? [] : content.centre,
      candidates: candidates ?? [],
      colors: content.colors,
    };
  }

  #drawCell(cell) {
    const now = this.#shown(cell);
    const before = this.drawn[cell];
    this.drawn[cell] = now;
    const same = (...fields) => before && fields.every((f) => String(before[f]) === String(now[f]));
    const node = this.nodes[cell];
    if (!same("value", "clue", "clash")) {
      const text = this.symbols.text(now.value);
      node.value.textContent = text;
      node.value.setAttribute("class",
        `value${now.clue ? " clue" : ""}${now.clash ? " clash" : ""}${text.length > 1 ? " wide" : ""}`);
    }
    if (!same("corner", "centre", "candidates")) this.#drawMarks(cell, node, now);
    if (!same("colors")) this.#drawColors(cell, node, now.colors);
    if (!same("value", "clue", "clash", "corner", "centre", "candidates")) {
      node.cell.setAttribute("aria-label", this.describe(cell));
    }
  }

  #drawMarks(cell, node, { corner, centre, candidates }) {
    node.marks?.remove();
    node.marks = null;
    const parts = [];
    if (corner.length) parts.push(this.#cornerMarks(cell, corner));
    if (centre.length) parts.push(this.#centreMarks(cell, centre));
    if (candidates.length) parts.push(this.#candidates(cell, candidates));
    if (!parts.length) return;
    node.marks = svg("g", { class: "marks" }, ...parts);
    node.cell.append(node.marks);
  }

  /** One text for all: where a symbol is one character, its places are a list in x and y. */
  #spread(texts, at, font, kind) {
    if (texts.every((text) => text.length === 1)) {
      return svg("text", {
        class: kind, "font-size": font, text: texts.join(""),
        x: at.map((p) => p.x).join(" "), y: at.map((p) => p.y + font * LOWER).join(" "),
      });
    }
    return svg("text", { class: kind, "font-size": font },
      ...texts.map((text, i) => svg("tspan", { x: at[i].x, y: at[i].y + font * LOWER, text })));
  }

  #texts(values) { return values.map((value) => this.symbols.text(value)); }
  get #isWide() { return this.symbols.isNumbers && this.geometry.size > 9; }

  #cornerMarks(cell, values) {
    const { font, at } = cornerPlaces(this.geometry, cell, values.length, this.#isWide);
    return this.#spread(this.#texts(values), at, font, "corner");
  }

  #centreMarks(cell, values) {
    const { lines, font } = centreLines(this.geometry, this.#texts(values));
    const { x, y } = origin(this.geometry, cell);
    const top = y + UNIT / 2 - ((lines.length - 1) * font) / 2;
    return svg("text", { class: "centre", "font-size": font },
      ...lines.map((text, i) => svg("tspan", { x: x + UNIT / 2, y: top + (i + LOWER) * font, text })));
  }

  #candidates(cell, values) {
    const { font } = candidateSize(this.geometry, this.#isWide);
    const at = values.map((value) => candidatePlace(this.geometry, cell, value));
    return this.#spread(this.#texts(values), at, font, "candidates");
  }

  #drawColors(cell, node, colors) {
    node.colors?.remove();
    node.colors = null;
    if (!colors.length) return;
    const { x, y } = origin(this.geometry, cell);
    const width = UNIT / colors.length;
    node.colors = svg("g", {}, ...colors.map((color, i) =>
      svg("rect", { class: `color-${color}`, x: x + i * width, y, width, height: UNIT })));
    this.colors.append(node.colors);
  }

  #rects(cells, inset = 0) {
    const side = UNIT - 2 * inset;
    return [...cells].map((cell) => {
      const { x, y } = origin(this.geometry, cell);
      return `M${x + inset} ${y + inset}h${side}v${side}h-${side}z`;
    }).join("");
  }

  #drawClashes() {
    const cells = this.drawn.flatMap((shown, cell) => (shown.clash ? [cell] : []));
    this.clashes.setAttribute("d", this.#rects(cells));
  }

  /** The cells with the value of the one that is selected. */
  #drawAlike() {
    const { selected } = this.game;
    const [cell] = selected;
    const value = this.showsAlike && selected.size === 1 ? this.drawn[cell].value : 0;
    const cells = value ? this.drawn.flatMap((shown, i) => (shown.value === value && i !== cell ? [i] : [])) : [];
    this.alike.setAttribute("d", this.#rects(cells));
  }

  #drawSelection() {
    const { selected } = this.game;
    this.selection.setAttribute("d", this.#rects(selected));
    this.outline.setAttribute("d", outlineOf(selected, this.geometry.size));
    for (const cell of this.marked) if (!selected.has(cell)) this.nodes[cell].cell.removeAttribute("aria-selected");
    for (const cell of selected) if (!this.marked.has(cell)) this.nodes[cell].cell.setAttribute("aria-selected", "true");
    this.marked = new Set(selected);
    this.#drawAlike();
  }

  // ---- In words, and from a point to a cell

  /** "R1C2, clue 5": what is spoken of a cell. */
  describe(cell) {
    const { value, clue, clash, corner, centre, candidates } = this.drawn[cell];
    const name = cellName(cell, this.geometry.size);
    const list = (values) => this.#texts(values).join(" ");
    if (value) return `${name}, ${clue ? "clue " : ""}${this.symbols.text(value)}${clash ? ", clash" : ""}`;
    const parts = [`${name}, empty`];
    if (corner.length) parts.push(`corner ${list(corner)}`);
    if (centre.length) parts.push(`centre ${list(centre)}`);
    if (candidates.length) parts.push(`candidates ${list(candidates)}`);
    return parts.join(", ");
  }

  /** The cell at a point of the window; with `inset` only its inner part counts. null outside. */
  cellAt(clientX, clientY, inset = 0) {
    const bounds = this.element.getBoundingClientRect();
    const { size } = this.geometry;
    const scale = (size * (UNIT + 1) + this.margin) / bounds.width;
    const x = ((clientX - bounds.left) * scale - this.margin) / UNIT;
    const y = ((clientY - bounds.top) * scale - this.margin) / UNIT;
    if (x < 0 || y < 0 || x >= size || y >= size) return null;
    const off = Math.hypot((x % 1) - 0.5, (y % 1) - 0.5);
    return inset && off > 0.5 - inset ? null : Math.floor(y) * size + Math.floor(x);
  }
}

/** The border of a set of cells as thin rects inside of it, the inner corners included. */
function outlineOf(selected, size) {
  const w = 1.5 + size * 0.5;
  const parts = [];
  const rect = (x, y, width, height) => parts.push(`M${x} ${y}h${width}v${height}h${-width}z`);
  for (const cell of selected) {
    const row = Math.floor(cell / size);
    const col = cell % size;
    const has = (r, c) => r >= 0 && c >= 0 && r < size && c < size && selected.has(r * size + c);
    const [x, y, far] = [col * UNIT, row * UNIT, UNIT - w];
    const [up, down, left, right] = [has(row - 1, col), has(row + 1, col), has(row, col - 1), has(row, col + 1)];
    if (!up) rect(x, y, UNIT, w);
    if (!down) rect(x, y + far, UNIT, w);
    if (!left) rect(x, y, w, UNIT);
    if (!right) rect(x + far, y, w, UNIT);
    if (up && left && !has(row - 1, col - 1)) rect(x, y, w, w);
    if (up && right && !has(row - 1, col + 1)) rect(x + far, y, w, w);
    if (down && left && !has(row + 1, col - 1)) rect(x, y + far, w, w);
    if (down && right && !has(row + 1, col + 1)) rect(x + far, y + far, w, w);
  }
  return parts.join("");
}
