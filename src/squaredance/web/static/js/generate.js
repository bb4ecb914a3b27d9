/** Panel Generate: a puzzle by size, difficulty, symmetry and seed. */
import { SIZES } from "./geometry.js";
import { ratingText } from "./rate.js";
import { button, choice, html, output, tell } from "./svg.js";
import { plural } from "./solve.js";

const SYMMETRY = {
  rotate180: "half turn", rotate90: "quarter turn", antidiagonal: "other diagonal", diagonals: "both diagonals",
  horizontal: "top to bottom", vertical: "left to right", axes: "both axes", full: "all of them",
};

export function setup(app) {
  if (!app.can("generate")) return;
  const { difficulties, symmetries, sizes } = app.about;
  const fits = SIZES.filter((size) => size >= sizes.least && size <= sizes.most);
  const size = choice("Size", fits.map((n) => [n, `${n}×${n}`]));
  const difficulty = choice("Difficulty", ["", ...difficulties].map((name) => [name, name || "any"]));
  const symmetry = choice("Symmetry", symmetries.map((name) => [name, SYMMETRY[name] ?? name]));
  const seed = html("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, placeholder: "any" });
  const told = output();
  const say = (...lines) => tell(told, ...lines);

  function wish() {
    const body = { size: Number(size.select.value), symmetry: symmetry.select.value };
    if (difficulty.select.value) body.difficulty = difficulty.select.value;
    if (seed.value) body.seed = Number(seed.value);
    if (body.size < 9) body.seconds = 2; // enough for thousands of tries
    return body;
  }

  async function generate(event) {
    event.preventDefault();
    say();
    const answer = await app.ask("generate", wish());
    if (!answer) return;
    const { is_met: isMet, reason, puzzle, rating, clues, seed: used } = answer;
    const not = isMet ? "" : `Not as wished: ${reason}.`;
    if (!puzzle) {
      say(not, "Try another seed, an easier wish or a smaller size.");
      return;
    }
    app.open(puzzle, isMet ? "A new puzzle. Undo goes back to the one before." : not);
    say(not && `${not} This is the nearest.`,
      `${plural(clues, "clue")}${rating ? `; Sudoku Explainer: ${ratingText(rating)}` : ""}.`, `Seed ${used}.`);
  }

  size.select.value = fits.includes(9) ? 9 : fits[0];
  difficulty.select.value = difficulties.includes("medium") ? "medium" : "";
  app.addPanel("generate", "Generate", html("form", { class: "form", onsubmit: generate },
    size.field, difficulty.field, symmetry.field, html("label", { class: "field", text: "Seed" }, seed),
    html("div", { class: "row" }, button("Generate", null, { type: "submit" })), told));
}
