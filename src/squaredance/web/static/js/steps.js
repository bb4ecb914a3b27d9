/** Panel Explain: the way to the solution, step by step, forward and back, with the evidence of each on the board. */
import { Marks, after, draw } from "./evidence.js";
import { SCALES, shown } from "./rate.js";
import { button, choice, html, options, output, tell } from "./svg.js";

const TANGLE = 24; // arrows: with more, one case at a time

/** A sentence as paragraphs: chains count their links "1. Suppose ... 2. Then ...", and each has its own line. */
export function paragraphs(sentence) {
  const lines = [];
  for (const part of sentence.split(/ (?=\d+\. [A-Z])/)) {
    if (!lines.length || part.startsWith(`${lines.length}. `)) lines.push(part);
    else lines[lines.length - 1] += ` ${part}`;
  }
  return lines.map((text) => html("p", { text }));
}

class Explain {
  constructor(app) {
    this.app = app;
    this.layer = app.board.layer("step");
    this.path = null; // the answer, and the grid that it starts from
    this.at = 0; // the step shown; after the last one the end is
    this.view = null; // what is on the board, if it is there
    this.scale = choice("Scale", app.about.scales.map((name) => [name, SCALES[name] ?? name]), {
      onchange: () => { if (this.path) this.explain(this.path.grid); },
    });
    this.summary = output();
    this.walk = this.#makeWalk();
    this.element = html("div", { class: "explain" },
      html("div", { class: "row start" }, button("Explain", () => this.explain()),
        button("From here", () => this.explain(app.game.puzzle("now")),
          { title: "From the values and candidates that are there now" }),
        this.scale.field),
      this.summary, this.walk);
  }

  #makeWalk() {
    const move = (label, text, to) => button(text, () => this.show(to()), { "aria-label": label });
    this.first = move("First step", "«", () => 0);
    this.back = move("Step back", "‹", () => this.at - 1);
    this.forward = move("Step forward", "›", () => this.at + (this.view ? 1 : 0));
    this.last = move("The end", "»", () => this.path.steps.length);
    this.place = html("span", { class: "place" });
    this.cases = choice("Of its chains", [], { onchange: () => this.drawStep() });
    this.told = output();
    this.told.classList.add("told");
    this.list = html("ol", { class: "steps", "aria-label": "Steps", onkeydown: (event) => this.#listKey(event) });
    const { first, back, place, forward, last } = this;
    return html("div", { hidden: true },
      html("div", { class: "row" }, first, back, place, forward, last, button("Apply up to here", () => this.apply())),
      this.told, this.cases.field, this.list);
  }

  // ---- The path

  async explain(grid) {
    const { app } = this;
    const wish = { scale: this.scale.select.value, ...(grid && { grid }), ...app.symbols.wish };
    const answer = await app.ask("explain", () => ({ puzzle: app.game.puzzle(), ...wish }));
    if (!answer) return;
    this.path = { ...answer, grid };
    tell(this.summary, answer.summary);
    this.walk.hidden = !answer.steps.length;
    this.list.replaceChildren(...answer.steps.map((step, index) => this.#listed(step, index)));
    if (answer.steps.length) this.show(0);
  }

  #listed({ title, rating, scale }, index) {
    return html("li", {}, html("button", { type: "button", tabindex: -1, onclick: () => this.show(index) },
      html("span", { text: title }), html("span", { text: shown(rating, scale) })));
  }

  /** Worked out from the start each time: at 25x25 this takes less than a picture. */
  stateAt(index) {
    const { path: { steps, start }, app: { game } } = this;
    return steps.slice(0, index).reduce((state, step) => after(state, step, game.geometry), start);
  }

  // ---- Showing

  show(index) {
    const { steps } = this.path;
    const at = (this.at = Math.max(0, Math.min(index, steps.length)));
    this.view = this.stateAt(at);
    this.app.board.preview(this.view);
    this.place.textContent = at < steps.length ? `${at + 1} of ${steps.length}` : "the end";
    this.first.disabled = this.back.disabled = at === 0;
    this.last.disabled = this.forward.disabled = at === steps.length;
    this.#fillCases(steps[at]);
    this.#tellStep(steps[at]);
    this.#markListed();
    this.drawStep();
  }

  #tellStep(step) {
    const title = step ? `${step.title} (${shown(step.rating, step.scale)})` : "The end";
    this.told.replaceChildren(html("h3", { text: title }), ...paragraphs(step?.sentence ?? this.path.summary));
    this.told.scrollTop = 0;
  }

  #fillCases(step) {
    const { field, select } = this.cases;
    const { cases: count, arrows } = step ? this.#marks(step) : { cases: 0 };
    field.hidden = count < 2;
    if (count < 2) return;
    const each = Array.from({ length: count }, (_, i) => [i, `case ${i + 1} of ${count}`]);
    select.replaceChildren(...options([[-1, "all cases"], ...each]));
    select.value = arrows.length > TANGLE ? 0 : -1;
  }

  #marks(step, chosen = null) {
    return new Marks(step, this.view, this.app.game.geometry, chosen);
  }

  drawStep() {
    const { layer, view, path, at, cases: { field, select } } = this;
    layer.clear();
    const chosen = field.hidden || select.value === "-1" ? null : Number(select.value);
    if (path.steps[at] && view) draw(layer, this.#marks(path.steps[at], chosen));
  }

  #markListed() {
    const { list, at } = this;
    const items = [...list.querySelectorAll("button")];
    items.forEach((item, index) => {
      item.tabIndex = index === Math.min(at, items.length - 1) ? 0 : -1;
      item.ariaCurrent = index === at ? "step" : null;
    });
    // Not scrollIntoView, which would scroll the page too, and the grid out of it.
    const item = items[at];
    if (item) list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
  }

  hide() {
    this.layer.clear();
    this.view = null;
  }

  forget() {
    this.hide();
    this.path = null;
    this.walk.hidden = true;
    this.summary.replaceChildren();
  }

  apply() {
    const count = Math.min(this.at + 1, this.path.steps.length);
    this.app.game.become(this.stateAt(count));
    this.app.say(`The board is as after step ${count}. Undo takes it back.`);
  }

  // ---- Keys

  #listKey(event) {
    const { at, path: { steps } } = this;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(Math.min(to, steps.length - 1));
    this.list.querySelector("[aria-current]").focus();
  }

  step(by) {
    if (this.app.panel !== "explain") return;
    if (!this.path) this.explain();
    else this.show(this.view ? this.at + by : this.at);
  }
}

export function setup(app) {
  if (!app.can("explain")) return;
  const panel = new Explain(app);
  app.addPanel("explain", "Explain", panel.element);
  app.on("step", (by) => panel.step(by));
  app.on("hide", () => panel.hide());
  app.on("puzzle", () => panel.forget());
  app.on("symbols", () => panel.forget());
  app.game.on("change", () => panel.hide());
}
