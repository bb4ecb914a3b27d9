"""Random covers, each as likely as any other.

Where all covers fit into a Diagram, a random number below their count picks one. Where they do
not, the same number is followed down the search tree: at each step the covers that have the
first option of an item are counted, then those of the next, until the number falls into one.
Where few enough are left they are run through instead.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain
from random import Random
from typing import Final

from squaredance.budget import check_whole
from squaredance.cover.ask import MOST_MEMORY, Asking
from squaredance.cover.counting import count_all
from squaredance.cover.diagram import Cover, Diagram, try_diagram
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Progress
from squaredance.cover.questions import LISTING_ENGINES, search_for
from squaredance.cover.result import CoverResult, Covers
from squaredance.result import Status, status_of_count

_FEW: Final = 100_000  # covers that are run through rather than counted further: some ms


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

    >>> drawn = sample(Problem("ab", ["a", "b", "ab"]), 50, seed=1)
    >>> len(drawn), sorted(set(drawn)), drawn.result.count
    (50, [(0, 1), (2,)], 2)
    """
    k = check_whole(k, 0, "k")
    memory = check_whole(memory, 1, "memory", MOST_MEMORY)
    if seed is not None:
        seed = check_whole(seed, 0, "a seed")
    asking = Asking(problem, forced, excluded, None, timeout, max_nodes, progress)
    random = Random(seed)
    core, reason = try_diagram(asking, memory)
    if reason is None:
        shared = Diagram(core)
        covers: list[Cover] = []
        while shared and len(covers) < k and not asking.is_late:
            covers.append(shared[random.randrange(shared.count)])
        reason = "time" if shared and len(covers) < k else None
        return Sample(covers, _result(asking, covers, shared.count, reason, "diagram"))
    if reason != "memory":
        return Sample((), _result(asking, [], 0, reason, "diagram"))
    del core
    return _sample_by_counting(asking, k, random, memory)


def _sample_by_counting(asking: Asking, k: int, random: Random, memory: int) -> Sample:
    descent = _Descent(asking, memory)
    covers: list[Cover] = []
    total = 0
    reason = None
    try:
        total = descent.count([], [])
        numbers = [random.randrange(total) for _ in range(k if total else 0)]
        covers = descent.covers(numbers, total)
    except _StoppedError as stop:
        reason = str(stop)
    return Sample(covers, _result(asking, covers, total, reason, descent.engine))


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
        self._asking = asking
        self._memory = memory
        self._wishes = asking.wishes
        self._counts: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self._options = _in_order(asking.problem)
        self.engine = "auto"  # then the one that counted all covers

    def count(self, forced: list[int], excluded: list[int]) -> int:
        """How many covers have all of those options and none of these."""
        key = frozenset(forced), frozenset(excluded)
        if key not in self._counts:
            self._wish(forced, excluded)
            result = count_all(self._asking, "auto", self._memory)
            if not (forced or excluded):
                self.engine = result.engine
            if result.reason:
                raise _StoppedError(result.reason)
            if len(self._counts) >= 100_000:
                self._counts.clear()
            self._counts[key] = result.count
        return self._counts[key]

    def _wish(self, forced: list[int], excluded: list[int]) -> None:
        wishes = self._wishes
        self._asking.wishes = {
            "forced": wishes["forced"] + forced,
            "excluded": wishes["excluded"] + excluded,
            "seed": None,
        }

    def covers(self, numbers: list[int], total: int) -> list[Cover]:
        """The covers of these numbers, which are below the total."""
        if total <= _FEW:
            found = self._run_through(sorted(set(numbers)), [], [])
            return [found[number] for number in numbers]
        return [self._cover(number, total) for number in numbers]

    def _cover(self, number: int, left: int) -> Cover:
        forced: list[int] = []
        excluded: list[int] = []
        for option in self._options:
            if left <= _FEW:
                break
            with_it = self.count([*forced, option], excluded)
            if number < with_it:
                forced.append(option)
                left = with_it
            elif with_it:
                excluded.append(option)
                number -= with_it
                left -= with_it
        return self._run_through([number], forced, excluded)[number]

    def _run_through(
        self, numbers: list[int], forced: list[int], excluded: list[int]
    ) -> dict[int, Cover]:
        """The covers of these numbers, rising, in the order in which a search finds them."""
        self._wish(forced, excluded)
        covers = Covers(self._asking, search_for(self._asking, "auto", LISTING_ENGINES))
        found: dict[int, Cover] = {}
        passed = 0
        for number in numbers:
            if number > passed:
                covers.count(number - passed)
            cover = next(covers, None)
            if cover is None:
                raise _StoppedError(covers.result.reason or "covers")
            found[number] = cover
            passed = number + 1
        return found


def _in_order(problem: Problem) -> list[int]:
    """The options item by item, items with few options first."""
    count, primary = problem.core.option_count, len(problem.primary)
    items = [[i for i in problem.core.items(o) if i < primary] for o in range(count)]
    sizes = [0] * primary
    for item in chain.from_iterable(items):
        sizes[item] += 1
    first = [min(((sizes[i], i) for i in members), default=(0, 0)) for members in items]
    return sorted((o for o in range(count) if items[o]), key=first.__getitem__)
