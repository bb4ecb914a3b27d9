"""A Parquet file whose texts and answers are written by us, and all else by pyarrow.

pyarrow writes   PAR1  chunks of group 1                   chunks of group 2 ...  footer
the file has     PAR1  chunks of group 1, ours of group 1, chunks of group 2 ...  our footer

So every other type is pyarrow's, and so are schema and metadata: they are those of a file without
rows that has all columns. In the directory of row groups the places change, and our chunks join it.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import deque
from contextlib import suppress
from errno import EAGAIN
from fcntl import F_GETFL, fcntl
from io import RawIOBase
from operator import is_not
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from squaredance import _core
from squaredance.columns.arrow import parquet, pyarrow
from squaredance.columns.coded_pages import CodedChunk, coded_chunk
from squaredance.columns.parquet_numbers import BYTE_ARRAY, PLAIN, RLE, UNCOMPRESSED
from squaredance.columns.plain_pages import ALIGNED, Promised, pages_of
from squaredance.columns.thrift import BINARY, I16, I32, I64, LIST, STRUCT, Reader, Struct, packed

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

    Put = Callable[[int, bytes], object]

MAGIC: Final = b"PAR1"
SPLICED: Final = ("string", "large_string", "binary", "large_binary")  # types of texts

# Fields of the format, by their numbers. Of FileMetaData, RowGroup, ColumnChunk, ColumnMetaData:
_SCHEMA, _ROWS, _GROUPS = 2, 3, 4
_CHILDREN = 5  # of a SchemaElement
_COLUMNS, _GROUP_BYTES, _GROUP_ROWS, _GROUP_PLACE, _GROUP_PACKED, _GROUP_NUMBER = 1, 2, 3, 5, 6, 7
_CHUNK_PLACE, _CHUNK, _INDEX_PLACES = 2, 3, {4, 6}
_TYPE, _ENCODINGS, _PATH, _CODEC, _VALUES, _BYTES, _PACKED, _PLACE = 1, 2, 3, 4, 5, 6, 7, 9
_DICTIONARY_PLACE = 11
_MOST_NUMBERED: Final = 1 << 15  # row groups whose number is told: it has 16 bits
_PLAIN_AND_RLE: Final = (LIST, (I32, [PLAIN, RLE]))


def is_spliced(field: pa.Field) -> bool:
    """Whether a column of texts can be written by us."""
    return str(field.type) in SPLICED


class _Chunk(NamedTuple):
    """One of ours in the file, and what is told about it."""

    place: int
    size: int
    about: Struct


class _Group(NamedTuple):
    """Our chunks of a row group, by the numbers of their columns."""

    place: int
    rows: int
    chunks: dict[int, _Chunk]


class WrittenTo(NamedTuple):
    """How far a file is written: bytes and row groups."""

    place: int
    groups: int


class _Promised(NamedTuple):
    """The places of what is promised in a row group, and who puts all else into the file."""

    places: list[int]
    put: Put

    def note(self, place: int, piece: Any) -> int:
        """A piece of the group; its bytes."""
        if isinstance(piece, Promised):
            self.places.append(place)
            return piece.nbytes
        self.put(place, bytes(piece))
        return len(piece)


class _Skeleton(RawIOBase):
    """What pyarrow writes, until it is taken."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, piece: Any, /) -> int:
        self._pieces.append(bytes(piece))
        self.size += len(self._pieces[-1])
        return len(self._pieces[-1])

    def tell(self) -> int:
        return self.size

    def take(self) -> bytes:
        """All that is new."""
        new = b"".join(self._pieces)
        self._pieces = []
        return new


