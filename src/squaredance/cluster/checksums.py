"""Checksums of files: XXH64, sixteen hexadecimal digits, as ``xxhsum -H64`` writes it."""

from __future__ import annotations

import os

from squaredance._core import Checksum

_PIECE = 1 << 20


def checksum(path: str | os.PathLike[str]) -> str:
    """The checksum of a file. It is read, not mapped: a file that is cut short meanwhile is then
    another checksum, and no crash.
    """
    sum_ = Checksum()
    piece = memoryview(bytearray(_PIECE))
    with open(path, "rb", buffering=0) as file:
        while size := file.readinto(piece):
            sum_.add(piece[:size])
    return f"{sum_.value():016x}"
