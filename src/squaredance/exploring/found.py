"""Found: one find of `explore`."""

from __future__ import annotations

from typing import NamedTuple

from squaredance.puzzle import Puzzle


class Found(NamedTuple):
    """A puzzle that `explore` found: its canonical form, what it counts on the goal, the puzzle
    whose vicinity it was found in, and how many moves led to it from the start.

    >>> from squaredance import explore
    >>> start = "...5...4...41..7..1.8...........2.........3..6......5.13..7....2.....4......8...."
    >>> found = next(explore(start))
    >>> found.score, found.generation, found.parent.clue_count
    (18, 1, 18)
    """

    puzzle: Puzzle
    score: float
    parent: Puzzle
    generation: int
