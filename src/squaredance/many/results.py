"""Results: what `solve_many` gives back, a solution and a status for each puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import eq

from squaredance import _core
from squaredance.result import Status
from squaredance.typed import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar, overload

if TYPE_CHECKING:
    from array import array

UNANSWERED: Final = 0xFFFFFFFF  # in `Results.counts`

S = TypeVar("S")
T = TypeVar("T")


class Answer(NamedTuple):
    """What became of one puzzle of an iterator.

    >>> from squaredance import solve_many
    >>> [answer.solution for answer in solve_many(iter(["1......2.3....4."]))]
    ['1234341243212143']
    """

    status: Status
    solution: object
    count: int  # type: ignore[assignment]  # not tuple.count


def status_of(count: int, limit: int) -> Status:
    """The status of a puzzle by its number of solutions up to a limit.

    >>> str(status_of(1, limit=1)), str(status_of(1, limit=2)), str(status_of(2, limit=2))
    ('found', 'unique', 'multiple')
    """
    if count == UNANSWERED:
        return Status.UNKNOWN
    if count == limit == 1:
        return Status.FOUND
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(count, 2)]


class Statuses(Sequence[Status]):
    """The status of each puzzle, made of its count when it is asked for.

    Equal to any sequence of the same.
    """

    __slots__ = ("_counts", "_limit")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, counts: Sequence[int], limit: int) -> None:
        self._counts = counts
        self._limit = limit

    def __len__(self) -> int:
        return len(self._counts)

    @overload
    def __getitem__(self, index: int) -> Status: ...
    @overload
    def __getitem__(self, index: slice) -> Statuses: ...
    def __getitem__(self, index: int | slice) -> Status | Statuses:
        if isinstance(index, slice):
            return Statuses(self._counts[index], self._limit)
        return status_of(self._counts[index], self._limit)

    def __iter__(self) -> Iterator[Status]:
        words = {count: status_of(count, self._limit) for count in (0, 1, UNANSWERED)}
        several = repeat(Status.MULTIPLE)
        return map(words.get, self._counts, several)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) or not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        shown = ", ".join(str(status) for status in self[:5])
        return f"<Statuses {shown}{', ...' if len(self) > 5 else ''}>"


class Tally:
    """Counts and totals of blocks, one after the other."""

    __slots__ = ("_counts", "_limit", "_totals")

    def __init__(self, limit: int) -> None:
        from array import array  # here: the command line needs none

        self._limit = limit
        self._counts = array("I")
        self._totals = (0, 0, 0, 0)

    def add(self, block: _core.Block) -> None:
        """The next block."""
        self._counts.frombytes(block.counts())
        self._add(block.tally())

    def add_counts(self, counts: array[int] | memoryview) -> None:
        """The counts of some puzzles, also as bytes."""
        with memoryview(counts) as view:
            self._counts.frombytes(view.cast("B"))
        self._add(_core.tally(counts))

    def results(self, solutions: S) -> Results[S]:
        """All of it."""
        return Results(solutions, self._counts, self._limit, self._totals)

    def _add(self, tally: tuple[int, int, int, int]) -> None:
        a, b, c, d = self._totals
        unanswered, none, one, several = tally
        self._totals = a + unanswered, b + none, c + one, d + several


class Results(Generic[S]):
    """The solutions, in the kind and layout of the puzzles, and a count for each puzzle.

    ``counts`` holds the number of solutions found, up to ``limit``, and `UNANSWERED` where
    the time was up. ``statuses`` says the same in the words of `Status`.

    >>> from squaredance import solve_many
    >>> results = solve_many(b"1......2.3....4.\\n11..............\\n", unique=True)
    >>> results
    <Results of 2 puzzles: 1 unique, 1 none>
    >>> results.solutions
    b'1234341243212143\\n11..............\\n'
    >>> results.counts
    array('I', [1, 0])
    >>> results.statuses[1]
    <Status.NONE: 'none'>
    """

    __slots__ = ("_tally", "counts", "limit", "solutions")

    def __init__(
        self, solutions: S, counts: array[int], limit: int, tally: tuple[int, int, int, int]
    ) -> None:
        self.solutions = solutions
        self.counts = counts
        self.limit = limit
        self._tally = tally

    def _replace_solutions(self, solutions: T) -> Results[T]:
        return Results(solutions, self.counts, self.limit, self._tally)

    @property
    def statuses(self) -> Statuses:
        """The status of each puzzle."""
        return Statuses(self.counts, self.limit)

    def tally(self) -> dict[Status, int]:
        """How many puzzles have each status; those that none has are left out.

        >>> from squaredance import solve_many
        >>> solve_many(["1......2.3....4.", "." * 16], limit=9).tally()
        {<Status.UNIQUE: 'unique'>: 1, <Status.MULTIPLE: 'multiple'>: 1}
        """
        unanswered, none, one, several = self._tally
        found = {
            Status.FOUND if self.limit == 1 else Status.UNIQUE: one,
            Status.MULTIPLE: several,
            Status.NONE: none,
            Status.UNKNOWN: unanswered,
        }
        return {status: number for status, number in found.items() if number}

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        parts = ", ".join(f"{number} {status}" for status, number in self.tally().items())
        word = "puzzle" if len(self) == 1 else "puzzles"
        return f"<Results of {len(self)} {word}{': ' if parts else ''}{parts}>"
