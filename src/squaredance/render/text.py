"""Grids and candidates as plain text with rules between the boxes: what ``print`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.ruled import ruled, ruled_groups
from squaredance.symbols import Symbols, default_symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from squaredance.puzzle import Grid


def grid_text(grid: Grid) -> str:
    """Rows of symbols with rules between boxes; large sizes as aligned numbers.

    >>> from squaredance import Puzzle
    >>> print(grid_text(Puzzle.from_text("1......2.3....4.")))
    1.|..
    ..|.2
    --+--
    .3|..
    ..|4.
    """
    symbols = default_symbols(grid.size)
    cells = [symbols.text(value) for value in grid.values]
    return ruled(grid.geometry, cells, " " if symbols.is_decimal else "")


def candidates_text(grid: Grid, masks: Sequence[int], symbols: Symbols | None = None) -> str:
    """The value of a filled cell, the candidates of an open one; numbers have commas between them.

    It reads as the format candidates, where symbols are one character each.

    >>> from squaredance import Puzzle
    >>> print(candidates_text(Puzzle.from_text("1......2.3....4."), [6] * 16))
    1  23 | 23 23
    23 23 | 23 2
    ------+------
    23 3  | 23 23
    23 23 | 4  23
    """
    symbols = symbols or default_symbols(grid.size)
    texts = [symbols.text(value) for value in range(1, grid.size + 1)]
    comma = "," if symbols.is_decimal else ""
    groups = [
        symbols.text(value)
        if value
        else comma.join(t for v, t in enumerate(texts) if mask >> v & 1)
        for value, mask in zip(grid.values, masks, strict=True)
    ]
    return ruled_groups(grid.geometry, [group or "." for group in groups])
