/**
 * The keyboard. Keys go to the grid wherever the focus is, but not out of fields, dialogs and tabs.
 *
 * Digits are told by the key's place (`code`), as Shift and Ctrl change its character; letters by what is printed on
 * the key, and by its place where that is nothing of ASCII (Russian, or Alt on a Mac). Where letters are values, those choose no mode (Space does),
 * and Alt makes a centre mark of them: Ctrl with W, T or N belongs to the browser and closes the page.
 */
import { MODES } from "./model.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MODE_KEYS = { Z: "value", X: "corner", C: "centre", V: "color" };
const STEPS = { ",": -1, ".": 1 };
const PAUSE = 1000; // ms in which a second digit joins the first

const hasControl = (event) => Boolean(event.ctrlKey || event.metaKey);
const digitOf = ({ code }) => /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];

function letterOf({ key, code }) {
  const isPlain = /^[!-~]$/.test(key); // a comma in the place of M is a comma
  return isPlain ? /[a-z]/i.exec(key)?.[0].toUpperCase() : /^Key([A-Z])$/.exec(code)?.[1];
}

/** The mode that the held keys ask for; null for none. */
export function heldMode(event, symbols) {
  const control = hasControl(event);
  if (control && event.shiftKey) return "color";
  if (control || (event.altKey && symbols.hasLetters)) return "centre";
  return event.shiftKey ? "corner" : null;
}

function isElsewhere(event) {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog, [contenteditable]")) return true;
  const isPress = event.code === "Space" || event.code === "Enter";
  if (isPress && target.closest("button, a, summary, input, label")) return true;
  const isMove = event.code in ARROWS || event.code === "Home" || event.code === "End";
  return isMove && target.closest("[role=tab], input") !== null;
}

class Keys {
  constructor(app) {
    this.app = app;
    this.game = app.game;
    this.last = { digits: 0 }; // what was entered by the last digit, and when
  }

  /** Whether this key means something here. */
  press(event) {
    return this.command(event) || this.move(event) || this.chooseMode(event) || this.enter(event) || this.other(event);
  }

  command(event) {
    if (!hasControl(event) || event.altKey) return false;
    const { game } = this;
    const commands = {
      Z: () => (event.shiftKey ? game.redo() : game.undo()),
      Y: () => game.redo(),
      A: () => game.selectAll(),
    };
    const run = commands[letterOf(event)];
    run?.();
    return run !== undefined;
  }

  move(event) {
    const { game } = this;
    const extend = event.shiftKey || hasControl(event);
    const col = game.cursor % game.size;
    const way = { ...ARROWS, Home: [0, -col], End: [0, game.size - 1 - col] }[event.code];
    if (!way || event.altKey) return false;
    game.move(...way, { extend });
    return true;
  }

  chooseMode(event) {
    const { game, app: { symbols } } = this;
    const letter = letterOf(event);
    const mode = MODE_KEYS[letter];
    if (!mode || hasControl(event)) return false;
    if (symbols.hasLetter(letter) && (event.altKey || game.mode !== "color")) return false;
    game.setMode(mode);
    return true;
  }

  enter(event) {
    const { game, app: { symbols } } = this;
    const mode = heldMode(event, symbols) ?? game.mode;
    const digit = digitOf(event);
    if (digit !== undefined && !event.altKey) this.#enterDigit(Number(digit), mode, event.timeStamp);
    else if (digit === undefined && !hasControl(event) && mode !== "color" && (!event.altKey || symbols.hasLetters)) {
      const value = symbols.value(letterOf(event) ?? event.key);
      if (!value) return false;
      game.enter(value, mode);
    } else return false;
    return true;
  }

  #enterDigit(digit, mode, time) {
    const { game, app: { symbols } } = this;
    if (mode !== "color" && symbols.isNumbers) this.#enterNumber(digit, mode, time);
    else if (digit === 0) game.erase();
    else if (digit <= game.size || mode === "color") game.enter(digit, mode);
  }

  /** A digit where values are numbers: 1, then 2 within a second is 12, in the place of 1. */
  #enterNumber(digit, mode, time) {
    const { game, last } = this;
    const joined = last.digits * 10 + digit;
    const joins = last.digits > 0 && time - last.time < PAUSE && last.mode === mode
      && last.selected === game.selected && game.depth === last.depth && joined <= game.size;
    if (joins) game.undo();
    const value = joins ? joined : digit;
    const before = game.depth;
    if (value) game.enter(value, mode);
    else game.erase();
    const isEntered = value > 0 && game.depth > before;
    this.last = { digits: isEntered ? value : 0, time, mode, selected: game.selected, depth: game.depth };
  }

  other(event) {
    const { app, game } = this;
    if (event.code === "Backspace" || event.code === "Delete") game.erase();
    else if (event.code === "Escape") app.escape();
    else if (event.code === "Space") {
      const step = event.shiftKey ? MODES.length - 1 : 1;
      game.setMode(MODES[(MODES.indexOf(game.mode) + step) % MODES.length]);
    } else if (event.key === "?") app.emit("help");
    else if (event.key in STEPS && !hasControl(event) && !event.altKey) app.emit("step", STEPS[event.key]);
    else return false;
    return true;
  }
}

export function setupKeys(app) {
  const keys = new Keys(app);
  document.addEventListener("keydown", (event) => {
    app.emit("held", event);
    if (event.defaultPrevented || event.isComposing || isElsewhere(event)) return;
    if (keys.press(event)) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => app.emit("held", event));
  addEventListener("blur", () => app.emit("held", {}));
}
