"""Texts: an Arrow array of strings by its buffers, for native code that reads it in place.

kind of array            how it is taken              kind of the answer
string, binary           as it is (32-bit offsets)    the same
large_string, _binary    as it is (64-bit offsets)    the same
fixed_size_binary(w)     as it is (no offsets)        the same if w is N*N, else binary
string_view, binary_view cast to string or binary     the same view
dictionary               its values, row by row       the kind of its values
null                     as strings, all of them null  string
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any, Final

from squaredance import _core
from squaredance.columns.arrow import pyarrow
from squaredance.columns.listed import listed
from squaredance.columns.plain_pages import LENGTH
from squaredance.errors import SquaredanceError
from squaredance.geometry import MAX_SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

_WIDTHS: Final = {"string": 4, "binary": 4, "large_string": 8, "large_binary": 8}


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of this type may hold puzzles.

    >>> import pyarrow as pa
    >>> is_text(pa.string()), is_text(pa.int64()), is_text(pa.dictionary(pa.int8(), pa.string()))
    (True, False, True)
    """
    types = pyarrow().types
    if types.is_dictionary(kind):
        kind = kind.value_type
    plain = str(kind) in _WIDTHS or types.is_fixed_size_binary(kind)
    return plain or str(kind) in ("string_view", "binary_view")


def may_be_text(kind: pa.DataType) -> bool:
    """The same, or whether nobody has said what it holds, which is nothing."""
    return is_text(kind) or pyarrow().types.is_null(kind)


def answer_type(kind: pa.DataType) -> pa.DataType:
    """The type of solutions to puzzles of this type.

    >>> import pyarrow as pa
    >>> answer_type(pa.binary(16)), answer_type(pa.binary(100)), answer_type(pa.large_string())
    (FixedSizeBinaryType(fixed_size_binary[16]), FixedSizeBinaryType(fixed_size_binary[100]), \
DataType(large_string))
    """
    pa = pyarrow()
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_fixed_size_binary(kind):
        size = isqrt(kind.byte_width)
        return kind if size * size == kind.byte_width and size <= MAX_SIZE else pa.binary()
    return pa.string() if pa.types.is_null(kind) else kind


def plain_array(array: pa.Array) -> pa.Array:
    """The array with a type whose rows native code can find; a copy only if it must be."""
    pa = pyarrow()
    kind = array.type
    if not may_be_text(kind):
        raise SquaredanceError(f"expected a column of strings, found {kind}")
    if pa.types.is_dictionary(kind):
        return decoded(array)
    plain = without_views(kind)
    return array if plain == kind else array.cast(plain)


def decoded(array: pa.Array) -> pa.Array:
    """The values of a dictionary, row by row. pyarrow picks no views: they are cast before, which
    costs less, since there are fewer of them.
    """
    pa = pyarrow()
    values = array.dictionary
    plain = without_views(values.type)
    if plain != values.type:
        array = pa.DictionaryArray.from_arrays(array.indices, values.cast(plain))
    return array.dictionary_decode()


def without_views(kind: pa.DataType) -> pa.DataType:
    """The type whose rows lie one behind the other.

    >>> import pyarrow as pa
    >>> without_views(pa.string_view()), without_views(pa.string())
    (DataType(large_string), DataType(string))
    """
    pa = pyarrow()
    views = {
        "string_view": pa.large_string(),
        "binary_view": pa.large_binary(),
        "null": pa.string(),
    }
    return views.get(str(kind), kind)


