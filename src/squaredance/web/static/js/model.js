/**
 * A game: a geometry, what is in its cells, what is selected, and the way back. Pure, no DOM.
 *
 * A cell's content is a frozen object that is replaced, never changed, so the way back is a list of
 * [cell, before, after], and a drawing can tell by identity what is new.
 *
 * Events: "load" (another geometry or another puzzle: draw all), "change" (a Set of cells with new
 * content), "select", "mode".
 */
import { Events } from "./events.js";
import { areValues, isBox, isHouse, makeGeometry } from "./geometry.js";

const NONE = Object.freeze([]);
const EMPTY = Object.freeze({
  value: 0, clue: false, corner: NONE, centre: NONE, struck: NONE, colors: NONE,
});

export const MODES = ["value", "corner", "centre", "color"];
export const COLORS = 9;
const HISTORY = 2000;

const valuesTo = (size) => Array.from({ length: size }, (_, i) => i + 1);

const toggled = (list, item) =>
  Object.freeze(list.includes(item) ? list.filter((x) => x !== item) : [...list, item].sort((a, b) => a - b));
const without = (list, item) => Object.freeze(list.filter((x) => x !== item));
const make = (before, parts) => Object.freeze({ ...before, ...parts });

/** The part of a content that a mode is about. */
const FIELD = { value: "value", corner: "corner", centre: "centre", color: "colors" };

export class Game extends Events {
  constructor(size = 9) {
    super();
    this.mode = "value";
    this.auto = false; // candidates are worked out; marks of the player are hidden
    this.seconds = 0; // that this puzzle has been looked at
    this.tidy = true; // a value that is placed takes its marks from the peers
    this.#done = [];
    this.#undone = [];
    this.#start(makeGeometry(size), Array(size * size).fill(EMPTY));
  }

  #done;
  #undone;
  #used; // of each house and value: how many cells have it
  #counts; // of each value: how many cells have it

  // ---- What is there

