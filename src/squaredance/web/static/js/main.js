/**
 * Puts the page together. `app` is what all parts know:
 *
 *     game board api symbols settings
 *     about                          what the server can do (GET /api/about); null without a server
 *     can(question)                  whether the server answers it
 *     say(text)                      one line below the board, spoken too
 *     ask(name, body)                an answer of the API, or null when there is none for this game, which was then said
 *     cancel()                       ends all questions under way
 *     open(puzzle, text)             another puzzle on the board
 *     addPanel(name, title, element) a tab of the side
 *     on(event, fn)                  "hide" (nothing but the game is to be seen), "puzzle" (it is another), "symbols",
 *                                    "settings", "step" (by the keys , and .)
 */
import { Api } from "./api.js";
import { Board } from "./board.js";
import { setupDialogs } from "./dialogs.js";
import { Events } from "./events.js";
import { setupKeys } from "./keys.js";
import { Game } from "./model.js";
import { setupPad } from "./pad.js";
import { PANELS } from "./panels.js";
import { setupPointer } from "./pointer.js";
import { isLastToSave, isSamePuzzle, loadGame, loadSettings, packLink, saveGame, saveSettings, unpackLink } from "./store.js";
import { button, byId, html } from "./svg.js";
import { Symbols } from "./symbols.js";
import { setupTimer } from "./timer.js";

const PATIENCE = 300; // ms until a question says that it takes a while
const DEFAULTS = { clashes: true, alike: true, tidy: true, timer: false, symbols: "letters", zoom: "1", theme: "" };
const FIRST = "p=9f2a5c7a918d52d9a72c1a6e4a4c81a5d13d184a6c7a3f6"; // squaredance generate --seed 8 --symmetry rotate180 --difficulty medium

