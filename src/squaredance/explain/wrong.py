"""Wrong: what in a state is not as in the solution of its puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from squaredance.explain.state import peers
from squaredance.explain.step import Candidate
from squaredance.explain.words import Words, joined

if TYPE_CHECKING:
    from squaredance.explain.state import State
    from squaredance.puzzle import Grid

_MOST: Final = 8  # candidates that a sentence names


def wrong_text(state: State, solution: Grid | None) -> str:
    """Why the state cannot become the solution; None: one of several solutions.

    >>> from squaredance.explain import State
    >>> from squaredance import solve
    >>> puzzle = "1......2.3....4."
    >>> values = [1, 4, *State(puzzle).values[2:]]
    >>> wrong_text(State(puzzle, values), solve(puzzle).solution)
    'There is no way on from here: R1C2=4 is not in the solution.'
    """
    if solution is None:
        return "There is no way on from here: no solution has all these values and candidates."
    placed = wrong_values(state, solution)
    struck = lost_candidates(state, solution)
    parts = []
    if placed:
        are = "is" if len(placed) == 1 else "are"
        parts.append(f"{_named(placed, state)} {are} not in the solution")
    if struck:
        are = "is" if len(struck) == 1 else "are"
        parts.append(f"{_named(struck, state)} {are} in the solution, but struck")
    return f"There is no way on from here: {'; '.join(parts)}."


def wrong_values(state: State, solution: Grid) -> list[Candidate]:
    """The values that the solution does not have there."""
    both = enumerate(zip(state.values, solution.values, strict=True))
    return [Candidate(cell, value) for cell, (value, right) in both if value not in (0, right)]


def lost_candidates(state: State, solution: Grid) -> list[Candidate]:
    """Those of the solution that an open cell has lost, but not by a value that stands in sight."""
    found = []
    for cell, right in enumerate(solution.values):
        if state.values[cell] or state.candidates[cell] >> (right - 1) & 1:
            continue
        if all(state.values[peer] != right for peer in peers(state.geometry)[cell]):
            found.append(Candidate(cell, right))
    return found


def _named(candidates: list[Candidate], state: State) -> str:
    words = Words(state.geometry)
    names = [words.candidate(candidate) for candidate in candidates[:_MOST]]
    more = len(candidates) - len(names)
    return joined([*names, f"{more} more"] if more else names)
