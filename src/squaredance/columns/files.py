"""Files of columns: Parquet and Arrow IPC (file and stream), read and written batch by batch.

magic at the start    kind              read from
PAR1                  parquet           a file (its directory is at the end)
ARROW1                arrow  (file)     a file
FF FF FF FF           arrows (stream)   anything, also a pipe
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance.columns.arrow import ipc, parquet, pyarrow
from squaredance.columns.coded_pages import is_coded
from squaredance.columns.packed_pages import PackedChunk, packed_chunk
from squaredance.columns.plain_pages import LENGTH, PlainChunk, plain_chunk, text_spans
from squaredance.columns.question import Batch
from squaredance.columns.rooms import Rooms
from squaredance.columns.spliced import SplicedWriter, is_spliced
from squaredance.columns.stream import Stream
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.columnar import kind_by_magic
from squaredance.formats.source import MAGICS

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.columns.plain_pages import Run
    from squaredance.columns.rooms import Lease
    from squaredance.formats.source import LineSource

ROWS: Final = 1 << 16  # of a batch
GROUP: Final = 1 << 16  # rows of a row group that is written
_FEW: Final = 1 << 12  # rows of a group that are not worth it
_BUFFER: Final = 1 << 20  # bytes of a column that are read at once
_BYTES: Final = 1 << 25  # of a batch, about: large puzzles and what goes along with them
WIDTH9: Final = LENGTH + 81  # bytes of a 9x9 in a page
Chunk = PlainChunk | PackedChunk
_ROOMS: Final = Rooms()  # for all files, of which a worker has one after the other


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
                self._step = _rows_of(self._file.metadata)
            elif kind == "arrow":
                # Read, not mapped: what was looked at of a map stays in memory.
                self._source = pyarrow().OSFile(_seekable(source, name, kind), "rb")
                self._file = ipc().open_file(self._source)
                self.schema, self.rows = self._file.schema, None
            else:
                self._file = ipc().open_stream(Stream(source))
                self.schema, self.rows = self._file.schema, None

    @property
    def path(self) -> str | None:
        """That of a Parquet file; None for all else."""
        return self._source if self._kind == "parquet" else None

    @property
    def is_stream(self) -> bool:
        """Whether it may make wait for ever."""
        return self._kind == "arrows"

    def rows_of(
        self, column: str, *, in_place: bool, alone: bool = False, start: int = 0
    ) -> Iterator[Batch]:
        """All rows with a column of texts; where it can be ``in_place``, as it lies in pages, and
        then perhaps ``alone``, without the other columns. Only there those before the ``start`` of
        a batch may be left out.
        """
        if in_place and self._has_pages_of(column):
            with told(self.name):
                names = [column] if alone else self.schema.names
                yield from self._rows_in_place(column, names, start)
            return
        for record in self.batches():
            yield _batch(record, column)

    def runs_of(self, column: str, file: int) -> Iterator[list[Run]]:
        """Where the texts of each batch lie in the pages of the ``file``, which is this one; up to
        the first batch where that is not to be seen. All of one length, that of a plain 9x9.
        """
        if not self._has_pages_of(column):
            return
        for _, _, rows, chunk in self._chunks(column, file, 0):
            if not isinstance(chunk, PlainChunk) or chunk.width != WIDTH9:
                return
            for start in range(0, rows, self._step):
                yield list(chunk.runs(start, min(self._step, rows - start)))

    def batches(self) -> Iterator[pa.RecordBatch]:
        """All rows, some at a time."""
        with told(self.name):
            if self._kind == "parquet":
                yield from self._parquet_batches(range(self._file.metadata.num_row_groups))
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

    def _parquet_batches(self, numbers: Iterable[int]) -> Iterator[pa.RecordBatch]:
        """A few row groups at a time: what was read of a group is kept as long as its reader."""
        metadata, rows = self._file.metadata, self._step
        groups: list[int] = []
        some = 0
        for number in numbers:
            groups.append(number)
            some += metadata.row_group(number).num_rows
            if some >= rows:
                yield from self._whole(groups, some)
                groups, some = [], 0
        if groups:
            yield from self._whole(groups, some)

    def _whole(self, groups: list[int], wanted: int) -> Iterator[pa.RecordBatch]:
        """The rows of these groups, all of them: of a damaged one pyarrow may give none."""
        found = 0
        for record in self._file.iter_batches(self._step, row_groups=groups, use_threads=False):
            found += record.num_rows
            yield record
        if found != wanted:
            message = f"expected a whole file of columns, found {found} of {wanted} rows"
            raise FormatError(message, source=self.name)

    def _has_pages_of(self, column: str) -> bool:
        return self._kind == "parquet" and is_spliced(self.schema.field(column))

    def _chunks(
        self, column: str, file: int, start: int
    ) -> Iterator[tuple[int, int, int, Chunk | None]]:
        """Each row group from that of a row on: its number, its first row that is wanted, its rows,
        and its chunk of texts if these can be had as plain values.
        """
        nullable = _is_nullable(self._file.schema, column)
        spans = [] if nullable is None else text_spans(file, column)
        for number in range(self._file.metadata.num_row_groups):
            rows = self._file.metadata.row_group(number).num_rows
            if start >= rows > 0:
                start -= rows
                continue
            chunk: Chunk | None = None
            span = spans[number] if number < len(spans) else None
            if span is not None and rows >= _FEW:
                take = plain_chunk if span.is_plain else packed_chunk
                chunk = take(file, span, rows, nullable=bool(nullable))
            yield number, start, rows, chunk
            start = 0

    def _rows_in_place(self, column: str, names: list[str], start: int) -> Iterator[Batch]:
        """Row groups with a plain chunk of texts by themselves, those between them as ever."""
        others: list[int] = []  # groups before, which are not so
        with open(self._source, "rb", buffering=0) as opened:
            groups = self._chunks(column, opened.fileno(), start)
            for number, begin, _, chunk in groups:
                if chunk is None:
                    others.append(number)
                    continue
                yield from self._decoded(others, column)
                others = []
                yield from self._group_in_place(number, chunk, column, names, begin)
        yield from self._decoded(others, column)

    def _group_in_place(
        self, number: int, chunk: Chunk, column: str, names: list[str], begin: int
    ) -> Iterator[Batch]:
        """The rows of a group; from the first ones on that turn out to be not so, as ever."""
        pa = pyarrow()
        rows = self._file.metadata.row_group(number).num_rows
        step = self._step
        others = self._file.iter_batches(
            step, row_groups=[number], columns=[n for n in names if n != column], use_threads=False
        )
        for start in range(begin, rows, step):
            some, lease = min(step, rows - start), _ROOMS.lease()
            room = lease.room(some * chunk.width)
            # Without other columns there is nothing that could be shorter, in a damaged file.
            other = next(others, None) if len(names) > 1 else None
            is_alike = len(names) == 1 or (other is not None and other.num_rows == some)
            if not is_alike or not chunk.read(start, some, room):
                for record in _from_row(self._parquet_batches([number]), start):
                    yield _batch(record, column)
                return
            kind = pa.binary(chunk.width)
            texts = pa.Array.from_buffers(kind, some, [None, pa.py_buffer(room)], 0)
            columns = [] if other is None else list(other.columns)
            columns.insert(names.index(column), texts)
            record = pa.RecordBatch.from_arrays(columns, names)
            yield Batch(texts, record, kind=self.schema.field(column).type, lease=lease)

    def _decoded(self, groups: list[int], column: str) -> Iterator[Batch]:
        for record in self._parquet_batches(groups):
            yield _batch(record, column)

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


def _is_nullable(schema: Any, column: str) -> bool | None:
    """Whether a column may have nulls; None for one that is in a list or a struct."""
    for leaf in (schema.column(number) for number in range(len(schema))):
        if leaf.path == column and "." not in column:
            is_flat = leaf.max_repetition_level == 0 and leaf.max_definition_level <= 1
            return leaf.max_definition_level == 1 if is_flat else None
    return None


def _batch(record: pa.RecordBatch, column: str) -> Batch:
    return Batch(record.column(column), record, lease=_ROOMS.lease())


def _from_row(records: Iterator[pa.RecordBatch], start: int) -> Iterator[pa.RecordBatch]:
    """All but the first rows."""
    for record in records:
        if start < record.num_rows:
            yield record.slice(start)
        start = max(0, start - record.num_rows)


def _rows_of(metadata: Any) -> int:
    """The rows of a batch by the largest row group: its bytes before compression."""
    groups = (metadata.row_group(number) for number in range(metadata.num_row_groups))
    most = max((g.total_byte_size / g.num_rows for g in groups if g.num_rows), default=1)
    return int(min(ROWS, max(1, _BYTES / max(most, 1))))


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
    except (pa.ArrowException, UnicodeDecodeError) as error:  # names of columns, too
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

    @property
    def is_spliced(self) -> bool:
        """Whether texts are written by us; they may then come as they lie in pages."""
        return self.kind == "parquet" and self.compression == "none"


def is_group(rows: int, last: int) -> bool:
    """Whether so many rows, those of the ``last`` batch among them, are a row group."""
    return rows + last > GROUP


class ColumnWriter:
    """Writes batches of one schema to a file."""

    def __init__(
        self, target: Any, schema: pa.Schema, output: Output, large: list[str], answers: list[str]
    ) -> None:
        """``large`` are columns of texts that are seldom the same: no dictionary, no statistics.
        ``answers`` are those that we made.
        """
        self._pending: list[tuple[list[pa.Array], Lease | None]] = []
        self._rows = self._bytes = 0  # of those
        self._schema = schema
        self._is_parquet = output.kind == "parquet"
        compression = output.compression
        self._spliced: SplicedWriter | None = None
        if self._is_parquet:
            small = [name for name in schema.names if name not in large]
            # Statistics of a dictionary cost pyarrow as much as all else about the column.
            is_dictionary = pyarrow().types.is_dictionary
            others = [f.name for f in schema if f.name in small and not is_dictionary(f.type)]
            options = {"use_dictionary": small, "write_statistics": others}
            if output.is_spliced:
                texts = [name for name in large if is_spliced(schema.field(name))]
                coded = [n for n in answers if n not in large and is_coded(schema.field(n))]
                self._spliced = SplicedWriter(target, schema, texts, coded, **options)
                return
            self._writer = parquet().ParquetWriter(
                target, schema, compression=compression, **options
            )
            return
        if compression not in ("none", "lz4", "zstd"):
            raise SquaredanceError(f"expected lz4 or zstd for Arrow, found {compression}")
        new = ipc().new_file if output.kind == "arrow" else ipc().new_stream
        written = ipc().IpcWriteOptions(compression=None if compression == "none" else compression)
        self._writer = new(target, schema, options=written)

    @property
    def promising(self) -> SplicedWriter | None:
        """What takes row groups whose texts somebody else writes, before any others; None where
        that cannot be.
        """
        return self._spliced if self._spliced is not None and self._spliced.can_promise else None

    def write(self, columns: list[pa.Array], lease: Lease | None = None) -> None:
        """Some rows. Small batches share a row group. The ``lease`` ends when they are written."""
        if not self._is_parquet:
            self._writer.write_batch(self._record(columns))
            if lease is not None:
                lease.end()
            return
        rows = len(columns[0])
        if rows:
            self._pending.append((columns, lease))
        self._rows += rows
        self._bytes += sum(column.nbytes for column in columns)
        if is_group(self._rows, rows) or self._bytes > _BYTES:
            self._write_group()

    def close(self) -> None:
        """All is written."""
        if self._pending:
            self._write_group()
        (self._spliced or self._writer).close()

    def _write_group(self) -> None:
        pending, self._pending = self._pending, []
        self._rows = self._bytes = 0
        batches = [columns for columns, _ in pending]
        if self._spliced is not None:
            self._spliced.write_group(batches)
        else:
            table = pyarrow().Table.from_batches(map(self._record, batches), self._schema)
            self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
        for _, lease in pending:
            if lease is not None:
                lease.end()

    def _record(self, columns: list[pa.Array]) -> pa.RecordBatch:
        return pyarrow().RecordBatch.from_arrays(columns, schema=self._schema)
