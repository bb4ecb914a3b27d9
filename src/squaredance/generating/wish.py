"""Wish: what `generate` is asked for. What cannot be is refused before anything is tried."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from squaredance.budget import check_whole
from squaredance.errors import SquaredanceError
from squaredance.generating.difficulty import Difficulty, difficulty_of
from squaredance.generating.pattern import pattern_cells
from squaredance.generating.symmetry import groups_of, symmetry_named
from squaredance.geometry import Geometry, standard_geometry
from squaredance.many.clock import Clock
from squaredance.puzzle import Puzzle
from squaredance.result import Status
from squaredance.solve import solve
from squaredance.whole import whole, written

Groups = list[tuple[int, ...]]

# The fewest clues that any puzzle of a size has. 17: McGuire, Tugemann and Civario, "There is no
# 16-clue Sudoku", 2012. 4 is soon counted.
_FEWEST: Final = {4: 4, 9: 17}
_NO_LIMIT: Final = 1 << 30  # of clues, to native code


class Wish(NamedTuple):
    """The puzzles that are asked for. ``groups`` are cells that hold clues together; ``clues`` the
    fewest and the most of them."""

    geometry: Geometry
    groups: Groups
    clues: tuple[int, int]
    minimal: bool
    difficulty: Difficulty | None


def geometry_of(geometry: Any) -> Geometry:
    """The Geometry of a call: one, or the size of a plain one.

    >>> geometry_of(6)
    Geometry(6, box=(2, 3))
    """
    if isinstance(geometry, Geometry):
        return geometry
    size = whole(geometry)
    if size is None:
        raise SquaredanceError(f"expected a size or a Geometry, found {written(geometry)}")
    return standard_geometry(size)


def wish_of(
    geometry: Any,
    clues: Any,
    minimal: bool | None,
    symmetry: Any,
    pattern: Any,
    difficulty: Any,
    scale: str,
    technique: str | None,
) -> Wish:
    """The arguments of a call as a Wish, or an error that says why that cannot be."""
    shape = geometry_of(geometry)
    if minimal is not None and not isinstance(minimal, bool):
        raise SquaredanceError(f"expected minimal True, False or None, found {written(minimal)}")
    hard = difficulty_of(difficulty, scale, technique, shape)
    if minimal is None:
        minimal = clues is None and hard is None and shape.size <= LARGEST_MINIMAL
    if minimal and shape.size > LARGEST:
        raise SquaredanceError(
            f"expected a size of {LARGEST} or less for minimal puzzles, found {shape.size}"
        )
    groups = _groups(shape, symmetry_named(symmetry), pattern)
    wish = Wish(shape, groups, _clues(clues, minimal, hard, shape), minimal, hard)
    _check_clues(wish, clues)
    _check_lines(wish)
    return wish


# Beyond the first a minimal puzzle takes long, and is not the default; beyond the second, hours.
LARGEST_MINIMAL: Final = 16
LARGEST: Final = 25
# Up to a size: the share of cells that are clues by default.
_SHARES: Final = ((25, 0.47), (36, 0.53), (49, 0.57), (64, 0.62))
_ROOM: Final = 8  # clues: a group of cells has no more


def _clues(clues: Any, minimal: bool, hard: Difficulty | None, shape: Geometry) -> tuple[int, int]:
    """The fewest and the most clues."""
    if clues is None:
        is_free = minimal or hard is not None  # these settle it, up to a size
        if shape.size <= (LARGEST if is_free else LARGEST_MINIMAL):
            return 0, _NO_LIMIT
        share = next(share for size, share in _SHARES if shape.size <= size)
        most = int(share * shape.cells)
        return most - _ROOM, most
    if isinstance(clues, tuple | list):
        if len(clues) != 2:
            raise SquaredanceError(f"expected clues (least, most), found {written(clues)}")
        least, most = (check_whole(number, 0, "clues") for number in clues)
        if least > most:
            raise SquaredanceError(f"expected clues from least to most, found {least} to {most}")
        return least, min(most, shape.cells)
    number = check_whole(clues, 0, "clues")
    return number, number


def _groups(shape: Geometry, symmetry: str, pattern: Any) -> Groups:
    groups = groups_of(shape.size, symmetry)
    if pattern is None:
        return groups
    cells = pattern_cells(pattern, shape)
    whole_groups = [group for group in groups if cells.issuperset(group)]
    if cells and not whole_groups:
        raise SquaredanceError(
            f"expected a pattern with a whole group of the symmetry {symmetry}, found none "
            f"in its {len(cells)} cells"
        )
    return whole_groups


def fewest_clues(shape: Geometry) -> int:
    """What no puzzle of the geometry has fewer clues than: all values but one must be seen.

    >>> fewest_clues(Geometry(9)), fewest_clues(Geometry(9, box=None))
    (17, 8)
    """
    known = _FEWEST.get(shape.size, 0) if shape == standard_geometry(shape.size) else 0
    return max(shape.size - 1, known)


def _check_clues(wish: Wish, given: Any) -> None:
    """No wish for a number of clues that no puzzle has."""
    shape = wish.geometry
    (least, most), size = wish.clues, f"{shape.size}x{shape.size}"
    fewest = fewest_clues(shape)
    cells = sum(map(len, wish.groups))
    if most < fewest:
        raise SquaredanceError(f"expected {fewest} clues or more at {size}, found {most}")
    if cells < fewest:
        raise SquaredanceError(
            f"expected a pattern of {fewest} cells or more at {size}, found {cells}"
        )
    if least > cells:
        of = "" if cells == shape.cells else " of the pattern"
        raise SquaredanceError(
            f"expected {cells} clues or less, one for each cell{of}, found {least}"
        )
    hard = wish.difficulty
    if hard is not None and least == shape.cells and (hard.least > 0 or hard.technique):
        raise SquaredanceError(
            f"expected {shape.cells - 1} clues or less where there is something to solve, "
            f"found {least}"
        )
    single = all(len(group) == 1 for group in wish.groups)
    if wish.minimal and single and least > shape.cells - shape.size:
        # A clue of a full row follows from the others.
        raise SquaredanceError(
            f"expected {shape.cells - shape.size} clues or less in a minimal puzzle, found {least}"
        )
    counts = range(max(least, fewest), min(most, cells) + 1)
    if _sums(wish.groups).isdisjoint(counts):
        raise SquaredanceError(
            f"expected clues that groups of {_sizes(wish.groups)} cells add up to, "
            f"found {written(given)}"
        )


def _sums(groups: Groups) -> set[int]:
    """How many clues some of the groups can have together."""
    sums = 1  # as bits
    for group in groups:
        sums |= sums << len(group)
    return {count for count in range(sums.bit_length()) if sums >> count & 1}


def _sizes(groups: Groups) -> str:
    *first, last = sorted({len(group) for group in groups})
    return f"{', '.join(map(str, first))} or {last}" if first else str(last)


def _check_lines(wish: Wish) -> None:
    """Two rows of a band (or cols of a stack) without clues could trade places: no pattern may
    have them."""
    shape = wish.geometry
    if shape.extra or shape.size == 1:
        return
    size, (height, width) = shape.size, shape.box or (shape.size, shape.size)
    cells = [cell for group in wish.groups for cell in group]
    rows, cols = {cell // size for cell in cells}, {cell % size for cell in cells}
    for name, lines, together in (("rows", rows, height), ("cols", cols, width)):
        for start in range(0, size, together):
            empty = [n + 1 for n in range(start, start + together) if n not in lines]
            if len(empty) > 1:
                raise SquaredanceError(
                    f"expected a clue in {name} {empty[0]} or {empty[1]}, which could trade "
                    "places without one; found a pattern with none"
                )


def check_grid(geometry: Geometry, clock: Clock) -> None:
    """An error when extra houses leave no grid at all, as far as that is seen in time."""
    if not geometry.extra:
        return
    empty = Puzzle(geometry, bytes(geometry.cells))
    if solve(empty, timeout=clock.left).status is Status.NONE:
        raise SquaredanceError("expected a geometry that has a grid, found one that has none")
