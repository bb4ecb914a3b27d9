"""Job: one problem with what decides its subproblems. It is sent to each worker once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from struct import iter_unpack, pack, unpack
from time import perf_counter
from typing import Any, Final, NamedTuple
from zlib import compress, decompress

SUBPROBLEMS: Final = 2048  # asked for; measured in docs/split.md


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

    Pickled it is what it was made from, and the cut where that is small; else a worker cuts it
    again, which takes milliseconds.
    """

    what: str  # solutions, in words
    wanted: int  # subproblems asked for
    factor: int = 1

    @property
    @abstractmethod
    def size(self) -> int:
        """How many subproblems there are."""

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
    """The work of a worker on a count."""
    started = perf_counter()
    counted = job.count(batch.numbers, batch.seconds, batch.patience)
    packed = compress(b"".join(pack("<3Q", *one) for one in counted), 1)
    return CountedBatch(packed, perf_counter() - started)


def list_piece(job: Job, piece: Piece) -> ListedPiece:
    """The work of a worker on a list."""
    return job.list_some(piece)
