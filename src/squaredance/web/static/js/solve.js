/** Panel Solve: the solution, is it right so far, how many solutions, true candidates, how hard. */
import { cellName } from "./geometry.js";
import { ratingTable } from "./rate.js";
import { button, html, output, tell } from "./svg.js";

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

const stopped = ({ reason }) => `stopped by ${reason ?? "its limits"}.`;
const unknown = (answer) => `Not found out: ${stopped(answer)}`;

/** A count may be beyond 2^53, as text. Of one that was stopped, as many were found: there are more than one less. */
function countText({ count, exact, ...answer }) {
  const found = BigInt(count);
  const text = (number) => plural(number.toLocaleString("en"), "solution");
  if (exact) return `${text(found)}.`;
  if (!found) return `No solution so far: ${stopped(answer)}`;
  return `${found > 1n ? `More than ${text(found - 1n)}` : `At least ${text(found)}`}: ${stopped(answer)}`;
}

class Solve {
  constructor(app) {
    this.app = app;
    this.output = output();
  }

  tell(...lines) {
    tell(this.output, ...lines);
  }

  /** Asks with the puzzle, or with the game as it stands; what was told before goes. */
  ask(name, body) {
    this.tell();
    return this.app.ask(name, body);
  }

  async solve() {
    const { game } = this.app;
    const answer = await this.ask("solve", () => ({ puzzle: game.puzzle() }));
    if (!answer) return;
    const { status, solution, nodes, guesses, seconds, engine } = answer;
    if (solution) game.place([...solution.values.entries()]);
    this.tell(STATUS[status] ?? unknown(answer),
      `${engine}: ${plural(nodes, "node")}, ${plural(guesses, "guess")}, ${duration(seconds)}`);
  }

  async check() {
    const { app: { game, board } } = this;
    const answer = await this.ask("check", () => ({ puzzle: game.puzzle(), grid: game.puzzle("now") }));
    if (!answer) return;
    const layer = board.layer("check");
    layer.clear();
    const { wrong, status } = answer;
    for (const cell of wrong) layer.ring(cell, "bad");
    if (wrong.length) this.tell(`Not in the solution: ${wrong.map((cell) => cellName(cell, game.size)).join(", ")}.`);
    else if (game.hasClash) this.tell("There are clashes.");
    else if (answer.valid) this.tell("Right: this is a solution.");
    else this.tell(CHECK[status] ?? unknown(answer));
  }

  async count() {
    const answer = await this.ask("count", () => ({ puzzle: this.app.game.puzzle() }));
    if (answer) this.tell(countText(answer), duration(answer.seconds));
  }

  async candidates() {
    const { app: { game, board } } = this;
    const answer = await this.ask("candidates", () => ({ puzzle: game.puzzle("now") }));
    if (!answer) return;
    const { status, reason, candidates } = answer;
    if (!candidates.some((values) => values.length)) {
      this.tell(reason ? unknown(answer) : STATUS.none);
      return;
    }
    board.preview({ candidates });
    const isWhole = !reason && status !== "unknown";
    this.tell(`True candidates${isWhole ? "" : " so far"}: the values that each cell has in some solution.${
      isWhole ? "" : ` There may be others: ${stopped(answer)}`} Escape or a change ends it.`);
  }

  async rate() {
    const { app: { game, about } } = this;
    const answer = await this.ask("rate", () => ({ puzzle: game.puzzle(), scales: about.scales }));
    if (answer) this.output.replaceChildren(ratingTable(answer.ratings));
  }
}

const BUTTONS = { solve: "Solve", check: "Check", count: "Count solutions", candidates: "True candidates", rate: "Rate" };

export function setup(app) {
  const known = Object.keys(BUTTONS).filter((question) => app.can(question));
  if (!known.length) return;
  const panel = new Solve(app);
  app.addPanel("solve", "Solve", html("div", {},
    html("div", { class: "row" }, ...known.map((question) => button(BUTTONS[question], () => panel[question]()))),
    panel.output));
  app.game.on("change", () => app.board.clear("check"));
  app.on("hide", () => app.board.clear("check"));
  app.on("puzzle", () => panel.tell());
}
