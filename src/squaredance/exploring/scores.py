"""Scores: what puzzles count on the goal of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from squaredance.errors import SquaredanceError
from squaredance.exploring.clock import RunClock, TimeIsUpError
from squaredance.exploring.vicinities import CELLS
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Puzzle

if TYPE_CHECKING:
    from squaredance.exploring.options import Options, Score


def clue_count(form: bytes) -> int:
    """How many cells are not empty."""
    return CELLS - form.count(0)


def puzzle_of(form: bytes) -> Puzzle:
    """The Puzzle with these clues."""
    return Puzzle._trusted(standard_geometry(9), form)


def scores(
    forms: Sequence[bytes], goal: str | Score, options: Options, threads: int, clock: RunClock
) -> list[float]:
    """The score of each form, as text would give it back."""
    if callable(goal):
        return [_checked(goal(puzzle_of(form)), clock) for form in forms]
    if options.scale is None:
        return [clue_count(form) for form in forms]
    from squaredance.rate import rate_many

    found: list[float] = []
    puzzles = [puzzle_of(form) for form in forms]
    for rating in rate_many(puzzles, options.scale, threads=threads, timeout=clock.left):
        clock.check()
        if rating.value is None:
            raise TimeIsUpError
        found.append(rating.value)
    return found


def _checked(score: object, clock: RunClock) -> float:
    clock.check()
    if isinstance(score, bool) or not isinstance(score, int | float) or score != score:
        raise SquaredanceError(f"expected a number from the goal, found {score!r}")
    return score
