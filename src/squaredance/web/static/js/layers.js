/**
 * Evidence over a board: shaded cells, marked candidates, arrows. Every layer has a name and is cleared as a
 * whole. docs/page.md has an example; the kinds are classes of style.css.
 */
import { LOWER, UNIT, candidatePlace, candidateSize, origin, squares } from "./places.js";
import { svg } from "./svg.js";

export class Layer {
  /** `board` gives geometry and symbols; `under` and `over` are the groups below and above the texts. */
  constructor(board, name, under, over) {
    this.board = board;
    this.under = under.appendChild(svg("g", { class: `layer layer-${name}` }));
    this.over = over.appendChild(svg("g", { class: `layer layer-${name}` }));
  }

  clear() {
    this.under.replaceChildren();
    this.over.replaceChildren();
  }

  shade(cells, kind) {
    this.under.append(svg("path", { class: `shade shade-${kind}`, d: squares(this.board.geometry, cells) }));
  }

  /** A disc with the symbol at the place of the candidate; kind "struck" or "off" also crosses it out. */
  mark(cell, value, kind) {
    const { geometry, symbols } = this.board;
    const { x, y } = candidatePlace(geometry, cell, value);
    const { font, radius } = candidateSize(geometry, symbols.isNumbers);
    const group = svg("g", { class: `mark mark-${kind}` },
      svg("circle", { cx: x, cy: y, r: radius, "stroke-width": radius * (kind === "placed" ? 0.25 : 0.1) }),
      svg("text", { x, y: y + font * LOWER, "font-size": font, text: symbols.text(value) }));
    if (kind === "struck") {
      const d = radius * 0.75;
      group.append(svg("path", { d: `M${x - d} ${y + d}L${x + d} ${y - d}`, "stroke-width": radius * 0.22 }));
    }
    this.over.append(group);
  }

  /** A ring around a whole cell. */
  ring(cell, kind) {
    const { x, y } = origin(this.board.geometry, cell);
    this.over.append(svg("rect", {
      class: `ring ring-${kind}`, x: x + 5, y: y + 5, width: UNIT - 10, height: UNIT - 10, rx: 10,
    }));
  }

  /** An arrow between candidates [cell, value]; kind "on", or "off", which is dashed. */
  arrow(from, to, kind) {
    const { geometry } = this.board;
    const at = (candidate) => candidatePlace(geometry, ...candidate);
    this.over.append(drawArrow(at(from), at(to), candidateSize(geometry, false).radius, kind));
  }
}

/** A line with a slight bend, so that two that share a row do not lie on each other, and its head. */
function drawArrow(a, b, radius, kind) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(0.16 * length, 45);
  const control = { x: (a.x + b.x) / 2 - (dy / length) * bend, y: (a.y + b.y) / 2 + (dx / length) * bend };
  const start = towards(a, control, radius);
  const head = Math.max(5, Math.min(radius * 0.8, 14));
  const tip = towards(b, control, radius * 1.05);
  const neck = towards(tip, control, head);
  const wx = (neck.y - tip.y) * 0.45;
  const wy = (tip.x - neck.x) * 0.45;
  const width = Math.max(1.6, radius * 0.18);
  return svg("g", { class: `arrow arrow-${kind}` },
    svg("path", {
      class: "shaft", "stroke-width": width, "stroke-dasharray": kind === "off" && `${width * 3} ${width * 2}`,
      d: `M${start.x} ${start.y}Q${control.x} ${control.y} ${neck.x} ${neck.y}`,
    }),
    svg("path", { class: "head", d: `M${tip.x} ${tip.y}L${neck.x + wx} ${neck.y + wy}L${neck.x - wx} ${neck.y - wy}z` }));
}

function towards(from, to, distance) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(distance / length, 0.9);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
