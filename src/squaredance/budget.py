"""Budget: one time limit and one node limit over all the native searches of a question."""

from __future__ import annotations

from time import perf_counter

from squaredance import _core
from squaredance.errors import SquaredanceError
from squaredance.typed import Protocol
from squaredance.whole import whole, written

_NO_NODE_LIMIT = 2**64 - 1
_FOREVER = 1e9  # seconds


def check_whole(number: int, least: int, name: str, most: int | None = None) -> int:
    """The argument as an int: an error unless it is whole and large enough. What is more than
    the ``most`` that native code can tell apart becomes that.

    >>> check_whole(2**70, 1, "memory", 2**62) == 2**62
    True
    >>> check_whole(1.5, 1, "a limit")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a limit of 1 or more, found 1.5
    """
    found = number if type(number) is int else whole(number)  # `solve` calls it for each puzzle
    if found is None or found < least:
        raise SquaredanceError(f"expected {name} of {least} or more, found {written(number)}")
    return found if most is None or found <= most else most


class Native(Protocol):
    """What everything native that searches has in common."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...


class Stepping(Native, Protocol):
    """Goes on to its next solution, or to its end."""

    def next(self, max_nodes: int, seconds: float) -> int: ...


class Listing(Native, Protocol):
    """Gives several solutions at a time."""

    def next_some(
        self, most: int, max_nodes: int, seconds: float
    ) -> tuple[int, list[tuple[int, ...]]]: ...


class Summing(Native, Protocol):
    """Counts its solutions."""

    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]: ...


class GridSearch(Stepping, Summing, Protocol):
    """A search of one puzzle (`_core.Search`, and `SatSearch` of the extra `sat`)."""

    @property
    def engine(self) -> str: ...
    @property
    def memory(self) -> int: ...
    def solution(self) -> bytes: ...


class Budget:
    """Counts the effort of a question and stops it at its limits."""

    __slots__ = ("guesses", "max_nodes", "nodes", "started", "timeout")

    def __init__(self, timeout: float | None, max_nodes: int | None) -> None:
        if timeout is not None and not (isinstance(timeout, int | float) and timeout >= 0):
            raise SquaredanceError(f"expected a timeout of 0 seconds or more, found {timeout!r}")
        self.timeout = None if timeout is None else min(timeout, _FOREVER)
        self.max_nodes = None if max_nodes is None else check_whole(max_nodes, 0, "max_nodes")
        self.nodes = 0
        self.guesses = 0
        self.started = perf_counter()

    @property
    def seconds(self) -> float:
        """Time since the question was asked."""
        return perf_counter() - self.started

    def next(self, search: Stepping) -> int:
        """Run the search to its next solution: one of the outcomes of `_core`."""
        if self._is_late():
            return _core.OUT_OF_TIME
        nodes, guesses = search.nodes, search.guesses
        try:
            return search.next(self._node_limit(nodes), self._seconds_left())
        finally:  # Ctrl-C too: the search can go on, and so does the account
            self._account(search, nodes, guesses)

    def next_some(self, search: Listing, most: int) -> tuple[int, list[tuple[int, ...]]]:
        """The next solution of the search, and a few more if they come quickly."""
        if self._is_late():
            return _core.OUT_OF_TIME, []
        nodes, guesses = search.nodes, search.guesses
        try:
            return search.next_some(most, self._node_limit(nodes), self._seconds_left())
        finally:
            self._account(search, nodes, guesses)

    def count(self, search: Summing, limit: int | None) -> tuple[int, int]:
        """Count the remaining solutions of the search up to the limit."""
        if self._is_late():
            return _core.OUT_OF_TIME, 0
        nodes, guesses = search.nodes, search.guesses
        most = _NO_NODE_LIMIT if limit is None else min(limit, _NO_NODE_LIMIT)
        try:
            return search.count(most, self._node_limit(nodes), self._seconds_left())
        finally:
            self._account(search, nodes, guesses)

    def _is_late(self) -> bool:
        """A native search looks at the clock after some nodes only; a question of many short
        searches, or many solutions, must look between them. The first one may always start.
        """
        return self.timeout is not None and self.nodes > 0 and self.seconds >= self.timeout

    def _account(self, search: Native, nodes: int, guesses: int) -> None:
        self.nodes += search.nodes - nodes
        self.guesses += search.guesses - guesses

    def _node_limit(self, nodes_of_search: int) -> int:
        if self.max_nodes is None:
            return _NO_NODE_LIMIT
        return min(nodes_of_search + self.max_nodes - self.nodes, _NO_NODE_LIMIT)

    def _seconds_left(self) -> float:
        return -1.0 if self.timeout is None else max(0.0, self.timeout - self.seconds)


def stop_reason(outcome: int) -> str | None:
    """Why the search stopped early ('time', 'nodes'), or None when it did not."""
    if outcome == _core.OUT_OF_TIME:
        return "time"
    return "nodes" if outcome == _core.OUT_OF_NODES else None
