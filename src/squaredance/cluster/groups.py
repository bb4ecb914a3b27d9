"""Groups: which parts go to a worker next, and how many at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol, TypeVar


class Sized(Protocol):
    """What has a number of bytes."""

    @property
    def bytes(self) -> int: ...


One = TypeVar("One", bound=Sized)

PATIENCE: Final = 0.5  # seconds; then a worker gives back what it has not begun of a group


class Groups(Iterator[tuple[One, ...]]):
    """Parts that are still to be answered. On its way a group costs as much as thousands of
    puzzles; so it is large, up to ``together`` bytes, but never more than two thirds of a worker's
    share of what is left, so that all end about together: a worker has the next one with it before
    it has done the one before. How long the puzzles take nobody knows: see `PATIENCE`. Where no
    worker is there yet parts go one by one, since nobody knows how many will come.

    It may go on after its end, when something is given back.
    """

    def __init__(self, parts: Iterable[One], workers: Callable[[], int], together: int) -> None:
        self._left = deque(parts)
        self._bytes = sum(part.bytes for part in self._left)  # of those
        self._workers = workers
        self._together = together

    def __next__(self) -> tuple[One, ...]:
        if not self._left:
            raise StopIteration
        workers = self._workers()
        most = min(self._together, 2 * self._bytes // (3 * workers)) if workers else 0
        group = [self._left.popleft()]
        size = group[0].bytes
        while most and self._left and size + self._left[0].bytes <= most:
            group.append(self._left.popleft())
            size += group[-1].bytes
        self._bytes -= size
        return tuple(group)

    def give_back(self, parts: Sequence[One]) -> None:
        """They were not begun: they come first."""
        self._left.extendleft(reversed(parts))
        self._bytes += sum(part.bytes for part in parts)
