"""Symmetry: which cells hold clues together or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from squaredance.errors import SquaredanceError
from squaredance.whole import written

Move = Callable[[int, int, int], tuple[int, int]]  # of the last row, a row and a col


def _half_turn(last: int, row: int, col: int) -> tuple[int, int]:
    return last - row, last - col


def _quarter_turn(last: int, row: int, col: int) -> tuple[int, int]:
    return col, last - row


def _diagonal(last: int, row: int, col: int) -> tuple[int, int]:
    return col, row


def _antidiagonal(last: int, row: int, col: int) -> tuple[int, int]:
    return last - col, last - row


def _up_down(last: int, row: int, col: int) -> tuple[int, int]:
    return last - row, col


def _left_right(last: int, row: int, col: int) -> tuple[int, int]:
    return row, last - col


# What each symmetry is made of; all that these moves make together belongs to it.
SYMMETRIES: Final[dict[str, tuple[Move, ...]]] = {
    "none": (),
    "rotate180": (_half_turn,),
    "rotate90": (_quarter_turn,),
    "diagonal": (_diagonal,),
    "antidiagonal": (_antidiagonal,),
    "diagonals": (_diagonal, _antidiagonal),
    "horizontal": (_up_down,),
    "vertical": (_left_right,),
    "axes": (_up_down, _left_right),
    "full": (_quarter_turn, _diagonal),
}
_OTHER_NAMES: Final = {"180": "rotate180", "90": "rotate90", "dihedral": "full"}


def symmetry_named(symmetry: Any) -> str:
    """The name of a symmetry, which may be given in another way.

    >>> symmetry_named(180), symmetry_named("dihedral")
    ('rotate180', 'full')
    """
    name = "none" if symmetry is None else str(symmetry)
    name = _OTHER_NAMES.get(name, name)
    if name not in SYMMETRIES:
        raise SquaredanceError(
            f"expected a symmetry of {', '.join(SYMMETRIES)}; found {written(symmetry)}"
        )
    return name


def groups_of(size: int, symmetry: str) -> list[tuple[int, ...]]:
    """The cells in groups: those that the symmetry makes of one another.

    >>> groups_of(3, "rotate180")
    [(0, 8), (1, 7), (2, 6), (3, 5), (4,)]
    >>> [len(group) for group in groups_of(4, "full")]
    [4, 8, 4]
    """
    moves = SYMMETRIES[symmetry]
    seen: set[int] = set()
    groups: list[tuple[int, ...]] = []
    for cell in range(size * size):
        if cell in seen:
            continue
        group, waiting = {cell}, [cell]
        while waiting:
            row, col = divmod(waiting.pop(), size)
            for move in moves:
                to_row, to_col = move(size - 1, row, col)
                if (to := to_row * size + to_col) not in group:
                    group.add(to)
                    waiting.append(to)
        seen |= group
        groups.append(tuple(sorted(group)))
    return groups
