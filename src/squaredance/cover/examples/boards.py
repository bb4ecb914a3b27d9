"""Boards: sets of cells, from a number of rows and cols or from rows of text."""

from __future__ import annotations

from collections.abc import Sequence

from squaredance.cover.examples.base import whole
from squaredance.errors import SquaredanceError

Cell = tuple[int, int]
MAX_SIDE = 64


def board_cells(rows: int | str | Sequence[str], cols: int | None = None) -> list[Cell]:
    """The cells of a board, row by row.

    Rows of text have a ``#`` (or any letter or digit) for a cell and a ``.`` or blank for none;
    they come as a list, or in one text with line ends or slashes between them.

    >>> board_cells(2, 2)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> board_cells("##/.#")
    [(0, 0), (0, 1), (1, 1)]
    >>> board_cells("#?")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: row 1: expected '#' for a cell or '.' for none, found '?'
    """
    if isinstance(rows, int):
        high = whole(rows, 1, MAX_SIDE, "a number of rows")
        wide = whole(rows if cols is None else cols, 1, MAX_SIDE, "a number of cols")
        return [(row, col) for row in range(high) for col in range(wide)]
    if cols is not None:
        raise SquaredanceError(f"expected a number of rows before {cols} cols, found {rows!r}")
    lines = rows.replace("/", "\n").splitlines() if isinstance(rows, str) else list(rows)
    cells = []
    for row, line in enumerate(lines):
        for col, mark in enumerate(line):
            if mark == "#" or mark.isalnum():
                cells.append((row, col))
            elif mark not in ". ":
                raise SquaredanceError(
                    f"row {row + 1}: expected '#' for a cell or '.' for none, found {mark!r}"
                )
    whole(len(lines), 1, MAX_SIDE, "a number of rows")
    if not cells:
        raise SquaredanceError(f"expected a board with cells, found {rows!r}")
    return cells


def cell_item(cell: Cell) -> str:
    """The name of a cell as an item.

    >>> cell_item((0, 9))
    'R1C10'
    """
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def board_name(cells: Sequence[Cell]) -> str:
    """'6x10' for a rectangle, 'a board of 60 cells' for the rest.

    >>> board_name(board_cells(2, 3)), board_name(board_cells("##/.#"))
    ('2x3', 'a board of 3 cells')
    """
    rows, cols = sides(cells)
    if rows * cols == len(cells):
        return f"{rows}x{cols}"
    return f"a board of {len(cells)} cells"


def sides(cells: Sequence[Cell]) -> tuple[int, int]:
    """How many rows and cols the cells reach over."""
    return 1 + max(row for row, _ in cells), 1 + max(col for _, col in cells)
