"""Files of columns by their names and first bytes; they are read in `squaredance.columns`."""

from __future__ import annotations

from os.path import splitext
from typing import Final

COMPRESSIONS: Final = ("none", "snappy", "lz4", "zstd", "gzip")
_ENDINGS: Final = {
    ".parquet": "parquet", ".pq": "parquet",
    ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow", ".arrows": "arrows",
}  # fmt: skip


def kind_by_name(name: str) -> str | None:
    """What the ending of a file's name says.

    >>> kind_by_name("a.parquet"), kind_by_name("A.FEATHER"), kind_by_name("a.txt")
    ('parquet', 'arrow', None)
    """
    return _ENDINGS.get(splitext(name)[1].lower())


def kind_by_magic(head: bytes) -> str | None:
    """What the first bytes of a file say.

    >>> kind_by_magic(b"PAR1..."), kind_by_magic(b"1...")
    ('parquet', None)
    """
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"ARROW1"):
        return "arrow"
    return "arrows" if head.startswith(b"\xff\xff\xff\xff") else None
