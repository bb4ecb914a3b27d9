"""A Grid as an SVG picture: what a notebook shows."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from squaredance.puzzle import Puzzle
from squaredance.symbols import Symbols, default_symbols

if TYPE_CHECKING:
    from squaredance.puzzle import Grid

_CELL = 40
_MARGIN = 4


def grid_svg(grid: Grid, symbols: Symbols | None = None) -> str:
    """The grid as a stand-alone SVG text; clues of a Puzzle are bold.

    >>> from squaredance import Puzzle
    >>> picture = grid_svg(Puzzle.from_text("1......2.3....4."))
    >>> picture.startswith("<svg"), picture.count("<text")
    (True, 4)
    """
    side = grid.size * _CELL
    total = side + 2 * _MARGIN
    weight = "bold" if isinstance(grid, Puzzle) else "normal"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} {total} {total}"'
        f' width="{min(total, 720)}" role="img" aria-label="Sudoku {grid.size}x{grid.size}">'
        f'<rect width="{side}" height="{side}" fill="white"/>'
        f'<path d="{_lines(grid, 1, 1)}" stroke="#999" stroke-width="1" fill="none"/>'
        f'<path d="{_lines(grid, *(grid.geometry.box or (grid.size, grid.size)))}"'
        ' stroke="black" stroke-width="3" stroke-linecap="square" fill="none"/>'
        f'<g font-family="sans-serif" font-size="{_font_size(grid)}" font-weight="{weight}"'
        f' text-anchor="middle" fill="black">{_texts(grid, symbols)}</g></svg>'
    )


def _lines(grid: Grid, row_step: int, col_step: int) -> str:
    side = grid.size * _CELL
    across = [f"M0 {y}H{side}" for y in range(0, side + 1, row_step * _CELL)]
    down = [f"M{x} 0V{side}" for x in range(0, side + 1, col_step * _CELL)]
    return "".join(across + down)


def _font_size(grid: Grid) -> int:
    return 24 if grid.size <= 25 else 20


def _texts(grid: Grid, symbols: Symbols | None) -> str:
    symbols = symbols or default_symbols(grid.size)
    return "".join(
        f'<text x="{(cell % grid.size) * _CELL + _CELL // 2}"'
        f' y="{(cell // grid.size) * _CELL + _CELL // 2 + _font_size(grid) // 3}">'
        f"{escape(symbols.text(value))}</text>"
        for cell, value in enumerate(grid.values)
        if value
    )
