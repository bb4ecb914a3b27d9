"""Path: the way through a puzzle step by step."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from time import perf_counter

from squaredance.budget import Budget
from squaredance.errors import SquaredanceError
from squaredance.explain.state import State, techniques
from squaredance.explain.step import Step, step_of_raw
from squaredance.puzzle import Grid, Puzzle
from squaredance.result import Result, Status
from squaredance.solve import solve
from squaredance.typed import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from squaredance.symbols import Symbols

SCALES: Final = ("se121", "sukaku118", "hodoku")


class PathStatus(Enum):
    """How a path ended.

    >>> str(PathStatus.SOLVED)
    'solved'
    """

    SOLVED = "solved"
    STUCK = "stuck"  # no technique of the scale goes on
    NONE = "none"  # the puzzle, or what is left of it, has no solution: there are no steps
    MULTIPLE = "multiple"  # it has several: steps, without uniqueness, are those that hold in all
    STOPPED = "stopped"  # out of time

    def __str__(self) -> str:
        return self.value


class Path:
    """The steps from a puzzle towards its solution, found one by one as they are asked for.

    Iterating gives each step as soon as it is there; ``steps``, ``states`` and ``status`` find
    all of them. ``states`` has one more: the start, then the state after each step.

    >>> from squaredance import explain
    >>> path = explain("1234341221434.21")
    >>> first = next(iter(path))
    >>> path
    <Path se121, 1 step so far>
    >>> path.states[-1].grid == path.solution
    True
    >>> path
    <Path se121, 1 step, solved>
    >>> print(path.summary)
    Solved in 1 step; the hardest is rated 1.0: Full house.
    """

    def __init__(
        self, start: State, scale: str, uniqueness: bool, timeout: float | None = None
    ) -> None:
        if scale not in SCALES:
            raise SquaredanceError(f"expected a scale of {', '.join(SCALES)}; found {scale!r}")
        self.puzzle: Puzzle = start.puzzle
        self.scale = scale
        self.uniqueness = uniqueness
        self._left = Budget(timeout, None).timeout
        self._steps: list[Step] = []
        self._states = [start]
        self._moves: list[int] = []  # of the steps, as native code takes them
        self._status: PathStatus | None = None
        self._whole: Result | None = None  # of the puzzle
        self._result: Result | None = None  # of the state: none when it has lost the solution

    @property
    def start(self) -> State:
        """The state before the first step."""
        return self._states[0]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        self._finish()
        return tuple(self._steps)

    @property
    def states(self) -> tuple[State, ...]:
        """The states before the first step and after each."""
        self._finish()
        return tuple(self._states)

    @property
    def status(self) -> PathStatus:
        """How it ends."""
        self._finish()
        assert self._status is not None
        return self._status

    @property
    def solution(self) -> Grid | None:
        """The solution of the puzzle, where it is the only one."""
        result = self._solved()
        return result.solution if result.status is Status.UNIQUE else None

    @property
    def summary(self) -> str:
        """How it ends, in a sentence; on the way, also what is wrong with the state.

        >>> from squaredance import State, explain
        >>> puzzle = "1......2.3....4."
        >>> print(explain(State(puzzle, [1, 4, *State(puzzle).values[2:]])).summary)
        There is no way on from here: R1C2=4 is not in the solution.
        """
        from squaredance.explain.sentences import path_summary

        status, whole = self.status, self._whole
        if status is PathStatus.NONE and whole is not None and whole.status is not Status.NONE:
            from squaredance.explain.wrong import wrong_text

            several = whole.status is Status.MULTIPLE
            return wrong_text(self.start, None if several else whole.solution)
        return path_summary(self)

    def to_json(self, symbols: Symbols | None = None) -> dict[str, Any]:
        """The path as plain data for JSON: see docs/steps.md. The solution and the sentences are in
        the ``symbols``, if given.

        >>> from squaredance import explain
        >>> explain("1234341221434.21").to_json()["status"]
        'solved'
        """
        from squaredance.explain.sentences import sentence
        from squaredance.formats import dumps

        solution = self.solution
        begun = (
            {} if self.start == State(self.puzzle) else {"start": _plain(_as_puzzle(self.start))}
        )
        return {
            "puzzle": _plain(self.puzzle),
            **begun,
            "scale": self.scale,
            "status": str(self.status),
            "summary": self.summary,
            "solution": dumps(solution, symbols=symbols) if solution else None,
            "steps": [
                {"sentence": sentence(step, symbols), **step.to_json()} for step in self.steps
            ],
        }

    def __iter__(self) -> Iterator[Step]:
        number = 0
        while number < len(self._steps) or self._advance():
            yield self._steps[number]
            number += 1

    def __repr__(self) -> str:
        count = len(self._steps)
        end = f", {self._status}" if self._status else " so far"
        return f"<Path {self.scale}, {count} step{'s' * (count != 1)}{end}>"

    def _repr_html_(self) -> str:
        """For notebooks: the sentences in order, and how it ends."""
        from html import escape

        items = "".join(
            f'<li style="white-space: pre-line">{escape(str(step))}</li>' for step in self.steps
        )
        return f"<ol>{items}</ol><p>{escape(self.summary)}</p>"

    def _finish(self) -> None:
        while self._advance():
            pass

    def _advance(self) -> bool:
        """Finds one more step, or the end."""
        if self._status is None:
            self._status = self._known_end()
        if self._status is not None:
            return False
        state = self._states[-1]
        finished, raw = self._timed(self._next_raw)
        if raw is None:
            self._status = self._end_without_step() if finished else PathStatus.STOPPED
            return False
        step = step_of_raw(raw, state.geometry, self.scale)
        self._steps.append(step)
        self._states.append(state.apply(step))
        size = state.geometry.size
        self._moves += [-cell * size - value for cell, value in step.eliminations]
        self._moves += [cell * size + value - 1 for cell, value in step.placements]
        return True

    def _known_end(self) -> PathStatus | None:
        """The end, where solutions, state or clock show that there are no more steps."""
        if self._result is None and self._is_late():
            return PathStatus.STOPPED
        status = self._solved().status
        if status is Status.UNKNOWN:
            return PathStatus.STOPPED
        if status is Status.NONE:
            return PathStatus.NONE
        if status is Status.MULTIPLE and self.uniqueness:
            return PathStatus.MULTIPLE
        if self._states[-1].is_solved:
            return PathStatus.SOLVED
        return PathStatus.STOPPED if self._is_late() else None

    def _is_late(self) -> bool:
        return self._left is not None and self._left <= 0

    def _end_without_step(self) -> PathStatus:
        several = self._solved().status is Status.MULTIPLE
        return PathStatus.MULTIPLE if several else PathStatus.STUCK

    def _solved(self) -> Result:
        if self._result is None:
            self._whole, self._result = self._timed(_solve_state, self._states[0])
        return self._result

    def all_now(self) -> list[Step]:
        """The steps from the state reached so far. Large grids have thousands of them, and to make
        objects of these takes as long as to find them: each has half of the time that is left.
        """
        if self._known_end() in (PathStatus.NONE, PathStatus.STOPPED):
            return []
        uniqueness = self.uniqueness and self._solved().status is Status.UNIQUE
        _, raws = self._timed(self._all_raw, uniqueness)
        return self._timed(self._made, raws)  # type: ignore[no-any-return]

    def _made(self, raws: Any, *, timeout: float | None) -> list[Step]:
        end = None if timeout is None else perf_counter() + timeout
        geometry, steps = self._states[-1].geometry, []
        for raw in raws:
            if end is not None and perf_counter() >= end:
                break
            steps.append(step_of_raw(raw, geometry, self.scale))
        return steps

    def _next_raw(self, *, timeout: float | None) -> Any:
        """From the start and all moves since: scale hodoku takes singles as they came up."""
        start = self._states[0]
        return techniques(start.geometry).next_step(
            self.puzzle.clues,
            self.puzzle.candidates,
            start.values,
            start.candidates,
            self._moves,
            self.scale,
            self.uniqueness,
            0,
            True,
            -1.0 if timeout is None else timeout,
        )

    def _all_raw(self, uniqueness: bool, *, timeout: float | None) -> Any:
        state = self._states[-1]
        return techniques(state.geometry).all_steps(
            self.puzzle.clues,
            self.puzzle.candidates,
            state.values,
            state.candidates,
            self.scale,
            uniqueness,
            0,
            True,
            -1.0 if timeout is None else timeout / 2,
        )

    def _timed(self, function: Any, *arguments: Any) -> Any:
        """Calls it with the time that is left; only what it takes counts."""
        started = perf_counter()
        try:
            return function(*arguments, timeout=self._left)
        finally:
            if self._left is not None:
                self._left = max(0.0, self._left - (perf_counter() - started))


def _solve_state(state: State, *, timeout: float | None) -> tuple[Result, Result]:
    """The solutions of the puzzle, and what they are for the state: NONE when it has lost them."""
    whole = solve(state.puzzle, unique=True, timeout=timeout)
    if whole.status is Status.UNIQUE and _keeps(state, whole.solution):
        return whole, whole
    if whole.status in (Status.UNIQUE, Status.MULTIPLE):
        now = solve(_as_puzzle(state), timeout=timeout)
        return whole, whole if now.status is Status.FOUND else now
    return whole, whole


def _as_puzzle(state: State) -> Puzzle:
    """What is left of the puzzle: the values as clues, and the candidates."""
    pairs = zip(state.values, state.candidates, strict=True)
    return Puzzle(state.geometry, state.values, [1 << (v - 1) if v else m for v, m in pairs])


def _plain(puzzle: Puzzle) -> Any:
    """A puzzle as an object of the format json, which `loads` reads: in our own symbols, so that it
    can be read back whatever those of the input were.
    """
    import json

    from squaredance.formats import dumps

    return json.loads(dumps(puzzle, "json"))


def _keeps(state: State, solution: Sequence[int] | Grid | None) -> bool:
    return solution is not None and all(
        filled == value or (not filled and mask >> (value - 1) & 1)
        for filled, mask, value in zip(state.values, state.candidates, solution, strict=True)
    )
