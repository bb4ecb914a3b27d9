"""The work of minimise: puzzles through native threads, answers in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.budget import Budget
from squaredance.errors import SquaredanceError
from squaredance.geometry import standard_geometry
from squaredance.many import thread_count, watch
from squaredance.many.alike import Alike
from squaredance.many.clock import Clock
from squaredance.many.puzzles import puzzles_of
from squaredance.puzzle import Puzzle, PuzzleLike, as_puzzle
from squaredance.seed import seed_of

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.minimise import Progress

STOPPED: Final = 255  # in the place of a number of solutions
_AHEAD: Final = 4  # jobs that wait for each thread
_HANDFUL: Final = 256  # 9x9 puzzles in a job: they are solved side by side


class Minimised(NamedTuple):
    """One answer: the solutions of the puzzle (2 for several, `STOPPED`), and where it has one
    the clues that are left, or a 1 for each redundant one.
    """

    solutions: int
    values: bytes


def minimised(puzzle: PuzzleLike, seed: int | None, timeout: float | None) -> Puzzle:
    """What `minimise` does."""
    puzzle = as_puzzle(puzzle)
    call = Call(seed, asks_redundant=False, threads=1, timeout=timeout)
    return Puzzle._trusted(puzzle.geometry, _only(call, puzzle))


def redundant(puzzle: PuzzleLike, timeout: float | None) -> tuple[int, ...]:
    """What `redundant_clues` does."""
    call = Call(None, asks_redundant=True, threads=1, timeout=timeout)
    return cells_of(_only(call, as_puzzle(puzzle)))


def cells_of(flags: bytes) -> tuple[int, ...]:
    """The cells that have a 1.

    >>> cells_of(bytes([0, 1, 0, 1]))
    (1, 3)
    """
    return tuple(cell for cell, flag in enumerate(flags) if flag)


def _only(call: Call, puzzle: Puzzle) -> bytes:
    solutions, values = next(call.answers(iter([puzzle])))
    if solutions == STOPPED:
        raise SquaredanceError(f"expected an answer within {call.limit} seconds, found none")
    if solutions != 1:
        found = "several" if solutions else "none"
        raise SquaredanceError(f"expected a puzzle with one solution, found {found}")
    return values


def minimised_many(
    puzzles: Any,
    seed: int | None,
    threads: int | None,
    timeout: float | None,
    progress: Progress,
) -> Iterator[Puzzle | None]:
    """What `minimise_many` does; the arguments are checked at once."""
    call = Call(seed, False, thread_count(threads), timeout, watch(progress, None))
    geometries: deque[Geometry] = deque()  # of the puzzles that are under way

    def noted() -> Iterator[Puzzle]:
        for puzzle in source:
            geometries.append(puzzle.geometry)
            yield puzzle

    def answered() -> Iterator[Puzzle | None]:
        for solutions, values in call.answers(noted()):
            geometry = geometries.popleft()
            yield Puzzle._trusted(geometry, values) if solutions == 1 else None

    source = puzzles_of(puzzles)
    return answered()


class Call:
    """One call: puzzles in, answers out, threads for each geometry."""

    def __init__(
        self,
        seed: int | None,
        asks_redundant: bool,
        threads: int,
        timeout: float | None,
        watch: Callable[[int, bool], object] | None = None,
    ) -> None:
        self.seed = None if seed is None else seed_of(seed)
        self.asks_redundant = asks_redundant
        self.threads = threads
        self.limit = Budget(timeout, None).timeout
        self.clock = Clock(self.limit, self._tell)
        self.watch = watch
        self.taken = 0
        self.done = 0

    def answers(
        self, puzzles: Iterator[Puzzle], is_ready: Callable[[], bool] = lambda: True
    ) -> Iterator[Minimised]:
        """In the order of the puzzles. An error of theirs comes after the answers before it."""
        source = Alike(map(_checked, puzzles), is_ready)
        while (geometry := source.geometry()) is not None:
            yield from self._alike(source, geometry)
        self._tell(ended=True)
        if source.error is not None:
            raise source.error

    def _alike(self, source: Alike, geometry: Geometry) -> Iterator[Minimised]:
        """The answers up to a puzzle that has another geometry."""
        standard9 = geometry == standard_geometry(9)
        crew = _core.Minimiser(geometry.core, standard9, self.threads)

        def add(some: list[Puzzle]) -> None:
            clues = b"".join(puzzle.clues for puzzle in some)
            crew.add(clues, self.asks_redundant, self.seed, self.taken)
            self.taken += len(some)

        handful = _HANDFUL if standard9 else 1
        for counts, values in source.through(
            crew, geometry, add, self.clock, ahead=_AHEAD * self.threads, handful=handful
        ):
            for number, solutions in enumerate(counts):
                self.done += 1
                start = number * geometry.cells
                yield Minimised(solutions, values[start : start + geometry.cells])

    def _tell(self, ended: bool = False) -> None:
        if self.watch is not None:
            self.watch(self.done, ended)


def _checked(puzzle: Puzzle) -> Puzzle:
    if puzzle.candidates is not None:
        raise SquaredanceError("expected a puzzle of clues, found one with candidates")
    return puzzle
