"""Checksums of files: XXH64, sixteen hexadecimal digits, as ``xxhsum -H64`` writes it."""

from __future__ import annotations

import os
from io import RawIOBase
from mmap import mmap
from typing import TYPE_CHECKING, Any

from squaredance._core import Checksum

if TYPE_CHECKING:
    from typing import BinaryIO

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
    return _told(sum_)


class SummedFile(RawIOBase):
    """A file, and its checksum if it is written from its start to its end: to read it again would
    take as long as to write it. Where somebody goes to another place the checksum is not known.

    >>> from tempfile import TemporaryFile
    >>> with TemporaryFile() as file:
    ...     summed = SummedFile(file)
    ...     print(summed.write(b"a"), summed.write(b"bc"), summed.tell(), summed.checksum)
    ...     print(summed.seek(1), summed.checksum)
    1 2 3 44bc2cf5ad770999
    1 None
    """

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file: Any = getattr(file, "raw", file)
        self._sum = Checksum()
        self._place = 0
        self._is_in_order = True
        self.name = file.name

    def write(self, data: Any, /) -> int | None:
        taken: int | None = self._file.write(data)
        if taken:
            if self._is_in_order:
                self._sum.add(memoryview(data).cast("B")[:taken])
            self._place += taken
        return taken

    @property
    def checksum(self) -> str | None:
        """That of all that was written, if it was in order."""
        return _told(self._sum) if self._is_in_order else None

    def tell(self) -> int:
        return self._place

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        self._is_in_order = False
        self._place = self._file.seek(place, whence)
        return self._place

    def truncate(self, size: int | None = None, /) -> int:
        self._is_in_order = False
        new: int = self._file.truncate(size)
        return new

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        """As the file is: who may write it by its name asks for that."""
        return True

    def fileno(self) -> int:
        number: int = self._file.fileno()
        return number


def _told(sum_: Checksum) -> str:
    return f"{sum_.value():016x}"
