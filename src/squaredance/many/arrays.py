"""Arrays of values: a row per puzzle, a byte per cell. numpy is used when it is there already."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from squaredance import _core
from squaredance.errors import SquaredanceError
from squaredance.geometry import MAX_SIZE, Geometry, standard_geometry
from squaredance.kinds import shape_of
from squaredance.many.results import Results, Tally

if TYPE_CHECKING:
    from squaredance.many.flow import Flow


class Rows(NamedTuple):
    """Some rows of an array."""

    native: _core.ValueBlock
    size: int


def solve_array(array: Any, geometry: Geometry | None, flow: Flow[Rows]) -> Results[Any]:
    """An array of the same kind and shape with the solutions.

    >>> from squaredance.many.flow import Flow
    >>> rows = memoryview(bytes([1, 0, 0, 0])).cast("B", (1, 4))
    >>> with Flow(threads=1, limit=1) as flow:
    ...     solve_array(rows, None, flow).solutions.tolist()
    [[1, 2, 2, 1]]
    """
    view = checked_view(array)
    rows, cells = view.shape or ()
    geometry = _geometry_of(cells, geometry)
    solutions = _empty_like(array, rows, cells)
    tally = Tally(flow.limit)
    for block in flow.answered(_blocks(view, solutions, geometry, flow)):
        tally.add(block.native)
    return tally.results(solutions)


def checked_view(array: Any) -> memoryview:
    """The memory of an array that is (n, cells) bytes, one cell beside the other."""
    masked = sys.modules.get("numpy.ma")
    if masked is not None and isinstance(array, masked.MaskedArray):
        raise SquaredanceError(
            "expected an array without a mask, found a masked one: .filled(0) makes blanks of "
            "what is masked"
        )
    view = memoryview(array)
    if view.format not in ("B", "<B", "@B"):
        found = getattr(array, "dtype", None) or f"format {view.format!r}"
        raise SquaredanceError(f"expected an array of bytes (uint8), found {found}")
    if view.ndim != 2:
        raise SquaredanceError(f"expected an array of shape (n, cells), found {view.shape}")
    between_rows, between_cells = view.strides or ()
    if between_cells != 1 or between_rows < 0:
        raise SquaredanceError(
            "expected rows with their cells side by side in memory (C order), found strides "
            f"{view.strides}"
        )
    return view


def _geometry_of(cells: int, geometry: Geometry | None) -> Geometry:
    if geometry is None:
        size = isqrt(cells)
        if size * size != cells or not 1 <= size <= MAX_SIZE:
            raise SquaredanceError(
                f"expected N*N cells in a row for a size N from 1 to {MAX_SIZE}, found {cells}"
            )
        return standard_geometry(size)
    if geometry.cells != cells:
        raise SquaredanceError(f"expected {geometry.cells} cells in a row, found {cells}")
    return geometry


def _empty_like(array: Any, rows: int, cells: int) -> Any:
    """An array for the solutions: of numpy for an array of numpy, else a memoryview."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return numpy.empty((rows, cells), dtype=numpy.uint8)
    memory = memoryview(bytearray(rows * cells))
    return memory.cast("B", (rows, cells)) if rows else memory


def _blocks(view: memoryview, out: Any, geometry: Geometry, flow: Flow[Rows]) -> Iterator[Rows]:
    shape = shape_of(geometry)
    first = 0
    while first < len(view):
        rows = min(flow.most, len(view) - first)
        block = Rows(_core.ValueBlock(shape, view, out, first, rows), rows)
        bad = block.native.first_bad()
        if bad >= 0:
            row, cell = divmod(bad + first * geometry.cells, geometry.cells)
            raise SquaredanceError(
                f"row {row}, column {cell}: "
                f"expected a value from 0 to {geometry.size}, found {view[row, cell]}"
            )
        first += rows
        yield block
