"""A file of lines and nothing else, from end to end, while next to nothing is imported.

Its threads are at work as soon as there are any, and its answers are written without the rest of
the package, whose imports take as long as to solve fifty thousand lines. This knows no rules: it
gives up at the first thing that is not plain to see (an odd line, a puzzle that is not answered,
a write that fails), and ``squaredance solve`` as it is goes on from there. What is no question of
lines for certain, such as a file with another ending, gets a head start only: nothing is written.

    map        window 4 .................. |
    threads      window 2 + 3 ............ |  each step goes on while the others do
    write                window 1 ........ |
"""

from __future__ import annotations

import mmap
import os
from itertools import chain
from stat import S_ISREG

from squaredance import _core
from squaredance.cpu import core_count
from squaredance.usual import is_usual
from squaredance.windows import AHEAD, WINDOW, map_lines, memory, rooms

TYPE_CHECKING = False  # all other cores wait until this is imported: it imports next to nothing
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

_LEAST: Final = 1 << 20  # bytes of a file that are worth it, and of the first block
_MOST: Final = 4  # windows; one lasts a thread as long as the imports take
_LOOK: Final = 0.01  # seconds between two looks at Ctrl-C
_ENDINGS: Final = ("", ".txt", ".sdm")  # of files whose lines tell what they are


class Begun:
    """Lines from ``start`` to ``end`` of a window, at work or done."""

    def __init__(
        self, text: mmap.mmap, out: mmap.mmap, start: int, end: int, native: _core.TextBlock
    ) -> None:
        self.text = text
        self.out = out
        self.start = start
        self.end = end
        self.native = native


class Ahead:
    """The lines of a file as far as they are plain, and the threads that work on them."""

    def __init__(self, name: str, descriptor: int, threads: int, unique: bool) -> None:
        self._descriptor = descriptor
        self.file = os.fstat(descriptor)
        self.first = b""  # line
        self.blocks: list[Begun] = []  # under way
        self.end = 0  # of the last one, in the file
        self.written = 0  # puzzles whose answers are
        self.is_interrupted = False
        self._is_named = os.path.splitext(name)[1].lower() in _ENDINGS
        self._most = 2 if unique else 1
        self._shape = _core.Shape.digits9()
        self._threads = threads
        self.crew: _core.Crew
        self.rooms: Iterator[tuple[mmap.mmap, mmap.mmap]]

    def begin(self) -> bool:
        """Starts on the first windows, if the lines of the first megabyte are plain."""
        size = WINDOW * min(self._threads, _MOST)
        text = mmap.mmap(self._descriptor, min(self.file.st_size, size), access=mmap.ACCESS_READ)
        out = memory(size, large=True)
        self.crew = _core.Crew(self._threads)
        for most in (_LEAST, *range(WINDOW, len(text) + WINDOW, WINDOW)):
            if not self._start(text, out, self.end, most):
                break
        if not self.blocks:
            return False
        self.first = text[: text.find(b"\n")]
        self.rooms = rooms([out], large=self.file.st_size > WINDOW)
        return True

    def answer(self) -> bool:
        """Writes answers as long as there is nothing to tell; True when that was all."""
        is_bar_shown = os.isatty(2) and not os.isatty(1)
        if is_bar_shown or not self._is_named or not is_usual(self.first):
            return False
        try:
            while True:
                while len(self.blocks) <= AHEAD and self._map():
                    pass
                if not self.blocks:
                    return self.end == os.fstat(self._descriptor).st_size  # it may have grown
                if not self._is_answered(self.blocks[0]):
                    return False
                self._write(self.blocks[0])
        except OSError:  # tried again and told by those who know the words for it
            return False

    def __del__(self) -> None:
        os.close(self._descriptor)

    def _map(self) -> bool:
        """Starts on the next window; False at the end, or when its lines are not plain."""
        found = map_lines(self._descriptor, self.file.st_size, self.end, WINDOW)
        if found is None:
            return False
        text, start, end = found
        room = next(self.rooms)
        if self._start(text, room[1], start, end):
            return True
        self.rooms = chain([room], self.rooms)
        return False

    def _start(self, text: mmap.mmap, out: mmap.mmap, start: int, most: int) -> bool:
        end = text.rfind(b"\n", start, most) + 1
        native = _core.TextBlock(self._shape, text, out)
        if end <= start or not native.take_plain(start, end, end):
            return False
        native.prepare(self._most)
        self.crew.start(native)
        self.blocks.append(Begun(text, out, start, end, native))
        self.end += end - start
        return True

    def _is_answered(self, block: Begun) -> bool:
        """Waits for it; whether each puzzle has the solution asked for."""
        try:
            while not self.crew.wait(block.native, _LOOK):
                pass
        except KeyboardInterrupt:  # what is answered by now is told by others
            self.is_interrupted = True
            return False
        block.native.finish()
        return not block.native.exceptions(1)

    def _write(self, block: Begun) -> None:
        is_reserved = _core.reserve(1, block.end - block.start)
        try:
            with memoryview(block.out) as out:
                while block.start < block.end:
                    block.start += os.write(1, out[block.start : block.end])
        except BaseException:
            if is_reserved:
                os.ftruncate(1, os.fstat(1).st_size)  # what is behind the end is given back
            raise
        self.written += len(block.native)
        del self.blocks[0]


def begin(files: Sequence[str], threads: int | None, unique: bool) -> Ahead | None:
    """Work on the first file, or None when there is nothing plain to work on."""
    if not files or files[0] == "-" or threads == 0:
        return None
    try:
        if not S_ISREG(os.stat(files[0]).st_mode):  # who opens a pipe and goes away, breaks it
            return None
        descriptor = os.open(files[0], os.O_RDONLY)
    except (OSError, ValueError):  # said later
        return None
    try:
        ahead = Ahead(files[0], descriptor, threads or core_count(), unique)
        return ahead if ahead.file.st_size >= _LEAST and ahead.begin() else None
    except (OSError, ValueError):
        return None
