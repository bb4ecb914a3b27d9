"""CoverResult and Covers: the answer to a question, and covers as they come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from squaredance import _core
from squaredance.budget import Budget, stop_reason
from squaredance.cover.problem import Problem
from squaredance.result import Status


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
        self._dance = _core.CoverSearch(problem.core)
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
