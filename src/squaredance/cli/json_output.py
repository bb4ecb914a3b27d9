"""What ``--json`` prints: one object per puzzle, on one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from squaredance.formats import dumps
from squaredance.symbols import Symbols

if TYPE_CHECKING:
    from squaredance.formats import Case
    from squaredance.result import Result


def to_json(value: object) -> str:
    """JSON on one line, in ASCII: also of a file name that is no UTF-8."""
    return json.dumps(value)


def symbols_of(case: Case) -> Symbols | None:
    """The symbols of the input, with one way to write an empty cell."""
    symbols = case.style.symbols
    return symbols and Symbols(symbols.size, symbols.alphabet)


def puzzle_object(case: Case) -> dict[str, object]:
    """Which puzzle an object is about."""
    return {
        "source": case.source,
        "line": case.line,
        "size": case.puzzle.size,
        "puzzle": dumps(case.puzzle, symbols=symbols_of(case)),
    }


def result_object(case: Case, result: Result) -> dict[str, object]:
    """The Result of a case; grids are in the line format, absent things are null."""
    symbols = symbols_of(case)
    return {
        **puzzle_object(case),
        "status": result.status.value,
        "solution": None if result.solution is None else dumps(result.solution, symbols=symbols),
        "count": result.count,
        "candidates": None
        if result.candidates is None
        else [sorted(values) for values in result.candidates],
        "reason": result.reason,
        "clash": result.clash,
        "engine": result.engine,
        "nodes": result.nodes,
        "guesses": result.guesses,
        "memory": result.memory,
        "seconds": round(result.seconds, 9),
    }