class Texts:
    """The rows of a plain array, where they lie. With the ``kind`` of their column they are
    values of a page of Parquet, each behind its length (see `Batch`).
    """

    __slots__ = (
        "_data", "_lead", "_offsets", "_origin", "_validity", "_width", "array", "kind", "size",
    )  # fmt: skip

    def __init__(self, array: pa.Array, kind: pa.DataType | None = None) -> None:
        self.array = array
        self.kind = kind or array.type
        self._lead = LENGTH if kind else 0  # bytes before the first text
        validity, *rest = array.buffers()
        self._validity = validity if array.null_count else None
        if len(rest) == 1:  # of one width
            self._offsets, self._width = None, array.type.byte_width
            first, last = array.offset * self._width, (array.offset + len(array)) * self._width
        else:
            self._offsets, self._width = rest[0], _WIDTHS[str(array.type)]
            first, last = self._ends()
        self._origin = first
        self.size = last - first  # in bytes
        self._data = b"" if rest[-1] is None else rest[-1].slice(first, self.size)

    def __len__(self) -> int:
        return len(self.array)

    def block(self, shape: _core.Shape, out: object, first: int) -> _core.RowBlock:
        """The rows from ``first`` on, for native code; ``out`` is as long as all of the text."""
        return _core.RowBlock(
            shape,
            _bytes(self._data)[self._lead :],
            _bytes(out)[self._lead :],
            self._offsets,
            self._width,
            self._validity,
            self.array.offset + first,
            len(self) - first,
            self._origin,
            self._lead,
        )

    def column(self, shape: _core.Shape) -> _core.Column:
        """All rows, for native code that only looks at them."""
        return _core.Column(
            shape,
            _bytes(self._data)[self._lead :],
            self._offsets,
            self._width,
            self._validity,
            self.array.offset,
            len(self),
            self._origin,
            self._lead,
        )

    def begin(self, out: object) -> None:
        """What stands before the first text is the same in the answers."""
        if self._lead:
            _bytes(out)[: self._lead] = _bytes(self._data)[: self._lead]

    def copy_to(self, out: object, first: int) -> None:
        """Puts the rows from ``first`` on there as they are."""
        start = self._place(first) - self._origin
        _bytes(out)[start : self.size] = _bytes(self._data)[start : self.size]

    def raw(self, row: int) -> bytes | None:
        """The bytes of a row; None for a null."""
        raw = raw_of(self.array[row])
        return raw and raw[self._lead :]

    def answers(
        self, out: pa.Buffer, solved: tuple[bytes | None, int], others: dict[int, str]
    ) -> pa.Array:
        """The array of what was written in the places of the rows, null where a bit is not set.

        ``others`` are answers that may be of another length than their rows.
        """
        pa = pyarrow()
        bits, nulls = solved
        buffers = [None if bits is None else pa.py_buffer(bits)]
        if self._offsets is not None:
            buffers.append(self._own_offsets())
        buffers.append(out)
        array = pa.Array.from_buffers(self.array.type, len(self), buffers, nulls)
        if not others:
            return array
        rows: list[Any] = [raw and raw[self._lead :] for raw in map(raw_of, array)]
        for row, answer in others.items():
            rows[row] = answer.encode()
        if str(self.kind).endswith("string"):
            rows = [None if raw is None else raw.decode() for raw in rows]
        return text_array(rows, answer_type(self.kind))

    def _ends(self) -> tuple[int, int]:
        if not len(self):
            return 0, 0
        return self._place(0), self._place(len(self))

    def _place(self, row: int) -> int:
        """An offset, as it is."""
        if self._offsets is None:
            return int((self.array.offset + row) * self._width)
        at = (self.array.offset + row) * self._width
        return int.from_bytes(
            memoryview(self._offsets)[at : at + self._width], "little", signed=True
        )

    def _own_offsets(self) -> Any:
        """Those of the answers: the same memory, if the rows begin where the text does."""
        assert self._offsets is not None
        if self._origin == 0:
            first = self.array.offset * self._width
            return self._offsets.slice(first, (len(self) + 1) * self._width)
        made = _core.row_offsets(self._offsets, self._width, self.array.offset, len(self))
        return pyarrow().py_buffer(made)


def _bytes(buffer: Any) -> memoryview:
    return memoryview(buffer).cast("B")


def text_array(rows: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """An array of texts, or of bytes for a type of such."""
    pa = pyarrow()
    if pa.types.is_fixed_size_binary(kind):
        wrong = next((r for r in rows if r is not None and len(r) != kind.byte_width), None)
        if wrong is not None:
            raise SquaredanceError(
                f"expected answers of {kind.byte_width} bytes for a column of such rows, "
                f"found {len(wrong)}: a column of type binary can hold them"
            )
    return listed(rows, kind)


def raw_of(scalar: pa.Scalar) -> bytes | None:
    """The bytes of a text, which need not be UTF-8: the line reader says so with their place."""
    return scalar.as_buffer().to_pybytes() if scalar.is_valid else None
