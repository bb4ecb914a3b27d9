"""SplitCount: how far a split problem is, or the answer; with an estimate of the whole."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from squaredance.result import Status
from squaredance.splitting.job import Counted
from squaredance.whole import written


class SplitEstimate(NamedTuple):
    """How many solutions and nodes there are in all, by the subproblems finished so far; each
    with its standard error.

    They were worked on in a random order, so these are a sample: their mean times the number of
    all. When all are finished it is the truth, and the errors are 0.
    """

    solutions: float
    solutions_error: float
    nodes: float
    nodes_error: float
    sample: int  # subproblems


class SplitCount(NamedTuple):
    """The answer to a question about a split problem, or how far it is.

    ``count`` and the effort are those of the ``finished`` ones of all ``subproblems``; when all
    are finished they depend on the problem only, not on workers, stops and machines. ``reason``
    is 'time' when the status is UNKNOWN because of a limit. ``seconds`` is the time of this call,
    ``estimate`` None until two subproblems are finished.
    """

    status: Status
    count: int  # type: ignore[assignment]  # not tuple.count
    nodes: int
    guesses: int
    seconds: float
    reason: str | None
    engine: str
    subproblems: int
    finished: int
    seconds_left: float | None = None  # by how long the finished ones took in this call
    estimate: SplitEstimate | None = None

    def __repr__(self) -> str:
        values = (f"{name}={written(value)}" for name, value in self._asdict().items())
        return f"SplitCount({', '.join(values)})"


class Sampling:
    """An estimate of the whole from what is finished at the front of a random order.

    What is finished behind a gap is not counted: short subproblems come back first, and would
    make all seem short.

    >>> sampling = Sampling([2, 0, 1], factor=1)
    >>> sampling.note({2: (5, 10, 0), 1: (7, 30, 0)})
    >>> sampling.estimate is None
    True
    >>> sampling.note({2: (5, 10, 0), 1: (7, 30, 0), 0: (6, 20, 0)})
    >>> sampling.estimate
    SplitEstimate(solutions=18.0, solutions_error=0.0, nodes=60.0, nodes_error=0.0, sample=3)
    """

    def __init__(self, order: list[int], factor: int) -> None:
        self._order = order
        self._factor = factor
        self._sample = 0
        self._found = _Sums()
        self._nodes = _Sums()

    def note(self, finished: dict[int, Counted]) -> None:
        """Takes in those at the front that are finished by now."""
        while self._sample < len(self._order) and self._order[self._sample] in finished:
            found, nodes, _ = finished[self._order[self._sample]]
            self._found.add(found * self._factor)
            self._nodes.add(nodes)
            self._sample += 1

    @property
    def estimate(self) -> SplitEstimate | None:
        """None while the sample is too small to have an error."""
        size = len(self._order)
        if self._sample < min(2, size) or size == 0:
            return None
        found, nodes = (
            self._found.of_all(self._sample, size),
            self._nodes.of_all(self._sample, size),
        )
        return SplitEstimate(*found, *nodes, self._sample)


class _Sums:
    """Of numbers and their squares, exactly."""

    def __init__(self) -> None:
        self.sum = 0
        self.squares = 0

    def add(self, number: int) -> None:
        self.sum += number
        self.squares += number * number

    def of_all(self, sample: int, size: int) -> tuple[float, float]:
        """The sum of all and its standard error, for a sample without replacement."""
        if sample == size:
            return float(self.sum), 0.0
        # n times the sum of squares of differences: whole numbers lose nothing.
        spread = sample * self.squares - self.sum * self.sum
        variance = spread / (sample * (sample - 1))
        error = size * sqrt(variance / sample * (1 - sample / size))
        return size * self.sum / sample, error
