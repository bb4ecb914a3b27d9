"""Makes the conformance files: ``python -m tests.conformance.generate``.

Every case is agreed on by both engines (and by the slow solver up to size 6) before it is
written; the program stops with an error otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random

from squaredance import Geometry, Puzzle, count, solutions, solve
from tests.conformance.cases import HERE, text_of
from tests.puzzles import DIAGONALS4, ENGINES, boxes, empty, random_puzzle, solved_values
from tests.reference import slow_solver

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 25, 36, 49, 64)
MOST = 1000  # count at most so many solutions
PATIENCE = 20.0  # seconds for one engine on one case

PUBLISHED = [
    ("Latin squares of order 1", Geometry(1), 1),
    ("Latin squares of order 2", Geometry(2), 2),
    ("Latin squares of order 3", Geometry(3), 12),
    ("Latin squares of order 4", Geometry(4, None), 576),
    ("Sudoku grids 4x4", Geometry(4), 288),
    ("Sudoku grids 4x4 with both diagonals", DIAGONALS4, 48),
    ("Latin squares of order 5", Geometry(5), 161280),
    ("Latin squares of order 6", Geometry(6, None), 812851200),
    ("Sudoku grids 6x6 with boxes 2x3", Geometry(6, (2, 3)), 28200960),
    ("Sudoku grids 6x6 with boxes 3x2", Geometry(6, (3, 2)), 28200960),
]


def minimal(geometry: Geometry, random: Random, effort: int) -> Puzzle:
    """Clues taken away in random order while the solution stays the only one.

    At most ``effort`` clues are tried: all of them up to size 16.
    """
    clues = bytearray(solved_values(geometry, random))
    for cell in random.sample(range(geometry.cells), min(effort, geometry.cells)):
        value, clues[cell] = clues[cell], 0
        result = solve(Puzzle(geometry, bytes(clues)), unique=True, max_nodes=20_000)
        if result.status.value != "unique":
            clues[cell] = value
    return Puzzle(geometry, bytes(clues))


def without_solution(puzzle: Puzzle, random: Random) -> Puzzle:
    """One more clue that is not the solution's; if one can be had, one that no clue forbids."""
    solution = solve(puzzle).solution
    assert solution is not None
    wrong = puzzle
    open_cells = [cell for cell, clue in enumerate(puzzle.clues) if not clue]
    for cell in random.sample(open_cells, len(open_cells)):
        for value in random.sample(range(1, puzzle.size + 1), puzzle.size):
            if value == solution.values[cell]:
                continue
            wrong = puzzle.with_clue(cell, value)
            if solve(wrong).clash is None:
                return wrong
    return wrong


def with_two_or_more(puzzle: Puzzle, random: Random, drop: int) -> Puzzle:
    """So many clues fewer, and then as many as it takes to have several solutions."""
    clues = bytearray(puzzle.clues)
    for dropped, cell in enumerate(_in_any_order(clues, random)):
        if dropped >= drop and solve(Puzzle(puzzle.geometry, bytes(clues)), unique=True).count > 1:
            break
        clues[cell] = 0
    return Puzzle(puzzle.geometry, bytes(clues))


def _in_any_order(clues: bytearray, random: Random) -> list[int]:
    cells = [cell for cell, clue in enumerate(clues) if clue]
    return random.sample(cells, len(cells))


def made(geometry: Geometry) -> Iterator[tuple[str, Puzzle]]:
    n = geometry.size
    box = "no boxes" if geometry.box is None else "boxes {}x{}".format(*geometry.box)
    random = Random(f"conformance {n} {geometry.box}")
    large = n > 16
    effort = n * n if not large else round(n * n * (0.45 if n <= 25 else 0.35))
    for number in range(1, 2 if large else 4):
        if n == 1:
            return
        one = minimal(geometry, random, effort)
        yield f"{n} {box} one solution {number}", one
        if n > 3:
            yield f"{n} {box} no solution {number}", without_solution(one, random)
        drop = max(1, n // 8) if number == 1 else max(1, n // 3)
        yield f"{n} {box} several solutions {number}", with_two_or_more(one, random, drop)
    if not large:
        yield f"{n} {box} many solutions", random_puzzle(geometry, 0.1, random)
    clash = bytearray(n * n)
    clash[0] = clash[-n] = n
    yield f"{n} {box} clash", Puzzle(geometry, bytes(clash))


def answer(name: str, puzzle: Puzzle, published: int | None = None) -> dict[str, object]:
    limit = None if published else MOST
    skip: dict[str, str] = {}
    found: set[int] = {published} if published else set()
    for engine in ENGINES:
        result = count(puzzle, limit=limit, engine=engine, timeout=PATIENCE)
        if result.reason:
            skip[engine] = f"not done in {PATIENCE:g} s"
        else:
            found.add(result.count)
    if puzzle.size <= 6 and not published:
        found.add(slow_solver.count(puzzle.size, puzzle.geometry.houses, puzzle.clues, limit=MOST))
    if len(found) != 1:
        sys.exit(f"{name}: the counts differ: {found}")
    total = found.pop()
    only = next(solutions(puzzle)).values if total == 1 else None
    fields: dict[str, object] = {
        "name": name,
        "size": puzzle.size,
        "box": puzzle.geometry.box,
        "puzzle": text_of(puzzle.clues),
        "count": total,
        "more": not published and total == MOST,
        "solution": only and text_of(only),
    }
    if puzzle.geometry.extra:
        fields["extra"] = puzzle.geometry.extra
    if skip:
        fields["skip"] = skip
    return fields


def geometries_of(size: int) -> list[Geometry]:
    shapes = boxes(size)
    if size == 6:
        return [Geometry(6, box) for box in shapes]
    standard = Geometry(size)
    return [standard] if size > 16 or standard.box is None else [standard, Geometry(size, None)]


def main() -> None:
    for size in SIZES:
        cases = [answer(name, empty(g), total) for name, g, total in PUBLISHED if g.size == size]
        for geometry in geometries_of(size):
            cases += [answer(name, puzzle) for name, puzzle in made(geometry)]
        path = HERE / f"size-{size:02}.jsonl"
        path.write_text("".join(json.dumps(case) + "\n" for case in cases))
        print(path.name, len(cases), "cases", path.stat().st_size, "bytes", flush=True)


if __name__ == "__main__":
    main()
