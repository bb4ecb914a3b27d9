"""A Parquet file whose large texts are written by us, and all else by pyarrow.

pyarrow writes   PAR1  chunks of group 1 (the texts all null)  chunks of group 2 ...  footer
the file has     PAR1  chunks of group 1, texts of group 1,  chunks of group 2 ...  mended footer

So schema, metadata and every other type are pyarrow's; of the footer only the places change, and
what tells of the chunks that were spliced in.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from errno import EAGAIN
from io import RawIOBase
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from squaredance.columns.arrow import parquet, pyarrow
from squaredance.columns.plain_pages import pages_of
from squaredance.columns.thrift import I32, I64, LIST, Reader, Struct, packed

if TYPE_CHECKING:
    import pyarrow as pa

MAGIC: Final = b"PAR1"
SPLICED: Final = ("string", "large_string", "binary", "large_binary")  # types of texts

# Fields of the format, by their numbers. Of FileMetaData, RowGroup, ColumnChunk, ColumnMetaData:
_GROUPS: Final = 4
_COLUMNS, _GROUP_BYTES, _GROUP_PLACE, _GROUP_PACKED = 1, 2, 5, 6
_CHUNK, _INDEX_PLACES = 3, {4, 6}
_ENCODINGS, _PATH, _BYTES, _PACKED, _PLACE, _DICTIONARY_PLACE = 2, 3, 6, 7, 9, 11
_ABOUT_VALUES: Final = (_DICTIONARY_PLACE, 12, 13, 16)  # statistics, kinds of pages, sizes
_PLAIN_AND_RLE: Final = (LIST, (I32, [0, 3]))


def is_spliced(field: pa.Field) -> bool:
    """Whether a column of texts can be written by us."""
    return str(field.type) in SPLICED


class _Text(NamedTuple):
    """A chunk of texts in the file."""

    place: int
    size: int


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
    be values as they are in a page, with their lengths, as bytes of one width.
    """

    def __init__(self, file: BinaryIO, schema: pa.Schema, texts: list[str], **options: Any) -> None:
        self._file = getattr(file, "raw", file)  # pages need no buffer
        self._schema = schema
        self._texts = {schema.get_field_index(name): name for name in texts}
        self._skeleton = _Skeleton()
        self._writer = parquet().ParquetWriter(
            self._skeleton, schema, compression="none", write_page_index=False, **options
        )
        self._written = 0
        self._splices: list[tuple[int, int]] = []  # behind these bytes of the skeleton, so many
        self._groups: list[dict[bytes, _Text]] = []

    def write_group(self, batches: list[list[pa.Array]]) -> None:
        """One row group: some rows after the other, by columns."""
        pa = pyarrow()
        records = []
        for columns in batches:
            others = list(columns)
            for number in self._texts:
                others[number] = _filler(self._schema.field(number), len(others[number]))
            records.append(pa.RecordBatch.from_arrays(others, schema=self._schema))
        table = pa.Table.from_batches(records, self._schema)
        self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
        self._put(self._skeleton.take())
        before = self._written
        self._groups.append(
            {
                name.encode(): self._put_text([some[number] for some in batches], number)
                for number, name in self._texts.items()
            }
        )
        self._splices.append((self._skeleton.size, self._written - before))

    def close(self) -> None:
        """The footer."""
        self._writer.close()
        rest = self._skeleton.take()
        size = int.from_bytes(rest[-8:-4], "little")
        footer = packed(self._mended(Reader(rest[-8 - size : -8]).struct()))
        self._put(rest[: -8 - size])
        self._put(footer + len(footer).to_bytes(4, "little") + MAGIC)

    def _put(self, piece: Any) -> None:
        at = 0
        while at < len(piece):  # one that is not buffered may take less
            new = self._file.write(memoryview(piece)[at:])
            if new is None:
                raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
            at += new
        self._written += at

    def _put_text(self, arrays: list[pa.Array], number: int) -> _Text:
        place, field = self._written, self._schema.field(number)
        for array in arrays:
            width = 0 if array.type == field.type else array.type.byte_width
            for page in pages_of(array, width, nullable=field.nullable):
                for piece in page:
                    self._put(piece)
        return _Text(place, self._written - place)

    def _mended(self, footer: Struct) -> Struct:
        ends = [size for size, _ in self._splices]
        moved = [0]
        for _, size in self._splices:
            moved.append(moved[-1] + size)

        def place_of(place: int) -> int:
            return place + moved[bisect_left(ends, place + 1)]

        _, groups = footer[_GROUPS][1]
        for group, texts in zip(groups, self._groups, strict=True):
            _, chunks = group[_COLUMNS][1]
            for chunk in chunks:
                about = chunk[_CHUNK][1]
                assert _INDEX_PLACES.isdisjoint(chunk), "pyarrow wrote an index"
                for field in (_PLACE, _DICTIONARY_PLACE):
                    if field in about:
                        about[field] = I64, place_of(about[field][1])
            if _GROUP_PLACE in group:
                group[_GROUP_PLACE] = I64, place_of(group[_GROUP_PLACE][1])
            for chunk in chunks:
                about = chunk[_CHUNK][1]
                _, path = about[_PATH][1]
                if len(path) == 1 and path[0] in texts:
                    _splice(group, about, texts[path[0]])
        return footer


def _filler(field: pa.Field, rows: int) -> pa.Array:
    """What stands in the place of texts: as little as may be."""
    pa = pyarrow()
    if field.nullable:
        return pa.nulls(rows, field.type)
    return pa.repeat(pa.scalar("", pa.string()), rows).cast(field.type)


def _splice(group: Struct, about: Struct, text: _Text) -> None:
    """Tells of a chunk of texts in the place of nulls."""
    more = text.size - about[_BYTES][1]
    for field in _ABOUT_VALUES:
        about.pop(field, None)
    about[_ENCODINGS] = _PLAIN_AND_RLE
    about[_BYTES] = about[_PACKED] = I64, text.size
    about[_PLACE] = I64, text.place
    for field in (_GROUP_BYTES, _GROUP_PACKED):
        if field in group:
            group[field] = I64, group[field][1] + more
