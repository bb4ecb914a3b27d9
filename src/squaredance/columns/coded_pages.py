"""Chunks of Parquet for statuses and counts, which have few different values: a page with these,
and a page with a code for each row, in runs.

dictionary   header, unique multiple ...   or the numbers, 4 bytes each
data         header, levels, bits of a code, codes: 65536 times 1, ...

pyarrow looks up every row by itself, which costs more than to write the solutions. After the Apache
Parquet format, version 2: "Dictionary encoding", "Run length encoding / bit-packing hybrid".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance import _core
from squaredance.columns.arrow import pyarrow
from squaredance.columns.parquet_numbers import (
    BYTE_ARRAY,
    CODED,
    DATA_PAGE,
    DICTIONARY_PAGE,
    INT32,
    PLAIN,
    RLE,
)
from squaredance.columns.plain_pages import levels_of
from squaredance.columns.thrift import BINARY, I32, I64, LIST, STRUCT, Struct, packed

if TYPE_CHECKING:
    import pyarrow as pa

_TYPE, _ENCODINGS, _STATISTICS, _PAGES = 1, 2, 12, 13  # fields of ColumnMetaData
_NULLS, _MOST, _LEAST = 3, 5, 6  # of Statistics
_NUMBER: Final = 4  # bytes


def is_coded(field: pa.Field) -> bool:
    """Whether a column of answers can be written by us."""
    pa = pyarrow()
    return field.type in (pa.dictionary(pa.int8(), pa.string()), pa.uint32())


class CodedChunk(NamedTuple):
    """Both pages, and what is told about them in the footer; no dictionary when there would be too
    many values in it.
    """

    dictionary: bytes
    data: bytes
    about: Struct


def coded_chunk(arrays: list[pa.Array], *, nullable: bool) -> CodedChunk:
    """All rows of a group, some after the other."""
    pa = pyarrow()
    array = arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)
    if pa.types.is_dictionary(array.type):
        return _words_chunk(array, nullable=nullable)
    return _numbers_chunk(array, nullable=nullable)


def _words_chunk(array: pa.Array, *, nullable: bool) -> CodedChunk:
    words = array.dictionary
    _, offsets, data = words.buffers()
    values = _core.plain_values(data, offsets, 4, None, words.offset, len(words))
    codes = array.indices
    validity, numbers = codes.buffers()
    coded = _core.coded_values(numbers, len(words), validity, codes.offset, len(codes))
    about = _about(BYTE_ARRAY, CODED)
    data_page = _data_page(array, coded, CODED, nullable=nullable)
    return CodedChunk(_dictionary_page(len(words), values), data_page, about)


def _numbers_chunk(array: pa.Array, *, nullable: bool) -> CodedChunk:
    validity, numbers = array.buffers()
    rows, first = len(array), array.offset
    found = _core.codes_of(numbers, validity, first, rows)
    if found is None:
        values = _core.plain_values(numbers, None, _NUMBER, validity, first, rows)
        data_page = _data_page(array, values, PLAIN, nullable=nullable)
        about = _about(INT32, PLAIN) | _statistics(array, values)
        return CodedChunk(b"", data_page, about)
    values, codes = found
    entries = len(values) // _NUMBER
    bits = None if validity is None else _bits(array)
    coded = _core.coded_values(codes, max(entries, 1), bits, 0, rows)
    data_page = _data_page(array, coded, CODED, nullable=nullable)
    about = _about(INT32, CODED) | _statistics(array, values)
    return CodedChunk(_dictionary_page(entries, values), data_page, about)


def _bits(array: pa.Array) -> bytes | None:
    """Which rows are no nulls, from the first bit on; None for all of them."""
    return array.is_valid().buffers()[1].to_pybytes() if array.null_count else None


def _dictionary_page(entries: int, values: bytes) -> bytes:
    told = {1: (I32, entries), 2: (I32, PLAIN)}
    size = (I32, len(values))
    return packed({1: (I32, DICTIONARY_PAGE), 2: size, 3: size, 7: (STRUCT, told)}) + values


def _data_page(array: pa.Array, values: bytes, encoding: int, *, nullable: bool) -> bytes:
    levels = levels_of(len(array), _bits(array)) if nullable else b""
    told = {1: (I32, len(array)), 2: (I32, encoding), 3: (I32, RLE), 4: (I32, RLE)}
    size = (I32, len(levels) + len(values))
    header = packed({1: (I32, DATA_PAGE), 2: size, 3: size, 5: (STRUCT, told)})
    return header + levels + values


def _about(kind: int, encoding: int) -> Struct:
    pages = [{1: (I32, DATA_PAGE), 2: (I32, encoding), 3: (I32, 1)}]
    if encoding == CODED:
        pages.insert(0, {1: (I32, DICTIONARY_PAGE), 2: (I32, PLAIN), 3: (I32, 1)})
    encodings = sorted({PLAIN, RLE, encoding})
    return {
        _TYPE: (I32, kind),
        _ENCODINGS: (LIST, (I32, encodings)),
        _PAGES: (LIST, (STRUCT, pages)),
    }


def _statistics(array: pa.Array, values: bytes) -> Struct:
    """Of numbers: who looks for some may pass over a group by its least and its most."""
    told: Struct = {_NULLS: (I64, array.null_count)}
    if values:
        numbers = memoryview(values).cast("I")
        for field, number in ((_MOST, max(numbers)), (_LEAST, min(numbers))):
            told[field] = BINARY, number.to_bytes(_NUMBER, "little")
    return {_STATISTICS: (STRUCT, told)}
