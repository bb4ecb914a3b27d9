"""Rating: the answer of `rate`, and the work of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.budget import Budget
from squaredance.errors import SquaredanceError
from squaredance.explain.path import SCALES
from squaredance.explain.state import seen, techniques
from squaredance.explain.step import shown_rating, technique_names
from squaredance.geometry import standard_geometry
from squaredance.many import thread_count, watch
from squaredance.many.alike import Alike
from squaredance.many.clock import Clock
from squaredance.many.puzzles import puzzles_of
from squaredance.puzzle import Puzzle, PuzzleLike, as_puzzle
from squaredance.result import Status
from squaredance.solve import solve

if TYPE_CHECKING:
    from squaredance.geometry import Geometry

    Scales = str | list[str] | tuple[str, ...]
    Progress = bool | Callable[[int, int | None], object] | None

LEVELS: Final = ("", "Easy", "Medium", "Hard", "Unfair", "Extreme")  # of HoDoKu's scale
_AHEAD: Final = 64  # puzzles that wait for each thread


class Rating(NamedTuple):
    """How hard a puzzle is on one scale.

    ``status`` is 'solved'; 'stuck' when no technique of the scale goes on, which is rated 20.0;
    'none' or 'multiple' when the puzzle has no or several solutions, which is not rated; 'stopped'
    when the time was up. On the scales of Sudoku Explainer ``er`` is the rating of the hardest
    step, ``ep`` up to the first placement, ``ed`` up to the first elimination; on HoDoKu's
    ``score`` is the sum of points and ``level`` one of `LEVELS`. ``counts`` has how often each
    technique was used. The scales are made for 9x9: for others they are not ``calibrated``.

    >>> from squaredance import rate
    >>> rating = rate("1234341221434.21")
    >>> str(rating), rating.hardest, rating.counts, rating.calibrated
    ('1.0/1.0/1.0', 'full-house', {'full-house': 1}, False)
    """

    scale: str
    status: str
    er: float | None
    ep: float | None
    ed: float | None
    score: int | None
    level: str | None
    steps: int
    hardest: str | None
    counts: dict[str, int]
    calibrated: bool

    @property
    def is_rated(self) -> bool:
        """Whether there is a rating: the puzzle has one solution, and the time was enough."""
        return self.status in ("solved", "stuck")

    @property
    def value(self) -> float | None:
        """The one number of the scale: ``er``, or HoDoKu's ``score``.

        >>> from squaredance import rate
        >>> rate("1234341221434.21").value
        1.0
        """
        return self.score if self.scale == "hodoku" else self.er

    def __str__(self) -> str:
        if not self.is_rated:
            return _WORDS[self.status]
        if self.scale == "hodoku":
            return f"{self.score} {self.level}" if self.level else "stuck"
        return f"{self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}"

    def to_json(self) -> dict[str, Any]:
        """The rating as plain data; what the scale does not have is left out.

        >>> from squaredance import rate
        >>> rate("1234341221434.21", "hodoku").to_json()["score"]
        4
        """
        return {key: value for key, value in self._asdict().items() if value is not None}


_WORDS: Final = {"none": "no solution", "multiple": "several solutions", "stopped": "stopped"}


_UNRATED: Final = {
    Status.NONE: "none",
    Status.MULTIPLE: "multiple",
    Status.UNKNOWN: "stopped",
}


def rated(
    puzzle: PuzzleLike, scale: Scales, uniqueness: bool, timeout: float | None
) -> tuple[Rating, ...]:
    """What `rate` does."""
    scales = scale_names(scale)
    puzzle = as_puzzle(puzzle)
    budget = Budget(timeout, None)
    geometry = puzzle.geometry
    # A search of no time at all may still solve an easy puzzle.
    late = budget.timeout == 0
    status = Status.UNKNOWN if late else solve(puzzle, unique=True, timeout=timeout).status
    native = techniques(geometry)
    ratings = []
    for name in scales:
        if status is not Status.UNIQUE:
            ratings.append(_unrated(name, _UNRATED[status], geometry))
            continue
        seconds = -1.0 if budget.timeout is None else max(0.0, budget.timeout - budget.seconds)
        raw = native.rate(puzzle.clues, puzzle.candidates, name, uniqueness, 0, seconds)
        ratings.append(rating_of(name, raw, geometry))
    return tuple(ratings)


def rated_many(
    puzzles: Any,
    scale: Scales,
    uniqueness: bool,
    threads: int | None,
    timeout: float | None,
    progress: Progress,
    is_ready: Callable[[], bool] = lambda: True,
) -> Iterator[tuple[Rating, ...]]:
    """What `rate_many` does; the arguments are checked at once. ``is_ready`` tells whether the next
    puzzle is there already.
    """
    call = _Call(scale_names(scale), uniqueness, thread_count(threads), timeout, progress)
    return call.ratings(puzzles_of(puzzles), is_ready)


class _Call:
    """One call of `rate_many`: puzzles in, ratings out, a crew of threads for each geometry."""

    def __init__(
        self,
        scales: tuple[str, ...],
        uniqueness: bool,
        threads: int,
        timeout: float | None,
        progress: Progress,
    ) -> None:
        self.scales = scales
        self.uniqueness = bool(uniqueness)
        self.threads = threads
        self.clock = Clock(Budget(timeout, None).timeout, self._tell)
        self.watch = watch(progress, None)
        self.done = 0

    def ratings(
        self, puzzles: Iterator[Puzzle], is_ready: Callable[[], bool]
    ) -> Iterator[tuple[Rating, ...]]:
        source = Alike(puzzles, is_ready)
        while (geometry := source.geometry()) is not None:
            yield from self._alike(source, geometry)
        self._tell(ended=True)
        if source.error is not None:
            raise source.error

    def _alike(self, source: Alike, geometry: Geometry) -> Iterator[tuple[Rating, ...]]:
        """The ratings of the puzzles up to one that has another geometry."""
        crew = _core.Ratings(
            seen(geometry), geometry.box is not None, self.scales, self.uniqueness, self.threads
        )

        def add(some: list[Puzzle]) -> None:
            crew.add(some[0].clues, some[0].candidates)

        for solutions, raws in source.through(
            crew, geometry, add, self.clock, ahead=_AHEAD * self.threads
        ):
            self.done += 1
            yield tuple(
                self._one(name, solutions, raw, geometry)
                for name, raw in zip(self.scales, raws, strict=True)
            )

    @staticmethod
    def _one(name: str, solutions: int, raw: Any, geometry: Geometry) -> Rating:
        if solutions == 1:
            return rating_of(name, raw, geometry)
        return _unrated(name, {0: "none", 2: "multiple"}.get(solutions, "stopped"), geometry)

    def _tell(self, ended: bool = False) -> None:
        if self.watch is not None:
            self.watch(self.done, ended)


def scale_names(scale: Scales) -> tuple[str, ...]:
    if not isinstance(scale, str | list | tuple):
        raise SquaredanceError(f"expected a scale or a list of them, found {scale!r}")
    scales = (scale,) if isinstance(scale, str) else tuple(scale)
    for name in scales:
        if name not in SCALES:
            raise SquaredanceError(f"expected a scale of {', '.join(SCALES)}; found {name!r}")
    if not scales:
        raise SquaredanceError("expected a scale, found none")
    return scales


def _unrated(scale: str, status: str, geometry: Geometry) -> Rating:
    calibrated = geometry == standard_geometry(9)
    return Rating(scale, status, None, None, None, None, None, 0, None, {}, calibrated)


def rating_of(scale: str, raw: Any, geometry: Geometry) -> Rating:
    """The Rating that a tuple of native code is."""
    end, er, ep, ed, score, level, steps, hardest, counts = raw
    status = ("solved", "stuck", "stopped")[end]
    if status == "stopped":
        return _unrated(scale, status, geometry)
    names = technique_names()
    points = scale == "hodoku"
    return Rating(
        scale,
        status,
        None if points else shown_rating(er, scale),
        None if points else shown_rating(ep or er, scale),
        None if points else shown_rating(ed or er, scale),
        score if points else None,
        (LEVELS[level] or None) if points else None,
        steps,
        names[hardest] if steps else None,
        {names[number]: count for number, count in counts.items()},
        geometry == standard_geometry(9),
    )
