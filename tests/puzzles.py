"""Puzzles for tests: solved grids of any geometry, digging, symmetries, strategies.

Nothing here solves anything: a solved grid is a pattern that is shuffled.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from squaredance import Geometry, Puzzle
from tests.reference import slow_solver

ENGINES = ("search", "dance", "rows", "learn")

# A puzzle with one solution, one with two, one with none that no clue shows at a glance.
UNIQUE4 = "1......2.3....4."
UNIQUE4_SOLVED = "1234341243212143"
DOUBLE4 = "12343412.....3.1"
NONE4 = "2..1....4.....3."
CLASH4 = "11.............."
UNIQUE9 = "..7.4.........1.32..97...6....5....18.....4...1..375..5...........6....8.7.1.532."
UNIQUE9_SOLVED = "327846915648951732159723864734568291865219473912437586581392647293674158476185329"
NO_PLACE4 = "..1..4.2.....1.4"  # for a 4 in row 1


def pigeonholes() -> Puzzle:
    """A puzzle without solution that no engine can prove in a lifetime.

    In row 1, 13 cells share 12 values and 13 values share 12 cells: single placements
    do not see it, and a search tries 12! orders.
    """
    geometry = Geometry(25, None)
    full, low = (1 << 25) - 1, (1 << 12) - 1
    masks = [low] * 13 + [full] * (geometry.cells - 13)
    return Puzzle(geometry, bytes(geometry.cells), masks)


def pigeonholes_of_clues() -> Puzzle:
    """The same made of clues alone: under 13 cells of row 1 stand the same 13 values."""
    geometry = Geometry(25, None)
    clues = bytearray(geometry.cells)
    for row in range(1, 14):
        for col in range(13):
            clues[25 * row + col] = 13 + (row + col) % 13
    return Puzzle(geometry, bytes(clues))


DIAGONALS4 = Geometry(4, extra=[(0, 5, 10, 15), (3, 6, 9, 12)])


_EXPLORE = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 1


def examples(count: int) -> settings:
    """So many examples of a property; ten times as many when exploring (see conftest)."""
    return settings(max_examples=count * _EXPLORE)


def boxes(size: int) -> list[tuple[int, int] | None]:
    """Every box shape that a size can have; None is rows and columns only."""
    return [None, *((r, size // r) for r in range(2, size) if size % r == 0)]


def empty(geometry: Geometry) -> Puzzle:
    return Puzzle(geometry, bytes(geometry.cells))


def solved_values(geometry: Geometry, random: Random) -> bytes:
    """A random solved grid: a pattern with rows, columns and values shuffled."""
    n = geometry.size
    height, width = geometry.box or (1, n)
    rows = _shuffled_lines(n, height, random)
    cols = _shuffled_lines(n, width, random)
    values = random.sample(range(1, n + 1), n)
    return bytes(values[(width * (r % height) + r // height + c) % n] for r in rows for c in cols)


def _shuffled_lines(size: int, band: int, random: Random) -> list[int]:
    """Line numbers shuffled so that boxes stay boxes: bands, and lines in each band."""
    bands = random.sample(range(size // band), size // band)
    return [b * band + line for b in bands for line in random.sample(range(band), band)]


def dig(values: bytes, keep: int, random: Random) -> bytes:
    """The same values with all but ``keep`` cells emptied."""
    kept = set(random.sample(range(len(values)), keep))
    return bytes(value if cell in kept else 0 for cell, value in enumerate(values))


def random_puzzle(geometry: Geometry, share: float, random: Random) -> Puzzle:
    """A puzzle with at least one solution and this share of its cells as clues."""
    keep = round(share * geometry.cells)
    return Puzzle(geometry, dig(solved_values(geometry, random), keep, random))


def relabelled(puzzle: Puzzle, random: Random) -> Puzzle:
    names = (0, *random.sample(range(1, puzzle.size + 1), puzzle.size))
    return Puzzle(puzzle.geometry, bytes(names[clue] for clue in puzzle.clues))


def transposed(puzzle: Puzzle) -> Puzzle:
    n = puzzle.size
    box = puzzle.geometry.box
    geometry = Geometry(n, None if box is None else (box[1], box[0]))
    return Puzzle(geometry, bytes(puzzle.clues[c * n + r] for r in range(n) for c in range(n)))


def with_lines_permuted(puzzle: Puzzle, random: Random) -> Puzzle:
    n = puzzle.size
    height, width = puzzle.geometry.box or (1, n)
    rows, cols = _shuffled_lines(n, height, random), _shuffled_lines(n, width, random)
    return Puzzle(puzzle.geometry, bytes(puzzle.clues[r * n + c] for r in rows for c in cols))


def masks_of(solutions: Sequence[bytes], cells: int) -> list[set[int]]:
    """The values that each cell has in some of the solutions."""
    return [{values[cell] for values in solutions} for cell in range(cells)]


@st.composite
def geometries(draw: st.DrawFn, min_size: int = 1, max_size: int = 25) -> Geometry:
    size = draw(st.integers(min_size, max_size))
    return Geometry(size, draw(st.sampled_from(boxes(size))))


@st.composite
def extra_geometries(draw: st.DrawFn, max_size: int = 4) -> Geometry:
    """A geometry with one or two extra houses of any cells at all."""
    geometry = draw(geometries(1, max_size))
    house = st.lists(
        st.integers(0, geometry.cells - 1),
        min_size=geometry.size,
        max_size=geometry.size,
        unique=True,
    )
    return Geometry(geometry.size, geometry.box, draw(st.lists(house, min_size=1, max_size=2)))


randoms = st.integers(0, 2**32 - 1).map(Random)


@st.composite
def dug_puzzles(
    draw: st.DrawFn, min_size: int = 1, max_size: int = 25, least_share: float | None = None
) -> Puzzle:
    """A puzzle with a solution; large sizes keep more clues so that every engine copes."""
    geometry = draw(geometries(min_size, max_size))
    if least_share is None:
        least_share = 0.0 if geometry.size <= 4 else 0.4 if geometry.size <= 9 else 0.7
    share = draw(st.floats(least_share, 1.0))
    return random_puzzle(geometry, share, draw(randoms))


@st.composite
def small_puzzles(draw: st.DrawFn, max_size: int = 4) -> Puzzle:
    """Any clues at all on a small geometry: none, one or many solutions."""
    geometry = draw(geometries(1, max_size))
    value = st.one_of(st.just(0), st.just(0), st.integers(0, geometry.size))
    return Puzzle(geometry, draw(st.lists(value, min_size=geometry.cells, max_size=geometry.cells)))


@st.composite
def candidate_puzzles(draw: st.DrawFn, max_size: int = 4) -> Puzzle:
    """Any candidates at all, on a small geometry that may have extra houses."""
    geometry = draw(st.one_of(geometries(1, max_size), extra_geometries(max_size)))
    full = (1 << geometry.size) - 1
    mask = st.one_of(st.just(full), st.integers(0, full))
    masks = draw(st.lists(mask, min_size=geometry.cells, max_size=geometry.cells))
    return Puzzle(geometry, bytes(geometry.cells), masks)


@st.composite
def cover_problems(
    draw: st.DrawFn, max_options: int = 9
) -> tuple[list[int], list[list[int]], list[int]]:
    """(primary, options, secondary): items are numbers, options may repeat or be useless."""
    primary = list(range(draw(st.integers(0, 5))))
    secondary = list(range(10, 10 + draw(st.integers(0, 3))))
    items = [*primary, *secondary]
    option = st.lists(st.sampled_from(items), unique=True, max_size=4) if items else st.just([])
    return primary, draw(st.lists(option, max_size=max_options)), secondary


def reference(puzzle: Puzzle) -> list[bytes]:
    """Every solution by the slow solver, in lexicographic order."""
    return list(
        slow_solver.solutions(puzzle.size, puzzle.geometry.houses, puzzle.clues, puzzle.candidates)
    )
