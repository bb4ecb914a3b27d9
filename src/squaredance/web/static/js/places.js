/** Where things lie inside of a cell. A cell is UNIT wide; all numbers are in the units of the SVG. */

export const UNIT = 100;
export const LOWER = 0.06; // of the text's size: digits and capitals lie above the middle of a line

export function origin(geometry, cell) {
  return { x: (cell % geometry.size) * UNIT, y: Math.floor(cell / geometry.size) * UNIT };
}

/** The cells as a path. */
export function squares(geometry, cells, inset = 0) {
  const side = UNIT - 2 * inset;
  return Array.from(cells, (cell) => {
    const { x, y } = origin(geometry, cell);
    return `M${x + inset} ${y + inset}h${side}v${side}h-${side}z`;
  }).join("");
}

/** How far apart the places of candidates are, across and down. The edge stays free for the box lines. */
export function pitch({ rows, cols }) {
  return { across: (UNIT - 8) / cols, down: (UNIT - 8) / rows };
}

/** The size of the text of a candidate, and the radius of a disc behind it. */
export function candidateSize(geometry, wide) {
  const { across, down } = pitch(geometry.places);
  const step = Math.min(across, down);
  return { font: Math.min(step * (geometry.size > 9 ? 0.92 : 0.86), wide ? across * 0.72 : UNIT), radius: step * 0.5 };
}

/** The middle of the place of a candidate. */
export function candidatePlace(geometry, cell, value) {
  const { x, y } = origin(geometry, cell);
  const { across, down } = pitch(geometry.places);
  const row = Math.floor((value - 1) / geometry.places.cols);
  const col = (value - 1) % geometry.places.cols;
  return { x: x + 4 + (col + 0.5) * across, y: y + 4 + (row + 0.5) * down };
}

/** Where corner marks go, first the corners, then along the edges, then what is left, as [row, col]. */
function cornerOrder(side) {
  const rank = ([row, col]) => (row % (side - 1) ? 2 : 0) + (col % (side - 1) ? 1 : 0);
  return Array.from({ length: side * side }, (_, i) => [Math.floor(i / side), i % side]).sort((a, b) => rank(a) - rank(b));
}

/** The places of `count` corner marks, in reading order so that they stay sorted, and their size. */
export function cornerPlaces(geometry, cell, count, wide) {
  const few = geometry.size > 9 ? 2 : 3; // small cells: as large as their number lets them be
  const side = Math.max(few, Math.ceil(Math.sqrt(count)));
  const { x, y } = origin(geometry, cell);
  const step = (UNIT - 16) / (side - 1) * ({ 2: 0.58, 3: 0.74 }[side] ?? 0.86);
  const from = (UNIT - step * (side - 1)) / 2;
  const places = cornerOrder(side).slice(0, count).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    font: Math.min({ 2: 38, 3: 26 }[side] ?? step * 0.95, wide ? step * 0.62 : UNIT),
    at: places.map(([row, col]) => ({ x: x + from + col * step, y: y + from + row * step })),
  };
}

/** Lines of centre marks and the size that lets them fit. */
export function centreLines(geometry, texts) {
  const wide = texts.some((text) => text.length > 1);
  const separator = wide ? " " : "";
  const square = Math.ceil(Math.sqrt(texts.length * (wide ? 1 : 2)));
  const perLine = wide ? Math.max(3, square) : texts.length <= 6 ? 6 : Math.max(5, square);
  const lines = [];
  for (let i = 0; i < texts.length; i += perLine) lines.push(texts.slice(i, i + perLine).join(separator));
  const longest = Math.max(...lines.map((line) => line.length));
  const [most, width] = geometry.size > 9 ? [42, 0.7] : [32, 0.6]; // letters are wider than digits
  return { lines, font: Math.min(most, 88 / (longest * width), 84 / lines.length) };
}
