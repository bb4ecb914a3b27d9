"""Batches: which subproblems go to a worker next, and how many at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from squaredance.splitting.job import Batch

# Seconds. A batch takes a few milliseconds of other processes on its way to a worker and back, a
# tenth of one to a thread: it should last longer than that. A short one is better when the others
# are nearly done, and what it has is in the checkpoint sooner.
SHORTEST: Final = 0.005
SHORTEST_AFAR: Final = 0.02
LONGEST: Final = 1.0
_SHARES: Final = 16


class Batches(Iterator[Batch]):
    """What is still to be counted. It ends when all is under way, and goes on when a worker gives
    something back: `Workers.answers` asks again when few are under way.

    The size is a part of what is left, so that batches get shorter towards the end
    (Polychronopoulos and Kuck, "Guided self-scheduling", 1987), but none is shorter than is worth
    its way. Until it is known how long they take, that is a share of all.

    >>> batches = Batches(range(100), lambda: 2, lambda: -1.0, SHORTEST)
    >>> [len(batch.numbers) for batch in batches][:4]
    [25, 18, 14, 10]
    """

    def __init__(
        self,
        numbers: Iterable[int],
        workers: Callable[[], int],
        seconds_left: Callable[[], float],
        shortest: float,
    ) -> None:
        self._left = deque(numbers)
        self._all = len(self._left)
        self._workers = workers
        self._seconds_left = seconds_left
        self._shortest = shortest
        self._finished = 0
        self._seconds = 0.0  # of workers, for those

    def __next__(self) -> Batch:
        if not self._left:
            raise StopIteration
        numbers = [self._left.popleft() for _ in range(self._size())]
        return Batch.of(numbers, self._seconds_left(), LONGEST)

    def __len__(self) -> int:
        return len(self._left)

    def _size(self) -> int:
        left, workers = len(self._left), max(1, self._workers())
        size = left // (2 * workers)
        if not self._finished:
            size = max(size, self._all // (_SHARES * workers))
        else:
            each = max(self._seconds / self._finished, 1e-9)
            size = min(max(size, int(self._shortest / each)), int(LONGEST / each))
        return min(max(size, 1), left)

    def note(self, finished: int, seconds: float) -> None:
        """A worker took so long for so many."""
        self._finished += finished
        self._seconds += seconds

    def give_back(self, numbers: list[int]) -> None:
        """They were not begun, or not finished: they come first."""
        self._left.extendleft(reversed(numbers))
