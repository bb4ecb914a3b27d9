"""Job: one problem with what decides its subproblems. It is sent to each worker once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from struct import iter_unpack, pack, unpack
from threading import Lock
from time import perf_counter
from typing import Any, Final, NamedTuple
from zlib import compress, decompress

from squaredance import _core
from squaredance.cluster.workers import is_wanted

SUBPROBLEMS: Final = 2048  # asked for; measured in docs/split.md
# Parts are sent sooner than they are cut again where they are few or took long: the empty 64x64 in
# 20,000 is 0.4 MB and 12 s, pentominoes in 8,192 are 0.2 MB and 20 ms.
_FEW: Final = 1 << 16  # bytes
_MOST_SENT: Final = 1 << 24  # bytes
_LONG: Final = 0.2  # seconds
_LOOK: Final = 0.05  # seconds between two looks at the clock


Counted = tuple[int, int, int]  # of a subproblem: solutions, nodes, guesses


class Place(NamedTuple):
    """A place in the list of all solutions: a subproblem, and how many of it come before."""

    number: int
    passed: int = 0


class Batch(NamedTuple):
    """Subproblems for a worker to count.

    Their numbers are packed, in four bytes each.

    >>> Batch.of([3, 1], -1.0, 1.0).numbers
    [3, 1]
    """

    packed: bytes
    seconds: float  # then it gives up; negative: never
    patience: float  # seconds; then it begins no other

    @classmethod
    def of(cls, numbers: list[int], seconds: float, patience: float) -> Batch:
        return cls(pack(f"<{len(numbers)}I", *numbers), seconds, patience)

    @property
    def numbers(self) -> list[int]:
        return list(unpack(f"<{len(self.packed) // 4}I", self.packed))


class CountedBatch(NamedTuple):
    """The first of a batch, as far as the worker got; packed and compressed, to a fifth."""

    packed: bytes
    seconds: float

    @property
    def counted(self) -> list[Counted]:
        return list(iter_unpack("<3Q", decompress(self.packed)))


class Piece(NamedTuple):
    """Solutions for a worker to list: from a place on, up to the subproblem ``end``."""

    start: Place
    end: int
    most: int  # solutions
    seconds: float
    patience: float


class ListedPiece(NamedTuple):
    """The solutions from the start of a piece up to ``next``; efforts of what came to its end."""

    solutions: Any
    found: int
    next: Place
    efforts: list[tuple[int, int]]


class Job(ABC):
    """A problem cut into ``size`` subproblems: every solution is in one of them, ``factor``
    times as many are counted. The same on every machine.

    Before it is cut nothing can be counted or listed. `size` cuts it to the end; who must keep to a
    time calls `cut` before. Pickled it is what it was made from, and its parts where to send these
    is cheaper than to cut again: 2,048 take milliseconds, 100,000 of a large puzzle many seconds.
    """

    what: str  # solutions, in words
    wanted: int  # subproblems asked for
    factor: int = 1

    def __init__(self, parts: bytes | None) -> None:
        self._parts = parts  # of the same job in another process
        self.is_cut = False
        self._took = 0.0  # seconds, the cut
        self._cutting = Lock()  # a worker may have several threads

    @property
    @abstractmethod
    def _split(self) -> _core.GridSplit | _core.CoverSplit:
        """The native part, made once."""

    def cut(self, seconds: float = -1.0) -> bool:
        """Whether it is cut by now. So long it is worked on (negative: to the end), and the next
        call goes on there. A small one is cut even in no time.
        """
        if self.is_cut:
            return True
        started = perf_counter()
        while not self._cutting.acquire(timeout=_LOOK):  # another thread is at it
            if not is_wanted() or 0 <= seconds < perf_counter() - started:
                return self.is_cut
        try:
            waited = perf_counter() - started
            left = seconds if seconds < 0 else max(0.0, seconds - waited)
            self.is_cut = self._split.cut(left, is_wanted)
            self._took += perf_counter() - started - waited
        finally:
            self._cutting.release()
        return self.is_cut

    def _parts_to_send(self) -> bytes | None:
        """None where each worker cuts again; also before it is cut, as when a worker hands it on to
        another one.
        """
        if self._parts is not None or not self.is_cut:
            return self._parts
        parts = self._split.parts()
        return parts if len(parts) <= (_FEW if self._took < _LONG else _MOST_SENT) else None

    @property
    def size(self) -> int:
        """How many subproblems there are."""
        self.cut()
        return self._split.size

    @property
    @abstractmethod
    def engine(self) -> str:
        """The engine at work."""

    @property
    @abstractmethod
    def key(self) -> str:
        """A hash of all that decides the answer, whatever the engine and the cut."""

    @abstractmethod
    def count(self, numbers: list[int], seconds: float, patience: float) -> list[Counted]:
        """The first of these subproblems, as far as time allows."""

    @abstractmethod
    def list_some(self, piece: Piece) -> ListedPiece:
        """Solutions in order, as far as time and ``most`` allow."""

    @abstractmethod
    def unpacked(self, solutions: Any) -> list[Any]:
        """The solutions of a piece as users see them."""

    @abstractmethod
    def stop(self) -> None:
        """Ends what other threads of this process do with it, for good."""


def count_batch(job: Job, batch: Batch) -> CountedBatch:
    """The work of a worker on a count; its seconds are without those of the cut."""
    counted: list[Counted] = []
    seconds = _left_after_cut(job, batch.seconds)
    started = perf_counter()
    if job.is_cut:
        counted = job.count(batch.numbers, seconds, batch.patience)
    packed = compress(b"".join(pack("<3Q", *one) for one in counted), 1)
    return CountedBatch(packed, perf_counter() - started)


def list_piece(job: Job, piece: Piece) -> ListedPiece:
    """The work of a worker on a list."""
    piece = piece._replace(seconds=_left_after_cut(job, piece.seconds))
    return job.list_some(piece) if job.is_cut else ListedPiece((), 0, piece.start, [])


def _left_after_cut(job: Job, seconds: float) -> float:
    """What is left of the seconds when it is cut, which happens once in each process."""
    started = perf_counter()
    job.cut(seconds)
    return seconds if seconds < 0 else max(0.0, seconds - (perf_counter() - started))
