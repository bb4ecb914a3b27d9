"""What Parquet says in numbers: after the Apache Parquet format, version 2 (parquet.thrift)."""

from typing import Final

# Kinds of pages.
DATA_PAGE: Final = 0
DICTIONARY_PAGE: Final = 2

# Encodings. Codes of a dictionary have two, of which the old one is read only.
PLAIN: Final = 0
RLE: Final = 3
CODED: Final = 8
CODED_BEFORE: Final = 2

# Codecs.
UNCOMPRESSED: Final = 0
SNAPPY: Final = 1
ZSTD: Final = 6

# Types.
INT32: Final = 1
BYTE_ARRAY: Final = 6
