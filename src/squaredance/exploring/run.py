"""The run of a call: rounds, finds, and the state between them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from squaredance import _core
from squaredance.budget import Budget, check_whole
from squaredance.errors import SquaredanceError
from squaredance.exploring.clock import RunClock, TimeIsUpError
from squaredance.exploring.found import Found
from squaredance.exploring.pool import Entry, Pool, Round
from squaredance.exploring.scores import clue_count, puzzle_of, scores
from squaredance.exploring.state import read_state, write_state
from squaredance.exploring.vicinities import CELLS, Vicinities
from squaredance.geometry import standard_geometry
from squaredance.many import thread_count, watch
from squaredance.many.puzzles import puzzles_of
from squaredance.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from squaredance.exploring.options import Options, Score
    from squaredance.many import Progress

SAVE: Final = 30.0  # seconds between two states, at the least
_MOST_SEEN: Final = 4_000_000  # forms of about 60 bytes


class Run:
    """One call of `explore`."""

    def __init__(
        self,
        options: Options,
        goal: str | Score,
        *,
        threshold: float | None,
        limit: int | None,
        threads: int | None,
        timeout: float | None,
        state: str | os.PathLike[str] | None,
        progress: Progress,
    ) -> None:
        self.options = options
        self.pool = Pool(options)
        self.found = 0
        self._goal = goal
        self._threshold = threshold
        self._limit = None if limit is None else check_whole(limit, 1, "a limit")
        self._threads = thread_count(threads)
        self._state = None if state is None else os.fspath(state)
        self._watch = watch(progress, None)
        self._clock = RunClock(Budget(timeout, None).timeout, self._tell)
        self._starts: list[bytes] = []
        self._saved = monotonic()
        # What was scored before and has no place: not to be scored again. It decides nothing.
        self._seen = _core.FormSet(9)

    def start(self, puzzles: Any) -> None:
        """Reads the state and the start, so that what is wrong with them is told at once."""
        with Vicinities(self._threads, RunClock(None)) as vicinities:
            if self._state is not None:
                state = read_state(self._state, self.options, vicinities)
                if state is not None:
                    self.pool.restore(state.entries, state.explored)
            self._starts = _start_forms(puzzles, vicinities)
        if not self._starts and not self.pool.entries:
            raise SquaredanceError("expected a puzzle to start from, found none")

    def finds(self) -> Iterator[Found]:
        """Runs until the time is up, enough is found, or all is explored."""
        try:
            with Vicinities(self._threads, self._clock) as vicinities:
                self._add_starts()
                self.save()
                while forms := self.pool.next(self._round_size()):
                    self._clock.check()
                    for found in self._round(forms, vicinities):
                        self.found += 1
                        yield found
                        if self.found == self._limit:
                            return
                    if monotonic() - self._saved > SAVE:
                        self.save()
        except TimeIsUpError:
            return
        finally:
            self.save()
            self._tell(ended=True)

    def save(self) -> None:
        """Writes the state as it was after the last whole round."""
        ranked = self.pool.ranked() if self._state is not None else []
        if self._state is not None and ranked:
            write_state(self._state, self.options, self.pool.explored, ranked)
        self._saved = monotonic()

    def _tell(self, ended: bool = False) -> None:
        if self._watch is not None:
            self._watch(self.pool.explored, ended)

    def _round_size(self) -> int:
        """Small at first: the best of a few may have much better neighbours."""
        return min(self.options.round_size, 1 + self.pool.explored // 8)

    def _add_starts(self) -> None:
        new = [form for form in dict.fromkeys(self._starts) if form not in self.pool.entries]
        values = scores(new, self._goal, self.options, self._threads, self._clock)
        self.pool.add({form: Entry(score, 0) for form, score in zip(new, values, strict=True)})

    def _round(self, forms: list[bytes], vicinities: Vicinities) -> Iterator[Found]:
        """Explores forms. What ends it before the pool is changed leaves no trace."""
        parents: dict[bytes, bytes] = {}
        for parent, some in vicinities.neighbours(forms, self.options):
            for form in self._new(some):
                parents.setdefault(form, parent)
        values = scores(list(parents), self._goal, self.options, self._threads, self._clock)
        entries = self.pool.entries
        before = {form: entries[form] for form in forms}
        new = {
            form: Entry(score, before[parent].generation + 1)
            for (form, parent), score in zip(parents.items(), values, strict=True)
        }
        stayed = self.pool.commit(Round(forms, new, self.pool.explored + len(forms)))
        for form in stayed:
            score, generation, _ = new[form]
            if self._is_find(score, before[parents[form]].score):
                yield Found(puzzle_of(form), score, puzzle_of(parents[form]), generation)

    def _new(self, forms: bytes) -> Iterator[bytes]:
        """Those that may have a place in the pool and are not there."""
        pool, entries, seen = self.pool, self.pool.entries, self._seen
        is_cheap = self.options.goal == "clues"
        if len(seen) > _MOST_SEEN:
            seen = self._seen = _core.FormSet(9)
        for start in range(0, len(forms), CELLS):
            form = forms[start : start + CELLS]
            if form in entries:
                continue
            if not pool.is_out(clue_count(form)) if is_cheap else seen.add(form):
                yield form

    def _is_find(self, score: float, of_parent: float) -> bool:
        bar = of_parent if self._threshold is None else self._threshold
        return self.pool.cost(score) <= self.pool.cost(bar)


def _start_forms(given: Any, vicinities: Vicinities) -> list[bytes]:
    puzzles = (
        [] if given is None else list(puzzles_of([given] if isinstance(given, Grid) else given))
    )
    for puzzle in puzzles:
        wrong = unfit(puzzle)
        if wrong:
            raise SquaredanceError(wrong)
    found = []
    forms = vicinities.forms([puzzle.clues for puzzle in puzzles])
    for number, (puzzle, form) in enumerate(zip(puzzles, forms, strict=True), 1):
        if form is None:
            raise SquaredanceError(f"puzzle {number}: {not_one(puzzle)}")
        found.append(form)
    return found


def unfit(puzzle: Puzzle) -> str | None:
    """Why a puzzle cannot be explored, whatever its solutions.

    >>> unfit(Puzzle.from_text("." * 16))
    'expected a standard 9x9 puzzle to explore, found a 4x4'
    """
    if puzzle.geometry != standard_geometry(9):
        size = puzzle.size
        other = "one with other houses" if size == 9 else f"a {size}x{size}"
        return f"expected a standard 9x9 puzzle to explore, found {other}"
    if puzzle.candidates is not None:
        return "expected a puzzle of clues, found one with candidates"
    return None


def not_one(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle that has not one solution.

    >>> not_one(Puzzle.from_text("." * 81))
    'expected a puzzle with one solution, found several'
    """
    from squaredance.solve import solve

    found = "none" if solve(puzzle).solution is None else "several"
    return f"expected a puzzle with one solution, found {found}"
