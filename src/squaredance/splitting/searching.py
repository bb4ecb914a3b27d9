"""Listing within a worker: native searches, subproblem by subproblem, from a place on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, Final, Protocol

from squaredance import _core
from squaredance.splitting.job import ListedPiece, Piece, Place

_ALL: Final = 2**64 - 1
_LOOK: Final = 0.1  # seconds between two looks at the clock and at who stops us


class Searching(Protocol):
    """A native search."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]: ...


# Up to so many solutions more, of those that come within so many seconds: the outcome, and them.
More = Callable[[Any, int, float], tuple[int, list[Any]]]


class Lister:
    """Lists one piece."""

    def __init__(self, piece: Piece, is_stopped: Callable[[], bool]) -> None:
        self._piece = piece
        self._is_stopped = is_stopped
        self._started = perf_counter()
        self.solutions: list[Any] = []
        self.efforts: list[tuple[int, int]] = []

    def run(self, search_of: Callable[[int], Searching], more: More) -> Place:
        """Fills the solutions; the place where it ended."""
        number, passed = self._piece.start
        while number < self._piece.end:
            search = search_of(number)
            before = len(self.solutions)
            if self._skip(search, passed) and self._list(search, more):
                self.efforts.append((search.nodes, search.guesses))
                number, passed = number + 1, 0
                if self._has_time(self._piece.patience) and not self._is_full:
                    continue
            else:
                passed += len(self.solutions) - before
            break
        return Place(number, passed)

    def answer(self, solutions: Any, end: Place) -> ListedPiece:
        return ListedPiece(solutions, len(self.solutions), end, self.efforts)

    def _skip(self, search: Searching, passed: int) -> bool:
        """Whether it got past those that are listed already: counting is quicker than listing."""
        for _ in self._looks():
            if passed == 0:
                return True
            outcome, found = search.count(passed, _ALL, _LOOK)
            passed -= found
            if outcome == _core.EXHAUSTED:
                return passed == 0
        return False

    def _list(self, search: Searching, more: More) -> bool:
        """Whether the search is at its end."""
        for _ in self._looks():
            room = self._piece.most - len(self.solutions)
            if room <= 0:
                return False
            outcome, found = more(search, room, _LOOK)
            self.solutions += found
            if outcome == _core.EXHAUSTED:
                return True
        return False

    def _looks(self) -> Iterator[None]:
        while self._has_time(self._piece.seconds) and not self._is_stopped():
            yield

    @property
    def _is_full(self) -> bool:
        return len(self.solutions) >= self._piece.most

    def _has_time(self, seconds: float) -> bool:
        return seconds < 0 or perf_counter() - self._started < seconds
