"""Asking: what every question about a Problem takes, checked; its limits and its progress."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypedDict

from squaredance import _core
from squaredance.budget import Budget, Listing, Stepping, Summing, check_whole
from squaredance.cover.build import members
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Bar, Progress
from squaredance.errors import SquaredanceError
from squaredance.typed import Final, Protocol

_BEAT: Final = 0.2  # seconds between two reports of progress
MOST_MEMORY: Final = 2**62  # bytes: more than there are, and native code can add to it


class Wishes(TypedDict):
    """What a question wants of the solutions, as native code takes it."""

    forced: list[int]
    excluded: list[int]
    seed: int | None


class _Reporting(Protocol):
    """Tells how far it is."""

    @property
    def progress(self) -> float: ...


class _Stepping(Stepping, _Reporting, Protocol):
    pass


class _Listing(Listing, _Reporting, Protocol):
    pass


class _Summing(Summing, _Reporting, Protocol):
    pass


class Asking(Budget):
    """One question: its problem, wishes, limits and progress."""

    __slots__ = ("_bar", "_next_report", "_progress", "_share", "problem", "wishes")

    def __init__(
        self,
        problem: Problem,
        forced: Iterable[Hashable],
        excluded: Iterable[Hashable],
        seed: int | None,
        timeout: float | None,
        max_nodes: int | None,
        progress: Progress | bool | None,
    ) -> None:
        super().__init__(timeout, max_nodes)
        if not isinstance(problem, Problem):
            raise SquaredanceError(f"expected a cover.Problem, found {type(problem).__name__}")
        self.problem = problem
        self.wishes: Wishes = {
            "forced": [
                problem.position(option) for option in members(forced, "a collection of options")
            ],
            "excluded": [
                problem.position(option) for option in members(excluded, "a collection of options")
            ],
            "seed": None if seed is None else check_whole(seed, 0, "a seed") % 2**64,
        }
        self._bar = Bar() if progress is True else None
        self._progress: Progress | None = self._bar
        self._share = 0.0
        self._next_report = _BEAT
        if callable(progress):
            self._progress = progress
        elif progress is not None and not isinstance(progress, bool):
            raise SquaredanceError(f"expected a callable or True as progress, found {progress!r}")

    def run(self, search: _Stepping, most_nodes: int | None = None) -> int:
        """`next`, with reports; and for no more nodes than so many."""
        max_nodes = self.max_nodes
        if most_nodes is not None and (max_nodes is None or self.nodes + most_nodes < max_nodes):
            self.max_nodes = self.nodes + most_nodes
        try:
            while True:
                outcome = self.next(search)
                if not self._goes_on(search, outcome):
                    return outcome
        finally:
            self.max_nodes = max_nodes

    def run_some(self, search: _Listing, most: int) -> tuple[int, list[tuple[int, ...]]]:
        """`next_some`, with reports."""
        while True:
            outcome, found = self.next_some(search, most)
            if found and self._progress is not None and self.seconds >= self._next_report:
                self._report(search)
            if found or not self._goes_on(search, outcome):
                return outcome, found

    def run_count(self, search: _Summing, limit: int | None) -> tuple[int, int]:
        """`count`, with reports."""
        found = 0
        while True:
            outcome, more = self.count(search, None if limit is None else limit - found)
            found += more
            if not self._goes_on(search, outcome):
                return outcome, found

    def _goes_on(self, search: _Reporting, outcome: int) -> bool:
        """Whether that was only the time for a report."""
        if outcome != _core.OUT_OF_TIME or self._progress is None or self._is_late():
            return False
        self._report(search)
        return True

    def _report(self, search: _Reporting) -> None:
        self._next_report = self.seconds + _BEAT
        self._share = max(self._share, search.progress)  # `auto` has two searches
        if self._progress is not None:
            self._progress(self._share)

    def _seconds_left(self) -> float:
        left = super()._seconds_left()
        if self._progress is None:
            return left
        return _BEAT if left < 0 else min(left, _BEAT)

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return self._is_late()

    def end(self) -> None:
        """The question is answered: a bar goes away."""
        if self._bar is not None:
            self._bar.end()
