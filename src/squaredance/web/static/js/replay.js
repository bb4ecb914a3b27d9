/**
 * Panel Watch: a search again, slowly. The frames are those of POST /api/trace, each with what it changed; to go
 * back is to start again and stop one earlier, which takes less than a picture even after thousands.
 */
import { Dance } from "./dance.js";
import { cellName } from "./geometry.js";
import { html } from "./svg.js";

const COLORS = 8; // of the depths; they repeat
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A search at one of its frames. */
class Replay {
  constructor(answer, geometry) {
    this.frames = answer.frames;
    this.start = answer.start;
    this.geometry = geometry;
    this.rewind();
  }

  rewind() {
    this.at = -1;
    this.values = [...this.start.values];
    this.candidates = this.start.candidates.map((values) => new Set(values));
    this.depths = this.values.map(() => 0);
    this.levels = []; // the options taken: { cell, value, item }
  }

  get frame() { return this.frames[this.at] ?? null; }

  goTo(index) {
    if (index < this.at) this.rewind();
    while (this.at < index) this.#apply(this.frames[++this.at]);
  }

  #apply({ kind, depth, cell, value, item, choice, placed, flips }) {
    for (const [at, now] of placed) {
      this.values[at] = now;
      this.depths[at] = now ? depth : 0;
    }
    for (const [at, ...values] of flips) {
      for (const v of values) if (!this.candidates[at].delete(v)) this.candidates[at].add(v);
    }
    if (kind === "back" || (kind === "guess" && choice > 1)) this.levels.pop();
    if (kind === "guess" || kind === "place") this.levels.push({ cell, value, item: this.number(item) });
  }

  /** An item as a number: a cell, or [house, value]. */
  number(item) {
    const { cells, size } = this.geometry;
    return Array.isArray(item) ? cells + item[0] * size + item[1] - 1 : item;
  }
}

/** What a frame says, in one line. */
function sentence(app, { kind, depth, cell, value, item, options, choice }) {
  const { geometry } = app.board;
  const { size, box } = geometry;
  const text = value ? `${app.symbols.text(value)} in ${cellName(cell, size)}` : "";
  const kinds = box ? ["row", "col", "box", "extra"] : ["row", "col", "extra"];
  const house = (index) => `${kinds[Math.min(Math.floor(index / size), kinds.length - 1)]} ${(index % size) + 1}`;
  const place = Array.isArray(item) ? `${app.symbols.text(item[1])} in ${house(item[0])}` : cellName(item ?? 0, size);
  switch (kind) {
    case "place": return item === undefined ? `${text} is forced.` : `${place} has one option: ${text}.`;
    case "guess": return `Guess at depth ${depth}: ${place} has ${options}; try ${text} (${choice} of ${options}).`;
    case "conflict": return Array.isArray(item) ? `Conflict: no place for ${place}.` : `Conflict: nothing left for ${place}.`;
    case "back": return `Back: ${text} was wrong.`;
    case "solution": return "Solution.";
    case "end": return "The end: nothing is left to try.";
    default: return "Stopped here: enough nodes.";
  }
}