class SplicedWriter:
    """Writes row groups of one schema. ``texts`` are the columns of texts, whose arrays may also
    be values as they are in a page, with their lengths, as bytes of one width; ``coded`` those with
    few different values.
    """

    def __init__(
        self, file: BinaryIO, schema: pa.Schema, texts: list[str], coded: list[str], **options: Any
    ) -> None:
        self._file = getattr(file, "raw", file)  # pages need no buffer
        self._schema = schema
        self._texts = {schema.get_field_index(name) for name in texts}
        self._own = sorted(self._texts | {schema.get_field_index(name) for name in coded})
        others = [field for number, field in enumerate(schema) if number not in self._own]
        self._others = pyarrow().schema(others)
        self._skeleton = _Skeleton()
        self._options = {"compression": "none", "write_page_index": False, **options}
        self._writer: Any = None
        self._written = 0
        self._promised: _Promised | None = None  # of the group that is written
        self._coded: dict[str, tuple[list[pa.Array], CodedChunk]] = {}  # the last ones
        if others:
            self._writer = parquet().ParquetWriter(self._skeleton, self._others, **self._options)
        else:
            self._put(MAGIC)
        self._splices: list[tuple[int, int]] = []  # behind these bytes of the skeleton, so many
        self._groups: list[_Group] = []

    @property
    def can_promise(self) -> bool:
        """Whether values may be `Promised`: all columns are ours, in a file where one can go back
        to any place.
        """
        file = self._file
        if self._writer is not None or not isinstance(file, RawIOBase) or not file.seekable():
            return False
        number = file.fileno()
        is_plain = S_ISREG(os.fstat(number).st_mode) and not fcntl(number, F_GETFL) & os.O_APPEND
        return is_plain and file.tell() == self._written

    def fileno(self) -> int:
        """Of the file."""
        return self._file.fileno()

    @property
    def texts(self) -> int:
        """How many columns of texts are ours."""
        return len(self._texts)

    @property
    def end(self) -> WrittenTo:
        """Where it is now, to go back there."""
        return WrittenTo(self._written, len(self._groups))

    def go_back(self, end: WrittenTo) -> None:
        """What was written since then is not in the file any more, nor is what was promised."""
        if end == self.end:
            return
        self._written, groups = end
        del self._groups[groups:], self._splices[groups:]
        self._file.seek(self._written)
        self._file.truncate()

    def promise(self, batches: list[list[pa.Array | Promised]], put: Put) -> list[int]:
        """One row group, with texts that are promised; their places in the file, column by column.
        All else goes to ``put``, with its place.
        """
        self._promised = _Promised([], put)
        texts = [one for columns in batches for one in columns if isinstance(one, Promised)]
        with suppress(OSError):
            _core.reserve(self._file.fileno(), sum(text.nbytes for text in texts))
        self.write_group(batches)
        promised, self._promised = self._promised, None
        self._file.seek(self._written)
        return promised.places

    def write_group(self, batches: list[list[pa.Array | Promised]]) -> None:
        """One row group: some rows after the other, by columns."""
        if self._writer is not None:
            self._write_others(batches)
        rows, before = sum(len(columns[0]) for columns in batches), self._written
        chunks = {}
        for number in self._own:
            arrays = [columns[number] for columns in batches]
            put = self._put_text if number in self._texts else self._put_coded
            chunks[number] = put(arrays, self._schema.field(number))
        place = min((chunk.place for chunk in chunks.values()), default=before)
        self._groups.append(_Group(place, rows, chunks))
        self._splices.append((self._skeleton.size, self._written - before))

    def close(self) -> None:
        """The footer."""
        whole = self._footer_without_rows()
        if self._writer is not None:
            self._writer.close()
            rest = self._skeleton.take()
            size, directory = _footer(rest)
            self._put(rest[:-size])
            _, groups = directory[_GROUPS][1]
        else:
            groups = [_empty_group(number, group) for number, group in enumerate(self._groups)]
        self._mend(groups, _leaves(whole))
        whole[_ROWS] = I64, sum(group.rows for group in self._groups)
        whole[_GROUPS] = LIST, (STRUCT, groups)
        footer = packed(whole)
        self._put(footer + len(footer).to_bytes(4, "little") + MAGIC)

    def _write_others(self, batches: list[list[pa.Array]]) -> None:
        pa = pyarrow()
        records = []
        for columns in batches:
            others = [one for number, one in enumerate(columns) if number not in self._own]
            records.append(pa.RecordBatch.from_arrays(others, schema=self._others))
        table = pa.Table.from_batches(records, self._others)
        self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
        self._put(self._skeleton.take())

    def _footer_without_rows(self) -> Struct:
        """Of a file with all columns: pyarrow knows how types and metadata are told."""
        skeleton = _Skeleton()
        parquet().ParquetWriter(skeleton, self._schema, **self._options).close()
        return _footer(skeleton.take())[1]

    def _put(self, piece: Any) -> None:
        if self._promised is not None:
            self._written += self._promised.note(self._written, piece)
            return
        at = 0
        while at < len(piece):  # one that is not buffered may take less
            new = self._file.write(memoryview(piece)[at:])
            if new is None:
                raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
            at += new
        self._written += at

    def _put_text(self, arrays: list[pa.Array | Promised], field: pa.Field) -> _Chunk:
        """The values of the first page, mostly the only one, begin where a line of the cache does,
        as they do in memory: else to write them takes a third longer.
        """
        place = None
        for array in arrays:
            width = _width_of(array, field)
            for head, values in pages_of(array, width, nullable=field.nullable):
                if place is None:
                    self._put(bytes(-(self._written + len(head)) % ALIGNED))
                    place = self._written
                self._put(head)
                if self._promised is None:
                    with suppress(AttributeError, OSError):  # it is no file
                        _core.reserve(self._file.fileno(), len(values))
                self._put(values)
        place = self._written if place is None else place
        about = {_TYPE: (I32, BYTE_ARRAY), _ENCODINGS: _PLAIN_AND_RLE, _PLACE: (I64, place)}
        return _Chunk(place, self._written - place, about)

    def _put_coded(self, arrays: list[pa.Array], field: pa.Field) -> _Chunk:
        chunk = self._coded_chunk(arrays, field)
        place, size = self._written, len(chunk.dictionary)
        self._put(chunk.dictionary + chunk.data)
        about = chunk.about | {_PLACE: (I64, place + size)}
        if size:
            about[_DICTIONARY_PLACE] = I64, place
        return _Chunk(place, self._written - place, about)

    def _coded_chunk(self, arrays: list[pa.Array], field: pa.Field) -> CodedChunk:
        """That of the same arrays is the same: all rows of many groups have the same answer."""
        before, chunk = self._coded.get(field.name, ([], None))
        if chunk is None or len(before) != len(arrays) or any(map(is_not, before, arrays)):
            chunk = coded_chunk(arrays, nullable=field.nullable)
            self._coded[field.name] = arrays, chunk
        return chunk

    def _mend(self, groups: list[Struct], leaves: list[int]) -> None:
        """Places are those in the whole file, and our chunks are in it."""
        ends = [size for size, _ in self._splices]
        moved = [0]
        for _, size in self._splices:
            moved.append(moved[-1] + size)

        def place_of(place: int) -> int:
            return place + moved[bisect_left(ends, place + 1)]

        for group, own in zip(groups, self._groups, strict=True):
            kind, chunks = group[_COLUMNS][1]
            for chunk in chunks:
                about = chunk[_CHUNK][1]
                assert _INDEX_PLACES.isdisjoint(chunk), "pyarrow wrote an index"
                for field in (_PLACE, _DICTIONARY_PLACE):
                    if field in about:
                        about[field] = I64, place_of(about[field][1])
            if chunks and _GROUP_PLACE in group:
                group[_GROUP_PLACE] = I64, place_of(group[_GROUP_PLACE][1])
            names = self._schema.names
            ours = {n: _told(names[n], chunk, own.rows) for n, chunk in own.chunks.items()}
            group[_COLUMNS] = LIST, (kind, _joined(chunks, ours, leaves))
            size = sum(chunk.size for chunk in own.chunks.values())
            for field in (_GROUP_BYTES, _GROUP_PACKED):
                if field in group:
                    group[field] = I64, group[field][1] + size


