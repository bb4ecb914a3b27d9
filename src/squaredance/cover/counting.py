"""Counting: by search, by memory of what was counted, by a frontier; on several threads."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.cover.ask import Asking
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Progress
from squaredance.cover.questions import COUNTING_ENGINES, check_engine, not_taken, search_for
from squaredance.cover.result import CoverResult, Covers, result_of
from squaredance.errors import SquaredanceError

COUNTERS = ("auto", "memo", "frontier")  # they count all covers without finding each


def count(
    problem: Problem,
    *,
    limit: int | None = None,
    engine: str = "auto",
    memory: int = 2**30,
    threads: int = 1,
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    seed: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress | bool | None = None,
) -> CoverResult:
    """Count the covers: all of them, or up to a limit.

    The engines ``memo`` and ``frontier`` count without listing, and take at most so many bytes
    of ``memory``; ``auto`` picks one of them or a search. A count up to a limit, and one on
    several ``threads``, is by search.

    >>> count(Problem("ab", ["a", "b", "ab"])).count
    2
    """
    check_engine(engine, COUNTING_ENGINES)
    check_whole(memory, 1, "memory")
    check_whole(threads, 1, "threads")
    if limit is not None:
        check_whole(limit, 1, "a limit")
        if engine in ("memo", "frontier"):
            raise SquaredanceError(f"expected no limit with the engine {engine}, which counts all")
    asking = Asking(problem, forced, excluded, seed, timeout, max_nodes, progress)
    if engine in COUNTERS and limit is None:
        return count_all(asking, engine, memory)
    return Covers(asking, search_for(asking, engine, COUNTING_ENGINES)).count(limit)


def count_all(asking: Asking, engine: str, memory: int) -> CoverResult:
    """Count all covers without listing them."""
    try:
        counter = _core.CoverCounter(asking.problem.core, engine, memory, **asking.wishes)
    except _core.NotTaken:
        raise not_taken(engine) from None
    try:
        outcome = asking.run(counter)
    finally:
        asking.end()
    reason = "memory" if counter.is_out_of_memory else None
    total = int.from_bytes(counter.total(), "little")
    return result_of(asking, outcome, total, None, counter.engine, reason)
