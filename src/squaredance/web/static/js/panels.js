/** The panels, each a module with `setup(app)`. One that the server cannot serve adds nothing. */
import * as exchange from "./exchange.js";
import * as replay from "./replay.js";
import * as solve from "./solve.js";

export const PANELS = [solve, replay, exchange];
