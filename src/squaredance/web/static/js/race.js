/** Panel Race: the engines on the puzzle, one after another so that none takes time from the others. */
import { duration } from "./solve.js";
import { button, html } from "./svg.js";

const SECONDS = 5; // for each
const STATUS = { unique: "one solution", multiple: "several", found: "solved", none: "no solution" };
const COLUMNS = ["Engine", "Time", "Nodes", "Guesses", ""];

export function setup(app) {
  if (!app.can("solve") || app.about.engines.length < 2) return;
  const { game } = app;
  let isRunning = false;
  const start = button("Race", () => (isRunning ? app.api.cancel() : race()));
  const rows = html("tbody");
  const table = html("table", { class: "race", hidden: true },
    html("thead", {}, html("tr", {}, ...COLUMNS.map((text) => html("th", { scope: "col", text })))), rows);

  function setRunning(now) {
    isRunning = now;
    start.textContent = now ? "Cancel" : "Race";
  }

  const run = (puzzle, engine) =>
    app.api.call("solve", { puzzle, engine, seconds: SECONDS }, { key: "race" }).catch((error) => ({ error }));

  async function race() {
    const puzzle = game.puzzle();
    const results = [];
    setRunning(true);
    table.hidden = false;
    for (const engine of app.about.engines) {
      draw([...results, [engine, null]]);
      const answer = await run(puzzle, engine);
      if (answer.error?.isAborted) break;
      results.push([engine, answer]);
    }
    setRunning(false);
    draw(results);
    if (!results.length) table.hidden = true;
  }

  /** Bars are logarithmic, as engines differ by thousands; from 10 µs and from one node. */
  function draw(results) {
    const most = (field) => Math.max(1e-9, ...results.map(([, answer]) => answer?.[field] ?? 0));
    const part = (field, least) => (amount) => Math.log1p(amount / least) / Math.log1p(most(field) / least);
    const bars = { seconds: part("seconds", 1e-5), nodes: part("nodes", 1) };
    rows.replaceChildren(...results.map(([engine, answer]) => rowOf(engine, answer, bars)));
  }

  function rowOf(engine, answer, bars) {
    const name = html("th", { scope: "row", text: engine });
    if (!answer) return html("tr", {}, name, html("td", { colspan: 4, text: "running …" }));
    if (answer.error) return html("tr", {}, name, html("td", { colspan: 4, text: answer.error.words }));
    const { seconds, nodes, guesses, status, reason, engine: used } = answer;
    const end = reason ? `stopped by ${reason}` : STATUS[status] ?? status;
    return html("tr", {}, name,
      barred(duration(seconds), bars.seconds(seconds)), barred(nodes.toLocaleString("en"), bars.nodes(nodes)),
      html("td", { text: guesses.toLocaleString("en") }), html("td", { text: used === engine ? end : `${end} (${used})` }));
  }

  function barred(text, part) {
    const bar = html("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${100 * part}%`;
    return html("td", {}, html("span", { text }), bar);
  }

  app.addPanel("race", "Race", html("div", {},
    html("p", { text: `The same puzzle for every engine, one after another, ${SECONDS} s each at the most. Bars are logarithmic.` }),
    html("div", { class: "row" }, start), table));
  game.on("load", () => {
    if (isRunning) app.api.cancel();
    table.hidden = true;
  });
}
