/** Puzzles in and out: paste, drop, open, copy, share, and the panel Export. */
import { squarestBox } from "./geometry.js";
import { isSamePuzzle } from "./store.js";
import { button, byId, html, options } from "./svg.js";

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

const isField = (target) => target instanceof Element && target.closest("textarea, input[type=number]") !== null;

/** The cells in a line, as the library writes it: numbers with blanks between above size 25. */
function lineOf(values, symbols) {
  return values.map((value) => symbols.text(value) || (symbols.isNumbers ? "0" : ".")).join(symbols.isNumbers ? " " : "");
}

/** Whether a line says all of a puzzle: it has no way to tell other houses, nor candidates. */
const fitsLine = ({ size, box, extra, candidates }) => !extra && !candidates && String(box) === String(squarestBox(size));

// ---- In

/** As much of a text as a question may weigh, to the end of a line; all of it, for the server to refuse, where that is none. */
function fitting(text, most) {
  const weight = (part) => new Blob([JSON.stringify(part)]).size;
  let part = text.slice(0, most);
  while (part && weight(part) > most) part = part.slice(0, part.lastIndexOf("\n", part.length * 0.9) + 1);
  return part || text;
}

/** Reads a text and opens the first of its puzzles; the others can be turned to. */
async function openText(app, text, wish = {}) {
  if (/^\s*(?:https?:|\S*#\S*p=)\S*\s*$/.test(text)) {
    app.say("There is no puzzle in this link.");
    app.openLink(text.trim().split("#")[1] ?? "");
    return;
  }
  const part = fitting(text, app.about.limits.body - 1000); // for the wish, and what JSON needs
  const answer = await app.ask("read", { text: part, ...wish });
  if (!answer?.puzzles.length) return;
  const { puzzles, format, errors: [error] } = answer;
  if (puzzles[0].size === 1 && !wish.format) {
    app.say("Not opened: this would be a grid of one cell.");
    return;
  }
  const more = answer.more || part.length < text.length;
  const place = error?.line ? `, line ${error.line}` : "";
  const what = puzzles.length > 1 ? `${puzzles.length} puzzles` : "puzzle";
  app.open(puzzles[0], `Read ${more ? "the first " : puzzles.length > 1 ? "" : "a "}${what} (${format}).${
    error ? ` Not read${place}: ${error.reason}` : ""}`);
  setShelf(app, puzzles, more);
}

let endShelf = () => {};

/** The puzzles of a file: one before, one after. It is there as long as one of them is on the board. */
function setShelf(app, puzzles, more) {
  endShelf();
  if (puzzles.length < 2) return;
  let at = 0;
  const place = html("span");
  const turn = (by) => {
    at = (at + by + puzzles.length) % puzzles.length;
    app.open(puzzles[at]);
  };
  const shelf = html("p", { id: "shelf", class: "row" },
    button("‹", () => turn(-1), { "aria-label": "Puzzle before" }), place,
    button("›", () => turn(1), { "aria-label": "Next puzzle" }));
  const draw = () => {
    const isHere = (puzzle) => isSamePuzzle(puzzle, app.game.puzzle());
    if (!isHere(puzzles[at])) at = Math.max(0, puzzles.findIndex(isHere));
    place.textContent = `Puzzle ${at + 1} of ${puzzles.length}${more ? " and more" : ""}`;
    if (!isHere(puzzles[at])) shelf.remove();
    else if (!shelf.isConnected) byId("status").after(shelf);
  };
  const end = app.game.on("load", draw);
  endShelf = () => {
    shelf.remove();
    end();
  };
  draw();
}

function setupInput(app) {
  const dialog = byId("dialog-open");
  const formats = byId("format");
  formats.append(...options(app.about.formats.read.map(({ name, title }) => [name, `${name}: ${title}`])));
  const chosen = () => (formats.value ? { format: formats.value } : {});
  const openFile = async (file) => {
    const wish = { name: file.name, ...chosen() };
    openText(app, await file.slice(0, app.about.limits.body).text(), wish);
  };
  const openData = (event, data) => {
    event.preventDefault();
    dialog.close("");
    const [file] = data.files;
    if (file) openFile(file);
    else openText(app, data.getData("text"));
  };
  document.addEventListener("paste", (event) => { if (!isField(event.target)) openData(event, event.clipboardData); });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  for (const name of ["dragleave", "drop"]) {
    document.addEventListener(name, () => document.body.classList.remove("dropping"));
  }
  document.addEventListener("drop", (event) => openData(event, event.dataTransfer));
  dialog.addEventListener("close", () => {
    const field = byId("paste");
    if (dialog.returnValue === "open" && field.value.trim()) openText(app, field.value, chosen());
    field.value = formats.value = "";
  });
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) openFile(file);
    event.target.value = "";
    dialog.close("");
  });
}

