"""Peeked: a stream whose first bytes were looked at already."""

from __future__ import annotations

from squaredance.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squaredance.formats.source import ByteStream


class Peeked:
    """The head, then the rest.

    >>> import io
    >>> peeked = Peeked(io.BytesIO(b"cd"), b"ab")
    >>> peeked.read(3), peeked.read(3)
    (b'ab', b'cd')
    """

    def __init__(self, stream: ByteStream, head: bytes) -> None:
        self._stream: Any = stream
        self._head = head

    def read(self, size: int = -1, /) -> Any:
        """What is there of the head, or some of what comes."""
        if not self._head:
            return self._stream.read(size)
        some = self._head if size < 0 else self._head[:size]
        self._head = self._head[len(some) :]
        return some

    def readinto(self, room: memoryview, /) -> int:
        """The same, into memory of the caller."""
        some = self.read(len(room))
        room[: len(some)] = some
        return len(some)

    def close(self) -> None:
        """Closes the stream."""
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()
