"""Minimise: puzzles none of whose clues can go."""

from __future__ import annotations

from collections.abc import Iterator

from squaredance.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from squaredance.puzzle import Puzzle, PuzzleLike

    Progress = bool | Callable[[int, int | None], object] | None


def minimise(
    puzzle: PuzzleLike, *, seed: int | None = None, timeout: float | None = None
) -> Puzzle:
    """A minimal puzzle with the same only solution, made of some of the clues.

    Clues go one by one, as long as the solution stays the only one: row by row, or with a
    ``seed`` in a random order, the same for the same seed. A puzzle without or with several
    solutions, one that has candidates of its own, and a ``timeout`` that is not enough are
    errors: there is nothing to return.

    >>> minimise("1234341221434321")
    <Puzzle 4x4 ......12.1.3.32.>
    >>> minimise("1234341221434321", seed=1).clue_count
    5
    >>> minimise("." * 16)
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a puzzle with one solution, found several
    """
    from squaredance.minimising import minimised

    return minimised(puzzle, seed, timeout)


def minimise_many(
    puzzles: Any,
    *,
    seed: int | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Iterator[Puzzle | None]:
    """Minimise many puzzles on all cores: an iterator of minimal puzzles, in their order.

    ``puzzles`` is text (bytes or str) or a path of a file in any format that `read` knows, or
    anything that can be iterated over and gives puzzles. None stands for a puzzle that has no or
    several solutions, or that was not done when the time was up. With a ``seed`` each puzzle has a
    random order of its own; the first has that of `minimise`. ``progress`` is True for a line on
    stderr, or a function of the puzzles done and those in all (None when that is not known).

    >>> list(minimise_many(["1234341221434321", "................"]))
    [<Puzzle 4x4 ......12.1.3.32.>, None]
    """
    from squaredance.minimising import minimised_many

    return minimised_many(puzzles, seed, threads, timeout, progress)


def redundant_clues(puzzle: PuzzleLike, *, timeout: float | None = None) -> tuple[int, ...]:
    """The cells whose clues could each go alone: without it the solution is still the only one.

    Two of them need not be able to go together. The errors are those of `minimise`.

    >>> redundant_clues("1......2.3....4.")
    ()
    >>> redundant_clues("12.....2.3....4.")
    (1,)
    """
    from squaredance.minimising import redundant

    return redundant(puzzle, timeout)


def is_minimal(puzzle: PuzzleLike, *, timeout: float | None = None) -> bool:
    """Whether no clue of a puzzle could go. The errors are those of `minimise`.

    >>> is_minimal("1......2.3....4."), is_minimal("12.....2.3....4.")
    (True, False)
    """
    return not redundant_clues(puzzle, timeout=timeout)
