"""CoverResult and Covers: the answer to a question, and covers as they come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.budget import check_whole, stop_reason
from squaredance.result import Status, status_of_count
from squaredance.whole import written

_MOST_WAITING: Final = 64

if TYPE_CHECKING:
    from squaredance.cover.ask import Asking


class CoverResult(NamedTuple):
    """The answer: ``options`` are the positions of the chosen options, in rising order.

    ``reason`` is 'time', 'nodes' or 'memory' when the status is UNKNOWN; ``engine`` the one at
    work; ``cost`` the sum of the costs of the options, for `minimum`. The other fields mean
    what they mean in `squaredance.Result`.
    """

    status: Status
    options: tuple[int, ...] | None
    count: int  # type: ignore[assignment]  # not tuple.count
    nodes: int
    guesses: int
    seconds: float
    reason: str | None = None
    engine: str = ""
    cost: Any = None

    def __repr__(self) -> str:
        values = (f"{name}={written(value)}" for name, value in self._asdict().items())
        return f"CoverResult({', '.join(values)})"


def result_of(
    asking: Asking,
    outcome: int | None,
    count: int,
    options: tuple[int, ...] | None,
    engine: str,
    reason: str | None = None,
) -> CoverResult:
    """The result of a search with this outcome; None: it has not begun."""
    reason = reason or (None if outcome is None else stop_reason(outcome))
    status = status_of_count(count)
    if reason or outcome is None:
        status = Status.UNKNOWN
    elif outcome == _core.SOLUTION and count < 2:
        status = Status.FOUND
    return CoverResult(
        status=status,
        options=options,
        count=count,
        nodes=asking.nodes,
        guesses=asking.guesses,
        seconds=asking.seconds,
        reason=reason,
        engine=engine,
    )


class Covers(Iterator[tuple[int, ...]]):
    """An iterator over covers; ``result`` tells how it ended, or how far it has come."""

    def __init__(self, asking: Asking, search: _core.CoverSearch) -> None:
        self._asking = asking
        self._search = search
        self._end: int | None = None  # the outcome of the search, behind those that wait
        self._waiting: list[tuple[int, ...]] = []  # found, last first
        self._most = 1  # to find at a time: the first cover comes at once
        self._last: tuple[int, ...] | None = None
        self._found = 0

    def __next__(self) -> tuple[int, ...]:
        if not self._waiting:
            self._find_some()
        self._last = self._waiting.pop()
        self._found += 1
        return self._last

    def _find_some(self) -> None:
        if self._end in (None, _core.SOLUTION):
            try:
                self._end, found = self._asking.run_some(self._search, self._most)
            except BaseException:  # Ctrl-C: the bar goes away
                self._asking.end()
                raise
            self._waiting = found[::-1]
            self._most = min(2 * self._most, _MOST_WAITING)
        if not self._waiting:
            self._asking.end()
            raise StopIteration

    def count(self, limit: int | None = None) -> CoverResult:
        """Count up to so many of the covers that are left, without making them.

        The ``count`` of the result is that of all so far, with those taken before.
        """
        if limit is not None:
            limit = check_whole(limit, 1, "a limit")
        ready = len(self._waiting) if limit is None else min(len(self._waiting), limit)
        del self._waiting[len(self._waiting) - ready :]
        self._found += ready
        try:
            if not self._waiting and self._end in (None, _core.SOLUTION) and ready != limit:
                left = None if limit is None else limit - ready
                self._end, more = self._asking.run_count(self._search, left)
                self._found += more
        finally:
            self._asking.end()
        return self.result

    @property
    def result(self) -> CoverResult:
        """The result so far: FOUND while covers may follow, then the final status."""
        outcome = _core.SOLUTION if self._waiting else self._end
        return result_of(self._asking, outcome, self._found, self._last, self._search.engine)
