"""Lines of a file where the system keeps them: mapped into memory, a window at a time."""

from __future__ import annotations

from mmap import ACCESS_READ, ALLOCATIONGRANULARITY, mmap

from squaredance.typed import Final, NamedTuple

_LARGE_PAGE: Final = 1 << 21  # bytes; of most systems


class MappedText(NamedTuple):
    """Whole lines of a file, from ``start`` to ``end`` of a part that is mapped into memory."""

    file: mmap
    start: int
    end: int


def map_lines(descriptor: int, size: int, place: int, most: int) -> MappedText | None:
    """The lines of a file of so many bytes from ``place`` on, in a map of at most ``most`` bytes;
    None when there is no whole line in it, or no map.

    A map of several large pages starts with a whole one: where the system keeps the file in
    such pages, they are mapped as they are, at an eighth of the cost.
    """
    start = place % (_LARGE_PAGE if most > 2 * _LARGE_PAGE else ALLOCATIONGRANULARITY)
    length = min(most, size - place + start)
    if length <= start:
        return None
    try:
        file = mmap(descriptor, length, access=ACCESS_READ, offset=place - start)
    except (OSError, ValueError):  # it cannot be mapped, or is shorter by now
        return None
    end = file.rfind(b"\n", start) + 1
    return MappedText(file, start, end) if end else None
