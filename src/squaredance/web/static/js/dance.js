/**
 * The dancing links as a picture: the ring of the items, each with the number of its options. A covered item
 * leaves and its neighbours close the gap; uncovered, it goes back between them.
 *
 * An item is a number as in the engine: a cell, then house by house its values. An option is a candidate; it is
 * hidden as long as one of its items is covered.
 */
import { cellName } from "./geometry.js";
import { svg } from "./svg.js";

const WIDTH = 480;
const COLORS = { cell: 7, row: 5, col: 4, box: 9, extra: 6 };

export const colorOf = (kind) => `color-${COLORS[kind]}`;

/** "cell", or the kind of its house, and the number of the house. */
function kindOf({ cells, size, box }, item) {
  if (item < cells) return ["cell"];
  const house = Math.floor((item - cells) / size);
  const kind = (box ? ["row", "col", "box"] : ["row", "col"])[Math.floor(house / size)];
  return kind ? [kind, (house % size) + 1] : ["extra", house - size * (box ? 3 : 2) + 1];
}

/** "R1C2" or "3 in row 1". */
export function itemName(geometry, symbols, item) {
  const { cells, size } = geometry;
  if (item < cells) return cellName(item, size);
  return `${symbols.text(((item - cells) % size) + 1)} in ${kindOf(geometry, item).join(" ")}`;
}

export class Dance {
  /** `candidates` of each cell, as the clues leave them. */
  constructor(geometry, symbols, candidates) {
    this.geometry = geometry;
    this.covered = []; // in their order
    this.#link(candidates);
    this.#draw(symbols);
  }

  /** The items of a candidate, from the one that was chosen. */
  itemsOf(cell, value, chosen = cell) {
    const { cells, size, housesOf } = this.geometry;
    const items = [cell, ...housesOf[cell].map((house) => cells + house * size + value - 1)];
    const at = Math.max(0, items.indexOf(chosen));
    return [...items.slice(at), ...items.slice(0, at)];
  }

  /** What is settled by the clues takes no part: neither its items nor the options that have one. */
  #link(candidates) {
    const { cells, houses, size } = this.geometry;
    const settled = new Set(candidates.flatMap((values, cell) =>
      (values.length === 1 ? this.itemsOf(cell, values[0]) : [])));
    this.options = new Map(); // item -> options, each { items, hidden }
    for (let item = 0; item < cells + houses.length * size; item++) {
      if (!settled.has(item)) this.options.set(item, []);
    }
    candidates.forEach((values, cell) => values.forEach((value) => {
      const items = this.itemsOf(cell, value);
      if (items.some((item) => settled.has(item))) return;
      const option = { items, hidden: 0 };
      for (const item of items) this.options.get(item).push(option);
    }));
    this.sizes = new Map([...this.options].map(([item, options]) => [item, options.length]));
    this.ring = new Set(this.options.keys());
  }

  cover(item) {
    this.ring.delete(item);
    this.covered.push(item);
    for (const option of this.options.get(item)) if (option.hidden++ === 0) this.#resize(option, -1);
  }

  /** The last one that was covered goes back in. */
  uncover() {
    const item = this.covered.pop();
    this.ring.add(item);
    for (const option of this.options.get(item)) if (--option.hidden === 0) this.#resize(option, 1);
  }

  #resize(option, by) {
    for (const item of option.items) this.sizes.set(item, this.sizes.get(item) + by);
  }

  /** How to come to these covered items: each move uncovers or covers one. */
  movesTo(covered) {
    let same = 0;
    while (same < covered.length && covered[same] === this.covered[same]) same++;
    const back = this.covered.slice(same).map(() => () => this.uncover());
    return [...back, ...covered.slice(same).map((item) => () => this.cover(item))];
  }

  // ---- The picture

  get kinds() { return [...new Set([...this.options.keys()].map((item) => kindOf(this.geometry, item)[0]))]; }

  #draw(symbols) {
    const count = this.options.size;
    this.cols = Math.max(8, Math.ceil(Math.sqrt(count * 2.4)));
    this.unit = WIDTH / this.cols;
    const height = Math.max(1, Math.ceil(count / this.cols)) * this.unit;
    const side = this.unit * 0.76;
    this.nodes = new Map([...this.options.keys()].map((item) => {
      const size = svg("text", { x: side / 2, y: side / 2, "font-size": side * 0.68 });
      const node = svg("g", { class: `item ${colorOf(kindOf(this.geometry, item)[0])}` },
        svg("title", { text: itemName(this.geometry, symbols, item) }),
        svg("path", { d: `M${side} ${side * 0.35}h${this.unit - side}m0 ${side * 0.3}h${side - this.unit}` }),
        svg("rect", { width: side, height: side, rx: side * 0.2 }), size);
      return [item, { node, size }];
    }));
    this.element = svg("svg", { class: "dance", viewBox: `0 0 ${WIDTH} ${height}`, role: "img" },
      ...[...this.nodes.values()].map(({ node }) => node));
    this.show();
  }

  /** Puts every item where it stands in the ring now. Between two moves an item may have no option for a while. */
  show(chosen = null, isWhole = true) {
    let place = 0;
    for (const [item, { node, size }] of this.nodes) {
      const isIn = this.ring.has(item);
      node.classList.toggle("covered", !isIn);
      node.classList.toggle("chosen", item === chosen);
      node.classList.toggle("bad", isWhole && isIn && !this.sizes.get(item));
      size.textContent = this.sizes.get(item);
      if (!isIn) continue;
      const x = (place % this.cols) * this.unit;
      const y = Math.floor(place / this.cols) * this.unit;
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      place++;
    }
    this.element.ariaLabel = `${place} items in the ring, ${this.covered.length} covered`;
  }
}
