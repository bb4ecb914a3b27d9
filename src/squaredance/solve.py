"""The questions about a puzzle: solve, count, list all, least solution, true candidates."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial

from squaredance import _core
from squaredance.budget import Budget, GridSearch, check_whole, stop_reason
from squaredance.check import candidate_masks, explain_conflict
from squaredance.errors import SquaredanceError
from squaredance.puzzle import Grid, Puzzle, PuzzleLike, as_puzzle, bits
from squaredance.result import Result, Status, status_of_count
from squaredance.single import solve_nine, with_short_cut

ENGINES = ("auto", "search", "dance", "rows", "learn", "sat")


@with_short_cut
def solve(
    puzzle: PuzzleLike,
    *,
    unique: bool = False,
    least: bool = False,
    engine: str = "auto",
    timeout: float | None = None,
    max_nodes: int | None = None,
    threads: int = 1,
) -> Result:
    """Find a solution; with ``unique`` also whether it is the only one.

    ``least`` asks for the lexicographically least solution, row by row. ``timeout`` is in
    seconds. A search that stops early gives the status UNKNOWN and the reason. On a puzzle
    that is hard for one, several ``threads`` race.

    >>> result = solve("1......2.3....4.")
    >>> print(result.status)
    found
    >>> print(result.solution)
    12|34
    34|12
    --+--
    43|21
    21|43
    >>> print(solve("11..............").clash)
    1 stands 2 times in row 1: R1C1 R1C2
    """
    check_whole(threads, 1, "threads")
    if engine == "auto" and timeout is None and max_nodes is None and not least:
        puzzle = as_puzzle(puzzle)
        result = solve_nine(puzzle, 2 if unique else 1)
        if result is not None:
            return result
    question = _Question(as_puzzle(puzzle), engine, timeout, max_nodes, threads)
    return question.solve(unique, least)


def count(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    engine: str = "auto",
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Result:
    """Count the solutions: all of them, or up to a limit.

    >>> count("." * 16).count
    288
    >>> result = count("." * 81, limit=1000)
    >>> print(result.status, result.count)
    multiple 1000
    """
    return _Question(as_puzzle(puzzle), engine, timeout, max_nodes).count(limit)


def solutions(
    puzzle: PuzzleLike,
    *,
    engine: str = "auto",
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Solutions:
    """All solutions, found one by one as they are asked for.

    >>> [grid.rows() for grid in solutions([[1, 0], [0, 0]])]
    [[[1, 2], [2, 1]]]
    """
    return Solutions(_Question(as_puzzle(puzzle), engine, timeout, max_nodes))


def true_candidates(
    puzzle: PuzzleLike,
    *,
    engine: str = "auto",
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Result:
    """For each cell, the values that it has in some solution (``result.candidates``).

    >>> true_candidates("1.3..........4..").candidates[1]
    frozenset({2})
    """
    return _Question(as_puzzle(puzzle), engine, timeout, max_nodes).true_candidates()


class Solutions(Iterator[Grid]):
    """An iterator over solutions; ``result`` tells how it ended, or how far it has come.

    >>> grids = solutions("1......2.3....4.")
    >>> first = next(grids)
    >>> print(grids.result.status, "then", next(grids, "no more:"), grids.result.status)
    found then no more: unique
    """

    def __init__(self, question: _Question) -> None:
        self._question = question
        self._search = question.search()
        self._outcome: int | None = None
        self._last: Grid | None = None
        self._found = 0

    def __next__(self) -> Grid:
        if self._outcome not in (None, _core.SOLUTION):
            raise StopIteration
        self._outcome = self._question.budget.next(self._search)
        if self._outcome != _core.SOLUTION:
            raise StopIteration
        self._found += 1
        self._last = self._question.grid(self._search)
        return self._last

    @property
    def result(self) -> Result:
        """The Result so far: FOUND while solutions may follow, then the final status."""
        status = status_of_count(self._found)
        if self._outcome in (None, _core.SOLUTION):
            status = Status.FOUND if self._found else Status.UNKNOWN
        return self._question.result(
            status, self._last, self._found, stop_reason(self._outcome or _core.SOLUTION)
        )


class _Question:
    """One puzzle, one engine and one budget: what every question needs."""

    def __init__(
        self,
        puzzle: Puzzle,
        engine: str,
        timeout: float | None,
        max_nodes: int | None,
        threads: int = 1,
    ) -> None:
        if engine not in ENGINES:
            raise SquaredanceError(f"expected an engine of {', '.join(ENGINES)}; found {engine!r}")
        threads = check_whole(threads, 1, "threads", _MOST_THREADS)
        if threads > 1 and engine != "auto":
            raise SquaredanceError(f"expected the engine auto with threads, found {engine!r}")
        self.puzzle = puzzle
        self.engine = engine
        self.threads = threads
        self.budget = Budget(timeout, max_nodes)
        self.used: GridSearch | None = None  # the last search
        self._learned = False  # one before it
        self._memory = 0

    def search(self, clues: bytes | None = None) -> GridSearch:
        puzzle = self.puzzle
        if self.used is not None:
            self._learned |= self.used.engine == "learn"
            self._memory = max(self._memory, self.used.memory)
        if self.engine == "sat":
            from squaredance.sat import SatSearch

            changed = Puzzle(puzzle.geometry, clues, puzzle.candidates) if clues else puzzle
            self.used = SatSearch(changed)
        else:
            self.used = _core.Search(
                puzzle.geometry.core,
                clues or puzzle.clues,
                self.engine,
                puzzle.candidates,
                threads=self.threads,
            )
        return self.used

    def grid(self, search: GridSearch) -> Grid:
        return Grid._trusted(self.puzzle.geometry, search.solution())

    def result(
        self,
        status: Status,
        solution: Grid | None,
        found: int,
        reason: str | None = None,
        candidates: tuple[frozenset[int], ...] | None = None,
    ) -> Result:
        budget = self.budget
        if reason:
            status = Status.UNKNOWN
        # Conflicting clues are found before the first guess.
        clash = None
        search = self.used or self.search()
        if status is Status.NONE and budget.guesses == 0:
            clash = explain_conflict(self.puzzle)
        return Result(
            status=status,
            solution=solution,
            count=found,
            nodes=budget.nodes,
            guesses=budget.guesses,
            seconds=budget.seconds,
            engine="learn" if self._learned else search.engine,
            reason=reason,
            clash=clash,
            candidates=candidates,
            memory=max(self._memory, search.memory),
        )

    def solve(self, unique: bool, least: bool) -> Result:
        search = self.search()
        outcome = self.budget.next(search)
        if outcome != _core.SOLUTION:
            return self.result(Status.NONE, None, 0, stop_reason(outcome))
        first = self.grid(search)
        if not (unique or least):
            return self.result(Status.FOUND, first, 1)
        outcome = self.budget.next(search)
        if outcome == _core.EXHAUSTED:
            return self.result(Status.UNIQUE, first, 1)
        if outcome != _core.SOLUTION:
            return self.result(Status.UNKNOWN, first, 1, stop_reason(outcome))
        if not least:
            return self.result(Status.MULTIPLE, first, 2)
        grid, reason = self._least(min(first.values, search.solution()))
        return self.result(Status.MULTIPLE, Grid(first.geometry, grid), 2, reason)

    def _least(self, best: bytes) -> tuple[bytes, str | None]:
        """Lower one cell after the other, in order, as far as a solution allows.

        A search in the fixed order of the cells would do as well, but it loses the choice
        of where to branch, and with it hard puzzles.
        """
        prefix = bytearray(self.puzzle.clues)
        for cell, clue in enumerate(self.puzzle.clues):
            if clue:
                continue
            for value in range(1, best[cell]):
                prefix[cell] = value
                search = self.search(bytes(prefix))
                outcome = self.budget.next(search)
                if reason := stop_reason(outcome):
                    return best, reason
                if outcome == _core.SOLUTION:
                    best = search.solution()
                    break
            prefix[cell] = best[cell]
        return best, None

    def count(self, limit: int | None) -> Result:
        if limit is not None:
            limit = check_whole(limit, 1, "a limit")
        factor, parts = (1, [self.puzzle.clues]) if limit else symmetric_parts(self.puzzle)
        solution: Grid | None = None
        total = 0
        for clues in parts:
            search = self.search(clues)
            outcome, found = self.budget.count(search, 1)
            if found and solution is None:
                solution = self.grid(search)
            if outcome == _core.SOLUTION:
                outcome, more = self.budget.count(search, limit - 1 if limit else None)
                found += more
            total += found * factor
            if reason := stop_reason(outcome):
                return self.result(Status.UNKNOWN, solution, total, reason)
        status = Status.FOUND if total == limit == 1 else status_of_count(total)
        return self.result(status, solution, total)

    def true_candidates(self) -> Result:
        search = self.search()
        seen = [0] * self.puzzle.geometry.cells
        found = 0
        solution: Grid | None = None

        def note(values: bytes) -> None:
            for cell, value in enumerate(values):
                seen[cell] |= 1 << (value - 1)

        def answer(status: Status, reason: str | None = None) -> Result:
            values = tuple(frozenset(bits(mask)) for mask in seen)
            return self.result(status, solution, found, reason, values)

        # A few solutions for nothing; most puzzles have one and are done here.
        while found < max(2, self.puzzle.size):
            outcome = self.budget.next(search)
            if outcome != _core.SOLUTION:
                return answer(status_of_count(found), stop_reason(outcome))
            found += 1
            solution = solution or self.grid(search)
            note(search.solution())

        clues = bytearray(self.puzzle.clues)
        for cell, mask in enumerate(candidate_masks(self.puzzle)):
            for value in bits(mask):
                if seen[cell] >> (value - 1) & 1:
                    continue
                clues[cell] = value
                search = self.search(bytes(clues))
                outcome = self.budget.next(search)
                if reason := stop_reason(outcome):
                    return answer(Status.UNKNOWN, reason)
                if outcome == _core.SOLUTION:
                    found += 1  # a new one: none before had this value here
                    note(search.solution())
            clues[cell] = self.puzzle.clues[cell]
        return answer(Status.MULTIPLE)


_MOST_THREADS = 256
# More parts than this cost too much before the first is done.
_MOST_PARTS = 2000


def symmetric_parts(puzzle: Puzzle) -> tuple[int, Iterator[bytes] | list[bytes]]:
    """Split a count by the values that no clue holds: they are interchangeable.

    All k of them stand somewhere in any house, and their k! orders there have equally many
    solutions. So it is enough to count with one order, for each choice of k empty cells of
    the house: the count of the empty 6x6 grid falls to a 720th. Gives the factor and the
    clues of each part.
    """
    geometry = puzzle.geometry
    fresh = [v for v in range(1, geometry.size + 1) if v not in puzzle.clues]
    if len(fresh) < 2 or puzzle.candidates is not None:
        return 1, [puzzle.clues]
    house = min(geometry.houses, key=lambda cells: sum(not puzzle.clues[c] for c in cells))
    empty = [cell for cell in house if not puzzle.clues[cell]]
    # Fewer values to exchange make fewer parts; more parts than are saved make no sense.
    while comb(len(empty), len(fresh)) > min(_MOST_PARTS, factorial(len(fresh))):
        fresh.pop()
    if len(fresh) < 2:
        return 1, [puzzle.clues]

    def parts() -> Iterator[bytes]:
        for cells in combinations(empty, len(fresh)):
            clues = bytearray(puzzle.clues)
            for cell, value in zip(cells, fresh, strict=True):
                clues[cell] = value
            yield bytes(clues)

    return factorial(len(fresh)), parts()