export function setup(app) {
  if (!app.about?.trace) return;
  const { board, game } = app;
  let replay = null;
  let dance = null;
  let timers = [];
  let isPlaying = false;

  const engine = html("select", { "aria-label": "Engine" },
    html("option", { value: "search", text: "search: masks" }), html("option", { value: "dance", text: "dance: links" }));
  const button = (text, label, onclick) => html("button", { type: "button", text, "aria-label": label, title: label, onclick });
  const play = button("▶", "Play", () => (isPlaying ? pause() : resume()));
  const place = html("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Frame", oninput: () => { pause(); show(Number(place.value)); } });
  const speed = html("input", { type: "range", min: 0, max: 100, value: 35, "aria-label": "Speed" });
  const controls = html("div", { hidden: true },
    html("div", { class: "row" },
      button("⏮", "To the start", () => { pause(); show(0); }), button("◀", "One frame back", () => step(-1)), play,
      button("▶❘", "One frame on", () => step(1)), button("⏭", "To the end", () => { pause(); show(replay.frames.length - 1); }),
      button("✕", "End the replay", () => end())),
    html("label", { class: "field" }, "Speed", speed), html("label", { class: "field" }, "Frame", place));
  const output = html("div", { class: "output", "aria-live": "polite" });
  const links = html("div");
  app.addPanel("watch", "Watch", html("div", {},
    html("div", { class: "row" }, engine, html("button", { type: "button", text: "Watch the search", onclick: watch })),
    controls, output, links));

  /** Milliseconds between two frames: two seconds to a sixtieth of one. */
  const pace = () => 2000 * 120 ** (-speed.value / 100);

  async function watch() {
    end();
    const answer = await app.ask("trace", { puzzle: game.puzzle(), engine: engine.value });
    if (!answer) return;
    replay = new Replay(answer, board.geometry);
    if (answer.engine === "dance") {
      dance = new Dance(board.geometry, app.symbols, answer.start.candidates);
      links.replaceChildren(dance.element, html("p", { class: "legend" }, ...["cell", "row", "col", "box"].map((kind) =>
        html("span", { class: `item-${kind}`, text: kind }))));
    }
    place.max = answer.frames.length - 1;
    controls.hidden = false;
    show(0);
    resume();
  }

  function end() {
    pause();
    if (!replay) return;
    replay = dance = null;
    controls.hidden = true;
    links.replaceChildren();
    output.replaceChildren();
    board.clear("watch");
    board.preview(null);
  }

  function wait(fn, time) {
    timers.push(setTimeout(fn, time));
  }

  function pause() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    isPlaying = false;
    play.textContent = "▶";
    play.setAttribute("aria-label", "Play");
    output.setAttribute("aria-live", "polite");
  }

  function resume() {
    if (replay.at === replay.frames.length - 1) show(0);
    isPlaying = true;
    play.textContent = "⏸";
    play.setAttribute("aria-label", "Pause");
    output.setAttribute("aria-live", "off"); // nobody can listen that fast
    wait(tick, pace());
  }

  function tick() {
    timers = [];
    show(replay.at + 1);
    if (replay.at === replay.frames.length - 1) pause();
    else wait(tick, pace());
  }

  function step(by) {
    pause();
    show(Math.min(Math.max(replay.at + by, 0), replay.frames.length - 1));
  }

  function show(index) {
    const isNext = index === replay.at + 1;
    replay.goTo(index);
    place.value = index;
    board.preview({ values: replay.values, candidates: replay.candidates.map((values) => [...values].sort((a, b) => a - b)) });
    mark(replay.frame);
    output.replaceChildren(html("p", { text: `${index + 1} of ${replay.frames.length}. ${sentence(app, replay.frame)}` }));
    if (dance) move(isNext);
  }

  /** Placements in the color of their depth; the decision, or where it failed. */
  function mark({ kind, cell, value, item }) {
    const layer = board.layer("watch");
    layer.clear();
    const byDepth = Map.groupBy(replay.values.keys(), (at) => (replay.values[at] ? replay.depths[at] : 0));
    byDepth.delete(0);
    for (const [depth, cells] of byDepth) layer.shade(cells, `depth-${((depth - 1) % COLORS) + 1}`);
    const isBad = kind === "conflict";
    if (Array.isArray(item)) layer.shade(board.geometry.houses[item[0]], isBad ? "bad" : "house");
    else if (isBad) layer.shade([item], "bad");
    if (value && !isBad) layer.ring(cell, kind === "back" ? "bad" : kind);
  }

  /** The dance of one frame: one item after the other where there is time for it. */
  function move(isNext) {
    const { item, kind } = replay.frame;
    const chosen = item === undefined ? null : replay.number(item);
    const moves = dance.movesTo(replay.levels.flatMap((level) => dance.itemsOf(level.cell, level.value, level.item)));
    const time = isPlaying ? pace() * 0.8 : 600;
    const slowly = isNext && !calm.matches && time > 250 && moves.length < 40;
    const make = (index) => {
      if (!dance) return;
      moves[index]();
      dance.show(chosen);
    };
    dance.element.classList.toggle("fast", !slowly);
    moves.forEach((_, index) => (slowly ? wait(() => make(index), (time * index) / moves.length) : moves[index]()));
    if (!slowly || !moves.length) dance.show(chosen, kind === "conflict");
  }

  game.on("change", end);
  game.on("load", end);
  app.on("escape", end);
  app.on("panel", (name) => { if (name !== "watch") end(); });
}