  get size() { return this.geometry.size; }
  value(cell) { return this.content[cell].value; }
  get values() { return this.content.map((c) => c.value); }
  get hasClues() { return this.content.some((c) => c.clue); }
  get depth() { return this.#done.length; }
  get canUndo() { return this.depth > 0; }
  get canRedo() { return this.#undone.length > 0; }
  count(value) { return this.#counts[value]; }

  #usedIn(house, value) { return this.#used[house * (this.size + 1) + value]; }

  /** Whether a peer has the same value. */
  clashes(cell) {
    const value = this.value(cell);
    return value > 0 && this.geometry.housesOf[cell].some((house) => this.#usedIn(house, value) > 1);
  }

  get hasClash() { return this.content.some((_, cell) => this.clashes(cell)); }
  get isFull() { return this.content.every((c) => c.value); }
  get isSolved() { return this.isFull && !this.hasClash; }

  /** The values that no peer has, less those that were struck; none for a filled cell. */
  candidates(cell) {
    const { value, struck } = this.content[cell];
    if (value) return [];
    const houses = this.geometry.housesOf[cell];
    const found = [];
    for (let v = 1; v <= this.size; v++) {
      if (!houses.some((house) => this.#usedIn(house, v)) && !struck.includes(v)) found.push(v);
    }
    return found;
  }

  /**
   * The puzzle as the API takes it. `of` says which cells count: "clues" (all values where there are no
   * clues: a puzzle that is being set), or "now": all values.
   * Candidates are told when some were struck.
   */
  puzzle(of = "clues") {
    const { size, box, extra } = this.geometry;
    const all = of === "now" || !this.hasClues;
    const values = this.content.map((c) => (all || c.clue ? c.value : 0));
    const puzzle = { size, box, values };
    if (extra.length) puzzle.extra = extra;
    if (of === "now" && this.content.some((c) => c.struck.length)) {
      puzzle.candidates = values.map((v, cell) => (v ? [v] : this.candidates(cell)));
    } else if (this.given) {
      puzzle.candidates = this.given;
    }
    return puzzle;
  }

  // ---- Another puzzle

  #start(geometry, content, given = null) {
    this.geometry = geometry;
    this.content = content;
    this.given = given; // the candidates that a candidate puzzle came with
    this.selected = new Set();
    this.cursor = 0;
    this.#used = new Uint16Array(geometry.houses.length * (geometry.size + 1));
    this.#counts = new Uint16Array(geometry.size + 1);
    content.forEach((c, cell) => this.#tally(cell, c.value, 1));
  }

  #tally(cell, value, by) {
    if (!value) return;
    this.#counts[value] += by;
    for (const house of this.geometry.housesOf[cell]) this.#used[house * (this.size + 1) + value] += by;
  }

  #snapshot() {
    const { geometry, content, given, auto, seconds } = this;
    return { geometry, content: content.slice(), given, auto, seconds };
  }

  #restore({ geometry, content, given, auto, seconds }) {
    Object.assign(this, { auto, seconds });
    this.#start(geometry, content.slice(), given);
    this.emit("load");
  }

  /**
   * Starts another puzzle, its values as clues and `mine` as values of the player. It can be undone like any other
   * change. Candidates that a puzzle comes with are shown.
   */
  load({ size, box, extra = [], values, candidates = null }, mine = null) {
    const state = this.#snapshot();
    const content = values.map((clue, cell) => {
      const value = clue || (mine?.[cell] ?? 0);
      const left = clue ? null : candidates?.[cell];
      const struck = left ? Object.freeze(valuesTo(size).filter((v) => !left.includes(v))) : NONE;
      return value || struck.length ? make(EMPTY, { value, clue: clue > 0, struck }) : EMPTY;
    });
    this.#start(makeGeometry(size, box, extra), content, candidates);
    this.auto ||= candidates !== null;
    this.seconds = 0;
    this.#remember({ state });
    this.emit("load");
  }

  /** What `revive` takes: the game as plain data. */
  freeze() {
    const { size, box, extra } = this.geometry;
    const content = this.content.map((c) => (c === EMPTY ? 0
      : [c.value, Number(c.clue), c.corner, c.centre, c.struck, c.colors]));
    return { size, box, extra, content, given: this.given, auto: this.auto, seconds: this.seconds };
  }

  /** Throws, and stays as it was, where the data is damaged. */
  revive({ size, box, extra, content, given, auto, seconds }) {
    const check = (isGood) => { if (!isGood) throw new RangeError("expected a game"); };
    const hasCells = (list) => Array.isArray(list) && list.length === size * size;
    check(areValues([size], 64) && hasCells(content) && isBox(box, size) && extra.every((house) => isHouse(house, size)));
    check(given === null || (hasCells(given) && given.every((list) => areValues(list, size))));
    const cells = content.map((c) => {
      if (!c) return EMPTY;
      const [value, clue, ...lists] = c;
      check((value === 0 || areValues([value], size)) && lists.length === 4);
      check(lists.every((list, i) => areValues(list, i < 3 ? size : COLORS)));
      const [corner, centre, struck, colors] = lists.map(Object.freeze);
      return make(EMPTY, { value, clue: value > 0 && Boolean(clue), corner, centre, struck, colors });
    });
    const geometry = makeGeometry(size, box, extra);
    this.#restore({ geometry, content: cells, given, auto: Boolean(auto), seconds: Number(seconds) || 0 });
  }

  // ---- Changes and the way back

  #remember(entry) {
    this.#done.push(entry);
    if (this.#done.length > HISTORY) this.#done.shift();
    this.#undone = [];
  }

  #put(cell, content) {
    this.#tally(cell, this.content[cell].value, -1);
    this.#tally(cell, content.value, 1);
    this.content[cell] = content;
  }

  /** Takes new contents, as [cell, content], as one change. */
  #edit(changes) {
    const steps = changes.map(([cell, after]) => [cell, this.content[cell], after])
      .filter(([, before, after]) => before !== after);
    if (!steps.length) return;
    this.#remember(steps);
    this.#walk(steps, 2);
  }

  #walk(steps, side) {
    for (const step of steps) this.#put(step[0], step[side]);
    this.emit("change", new Set(steps.map(([cell]) => cell)));
  }

