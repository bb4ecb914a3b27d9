"""LineSource: the lines of a byte stream, counted and checked, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from squaredance.errors import FormatError

CHUNK: Final = 1 << 17
MAX_LINE: Final = 1 << 20
_BOM: Final = b"\xef\xbb\xbf"

Line = bytes | FormatError


class ByteStream(Protocol):
    """What a source needs of a stream; a ``read1`` is used when there is one."""

    def read(self, size: int = ..., /) -> bytes | str | None: ...


class LineSource:
    """Lines without their line ends, each read only when it is asked for.

    A line is bytes. One that cannot be text or is too long is a `FormatError` in its
    place, so that a reader may report it and go on. ``before_wait`` is called before each
    read that may block: the moment to flush what was already answered.

    >>> import io
    >>> source = LineSource(io.BytesIO(b"12\\r\\n34"), "a.txt")
    >>> source.peek(1), source.next(), source.line, source.next(), source.next()
    (b'34', b'12', 1, b'34', None)
    """

    __slots__ = (
        "_ended",
        "_lines",
        "_next",
        "_pieces",
        "_read",
        "_started",
        "_stream",
        "_tail_size",
        "_too_long",
        "before_wait",
        "line",
        "max_line",
        "name",
    )

    def __init__(
        self,
        stream: ByteStream,
        name: str | None = None,
        before_wait: Callable[[], object] | None = None,
        max_line: int = MAX_LINE,
    ) -> None:
        self._stream = stream
        self._read: Callable[[int], bytes | str | None] = getattr(stream, "read1", stream.read)
        self.name = name
        self.before_wait = before_wait
        self.max_line = max_line
        self.line = 0  # the number of the line taken last
        self._lines: list[Line] = []  # complete lines, taken from index _next on
        self._next = 0
        self._pieces: list[bytes] = []  # the start of a line whose end is still to come
        self._tail_size = 0
        self._too_long = False  # dropping the rest of a line that was refused
        self._started = self._ended = False

    def next(self) -> Line | None:
        """Takes the next line; None at the end."""
        if self._next == len(self._lines) and not self._fill():
            return None
        line = self._lines[self._next]
        self._next += 1
        self.line += 1
        return line

    def peek(self, ahead: int = 0) -> Line | None:
        """The line ``ahead`` of the next one, which stays; None past the end."""
        while self._next + ahead >= len(self._lines):
            if not self._fill():
                return None
        return self._lines[self._next + ahead]

    def batch(self) -> list[Line]:
        """Takes every line that is already here, at least one; empty at the end."""
        if self._next == len(self._lines) and not self._fill():
            return []
        lines = self._lines[self._next :] if self._next else self._lines
        self._lines = []
        self._next = 0
        self.line += len(lines)
        return lines

    def close(self) -> None:
        """Closes the stream; lines already here can still be taken."""
        self._ended = True
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()

    def error(
        self, message: str, line: int | None = None, column: int | None = None
    ) -> FormatError:
        """A FormatError at a line of this source, by default the one taken last."""
        place = self.line or None if line is None else line
        return FormatError(message, source=self.name, line=place, column=column)

    def _fill(self) -> bool:
        """Reads until at least one more line is complete; False at the end."""
        if self._next:
            del self._lines[: self._next]
            self._next = 0
        have = len(self._lines)
        while len(self._lines) == have and not self._ended:
            if self.before_wait is not None:
                self.before_wait()
            try:
                chunk = self._read(CHUNK)
            except OSError as error:
                message = f"expected a readable input, found: {error.strerror}"
                raise self.error(message) from None
            data = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
            if data is None:
                self._wait()
                continue
            if data:
                self._add(data)
            else:
                self._ended = True
                if self._pieces:
                    self._add_lines([b""])
        return len(self._lines) > have

    def _wait(self) -> None:
        """Waits for a non-blocking stream that has nothing yet."""
        from select import select

        fileno = getattr(self._stream, "fileno", None)
        if fileno is not None:
            select([fileno()], [], [])

    def _add(self, data: bytes) -> None:
        if b"\n" in data:
            parts = data.split(b"\n")
            tail = parts.pop()
            self._add_lines(parts)
        else:
            tail = data
        if tail and not self._too_long:
            self._pieces.append(tail)
            self._tail_size += len(tail)
            if self._tail_size > self.max_line:
                # Refused now: the rest of it, maybe gigabytes, is dropped as it comes.
                self._refuse()
                self._too_long = True

    def _refuse(self) -> None:
        self._pieces.clear()
        self._tail_size = 0
        number = self.line + len(self._lines) - self._next + 1
        message = f"expected a line of at most {self.max_line} bytes, found a longer one"
        self._lines.append(self.error(message, number))

    def _add_lines(self, parts: list[bytes]) -> None:
        """Adds complete lines; the first one ends what is in _pieces."""
        if self._too_long:
            self._too_long = False
            del parts[0]
        elif self._pieces:
            self._pieces.append(parts[0])
            parts[0] = b"".join(self._pieces)
            self._pieces.clear()
            self._tail_size = 0
        if not parts:
            return
        if not self._started:
            self._started = True
            parts[0] = parts[0].removeprefix(_BOM)
        # One scan of the whole chunk finds out whether any line needs a closer look.
        whole = b"\n".join(parts)
        if b"\r" in whole:
            parts = [part.rstrip(b"\r") for part in parts]
        if whole.isascii() and b"\0" not in whole and len(whole) <= self.max_line:
            self._lines += parts
            return
        for part in parts:
            number = self.line + len(self._lines) - self._next + 1
            self._lines.append(self._checked(part, number))

    def _checked(self, line: bytes, number: int) -> Line:
        if len(line) > self.max_line:
            message = f"expected a line of at most {self.max_line} bytes, found {len(line)}"
            return self.error(message, number)
        before, nul, _ = line.partition(b"\0")
        try:
            text = before.decode("utf-8")
        except UnicodeDecodeError as error:
            message = f"expected UTF-8 text, found byte 0x{line[error.start]:02x}"
            return self.error(message, number, len(line[: error.start].decode("utf-8")) + 1)
        if nul:
            return self.error("expected text, found a NUL byte", number, len(text) + 1)
        return line
