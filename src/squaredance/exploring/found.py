"""Found: one find of `explore`."""

from __future__ import annotations

from typing import NamedTuple

from squaredance.puzzle import Puzzle


class Found(NamedTuple):
    """A puzzle that `explore` found: its canonical form, what it counts on the goal, the puzzle
    whose vicinity it was found in, and how many moves led to it from the start.

    >>> from squaredance import explore
    >>> start = "..7.4.........1.32..97...6....5....18.....4...1..375..5...........6....8.7.1.532."
    >>> found = next(explore(start))
    >>> found.score, found.generation, found.parent.clue_count
    (21, 1, 24)
    """

    puzzle: Puzzle
    score: float
    parent: Puzzle
    generation: int
