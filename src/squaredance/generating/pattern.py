"""Pattern: the cells that may hold clues, as a text, a puzzle or a list of cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry
from squaredance.puzzle import Grid
from squaredance.whole import whole, written


def pattern_cells(pattern: Any, geometry: Geometry) -> frozenset[int]:
    """The cells of a pattern: of a text those that are neither '.' nor '0', of a puzzle the
    filled ones. Spaces, line ends and the rules between boxes ('|', '-', '+') do not count.

    >>> sorted(pattern_cells("x..x .xx. .xx. x..x", Geometry(4)))
    [0, 3, 5, 6, 9, 10, 12, 15]
    """
    if isinstance(pattern, Grid):
        if pattern.geometry.size != geometry.size:
            raise SquaredanceError(
                f"expected a pattern of {geometry.cells} cells, found a "
                f"{type(pattern).__name__} of {pattern.geometry.cells}"
            )
        return frozenset(cell for cell, value in enumerate(pattern.values) if value)
    if isinstance(pattern, str | bytes):
        return _of_text(pattern, geometry)
    if isinstance(pattern, Iterable):
        return frozenset(_cell(cell, geometry) for cell in pattern)
    raise SquaredanceError(
        f"expected a pattern as text, a puzzle or cells, found {type(pattern).__name__}"
    )


def _of_text(pattern: str | bytes, geometry: Geometry) -> frozenset[int]:
    text = pattern.decode("utf-8", "replace") if isinstance(pattern, bytes) else pattern
    marks = [mark for mark in text if not mark.isspace() and mark not in "|-+"]
    if len(marks) != geometry.cells:
        raise SquaredanceError(f"expected a pattern of {geometry.cells} cells, found {len(marks)}")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in ".0")


def _cell(cell: Any, geometry: Geometry) -> int:
    number = whole(cell)
    if number is None or not 0 <= number < geometry.cells:
        raise SquaredanceError(
            f"expected cells of a pattern from 0 to {geometry.cells - 1}, found {written(cell)}"
        )
    return number
