/** Panel Race: the engines on the puzzle, one after another so that none takes time from the others. */
import { duration } from "./solve.js";
import { button, html } from "./svg.js";

const SECONDS = 5; // for each
const STATUS = { unique: "one solution", multiple: "several", found: "solved", none: "no solution" };
const COLUMNS = ["Engine", "Time", "Nodes", "Guesses", ""];

function barred(text, part) {
  const bar = html("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${100 * part}%`;
  return html("td", {}, html("span", { text }), bar);
}

function rowOf(engine, answer, bars) {
  const name = html("th", { scope: "row", text: engine });
  const text = answer ? answer.error?.words : "running …";
  if (text) return html("tr", {}, name, html("td", { colspan: 4, text }));
  const { seconds, nodes, guesses, status, reason, engine: used } = answer;
  const end = reason ? `stopped by ${reason}` : STATUS[status] ?? status;
  return html("tr", {}, name,
    barred(duration(seconds), bars.seconds(seconds)), barred(nodes.toLocaleString("en"), bars.nodes(nodes)),
    html("td", { text: guesses.toLocaleString("en") }), html("td", { text: used === engine ? end : `${end} (${used})` }));
}

/** A row for each engine. Bars are logarithmic, as engines differ by thousands; from 10 µs and from one node. */
function rowsOf(results) {
  const most = (field) => Math.max(1e-9, ...results.map(([, answer]) => answer?.[field] ?? 0));
  const part = (field, least) => (amount) => Math.log1p(amount / least) / Math.log1p(most(field) / least);
  const bars = { seconds: part("seconds", 1e-5), nodes: part("nodes", 1) };
  return results.map(([engine, answer]) => rowOf(engine, answer, bars));
}

class Race {
  constructor(app) {
    this.app = app;
    this.running = null; // the results of the race that runs
    this.start = button("Race", () => (this.running ? app.cancel() : this.run()));
    this.rows = html("tbody");
    this.table = html("table", { class: "race", hidden: true },
      html("thead", {}, html("tr", {}, ...COLUMNS.map((text) => html("th", { scope: "col", text })))), this.rows);
  }

  async run() {
    const { api, game, about } = this.app;
    const puzzle = game.puzzle();
    const results = (this.running = []);
    this.start.textContent = "Cancel";
    this.table.hidden = false;
    for (const engine of about.engines) {
      this.rows.replaceChildren(...rowsOf([...results, [engine, null]]));
      const answer = await api.call("solve", { puzzle, engine, seconds: SECONDS }, { key: "race" }).catch((error) => ({ error }));
      if (this.running !== results) return;
      if (answer.error?.isAborted) break;
      results.push([engine, answer]);
    }
    this.rows.replaceChildren(...rowsOf(results));
    this.end(results.length > 0);
  }

  end(isShown) {
    this.running = null;
    this.start.textContent = "Race";
    this.table.hidden = !isShown;
  }
}

export function setup(app) {
  if (!app.can("solve") || app.about.engines.length < 2) return;
  const panel = new Race(app);
  app.addPanel("race", "Race", html("div", {},
    html("p", { text: `The same puzzle for every engine, one after another, ${SECONDS} s each at the most. Bars are logarithmic.` }),
    html("div", { class: "row" }, panel.start), panel.table));
  app.on("puzzle", () => {
    app.api.cancel("race");
    panel.end(false);
  });
}