  undo() { this.#turn(this.#done, this.#undone, 1); }
  redo() { this.#turn(this.#undone, this.#done, 2); }

  /** From one list to the other. Of a load, the game that it leaves is what the way back from there leads to. */
  #turn(from, to, side) {
    const entry = from.pop();
    if (!entry) return;
    to.push(entry.state ? { state: this.#snapshot() } : entry);
    if (entry.state) this.#restore(entry.state);
    else this.#walk(entry, side);
  }

  /** Forgets the way back: after a start, not after a load by hand. */
  forget() {
    this.#done = [];
    this.#undone = [];
  }

  // ---- Entering, in the selected cells

  setMode(mode) {
    this.mode = mode;
    this.emit("mode");
  }

  /** A value (or a color, 1 to 9) into the selected cells; again, and it goes. */
  enter(value, mode = this.mode) {
    const cells = [...this.selected];
    if (mode === "value") this.#enterValue(cells, value);
    else if (mode === "color") this.#toggle(cells, "colors", value);
    else this.#enterMark(cells.filter((cell) => !this.value(cell)), mode, value);
  }

  #enterValue(cells, value) {
    const open = cells.filter((cell) => !this.content[cell].clue);
    const gone = open.every((cell) => this.value(cell) === value);
    this.#edit([...this.#withValues(open.map((cell) => [cell, gone ? 0 : value]))]);
  }

  /** The contents with these values, cell by cell. */
  #withValues(pairs) {
    const next = new Map();
    const now = (cell) => next.get(cell) ?? this.content[cell];
    for (const [cell, value] of pairs) {
      if (this.value(cell) !== value) next.set(cell, make(now(cell), { value }));
      if (!value || !this.tidy) continue;
      for (const peer of this.geometry.peers[cell]) {
        const { corner, centre } = now(peer);
        if (!corner.includes(value) && !centre.includes(value)) continue;
        next.set(peer, make(now(peer), { corner: without(corner, value), centre: without(centre, value) }));
      }
    }
    return next;
  }

  #enterMark(cells, mode, value) {
    if (!this.auto) {
      this.#toggle(cells, mode, value);
      return;
    }
    const has = cells.filter((cell) => this.candidates(cell).includes(value));
    if (has.length) this.strike(has.map((cell) => [cell, value]));
    else this.#edit(cells.map((cell) => [cell, this.#with(cell, "struck", without(this.content[cell].struck, value))]));
  }

