"""Batches: which subproblems go to a worker next, and how many at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Final, NamedTuple

from squaredance.splitting.job import Batch


class Way(NamedTuple):
    """How far workers are. A batch takes a few milliseconds of all processes on its way to another
    one and back, a tenth of one to a thread: it should last longer than that, and there should be
    few. Short ones are better when the others are nearly done, and what they have is in the
    checkpoint sooner.
    """

    shortest: float  # seconds of a batch
    shares: tuple[float, ...]  # of what is left, for each round of batches; the last for all others
    parts: int  # of all for each worker, at most, while nobody knows how long they take
    patience: float  # seconds of a batch of the first round: then it gives back what is left


LONGEST: Final = 1.0  # seconds of a batch
NEAR: Final = Way(0.005, (0.5,), 64, LONGEST)
# To another process goes all there is at once. What takes a tenth of a second is done with that:
# each further round would cost more than to wait for a worker that is a little slower. Of longer
# ones the rest comes back then, with the news how long they take. The rounds after that are the
# best of a simulation with what a batch costs, the subproblems of pentominoes and queens, and
# workers up to a third slower than others.
FAR: Final = Way(0.02, (1.0, 0.8, 0.4), 16, 0.1)


class Batches(Iterator[Batch]):
    """What is still to be counted. It ends when all is under way, and goes on when a worker gives
    something back: `Workers.answers` asks again when few are under way.

    They come in rounds, a batch of the same size for each worker, which together are a share of
    what is left (Hummel, Schonberg and Flynn, "Factoring", 1992): so they get shorter towards the
    end, but none is shorter than is worth its way.

    >>> batches = Batches(range(100), lambda: 2, lambda: -1.0, NEAR)
    >>> [len(batch.numbers) for batch in batches]
    [25, 25, 13, 13, 6, 6, 3, 3, 2, 2, 1, 1]
    """

    def __init__(
        self,
        numbers: Iterable[int],
        workers: Callable[[], int],
        seconds_left: Callable[[], float],
        way: Way,
    ) -> None:
        self._left = deque(numbers)
        self._all = len(self._left)
        self._workers = workers
        self._seconds_left = seconds_left
        self._way = way
        self._rounds = 0  # that have begun
        self._round = 0  # batches that are left of the last one
        self._round_size = 0
        self._finished = 0
        self._seconds = 0.0  # of workers, for those

    def __next__(self) -> Batch:
        if not self._left:
            raise StopIteration
        numbers = [self._left.popleft() for _ in range(self._size())]
        patience = self._way.patience if self._rounds == 1 else LONGEST
        return Batch.of(numbers, self._seconds_left(), patience)

    def __len__(self) -> int:
        return len(self._left)

    def _size(self) -> int:
        if not self._round:
            workers = self._round = max(1, self._workers())
            share = self._way.shares[min(self._rounds, len(self._way.shares) - 1)]
            self._rounds += 1
            size = ceil(len(self._left) * share / workers)
            if self._finished:
                each = max(self._seconds / self._finished, 1e-9)
                size = min(max(size, int(self._way.shortest / each)), int(LONGEST / each))
            else:
                size = max(size, self._all // (self._way.parts * workers))
                size = min(size, -(-len(self._left) // workers))  # the last round is shared
            self._round_size = max(size, 1)
        self._round -= 1
        return min(self._round_size, len(self._left))

    def note(self, finished: int, seconds: float) -> None:
        """A worker took so long for so many."""
        self._finished += finished
        self._seconds += seconds

    def give_back(self, numbers: list[int]) -> None:
        """They were not begun, or not finished: they come first."""
        self._left.extendleft(reversed(numbers))
