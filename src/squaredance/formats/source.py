"""LineSource: the lines of a byte stream, counted and checked, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from os import fstat, pread, stat_result
from os.path import samestat
from stat import S_ISREG

from squaredance.errors import FormatError
from squaredance.typed import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from mmap import mmap


CHUNK: Final = 1 << 17
MAX_LINE: Final = 1 << 20
_SET_PIPE_SIZE: Final = 1031  # F_SETPIPE_SZ of Linux
BOM: Final = b"\xef\xbb\xbf"
# Files of columns are no text, as their first bytes tell: Parquet, Arrow file and stream.
MAGICS: Final = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")
COLUMN_ENDINGS: Final = (".parquet", ".pq", ".arrow", ".feather", ".ipc", ".arrows")

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
        "_ended", "_filled", "_head", "_lines", "_next", "_pieces", "_read", "_size", "_started",
        "_stream", "_tail_size", "_too_long", "before_wait", "format", "is_mapped", "line",
        "max_line", "name",
    )  # fmt: skip

    def __init__(
        self,
        stream: ByteStream,
        name: str | None = None,
        before_wait: Callable[[], object] | None = None,
        max_line: int = MAX_LINE,
    ) -> None:
        self._stream = stream
        self._read: Callable[[int], bytes | str | None] = getattr(stream, "read1", stream.read)
        self._size: int | None = None  # see `size`; -1 when it is None
        self.name = name
        self.format: str | None = None  # when it is known to be in one
        self.before_wait = before_wait
        self.max_line = max_line
        self.line = 0  # the number of the line taken last
        self._lines: list[Line] = []  # complete lines, taken from index _next on
        self._next = 0
        self._filled = 0  # bytes that were read for lines
        self._pieces: list[bytes] = []  # the start of a line whose end is still to come
        self._tail_size = 0
        self._too_long = False  # dropping the rest of a line that was refused
        self._started = self._ended = False
        self._head = b""  # bytes that were looked at and not taken
        self.is_mapped = True  # where it can be: see `map_text`

    def head(self, magics: tuple[bytes, ...]) -> bytes:
        """The first bytes, as many as tell whether it starts with one of these; they stay.

        To be asked before anything is taken.
        """
        stream = self._stream
        size = max(map(len, magics))
        if self.size and isinstance(stream, FileIO):
            return pread(stream.fileno(), size, stream.tell())
        while not self._ended and any(magic.startswith(self._head) for magic in magics):
            if self.before_wait is not None and not self.is_ready():
                self.before_wait()
            try:
                chunk = self._read(CHUNK)
            except OSError as error:
                raise self._unreadable(error) from None
            if not isinstance(chunk, bytes):
                break
            self._ended = not chunk
            self._head += chunk
        return self._head[:size]

    @property
    def stream(self) -> ByteStream:
        """Where the bytes come from, those of the head too."""
        if not self._head:
            return self._stream
        from squaredance.formats.peeked import Peeked

        return Peeked(self._stream, self._head)

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

    def take_text(self, buffer: bytearray | mmap) -> int | FormatError:
        """Takes whole lines as they are, as many as are here and fit: how many bytes, 0 at the end.

        The buffer has room for more than the longest line. A line that is too long is an error
        in its place. Who takes text counts its lines:
        ``line`` is then to be set before the next call. The last line may lack its line end.

        >>> import io
        >>> buffer = bytearray(100)
        >>> LineSource(io.BytesIO(b"12\\r\\n34\\n5"), "a.txt").take_text(buffer), buffer[:7]
        (8, bytearray(b'12\\r\\n34\\n'))
        """
        if self._next < len(self._lines):
            return self._take_lines(buffer)
        if self._ended:
            return 0
        filled = len(tail := b"".join(self._pieces))
        buffer[:filled] = tail
        end = 0  # behind the last line end
        while not end or (filled < len(buffer) and self.is_ready()):
            if not end and filled > self.max_line:
                self._too_long = True
                self._keep_tail(b"")
                return self._too_long_error(self.line + 1)
            new = self._read_into(buffer, filled)
            if new == 0:
                self._ended = True
                end = filled
                break
            if self._too_long:
                new = self._drop_too_long(buffer, new)
            end = buffer.rfind(b"\n", filled, filled + new) + 1 or end
            filled += new
        self._keep_tail(bytes(buffer[end:filled]))
        return end

    def map_text(self, most: int) -> tuple[mmap, int, int] | None:
        """Takes whole lines of a file where they lie: a map of at most so many bytes, and their
        start and end there.

        None when `take_text` must be asked: for what was looked at but not taken behind a line
        that was, for the end, for a line that is longer, and for what is no file. A file that is
        cut short while its lines are in use ends the process, as with any program that maps files:
        not to have that, set ``is_mapped`` to False.
        """
        stream = self._stream
        at_hand = self._next < len(self._lines)
        taken = self._next > 0 or self.line > 0
        if not self.is_mapped or (at_hand and taken) or self._too_long or self._ended:
            return None
        if not self.size or not isinstance(stream, FileIO):
            return None
        from squaredance.windows import map_lines

        place = stream.tell() - (self._filled if at_hand else self._tail_size)
        found = map_lines(stream.fileno(), self.size, place, most)
        if found is not None:
            _, start, end = found
            self._go_to(place - start + end)
        return found

    def skip(self, file: stat_result, end: int) -> bool:
        """Goes on at a byte of a file, if it is that one and nothing was taken of it."""
        stream = self._stream
        if self._next or self.line or not isinstance(stream, FileIO):
            return False
        if not samestat(fstat(stream.fileno()), file) or stream.tell() != self._filled:
            return False
        self._go_to(end)
        return True

    def _go_to(self, place: int) -> None:
        """Goes on there, whatever was read and not taken."""
        self._stream.seek(place)  # type: ignore[attr-defined]
        self._lines = []
        self._keep_tail(b"")

    @property
    def size(self) -> int | None:
        """The bytes of a file; None for a stream that may go on and on."""
        if self._size is None:
            try:
                status = fstat(self._stream.fileno())  # type: ignore[attr-defined]
            except (AttributeError, OSError):
                self._size = 0  # in memory: it never makes wait
            else:
                self._size = status.st_size if S_ISREG(status.st_mode) else -1
        return None if self._size < 0 else self._size

    def widen(self) -> None:
        """Lets a pipe hold more, so that its writer and we seldom wait for each other."""
        if self.size is None:
            from fcntl import fcntl

            with suppress(OSError):  # no pipe, or not allowed: as it is then
                fcntl(self._stream.fileno(), _SET_PIPE_SIZE, 1 << 20)  # type: ignore[attr-defined]

    def is_ready(self) -> bool:
        """Whether the next line need not wait: from a file, or something is there."""
        is_here = self._next < len(self._lines) or self._ended or self._head
        if is_here or self.size is not None:
            return True
        from squaredance.formats.waiting import has_input

        return has_input(self._stream.fileno(), 0)  # type: ignore[attr-defined]

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
        if self._head:
            head, self._head = self._head, b""
            self._add(head)
        while len(self._lines) == have and not self._ended:
            if self.before_wait is not None:
                self.before_wait()
            try:
                chunk = self._read(CHUNK)
            except OSError as error:
                raise self._unreadable(error) from None
            data = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
            if data is None:
                self._wait()
                continue
            if data:
                self._filled += len(data)
                self._add(data)
            else:
                self._ended = True
                if self._pieces:
                    self._add_lines([b""])
        return len(self._lines) > have

    def _take_lines(self, buffer: bytearray | mmap) -> int | FormatError:
        """The same from lines that were looked at before."""
        lines: list[bytes] = []
        size = 0
        for line in self._lines[self._next :]:
            if isinstance(line, FormatError) or size + len(line) >= len(buffer):
                break
            lines.append(line)
            size += len(line) + 1
        first = self._lines[self._next]
        self._next += max(len(lines), 1)
        if isinstance(first, FormatError):
            return first
        buffer[:size] = b"\n".join(lines) + b"\n"
        return size

    def _keep_tail(self, tail: bytes) -> None:
        self._pieces = [tail] if tail else []
        self._tail_size = len(tail)

    def _drop_too_long(self, buffer: bytearray | mmap, size: int) -> int:
        """Drops what belongs to a line that was refused; how many bytes are left."""
        end = buffer.find(b"\n", 0, size) + 1
        if end:
            self._too_long = False
            buffer[: size - end] = buffer[end:size]
        return size - end if end else 0

    def _read_into(self, buffer: bytearray | mmap, at: int) -> int:
        """Reads once, behind what is there; 0 at the end."""
        while True:
            if self.before_wait is not None and not self.is_ready():
                self.before_wait()
            new = self._read_once(buffer, at)
            if new is not None:
                return new
            self._wait()

    def _read_once(self, buffer: bytearray | mmap, at: int) -> int | None:
        if self._head:
            new = min(len(self._head), len(buffer) - at)
            buffer[at : at + new], self._head = self._head[:new], self._head[new:]
            return new
        stream = self._stream
        readinto = getattr(stream, "readinto1", None) or getattr(stream, "readinto", None)
        try:
            if readinto is not None:
                with memoryview(buffer) as whole, whole[at:] as room:
                    count: int | None = readinto(room)
                    return count
            chunk = self._read(max((len(buffer) - at) // 4, 1))  # characters, if they are such
        except OSError as error:
            raise self._unreadable(error) from None
        data = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        if data is not None:
            buffer[at : at + len(data)] = data
        return None if data is None else len(data)

    def _unreadable(self, error: OSError) -> FormatError:
        return self.error(f"expected a readable input, found: {error.strerror}")

    def _wait(self) -> None:
        """Waits for a non-blocking stream that has nothing yet."""
        fileno = getattr(self._stream, "fileno", None)
        if fileno is not None:
            from squaredance.formats.waiting import has_input

            has_input(fileno(), None)

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
        self._lines.append(self._too_long_error(number))

    def _too_long_error(self, number: int) -> FormatError:
        message = f"expected a line of at most {self.max_line} bytes, found a longer one"
        return self.error(message, number)

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
            parts[0] = parts[0].removeprefix(BOM)
        # One scan of the whole chunk finds out whether any line needs a closer look.
        whole = b"\n".join(parts)
        if b"\r" in whole:
            parts = [part.rstrip(b"\r") for part in parts]
        if whole.isascii() and b"\0" not in whole and len(whole) <= self.max_line:
            self._lines += parts
            return
        for part in parts:
            number = self.line + len(self._lines) - self._next + 1
            self._lines.append(self.checked(part, number))

    def checked(self, line: bytes, number: int) -> Line:
        """The line, or an error in its place when it cannot be text or is too long."""
        if len(line) > self.max_line:
            return self._too_long_error(number)
        before, nul, _ = line.partition(b"\0")
        try:
            text = before.decode("utf-8")
        except UnicodeDecodeError as error:
            message = f"expected UTF-8 text, found byte 0x{line[error.start]:02x}"
            return self.error(message, number, len(line[: error.start].decode("utf-8")) + 1)
        if nul:
            return self.error("expected text, found a NUL byte", number, len(text) + 1)
        return line
