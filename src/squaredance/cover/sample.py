"""Random covers, each as likely as any other.

Where all covers fit into a Diagram, a random number below their count picks one. Where they do
not, the same number is followed down the search tree: at each step the covers that have the
first option of an item are counted, then those of the next, until the number falls into one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random

from squaredance.budget import check_whole
from squaredance.cover.ask import Asking
from squaredance.cover.counting import count_all
from squaredance.cover.diagram import Cover, Diagram, try_diagram
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Progress
from squaredance.cover.result import CoverResult
from squaredance.errors import SquaredanceError
from squaredance.result import Status, status_of_count


class Sample(tuple[Cover, ...]):
    """Covers drawn at random; ``result`` tells how many there are in all.

    There are fewer than asked for when the problem has no cover, and when a limit struck: then
    ``result.reason`` says which.
    """

    result: CoverResult

    def __new__(cls, covers: Iterable[Cover], result: CoverResult) -> Sample:
        self = super().__new__(cls, covers)
        self.result = result
        return self

    def __getnewargs__(self) -> tuple[object, ...]:
        return tuple(self), self.result


def sample(
    problem: Problem,
    k: int = 1,
    *,
    seed: int | None = None,
    memory: int = 2**30,
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress | bool | None = None,
) -> Sample:
    """Draw k covers at random, each as likely as any other, with replacement.

    Exact, so it takes as long as to count them. The same seed draws the same covers; without a
    seed they differ from call to call.

    >>> sample(Problem("ab", ["a", "b", "ab"]), 4, seed=1)
    ((2,), (2,), (0, 1), (2,))
    """
    check_whole(k, 0, "k")
    check_whole(memory, 1, "memory")
    if seed is not None:
        check_whole(seed, 0, "a seed")
    asking = Asking(problem, forced, excluded, None, timeout, max_nodes, progress)
    random = Random(seed)
    core, reason = try_diagram(asking, memory)
    if reason is None:
        shared = Diagram(core)
        covers = [shared[random.randrange(shared.count)] for _ in range(k if shared else 0)]
        return Sample(covers, _result(asking, covers, shared.count, None, "diagram"))
    if reason != "memory":
        return Sample((), _result(asking, [], 0, reason, "diagram"))
    del core
    return _sample_by_counting(asking, k, random, memory)


def _sample_by_counting(asking: Asking, k: int, random: Random, memory: int) -> Sample:
    descent = _Descent(asking, memory)
    covers: list[Cover] = []
    total = 0
    try:
        total = descent.count([], [])
        while total and len(covers) < k:
            covers.append(descent.cover(random.randrange(total)))
    except _StoppedError as stop:
        return Sample(covers, _result(asking, covers, total, str(stop), "memo"))
    return Sample(covers, _result(asking, covers, total, None, "memo"))


def _result(
    asking: Asking, covers: list[Cover], total: int, reason: str | None, engine: str
) -> CoverResult:
    return CoverResult(
        status=Status.UNKNOWN if reason else status_of_count(total),
        options=covers[0] if covers else None,
        count=total,
        nodes=asking.nodes,
        guesses=asking.guesses,
        seconds=asking.seconds,
        reason=reason,
        engine=engine,
    )


class _StoppedError(Exception):
    """A limit struck; the text is the reason."""


class _Descent:
    """Counts the covers with some options forced and some excluded, and remembers the counts."""

    def __init__(self, asking: Asking, memory: int) -> None:
        problem = asking.problem
        self._asking = asking
        self._memory = memory
        self._wishes = asking.wishes
        self._counts: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self._items = [problem.core.items(option) for option in range(len(problem.options))]
        self._primary = len(problem.primary)

    def count(self, forced: list[int], excluded: list[int]) -> int:
        """How many covers have all of those options and none of these."""
        key = frozenset(forced), frozenset(excluded)
        if key not in self._counts:
            wishes = self._wishes
            self._asking.wishes = {
                "forced": wishes["forced"] + forced,
                "excluded": wishes["excluded"] + excluded,
                "seed": None,
            }
            result = count_all(self._asking, "auto", self._memory)
            self._asking.wishes = wishes
            if result.reason:
                raise _StoppedError(result.reason)
            if len(self._counts) >= 100_000:
                self._counts.clear()
            self._counts[key] = result.count
        return self._counts[key]

    def cover(self, number: int) -> Cover:
        """The cover of this number, in the order of the descent."""
        forced: list[int] = []
        excluded: list[int] = []
        left = self.count(forced, excluded)
        for option in self._order():
            if left == 1:
                break
            with_it = self.count([*forced, option], excluded)
            if number < with_it:
                forced.append(option)
                left = with_it
            elif with_it:
                excluded.append(option)
                number -= with_it
                left -= with_it
        return self._only(forced, excluded)

    def _order(self) -> list[int]:
        """Options in the order in which they are asked for: item by item."""
        first = [min((i for i in items if i < self._primary), default=-1) for items in self._items]
        return sorted((o for o, item in enumerate(first) if item >= 0), key=first.__getitem__)

    def _only(self, forced: list[int], excluded: list[int]) -> Cover:
        """The one cover that is left."""
        from squaredance.cover.questions import solve

        wishes = self._wishes
        result = solve(
            self._asking.problem,
            forced=wishes["forced"] + forced,
            excluded=wishes["excluded"] + excluded,
        )
        if result.options is None:
            raise SquaredanceError("expected a cover where one was counted")
        return result.options
