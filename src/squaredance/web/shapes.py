"""Shapes: what each question of the API takes and gives."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from squaredance.difficulty import RANGES
from squaredance.explain.path import SCALES
from squaredance.formats import FORMATS
from squaredance.formats.judges import JUDGES, Judge
from squaredance.generating.symmetry import SYMMETRIES
from squaredance.geometry import MAX_SIZE
from squaredance.solve import ENGINES as ALL_ENGINES
from squaredance.tracing import ENGINES as WATCHED
from squaredance.web.schema import Shape, ref

ENGINES: Final = tuple(name for name in ALL_ENGINES if name != "sat" or find_spec("pysat"))

SUDOKU_JUDGES: Final = {name: judge for name, judge in JUDGES.items() if isinstance(judge, Judge)}
MOST_PUZZLES: Final = 100  # of a text that is read
MOST_SOLUTIONS: Final = 100
MOST_PIXELS: Final = 2000
MOST_TRACE_NODES: Final = 2000
MOST_FRAMES: Final = 5000
LARGEST_CNF: Final = 16  # 2 MB of clauses; 25x25 has ten
_EXACT: Final = 2**53 - 1  # whole numbers that JavaScript can tell apart


class Question(NamedTuple):
    """One POST of the API. ``media`` are those of an answer that is no JSON."""

    title: str
    request: Shape
    answer: Shape
    media: tuple[str, ...] = ()


def obj(required: dict[str, Shape], optional: dict[str, Shape] | None = None) -> Shape:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def whole(least: int = 0, most: int | None = None) -> Shape:
    """A whole number."""
    return {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})


def some(items: Shape, least: int = 0, most: int | None = None) -> Shape:
    """A list."""
    lengths = {"minItems": least} | ({} if most is None else {"maxItems": most})
    return {"type": "array", "items": items} | lengths


def one_of(names: Any) -> Shape:
    """A text out of a few."""
    return {"type": "string", "enum": list(names)}


def either(*shapes: Shape) -> Shape:
    """One of several types."""
    return {"anyOf": list(shapes)}


TEXT: Final[Shape] = {"type": "string"}
FLAG: Final[Shape] = {"type": "boolean"}
NUMBER: Final[Shape] = {"type": "number"}
NULL: Final[Shape] = {"type": "null"}
_CELLS: Final = MAX_SIZE * MAX_SIZE
_VALUE: Final = whole(0, MAX_SIZE)
_SOME_VALUES: Final = some(whole(1, MAX_SIZE), most=MAX_SIZE)
_CELL: Final = whole(0, _CELLS - 1)
_BOX: Final = either(some(whole(1, MAX_SIZE), 2, 2), NULL)
_EXTRA: Final = some(some(_CELL, 1, MAX_SIZE), most=1000)
_VALUES: Final = some(_VALUE, 1, _CELLS)

_GEOMETRY: Final = {"box": _BOX, "extra": _EXTRA}
_GRID_REASON: Final = {"reason": one_of(("time", "nodes"))}

_TOLD: Final = [
    "technique",
    "title",
    "scale",
    "rating",
    "placements",
    "eliminations",
    "lemmas",
    "sentence",
    "where",
    "what",
    "why",
]

NAMED: Final[dict[str, Shape]] = {
    "PuzzleObject": {
        **obj(
            {"size": whole(1, MAX_SIZE), "values": _VALUES},
            {
                **_GEOMETRY,
                "candidates": some(either(whole(0, (1 << MAX_SIZE) - 1), _SOME_VALUES), 1, _CELLS),
            },
        ),
        "description": "A puzzle: `values` row by row, 0 for an empty cell; `box` is [rows, cols], "
        "null for none, and by default the squarest; `extra` houses are cell numbers from 0; "
        "`candidates` of each cell are a list of values, or a mask (bit v-1 for value v).",
    },
    "Puzzle": either(
        {
            "type": "string",
            "minLength": 1,
            "description": "One puzzle in any format that the library reads.",
        },
        ref("PuzzleObject"),
    ),
    "Grid": obj(
        {"size": whole(1, MAX_SIZE), "box": _BOX, "values": _VALUES},
        {"extra": _EXTRA, "candidates": some(_SOME_VALUES, 1, _CELLS)},
    ),
    "Step": {
        "type": "object",
        "description": "A step as in docs/steps.md, and how to tell it in three strengths.",
        "properties": {
            "technique": TEXT,
            "title": TEXT,
            "scale": one_of(SCALES),
            "rating": NUMBER,
            "placements": some(TEXT),
            "eliminations": some(TEXT),
            "lemmas": some({"type": "object"}),
            "sentence": TEXT,
            "where": {**TEXT, "description": "The first strength: where to look."},
            "what": {**TEXT, "description": "The second: what follows, and by which technique."},
            "why": {**TEXT, "description": "The third: all of it; the same as `sentence`."},
        },
        "required": _TOLD,
    },
    "Rating": obj(
        {
            "scale": one_of(SCALES),
            "status": one_of(("solved", "stuck", "none", "multiple", "stopped")),
            "steps": whole(),
            "counts": {"type": "object", "additionalProperties": whole()},
            "calibrated": FLAG,
            "text": TEXT,
            "word": {**TEXT, "description": "easy to extreme, HoDoKu's level, or nothing."},
        },
        {
            "er": NUMBER,
            "ep": NUMBER,
            "ed": NUMBER,
            "score": whole(),
            "level": TEXT,
            "hardest": TEXT,
            "hardest_title": TEXT,
        },
    ),
    "Frame": {
        **obj(
            {
                "kind": one_of(("place", "guess", "conflict", "back", "solution", "end", "stop")),
                "depth": {**whole(), "description": "Guesses that stand."},
                "placed": {
                    **some(some(_CELL, 2, 2)),
                    "description": "[cell, value] that changed; the value is 0 where it went.",
                },
                "flips": {
                    **some(some(_CELL, 2, MAX_SIZE + 1)),
                    "description": "[cell, value, ...]: candidates that went, or came back.",
                },
            },
            {
                "cell": _CELL,
                "value": whole(1, MAX_SIZE),
                "item": either(_CELL, some(whole(), 2, 2)),
                "options": whole(),
                "choice": whole(),
            },
        ),
        "description": "A moment of a search as in docs/api.md, by what it changed. `item` is a "
        "cell, or [house, value] with houses counted from 0: rows, cols, boxes, extras.",
    },
    "Error": obj(
        {
            "error": obj(
                {"type": TEXT, "reason": TEXT},
                {
                    "line": whole(1),
                    "column": whole(1),
                    "place": {**TEXT, "description": "A JSON pointer into the request."},
                    "cell": {**TEXT, "description": "A cell, such as R4C7."},
                },
            )
        }
    ),
}

_PUZZLE: Final = {"puzzle": ref("Puzzle")}
_SECONDS: Final[dict[str, Shape]] = {"seconds": {"type": "number", "minimum": 0}}
_LIMITS: Final = _SECONDS | {"nodes": whole(0, _EXACT)}
_SCALE: Final = {"scale": one_of(SCALES)}
_SYMBOLS: Final = {"symbols": {**TEXT, "maxLength": 200}}
_ON_THE_WAY: Final = {
    "grid": {
        **ref("Puzzle"),
        "description": "What is filled in by now, and the candidates that are left.",
    }
}
_PATH_ENDS: Final = ("solved", "stuck", "none", "multiple", "stopped")
_STATUS: Final = one_of(("unique", "multiple", "found", "none", "unknown"))
_EFFORT: Final = {"nodes": whole(), "guesses": whole(), "seconds": NUMBER, "engine": TEXT}
_COUNT: Final = either(whole(0, _EXACT), TEXT)

QUESTIONS: Final[dict[str, Question]] = {
    "read": Question(
        "The puzzles of a text in any format, the first hundred",
        obj(
            {"text": TEXT},
            {
                "name": {**TEXT, "maxLength": 1000},
                "format": {
                    **one_of((*FORMATS, *SUDOKU_JUDGES)),
                    "description": "A format, or an online judge; found out when it is left out.",
                },
            },
        ),
        obj(
            {
                "puzzles": some(ref("Grid"), 1, MOST_PUZZLES),
                "format": one_of(FORMATS),
                "more": FLAG,
                "errors": some(obj({"reason": TEXT}, {"line": whole(1), "column": whole(1)})),
            }
        ),
    ),
    "solve": Question(
        "A solution, and whether it is the only one",
        obj(_PUZZLE, {"engine": one_of(ENGINES), "unique": FLAG} | _LIMITS),
        obj(
            {"status": _STATUS, **_EFFORT},
            {"solution": ref("Grid"), "clash": TEXT} | _GRID_REASON,
        ),
    ),
    "count": Question(
        "How many solutions there are",
        obj(_PUZZLE, {"limit": whole(1, _EXACT), "engine": one_of(ENGINES)} | _LIMITS),
        obj({"count": _COUNT, "exact": FLAG, "status": _STATUS, **_EFFORT}, _GRID_REASON),
    ),
    "solutions": Question(
        "The first solutions",
        obj(_PUZZLE, {"limit": whole(1, MOST_SOLUTIONS), "engine": one_of(ENGINES)} | _LIMITS),
        obj(
            {"solutions": some(ref("Grid"), most=MOST_SOLUTIONS), "more": FLAG, **_EFFORT},
            _GRID_REASON,
        ),
    ),
    "candidates": Question(
        "For each cell the values that it has in some solution",
        obj(_PUZZLE, {"engine": one_of(ENGINES)} | _LIMITS),
        obj(
            {"candidates": some(_SOME_VALUES, 1, _CELLS), "status": _STATUS, **_EFFORT},
            _GRID_REASON,
        ),
    ),
    "check": Question(
        "Is a grid, full or not, right so far",
        obj(_PUZZLE, _ON_THE_WAY | _LIMITS),
        obj(
            {
                "valid": {**FLAG, "description": "The grid is full and a solution."},
                "clashes": some(
                    obj({"house": TEXT, "value": _VALUE, "cells": some(_CELL), "text": TEXT})
                ),
                "empty_cells": some(_CELL),
                "changed_clues": some(_CELL),
                "wrong": {
                    **some(_CELL),
                    "description": "Filled cells that the only solution has otherwise.",
                },
                "problems": some(TEXT),
                "status": _STATUS,
            },
            _GRID_REASON,
        ),
    ),
    "hint": Question(
        "The next easiest step",
        obj(_PUZZLE, _ON_THE_WAY | _SCALE | _SYMBOLS | _SECONDS),
        obj({"status": one_of(("found", *_PATH_ENDS)), "sentence": TEXT}, {"step": ref("Step")}),
    ),
    "explain": Question(
        "The way to the solution, step by step",
        obj(_PUZZLE, _ON_THE_WAY | _SCALE | _SYMBOLS | _SECONDS),
        obj(
            {
                "status": one_of(_PATH_ENDS),
                "summary": TEXT,
                "scale": one_of(SCALES),
                "steps": some(ref("Step")),
                "start": ref("Grid"),
            },
            {"rating": NUMBER, "hardest": TEXT, "solution": ref("Grid")},
        ),
    ),
    "rate": Question(
        "How hard a puzzle is, on each scale",
        obj(_PUZZLE, {"scales": some(one_of(SCALES), 1, len(SCALES))} | _SECONDS),
        obj({"ratings": some(ref("Rating"), 1)}),
    ),
    "generate": Question(
        "A puzzle as wished",
        obj(
            {"size": whole(1, MAX_SIZE)},
            {
                "box": _BOX,
                "difficulty": either(one_of(RANGES), some(NUMBER, 2, 2), NUMBER),
                "scale": one_of(SCALES),
                "symmetry": one_of(SYMMETRIES),
                "clues": either(whole(0, _CELLS), some(whole(0, _CELLS), 2, 2)),
                "minimal": FLAG,
                "technique": {**TEXT, "maxLength": 100},
                "seed": whole(0, _EXACT),
            }
            | _SECONDS,
        ),
        obj(
            {"is_met": FLAG, "seed": whole(), "tries": whole()},
            {
                "puzzle": ref("Grid"),
                "solution": ref("Grid"),
                "rating": ref("Rating"),
                "clues": whole(),
                "reason": TEXT,
            },
        ),
    ),
    "trace": Question(
        "A search watched, frame by frame, until its first solution",
        obj(
            _PUZZLE | {"engine": one_of(WATCHED)}, {"nodes": whole(0, MOST_TRACE_NODES)} | _SECONDS
        ),
        obj(
            {
                "engine": one_of(WATCHED),
                "nodes": whole(),
                "guesses": whole(),
                "start": obj(
                    {
                        "values": some(_VALUE, 1, _CELLS),
                        "candidates": some(_SOME_VALUES, 1, _CELLS),
                    }
                ),
                "frames": some(ref("Frame"), 1, MOST_FRAMES),
            },
            {"reason": one_of(("time", "nodes", "frames"))},
        ),
    ),
    "convert": Question(
        "A puzzle as text in another format",
        obj(_PUZZLE | {"to": one_of(FORMATS)}, _SYMBOLS),
        obj({"text": TEXT}),
    ),
    "render": Question(
        "A puzzle as a picture, or on paper",
        obj(
            _PUZZLE | {"as": one_of(("svg", "png", "pdf"))},
            {
                "pixels": whole(1, MOST_PIXELS),
                "title": {**TEXT, "maxLength": 200},
                "solutions": {**FLAG, "description": "pdf: the solution on a page of its own"},
            }
            | _SECONDS,
        ),
        TEXT,
        ("image/svg+xml", "image/png", "application/pdf"),
    ),
}
