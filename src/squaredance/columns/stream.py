"""Streams of bytes as pyarrow reads them: pipes, and what may be damaged."""

from __future__ import annotations

from io import BufferedReader, RawIOBase
from typing import Any, Final

_BUFFER: Final = 1 << 20  # bytes
_LARGE: Final = 1 << 26  # bytes that are read at once


class _Raw(RawIOBase):
    """A stream that gives what it has, for one that waits for as much as is asked for."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any, /) -> int | None:
        new: int | None = self._stream.readinto(room)
        return new


class Stream(BufferedReader):
    """The same with a buffer. How much is asked for stands in the stream: what is damaged there
    must not ask for more memory than there are bytes.
    """

    def __init__(self, stream: Any) -> None:
        super().__init__(_Raw(stream), _BUFFER)

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size <= _LARGE:
            return super().read(size)
        pieces = []
        while size > 0 and (piece := super().read(min(size, _LARGE))):
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)
