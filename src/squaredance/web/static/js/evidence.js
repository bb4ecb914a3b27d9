/**
 * What of a step is drawn on the board: the same marks as `render/step_svg.py` puts on paper. Pure but for `draw`.
 *
 * Bases and what they hold are blue, covers teal, fins and guardians yellow; in chains what is on is green, what is
 * off orange. A step is as in docs/steps.md, a state { values, candidates }, each a list over the cells.
 */
import { houseIndex } from "./geometry.js";

export function cellOf(name, size) {
  const [, row, col] = /^R(\d+)C(\d+)/.exec(name);
  return (row - 1) * size + (col - 1);
}

/** "R4C7=3" as [cell, value]. */
export function candidateOf(name, size) {
  return [cellOf(name, size), Number(name.split("=")[1])];
}

/** The state after a step. */
export function after(state, step, geometry) {
  const values = [...state.values];
  const candidates = [...state.candidates];
  const strike = (cell, value) => { candidates[cell] = candidates[cell].filter((v) => v !== value); };
  for (const name of step.placements) {
    const [cell, value] = candidateOf(name, geometry.size);
    values[cell] = value;
    candidates[cell] = [];
    for (const peer of geometry.peers[cell]) if (candidates[peer].includes(value)) strike(peer, value);
  }
  for (const name of step.eliminations) strike(...candidateOf(name, geometry.size));
  return { values, candidates };
}

/** The marks of a step; of its chains only the case `chosen` (from 0), if that is given. */
export class Marks {
  constructor(step, state, geometry, chosen = null) {
    Object.assign(this, { step, state, geometry, chosen });
    this.houses = new Map();
    this.cells = new Map();
    this.candidates = new Map(); // "cell value" to [cell, value, kind]
    this.arrows = [];
    this.cases = 0; // of all its chains
    for (const lemma of step.lemmas) {
      if (lemma.kind === "chain") this.#chain(lemma);
      else if (lemma.kind === "count") this.#count(lemma);
      else this.#table(lemma);
    }
    this.#conclusion();
  }

  #cell(name) { return cellOf(name, this.geometry.size); }
  #pairs(names) { return names.map((name) => candidateOf(name, this.geometry.size)); }
  #house(name) { return houseIndex(this.geometry, name); }
  #has(cell, value) { return this.state.candidates[cell].includes(value); }
  #keep(map, key, kind) { if (!map.has(key)) map.set(key, kind); }

  #put(pairs, kind) {
    for (const [cell, value] of pairs) {
      if (this.#has(cell, value)) this.candidates.set(`${cell} ${value}`, [cell, value, kind]);
    }
  }

  #conclusion() {
    const { placements, eliminations, lemmas } = this.step;
    const placed = this.#pairs(placements);
    const filled = new Set(placed.map(([cell]) => cell));
    const struck = this.#pairs(lemmas.flatMap((lemma) => lemma.eliminations));
    this.#put(struck.filter(([cell]) => !filled.has(cell)), "struck");
    this.#put(this.#pairs(eliminations), "struck");
    this.#put(placed, "placed");
  }

  /** The candidates of a base or a cover. */
  #members({ cell, house, value, pattern, link }) {
    if (cell) return this.state.candidates[this.#cell(cell)].map((v) => [this.#cell(cell), v]);
    if (house) return this.geometry.houses[this.#house(house)].map((at) => [at, value]).filter((pair) => this.#has(...pair));
    return this.#pairs(link ?? this.step.patterns[pattern].guardians);
  }

  #shade({ cell, house }, kind) {
    if (cell) this.cells.set(this.#cell(cell), kind);
    else if (house) this.#keep(this.houses, this.#house(house), kind);
  }

  #count({ bases, covers }) {
    for (const cover of covers) this.#shade(cover, "cover");
    for (const base of bases) {
      this.#shade(base, "base");
      this.#put(this.#members(base), "pattern" in base ? "fin" : "base");
    }
    // A fish with more covers than bases: what only the later covers hold are its fins.
    if (covers.length > bases.length && bases.every(({ house }) => house)) {
      const body = new Set(covers.slice(0, bases.length).flatMap((cover) => this.#members(cover).map(String)));
      this.#put(bases.flatMap((base) => this.#members(base)).filter((pair) => !body.has(String(pair))), "fin");
    }
    for (const pattern of this.step.patterns ?? []) this.#pattern(pattern);
  }

  #pattern({ cells, values }) {
    for (const cell of cells.map((name) => this.#cell(name))) {
      this.#keep(this.cells, cell, "fin");
      this.#put(values.filter((v) => !this.candidates.has(`${cell} ${v}`)).map((v) => [cell, v]), "cover");
    }
  }

  #table({ cells, rows }) {
    for (const { excluder } of rows) if (excluder) this.#keep(this.cells, this.#cell(excluder), "cover");
    for (const name of cells) this.cells.set(this.#cell(name), "base");
  }

  #chain({ split, cell, house, cases }) {
    if (split === "cell") this.#keep(this.cells, this.#cell(cell), "base");
    if (split === "house") this.#keep(this.houses, this.#house(house), "base");
    for (const { end, clash } of cases) {
      const number = this.cases++;
      if ((this.chosen ?? number) === number) this.#nodes([end, clash].filter((n) => n !== undefined));
    }
  }

  /** All nodes that these rest on. */
  #nodes(todo) {
    const { nodes } = this.step;
    const group = ({ on, off }) => this.#pairs(on ?? off);
    const seen = new Set(todo);
    for (const number of seen) {
      const node = nodes[number];
      this.#put(group(node), node.on ? "on" : "off");
      for (const name of node.cells ?? []) this.#keep(this.cells, this.#cell(name), "cover");
      for (const parent of node.parents ?? []) {
        seen.add(parent);
        if (node.cause === "step") continue; // rests on most of what is before it: no arrows
        const [start] = group(nodes[parent]);
        for (const end of group(node)) this.arrows.push([start, end, Boolean(node.on)]);
      }
    }
  }
}

/** The first strength of a hint: the houses that the proof starts from, else its cells, else those it changes. */
export function whereOf({ lemmas, nodes, patterns, placements, eliminations }, geometry) {
  const { size, houses } = geometry;
  const from = lemmas.flatMap(({ kind, bases, cells, split, house, cell, cases }) => {
    if (kind === "table") return cells;
    if (kind === "count") return bases.flatMap((b) => ("pattern" in b ? patterns[b.pattern].cells : b.house ?? b.cell));
    return house ?? cell ?? cases.flatMap(({ assumption }) => nodes[assumption].on ?? nodes[assumption].off);
  });
  const first = (names) => [...new Set(names)].slice(0, 4); // as many as the sentence names
  const named = first(from.filter((name) => !name.startsWith("R")));
  if (named.length) return named.flatMap((name) => houses[houseIndex(geometry, name)]);
  const at = from.length ? from : [...placements, ...eliminations];
  return first(at.map((name) => cellOf(name, size)));
}

/** Marks on a layer of the board. */
export function draw(layer, { houses, cells, candidates, arrows, geometry }) {
  for (const wanted of ["cover", "base"]) {
    for (const [house, kind] of houses) if (kind === wanted) layer.shade(geometry.houses[house], `house-${kind}`);
  }
  for (const [cell, kind] of cells) layer.shade([cell], kind);
  for (const [from, to, isOn] of arrows) layer.arrow(from, to, isOn ? "on" : "off");
  for (const mark of candidates.values()) layer.mark(...mark);
}
