/**
 * Draws a Game as SVG and keeps it up to date. Every cell has its nodes from the start, and a change touches those that
 * are new. A few cells of a row are a strip, a picture of its own: the browser walks again only those that changed.
 */
import { cellName } from "./geometry.js";
import { Layer } from "./layers.js";
import { LOWER, UNIT, candidatePlace, candidateSize, centreLines, cornerPlaces, origin, pitch, squares } from "./places.js";
import { html, svg } from "./svg.js";

const MARGIN = 1 / 28; // of the grid, for the numbers of rows and cols
const BLANK = "\u2007"; // as wide as a letter of its font, and no end of a word

export class Board {
  constructor(element, game, symbols) {
    this.element = element;
    this.game = game;
    this.symbols = symbols;
    this.showsClashes = true;
    this.showsAlike = true;
    this.zoom = 1; // how many times as large as its frame, which scrolls then
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
  get #extent() { return this.geometry.size * (UNIT + 1) + this.margin; }

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
    this.element.ariaRowCount = this.element.ariaColCount = size;
    this.colors = svg("g");
    for (const name of ["alike", "clashes", "selection", "outline"]) this[name] = svg("path", { class: name });
    this.element.replaceChildren(
      this.#sheet(svg("rect", { class: "paper", width: span, height: span }),
        this.colors, this.alike, this.clashes, this.underLayers, this.selection, ...this.#lines(), this.#labels()),
      ...this.#rows(), this.#sheet(this.outline, this.overLayers));
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
      svg("path", { class: "extra", d: extra.map((house) => squares(this.geometry, house, 6)).join("") }),
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

  /** A picture that covers the board. */
  #sheet(...children) {
    const viewBox = `${-this.margin} ${-this.margin} ${this.#extent} ${this.#extent}`;
    return svg("svg", { viewBox, role: "presentation" }, ...children);
  }

  #rows() {
    const { size } = this.geometry;
    const wide = Math.ceil(Math.sqrt(size));
    this.nodes = [];
    return Array.from({ length: size }, (_, row) => {
      const line = html("div", { role: "row" });
      for (let from = 0; from < size; from += wide) {
        const cols = Array.from({ length: Math.min(wide, size - from) }, (_, i) => from + i);
        const strip = { cells: cols.map((col) => row * size + col) };
        strip.sheet = this.#sheet(...cols.map((col) => this.#cell(row, col, strip)));
        line.append(strip.sheet);
      }
      return line;
    });
  }

