"""Problems from arrays: 0/1 matrices and compressed rows.

numpy and scipy are not imported: an array is a buffer, and a sparse matrix has ``tocsr``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Final

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.cover.build import Items, members
from squaredance.errors import SquaredanceError
from squaredance.whole import whole, written

_MOST_ITEMS: Final = 10**8  # each is a Python object; more is a mistake
Parts = tuple[_core.CoverProblem, Items]


def matrix_parts(matrix: Any, secondary: Iterable[int]) -> Parts:
    """A native problem and its items from a 0/1 matrix of any kind."""
    if hasattr(matrix, "tocsr"):
        return _sparse_parts(matrix, secondary)
    view = _buffer(matrix)
    if view is None:
        return _row_parts(matrix, secondary)
    if view.ndim != 2 or view.shape is None:
        raise SquaredanceError(f"expected a matrix of 2 dimensions, found {view.ndim}")
    core, items, item_of = _started(view.shape[1], secondary)
    try:
        wrong = core.add_dense(matrix, item_of)
    except TypeError:
        raise SquaredanceError(
            f"expected a matrix of whole numbers, found the format {view.format!r}"
        ) from None
    if wrong is not None:
        row, column = wrong
        raise _wrong_value(row, column, matrix[row, column])
    return core, items


def _buffer(thing: Any) -> memoryview | None:
    try:
        return memoryview(thing)
    except (TypeError, ValueError):  # ValueError: an array of numpy, of what no buffer has
        return None


def _started(columns: int, secondary: Iterable[int]) -> tuple[_core.CoverProblem, Items, list[int]]:
    """An empty problem with an item per column, and the native item of each column."""
    second = tuple(
        _column(thing, columns) for thing in members(secondary, "a collection of columns")
    )
    apart = set(second)
    items = Items(tuple(c for c in range(columns) if c not in apart), second)
    item_of = [items.numbers[column] for column in range(columns)]
    return _core.CoverProblem(len(items.primary), len(second)), items, item_of


def _column(thing: Any, columns: int) -> int:
    column = whole(thing)
    if column is None or not 0 <= column < columns:
        raise SquaredanceError(
            f"secondary: expected columns from 0 to {columns - 1}, found {written(thing)}"
        )
    return column


def _row_parts(rows: Any, secondary: Iterable[int]) -> Parts:
    lines = [
        list(members(row, f"a collection of 0 and 1 as row {number}"))
        for number, row in enumerate(members(rows, "a matrix"))
    ]
    columns = len(lines[0]) if lines else 0
    core, items, item_of = _started(columns, secondary)
    for number, line in enumerate(lines):
        if len(line) != columns:
            raise SquaredanceError(
                f"row {number}: expected {columns} columns as in row 0, found {len(line)}"
            )
        try:
            digits = bytes(line)
        except (TypeError, ValueError):  # not whole, or not small: maybe 1.0, maybe wrong
            digits = bytes(_digit(number, column, value) for column, value in enumerate(line))
        if columns == 0:
            core.extend([()], {}, {}, object, None)
            continue
        wrong = core.add_dense(memoryview(digits).cast("B", (1, columns)), item_of)
        if wrong is not None:
            raise _wrong_value(number, wrong[1], line[wrong[1]])
    return core, items


def _digit(row: int, column: int, value: Any) -> int:
    for digit in (0, 1):
        try:
            if value == digit:
                return digit
        except ValueError:  # an array of numpy has no truth
            break
    raise _wrong_value(row, column, value)


def _wrong_value(row: int, column: int, value: Any) -> SquaredanceError:
    tolist = getattr(value, "tolist", None)  # of numpy: as Python writes it
    found = written(value if tolist is None else tolist())
    return SquaredanceError(f"row {row}, column {column} (from 0): expected 0 or 1, found {found}")


def _sparse_parts(matrix: Any, secondary: Iterable[int]) -> Parts:
    if matrix.ndim != 2:
        raise SquaredanceError(f"expected a matrix of 2 dimensions, found {matrix.ndim}")
    rows = matrix.tocsr()
    core, items, item_of = _started(rows.shape[1], secondary)
    try:
        wrong = core.add_compressed(rows.indptr, rows.indices, rows.data, None, item_of)
    except TypeError:
        raise SquaredanceError(
            f"expected a matrix of whole numbers, found those of the type {rows.data.dtype}"
        ) from None
    if wrong is not None:
        row, place = wrong
        at = int(rows.indptr[row]) + place
        column, value = int(rows.indices[at]), rows.data[at]
        if value == 1:
            raise SquaredanceError(f"row {row} (from 0): expected column {column} once")
        raise _wrong_value(row, column, value)
    return core, items


def compressed_parts(
    indptr: Any, indices: Any, columns: int | None, secondary: Iterable[int]
) -> Parts:
    """A native problem and its items from compressed rows."""
    starts, places = _whole_numbers(indptr, "indptr"), _whole_numbers(indices, "indices")
    if columns is None:
        columns = max(places, default=-1) + 1 if not hasattr(places, "max") else _largest(places)
    columns = check_whole(columns, 0, "columns")
    if columns > _MOST_ITEMS:
        raise SquaredanceError(
            f"expected columns of {_MOST_ITEMS} or less, found {written(columns)}"
        )
    core, items, item_of = _started(columns, secondary)
    wrong = core.add_compressed(starts, places, None, None, item_of)
    if wrong is None:
        return core, items
    row, place = wrong
    if row < 0:
        raise _wrong_start(starts, place, len(places))
    column = places[starts[row] + place]
    if 0 <= column < columns:
        raise SquaredanceError(f"option {row + 1}: expected different items, found {column} twice")
    raise SquaredanceError(
        f"option {row + 1}: expected items from 0 to {columns - 1}, found {column}"
    )


def _largest(places: Any) -> int:
    return int(places.max()) + 1 if len(places) else 0


def _wrong_start(starts: Sequence[int], place: int, end: int) -> SquaredanceError:
    found = starts[place] if len(starts) else "none"
    expected = f"rising numbers from 0 to {end}, how many indices there are"
    return SquaredanceError(f"indptr[{place}]: expected {expected}, found {found}")


def _whole_numbers(numbers: Any, name: str) -> Any:
    """The same as a buffer of whole numbers, in the order of bytes of this machine."""
    view = _buffer(numbers)
    if view is None:
        return _array(numbers, name)
    kind = view.format[-1:]
    if view.ndim != 1 or kind not in "bBhHiIlLqQnN":
        raise SquaredanceError(
            f"{name}: expected whole numbers in 1 dimension, found the format {view.format!r} "
            f"in {view.ndim}"
        )
    return numbers if view.format == kind else _array(numbers, name)


def _array(numbers: Any, name: str) -> array[int]:
    try:
        return array("q", numbers)
    except (TypeError, OverflowError, NotImplementedError):  # the last: a memoryview of strangers
        raise SquaredanceError(
            f"{name}: expected whole numbers, found {written(numbers)}"
        ) from None
