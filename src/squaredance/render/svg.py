"""A Grid as a picture of its own: SVG, which a notebook shows, and PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from squaredance.render.grid import Look, draw_grid
from squaredance.render.svg_canvas import SvgCanvas
from squaredance.symbols import Symbols, default_symbols

if TYPE_CHECKING:
    from squaredance.puzzle import Grid

_CELL: Final = 40
_MARGIN: Final = 4


def grid_svg(grid: Grid, symbols: Symbols | None = None, *, candidates: bool = True) -> str:
    """The grid as a stand-alone SVG text; clues of a Puzzle are bold, and the open cells of a
    candidate puzzle show their candidates.

    >>> from squaredance import Puzzle
    >>> picture = grid_svg(Puzzle.from_text("1......2.3....4."))
    >>> picture.startswith("<svg"), picture.count("<text")
    (True, 4)
    """
    symbols = symbols or default_symbols(grid.size)
    side = grid.size * _CELL
    total = side + 2 * _MARGIN
    canvas = SvgCanvas()
    canvas.rects([(-_MARGIN, -_MARGIN, total, total)], 1.0)
    look = Look.of(symbols, grid.geometry, _CELL)
    draw_grid(canvas, grid, 0, 0, look, symbols, candidates=candidates)
    shown = min(total, 720)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} {total} {total}"'
        f' width="{shown}" height="{shown}" role="img"'
        f' aria-label="Sudoku {grid.size}x{grid.size}">{canvas.body}</svg>'
    )


def grid_png(
    grid: Grid, symbols: Symbols | None = None, *, pixels: int = 600, candidates: bool = True
) -> bytes:
    """The grid as a PNG file so many pixels wide and high; all cells are alike to the pixel, so
    the margin takes what is left.

    >>> from squaredance import Puzzle
    >>> grid_png(Puzzle.from_text("1......2.3....4."), pixels=100)[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    from squaredance.render.png import PngCanvas

    symbols = symbols or default_symbols(grid.size)
    margin = max(2, round(pixels * _MARGIN / (grid.size * _CELL + 2 * _MARGIN)))
    cell = (pixels - 2 * margin) // grid.size
    corner = (pixels - cell * grid.size) // 2
    canvas = PngCanvas(pixels, pixels)
    look = Look.of(symbols, grid.geometry, cell)
    draw_grid(canvas, grid, corner, corner, look, symbols, candidates=candidates)
    return canvas.png()
