"""Large inputs a window at a time: lines of a file where the system keeps them, and memory for
answers. It imports next to nothing: a large file is at work before the rest of the package is here.
"""

from __future__ import annotations

import mmap
from itertools import cycle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

WINDOW: Final = 1 << 23  # bytes; more than the longest line
AHEAD: Final = 2  # blocks that are ready while threads work on one
_LARGE_PAGE: Final = 1 << 21  # bytes; of most systems


def map_lines(
    descriptor: int, size: int, place: int, most: int
) -> tuple[mmap.mmap, int, int] | None:
    """The whole lines of a file of so many bytes from ``place`` on, in a map of at most ``most``
    bytes, and their start and end there; None when there is no whole line in it, or no map.

    A map of several large pages starts with a whole one: where the system keeps the file in
    such pages, they are mapped as they are, at an eighth of the cost.
    """
    start = place % (_LARGE_PAGE if most > 2 * _LARGE_PAGE else mmap.ALLOCATIONGRANULARITY)
    length = min(most, size - place + start)
    if length <= start:
        return None
    try:
        file = mmap.mmap(descriptor, length, access=mmap.ACCESS_READ, offset=place - start)
    except (OSError, ValueError):  # it cannot be mapped, or is shorter by now
        return None
    end = file.rfind(b"\n", start) + 1
    return (file, start, end) if end else None


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


def rooms(used: list[mmap.mmap], large: bool) -> Iterator[tuple[mmap.mmap, mmap.mmap]]:
    """Memory for the text of a window and for its solutions; what is never used is never there.

    There is some for each block that is under way and for the one that is read, in turns. That
    which is ``used`` by the last blocks comes in its turn.
    """
    some = [(mmap.mmap(-1, WINDOW), out) for out in used]
    for _ in range(AHEAD + 1 - len(used)):
        some.append((mmap.mmap(-1, WINDOW), memory(WINDOW, large)))
        yield some[-1]
    yield from cycle(some)
