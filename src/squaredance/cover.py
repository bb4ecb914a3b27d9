"""Exact cover: choose options so that each primary item is in exactly one of them.

>>> problem = Problem("abcdefg", ["df", "bf", "ace", "bdg", "acd", "eg"])
>>> solve(problem).options
(1, 4, 5)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from squaredance import _core
from squaredance.budget import Budget, check_whole, stop_reason
from squaredance.errors import SquaredanceError
from squaredance.result import Status

__all__ = ["CoverResult", "Covers", "Problem", "count", "solutions", "solve"]


class Problem:
    """Items and options. A primary item is covered exactly once, a secondary one at most.

    Items are named by any hashable; an option is a collection of items. An option without
    a primary item is never chosen.

    >>> Problem(["x"], [["x", "y"]], secondary=["y"])
    <Problem with 1+1 items, 1 options>
    >>> Problem("ab", ["ab", "ac"])
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: option 2: expected items of the problem, found 'c'
    """

    __slots__ = ("numbered", "options", "primary", "secondary")

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: Iterable[Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
    ) -> None:
        self.primary = tuple(primary)
        self.secondary = tuple(secondary)
        numbers: dict[Hashable, int] = {}
        for item in (*self.primary, *self.secondary):
            if item in numbers:
                raise SquaredanceError(f"expected different items, found {item!r} twice")
            numbers[item] = len(numbers)
        self.options = tuple(tuple(option) for option in options)
        self.numbered = [
            _numbered(position, option, numbers) for position, option in enumerate(self.options, 1)
        ]

    def __repr__(self) -> str:
        items = f"{len(self.primary)}+{len(self.secondary)} items"
        return f"<Problem with {items}, {len(self.options)} options>"


def _numbered(
    position: int, option: tuple[Hashable, ...], numbers: dict[Hashable, int]
) -> list[int]:
    for item in option:
        if item not in numbers:
            raise SquaredanceError(
                f"option {position}: expected items of the problem, found {item!r}"
            )
    found = [numbers[item] for item in option]
    if len(set(found)) != len(found):
        raise SquaredanceError(f"option {position}: expected different items, found one twice")
    return found


class CoverResult(NamedTuple):
    """The answer: ``options`` are the positions of the chosen options, in rising order.

    The other fields mean what they mean in `squaredance.Result`.
    """

    status: Status
    options: tuple[int, ...] | None
    count: int  # type: ignore[assignment]  # not tuple.count
    nodes: int
    guesses: int
    seconds: float
    reason: str | None = None


class Covers(Iterator[tuple[int, ...]]):
    """An iterator over covers; ``result`` tells how it ended, or how far it has come."""

    def __init__(self, problem: Problem, timeout: float | None, max_nodes: int | None) -> None:
        self._budget = Budget(timeout, max_nodes)
        self._dance = _core.Dance(len(problem.primary), len(problem.secondary), problem.numbered)
        self._outcome: int | None = None
        self._last: tuple[int, ...] | None = None
        self._found = 0

    def __next__(self) -> tuple[int, ...]:
        if self._outcome not in (None, _core.SOLUTION):
            raise StopIteration
        self._outcome = self._budget.next(self._dance)
        if self._outcome != _core.SOLUTION:
            raise StopIteration
        self._found += 1
        self._last = tuple(sorted(self._dance.solution()))
        return self._last

    def count(self, limit: int | None = None) -> CoverResult:
        """Count the covers that are left, up to a limit, without making them."""
        self._outcome, more = self._budget.count(self._dance, limit)
        self._found += more
        return self.result

    @property
    def result(self) -> CoverResult:
        """The result so far: FOUND while covers may follow, then the final status."""
        budget = self._budget
        reason = None if self._outcome is None else stop_reason(self._outcome)
        status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(self._found, 2)]
        if reason or self._outcome is None:
            status = Status.UNKNOWN
        elif self._outcome == _core.SOLUTION and self._found < 2:
            status = Status.FOUND
        return CoverResult(
            status=status,
            options=self._last,
            count=self._found,
            nodes=budget.nodes,
            guesses=budget.guesses,
            seconds=budget.seconds,
            reason=reason,
        )


def solve(
    problem: Problem,
    *,
    unique: bool = False,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> CoverResult:
    """Find one cover; with ``unique`` also whether it is the only one.

    >>> print(solve(Problem("ab", ["a", "b", "ab"]), unique=True).status)
    multiple
    """
    covers = Covers(problem, timeout, max_nodes)
    first = next(covers, None)
    if first is None or not unique:
        return covers.result
    next(covers, None)
    return covers.result._replace(options=first)


def count(
    problem: Problem,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> CoverResult:
    """Count the covers: all of them, or up to a limit.

    >>> count(Problem("ab", ["a", "b", "ab"])).count
    2
    """
    if limit is not None:
        check_whole(limit, 1, "a limit")
    return Covers(problem, timeout, max_nodes).count(limit)


def solutions(
    problem: Problem, *, timeout: float | None = None, max_nodes: int | None = None
) -> Covers:
    """All covers, found one by one as they are asked for.

    >>> list(solutions(Problem("ab", ["a", "b", "ab"])))
    [(0, 1), (2,)]
    """
    return Covers(problem, timeout, max_nodes)
