/** The pad: modes, a button for each value or color, and what one does often. Big enough for fingers. */
import { heldMode } from "./keys.js";
import { COLORS } from "./model.js";
import { button, html } from "./svg.js";

const MODES = [["value", "Value", "Z"], ["corner", "Corner", "X"], ["centre", "Centre", "C"], ["color", "Color", "V"]];

/** A button that keeps the focus where it is, so that keys go on to work on the grid. */
function padButton(text, onclick, attributes) {
  return button(text, onclick, { onpointerdown: (event) => event.preventDefault(), ...attributes });
}

/** The values of a size in a field that is nearly square. */
function columns(size) {
  return size <= 4 ? 2 : Math.ceil(Math.sqrt(size));
}

class Pad {
  constructor(app, element) {
    const { game } = app;
    Object.assign(this, { app, game, element });
    this.held = null; // the mode that Shift, Ctrl or Alt ask for while they are down
    this.modes = new Map(MODES.map(([mode, text, key]) => [mode,
      padButton(text, () => game.setMode(mode), { class: `mode mode-${mode}`, title: `${text} (${key})` })]));
    this.keys = html("div", { class: "keys", role: "group", "aria-label": "Values" });
    this.undo = padButton("Undo", () => game.undo(), { title: "Ctrl+Z" });
    this.redo = padButton("Redo", () => game.redo(), { title: "Ctrl+Y" });
    this.several = padButton("Select more", () => this.pickSeveral(), { title: "Taps add cells", "aria-pressed": "false" });
    this.auto = html("input", { type: "checkbox", id: "auto", onchange: () => game.setAuto(this.auto.checked) });
    element.append(
      html("div", { class: "modes", role: "group", "aria-label": "What keys enter" }, ...this.modes.values()),
      this.keys,
      html("div", { class: "acts" },
        this.undo, this.redo, padButton("Erase", () => game.erase(), { title: "Backspace" }), this.several),
      html("label", { class: "check" }, this.auto, "Automatic candidates"));
    this.drawModes();
    this.drawKeys();
  }

  get mode() { return this.held ?? this.game.mode; }

  pickSeveral() {
    const { app } = this;
    app.picksSeveral = !app.picksSeveral;
    this.several.ariaPressed = app.picksSeveral;
  }

  drawKeys() {
    const { game: { size }, keys } = this;
    const isColor = this.mode === "color";
    keys.style.setProperty("--cols", isColor ? 3 : columns(size));
    this.element.classList.toggle("many", size > 9);
    keys.replaceChildren(...Array.from({ length: isColor ? COLORS : size }, (_, i) => this.#keyOf(i + 1, isColor)));
    this.drawCounts();
  }

  #keyOf(value, isColor) {
    const text = isColor ? String(value) : this.app.symbols.text(value);
    return padButton(text, () => this.game.enter(value, this.mode), {
      class: isColor ? `key swatch color-${value}` : "key", "data-value": value,
      "aria-label": isColor ? `Color ${value}` : text,
    });
  }

  /** A value that is in as many cells as it can be is done. */
  drawCounts() {
    const { game, keys } = this;
    if (this.mode !== "color") {
      for (const key of keys.children) key.classList.toggle("done", game.count(Number(key.dataset.value)) >= game.size);
    }
    this.auto.checked = game.auto;
    this.undo.disabled = !game.canUndo;
    this.redo.disabled = !game.canRedo;
  }

  drawModes() {
    const { mode, keys } = this;
    for (const [name, node] of this.modes) node.ariaPressed = name === mode;
    keys.className = `keys keys-${mode}`;
    if ((mode === "color") !== (keys.querySelector(".swatch") !== null)) this.drawKeys();
  }

  hold(event) {
    const asked = heldMode(event, this.app.symbols);
    if (asked === this.held) return;
    this.held = asked;
    this.drawModes();
  }
}

export function setupPad(app, element) {
  const pad = new Pad(app, element);
  app.game.on("mode", () => pad.drawModes());
  app.game.on("change", () => pad.drawCounts());
  app.game.on("load", () => pad.drawKeys());
  app.on("symbols", () => pad.drawKeys());
  app.on("held", (event) => pad.hold(event));
}
