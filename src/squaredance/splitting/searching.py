"""Listing within a worker: native searches, subproblem by subproblem, from a place on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from time import perf_counter
from typing import Any, Final, Protocol

from squaredance import _core
from squaredance.splitting.job import ListedPiece, Piece, Place

_ALL: Final = 2**64 - 1
_LOOK: Final = 0.1  # seconds between two looks at the clock and at who stops us
_KEPT: Final = 8  # searches, of which a large one holds megabytes


class Searching(Protocol):
    """A native search."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]: ...


# Up to so many solutions more, of those that come within so many seconds: the outcome, and them.
More = Callable[[Any, int, float], tuple[int, list[Any]]]


class Kept:
    """The searches of pieces that ended within a subproblem, for those that go on there. Without
    them each piece counts from the start of the subproblem, and all together take its square.

    One for each subproblem, the last few. Where a piece in another process went on, and the next
    one comes here again, only what was listed there is counted past.
    """

    def __init__(self) -> None:
        self._searches: dict[int, tuple[Searching, int]] = {}  # what each has passed; oldest first
        self._lock = Lock()
        self._is_closed = False

    def put(self, search: Searching, place: Place) -> None:
        """Nobody else may use it from now on."""
        with self._lock:
            if self._is_closed:
                return
            self._searches.pop(place.number, None)
            self._searches[place.number] = search, place.passed
            if len(self._searches) > _KEPT:
                del self._searches[next(iter(self._searches))]

    def take(self, place: Place) -> tuple[Searching, int] | None:
        """One that has not passed the place, and what it has passed; it is not here any more."""
        with self._lock:
            found = self._searches.pop(place.number, None)
        return found if found is not None and found[1] <= place.passed else None

    def close(self) -> None:
        """Drops all, and takes no more."""
        with self._lock:
            self._is_closed = True
            self._searches.clear()


class Lister:
    """Lists one piece."""

    def __init__(self, piece: Piece, kept: Kept, is_stopped: Callable[[], bool]) -> None:
        self._piece = piece
        self._kept = kept
        self._is_stopped = is_stopped
        self._started = perf_counter()
        self.solutions: list[Any] = []
        self.efforts: list[tuple[int, int]] = []

    def run(self, search_of: Callable[[int], Searching], more: More) -> Place:
        """Fills the solutions; the place where it ended."""
        number, passed = self._piece.start
        while number < self._piece.end:
            search, behind = self._kept.take(Place(number, passed)) or (search_of(number), 0)
            before = len(self.solutions)
            if not self._skip(search, passed - behind):
                break
            if not self._list(search, more):
                passed += len(self.solutions) - before
                self._kept.put(search, Place(number, passed))
                break
            self.efforts.append((search.nodes, search.guesses))
            number, passed = number + 1, 0
            if self._is_full or not self._has_time(self._piece.patience):
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
