"""The engine `sat`: CaDiCaL 1.9.5 through python-sat, an optional package (extra `sat`).

    candidate (cell, value)  ->  variable 1, 2, ...      those that the clues leave
    cell, (house, value)     ->  exactly one of its variables

A solution is kept from coming again by a clause that forbids it. CaDiCaL cannot be
interrupted from python-sat, and python-sat's own way with Ctrl-C jumps out of the solver and
leaves it broken. So it works in slices of some thousand conflicts, and Python looks at the
clock and at Ctrl-C between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from squaredance import _core
from squaredance.check import candidate_masks, explain_conflict
from squaredance.errors import SquaredanceError

if TYPE_CHECKING:
    from squaredance.puzzle import Puzzle

# Conflicts of a slice. A solver that is stopped starts again from the top with what it learnt:
# with 1,000 the hard 25x25 took four times as long in the median, with 4,000 as long as in one
# go (14 instances with 345 balanced holes); and 4,000 took 0.24 s at most.
_SLICE: Final = 4000
# At most one of more variables than this is said with helpers; see `_at_most_one`.
_PAIRWISE: Final = 25


def _solver() -> tuple[Any, Any]:
    """A new CaDiCaL, and python-sat's native module."""
    try:
        import pysolvers
        from pysat.solvers import Cadical195
    except ImportError:
        raise SquaredanceError(
            "expected python-sat for the engine sat, found none: "
            "install it with pip install 'squaredance[sat]'"
        ) from None
    return Cadical195(), pysolvers


class SatSearch:
    """One puzzle being solved by CaDiCaL, with the calls of the native searches.

    A node is a conflict, or the root, or a solution; a guess is a decision of CaDiCaL.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._solver, self._native = _solver()
        self._masks = candidate_masks(puzzle)
        self._size = puzzle.size
        self._first: list[int] = []  # of each cell, the variable before its first
        variables = 0
        for mask in self._masks:
            self._first.append(variables)
            variables += mask.bit_count()
        self._variables = self._helpers = variables
        self._groups = _groups(puzzle, self._masks, self._first)
        self._added = 0  # groups that the solver has
        self._values: bytes | None = None
        self._ended = explain_conflict(puzzle) is not None
        self._extra_nodes = 0  # the root, and solutions
        self._free = Lock()

    engine = "sat"
    memory = 0  # python-sat does not tell

    @property
    def nodes(self) -> int:
        return self._stat("conflicts") + self._extra_nodes

    @property
    def guesses(self) -> int:
        return self._stat("decisions")

    def _stat(self, name: str) -> int:
        return int(self._solver.accum_stats()[name])

    def next(self, max_nodes: int, seconds: float) -> int:
        """Goes to the next solution; as the native searches, but the nodes may be a few more."""
        if not self._free.acquire(blocking=False):
            raise RuntimeError("this search is running in another thread")
        try:
            return self._next(max_nodes, seconds)
        finally:
            self._free.release()

    def _next(self, max_nodes: int, seconds: float) -> int:
        until = perf_counter() + seconds if seconds >= 0 else None
        self._forbid_last()
        while not self._ended:
            if self.nodes >= max_nodes:
                return _core.OUT_OF_NODES
            self._extra_nodes += self.nodes == 0
            if not self._add_groups(until):
                return _core.OUT_OF_TIME
            answer = self._slice(max_nodes)
            if answer > 0:
                self._values = self._model()
                self._extra_nodes += 1
                return _core.SOLUTION
            self._ended = answer < 0
            if not self._ended and until is not None and perf_counter() >= until:
                return _core.OUT_OF_TIME
        return _core.EXHAUSTED

    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]:
        """Counts the solutions that are left, up to a limit."""
        until = perf_counter() + seconds
        found = 0
        while found < limit:
            left = max(0.0, until - perf_counter()) if seconds >= 0 else -1.0
            if found and left == 0.0:
                return _core.OUT_OF_TIME, found
            outcome = self.next(max_nodes, left)
            if outcome != _core.SOLUTION:
                return outcome, found
            found += 1
        return _core.SOLUTION, found

    def solution(self) -> bytes:
        """The values of the solution that the search is at."""
        if self._values is None:
            raise RuntimeError("the search is not at a solution")
        return self._values

    def _slice(self, max_nodes: int) -> int:
        """1 for a model, -1 for none, 0 when the slice is used up.

        The last argument says that this is not the main thread: so python-sat leaves the
        signals alone. Its class has no way to say so; hence the native call.
        """
        self._solver.conf_budget(max(1, min(_SLICE, max_nodes - self.nodes)))  # 0: no limit
        return int(self._native.cadical195_solve_lim(self._solver.cadical, (), 0))

    def _model(self) -> bytes:
        literals: list[int] = self._native.cadical195_model(self._solver.cadical)
        # Rising, and one in each cell.
        true = (literal for literal in literals[: self._variables] if literal > 0)
        return bytes(self._value(cell, variable) for cell, variable in enumerate(true))

    def _value(self, cell: int, variable: int) -> int:
        mask = self._masks[cell]
        for _ in range(variable - self._first[cell] - 1):
            mask &= mask - 1
        return (mask & -mask).bit_length()

    def _variable(self, cell: int, value: int) -> int:
        below = self._masks[cell] & ((1 << value) - 1)
        return self._first[cell] + below.bit_count()

    def _forbid_last(self) -> None:
        """The solution that was given out must not come again."""
        if self._values is None:
            return
        values, self._values = self._values, None
        # A cell with one candidate says nothing; without any other the clause is empty.
        open_cells = [cell for cell, mask in enumerate(self._masks) if mask & (mask - 1)]
        if not open_cells:
            self._ended = True
            return
        self._solver.add_clause([-self._variable(cell, values[cell]) for cell in open_cells])

    def _add_groups(self, until: float | None) -> bool:
        """Gives the solver what it does not have yet; False when the time is up.

        Ctrl-C in the middle of a group does no harm: it is given again.
        """
        add = self._solver.add_clause
        while self._added < len(self._groups):
            group = self._groups[self._added]
            add(group)
            for clause in self._at_most_one(group):
                add(clause)
            self._added += 1
            if until is not None and self._added % 64 == 0 and perf_counter() >= until:
                return False
        return True

    def _at_most_one(self, group: list[int]) -> Iterator[list[int]]:
        """Each pair, or for a large group: parts, each with a helper that is true when one of
        the part is, and at most one helper. A pair for 64 would be 33 million clauses at 64x64.
        """
        if len(group) <= _PAIRWISE:
            yield from ([-one, -other] for one, other in combinations(group, 2))
            return
        helpers = []
        for start in range(0, len(group), 8):
            self._helpers += 1
            helpers.append(self._helpers)
            part = group[start : start + 8]
            yield from ([-one, -other] for one, other in combinations(part, 2))
            yield from ([-variable, self._helpers] for variable in part)
        yield from ([-one, -other] for one, other in combinations(helpers, 2))


def _groups(puzzle: Puzzle, masks: list[int], first: list[int]) -> list[list[int]]:
    """The sets of variables of which exactly one is true."""
    size = puzzle.size
    places: list[list[int]] = [[] for _ in range(len(puzzle.geometry.houses) * size)]
    groups = []
    for cell, mask in enumerate(masks):
        variable = first[cell]
        for value in range(size):
            if mask >> value & 1:
                variable += 1
                for house in puzzle.geometry.houses_of[cell]:
                    places[house * size + value].append(variable)
        groups.append(list(range(first[cell] + 1, variable + 1)))
    return groups + places
