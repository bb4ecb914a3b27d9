"""Listing: all solutions of a Job in the order of its subproblems, in bounded memory.

    pieces:   [0 ... 12) [12 ... 25) [25 ... 37)      subproblems, cut as the workers take them
                          ^ not done   done: waits     what comes later waits for what comes first

A piece ends early where it has many solutions, or after a while; the rest of it is the next piece.
What waits, and what the pieces under way may still bring, is bounded over all workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from squaredance.cluster.workers import Workers
from squaredance.result import Status, status_of_count
from squaredance.splitting.batches import LONGEST
from squaredance.splitting.job import Job, ListedPiece, Piece, Place, list_piece
from squaredance.splitting.result import SplitCount

_WAITING: Final = 100_000  # solutions, some tens of megabytes: whatever the number of workers,
_LEAST: Final = 1000  # unless there are so many that a piece would have fewer than this


def most_waiting(workers: int) -> int:
    """Solutions that are listed and not told, or room for them, at the most.

    >>> [most_waiting(workers) for workers in (1, 2, 49, 50, 256)]
    [100000, 100000, 100000, 101000, 513000]
    """
    return max(_WAITING, (2 * workers + 1) * _LEAST)


def most_in_piece(workers: int) -> int:
    """Solutions: so that each worker may have a few pieces at work and some that wait.

    >>> [most_in_piece(workers) for workers in (1, 2, 12, 13)]
    [11111, 5882, 1030, 1000]
    """
    return max(_WAITING // (8 * workers + 1), _LEAST)


class Pieces(Iterator[Piece]):
    """The pieces to be listed next. As `Batches` it may go on after its end.

    Only as many are handed out as there is room for what they may have; room for one more is
    left for that which all others wait for.
    """

    def __init__(self, workers: Workers, size: int, end: float | None) -> None:
        self._workers = workers
        self._size = size
        self._end = end
        self._rests: deque[tuple[Place, int]] = deque()  # what pieces that ended early have left
        self._fresh = 0  # the first subproblem that no piece has
        self._taken = 0  # of the room: what waits, and the most of those handed out
        self._first = Place(0)  # that is not told

    def __next__(self) -> Piece:
        count = max(1, self._workers.size)
        most = most_in_piece(count)
        has_room = self._taken + 2 * most <= most_waiting(count)
        if self._rests and (has_room or self._rests[0][0] == self._first):
            start, end = self._rests.popleft()
        elif self._fresh < self._size and has_room:
            share = max(1, (self._size - self._fresh) // (16 * count))
            start, end = Place(self._fresh), min(self._fresh + min(share, 64), self._size)
            self._fresh = end
        else:
            raise StopIteration
        self._taken += most
        seconds = -1.0 if self._end is None else max(0.0, self._end - monotonic())
        return Piece(start, end, most, seconds, LONGEST)

    def note(self, piece: Piece, listed: ListedPiece) -> None:
        """A piece is done. What it has left comes before all others: it is waited for."""
        self._taken -= piece.most - listed.found
        if listed.next.number < piece.end:
            self._rests.append((listed.next, piece.end))
            self._rests = deque(sorted(self._rests))

    def tell(self, listed: ListedPiece) -> None:
        """What was first is told, and waits no more."""
        self._taken -= listed.found
        self._first = listed.next


class SplitSolutions(Iterator[Any]):
    """An iterator over all solutions, in an order that depends on the problem only; ``result``
    tells how it ended, or how far it has come. Close it when you want no more.
    """

    def __init__(
        self, job: Job, opener: Callable[[], Workers], timeout: float | None, owned: bool
    ) -> None:
        self._job = job
        self._opener = opener
        self._owned = owned  # workers: to be closed with this
        self._workers: Workers | None = None  # until the first solution is asked for
        self._started = monotonic()
        self._end = None if timeout is None else self._started + timeout
        self._found = self._told = self._nodes = self._guesses = 0
        self._next = Place(0)  # the first that is not told
        self._listed = self._run()

    def __next__(self) -> Any:
        solution = next(self._listed)
        self._told += 1
        return solution

    def __enter__(self) -> SplitSolutions:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends what the workers do."""
        self._listed.close()
        self._end_workers()

    def _opened(self) -> Workers:
        """Workers, which are started only now: nobody may ever ask. The clock stands meanwhile."""
        began = monotonic()
        self._workers = self._opener()
        took = monotonic() - began
        self._started += took
        if self._end is not None:
            self._end += took
        return self._workers

    def _end_workers(self) -> None:
        if self._owned and self._workers is not None:
            self._owned = False
            with suppress(Exception):
                self._workers.close()

    @property
    def result(self) -> SplitCount:
        """How far it is: FOUND while solutions may follow; ``count`` is how many were given."""
        size, finished = self._job.size if self._job.is_cut else 0, self._next.number
        is_done = self._job.is_cut and finished == size and self._told == self._found
        late = self._end is not None and monotonic() >= self._end and not is_done
        status = status_of_count(self._told)
        if not is_done:
            status = Status.FOUND if self._told and not late else Status.UNKNOWN
        return SplitCount(
            status=status,
            count=self._told,
            nodes=self._nodes,
            guesses=self._guesses,
            seconds=monotonic() - self._started,
            reason="time" if late else None,
            engine=self._job.engine,
            subproblems=size,
            finished=finished,
        )

    def _run(self) -> Any:
        waiting: dict[Place, ListedPiece] = {}  # by where they start
        try:
            if not self._job.cut(-1.0 if self._end is None else max(0.0, self._end - monotonic())):
                return
            workers = self._opened()
            pieces = Pieces(workers, self._job.size, self._end)
            while self._next.number < self._job.size and not self._is_late:
                answers = workers.answers(list_piece, pieces, self._job, lambda: self._is_late)
                for piece, listed in answers:
                    if isinstance(listed, Exception):
                        raise listed
                    waiting[piece.start] = listed
                    pieces.note(piece, listed)
                    while (first := waiting.pop(self._next, None)) is not None:
                        pieces.tell(first)
                        yield from self._tell(first)
                    if self._is_late:
                        return
        finally:
            self._job.stop()
            self._end_workers()

    def _tell(self, listed: ListedPiece) -> Iterator[Any]:
        self._next = listed.next
        self._found += listed.found
        self._nodes += sum(nodes for nodes, _ in listed.efforts)
        self._guesses += sum(guesses for _, guesses in listed.efforts)
        yield from self._job.unpacked(listed.solutions)

    @property
    def _is_late(self) -> bool:
        return self._end is not None and monotonic() >= self._end
