/** Panel Solve: the solution, is it right so far, how many solutions, true candidates, how hard. */
import { cellName } from "./geometry.js";
import { ratingTable } from "./rate.js";
import { button, html } from "./svg.js";

const STATUS = {
  unique: "Solved: it is the only solution.",
  multiple: "Solved; there are other solutions.",
  found: "Solved.",
  none: "There is no solution.",
};

const CHECK = {
  unique: "All right so far.",
  multiple: "No clashes. The puzzle has several solutions, so a value may be right for one of them.",
  none: "The puzzle has no solution.",
};

/** "12 ms": how long something took. */
export function duration(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  const ms = seconds * 1000;
  return `${ms < 10 ? ms.toPrecision(2).replace(/\.0$/, "") : Math.round(ms)} ms`;
}

/** "1 node", "2 guesses" */
export function plural(count, word) {
  return `${count} ${word}${String(count) === "1" ? "" : word.endsWith("s") ? "es" : "s"}`;
}

const unknown = ({ reason }) => `Not found out: stopped by ${reason ?? "its limits"}.`;

export function setup(app) {
  if (!app.about) return;
  const { game, board } = app;
  const output = html("div", { class: "output", "aria-live": "polite" });
  const tell = (...lines) => output.replaceChildren(...lines.map((text) => html("p", { text })));

  async function solve() {
    const answer = await app.ask("solve", { puzzle: game.puzzle() });
    if (!answer) return;
    const { status, solution, nodes, guesses, seconds, engine } = answer;
    if (solution) game.place([...solution.values.entries()]);
    tell(STATUS[status] ?? unknown(answer),
      `${engine}: ${plural(nodes, "node")}, ${plural(guesses, "guess")}, ${duration(seconds)}`);
  }

  async function check() {
    const answer = await app.ask("check", { puzzle: game.puzzle(), grid: game.puzzle("now") });
    if (!answer) return;
    const layer = board.layer("check");
    layer.clear();
    const { wrong, status } = answer;
    for (const cell of wrong) layer.ring(cell, "bad");
    if (wrong.length) tell(`Not in the solution: ${wrong.map((cell) => cellName(cell, game.size)).join(", ")}.`);
    else if (game.hasClash) tell("There are clashes.");
    else if (answer.valid) tell("Right: this is a solution.");
    else tell(CHECK[status] ?? unknown(answer));
  }

  async function count() {
    const answer = await app.ask("count", { puzzle: game.puzzle() });
    if (!answer) return;
    const { exact, seconds } = answer;
    tell(`${exact ? "" : "At least "}${plural(answer.count, "solution")}.`, duration(seconds));
  }

  async function candidates() {
    const answer = await app.ask("candidates", { puzzle: game.puzzle("now") });
    if (!answer) return;
    if (!answer.candidates.length) {
      tell(STATUS[answer.status] ?? unknown(answer));
      return;
    }
    board.preview({ candidates: answer.candidates });
    tell("True candidates: the values that each cell has in some solution. Escape or a change ends it.");
  }

  async function rate() {
    const answer = await app.ask("rate", { puzzle: game.puzzle(), scales: app.about.scales });
    if (answer) output.replaceChildren(ratingTable(answer.ratings));
  }

  const buttons = { solve: ["Solve", solve], check: ["Check", check], count: ["Count solutions", count],
    candidates: ["True candidates", candidates], rate: ["Rate", rate] };
  const known = Object.keys(buttons).filter((question) => app.can(question));
  if (!known.length) return;
  app.addPanel("solve", "Solve", html("div", {},
    html("div", { class: "row" }, ...known.map((question) => button(...buttons[question]))), output));
  game.on("change", () => board.clear("check"));
  game.on("load", () => tell());
}
