/** How hard a puzzle is, on every scale, in words. */
import { html } from "./svg.js";

export const SCALES = { se121: "Sudoku Explainer", sukaku118: "SukakuExplainer", hodoku: "HoDoKu" };

const NOT = {
  stuck: "no technique of this scale goes on to the end",
  none: "there is no solution",
  multiple: "there are several solutions",
  stopped: "stopped: the time was up",
};

/** A rating as its scale writes it: "9.0", or points. */
export const shown = (rating, scale) => (scale === "hodoku" ? String(rating) : rating.toFixed(1));

/** "2.6, medium, hardest: Pointing" */
export function ratingText({ scale, status, er, score, word, hardest_title: hardest, calibrated }) {
  if (status !== "solved") return NOT[status];
  const hard = hardest ? `, hardest: ${hardest}` : "";
  return `${shown(er ?? score, scale)}${word ? `, ${word}` : ""}${hard}${calibrated ? "" : " (the scale is made for 9×9)"}`;
}

/** A row for each scale. */
export function ratingTable(ratings) {
  return html("table", {}, ...ratings.map((rating) => html("tr", {},
    html("th", { scope: "row", text: SCALES[rating.scale] ?? rating.scale }), html("td", { text: ratingText(rating) }))));
}
