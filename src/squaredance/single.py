"""One plain 9x9 puzzle at the smallest cost: what `solve` does before anything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper

from squaredance import _core
from squaredance.check import explain_conflict
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.result import Result, Status, status_of_count
from squaredance.typed import TypeVar, cast

_Solve = TypeVar("_Solve", bound=Callable[..., Result])


class SingleResult(Result, _core.SingleAnswer):
    """A Result over the answer of native code: each part is made when it is asked for.

    `count`, `guesses` and `nodes` are native.
    """

    __slots__ = ()

    count = _core.SingleAnswer.count
    guesses = _core.SingleAnswer.guesses
    nodes = _core.SingleAnswer.nodes

    @property
    def status(self) -> Status:  # type: ignore[override]
        if self.count == 1 and self.limit == 1:
            return Status.FOUND
        return status_of_count(self.count)

    @property
    def solution(self) -> Grid | None:  # type: ignore[override]
        return Grid._trusted(standard_geometry(9), self.values) if self.count else None

    @property
    def seconds(self) -> float:  # type: ignore[override]
        return self.nanoseconds * 1e-9

    @property
    def engine(self) -> str:  # type: ignore[override]
        return "nine"

    @property
    def reason(self) -> None:  # type: ignore[override]
        return None

    @property
    def clash(self) -> str | None:  # type: ignore[override]
        if self.count or self.guesses:
            return None
        return explain_conflict(Puzzle._trusted(standard_geometry(9), self.values))

    @property
    def candidates(self) -> None:  # type: ignore[override]
        return None

    @property
    def memory(self) -> int:  # type: ignore[override]
        return 0


def with_short_cut(function: _Solve) -> _Solve:
    """The function, but a plain 9x9 text is answered before Python is entered."""
    return cast(_Solve, update_wrapper(_core.SolveShortCut(function, SingleResult), function))


def solve_nine(puzzle: Puzzle, limit: int) -> Result | None:
    """The same for a Puzzle; None when it is no plain 9x9, or takes long."""
    geometry, nine = puzzle.geometry, standard_geometry(9)
    if puzzle.candidates is not None or (geometry is not nine and geometry != nine):
        return None
    return cast("Result | None", _core.solve_values9(SingleResult, puzzle.clues, limit))
