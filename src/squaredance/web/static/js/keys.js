/**
 * The keyboard. Keys go to the grid wherever the focus is, but not out of fields, dialogs and tabs.
 *
 * Digits are told by the key's place (`code`), as Shift and Ctrl change its character. Above size 9 letters are
 * values, so there Z X C V want Alt to choose a mode, and Space goes to the next one everywhere.
 */
import { MODES } from "./model.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MODE_KEYS = { KeyZ: "value", KeyX: "corner", KeyC: "centre", KeyV: "color" };
const PAUSE = 1000; // ms in which a second digit joins the first

/** The mode that the held keys ask for, or that of the game. */
function heldMode(event, game) {
  const control = event.ctrlKey || event.metaKey;
  if (control && event.shiftKey) return "color";
  if (control) return "centre";
  return event.shiftKey ? "corner" : game.mode;
}

function isElsewhere(event) {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog, [contenteditable]")) return true;
  const isPress = event.code === "Space" || event.code === "Enter";
  if (isPress && target.closest("button, a, summary, input, label")) return true;
  return event.code in ARROWS && target.closest("[role=tab], input") !== null;
}

export function setupKeys(app) {
  const { game } = app;
  let last = { digits: 0, time: 0 };

  const digitOf = (code) => /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];

  /** A digit where values are numbers: 1, then 2 within a second is 12, in the place of 1. */
  function enterDigit(digit, mode, time) {
    const joined = last.digits * 10 + digit;
    const joins = last.digits > 0 && time - last.time < PAUSE && last.mode === mode
      && last.selected === game.selected && game.depth === last.depth && joined <= game.size;
    if (joins) game.undo();
    const value = joins ? joined : digit;
    if (!value || value > game.size) return;
    const before = game.depth;
    game.enter(value, mode);
    const entered = game.depth > before;
    last = { digits: entered ? value : 0, time, mode, selected: game.selected, depth: game.depth };
  }

  function enterKey(event) {
    if (event.altKey) return false;
    const mode = heldMode(event, game);
    const digit = digitOf(event.code);
    const control = event.ctrlKey || event.metaKey;
    if (digit !== undefined && mode === "color") game.enter(Number(digit), mode);
    else if (digit !== undefined && app.symbols.isNumbers && game.size > 9) enterDigit(Number(digit), mode, event.timeStamp);
    else if (digit !== undefined) {
      if (digit === "0") game.erase();
      else if (Number(digit) <= game.size) game.enter(Number(digit), mode);
    } else if (!control && mode !== "color" && app.symbols.value(event.key)) {
      game.enter(app.symbols.value(event.key), mode);
    } else return false;
    return true;
  }

  function chooseMode(event) {
    const mode = MODE_KEYS[event.code];
    if (!mode || event.ctrlKey || event.metaKey) return false;
    if (!event.altKey && game.mode !== "color" && app.symbols.hasLetter(event.code.slice(3))) return false;
    game.setMode(mode);
    return true;
  }

  function command(event) {
    if (!event.ctrlKey && !event.metaKey) return false;
    const commands = {
      z: () => (event.shiftKey ? game.redo() : game.undo()),
      y: () => game.redo(),
      a: () => game.selectAll(),
    };
    const run = commands[event.key.toLowerCase()];
    run?.();
    return run !== undefined;
  }

  function move(event) {
    const extend = event.shiftKey || event.ctrlKey || event.metaKey;
    if (event.code in ARROWS && !event.altKey) {
      game.move(...ARROWS[event.code], { extend });
      return true;
    }
    const col = game.cursor % game.size;
    if (event.code === "Home") game.move(0, -col, { extend });
    else if (event.code === "End") game.move(0, game.size - 1 - col, { extend });
    else return false;
    return true;
  }

  function other(event) {
    if (event.code === "Backspace" || event.code === "Delete") game.erase();
    else if (event.code === "Escape") app.escape();
    else if (event.code === "Space") {
      const step = event.shiftKey ? MODES.length - 1 : 1;
      game.setMode(MODES[(MODES.indexOf(game.mode) + step) % MODES.length]);
    } else if (event.key === "?") app.emit("help");
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    app.emit("held", event);
    if (event.defaultPrevented || event.isComposing || isElsewhere(event)) return;
    const taken = command(event) || move(event) || chooseMode(event) || enterKey(event) || other(event);
    if (taken) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => app.emit("held", event));
  addEventListener("blur", () => app.emit("held", {}));
}

export { heldMode };
