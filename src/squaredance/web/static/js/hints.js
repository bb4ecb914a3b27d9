/** Panel Hint: the next step for the game as it stands, in three strengths: where, what, why. */
import { Marks, candidateOf, cellOf, draw, whereOf } from "./evidence.js";
import { paragraphs } from "./steps.js";
import { button, html, output, tell } from "./svg.js";

const STRENGTHS = {
  where: ["Where", "Where to look"],
  what: ["What", "What follows there, by which technique"],
  why: ["Why", "The whole step, drawn on the board"],
};

class Hint {
  constructor(app) {
    this.app = app;
    this.layer = app.board.layer("hint");
    this.answer = null; // for the game as it stands
    this.strengths = new Map(Object.entries(STRENGTHS).map(([name, [text, title]]) =>
      [name, button(text, () => this.tell(name), { title })]));
    this.output = output();
    this.output.classList.add("told");
    this.element = html("div", {},
      html("div", { class: "row" }, ...this.strengths.values(), button("Apply", () => this.apply())), this.output);
    this.clear();
  }

  /** The puzzle and the game as it stands; in the symbols of the page. */
  question() {
    const { game, symbols } = this.app;
    return { puzzle: game.puzzle(), grid: game.puzzle("now"), ...symbols.wish };
  }

  /** The step; where there is none, that is told. */
  async ask() {
    const found = this.answer ?? await this.app.ask("hint", () => this.question());
    if (!found) return null;
    this.answer = found;
    this.app.hide();
    if (!found.step) this.tellEnd(found);
    return found.step;
  }

  async tell(strength) {
    const step = await this.ask();
    if (!step) return;
    const { layer, app: { board, game } } = this;
    for (const [name, element] of this.strengths) element.ariaPressed = name === strength;
    this.output.replaceChildren(...paragraphs(step[strength]));
    if (strength === "why") {
      const view = { values: game.values, candidates: game.content.map((_, cell) => game.candidates(cell)) };
      board.preview(view);
      draw(layer, new Marks(step, view, game.geometry));
      return;
    }
    layer.shade(new Set(whereOf(step, game.geometry)), "where");
    if (strength === "what") {
      const cells = [...step.placements, ...step.eliminations].map((name) => cellOf(name, game.size));
      for (const cell of new Set(cells)) layer.ring(cell, "what");
    }
  }

  /** No step: solved, stuck, or something is wrong; which, only if the player asks. */
  tellEnd({ status, sentence }) {
    const { game } = this.app;
    if (status !== "none" || !game.hasClues) {
      this.say(game.isSolved ? "It is solved." : sentence);
      return;
    }
    this.say("There is no way on from here: something on the board is not in the solution.");
    this.output.append(button("Show which", () => this.showWrong(sentence)));
  }

  async showWrong(sentence) {
    const { game } = this.app;
    const found = await this.app.ask("check", () => ({ puzzle: game.puzzle(), grid: game.puzzle("now") }));
    if (!found) return;
    for (const cell of found.wrong) this.layer.ring(cell, "bad");
    this.say(found.status === "none" ? "The puzzle itself has no solution." : sentence);
  }

  async apply() {
    const step = await this.ask();
    if (!step) return;
    const { game } = this.app;
    const pairs = (names) => names.map((name) => candidateOf(name, game.size));
    game.place(pairs(step.placements), pairs(step.eliminations));
    const isHidden = step.eliminations.length && !game.auto;
    this.say(`Done. ${step.what}${isHidden ? " Automatic candidates show what is struck." : ""}`);
  }

  say(text) {
    tell(this.output, text);
  }

  clear() {
    this.layer.clear();
    for (const element of this.strengths.values()) element.ariaPressed = "false";
  }

  forget() {
    this.answer = null;
    this.clear();
    this.output.replaceChildren();
  }
}

export function setup(app) {
  if (!app.can("hint")) return;
  const panel = new Hint(app);
  app.addPanel("hint", "Hint", panel.element);
  app.on("hide", () => panel.clear());
  for (const name of ["load", "change"]) app.game.on(name, () => panel.forget());
  app.on("symbols", () => panel.forget());
}