class App extends Events {
  constructor() {
    super();
    this.settings = loadSettings(DEFAULTS);
    this.game = new Game();
    this.symbols = new Symbols(9, this.settings.symbols);
    this.api = new Api();
    this.about = null;
    this.slow = new Set(); // questions that have taken longer than a moment
    this.picksSeveral = false;
    this.panel = null;
    this.#start();
    this.game.on("load", () => this.#chooseSymbols()); // before the board draws
    this.board = new Board(byId("board"), this.game, this.symbols);
    this.#applySettings();
    this.#watchPuzzle();
  }

  // ---- For the panels

  can(question) {
    return Boolean(this.about?.questions.includes(question));
  }

  say(text) {
    byId("said").textContent = text;
  }

  /**
   * Asks the server. A `body` that depends on the game is given as a function: it is called again when the answer is
   * there, and where the game would now ask something else, the answer is not for it.
   */
  async ask(name, body, options) {
    const make = typeof body === "function" ? body : () => body;
    const asked = make();
    this.say("");
    const endWaiting = this.#wait();
    try {
      const answer = await this.api.call(name, asked, options);
      if (JSON.stringify(make()) === JSON.stringify(asked)) return answer;
      this.say("The grid has changed meanwhile: ask again.");
    } catch (error) {
      if (!error.isAborted) this.say(error.words ?? String(error));
    } finally {
      endWaiting();
    }
    return null;
  }

  cancel() {
    if (this.api.isBusy) this.say("Cancelled.");
    this.api.cancel();
  }

  open(puzzle, text = "") {
    this.game.load(puzzle);
    this.say(text);
  }

  addPanel(name, title, element) {
    const tab = button(title, () => this.showPanel(name),
      { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` });
    const panel = html("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": tab.id, class: "panel" }, element);
    byId("tabs").append(tab);
    byId("panels").append(panel);
    this.showPanel(this.panel ?? name);
  }

  showPanel(name) {
    if (name !== this.panel) this.hide();
    this.panel = name;
    for (const tab of byId("tabs").children) {
      const isShown = tab.id === `tab-${name}`;
      tab.ariaSelected = isShown;
      tab.tabIndex = isShown ? 0 : -1;
      byId(`panel-${tab.id.slice(4)}`).hidden = !isShown;
    }
  }

  /** Ends what panels show over the game. */
  hide() {
    this.emit("hide");
    this.board.preview(null);
  }

  /** Escape: ends what is under way, then what is shown over the game, then the selection. */
  escape() {
    this.cancel();
    this.hide();
    this.game.selectNone();
  }

  setSetting(name, value) {
    this.settings = { ...this.settings, [name]: value };
    saveSettings(this.settings);
    this.#applySettings();
  }

  // ---- Inside

  /** Says that a question takes longer than a moment, as long as one does. What is returned ends it. */
  #wait() {
    const note = (act) => {
      this.slow[act](timer);
      byId("working").hidden = !this.slow.size;
    };
    const timer = setTimeout(() => note("add"), PATIENCE);
    return () => {
      clearTimeout(timer);
      note("delete");
    };
  }

  /** A load is another puzzle, and ends all questions; a change may be another puzzle too, where there are no clues. */
  #watchPuzzle() {
    let puzzle = this.game.puzzle();
    const note = () => {
      puzzle = this.game.puzzle();
      this.emit("puzzle");
    };
    this.game.on("load", () => {
      this.api.cancel();
      note();
    });
    this.game.on("change", () => { if (!isSamePuzzle(puzzle, this.game.puzzle())) note(); });
  }

  #applySettings() {
    const { clashes, alike, tidy, zoom, theme } = this.settings;
    this.board.showsClashes = clashes;
    this.board.showsAlike = alike;
    this.board.zoom = zoom;
    this.board.element.style.setProperty("--zoom", zoom);
    this.game.tidy = tidy;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    if (this.#chooseSymbols()) this.board.build();
    else this.board.refreshAll();
    this.emit("settings");
  }

  #chooseSymbols() {
    const symbols = new Symbols(this.game.size, this.settings.symbols);
    if (symbols.size === this.symbols.size && symbols.style === this.symbols.style) return false;
    this.symbols = symbols;
    this.board.symbols = symbols;
    this.emit("symbols");
    return true;
  }

  /** The puzzle of the link; else the game of the last time; else a first puzzle. */
  #start() {
    const isRevived = this.#revive();
    if (!this.openLink(location.hash) && !isRevived) this.game.load(unpackLink(FIRST).puzzle);
    if (!isRevived) this.game.forget(); // but not the game of the last time
    this.symbols = new Symbols(this.game.size, this.settings.symbols);
  }

  #revive() {
    try {
      this.game.revive(loadGame());
      return true;
    } catch {
      return false; // none, of another version, or damaged: it is not worth a message
    }
  }

  /** False where there is none, or a wrong one, which is then said. Progress in the same puzzle is kept. */
  openLink(hash) {
    try {
      const found = unpackLink(hash);
      if (!found) return false;
      const { puzzle, values } = found;
      if (values || !isSamePuzzle(puzzle, this.game.puzzle())) this.game.load(puzzle, values);
      // The values are in the game now: at the next visit they would take the place of later ones.
      if (values) history.replaceState(null, "", this.link());
      this.say("");
      return true;
    } catch (error) {
      this.say(error.message);
      return false;
    }
  }

  /** A link to the puzzle, with the values of the player when they are wanted. */
  link(withValues = false) {
    const values = withValues ? this.game.content.map((c) => (c.clue ? 0 : c.value)) : null;
    return `${location.origin}${location.pathname}#${packLink(this.game.puzzle(), values)}`;
  }
}

function setupStatus(app) {
  const { game, board } = app;
  let spoken;
  const speak = () => {
    clearTimeout(spoken);
    spoken = setTimeout(() => {
      const { selected, cursor } = game;
      byId("spoken").textContent = selected.size > 1 ? `${selected.size} cells` : selected.size ? board.describe(cursor) : "";
    }, 60);
  };
  game.on("select", () => {
    // A screen reader itself says which cell of a grid in focus is the active one.
    if (document.activeElement !== board.element || game.selected.size !== 1) speak();
    else byId("spoken").textContent = "";
  });
  game.on("change", (cells) => {
    speak();
    if (game.isSolved) app.say("Solved.");
    else if (cells.size && byId("said").textContent === "Solved.") app.say("");
  });
}

function setupSaving(app) {
  let later = null;
  const save = () => {
    later = null;
    saveGame(app.game.freeze());
  };
  const soon = () => {
    clearTimeout(later);
    later = setTimeout(save, 250);
  };
  app.game.on("change", soon);
  app.game.on("load", () => {
    // The link is of another puzzle now, and would bring that back at the next visit.
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    soon();
  });
  addEventListener("pagehide", () => { if (later || isLastToSave()) save(); });
  addEventListener("hashchange", () => {
    if (app.openLink(location.hash)) history.replaceState(null, "", app.link());
  });
}

function setupTabs() {
  byId("tabs").addEventListener("keydown", (event) => {
    const tabs = [...byId("tabs").children];
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined || at < 0) return;
    const next = tabs.at(to % tabs.length);
    next.click();
    next.focus();
  });
}

async function main() {
  const app = new App();
  globalThis.app = app; // for the tests, and for the curious
  setupKeys(app);
  setupPointer(app);
  setupPad(app, byId("pad"));
  setupStatus(app);
  setupSaving(app);
  setupTimer(app, byId("timer"));
  setupTabs();
  setupDialogs(app);
  byId("cancel").addEventListener("click", () => app.cancel());
  byId("hide").addEventListener("click", () => app.hide());
  try {
    app.about = await app.api.about();
  } catch {
    app.say("No server: the grid works, the rest needs squaredance serve.");
  }
  for (const panel of PANELS) panel.setup(app);
  document.body.classList.add("ready");
}

main();
