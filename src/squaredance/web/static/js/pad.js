/** The pad: modes, a button for each value or color, and what one does often. Big enough for fingers. */
import { heldMode } from "./keys.js";
import { COLORS } from "./model.js";
import { html } from "./svg.js";

const MODES = [["value", "Value", "Z"], ["corner", "Corner", "X"], ["centre", "Centre", "C"], ["color", "Color", "V"]];

/** A button that keeps the focus where it is, so that keys go on to work on the grid. */
function button(attributes) {
  return html("button", { type: "button", onpointerdown: (e) => e.preventDefault(), ...attributes });
}

export function setupPad(app, element) {
  const { game } = app;
  let held = null; // the mode that Shift or Ctrl ask for while they are down

  const modes = new Map(MODES.map(([mode, text, key]) => [mode, button({
    class: `mode mode-${mode}`, text, title: `${text} (${key})`, onclick: () => game.setMode(mode),
  })]));
  const keys = html("div", { class: "keys", role: "group", "aria-label": "Values" });
  const undo = button({ text: "Undo", title: "Ctrl+Z", onclick: () => game.undo() });
  const redo = button({ text: "Redo", title: "Ctrl+Y", onclick: () => game.redo() });
  const erase = button({ text: "Erase", title: "Backspace", onclick: () => game.erase() });
  const several = button({ text: "Select more", title: "Taps add cells", onclick: () => {
    app.picksSeveral = !app.picksSeveral;
    several.setAttribute("aria-pressed", app.picksSeveral);
  } });
  several.setAttribute("aria-pressed", "false");
  const auto = html("input", { type: "checkbox", id: "auto", onchange: () => game.setAuto(auto.checked) });
  element.append(
    html("div", { class: "modes", role: "group", "aria-label": "What keys enter" }, ...modes.values()),
    keys,
    html("div", { class: "acts" }, undo, redo, erase, several),
    html("label", { class: "check" }, auto, "Automatic candidates"));

  const mode = () => held ?? game.mode;

  function drawKeys() {
    const isColor = mode() === "color";
    const count = isColor ? COLORS : game.size;
    keys.style.setProperty("--cols", isColor ? 3 : columns(game.size));
    element.classList.toggle("many", game.size > 9);
    keys.replaceChildren(...Array.from({ length: count }, (_, i) => keyOf(i + 1, isColor)));
    drawCounts();
  }

  function keyOf(value, isColor) {
    const text = isColor ? String(value) : app.symbols.text(value);
    return button({
      class: isColor ? `key swatch color-${value}` : "key", text, "data-value": value,
      "aria-label": isColor ? `Color ${value}` : text, onclick: () => game.enter(value, mode()),
    });
  }

  /** A value that is in as many cells as it can be is done. */
  function drawCounts() {
    if (mode() !== "color") {
      for (const key of keys.children) key.classList.toggle("done", game.count(Number(key.dataset.value)) >= game.size);
    }
    auto.checked = game.auto;
    undo.disabled = !game.canUndo;
    redo.disabled = !game.canRedo;
  }

  function drawModes() {
    for (const [name, node] of modes) node.setAttribute("aria-pressed", name === mode());
    keys.className = `keys keys-${mode()}`;
    if ((mode() === "color") !== (keys.querySelector(".swatch") !== null)) drawKeys();
  }

  game.on("mode", drawModes);
  game.on("change", drawCounts);
  game.on("load", drawKeys);
  app.on("symbols", drawKeys);
  app.on("held", (event) => {
    const asked = event.ctrlKey || event.metaKey || event.shiftKey ? heldMode(event, game) : null;
    if (asked === held) return;
    held = asked;
    drawModes();
  });
  drawModes();
  drawKeys();
}

/** The values of a size in a field that is nearly square. */
function columns(size) {
  return size <= 4 ? 2 : Math.ceil(Math.sqrt(size));
}
