/** Panel Hint: the next step for the game as it stands, in three strengths: where, what, why. */
import { candidateOf, cellOf, draw, marksOf, whereOf } from "./evidence.js";
import { paragraphs } from "./steps.js";
import { button, html } from "./svg.js";

export function setup(app) {
  if (!app.can("hint")) return;
  const { game, board } = app;
  const layer = board.layer("hint");
  let answer = null; // for the game as it stands
  let turn = 0; // counts its changes
  let view = null;

  const strengths = {
    where: button("Where", () => tell("where"), { title: "Where to look" }),
    what: button("What", () => tell("what"), { title: "What follows there, by which technique" }),
    why: button("Why", () => tell("why"), { title: "The whole step, drawn on the board" }),
  };
  const apply = button("Apply", () => applyStep());
  const output = html("div", { class: "output", "aria-live": "polite" });
  const pairs = (names) => names.map((name) => candidateOf(name, game.size));

  /** The state of the game, as the server sees it. */
  const stateNow = () => ({ values: game.values, candidates: game.content.map((_, cell) => game.candidates(cell)) });

  /** The step; where there is none, that is told. */
  async function ask() {
    const asked = turn;
    const found = answer ?? await app.ask("hint", { puzzle: game.puzzle(), grid: game.puzzle("now") });
    if (!found || asked !== turn) return null;
    answer = found;
    clear();
    if (!answer.step) tellEnd(answer);
    return answer.step;
  }

  async function tell(strength) {
    const step = await ask();
    if (!step) return;
    for (const [name, element] of Object.entries(strengths)) element.setAttribute("aria-pressed", name === strength);
    output.replaceChildren(...paragraphs(step[strength]));
    if (strength === "why") {
      view = stateNow();
      board.preview(view);
      draw(layer, marksOf(step, view, game.geometry));
      return;
    }
    layer.shade(new Set(whereOf(step, game.geometry)), "where");
    if (strength === "what") {
      const cells = [...step.placements, ...step.eliminations].map((name) => cellOf(name, game.size));
      for (const cell of new Set(cells)) layer.ring(cell, "what");
    }
  }

  /** No step: solved, stuck, or something is wrong; which, only if the player asks. */
  function tellEnd({ status, sentence }) {
    if (status !== "none" || !game.hasClues) {
      output.replaceChildren(html("p", { text: game.isSolved ? "It is solved." : sentence }));
      return;
    }
    output.replaceChildren(
      html("p", { text: "There is no way on from here: something on the board is not in the solution." }),
      button("Show which", () => showWrong(sentence)));
  }

  async function showWrong(sentence) {
    const found = await app.ask("check", { puzzle: game.puzzle(), grid: game.puzzle("now") });
    if (!found) return;
    for (const cell of found.wrong) layer.ring(cell, "bad");
    output.replaceChildren(html("p", { text: found.status === "none" ? "The puzzle itself has no solution." : sentence }));
  }

  async function applyStep() {
    const step = await ask();
    if (!step) return;
    const { placements, eliminations, what } = step;
    if (placements.length) game.place(pairs(placements));
    if (eliminations.length) game.strike(pairs(eliminations));
    const isHidden = eliminations.length && !game.auto;
    output.replaceChildren(html("p", { text: `Done. ${what}${isHidden ? " Automatic candidates show what is struck." : ""}` }));
  }

  function clear() {
    layer.clear();
    if (view && board.view === view) board.preview(null);
    view = null;
    for (const element of Object.values(strengths)) element.setAttribute("aria-pressed", "false");
  }

  function forget() {
    answer = null;
    turn++;
    clear();
    output.replaceChildren();
  }

  app.addPanel("hint", "Hint", html("div", {},
    html("div", { class: "row" }, ...Object.values(strengths), apply), output));
  clear();
  app.on("escape", clear);
  app.on("panel", (name) => { if (name !== "hint") clear(); });
  game.on("load", forget);
  game.on("change", forget);
}
