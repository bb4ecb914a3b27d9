/** New, Settings, Keys: the dialogs of index.html, and the buttons of the header. */
import { SIZES } from "./geometry.js";
import { byId, html } from "./svg.js";

function setupNew(app) {
  const { game } = app;
  const dialog = byId("dialog-new");
  byId("sizes").append(...SIZES.map((size) => html("button", { value: `size ${size}`, text: `${size}×${size}` })));
  dialog.addEventListener("close", () => {
    const [act, size] = dialog.returnValue.split(" ");
    if (act === "size") app.open({ size: Number(size), values: Array(size * size).fill(0) }, "An empty grid.");
    else if (act) game[act]();
  });
}

function setupSettings(app) {
  const form = byId("dialog-settings").querySelector("form");
  const inputs = [...form.elements].filter((input) => input.name);
  const draw = () => {
    for (const input of inputs) {
      if (input.type === "checkbox") input.checked = app.settings[input.name];
      else input.value = app.settings[input.name];
    }
  };
  draw();
  app.on("settings", draw);
  form.addEventListener("change", ({ target }) =>
    app.setSetting(target.name, target.type === "checkbox" ? target.checked : target.value));
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function setupDialogs(app) {
  for (const button of document.querySelectorAll("[data-dialog]")) {
    const dialog = byId(`dialog-${button.dataset.dialog}`);
    button.addEventListener("click", () => {
      dialog.returnValue = ""; // else Escape would say what was pressed the last time
      dialog.showModal();
    });
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(""); });
  }
  setupNew(app);
  setupSettings(app);
  app.on("help", () => byId("dialog-help").showModal());
  byId("print").addEventListener("click", () => print());
  byId("theme").addEventListener("click", () => app.setSetting("theme", isDark() ? "light" : "dark"));
}
