"""The questions about a Problem."""

from __future__ import annotations

from squaredance.budget import check_whole
from squaredance.cover.problem import Problem
from squaredance.cover.result import CoverResult, Covers


def solve(
    problem: Problem,
    *,
    unique: bool = False,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> CoverResult:
    """Find one cover; with ``unique`` also whether it is the only one.

    >>> print(solve(Problem("ab", ["a", "b", "ab"]), unique=True).status)
    multiple
    """
    covers = Covers(problem, timeout, max_nodes)
    first = next(covers, None)
    if first is None or not unique:
        return covers.result
    next(covers, None)
    return covers.result._replace(options=first)


def count(
    problem: Problem,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> CoverResult:
    """Count the covers: all of them, or up to a limit.

    >>> count(Problem("ab", ["a", "b", "ab"])).count
    2
    """
    if limit is not None:
        check_whole(limit, 1, "a limit")
    return Covers(problem, timeout, max_nodes).count(limit)


def solutions(
    problem: Problem, *, timeout: float | None = None, max_nodes: int | None = None
) -> Covers:
    """All covers, found one by one as they are asked for.

    >>> list(solutions(Problem("ab", ["a", "b", "ab"])))
    [(0, 1), (2,)]
    """
    return Covers(problem, timeout, max_nodes)