// ---- Out

function setupOutput(app, field) {
  document.addEventListener("copy", (event) => {
    if (isField(event.target) || String(getSelection())) return;
    const puzzle = app.game.puzzle();
    const isLine = fitsLine(puzzle);
    event.clipboardData.setData("text/plain", isLine ? lineOf(puzzle.values, app.symbols) : app.link());
    event.preventDefault();
    app.say(isLine ? "Puzzle copied." : "Link copied: a line has no way to tell these houses or candidates.");
  });
  byId("share").addEventListener("click", async () => {
    const link = app.link();
    const copied = await copy(link);
    field.value = link;
    history.replaceState(null, "", link);
    app.say(copied ? "Link copied." : "The link is in the address bar.");
  });
}

class Export {
  constructor(app) {
    const { about } = app;
    this.app = app;
    this.field = html("textarea", { rows: 8, readonly: true, spellcheck: "false", "aria-label": "Puzzle as text" });
    this.which = html("select", { "aria-label": "What to export" },
      ...options([["clues", "the puzzle"], ["now", "with my values"]]));
    this.formats = html("select", { "aria-label": "Format" },
      ...options((about?.formats.write ?? []).map(({ name, title }) => [name, name, title])));
    const pictures = (about?.renders ?? []).map((kind) => button(kind.toUpperCase(), () => this.picture(kind)));
    this.element = html("div", {},
      html("div", { class: "row" }, this.which, ...(about ? [this.formats] : []), button("Show", () => this.show())),
      this.field,
      html("div", { class: "row" },
        button("Copy", () => this.copy()), button("Download", () => this.download()),
        button("Link with my values", () => this.link()), ...pictures));
  }

  get puzzle() { return this.app.game.puzzle(this.which.value); }

  /** The text; "" where it failed, which was then said. */
  async show() {
    const { app, field, formats } = this;
    if (app.about) field.value = (await app.ask("convert", { puzzle: this.puzzle, to: formats.value }))?.text ?? "";
    else field.value = fitsLine(this.puzzle) ? lineOf(this.puzzle.values, app.symbols) : app.link();
    return field.value;
  }

  async copy() {
    const text = await this.show();
    if (text) this.app.say(await copy(text) ? "Copied." : "Not copied: select the text.");
  }

  async download() {
    const text = await this.show();
    if (text) download(new Blob([text], { type: "text/plain" }), "sudoku.txt");
  }

  async link() {
    this.field.value = this.app.link(true);
    this.app.say(await copy(this.field.value) ? "Link copied." : "The link is in the field.");
  }

  async picture(kind) {
    const blob = await this.app.ask("render", { puzzle: this.puzzle, as: kind }, { as: "blob" });
    if (blob) download(blob, `sudoku.${kind}`);
  }
}

export function setup(app) {
  const panel = new Export(app);
  setupOutput(app, panel.field);
  if (app.about) setupInput(app);
  else for (const node of document.querySelectorAll("[data-needs=api]")) node.hidden = true;
  app.addPanel("export", "Export", panel.element);
}
