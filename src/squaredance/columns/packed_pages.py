"""Pages of Parquet whose texts are compressed, or told by codes of a dictionary, as most writers
have them: unpacked into plain values (see plain_pages.py) where all texts have one length.

dictionary   header, packed(81 0 0 0 ..5.1.... 81 0 0 0 7.....2.. ...)
data         header, packed(levels, bits of a code, codes)    while the dictionary was not too large
data         header, packed(levels, 81 0 0 0 ..5.1.... ...)   then
what comes                          81 0 0 0 ..5.1.... ...    for all of them

pyarrow unpacks a page, makes an array of it, text by text, and we would make pages of that again.
After the Apache Parquet format, version 2: "Data pages", "Encodings", "Compression".
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.columns.arrow import pyarrow
from squaredance.columns.parquet_numbers import (
    CODED,
    CODED_BEFORE,
    DATA_PAGE,
    DICTIONARY_PAGE,
    PLAIN,
    RLE,
    SNAPPY,
    UNCOMPRESSED,
    ZSTD,
)
from squaredance.columns.plain_pages import HEADER, LENGTH, levels_of
from squaredance.columns.thrift import Reader

if TYPE_CHECKING:
    from squaredance.columns.plain_pages import Span

_CODES: Final = (CODED, CODED_BEFORE)
_LARGEST: Final = 1 << 26  # bytes of a page that is unpacked; pages have one megabyte, or ten
_ZSTD_START: Final = b"\x28\xb5\x2f\xfd"


class _Page(NamedTuple):
    """Where a page is, without its header; its bytes there and when it is unpacked, its rows."""

    place: int
    packed: int
    size: int
    rows: int
    is_dictionary: bool
    is_coded: bool


class PackedChunk:
    """The values of a column in one row group, all of ``width`` bytes with their lengths, that
    come out of its pages.
    """

    def __init__(self, file: int, codec: int, *, nullable: bool) -> None:
        self.width = 0
        self._file = file
        self._codec = codec
        self._nullable = nullable
        self._pages: list[_Page] = []
        self._dictionary: Any = b""
        self._values: tuple[_Page, memoryview] | None = None  # of the last page
        self._room = bytearray()  # what was unpacked last, of Snappy
        self._looked_up = bytearray()  # and looked up

    def read(self, start: int, rows: int, room: memoryview) -> bool:
        """Puts rows there. False when they are not of one length after all, or are damaged."""
        at = 0
        for page in self._pages:
            if start >= page.rows or not rows:
                start -= min(start, page.rows)
                continue
            values = self._values_of(page)
            if values is None:
                return False
            some = min(page.rows - start, rows)
            size = some * self.width
            room[at : at + size] = values[start * self.width : start * self.width + size]
            at, rows, start = at + size, rows - some, 0
        return not rows and _core.has_lengths(room[:at], self.width)

    def take_pages(self, span: Span, rows: int) -> bool:
        """Looks at the heads of all pages. False when they cannot be read here."""
        at = span.start
        while rows > 0 and at < span.end:
            head = os.pread(self._file, HEADER, at)
            reader = Reader(head)
            try:
                page = _page_of(reader.struct(), at + reader.at)
            except (ValueError, LookupError, TypeError, RecursionError):
                return False
            if page is None or page.place + page.packed > span.end:
                return False
            take = self._take_dictionary if page.is_dictionary else self._take_data
            if not take(page):
                return False
            rows -= 0 if page.is_dictionary else page.rows
            at = page.place + page.packed
        return rows == 0 and self.width > LENGTH

    def _take_dictionary(self, page: _Page) -> bool:
        values = self._unpacked(page)
        if values is None or self._dictionary:  # a second one, which there cannot be
            return False
        self._dictionary = bytes(values)
        self.width, rest = divmod(len(self._dictionary), page.rows)
        return not rest and _core.has_lengths(self._dictionary, self.width)

    def _take_data(self, page: _Page) -> bool:
        self._pages.append(page)
        if page.is_coded:
            return bool(self._dictionary) and page.rows * self.width <= _LARGEST
        width, rest = divmod(page.size - len(self._levels(page)), page.rows)
        self.width = self.width or width
        return not rest and width == self.width

    def _levels(self, page: _Page) -> bytes:
        return levels_of(page.rows, None) if self._nullable else b""

    def _values_of(self, page: _Page) -> memoryview | None:
        """Those of a page without nulls, as they are in a plain one."""
        if self._values is not None and self._values[0] is page:
            return self._values[1]
        self._values = None
        data, levels = self._unpacked(page), self._levels(page)
        if data is None or data[: len(levels)] != levels:
            return None
        values, size = data[len(levels) :], page.rows * self.width
        if page.is_coded:
            if len(self._looked_up) < size:
                self._looked_up = bytearray(size)
            if not _core.looked_up(
                self._dictionary, self.width, values, page.rows, self._looked_up
            ):
                return None
            values = memoryview(self._looked_up)[:size]
        self._values = page, values
        return values if len(values) == size else None

    def _unpacked(self, page: _Page) -> memoryview | None:
        data = os.pread(self._file, page.packed, page.place)
        if len(data) != page.packed:
            return None
        if self._codec == UNCOMPRESSED:
            return memoryview(data) if page.packed == page.size else None
        if self._codec == SNAPPY:
            if len(self._room) < page.size:
                self._room = bytearray(page.size)
            room = memoryview(self._room)[: page.size]
            return room if _core.unpack_snappy(data, room) else None
        return _unpacked_zstd(data, page.size)


def packed_chunk(file: int, span: Span, rows: int, *, nullable: bool) -> PackedChunk | None:
    """The pages of a chunk; None when they are not like that (they may have nulls, texts of several
    lengths, or another codec).
    """
    if span.codec not in (UNCOMPRESSED, SNAPPY, ZSTD):
        return None
    chunk = PackedChunk(file, span.codec, nullable=nullable)
    return chunk if chunk.take_pages(span, rows) else None


def _page_of(header: dict[int, Any], place: int) -> _Page | None:
    """A page by its header: of data of the first version, or a dictionary."""
    kind, size, packed = (header[number][1] for number in (1, 2, 3))
    about = header[7 if kind == DICTIONARY_PAGE else 5][1]
    rows, encoding = about[1][1], about[2][1]
    is_dictionary = kind == DICTIONARY_PAGE
    is_known = is_dictionary or (kind == DATA_PAGE and about[3][1] == RLE)
    if not is_known or encoding not in (PLAIN, *_CODES):
        return None
    if not (0 < rows <= _LARGEST and 0 < size <= _LARGEST and packed >= 0):
        return None
    is_coded = encoding in _CODES and not is_dictionary
    return _Page(place, packed, size, rows, is_dictionary, is_coded)


def _unpacked_zstd(data: bytes, size: int) -> memoryview | None:
    """One frame that tells its size; else pyarrow would not notice that it had another one."""
    if _zstd_size(data) != size:
        return None
    try:
        return memoryview(_zstd().decompress(data, size)).cast("B")
    except (OSError, ValueError):
        return None


def _zstd_size(data: bytes) -> int | None:
    """The size that the head of a frame tells (RFC 8878, 3.1.1.1); None when it does not."""
    if not data.startswith(_ZSTD_START) or len(data) == len(_ZSTD_START):
        return None
    flags = data[4]
    is_single = flags >> 5 & 1
    size_bytes = (is_single, 2, 4, 8)[flags >> 6]
    at = 5 + (not is_single) + (0, 1, 2, 4)[flags & 3]
    size = int.from_bytes(data[at : at + size_bytes], "little")
    return size + 256 * (size_bytes == 2) if size_bytes else None


@cache
def _zstd() -> Any:
    return pyarrow().Codec("zstd")
