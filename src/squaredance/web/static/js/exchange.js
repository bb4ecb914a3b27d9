/** Puzzles in and out: paste, drop, open, copy, share, and the panel Export. */
import { button, byId, html } from "./svg.js";

/** To the clipboard; false where the browser does not let us. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function download(blob, name) {
  const link = html("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const isField = (target) => target instanceof Element && target.closest("input, textarea, select") !== null;

/** The cells in a line, as the library writes it: numbers with blanks between above size 25. */
export function lineOf(values, symbols) {
  return values.map((value) => symbols.text(value) || (symbols.isNumbers ? "0" : ".")).join(symbols.isNumbers ? " " : "");
}

/** Reads a text of any format; of several puzzles the first is opened and the others can be turned to. */
async function openText(app, text, name) {
  if (/^https?:\S+#/.test(text.trim()) && app.openLink(text.trim().split("#")[1])) return;
  const answer = await app.ask("read", name ? { text, name } : { text });
  if (!answer?.puzzles.length) return;
  const { puzzles, format, more, errors } = answer;
  app.open(puzzles[0], `Read ${puzzles.length > 1 ? `${puzzles.length} puzzles` : "a puzzle"} (${format}).${
    errors.length ? ` Not read, line ${errors[0].line}: ${errors[0].reason}` : ""}`);
  if (puzzles.length > 1) byId("status").after(shelfOf(app, puzzles, more));
}

/** The puzzles of a file: one before, one after. It goes when another puzzle comes from elsewhere. */
function shelfOf(app, puzzles, more) {
  let at = 0;
  let turning = false;
  const place = html("span");
  const turn = (by) => {
    at = (at + by + puzzles.length) % puzzles.length;
    place.textContent = `Puzzle ${at + 1} of ${puzzles.length}${more ? " and more" : ""}`;
    turning = true;
    if (by) app.open(puzzles[at]);
    turning = false;
  };
  turn(0);
  const end = app.game.on("load", () => {
    if (turning) return;
    byId("shelf").remove();
    end();
  });
  return html("p", { id: "shelf", class: "row" },
    button("‹", () => turn(-1), { "aria-label": "Puzzle before" }), place,
    button("›", () => turn(1), { "aria-label": "Next puzzle" }));
}

function setupInput(app) {
  document.addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    event.preventDefault();
    const [file] = event.clipboardData.files;
    if (file) openFile(file);
    else openText(app, event.clipboardData.getData("text"));
  });
  const openFile = async (file) => openText(app, await file.text(), file.name);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  for (const name of ["dragleave", "drop"]) {
    document.addEventListener(name, () => document.body.classList.remove("dropping"));
  }
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
    else openText(app, event.dataTransfer.getData("text"));
  });
  const dialog = byId("dialog-open");
  dialog.addEventListener("close", () => {
    const field = byId("paste");
    if (dialog.returnValue === "open" && field.value.trim()) openText(app, field.value);
    field.value = "";
  });
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) openFile(file);
    event.target.value = "";
    dialog.close("");
  });
}

function setupOutput(app, field) {
  const { game } = app;
  document.addEventListener("copy", (event) => {
    if (isField(event.target) || String(getSelection())) return;
    event.clipboardData.setData("text/plain", lineOf(game.puzzle().values, app.symbols));
    event.preventDefault();
    app.say("Puzzle copied.");
  });
  byId("share").addEventListener("click", async () => {
    const link = app.link();
    const copied = await copy(link);
    if (field) field.value = link;
    history.replaceState(null, "", link);
    app.say(copied ? "Link copied." : "The link is in the address bar.");
  });
}

export function setup(app) {
  const { about, game } = app;
  const field = html("textarea", { rows: 8, readonly: true, spellcheck: "false", "aria-label": "Puzzle as text" });
  setupOutput(app, field);
  if (about) setupInput(app);
  else for (const node of document.querySelectorAll("[data-needs=api]")) node.hidden = true;

  const which = html("select", { "aria-label": "What to export" },
    html("option", { value: "clues", text: "the puzzle" }), html("option", { value: "now", text: "with my values" }));
  const formats = html("select", { "aria-label": "Format" },
    ...(about?.formats.write ?? []).map(({ name, title }) => html("option", { value: name, text: name, title })));

  async function show() {
    if (!about) field.value = lineOf(game.puzzle(which.value).values, app.symbols);
    else field.value = (await app.ask("convert", { puzzle: game.puzzle(which.value), to: formats.value }))?.text ?? "";
  }

  async function picture(kind) {
    try {
      download(await app.api.blob("render", { puzzle: game.puzzle(which.value), as: kind }), `sudoku.${kind}`);
    } catch (error) {
      if (!error.isAborted) app.say(error.words);
    }
  }

  const pictures = (about?.renders ?? []).map((kind) => button(kind.toUpperCase(), () => picture(kind)));
  app.addPanel("export", "Export", html("div", {},
    html("div", { class: "row" }, which, ...(about ? [formats] : []), button("Show", show)),
    field,
    html("div", { class: "row" },
      button("Copy", async () => { await show(); app.say(await copy(field.value) ? "Copied." : "Not copied: select the text."); }),
      button("Download", async () => { await show(); download(new Blob([field.value], { type: "text/plain" }), "sudoku.txt"); }),
      button("Link with my values", async () => {
        field.value = app.link(true);
        app.say(await copy(field.value) ? "Link copied." : "The link is in the field.");
      }),
      ...pictures)));
}
