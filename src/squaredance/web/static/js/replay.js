/**
 * Panel Watch: a search again, slowly. The frames are those of POST /api/trace, each with what it changed; to go
 * back is to start again and stop one earlier, which takes less than a picture even after thousands.
 */
import { Dance, colorOf, itemName } from "./dance.js";
import { cellName } from "./geometry.js";
import { button, html, options, output, tell } from "./svg.js";

const COLORS = [7, 5, 4, 8, 6, 3, 9, 1]; // of the depths; they repeat
const CUT = {
  time: " The search goes on; this is what the time was enough for.",
  frames: " The search goes on; these are as many frames as fit.",
};
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A search at one of its frames. */
class Replay {
  constructor(answer, geometry) {
    this.frames = answer.frames;
    this.start = answer.start;
    this.cut = CUT[answer.reason];
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
function sentence({ symbols, board }, replay) {
  const { kind, depth, cell, value, item, options, choice } = replay.frame;
  const text = value ? `${symbols.text(value)} in ${cellName(cell, board.geometry.size)}` : "";
  const place = item === undefined ? "" : itemName(board.geometry, symbols, replay.number(item));
  switch (kind) {
    case "place": return item === undefined ? `${text} is forced.` : `${place} has one option: ${text}.`;
    case "guess": return `Guess at depth ${depth}: ${place} has ${options} options. Number ${choice}: ${text}.`;
    case "conflict": return `Conflict: no ${Array.isArray(item) ? "place" : "value"} is left for ${place}.`;
    case "back": return `Back: ${text} was wrong.`;
    case "solution": return "Solution.";
    case "end": return "The end: nothing is left to try.";
    default: return "Stopped here: enough nodes.";
  }
}

const range = (max, value, oninput) => html("input", { type: "range", min: 0, max, value, oninput });
const sign = (text, title, onclick) => button(text, onclick, { title, "aria-label": title });

class Watch {
  constructor(app) {
    this.app = app;
    this.timers = [];
    this.replay = this.dance = this.asked = null;
    this.isPlaying = false;
    this.engine = html("select", { "aria-label": "Engine" },
      ...options([["search", "search: masks"], ["dance", "dance: links"]]));
    this.play = button("Play", () => (this.isPlaying ? this.pause() : this.resume()));
    this.place = range(0, 0, () => this.jump(Number(this.place.value)));
    this.speed = range(100, 35, () => {});
    this.controls = html("div", { hidden: true },
      html("div", { class: "row" },
        sign("«", "To the start", () => this.jump(0)),
        sign("‹", "One frame back", () => this.jump(this.replay.at - 1)),
        this.play,
        sign("›", "One frame on", () => this.jump(this.replay.at + 1)),
        sign("»", "To the end", () => this.jump(Infinity)),
        button("Close", () => this.end())),
      html("label", { class: "field" }, "Speed", this.speed), html("label", { class: "field" }, "Frame", this.place));
    this.output = output();
    this.links = html("div");
    this.element = html("div", {},
      html("div", { class: "row" }, this.engine, button("Watch the search", () => this.watch())),
      this.controls, this.output, this.links);
  }

  async watch() {
    this.end();
    const { app } = this;
    const asked = (this.asked = {});
    const engine = this.engine.value;
    const answer = await app.ask("trace", () => ({ puzzle: app.game.puzzle(), engine }));
    if (!answer || asked !== this.asked) return;
    const { geometry } = app.board;
    this.replay = new Replay(answer, geometry);
    if (answer.engine === "dance") {
      this.dance = new Dance(geometry, app.symbols, answer.start.candidates);
      this.links.replaceChildren(this.dance.element, html("p", { class: "legend" },
        ...this.dance.kinds.map((kind) => html("span", { class: colorOf(kind), text: kind }))));
    }
    this.place.max = answer.frames.length - 1;
    this.controls.hidden = false;
    this.show(0);
    this.resume();
  }

  end() {
    this.asked = null;
    if (!this.replay) return;
    this.pause();
    this.replay = this.dance = null;
    this.controls.hidden = true;
    this.links.replaceChildren();
    this.output.replaceChildren();
    this.app.board.clear("watch");
    this.app.board.preview(null);
  }

  // ---- Time

  /** Milliseconds between two frames: two seconds to a sixtieth of one. */
  get pace() { return 2000 * 120 ** (-this.speed.value / 100); }
  get isAtEnd() { return this.replay.at === this.replay.frames.length - 1; }

  wait(fn, time) { this.timers.push(setTimeout(fn, time)); }

  /** Nothing is waited for any more; what was still to come of this frame comes at once. */
  settle() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    if (this.dance) this.move(false);
  }

  pause() {
    this.settle();
    this.isPlaying = false;
    this.play.textContent = "Play";
    this.output.ariaLive = "polite";
  }

  resume() {
    this.settle();
    if (this.isAtEnd) this.show(0);
    this.isPlaying = true;
    this.play.textContent = "Pause";
    this.output.ariaLive = "off"; // nobody can listen that fast
    this.wait(() => this.tick(), this.pace);
  }

  tick() {
    this.settle();
    this.show(this.replay.at + 1);
    if (this.isAtEnd) this.pause();
    else this.wait(() => this.tick(), this.pace);
  }

  jump(index) {
    this.pause();
    this.show(Math.min(Math.max(index, 0), this.replay.frames.length - 1));
  }

  // ---- What is seen

  show(index) {
    const { app, replay } = this;
    const isNext = index === replay.at + 1;
    replay.goTo(index);
    this.place.value = index;
    const candidates = replay.candidates.map((values) => [...values].sort((a, b) => a - b));
    app.board.preview({ values: replay.values, candidates });
    this.mark(replay.frame);
    const cut = this.isAtEnd && replay.cut ? replay.cut : "";
    const text = `${index + 1} of ${replay.frames.length}. ${sentence(app, replay)}${cut}`;
    tell(this.output, text);
    if (this.dance) this.move(isNext);
  }

  /** Placements in the color of their depth; the decision, or where it failed. */
  mark({ kind, cell, value, item }) {
    const { board } = this.app;
    const { depths } = this.replay;
    const layer = board.layer("watch");
    layer.clear();
    for (const [depth, cells] of Map.groupBy(depths.keys(), (at) => depths[at])) {
      if (depth) layer.shade(cells, `depth color-${COLORS[(depth - 1) % COLORS.length]}`);
    }
    const isBad = kind === "conflict";
    if (Array.isArray(item)) layer.shade(board.geometry.houses[item[0]], isBad ? "bad" : "house");
    else if (isBad) layer.shade([item], "bad");
    if (value && !isBad) layer.ring(cell, kind === "back" ? "bad" : kind);
  }

  /** The dance of one frame: one item after the other where there is time for it. */
  move(isNext) {
    const { dance, replay } = this;
    const chosen = replay.number(replay.frame.item);
    const moves = dance.movesTo(replay.levels.flatMap(({ cell, value, item }) => dance.itemsOf(cell, value, item)));
    const time = this.isPlaying ? this.pace * 0.8 : 600;
    const isSlow = isNext && !calm.matches && time > 250 && moves.length > 0;
    dance.element.classList.toggle("fast", !isSlow);
    moves.forEach((move, index) => {
      if (!isSlow) move();
      else this.wait(() => { move(); dance.show(chosen, index === moves.length - 1); }, (time * index) / moves.length);
    });
    if (!isSlow) dance.show(chosen);
  }
}

export function setup(app) {
  if (!app.about?.trace) return;
  const panel = new Watch(app);
  app.addPanel("watch", "Watch", panel.element);
  const end = () => panel.end();
  app.game.on("change", end);
  app.game.on("load", end);
  app.on("hide", end);
}
