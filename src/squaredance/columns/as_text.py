"""A column as text: a line for each row, for all that reads lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squaredance.columns.arrow import pyarrow
from squaredance.columns.tables import chosen_column
from squaredance.columns.texts import plain_array, raw_of
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.source import Line, LineSource

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

    from squaredance.columns.files import ColumnFile


def column_of(file: ColumnFile, given: str | None, wanted: tuple[str, ...] = ("puzzle",)) -> str:
    """The column of a file that is asked for, or the one that must be meant."""
    try:
        return chosen_column(file.schema.names, file.schema.types, given, wanted)
    except SquaredanceError as error:
        raise FormatError(error.message, source=file.name) from None


def line_source(
    file: ColumnFile, column: str, before_wait: Callable[[], object] | None = None
) -> LineSource:
    """The rows of a column as lines: the number of a line is that of its row, and nulls are
    empty lines.
    """
    source = _RowSource(_Rows(file, column), file.name, before_wait)
    source.format = "line"
    return source


class _RowSource(LineSource):
    """Lines that are rows."""

    __slots__ = ()

    def checked(self, line: bytes, number: int) -> Line:
        """See `LineSource`. A row that has a line end within is none."""
        assert isinstance(self._stream, _Rows)
        if number in self._stream.broken:
            self._stream.broken.remove(number)
            return self.error("expected a puzzle on one line, found a line end", number)
        return super().checked(line, number)


class _Rows:
    """A stream of the text. Line ends within rows, but for the one that may end them, are NUL
    there: so these ``broken`` rows are lines that somebody has a closer look at.
    """

    def __init__(self, file: ColumnFile, column: str) -> None:
        self.broken: set[int] = set()
        self._file = file
        self._pieces = self._texts(column)
        self._piece = memoryview(b"")

    def read(self, size: int = -1, /) -> bytes:
        """Some of it; nothing at the end."""
        if not len(self._piece):
            self._piece = memoryview(next(self._pieces, b""))
        some = self._piece if size < 0 else self._piece[:size]
        self._piece = self._piece[len(some) :]
        return bytes(some)

    def readinto(self, room: memoryview, /) -> int:
        """The same, into memory of the caller."""
        some = self.read(len(room))
        room[: len(some)] = some
        return len(some)

    def close(self) -> None:
        """No more is read."""
        self._pieces.close()  # type: ignore[attr-defined]
        self._file.close()

    def _texts(self, column: str) -> Iterator[bytes]:
        row = 0
        for batch in self._file.batches():
            if batch.num_rows:
                text = _with_line_ends(batch.column(column))
                if text.count(b"\n") != batch.num_rows:
                    text = self._one_line_each(batch.column(column), row + 1)
                yield text
            row += batch.num_rows

    def _one_line_each(self, array: pa.Array, first: int) -> bytes:
        pieces = []
        for row, value in enumerate(plain_array(array), first):
            raw = (raw_of(value) or b"").removesuffix(b"\n")
            if b"\n" in raw:
                self.broken.add(row)
                raw = raw.replace(b"\n", b"\0")
            pieces.append(raw + b"\n")
        return b"".join(pieces)


def _with_line_ends(array: pa.Array) -> bytes:
    pa = pyarrow()
    from pyarrow import compute

    array = plain_array(array)
    if pa.types.is_fixed_size_binary(array.type):
        array = array.cast(pa.binary())
    empty, end = (pa.scalar(text, array.type) for text in ("", "\n"))
    lines = compute.binary_join_element_wise(
        array, empty, end, null_handling="replace", null_replacement=""
    )
    data = lines.buffers()[2]
    return b"" if data is None else data.to_pybytes()
