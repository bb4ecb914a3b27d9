"""A Grid as plain text, with rules between the boxes: what ``print(puzzle)`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.ruled import ruled
from squaredance.symbols import default_symbols

if TYPE_CHECKING:
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
