"""Jobs: a function per question of the API, plain data in and plain data out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import islice
from typing import Any, Final

from squaredance.check import check
from squaredance.difficulty import difficulty_of
from squaredance.errors import FormatError, SquaredanceError
from squaredance.explain import Path, State, Step, explain
from squaredance.explain.catalog import entry
from squaredance.explain.strengths import strengths
from squaredance.formats import Case, dumps, loads, open_source, read_cases
from squaredance.formats.source import LineSource
from squaredance.generate import generate
from squaredance.geometry import Geometry, cell_name, standard_geometry
from squaredance.puzzle import Grid, Puzzle, bits
from squaredance.rate import rate
from squaredance.rating import Rating
from squaredance.result import Result, Status
from squaredance.sheets import booklet, png, svg
from squaredance.solve import count, solutions, solve, true_candidates
from squaredance.symbols import Symbols, named_symbols
from squaredance.web.ask import Ask, BadRequestError, Job, Picture, refuse
from squaredance.web.replay import USUAL_NODES, replay
from squaredance.web.shapes import LARGEST_CNF, MOST_PUZZLES, SUDOKU_JUDGES

Data = dict[str, Any]
_EXACT: Final = 2**53
_LARGE: Final = 25  # beyond it what Python does to a puzzle may take longer than a slice
_USUAL_SOLUTIONS: Final = 10
_RATED: Final = 9  # the largest size of a generated puzzle that is rated unasked


@contextmanager
def _blamed(kind: str, place: str) -> Iterator[None]:
    """Errors of the library become those of the API, with a place in the request."""
    try:
        yield
    except SquaredanceError as error:
        raise BadRequestError(kind, error, place) from None


def _puzzle(ask: Ask, key: str = "puzzle") -> Puzzle:
    data = ask.data[key]
    with _blamed("bad-puzzle", f"/{key}"):
        puzzle = loads(data) if isinstance(data, str) else _puzzle_of(data, f"/{key}")
    ask.heavy(puzzle.size > _LARGE or len(puzzle.geometry.extra) > _LARGE)
    return puzzle


def _puzzle_of(data: Data, place: str) -> Puzzle:
    box = data.get("box", "auto")
    box = tuple(box) if isinstance(box, list) else box
    size, extra = data["size"], data.get("extra")
    geometry = Geometry(size, box, extra) if extra else standard_geometry(size, box)
    with _blamed("bad-puzzle", f"{place}/values"):
        puzzle = Puzzle(geometry, data["values"])
    given = data.get("candidates")
    if given is None:
        return puzzle
    with _blamed("bad-puzzle", f"{place}/candidates"):
        masks = [_mask(values, cell, size) for cell, values in enumerate(given)]
        return Puzzle(geometry, puzzle.values, masks)


def _mask(values: int | list[int], cell: int, size: int) -> int:
    if isinstance(values, int):
        return values
    if (largest := max(values, default=0)) > size:
        name = cell_name(cell, size)
        raise SquaredanceError(f"{name}: expected values from 1 to {size}, found {largest}")
    return sum(1 << (value - 1) for value in set(values))


def plain(grid: Grid) -> Data:
    """A puzzle or grid as an answer has it.

    >>> from squaredance import Puzzle
    >>> plain(Puzzle.from_rows([[1, 0], [0, 0]]))
    {'size': 2, 'box': None, 'values': [1, 0, 0, 0]}
    """
    geometry = grid.geometry
    data: Data = {"size": grid.size, "box": list(geometry.box) if geometry.box else None}
    if geometry.extra:
        data["extra"] = [list(house) for house in geometry.extra]
    data["values"] = list(grid.values)
    if isinstance(grid, Puzzle) and grid.candidates is not None:
        data["candidates"] = [list(bits(mask)) for mask in grid.candidates]
    return data


def _effort(result: Result) -> Data:
    data: Data = {"nodes": result.nodes, "guesses": result.guesses}
    data |= {"seconds": round(result.seconds, 6), "engine": result.engine}
    return data | ({"reason": result.reason} if result.reason else {})


def _limits(ask: Ask) -> Data:
    engine = ask.data.get("engine", "auto")
    ask.heavy(engine == "sat")  # is made of clauses by Python, and looks at the clock seldom
    return {"engine": engine, "timeout": ask.seconds, "max_nodes": ask.nodes}


def read_job(ask: Ask) -> Data:
    text, name = ask.data["text"], ask.data.get("name")
    source = open_source(BytesIO(text.encode("utf-8", "surrogatepass")), name=name)
    puzzles: list[Data] = []
    errors: list[FormatError] = []
    format = ""
    more = False
    for item in _cases(source, ask.data.get("format")):
        if isinstance(item, FormatError):
            errors.append(item)
        elif len(puzzles) < MOST_PUZZLES:
            format = format or item.style.format
            puzzles.append(plain(item.puzzle))
        else:
            more = True
            break
    if not puzzles:
        none = FormatError("expected a puzzle, found none")
        raise BadRequestError("bad-puzzle", errors[0] if errors else none, "/text")
    told = [_told_error(error) for error in errors[:MOST_PUZZLES]]
    return {"puzzles": puzzles, "format": format, "more": more, "errors": told}


def _cases(source: LineSource, format: str | None) -> Iterator[Case | FormatError]:
    judge = SUDOKU_JUDGES.get(format or "")
    return judge.cases(source) if judge else read_cases(source, format=format)


def _told_error(error: FormatError) -> Data:
    place = {"line": error.line, "column": error.column}
    return {"reason": error.message} | {key: at for key, at in place.items() if at is not None}


def solve_job(ask: Ask) -> Data:
    puzzle = _puzzle(ask)
    result = solve(puzzle, unique=ask.data.get("unique", True), **_limits(ask))
    ask.late(result.reason == "time")
    data: Data = {"status": result.status.value, **_effort(result)}
    if result.solution is not None:
        data["solution"] = plain(result.solution)
    return data | ({"clash": result.clash} if result.clash else {})


def count_job(ask: Ask) -> Data:
    puzzle, limit = _puzzle(ask), ask.data.get("limit")
    result = count(puzzle, limit=limit, **_limits(ask))
    ask.late(result.reason == "time")
    found = result.count if result.count < _EXACT else str(result.count)
    exact = result.status is not Status.UNKNOWN and (limit is None or result.count < limit)
    return {"count": found, "exact": exact, "status": result.status.value, **_effort(result)}


def solutions_job(ask: Ask) -> Data:
    puzzle, limit = _puzzle(ask), ask.data.get("limit", _USUAL_SOLUTIONS)
    grids = solutions(puzzle, **_limits(ask))
    found = list(islice(grids, limit))
    more = len(found) == limit and next(grids, None) is not None
    result = grids.result
    ask.late(result.reason == "time")
    return {
        "solutions": [plain(grid) for grid in found],
        "more": more or result.reason is not None,  # after a stop there may be
        **_effort(result),
    }


def candidates_job(ask: Ask) -> Data:
    puzzle = _puzzle(ask)
    result = true_candidates(puzzle, **_limits(ask))
    ask.late(result.reason == "time")
    values = [sorted(values) for values in result.candidates or ()]
    return {"candidates": values, "status": result.status.value, **_effort(result)}


def check_job(ask: Ask) -> Data:
    puzzle = _puzzle(ask)
    grid = _puzzle(ask, "grid") if "grid" in ask.data else puzzle
    with _blamed("bad-puzzle", "/grid"):
        found = check(puzzle, grid)
    result = solve(puzzle, unique=True, timeout=ask.seconds, max_nodes=ask.nodes)
    ask.late(result.reason == "time")
    wrong: list[int] = []
    if result.status is Status.UNIQUE and result.solution is not None:
        pairs = zip(grid.values, result.solution.values, strict=True)
        wrong = [cell for cell, (value, right) in enumerate(pairs) if value not in (0, right)]
    return {
        "valid": found.valid,
        "clashes": [
            {"house": clash.house, "value": clash.value, "cells": list(clash.cells),
             "text": str(clash)}
            for clash in found.clashes
        ],
        "empty_cells": list(found.empty_cells),
        "changed_clues": list(found.changed_clues),
        "wrong": wrong,
        "problems": found.problems(),
        "status": result.status.value,
        **({"reason": result.reason} if result.reason else {}),
    }  # fmt: skip


def _path(ask: Ask) -> Path:
    puzzle = _puzzle(ask)
    state = State(puzzle)
    if "grid" in ask.data:
        grid = _puzzle(ask, "grid")
        with _blamed("bad-puzzle", "/grid"):
            if grid.size != puzzle.size:
                raise SquaredanceError(f"expected size {puzzle.size}, found {grid.size}")
            state = State(puzzle, grid.values, grid.candidates)
    with _blamed("bad-puzzle", "/puzzle"):
        return explain(state, scale=ask.data.get("scale", "se121"), timeout=ask.seconds)


def _symbols(ask: Ask, size: int) -> Symbols | None:
    """The symbols that sentences are wished in."""
    if "symbols" not in ask.data:
        return None
    with _blamed("bad-wish", "/symbols"):
        return named_symbols(ask.data["symbols"], size)


def _told_step(step: Step, symbols: Symbols | None) -> Data:
    told = strengths(step, symbols)
    return {
        "title": entry(step.technique).title,
        "sentence": told.why,
        **told._asdict(),
        **step.to_json(),
    }


def _told_state(state: State) -> Data:
    values = {"values": list(state.values)}
    return plain(state.puzzle) | values | {"candidates": [list(bits(m)) for m in state.candidates]}


def hint_job(ask: Ask) -> Data:
    path = _path(ask)
    symbols = _symbols(ask, path.start.puzzle.size)
    with _blamed("bad-puzzle", "/puzzle"):  # too many houses
        step = next(iter(path), None)
    if step is not None:
        told = _told_step(step, symbols)
        return {"status": "found", "sentence": told["sentence"], "step": told}
    ask.late(path.status.value == "stopped")
    return {"status": path.status.value, "sentence": path.summary}


def explain_job(ask: Ask) -> Data:
    path = _path(ask)
    symbols = _symbols(ask, path.start.puzzle.size)
    with _blamed("bad-puzzle", "/puzzle"):
        steps = path.steps
    ask.late(path.status.value == "stopped")
    data: Data = {
        "status": path.status.value,
        "summary": path.summary,
        "scale": path.scale,
        "steps": [_told_step(step, symbols) for step in steps],
        "start": _told_state(path.start),
    }
    if steps:
        rated = [step.rating for step in steps]
        data["rating"] = sum(rated) if path.scale == "hodoku" else max(rated)
        data["hardest"] = max(steps, key=lambda step: step.rating).technique
    if path.solution is not None:
        data["solution"] = plain(path.solution)
    return data


def rate_job(ask: Ask) -> Data:
    puzzle = _puzzle(ask)
    scales = list(dict.fromkeys(ask.data.get("scales", ["se121"])))
    with _blamed("bad-puzzle", "/puzzle"):
        ratings = rate(puzzle, scales, timeout=ask.seconds)
    ask.late(any(rating.status == "stopped" for rating in ratings))
    return {"ratings": [_told_rating(rating) for rating in ratings]}


def _told_rating(rating: Rating) -> Data:
    told: Data = {**rating.to_json(), "text": str(rating), "word": difficulty_of(rating)}
    return told | ({"hardest_title": entry(rating.hardest).title} if rating.hardest else {})


def generate_job(ask: Ask) -> Data:
    data = ask.data
    ask.heavy(data["size"] > 16)  # random grids of these sizes cannot be stopped at once
    with _blamed("bad-wish", ""):
        box = data.get("box", "auto")
        geometry = standard_geometry(data["size"], tuple(box) if isinstance(box, list) else box)
        wish: Data = {
            key: tuple(data[key]) if isinstance(data[key], list) else data[key]
            for key in ("difficulty", "scale", "symmetry", "clues", "minimal", "technique", "seed")
            if key in data
        }
        made = generate(geometry, threads=1, timeout=ask.seconds, **wish)
    ask.late(not made.is_met)
    answer: Data = {"is_met": made.is_met, "seed": made.seed, "tries": made.tries}
    if made.reason is not None:
        answer["reason"] = made.reason
    if made.puzzle is None or made.solution is None:
        return answer
    answer |= {"puzzle": plain(made.puzzle), "solution": plain(made.solution)}
    answer["clues"] = made.clues
    rating = made.rating
    if rating is None and made.puzzle.size <= _RATED:
        rating = rate(made.puzzle, timeout=ask.left)
        ask.late(rating.status == "stopped")
    if rating is not None:
        answer["rating"] = _told_rating(rating)
    return answer


def trace_job(ask: Ask) -> Data:
    puzzle = _puzzle(ask)
    ask.heavy()  # Python tells every frame
    nodes = ask.data.get("nodes", USUAL_NODES)
    if ask.nodes is not None:
        nodes = min(nodes, ask.nodes)
    return replay(puzzle, ask.data["engine"], nodes, ask.left)


def convert_job(ask: Ask) -> Data:
    puzzle, to = _puzzle(ask), ask.data["to"]
    if to == "cnf":
        ask.heavy()
        if puzzle.size > LARGEST_CNF:
            refuse(
                "bad-puzzle",
                f"expected a size of {LARGEST_CNF} or less for cnf, found {puzzle.size}",
                "/puzzle",
            )
    with _blamed("bad-wish", "/symbols"):
        name = ask.data.get("symbols")
        symbols = None if name is None else named_symbols(name, puzzle.size)
    with _blamed("bad-puzzle", "/puzzle"):
        text = dumps(puzzle, to, symbols=symbols)
        if to not in ("cnf", "json") and puzzle.geometry != standard_geometry(puzzle.size):
            _check_readable(text, to, puzzle)
    return {"text": text}


def _check_readable(text: str, to: str, puzzle: Puzzle) -> None:
    """Most formats have no way to say other boxes or extra houses."""
    if loads(text, format=to).geometry != puzzle.geometry:
        raise SquaredanceError(
            f"expected the usual houses for {to}, which has no way to say others: use json"
        )


def render_job(ask: Ask) -> Picture:
    puzzle, kind = _puzzle(ask), ask.data["as"]
    if kind == "svg":
        return Picture("image/svg+xml", svg(puzzle).encode())
    ask.heavy()
    if kind == "png":
        with _blamed("bad-wish", "/pixels"):
            pixels = ask.data.get("pixels", max(600, 24 * puzzle.size))
            return Picture("image/png", png(puzzle, pixels=pixels))
    with _blamed("bad-wish", "/title"):
        pages = booklet(
            [puzzle],
            title=ask.data.get("title", ""),
            per_page=1,
            solutions=ask.data.get("solutions", False),
            timeout=ask.left,
        )
    return Picture("application/pdf", pages)


JOBS: Final[dict[str, Job]] = {
    "read": read_job,
    "solve": solve_job,
    "count": count_job,
    "solutions": solutions_job,
    "candidates": candidates_job,
    "check": check_job,
    "hint": hint_job,
    "explain": explain_job,
    "rate": rate_job,
    "generate": generate_job,
    "trace": trace_job,
    "convert": convert_job,
    "render": render_job,
}
