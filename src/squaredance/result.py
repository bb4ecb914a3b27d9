"""Result and Status: the answer to a question, with the effort it took."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from squaredance.puzzle import Grid


class Status(Enum):
    """What is known about the solutions of a puzzle.

    >>> Status.UNIQUE.value
    'unique'
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    FOUND = "found"  # one solution; whether there are more was not asked
    NONE = "none"
    UNKNOWN = "unknown"  # stopped early: Result.reason says by what

    def __str__(self) -> str:
        return self.value


class Result(NamedTuple):
    """The answer: a status, the solution where there is one, and the effort.

    ``count`` is how many solutions were found (all of them, unless a limit or a stop came
    first). ``reason`` is 'time' or 'nodes' when the status is UNKNOWN. ``clash`` says which
    clues clash when that is why there is no solution. ``candidates`` is the
    answer of `true_candidates`.

    >>> from squaredance import solve
    >>> result = solve("1......2.3....4.", unique=True)
    >>> result.status, result.count, result.solution.values[:4]
    (<Status.UNIQUE: 'unique'>, 1, b'\\x01\\x02\\x03\\x04')
    """

    status: Status
    solution: Grid | None
    count: int  # type: ignore[assignment]  # not tuple.count
    nodes: int
    guesses: int
    seconds: float
    engine: str
    reason: str | None = None
    clash: str | None = None
    candidates: tuple[frozenset[int], ...] | None = None
