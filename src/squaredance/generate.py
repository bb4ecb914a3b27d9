"""Generate: puzzles as wished, always with one solution, and random solved grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from squaredance.typed import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from squaredance.generating.generated import Generated
    from squaredance.generating.grids import RandomGrids
    from squaredance.geometry import Geometry
    from squaredance.many import Progress
    from squaredance.puzzle import Grid
    from squaredance.typed import TypeAlias

    Clues: TypeAlias = int | tuple[int, int] | None
    Pattern: TypeAlias = str | bytes | Grid | Iterable[int] | None
    Range: TypeAlias = str | float | tuple[float, float] | None


@overload
def generate(
    geometry: int | Geometry = 9,
    *,
    clues: Clues = None,
    minimal: bool | None = None,
    symmetry: str | int = "none",
    pattern: Pattern = None,
    difficulty: Range = None,
    scale: str = "se121",
    technique: str | None = None,
    seed: int | None = None,
    count: None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Generated: ...
@overload
def generate(
    geometry: int | Geometry = 9,
    *,
    clues: Clues = None,
    minimal: bool | None = None,
    symmetry: str | int = "none",
    pattern: Pattern = None,
    difficulty: Range = None,
    scale: str = "se121",
    technique: str | None = None,
    seed: int | None = None,
    count: int,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Iterator[Generated]: ...
def generate(
    geometry: int | Geometry = 9,
    *,
    clues: Clues = None,
    minimal: bool | None = None,
    symmetry: str | int = "none",
    pattern: Pattern = None,
    difficulty: Range = None,
    scale: str = "se121",
    technique: str | None = None,
    seed: int | None = None,
    count: int | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Generated | Iterator[Generated]:
    """Make a puzzle with one solution, or with ``count`` an iterator of so many.

    ``clues`` is how many, or (least, most). ``minimal``: no clue can go (with a symmetry no group
    of clues); by default when neither clues nor difficulty are given. ``symmetry`` is that of the
    cells with clues: 'rotate180', 'rotate90', 'diagonal', 'antidiagonal', 'diagonals',
    'horizontal', 'vertical', 'axes' or 'full'. ``pattern`` has the cells that may hold clues.
    ``difficulty`` is (least, most) on ``scale``, one number, or a name of 'easy' to 'extreme';
    ``technique`` the hardest that the way to the solution needs. What cannot be is a
    `SquaredanceError`.

    The same seed and wish give the same puzzles on every machine and with any number of threads.
    Without a seed it is fresh, and told in the result. When ``timeout`` seconds in all are
    not enough, the (last) result is not met: it has the reason and the nearest puzzle found.

    >>> made = generate(seed=1)
    >>> made.is_met, made.puzzle.size
    (True, 9)
    >>> [made.clues for made in generate(4, clues=6, seed=1, count=3)]
    [6, 6, 6]
    """
    from squaredance.generating.run import generated
    from squaredance.generating.wish import wish_of

    wish = wish_of(geometry, clues, minimal, symmetry, pattern, difficulty, scale, technique)
    some = generated(wish, seed, 1 if count is None else count, threads, timeout, progress)
    if count is not None:
        return some
    made = next(some)
    some.close()  # type: ignore[attr-defined]
    return made


def random_grid(geometry: int | Geometry = 9, *, seed: int | None = None) -> Grid:
    """A random solved grid.

    >>> random_grid(4, seed=1).is_full
    True
    """
    return next(random_grids(1, geometry, seed=seed, threads=1))


def random_grids(
    count: int,
    geometry: int | Geometry = 9,
    *,
    seed: int | None = None,
    threads: int | None = None,
) -> RandomGrids:
    """So many random solved grids, on all cores: an iterator with ``seed`` and ``is_uniform``.

    Exactly uniform where ``is_uniform`` says so, such as for 4x4, 6x6 and 9x9: every grid is as
    likely as any other. Else every grid can come, some more often than others.

    >>> grids = random_grids(3, 4, seed=1)
    >>> [grid.is_full for grid in grids], grids.is_uniform
    ([True, True, True], True)
    """
    from squaredance.generating.grids import RandomGrids

    return RandomGrids(count, geometry, seed, threads)
