"""A Grid as plain text, with rules between the boxes: what ``print(puzzle)`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from squaredance.symbols import default_symbols

    n = grid.size
    symbols = default_symbols(n)
    cells = [symbols.text(value) for value in grid.values]
    width = max(map(len, cells))
    gap = "" if width == 1 else " "
    height, box_width = grid.geometry.box or (n, n)

    def line(row: int) -> str:
        padded = [cell.rjust(width) for cell in cells[row * n : row * n + n]]
        boxes = [gap.join(padded[c : c + box_width]) for c in range(0, n, box_width)]
        return f"{gap}|{gap}".join(boxes).rstrip()

    dash = "-" * (box_width * (width + len(gap)) + len(gap))
    rule = "+".join([dash[len(gap) :], *[dash] * (n // box_width - 2), dash[len(gap) :]])
    bands = ["\n".join(line(r) for r in range(top, top + height)) for top in range(0, n, height)]
    return f"\n{rule}\n".join(bands)
