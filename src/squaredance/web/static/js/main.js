/**
 * Puts the page together. `app` is what all parts know:
 *
 *     game board api symbols settings
 *     about                          what the server can do (GET /api/about); null without a server
 *     can(question)                  whether the server answers it
 *     say(text)                      one line below the board, spoken too
 *     ask(name, body)                an answer of the API, or null when it failed, which was then said
 *     open(puzzle, text)             another puzzle on the board
 *     addPanel(name, title, element) a tab of the side; its order is that of ORDER
 *     on(event, fn)                  "panel" (the name of the one now shown), "symbols", "settings", "escape"
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
import { isSamePuzzle, loadGame, loadSettings, packLink, saveGame, saveSettings, unpackLink } from "./store.js";
import { button, byId, html } from "./svg.js";
import { Symbols } from "./symbols.js";
import { setupTimer } from "./timer.js";

const ORDER = ["solve", "hint", "explain", "generate", "watch", "race", "export"];
const DEFAULTS = { clashes: true, alike: true, tidy: true, timer: false, symbols: "letters", theme: "" };
const FIRST = "p=9f2a5c7a918d52d9a72c1a6e4a4c81a5d13d184a6c7a3f6"; // squaredance generate --seed 8 --symmetry rotate180 --difficulty medium

class App extends Events {
  constructor() {
    super();
    this.settings = loadSettings(DEFAULTS);
    this.game = new Game();
    this.symbols = new Symbols(9, this.settings.symbols);
    this.api = new Api();
    this.about = null;
    this.picksSeveral = false;
    this.panel = null;
    this.#start();
    this.game.on("load", () => this.#chooseSymbols()); // before the board draws
    this.board = new Board(byId("board"), this.game, this.symbols);
    this.#applySettings();
  }

  // ---- For the panels

  can(question) {
    return Boolean(this.about?.questions.includes(question));
  }

  say(text) {
    byId("status").textContent = text;
  }

  async ask(name, body, options) {
    const waiting = setTimeout(() => this.#sayWorking(), 300);
    try {
      const answer = await this.api.call(name, body, options);
      this.say("");
      return answer;
    } catch (error) {
      if (!error.isAborted) this.say(error.words);
      else if (byId("status").querySelector("button")) this.say("Cancelled.");
      return null;
    } finally {
      clearTimeout(waiting);
    }
  }

  #sayWorking() {
    this.say("Working … ");
    byId("status").append(button("Cancel", () => this.api.cancel()));
  }

  open(puzzle, text = "") {
    this.game.load(puzzle);
    if (puzzle.candidates) this.game.setAuto(true);
    this.say(text);
  }

  addPanel(name, title, element) {
    const tab = button(title, () => this.showPanel(name),
      { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` });
    const panel = html("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": tab.id, class: "panel" }, element);
    const rank = (node) => ORDER.indexOf(node.id.slice(4));
    const next = [...byId("tabs").children].find((other) => rank(other) > rank(tab));
    byId("tabs").insertBefore(tab, next ?? null);
    byId("panels").append(panel);
    this.showPanel(this.panel ?? name);
  }

  showPanel(name) {
    this.panel = name;
    for (const tab of byId("tabs").children) {
      const isShown = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
      byId(`panel-${tab.id.slice(4)}`).hidden = !isShown;
    }
    this.emit("panel", name);
  }

  /** Escape: ends what is under way, then what is shown over the game, then the selection. */
  escape() {
    this.api.cancel();
    this.emit("escape");
    this.board.preview(null);
    this.game.selectNone();
  }

  setSetting(name, value) {
    this.settings = { ...this.settings, [name]: value };
    saveSettings(this.settings);
    this.#applySettings();
  }

  // ---- Inside

  #applySettings() {
    const { clashes, alike, tidy, theme } = this.settings;
    this.board.showsClashes = clashes;
    this.board.showsAlike = alike;
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
    const saved = loadGame();
    this.seconds = 0; // that this puzzle has been looked at
    this.game.on("load", () => { this.seconds = 0; });
    if (saved) {
      try {
        this.game.revive(saved);
        this.seconds = saved.seconds ?? 0;
      } catch {
        // Of another version, or damaged: it is not worth a message.
      }
    }
    if (!this.openLink(location.hash) && !saved) this.openLink(FIRST);
    this.symbols = new Symbols(this.game.size, this.settings.symbols);
    this.game.forget();
  }

  openLink(hash) {
    try {
      const found = unpackLink(hash);
      if (!found) return false;
      const { puzzle, values } = found;
      if (!isSamePuzzle(puzzle, this.game.puzzle())) this.game.load(puzzle);
      if (values) this.game.place([...values.entries()].filter(([, value]) => value));
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
  game.on("select", speak);
  game.on("change", (cells) => {
    speak();
    if (game.isSolved) app.say("Solved.");
    else if (cells.size && byId("status").textContent === "Solved.") app.say("");
  });
}

function setupSaving(app) {
  let later;
  const save = () => saveGame({ ...app.game.freeze(), seconds: app.seconds });
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
  addEventListener("pagehide", save);
  addEventListener("hashchange", () => {
    const { hash } = location;
    if (app.openLink(hash)) history.replaceState(null, "", hash);
  });
}

function setupTabs() {
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tabs = [...byId("tabs").children];
    const at = tabs.indexOf(document.activeElement);
    if (!step || at < 0) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
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
  try {
    app.about = await app.api.about();
  } catch {
    app.say("No server: the grid works, the rest needs squaredance serve.");
  }
  for (const panel of PANELS) panel.setup(app);
  document.body.classList.add("ready");
}

main();
