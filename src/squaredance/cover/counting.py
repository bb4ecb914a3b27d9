"""Counting: by search, by memory of what was counted, by a frontier; on several threads."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.cover.ask import MOST_MEMORY, Asking
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Progress
from squaredance.cover.questions import COUNTING_ENGINES, check_engine, not_taken, search_for
from squaredance.cover.result import CoverResult, Covers, result_of
from squaredance.errors import SquaredanceError

_MOST_THREADS: Final = 64  # as native code has them
_SCOUTING: Final = 1 << 22  # nodes that one thread counts before several may search


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
    of ``memory``; ``auto`` picks one of them or a search. Several ``threads`` share what is by
    search; a count up to a limit is by search too, but in one thread, however many are given.

    >>> count(Problem("ab", ["a", "b", "ab"])).count
    2
    """
    check_engine(engine, COUNTING_ENGINES)
    memory = check_whole(memory, 1, "memory", MOST_MEMORY)
    threads = check_whole(threads, 1, "threads", _MOST_THREADS)
    if limit is not None:
        limit = check_whole(limit, 1, "a limit")
        if engine in ("memo", "frontier"):
            raise SquaredanceError(f"expected no limit with the engine {engine}, which counts all")
    asking = Asking(problem, forced, excluded, seed, timeout, max_nodes, progress)
    if limit is not None:
        return Covers(asking, search_for(asking, engine, COUNTING_ENGINES)).count(limit)
    if engine in ("memo", "frontier") or (engine == "auto" and threads == 1):
        return count_all(asking, engine, memory)
    if engine == "auto":
        return _count_auto(asking, memory, threads)
    if threads == 1:
        return Covers(asking, search_for(asking, engine, COUNTING_ENGINES)).count()
    return _count_parts(asking, engine, threads)


def count_all(asking: Asking, engine: str, memory: int) -> CoverResult:
    """Count all covers without listing them."""
    counter = _counter(asking, engine, memory)
    try:
        return _counted(asking, counter, asking.run(counter))
    finally:
        asking.end()


def _counter(asking: Asking, engine: str, memory: int) -> _core.CoverCounter:
    try:
        return _core.CoverCounter(asking.problem.core, engine, memory, **asking.wishes)
    except _core.NotTakenError:
        raise not_taken(engine) from None


def _counted(asking: Asking, counter: _core.CoverCounter, outcome: int) -> CoverResult:
    reason = "memory" if counter.is_out_of_memory else None
    total = int.from_bytes(counter.total(), "little")
    return result_of(asking, outcome, total, None, counter.engine, reason)


def _count_auto(asking: Asking, memory: int, threads: int) -> CoverResult:
    """Threads pay only where covers are found one by one. So one thread counts, until it is
    seen that it does nothing but search: then all begin anew, each on parts of the search.
    """
    counter = _counter(asking, "auto", memory)
    try:
        outcome = asking.run(counter, _SCOUTING)
        while outcome == _core.OUT_OF_NODES and asking.nodes != asking.max_nodes:
            if counter.engine == "search":
                del counter  # its memory is not needed while the threads work
                return _count_parts(asking, "auto", threads)
            outcome = asking.run(counter, _SCOUTING)
    finally:
        asking.end()
    return _counted(asking, counter, outcome)


def _count_parts(asking: Asking, engine: str, threads: int) -> CoverResult:
    try:
        parts = _core.CoverParts(asking.problem.core, engine, threads, **asking.wishes)
    except _core.NotTakenError:
        raise not_taken(engine) from None
    try:
        outcome, found = asking.run_count(parts, None)
    finally:
        asking.end()
    return result_of(asking, outcome, found, None, parts.engine)
