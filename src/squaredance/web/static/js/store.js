/** What outlives the page: the game and the settings in the browser, and a puzzle in a link. */
import { isBox, isHouse, squarestBox } from "./geometry.js";

const GAME = "squaredance.game";
const SETTINGS = "squaredance.settings";

// Storage may be full or forbidden: then nothing is remembered, and nothing else goes wrong.
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function read(key) {
  try {
    return JSON.parse(stored(key));
  } catch {
    return null; // damaged
  }
}

function write(key, data) {
  try {
    localStorage.setItem(key, JSON.stringify(data));
  } catch { /* see above */ }
}

let known = null; // the game as this page has read or written it

export function loadGame() {
  known = stored(GAME);
  return read(GAME);
}

export function saveGame(data) {
  write(GAME, data);
  known = stored(GAME);
}

/** Whether no other page has saved its game since. */
export const isLastToSave = () => stored(GAME) === known;

export function loadSettings(defaults) {
  const saved = read(SETTINGS);
  return { ...defaults, ...(saved && typeof saved === "object" ? saved : {}) };
}
export const saveSettings = (settings) => write(SETTINGS, settings);

// ---- Links
//
// #s=16&p=... as docs/page.md tells. Short, but a person can still read it, and it needs no escapes.

const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXY";
const BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const RUN = 26;

function packValues(values, size) {
  const out = [];
  for (let i = 0; i < values.length;) {
    let run = 0;
    while (i + run < values.length && !values[i + run] && (size > 25 || run < RUN)) run++;
    if (size > 25) out.push(run ? `-${run}` : values[i]);
    else out.push(run ? String.fromCharCode(96 + run) : size > 9 ? SYMBOLS[values[i] - 1] : values[i]);
    i += run || 1;
  }
  return out.join(size > 25 ? "." : "");
}

function unpackValues(text, size) {
  const tokens = size > 25 ? text.split(".") : [...text];
  const values = tokens.flatMap((token) => {
    const isRun = size > 25 ? token[0] === "-" : token >= "a" && token <= "z";
    if (isRun) return Array(size > 25 ? Math.min(-Number(token), size * size + 1) : token.charCodeAt(0) - 96).fill(0);
    return [size > 9 && size <= 25 ? SYMBOLS.indexOf(token) + 1 || NaN : Number(token)];
  });
  const isGood = values.length === size * size && values.every((v) => Number.isInteger(v) && v >= 0 && v <= size);
  if (!isGood) throw new RangeError(`expected ${size * size} cells with values up to ${size} in the link`);
  return values;
}

function packCandidates(lists, size) {
  const bits = lists.flatMap((list) => Array.from({ length: size }, (_, i) => Number(list.includes(i + 1))));
  let out = "";
  for (let i = 0; i < bits.length; i += 6) {
    out += BITS[bits.slice(i, i + 6).reduce((sum, bit, j) => sum | (bit << j), 0)];
  }
  return out;
}

function unpackCandidates(text, size) {
  const has = (cell, i) => {
    const at = cell * size + i;
    return (BITS.indexOf(text[Math.floor(at / 6)]) >> (at % 6)) & 1;
  };
  const isWhole = text.length === Math.ceil(size ** 3 / 6) && [...text].every((bits) => BITS.includes(bits));
  if (!isWhole) throw new RangeError("expected candidates for each cell in the link");
  return Array.from({ length: size * size }, (_, cell) =>
    [...Array(size).keys()].filter((i) => has(cell, i)).map((i) => i + 1));
}

/** The part of a link after #. `values` of the player are told when they are given. */
export function packLink(puzzle, values = null) {
  const { size, box, extra = [], candidates } = puzzle;
  const parts = [];
  if (size !== 9) parts.push(`s=${size}`);
  if (String(box) !== String(squarestBox(size))) parts.push(`b=${box ? box.join("x") : 0}`);
  for (const house of extra) parts.push(`e=${house.join(".")}`);
  parts.push(`p=${packValues(puzzle.values, size)}`);
  if (values) parts.push(`v=${packValues(values, size)}`);
  if (candidates) parts.push(`c=${packCandidates(candidates, size)}`);
  return parts.join("&");
}

/** The puzzle of a link and the values of the player, or null where there is no `p`. Throws a RangeError. */
export function unpackLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!fields.has("p")) return null;
  const size = Number(fields.get("s") ?? 9);
  if (!Number.isInteger(size) || size < 1 || size > 64) throw new RangeError("expected a size from 1 to 64 in the link");
  const puzzle = { size, box: unpackBox(fields.get("b"), size), values: unpackValues(fields.get("p"), size) };
  const extra = fields.getAll("e").map((text) => text.split(".").map(Number));
  if (!extra.every((house) => isHouse(house, size))) throw new RangeError(`expected extra houses of ${size} cells in the link`);
  if (extra.length) puzzle.extra = extra;
  if (fields.has("c")) puzzle.candidates = unpackCandidates(fields.get("c"), size);
  return { puzzle, values: fields.has("v") ? unpackValues(fields.get("v"), size) : null };
}

function unpackBox(text, size) {
  if (text === null) return squarestBox(size);
  if (text === "0") return null;
  const box = text.split("x").map(Number);
  if (!isBox(box, size)) throw new RangeError(`expected a box of ${size} cells in the link`);
  return box;
}

/** Whether two puzzles are the same, so that a link does not undo the progress in it. */
export function isSamePuzzle(a, b) {
  const key = ({ size, box = squarestBox(size), extra = [], values, candidates = null }) =>
    JSON.stringify([box, extra, values, candidates]);
  return a.size === b.size && key(a) === key(b);
}
