"""Rate: how hard a puzzle is for people, on the scales that they use."""

from __future__ import annotations

from collections.abc import Iterator

from squaredance.typed import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from squaredance.puzzle import PuzzleLike
    from squaredance.rating import Progress, Rating, Scales


@overload
def rate(
    puzzle: PuzzleLike,
    scale: str = "se121",
    *,
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Rating: ...
@overload
def rate(
    puzzle: PuzzleLike,
    scale: list[str] | tuple[str, ...],
    *,
    uniqueness: bool = True,
    timeout: float | None = None,
) -> tuple[Rating, ...]: ...
def rate(
    puzzle: PuzzleLike,
    scale: Scales = "se121",
    *,
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Rating | tuple[Rating, ...]:
    """How hard a puzzle is: a `Rating` on a scale, or on each of several.

    ``scale`` is 'se121' (Sudoku Explainer 1.2.1), 'sukaku118' (SukakuExplainer 1.18.1) or 'hodoku'
    (HoDoKu 2.2). Without ``uniqueness``, techniques that assume a single solution are left out,
    and the rating is not the one that others give. A puzzle without or with several solutions is
    not rated: its status says so.

    >>> print(rate("1234341221434.21"))
    1.0/1.0/1.0
    >>> print(rate("." * 81))
    several solutions
    >>> [rating.scale for rating in rate("1234341221434.21", ["se121", "hodoku"])]
    ['se121', 'hodoku']
    """
    from squaredance.rating import rated

    ratings = rated(puzzle, scale, uniqueness, timeout)
    return ratings[0] if isinstance(scale, str) else ratings


@overload
def rate_many(
    puzzles: Any,
    scale: str = "se121",
    *,
    uniqueness: bool = True,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Iterator[Rating]: ...
@overload
def rate_many(
    puzzles: Any,
    scale: list[str] | tuple[str, ...],
    *,
    uniqueness: bool = True,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Iterator[tuple[Rating, ...]]: ...
def rate_many(
    puzzles: Any,
    scale: Scales = "se121",
    *,
    uniqueness: bool = True,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Iterator[Rating] | Iterator[tuple[Rating, ...]]:
    """Rate many puzzles on all cores: an iterator of what `rate` gives, in their order.

    ``puzzles`` is text (bytes or str) or a path of a file in any format that `read` knows, or
    anything that can be iterated over and gives puzzles. They are taken as they are needed.
    ``threads`` is by default the number of cores. What is not done after ``timeout`` seconds is
    'stopped'. ``progress`` is True for a line on stderr, or a function of the puzzles done and
    those in all (None when that is not known).

    >>> [str(rating) for rating in rate_many(["1234341221434.21", "1234341221434..."])]
    ['1.0/1.0/1.0', '1.0/1.0/1.0']
    """
    from squaredance.rating import rated_many

    ratings = rated_many(puzzles, scale, uniqueness, threads, timeout, progress)
    return (some[0] for some in ratings) if isinstance(scale, str) else ratings
