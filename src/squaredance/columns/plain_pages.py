"""Pages of Parquet whose values are plain texts: written from what lies in memory, read where all
texts have one length.

header   Thrift: the kind of the page, its bytes, its rows
levels   4 bytes of length, then a bit for each row that is no null, in runs; not where a
         column cannot have nulls
values   81 0 0 0 ..5.1.... 81 0 0 0 7.....2.. ...     each behind its length, nulls left out

pyarrow takes a text out of there and puts it back one by one, which costs a third of what it
takes to solve it; texts of one length can stay where they are. After the Apache Parquet format,
version 2: "Data pages", "Encodings".
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.columns.parquet_numbers import BYTE_ARRAY, DATA_PAGE, PLAIN, RLE, UNCOMPRESSED
from squaredance.columns.thrift import I32, STRUCT, Reader, Struct, packed, varint
from squaredance.errors import SquaredanceError

if TYPE_CHECKING:
    import pyarrow as pa

LENGTH: Final = 4  # bytes of the length before a value
ALIGNED: Final = 64  # bytes: where values lie in memory
_PAGE: Final = 1 << 23  # bytes of a page that is written, about; a batch of 9x9 is one page
_LARGEST: Final = (1 << 31) - 1  # and at the most
HEADER: Final = 1024  # bytes of a header that is read, with levels, at the most


@lru_cache(maxsize=64)  # nearly all pages of a file have the same
def page_header(rows: int, size: int) -> bytes:
    """That of a page of so many rows, nulls among them, and bytes."""
    data = {1: (I32, rows), 2: (I32, PLAIN), 3: (I32, RLE), 4: (I32, RLE)}
    return packed({1: (I32, DATA_PAGE), 2: (I32, size), 3: (I32, size), 5: (STRUCT, data)})


def levels_of(rows: int, bits: bytes | None) -> bytes:
    """Which rows are no nulls: one run, or their bits, which are as Arrow has them."""
    run = varint(rows << 1) + b"\x01" if bits is None else varint(len(bits) << 1 | 1) + bits
    return len(run).to_bytes(LENGTH, "little") + run


class Promised:
    """Values of one width, lengths included and without nulls, that somebody else puts into their
    place. Stands for an array of them.
    """

    __slots__ = ("rows", "width")

    def __init__(self, rows: int, width: int) -> None:
        self.rows = rows
        self.width = width

    def __len__(self) -> int:
        return self.rows

    @property
    def nbytes(self) -> int:
        """As of an array."""
        return self.rows * self.width


def pages_of(array: pa.Array | Promised, width: int, *, nullable: bool) -> Iterator[list[Any]]:
    """The pages of some rows of a column, each as pieces to write.

    The array is one of strings or bytes; or, with their ``width``, of values as they are in a
    page, lengths included.
    """
    rows = len(array)
    step = max(_PAGE * rows // max(array.nbytes, 1) & ~7, 8)
    bits = None
    if not isinstance(array, Promised) and array.null_count:
        bits = array.is_valid().buffers()[1]
    for start in range(0, rows, step):
        some = min(step, rows - start)
        there = None if bits is None else bits.slice(start // 8, (some + 7) // 8).to_pybytes()
        levels = levels_of(some, there) if nullable else b""
        values = _values(array, width, start, some)
        size = values.nbytes
        if len(levels) + size > _LARGEST:
            raise SquaredanceError(
                "expected texts that fit into pages of Parquet, found "
                f"{size:,} bytes in {some} rows"
            )
        yield [page_header(some, len(levels) + size) + levels, values]


def _values(array: pa.Array | Promised, width: int, start: int, rows: int) -> memoryview | Promised:
    if isinstance(array, Promised):
        return Promised(rows, width)
    validity, *rest = array.buffers()
    bits = validity if array.null_count else None
    first = array.offset + start
    if width:
        if bits is None:
            return memoryview(rest[0])[first * width : (first + rows) * width]
        return memoryview(_core.plain_values(rest[0], None, width, bits, first, rows))
    size = 8 if str(array.type).startswith("large") else 4
    return memoryview(_core.plain_values(rest[1] or b"", rest[0], size, bits, first, rows))


class Run(NamedTuple):
    """Where values lie side by side in the file, and how many."""

    place: int
    rows: int


class _Head(NamedTuple):
    """What is before the values of a page, and how many rows and bytes these are."""

    bytes: bytes
    rows: int
    size: int


class PlainChunk:
    """The values of a column in one row group, all of ``width`` bytes with their lengths, where
    they lie in the file.
    """

    def __init__(self, file: int, pages: list[Run], width: int) -> None:
        self._file = file
        self._pages = pages
        self.width = width

    def runs(self, start: int, rows: int) -> Iterator[Run]:
        """Where so many rows lie, from one on."""
        for page in self._pages:
            if start < page.rows and rows:
                some = min(page.rows - start, rows)
                yield Run(page.place + start * self.width, some)
                rows, start = rows - some, 0
            else:
                start = max(start - page.rows, 0)

    def read(self, start: int, rows: int, room: memoryview) -> bool:
        """Puts rows there. False when they are of several lengths after all, or are gone."""
        at = 0
        for place, some in self.runs(start, rows):
            to = room[at : at + some * self.width]
            if os.preadv(self._file, [to], place) != len(to):
                return False
            at += len(to)
        return _core.has_lengths(room[:at], self.width)


class Span(NamedTuple):
    """Where the pages of a chunk are in the file, how they are compressed, and whether the first
    of them is a dictionary.
    """

    start: int
    end: int
    codec: int
    has_dictionary: bool

    @property
    def is_plain(self) -> bool:
        return self.codec == UNCOMPRESSED and not self.has_dictionary


def text_spans(file: int, column: str) -> list[Span | None]:
    """The chunks of a column of texts, one for each row group; None for those that are elsewhere.
    No spans at all when the footer is odd.

    Read by us: on a damaged footer pyarrow may end the process when it is asked for a chunk.
    """
    try:
        size = os.fstat(file).st_size
        tail = os.pread(file, 8, size - 8)
        length = int.from_bytes(tail[:4], "little")
        footer = Reader(os.pread(file, length, size - 8 - length)).struct()
        _, groups = footer[4][1]
        spans = [_span_of(group, column.encode()) for group in groups]
        return [span if span and 0 <= span.start <= span.end <= size else None for span in spans]
    except (ValueError, LookupError, TypeError, AttributeError, OSError, RecursionError):
        return []


def _span_of(group: Struct, column: bytes) -> Span | None:
    for chunk in group[1][1][1]:
        about = chunk[3][1]
        if about[3][1][1] == [column]:
            kind, codec, size, start = (about[number][1] for number in (1, 4, 7, 9))
            start = about.get(11, (0, start))[1]  # of a dictionary
            is_here = kind == BYTE_ARRAY and 1 not in chunk  # and in no other file
            return Span(start, start + size, codec, 11 in about) if is_here else None
    return None


def plain_chunk(file: int, span: Span, rows: int, *, nullable: bool) -> PlainChunk | None:
    """The pages of a plain chunk; None when they are not like that (they may have nulls, or texts
    of several lengths).
    """
    pages, widths = [], set()
    at, end, _, _ = span
    head = _Head(b"", 0, 0)
    while rows > 0 and at < end:
        start = os.pread(file, HEADER, at)
        if not head.bytes or not start.startswith(head.bytes):  # nearly all pages have the same
            found = _head_of(start, nullable)
            if found is None:
                return None
            head = found
        page, size = Run(at + len(head.bytes), head.rows), head.size
        width, rest = divmod(size, page.rows)
        widths.add(width)
        if rest or len(widths) > 1 or page.rows > rows or width <= LENGTH:
            return None
        pages.append(page)
        at, rows = page.place + size, rows - page.rows
    if rows or at > end or not pages:
        return None
    return PlainChunk(file, pages, widths.pop())


def _head_of(head: bytes, nullable: bool) -> _Head | None:
    """That of a page without nulls, which starts with these bytes."""
    reader = Reader(head)
    try:
        header = reader.struct()
    except (ValueError, RecursionError):
        return None
    rows, size = _plain_size(header)
    if rows <= 0:
        return None
    levels = levels_of(rows, None) if nullable else b""
    if size < len(levels):
        return None
    if head[reader.at : reader.at + len(levels)] != levels:
        return None
    return _Head(head[: reader.at + len(levels)], rows, size - len(levels))


def _plain_size(header: Struct) -> tuple[int, int]:
    """Rows and bytes of a page of plain values; none when it is another kind."""
    kind, size, same, data = (header.get(number, (0, None))[1] for number in (1, 2, 3, 5))
    if kind != DATA_PAGE or not isinstance(size, int) or size != same or not isinstance(data, dict):
        return 0, 0
    rows, encoding, levels = (data.get(number, (0, None))[1] for number in (1, 2, 3))
    if encoding != PLAIN or levels != RLE or not isinstance(rows, int):
        return 0, 0
    return rows, size
