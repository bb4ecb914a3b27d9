"""Files of columns: Parquet and Arrow IPC (file and stream), read and written batch by batch.

magic at the start    kind              read from
PAR1                  parquet           a file (its directory is at the end)
ARROW1                arrow  (file)     a file, mapped
FF FF FF FF           arrows (stream)   anything, also a pipe
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance.columns.arrow import ipc, parquet, pyarrow
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.columnar import kind_by_magic
from squaredance.formats.source import MAGICS

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.formats.source import LineSource

ROWS: Final = 1 << 16  # of a batch, and of a row group that is written
_BUFFER: Final = 1 << 20  # bytes of a column that are read at once
_BYTES: Final = 1 << 25  # of a batch, about: large puzzles and what goes along with them


class ColumnFile:
    """An input of columns: its schema, and its batches of rows."""

    def __init__(self, name: str, kind: str, source: Any) -> None:
        """``source`` is a path, or a stream of bytes."""
        self.name = name
        self._kind = kind
        self._source = source
        with told(name):
            if kind == "parquet":
                path = _seekable(source, name, kind)
                self._file = parquet().ParquetFile(path, buffer_size=_BUFFER)
                self.schema = self._file.schema_arrow
                self.rows: int | None = self._file.metadata.num_rows
            elif kind == "arrow":
                # Read, not mapped: what was looked at of a map stays in memory.
                self._source = pyarrow().OSFile(_seekable(source, name, kind), "rb")
                self._file = ipc().open_file(self._source)
                self.schema, self.rows = self._file.schema, None
            else:
                self._file = ipc().open_stream(BufferedReader(_Raw(source), 1 << 20))
                self.schema, self.rows = self._file.schema, None

    def batches(self) -> Iterator[pa.RecordBatch]:
        """All rows, some at a time."""
        with told(self.name):
            if self._kind == "parquet":
                yield from self._parquet_batches()
                return
            for batch in self._ipc_batches():
                batch.validate(full=True)  # else any offset may be in it
                rows = min(ROWS, max(1, _BYTES * batch.num_rows // max(batch.nbytes, 1)))
                for at in range(0, batch.num_rows, rows):
                    yield batch.slice(at, rows)

    def close(self) -> None:
        """No more is read."""
        for opened in (self._file, self._source):
            close = getattr(opened, "close", None)
            if close is not None and not (opened is self._source and self.name == "stdin"):
                close()

    def _parquet_batches(self) -> Iterator[pa.RecordBatch]:
        """A few row groups at a time: what was read of a group is kept as long as its reader."""
        metadata = self._file.metadata
        rows = _rows_of(metadata)
        groups: list[int] = []
        for number in range(metadata.num_row_groups):
            groups.append(number)
            some = sum(metadata.row_group(group).num_rows for group in groups)
            if some >= rows or number + 1 == metadata.num_row_groups:
                yield from self._file.iter_batches(rows, row_groups=groups, use_threads=False)
                groups = []

    def _ipc_batches(self) -> Iterator[pa.RecordBatch]:
        if self._kind == "arrows":
            yield from self._file
            return
        for number in range(self._file.num_record_batches):
            yield self._file.get_batch(number)


def open_columns(source: LineSource, path: str | None) -> ColumnFile:
    """The columns of an input whose first bytes say that it is such; a path for a file."""
    kind = kind_by_magic(source.head(MAGICS)) or ""
    name = source.name or "input"
    stream: Any = source.stream
    if kind == "arrows":
        return ColumnFile(name, kind, stream)
    if path is None and source.size:  # stdin that is a file
        path = f"/dev/fd/{stream.fileno()}"
    elif path is not None:
        source.close()
    return ColumnFile(name, kind, path or stream)


def _rows_of(metadata: Any) -> int:
    """The rows of a batch by the largest row group: its bytes before compression."""
    groups = (metadata.row_group(number) for number in range(metadata.num_row_groups))
    most = max((g.total_byte_size / g.num_rows for g in groups if g.num_rows), default=1)
    return int(min(ROWS, max(1, _BYTES / max(most, 1))))


class _Raw(RawIOBase):
    """A stream that gives what it has, for one that waits for as much as is asked for."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any, /) -> int | None:
        new: int | None = self._stream.readinto(room)
        return new


def _seekable(source: Any, name: str, kind: str) -> str:
    if not isinstance(source, str):
        word = "Parquet" if kind == "parquet" else "the Arrow file format"
        raise FormatError(
            f"expected a file for {word}, whose directory is at its end, found a stream",
            source=name,
        )
    return source


@contextmanager
def told(name: str) -> Iterator[None]:
    """Makes errors of pyarrow ours, with the name of the file."""
    pa = pyarrow()
    try:
        yield
    except pa.ArrowException as error:
        raise FormatError(_sentence(error), source=name) from None
    except OSError as error:
        if error.errno is not None and error.strerror:
            message = f"expected a readable file, found: {error.strerror}"
            raise FormatError(message, source=name) from None
        raise FormatError(_sentence(error), source=name) from None


def _sentence(error: Exception) -> str:
    first = str(error).strip().partition("\n")[0]
    return f"expected a whole file of columns, found: {first or type(error).__name__}"


class Output(NamedTuple):
    """How columns are written."""

    kind: str  # parquet, arrow (file) or arrows (stream)
    compression: str = "none"


class ColumnWriter:
    """Writes batches of one schema to a file."""

    def __init__(self, target: Any, schema: pa.Schema, output: Output, large: list[str]) -> None:
        """``large`` are columns of texts that are seldom the same: no dictionary, no statistics."""
        self._pending: list[pa.RecordBatch] = []
        self._schema = schema
        self._is_parquet = output.kind == "parquet"
        compression = output.compression
        if self._is_parquet:
            small = [name for name in schema.names if name not in large]
            self._writer = parquet().ParquetWriter(
                target,
                schema,
                compression=compression,
                use_dictionary=small,
                write_statistics=small,
            )
            return
        if compression not in ("none", "lz4", "zstd"):
            raise SquaredanceError(f"expected lz4 or zstd for Arrow, found {compression}")
        new = ipc().new_file if output.kind == "arrow" else ipc().new_stream
        written = ipc().IpcWriteOptions(compression=None if compression == "none" else compression)
        self._writer = new(target, schema, options=written)

    def write(self, batch: pa.RecordBatch) -> None:
        """Some rows. Small batches share a row group."""
        if not self._is_parquet:
            self._writer.write_batch(batch)
            return
        self._pending.append(batch)
        rows = sum(some.num_rows for some in self._pending)
        if rows >= ROWS // 2 or sum(some.nbytes for some in self._pending) > _BYTES:
            self._write_group()

    def close(self) -> None:
        """All is written."""
        if self._pending:
            self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        table = pyarrow().Table.from_batches(self._pending, self._schema)
        self._pending = []
        self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
