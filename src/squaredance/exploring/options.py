"""Options: all that decides what is found, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.errors import SquaredanceError
from squaredance.explain.path import SCALES
from squaredance.seed import seed_of
from squaredance.whole import whole, written

if TYPE_CHECKING:
    from squaredance.puzzle import Puzzle

    Score = Callable[[Puzzle], float]

GOALS: Final = ("clues", "rating")


class Options(NamedTuple):
    """What two runs must have in common for one to go on with the state of the other."""

    goal: str  # one of GOALS, or the name of a function
    scale: str | None  # of a rating
    drop: int
    add: int
    minimal: bool
    keep: int
    seed: int

    @property
    def is_fewest(self) -> bool:
        """Whether the lowest score is the best."""
        return self.goal == "clues"

    @property
    def round_size(self) -> int:
        """How many puzzles a round explores once it is at full size. Their number must not depend
        on the threads, since it decides what is found. A round that is stopped is lost, so one
        should take a few seconds at the most: to rate a vicinity takes longer than to find it.
        """
        return 64 if self.goal == "clues" else 8

    def __str__(self) -> str:
        """As it stands in a state.

        >>> str(Options("rating", "se121", 1, 1, True, 1000, 7))
        'goal=rating scale=se121 drop=1 add=1 minimal=yes keep=1000 seed=7'
        """
        values = {**self._asdict(), "minimal": "yes" if self.minimal else "no"}
        return " ".join(f"{name}={value}" for name, value in values.items() if value is not None)


def options_of(
    goal: str | Score, scale: str, drop: int, add: int, minimal: bool, keep: int, seed: Any
) -> Options:
    """The options of a call, checked.

    >>> options_of("rating", "se121", 1, 9, True, 1000, 0)
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected 0 to 4 clues to add, found 9
    """
    return Options(
        _goal(goal),
        _scale(scale) if goal == "rating" else None,
        _few(drop, _core.MOST_DROPPED, "drop"),
        _few(add, _core.MOST_ADDED, "add"),
        bool(minimal),
        check_whole(keep, 1, "puzzles to keep"),
        seed_of(seed),
    )


def _goal(goal: str | Score) -> str:
    if callable(goal):
        name = getattr(goal, "__qualname__", type(goal).__qualname__)
        return "function:" + "".join(c if c.isalnum() or c in "._<>" else "_" for c in name)
    if goal not in GOALS:
        raise SquaredanceError(
            f"expected a goal of {', '.join(GOALS)} or a function; found {goal!r}"
        )
    return goal


def _scale(scale: str) -> str:
    if scale not in SCALES:
        raise SquaredanceError(f"expected a scale of {', '.join(SCALES)}; found {scale!r}")
    return scale


def _few(count: int, most: int, what: str) -> int:
    number = whole(count)
    if number is None or not 0 <= number <= most:
        raise SquaredanceError(f"expected 0 to {most} clues to {what}, found {written(count)}")
    return number
