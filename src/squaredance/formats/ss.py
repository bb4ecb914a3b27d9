"""The Simple Sudoku format (.ss): rows with bars between the boxes and dashes under them."""

from __future__ import annotations

from collections.abc import Iterator

from squaredance.errors import FormatError
from squaredance.formats import grid as grid_text
from squaredance.formats.case import Case, Options, Style
from squaredance.formats.source import LineSource
from squaredance.puzzle import Grid
from squaredance.ruled import ruled


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The grids of an input; what is accepted is all that grid text accepts."""
    return grid_text.read(source, options, "ss")


def write(grid: Grid, style: Style) -> str:
    """The rows with the bars and dashes of the format, or as they were drawn."""
    symbols = style.symbols_for(grid)
    if style.template is not None or symbols.is_decimal:
        return grid_text.write(grid, style)
    text = grid.values.translate(symbols.writing_table()).decode("ascii")
    # A rule of dashes alone could be a row where the blank is a dash.
    return ruled(grid.geometry, text, cross="+" if symbols.blank in "-*" else "-") + "\n"