def _width_of(array: pa.Array | Promised, field: pa.Field) -> int:
    """That of values as they are in a page, or 0 for texts."""
    if isinstance(array, Promised):
        return array.width
    return 0 if array.type == field.type else int(array.type.byte_width)


def _joined(chunks: list[Struct], own: dict[int, Struct], leaves: list[int]) -> list[Struct]:
    """All chunks in the order of the columns; of names there may be several alike."""
    rest = deque(chunks)
    joined: list[Struct] = []
    for number, count in enumerate(leaves):
        if number in own:
            joined.append(own[number])
        else:
            joined += (rest.popleft() for _ in range(count))
    return joined


def _leaves(footer: Struct) -> list[int]:
    """How many chunks each column has: one, if it is not nested. The schema is a list: behind each
    element come those below it.
    """
    _, elements = footer[_SCHEMA][1]
    rest = iter(elements)

    def below(element: Struct) -> int:
        children: int = element.get(_CHILDREN, (I32, 0))[1]
        return sum(below(next(rest)) for _ in range(children)) or 1

    root = next(rest)
    return [below(next(rest)) for _ in range(root[_CHILDREN][1])]


def _footer(data: bytes) -> tuple[int, Struct]:
    """That of a file, and its bytes with all that is behind it."""
    size = int.from_bytes(data[-8:-4], "little") + 8
    return size, Reader(data[-size:-8]).struct()


def _told(name: str, chunk: _Chunk, rows: int) -> Struct:
    """One of our chunks in the directory."""
    about = chunk.about | {
        _PATH: (LIST, (BINARY, [name.encode()])),
        _CODEC: (I32, UNCOMPRESSED),
        _VALUES: (I64, rows),
        _BYTES: (I64, chunk.size),
        _PACKED: (I64, chunk.size),
    }
    return {_CHUNK_PLACE: (I64, 0), _CHUNK: (STRUCT, about)}


def _empty_group(number: int, group: _Group) -> Struct:
    """A row group of which pyarrow has written nothing."""
    told = {
        _COLUMNS: (LIST, (STRUCT, [])),
        _GROUP_BYTES: (I64, 0),
        _GROUP_ROWS: (I64, group.rows),
        _GROUP_PLACE: (I64, group.place),
        _GROUP_PACKED: (I64, 0),
    }
    if number < _MOST_NUMBERED:
        told[_GROUP_NUMBER] = I16, number
    return told
