"""Pattern: the cells that may hold clues, as a text, a puzzle or a list of cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry
from squaredance.puzzle import Grid
from squaredance.whole import whole, written


def pattern_cells(pattern: Any, geometry: Geometry) -> frozenset[int]:
    """The cells of a pattern: of a text those that are neither '.' nor '0', of a puzzle or its
    values (as bytes) the filled ones. Spaces, line ends and the rules between boxes ('|', '-', '+')
    do not count.

    >>> sorted(pattern_cells("x..x .xx. .xx. x..x", Geometry(4)))
    [0, 3, 5, 6, 9, 10, 12, 15]
    """
    if isinstance(pattern, Grid):
        if pattern.geometry.size != geometry.size:
            raise SquaredanceError(
                f"expected a pattern of {geometry.cells} cells, found a "
                f"{type(pattern).__name__} of {pattern.geometry.cells}"
            )
        return _filled(pattern.values)
    if isinstance(pattern, bytes | bytearray):
        if _are_values(pattern, geometry):
            return _filled(pattern)
        pattern = pattern.decode("utf-8", "replace")
    if isinstance(pattern, str):
        return _of_text(pattern, geometry)
    if isinstance(pattern, Iterable):
        return frozenset(_cell(cell, geometry) for cell in pattern)
    raise SquaredanceError(
        f"expected a pattern as text, a puzzle or cells, found {type(pattern).__name__}"
    )


def marks_of(text: str) -> list[str]:
    """The characters of a pattern that stand for cells.

    >>> marks_of("x. | .x")
    ['x', '.', '.', 'x']
    """
    return [mark for mark in text if not mark.isspace() and mark not in "|-+"]


def _of_text(text: str, geometry: Geometry) -> frozenset[int]:
    marks = marks_of(text)
    for mark in marks:
        if not mark.isprintable():
            raise SquaredanceError(f"expected a pattern of marks that can be seen, found {mark!r}")
    if len(marks) != geometry.cells:
        raise SquaredanceError(f"expected a pattern of {geometry.cells} cells, found {len(marks)}")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in ".0")


def _are_values(data: bytes | bytearray, geometry: Geometry) -> bool:
    """Rather than text, which has no character below the tab."""
    return len(data) == geometry.cells and max(data) <= geometry.size and min(data) < ord("\t")


def _filled(values: bytes | bytearray) -> frozenset[int]:
    return frozenset(cell for cell, value in enumerate(values) if value)


def _cell(cell: Any, geometry: Geometry) -> int:
    number = whole(cell)
    if number is None or not 0 <= number < geometry.cells:
        raise SquaredanceError(
            f"expected cells of a pattern from 0 to {geometry.cells - 1}, found {written(cell)}"
        )
    return number
