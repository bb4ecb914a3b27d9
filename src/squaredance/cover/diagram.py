"""Diagram: all covers of a problem at once, to be counted, looked up, drawn and iterated."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from operator import index
from random import Random

from squaredance import _core
from squaredance.budget import check_whole, stop_reason
from squaredance.cover.ask import MOST_MEMORY, Asking
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Progress
from squaredance.errors import SquaredanceError
from squaredance.whole import decimal

Cover = tuple[int, ...]


class Diagram:
    """All covers, as a zero-suppressed decision diagram that shares what they have in common.

    `diagram` makes one. ``len`` is its nodes, ``count`` the covers in it; these have a fixed
    order, so ``diagram[i]`` is one of them, and iteration goes through all.

    >>> shared = diagram(Problem("ab", ["a", "b", "ab"]))
    >>> shared.count, sorted(shared), (0, 1) in shared
    (2, [(0, 1), (2,)], True)
    """

    __slots__ = ("_core", "count")

    def __init__(self, core: _core.CoverDiagram) -> None:
        self._core = core
        self.count = int.from_bytes(core.count(), "little")

    def __len__(self) -> int:
        return len(self._core)

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self._core.memory

    def __getitem__(self, place: int) -> Cover:
        given = index(place)
        place = given + self.count if given < 0 else given
        if not 0 <= place < self.count:
            raise IndexError(f"expected a cover of {decimal(self.count)}, found {decimal(given)}")
        return self._cover(place)

    def _cover(self, place: int) -> Cover:
        number = place.to_bytes((place.bit_length() + 7) // 8, "little")
        return tuple(sorted(self._core.solution(number)))

    def __iter__(self) -> Iterator[Cover]:
        place = 0
        while place < self.count:  # no range: there may be more than it takes
            yield self._cover(place)
            place += 1

    def __contains__(self, options: Iterable[int]) -> bool:
        try:
            places = sorted(index(option) for option in options)
        except TypeError:
            return False
        if places and not 0 <= places[0] <= places[-1] < 2**32:
            return False
        return self._core.contains(places)

    def sample(self, k: int = 1, seed: int | None = None) -> list[Cover]:
        """Covers drawn at random, each as likely as any other, with replacement.

        >>> diagram(Problem("ab", ["a", "b"])).sample(2, seed=1)
        [(0, 1), (0, 1)]
        """
        k = check_whole(k, 0, "k")
        if seed is not None:
            seed = check_whole(seed, 0, "a seed")
        if self.count == 0:
            return []
        random = Random(seed)
        return [self._cover(random.randrange(self.count)) for _ in range(k)]

    def __repr__(self) -> str:
        return f"<Diagram of {decimal(self.count)} covers, {len(self)} nodes>"


def diagram(
    problem: Problem,
    *,
    memory: int = 2**30,
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress | bool | None = None,
) -> Diagram:
    """Make the diagram of all covers, without listing them.

    Raises a SquaredanceError when it would take more than so many bytes of ``memory``, or a
    limit strikes: then there is no diagram.

    >>> len(diagram(Problem("ab", ["a", "b", "ab"])))
    5
    """
    memory = check_whole(memory, 1, "memory", MOST_MEMORY)
    asking = Asking(problem, forced, excluded, None, timeout, max_nodes, progress)
    core, reason = try_diagram(asking, memory)
    if reason is not None:
        raise SquaredanceError(f"expected a diagram within the limits, found it out of {reason}")
    return Diagram(core)


def try_diagram(asking: Asking, memory: int) -> tuple[_core.CoverDiagram, str | None]:
    """A native diagram, and why it is not finished, if it is not."""
    wishes = asking.wishes
    core = _core.CoverDiagram(asking.problem.core, memory, wishes["forced"], wishes["excluded"])
    try:
        outcome = asking.run(core)
    finally:
        asking.end()
    return core, "memory" if core.is_out_of_memory else stop_reason(outcome)
