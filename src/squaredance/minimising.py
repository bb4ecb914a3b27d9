"""The work of minimise: puzzles through native threads, answers in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance import _core
from squaredance.budget import Budget, check_whole
from squaredance.errors import SquaredanceError
from squaredance.geometry import standard_geometry
from squaredance.many import thread_count, watch
from squaredance.many.puzzles import puzzles_of
from squaredance.puzzle import Puzzle, PuzzleLike, as_puzzle

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.minimise import Progress

STOPPED: Final = 255  # in the place of a number of solutions
_LOOK: Final = 0.01  # seconds between two looks at Ctrl-C and the clock
_TELL: Final = 0.1  # seconds between two calls of ``progress``
_AHEAD: Final = 4  # jobs that wait for each thread
_HANDFUL: Final = 256  # 9x9 puzzles in a job: they are solved side by side
_MOST_SEED: Final = 2**64 - 1


class Minimised(NamedTuple):
    """One answer: the solutions of the puzzle (2 for several, `STOPPED`), and where it has one
    the clues that are left, or a 1 for each redundant one.
    """

    solutions: int
    values: bytes


def minimised(puzzle: PuzzleLike, seed: int | None, timeout: float | None) -> Puzzle:
    """What `minimise` does."""
    puzzle = as_puzzle(puzzle)
    call = Call(check_seed(seed), asks_redundant=False, threads=1, timeout=timeout)
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
    call = Call(check_seed(seed), False, thread_count(threads), timeout, watch(progress, None))
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


def check_seed(seed: int | None) -> int | None:
    """A seed that native code can take."""
    return None if seed is None else check_whole(seed, 0, "a seed", _MOST_SEED)


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
        self.seed = seed
        self.asks_redundant = asks_redundant
        self.threads = threads
        self.limit = Budget(timeout, None).timeout
        self.deadline = None if self.limit is None else monotonic() + self.limit
        self.watch = watch
        self.taken = 0
        self.done = 0
        self.last_told = monotonic()

    def answers(self, puzzles: Iterator[Puzzle]) -> Iterator[Minimised]:
        """In the order of the puzzles. An error of theirs comes after the answers before it."""
        source = _Handfuls(puzzles)
        while (geometry := source.geometry()) is not None:
            yield from self._alike(source, geometry)
        if self.watch is not None:
            self.watch(self.done, True)
        if source.error is not None:
            raise source.error

    def _alike(self, source: _Handfuls, geometry: Geometry) -> Iterator[Minimised]:
        """The answers up to a puzzle that has another geometry."""
        standard9 = geometry == standard_geometry(9)
        crew = _core.Minimiser(geometry.core, standard9, self.threads)
        waiting = 0
        try:
            self._look(crew)  # before any starts: after a timeout of 0 there is nothing
            while True:
                while waiting < _AHEAD * self.threads:
                    some = source.next(geometry, _HANDFUL if standard9 else 1)
                    if not some:
                        break
                    crew.add(b"".join(some), self.asks_redundant, self.seed, self.taken)
                    self.taken += len(some)
                    waiting += 1
                if not waiting:
                    return
                while not crew.wait(_LOOK):
                    self._look(crew)
                self._look(crew)
                for counts, values in crew.take():
                    waiting -= 1
                    for number, solutions in enumerate(counts):
                        self.done += 1
                        start = number * geometry.cells
                        yield Minimised(solutions, values[start : start + geometry.cells])
        finally:
            crew.stop()
            crew.close()

    def _look(self, crew: _core.Minimiser) -> None:
        """At the clock; and tells how far it is."""
        now = monotonic()
        if self.deadline is not None and now >= self.deadline:
            crew.stop()
        if self.watch is not None and now - self.last_told > _TELL:
            self.last_told = now
            self.watch(self.done, False)


class _Handfuls:
    """Puzzles in handfuls of one geometry; an error of theirs waits until all before are done."""

    def __init__(self, puzzles: Iterator[Puzzle]) -> None:
        self._puzzles = puzzles
        self.error: Exception | None = None
        self._head: Puzzle | None = None
        self._advance()

    def geometry(self) -> Geometry | None:
        """That of the next puzzle."""
        return self._head.geometry if self._head is not None else None

    def next(self, geometry: Geometry, most: int) -> list[bytes]:
        """The next few puzzles that have this geometry."""
        some: list[bytes] = []
        while (head := self._head) is not None and len(some) < most:
            if head.geometry is not geometry and head.geometry != geometry:
                break
            some.append(head.clues)
            self._advance()
        return some

    def _advance(self) -> None:
        try:
            self._head = next(self._puzzles, None)
            if self._head is not None and self._head.candidates is not None:
                raise SquaredanceError("expected a puzzle of clues, found one with candidates")
        except Exception as error:
            self._head, self.error = None, error