  #cell(row, col, strip) {
    const value = svg("text", { class: "value", x: (col + 0.5) * UNIT, y: (row + 0.5) * UNIT + 3 });
    const cell = svg("g", {
      id: `cell-${this.nodes.length}`, role: "gridcell", "aria-rowindex": row + 1, "aria-colindex": col + 1,
    }, value);
    this.nodes.push({ cell, value, strip });
    return cell;
  }

  // ---- Keeping up to date

  refreshAll() {
    this.#refresh(new Set(this.game.content.keys()));
  }

  #refresh(cells) {
    const touched = new Set(cells);
    if (cells.size < this.geometry.cells) {
      for (const cell of cells) for (const peer of this.geometry.peers[cell]) touched.add(peer);
    }
    const strips = new Set();
    for (const cell of touched) if (this.#drawCell(cell)) strips.add(this.nodes[cell].strip);
    if (this.symbols.hasLetters) for (const strip of strips) this.#drawLines(strip);
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

  /** Whether its marks are others now. */
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
    const isMarked = !same("corner", "centre", "candidates");
    if (isMarked) this.#drawMarks(cell, node, now);
    if (!same("colors")) this.#drawColors(cell, node, now.colors);
    if (!same(...Object.keys(now))) node.cell.ariaLabel = this.describe(cell);
    return isMarked;
  }

  #drawMarks(cell, node, { corner, centre, candidates }) {
    while (node.value.nextSibling) node.value.nextSibling.remove();
    if (corner.length) node.cell.append(this.#cornerMarks(cell, corner));
    if (centre.length) node.cell.append(this.#centreMarks(cell, centre));
    if (candidates.length && !this.symbols.hasLetters) node.cell.append(this.#candidates(cell, candidates));
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

  #cornerMarks(cell, values) {
    const { font, at } = cornerPlaces(this.geometry, cell, values.length, this.symbols.isNumbers);
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
    const { font } = candidateSize(this.geometry, this.symbols.isNumbers);
    const at = values.map((value) => candidatePlace(this.geometry, cell, value));
    return this.#spread(this.#texts(values), at, font, "candidates");
  }

  /** Of many, a text for each line of a strip: to paint one for each value or cell took most of the time. */
  #drawLines(strip) {
    const { rows, cols } = this.geometry.places;
    const letters = strip.cells.map((cell) => {
      const all = Array(rows * cols).fill(BLANK);
      for (const value of this.drawn[cell].candidates) all[value - 1] = this.symbols.text(value);
      return all;
    });
    const isShown = strip.cells.some((cell) => this.drawn[cell].candidates.length);
    if (isShown) strip.lines ??= this.#makeLines(strip);
    strip.lines?.forEach((line, i) => {
      const text = isShown ? letters.map((all) => all.slice(i * cols, (i + 1) * cols).join("")).join(" ") : "";
      if (line.textContent !== text) line.textContent = text;
    });
  }

  /** Letters as far apart as candidates are, words as cells are. */
  #makeLines({ sheet, cells: [cell, ...others] }) {
    const { rows, cols } = this.geometry.places;
    const { font } = candidateSize(this.geometry, false);
    const { across } = pitch(this.geometry.places);
    const space = across - letterWidth() * font;
    const x = origin(this.geometry, cell).x + (UNIT * (1 + others.length) + space) / 2;
    const lines = Array.from({ length: rows }, (_, row) =>
      svg("text", { x, y: candidatePlace(this.geometry, cell, row * cols + 1).y + font * LOWER }));
    sheet.append(svg("g", {
      class: "candidates rows", "aria-hidden": "true",
      "font-size": font, "letter-spacing": space, "word-spacing": UNIT - (cols + 1) * across,
    }, ...lines));
    return lines;
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

  #drawClashes() {
    const cells = this.drawn.flatMap((shown, cell) => (shown.clash ? [cell] : []));
    this.clashes.setAttribute("d", squares(this.geometry, cells));
  }

  /** The cells with the value of the one that is selected. */
  #drawAlike() {
    const { selected } = this.game;
    const [cell] = selected;
    const value = this.showsAlike && selected.size === 1 ? this.drawn[cell].value : 0;
    const cells = value ? this.drawn.flatMap((shown, i) => (shown.value === value && i !== cell ? [i] : [])) : [];
    this.alike.setAttribute("d", squares(this.geometry, cells));
  }

  #drawSelection() {
    const { selected } = this.game;
    this.selection.setAttribute("d", squares(this.geometry, selected));
    this.outline.setAttribute("d", outlineOf(selected, this.geometry.size));
    for (const cell of this.marked.symmetricDifference(selected)) {
      this.nodes[cell].cell.ariaSelected = selected.has(cell) || null;
    }
    this.marked = new Set(selected);
    if (selected.size) this.element.setAttribute("aria-activedescendant", `cell-${this.game.cursor}`);
    else this.element.removeAttribute("aria-activedescendant");
    this.#drawAlike();
    if (this.zoom > 1) this.#reveal();
  }

  /** Scrolls the cursor into the frame, with a cell after it. */
  #reveal() {
    const frame = this.element.parentElement;
    const room = frame.clientWidth;
    const scale = (room * this.zoom) / this.#extent;
    const { x, y } = origin(this.geometry, this.game.cursor);
    const bring = (at, from) => Math.min(at, Math.max(from, at + (this.margin + 2 * UNIT) * scale - room));
    frame.scrollTo(bring(x * scale, frame.scrollLeft), bring(y * scale, frame.scrollTop));
  }

  // ---- In words, and from a point to a cell

  /** "R1C2, clue 5": what is spoken of a cell. */
  describe(cell) {
    const { value, clue, clash, corner, centre, candidates, colors } = this.drawn[cell];
    const name = cellName(cell, this.geometry.size);
    const list = (values) => this.#texts(values).join(" ");
    const parts = [name, value ? `${clue ? "clue " : ""}${this.symbols.text(value)}` : "empty"];
    if (clash) parts.push("clash");
    for (const [word, marks] of Object.entries({ corner, centre, candidates })) {
      if (marks.length) parts.push(`${word} ${list(marks)}`);
    }
    if (colors.length) parts.push(`color ${colors.join(" ")}`);
    return parts.join(", ");
  }

  /** The cell at a point of the window; with `inset` only its inner part counts. null outside. */
  cellAt(clientX, clientY, inset = 0) {
    const bounds = this.element.getBoundingClientRect();
    const { size } = this.geometry;
    const scale = this.#extent / bounds.width;
    const x = ((clientX - bounds.left) * scale - this.margin) / UNIT;
    const y = ((clientY - bounds.top) * scale - this.margin) / UNIT;
    if (x < 0 || y < 0 || x >= size || y >= size) return null;
    const off = Math.hypot((x % 1) - 0.5, (y % 1) - 0.5);
    return inset && off > 0.5 - inset ? null : Math.floor(y) * size + Math.floor(x);
  }
}

/** How wide a letter of the lines of candidates is, of its size. */
function letterWidth() {
  const context = html("canvas").getContext("2d");
  context.font = "100px monospace";
  return context.measureText("A").width / 100;
}

const SIDES = [[-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [-1, 1], [1, -1], [1, 1]];

/** The border of a set of cells as thin rects inside of it, the inner corners included. */
function outlineOf(selected, size) {
  const thin = 1.5 + size * 0.5;
  const parts = [];
  for (const cell of selected) {
    const [row, col] = [Math.floor(cell / size), cell % size];
    const has = (down, right) =>
      col + right >= 0 && col + right < size && selected.has((row + down) * size + col + right);
    for (const [down, right] of SIDES) {
      const isCovered = down && right && !(has(down, 0) && has(0, right));
      if (isCovered || has(down, right)) continue;
      const width = right ? thin : UNIT;
      const [x, y] = [col * UNIT + (right > 0 ? UNIT - thin : 0), row * UNIT + (down > 0 ? UNIT - thin : 0)];
      parts.push(`M${x} ${y}h${width}v${down ? thin : UNIT}h${-width}z`);
    }
  }
  return parts.join("");
}
