/** Sizes, boxes and houses: what `squaredance.geometry` is in Python. Cells are counted row by row from 0. */

/** The sizes that the page offers; it takes all. */
export const SIZES = [4, 6, 9, 12, 16, 25];

/** The box (rows, cols) nearest to a square; null where only 1 x N fits. */
export function squarestBox(size) {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows--;
  return rows === 1 ? null : [rows, size / rows];
}

const isWhole = (least, most) => (n) => Number.isInteger(n) && n >= least && n <= most;

/** Whether these are values of a size, or other whole numbers from 1 up to `most`. */
export const areValues = (list, most) => Array.isArray(list) && list.every(isWhole(1, most));

/** Whether a box, null for none, makes houses of this size. */
export const isBox = (box, size) => box === null || (areValues(box, size) && box.length === 2 && !box.includes(1) && box[0] * box[1] === size);

/** Whether this is an extra house: as many cells as the size, each once. */
export const isHouse = (cells, size) => Array.isArray(cells) && cells.every(isWhole(0, size * size - 1))
  && cells.length === size && new Set(cells).size === size;

export function cellName(cell, size) {
  return `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`;
}

function boxes(size, box) {
  if (!box) return [];
  const [height, width] = box;
  const found = [];
  for (let top = 0; top < size; top += height) {
    for (let left = 0; left < size; left += width) {
      found.push(Array.from({ length: size }, (_, i) =>
        (top + Math.floor(i / width)) * size + left + (i % width)));
    }
  }
  return found;
}

/** How the values of a cell lie in it: like a box where that is not too flat. */
function places(size, box) {
  if (box && box[0] * 2 >= box[1] && box[1] * 2 >= box[0]) return { rows: box[0], cols: box[1] };
  const cols = Math.ceil(Math.sqrt(size));
  return { rows: Math.ceil(size / cols), cols };
}

/** `box`: its rows and cols, null for none; the squarest when left out. */
export function makeGeometry(size, box = squarestBox(size), extra = []) {
  const range = [...Array(size).keys()];
  const houses = [
    ...range.map((r) => range.map((c) => r * size + c)),
    ...range.map((c) => range.map((r) => r * size + c)),
    ...boxes(size, box),
    ...extra,
  ];
  const housesOf = Array.from({ length: size * size }, () => []);
  houses.forEach((house, index) => house.forEach((cell) => housesOf[cell].push(index)));
  const peers = housesOf.map((mine, cell) => {
    const seen = new Set(mine.flatMap((index) => houses[index]));
    seen.delete(cell);
    return [...seen];
  });
  return { size, box, extra, cells: size * size, houses, housesOf, peers, places: places(size, box) };
}

/** "row 4", "col 7", "box 6", "extra 1" as an index of `houses`; -1 for no house of this geometry. */
export function houseIndex(geometry, name) {
  const [kind, number] = name.split(" ");
  const kinds = geometry.box ? ["row", "col", "box", "extra"] : ["row", "col", "extra"];
  const index = kinds.indexOf(kind) * geometry.size + Number(number) - 1;
  return index >= 0 && index < geometry.houses.length ? index : -1;
}
