"""Explore: from puzzles to others near to them, with fewer clues or a higher rating."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from squaredance.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os

    from squaredance.exploring.found import Found
    from squaredance.many import Progress
    from squaredance.puzzle import Puzzle


def explore(
    puzzles: Any = None,
    *,
    goal: str | Callable[[Puzzle], float] = "clues",
    scale: str = "se121",
    drop: int = 1,
    add: int = 1,
    minimal: bool = True,
    threshold: float | None = None,
    keep: int = 100_000,
    seed: int = 0,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    state: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Iterator[Found]:
    """Look for 9x9 puzzles near to others, then near to the best of those: an iterator of
    `Found`, as they come. No two of them are equivalent, nor is one to a puzzle of the start.

    ``puzzles`` are the start, as `rate_many` takes them. The vicinity of a puzzle is what becomes
    of it when ``drop`` clues go and ``add`` others come, in all ways that leave one solution; when
    ``minimal``, those that became redundant go too. The ``goal`` is 'clues' (the
    fewest), 'rating' (the highest on ``scale``) or a function of a Puzzle (the highest number). The
    best ``keep`` puzzles stay in the pool, and the best that were not explored yet are explored
    next. A find is a new puzzle that is at least as good as the one it came from, or, if a
    ``threshold`` is given, as good as that.

    It ends after ``limit`` finds, after ``timeout`` seconds, or when all is explored. ``state`` is
    a file that has the pool: it is written every half minute and at the end, also after Ctrl-C,
    and a run that finds it goes on there, with the same result as if it had never ended. How many
    ``threads`` there are changes nothing but the speed; ``seed`` decides the order of puzzles that
    are equally good. ``progress`` is True for a line on stderr,
    or a function of the puzzles explored and None.

    >>> start = "..7.4.........1.32..97...6....5....18.....4...1..375..5...........6....8.7.1.532."
    >>> [found.score for found in explore(start, limit=3)]
    [21, 21, 21]
    """
    from squaredance.exploring.options import options_of
    from squaredance.exploring.run import Run

    run = Run(
        options_of(goal, scale, drop, add, minimal, keep, seed),
        goal,
        threshold=threshold,
        limit=limit,
        threads=threads,
        timeout=timeout,
        state=state,
        progress=progress,
    )
    run.start(puzzles)
    return run.finds()
