/** Panel Explain: the way to the solution, step by step, forward and back, with the evidence of each on the board. */
import { after, draw, marksOf } from "./evidence.js";
import { SCALES, shown } from "./rate.js";
import { isSamePuzzle } from "./store.js";
import { button, choice, html } from "./svg.js";

const KEYS = { ",": -1, ".": 1 };
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

export function setup(app) {
  if (!app.can("explain")) return;
  const { game, board } = app;
  const layer = board.layer("step");
  let path = null; // the answer, and the puzzle that it is of
  let at = 0; // the step shown; after the last one the end is
  let view = null; // what is on the board, if it is ours

  // ---- The elements

  const scale = choice("Scale", app.about.scales.map((name) => [name, SCALES[name] ?? name]), {
    onchange: () => { if (path) explain(path.grid); },
  });
  const move = (label, text, to) => button(text, () => show(to()), { "aria-label": label });
  const first = move("First step", "«", () => 0);
  const back = move("Step back", "‹", () => at - 1);
  const forward = move("Step forward", "›", () => at + (view ? 1 : 0));
  const last = move("The end", "»", () => path.steps.length);
  const place = html("span", { class: "place" });
  const apply = button("Apply up to here", () => applyHere());
  const cases = choice("Of its chains", [], { onchange: () => drawStep() });
  const told = html("div", { class: "output told", "aria-live": "polite" });
  const list = html("ol", { class: "steps", "aria-label": "Steps" });
  const walk = html("div", { hidden: true },
    html("div", { class: "row" }, first, back, place, forward, last, apply), told, cases.field, list);
  const summary = html("div", { class: "output", "aria-live": "polite" });

  // ---- The path

  async function explain(grid) {
    const puzzle = game.puzzle();
    const answer = await app.ask("explain", { puzzle, scale: scale.select.value, ...(grid && { grid }) });
    if (!answer || !isSamePuzzle(puzzle, game.puzzle())) return;
    path = { ...answer, puzzle, grid };
    summary.replaceChildren(html("p", { text: answer.summary }));
    walk.hidden = !path.steps.length;
    list.replaceChildren(...path.steps.map(listed));
    if (path.steps.length) show(0);
  }

  function listed({ title, rating, scale: name }, index) {
    return html("li", {}, html("button", { type: "button", tabindex: -1, onclick: () => show(index) },
      html("span", { text: title }), html("span", { text: shown(rating, name) })));
  }

  /** Worked out from the start each time: at 25x25 this takes less than a picture. */
  function stateAt(index) {
    return path.steps.slice(0, index).reduce((state, step) => after(state, step, game.geometry), path.start);
  }

  // ---- Showing

  function show(index) {
    const { steps } = path;
    at = Math.max(0, Math.min(index, steps.length));
    view = stateAt(at);
    board.preview(view);
    place.textContent = at < steps.length ? `${at + 1} of ${steps.length}` : "the end";
    first.disabled = back.disabled = at === 0;
    last.disabled = forward.disabled = at === steps.length;
    fillCases(steps[at]);
    tellStep(steps[at]);
    markListed();
    drawStep();
  }

  function tellStep(step) {
    const title = step ? `${step.title} (${shown(step.rating, step.scale)})` : "The end";
    told.replaceChildren(html("h3", { text: title }), ...paragraphs(step?.sentence ?? path.summary));
    told.scrollTop = 0;
  }

  function fillCases(step) {
    const { cases: count, arrows } = step ? marksOf(step, view, game.geometry) : { cases: 0 };
    cases.field.hidden = count < 2;
    if (count < 2) return;
    const options = ["all cases", ...Array.from({ length: count }, (_, i) => `case ${i + 1} of ${count}`)];
    cases.select.replaceChildren(...options.map((text, i) => html("option", { value: i - 1, text })));
    cases.select.value = arrows.length > TANGLE ? 0 : -1;
  }

  function drawStep() {
    layer.clear();
    const step = path.steps[at];
    const chosen = cases.field.hidden || cases.select.value === "-1" ? null : Number(cases.select.value);
    if (step && view) draw(layer, marksOf(step, view, game.geometry, chosen));
  }

  function markListed() {
    const items = [...list.querySelectorAll("button")];
    items.forEach((item, index) => {
      item.tabIndex = index === Math.min(at, items.length - 1) ? 0 : -1;
      if (index === at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    // Not scrollIntoView, which would scroll the page too, and the grid out of it.
    const item = items[at];
    if (item) list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
  }

  function hide() {
    layer.clear();
    if (view && board.view === view) board.preview(null);
    view = null;
  }

  function forget() {
    hide();
    path = null;
    walk.hidden = true;
    summary.replaceChildren();
  }

  function applyHere() {
    const count = Math.min(at + 1, path.steps.length);
    game.become(stateAt(count));
    app.say(`The board is as after step ${count}. Undo takes it back.`);
  }

  // ---- Keys

  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(Math.min(at + step, path.steps.length - 1));
    list.querySelector("[aria-current]").focus();
  });

  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    const isElsewhere = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (!step || event.ctrlKey || event.metaKey || event.altKey || isElsewhere || app.panel !== "explain") return;
    event.preventDefault();
    if (!path) explain();
    else show(view ? at + step : at);
  });

  app.addPanel("explain", "Explain", html("div", { class: "explain" },
    html("div", { class: "row start" }, button("Explain", () => explain()),
      button("From here", () => explain(game.puzzle("now")), { title: "From the values and candidates that are there now" }),
      scale.field),
    summary, walk));
  app.on("escape", hide);
  app.on("panel", (name) => { if (name !== "explain") hide(); });
  game.on("load", forget);
  game.on("change", () => {
    if (path && !isSamePuzzle(path.puzzle, game.puzzle())) forget();
    else hide();
  });
}
