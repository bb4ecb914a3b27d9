"""Trace: a search that is watched, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator

from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from squaredance.puzzle import PuzzleLike
    from squaredance.tracing import Frame


def trace(
    puzzle: PuzzleLike,
    engine: str = "search",
    *,
    unique: bool = False,
    max_nodes: int = 500,
) -> Iterator[Frame]:
    """What the engine 'search' or 'dance' does to solve a puzzle, a `Frame` for each thing.

    The decisions, nodes and guesses are those of ``solve`` with the same engine. The last frame is
    'solution', 'end' (there is none; with ``unique`` no other) or 'stop' (after ``max_nodes``).
    With ``unique`` it goes on to the second solution, as ``solve`` does.

    >>> for frame in trace("1.3..........4..", "dance", max_nodes=3):
    ...     print(frame.kind, frame.cell, frame.value, frame.item, frame.options)
    place 3 4 3 1
    place 5 3 5 1
    place 4 4 4 1
    stop None None None 0
    """
    from squaredance.tracing import frames_of

    return frames_of(puzzle, engine, unique, max_nodes)
