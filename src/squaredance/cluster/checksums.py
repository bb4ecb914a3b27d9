"""Checksums of files: XXH64, sixteen hexadecimal digits, as ``xxhsum -H64`` writes it."""

from __future__ import annotations

import os
from mmap import mmap

from squaredance._core import Checksum

_PIECE = 1 << 18  # bytes, which stay in the caches


def checksum(path: str | os.PathLike[str]) -> str:
    """The checksum of a file. It is read, not mapped: a file that is cut short meanwhile is then
    another checksum, and no crash.
    """
    sum_ = Checksum()
    # Whole pages of memory, like those of the file: where the one lies a few bytes behind the
    # other, some processors copy four times slower.
    piece = memoryview(mmap(-1, _PIECE))
    with open(path, "rb", buffering=0) as file:
        while size := file.readinto(piece):
            sum_.add(piece[:size])
    return f"{sum_.value():016x}"