  #with(cell, field, list) {
    const before = this.content[cell];
    return list.length === before[field].length ? before : make(before, { [field]: list });
  }

  /** Into all cells, or out of all when all have it. */
  #toggle(cells, field, item) {
    const missing = cells.filter((cell) => !this.content[cell][field].includes(item));
    this.#edit((missing.length ? missing : cells).map((cell) => {
      const before = this.content[cell];
      return [cell, make(before, { [field]: toggled(before[field], item) })];
    }));
  }

  /** Empties the selected cells of one thing: that of the mode, else the first of value, marks and colors. */
  erase() {
    const cells = [...this.selected].filter((cell) => this.content[cell] !== EMPTY);
    const has = (cell, field) => (field === "value"
      ? this.value(cell) > 0 && !this.content[cell].clue : this.content[cell][field].length > 0);
    const order = [FIELD[this.mode], "value", "centre", "corner", "colors"];
    const field = order.find((f) => cells.some((cell) => has(cell, f)));
    if (!field) return;
    const gone = field === "value" ? 0 : NONE;
    this.#edit(cells.filter((cell) => has(cell, field))
      .map((cell) => [cell, make(this.content[cell], { [field]: gone })]));
  }

  // ---- Entering, by programs

  /** What was typed without being fixed is the puzzle: it would be lost among the values of a program. */
  #keepPuzzle() { if (!this.hasClues) this.fix(); }

  /** Values into cells, and candidates away, as one change: [[cell, value], ...]. Clues stay. */
  place(pairs, struck = []) {
    this.#keepPuzzle();
    const next = this.#withValues(pairs.filter(([cell]) => !this.content[cell].clue));
    this.strike(struck, next);
  }

  /** Takes candidates away, [[cell, value], ...], and the marks of them; with what is `next` anyway. */
  strike(pairs, next = new Map()) {
    for (const [cell, value] of pairs) {
      const before = next.get(cell) ?? this.content[cell];
      if (before.struck.includes(value)) continue;
      next.set(cell, make(before, {
        struck: toggled(before.struck, value),
        corner: without(before.corner, value),
        centre: without(before.centre, value),
      }));
    }
    this.#edit([...next]);
  }

  /** Becomes a state of a path as one change: its values, and struck what no value explains. Clues and colors stay. */
  become({ values, candidates }) {
    this.#keepPuzzle();
    const all = valuesTo(this.size);
    this.#edit(this.content.map((before, cell) => {
      if (before.clue) return [cell, before];
      const value = values[cell];
      const seen = new Set(value ? all : this.geometry.peers[cell].map((peer) => values[peer]));
      const struck = Object.freeze(all.filter((v) => !seen.has(v) && !candidates[cell].includes(v)));
      const left = (list) => (value ? list : Object.freeze(list.filter((v) => candidates[cell].includes(v))));
      const now = make(before, { value, struck, corner: left(before.corner), centre: left(before.centre) });
      return [cell, Object.keys(now).every((key) => String(now[key]) === String(before[key])) ? before : now];
    }));
  }

  /** All values become clues: a puzzle has been set. */
  fix() { this.#setClues(true); }

  /** All clues become values of the player, to be changed. */
  unfix() { this.#setClues(false); }

  #setClues(clue) {
    this.#edit(this.content.flatMap((c, cell) =>
      (c.value && c.clue !== clue ? [[cell, make(c, { clue })]] : [])));
  }

  /** Back to the clues alone. */
  restart() {
    this.#edit(this.content.map((c, cell) => {
      if (c === EMPTY) return [cell, c];
      const left = this.given?.[cell];
      const struck = left ? c.struck.filter((v) => !left.includes(v)) : NONE;
      if (!c.clue && !struck.length) return [cell, EMPTY];
      return [cell, make(EMPTY, { value: c.clue ? c.value : 0, clue: c.clue, struck })];
    }));
  }

  setAuto(auto) {
    this.auto = auto;
    this.emit("change", new Set(this.content.keys()));
  }

  // ---- Selecting

  /** Selects these cells; the last is where the arrow keys go on. */
  select(cells, { add = false } = {}) {
    const list = [...cells];
    this.selected = new Set(add ? [...this.selected, ...list] : list);
    if (list.length) this.cursor = list[list.length - 1];
    this.emit("select");
  }

  deselect(cell) {
    this.selected.delete(cell);
    this.emit("select");
  }

  selectAll() { this.select(this.content.keys()); }
  selectNone() { this.select([]); }

  /** The cells that have what this one has: its value, else its colors, else its centre marks. */
  alike(cell) {
    const { value, colors, centre } = this.content[cell];
    const like = (c) => (value ? c.value === value
      : colors.length ? String(c.colors) === String(colors)
        : !c.value && centre.length > 0 && String(c.centre) === String(centre));
    const found = [...this.content.keys()].filter((other) => other !== cell && like(this.content[other]));
    return [...found, cell];
  }

  /** Moves the cursor, over the edge to the other side. The first press on no selection shows the cursor. */
  move(down, right, { extend = false } = {}) {
    const n = this.size;
    const shown = this.selected.size > 0;
    const row = Math.floor(this.cursor / n) + (shown ? down : 0);
    const col = (this.cursor % n) + (shown ? right : 0);
    this.select([((row + n) % n) * n + ((col + n) % n)], { add: extend });
  }
}
