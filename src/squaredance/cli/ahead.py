"""A head start: threads solve the first lines of a file while the rest of the package is imported.

Only what is plain to see is begun: a file whose first megabyte is lines of 9x9 and nothing else,
and the windows after it as far as they are the same. Whether it is really the line format is found
out later by those who know the rules; if not, what was begun is dropped.
"""

from __future__ import annotations

import mmap
import os
from stat import S_ISREG

from squaredance import _core
from squaredance.cpu import core_count

TYPE_CHECKING = False  # all other cores wait until this is imported: it imports next to nothing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

WINDOW: Final = 1 << 23  # bytes; more than the longest line
_LEAST: Final = 1 << 20  # bytes of a file that are worth it, and of the first block
_MOST: Final = 4  # windows; one lasts a thread as long as the imports take


class Ahead:
    """Blocks of lines at the start of a file, and the threads that work on them."""

    def __init__(
        self,
        file: os.stat_result,
        text: mmap.mmap,
        out: mmap.mmap,
        blocks: list[tuple[int, int, _core.TextBlock]],
        crew: _core.Crew,
    ) -> None:
        self.file = file
        self.text = text
        self.out = out
        self.blocks = blocks  # with start and end
        self.crew = crew

    @property
    def end(self) -> int:
        """Of the last block."""
        return self.blocks[-1][1]


def begin(files: Sequence[str], threads: int | None, unique: bool) -> Ahead | None:
    """Work on the first file, or None when there is nothing plain to work on."""
    if not files or files[0] == "-" or threads == 0:
        return None
    try:
        if not S_ISREG(os.stat(files[0]).st_mode):  # who opens a pipe and goes away, breaks it
            return None
        file = os.open(files[0], os.O_RDONLY)
    except (OSError, ValueError):  # said later
        return None
    threads = threads or core_count()
    size = WINDOW * min(threads, _MOST)
    try:
        status = os.fstat(file)
        if status.st_size < _LEAST:
            return None
        text = mmap.mmap(file, min(status.st_size, size), access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    finally:
        os.close(file)
    out = memory(size, large=True)
    crew = _core.Crew(threads)
    shape = _core.Shape.digits9()
    blocks: list[tuple[int, int, _core.TextBlock]] = []
    start = 0
    for most in (_LEAST, *range(WINDOW, len(text) + WINDOW, WINDOW)):
        end = text.rfind(b"\n", start, most) + 1
        native = _core.TextBlock(shape, text, out)
        if end <= start or not native.take_plain(start, end, end):
            break
        native.prepare(2 if unique else 1)
        crew.start(native)
        blocks.append((start, end, native))
        start = end
    return Ahead(status, text, out, blocks, crew) if blocks else None


def memory(size: int, large: bool) -> mmap.mmap:
    """To be filled; in large pages, where there are such: the first touch of a small one costs
    more than to solve the puzzles in it.
    """
    if not large or not hasattr(mmap, "MADV_HUGEPAGE"):
        return mmap.mmap(-1, size)
    found = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    try:  # noqa: SIM105  # to import `suppress` takes as long as all of this
        found.madvise(mmap.MADV_HUGEPAGE)
    except OSError:  # of a system that was built without them
        pass
    return found
