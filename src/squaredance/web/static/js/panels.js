/** The panels in the order of their tabs, each a module with `setup(app)`. One that the server cannot serve adds nothing. */
import * as exchange from "./exchange.js";
import * as generate from "./generate.js";
import * as hints from "./hints.js";
import * as race from "./race.js";
import * as replay from "./replay.js";
import * as solve from "./solve.js";
import * as steps from "./steps.js";

export const PANELS = [solve, hints, steps, generate, replay, race, exchange];
