"""The questions that a search answers: solve, solutions, count, minimum, estimate."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable
from math import inf, isnan
from typing import Final, NamedTuple

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.cover.ask import Asking
from squaredance.cover.problem import Problem
from squaredance.cover.progress import Progress
from squaredance.cover.result import CoverResult, Covers, result_of
from squaredance.errors import SquaredanceError
from squaredance.result import Status

ENGINES: Final = ("auto", "links", "cells", "bits", "learn")
LISTING_ENGINES: Final = ("auto", "links", "cells", "bits")
COUNTING_ENGINES: Final = ("auto", "links", "cells", "bits", "memo", "frontier")


def solve(
    problem: Problem,
    *,
    unique: bool = False,
    engine: str = "auto",
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    seed: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress | bool | None = None,
) -> CoverResult:
    """Find one cover; with ``unique`` also whether it is the only one.

    ``forced`` options are in the cover, ``excluded`` ones are not; both are positions or names.
    ``seed`` breaks ties otherwise. ``progress`` is called with the share done, from 0 to 1, or
    is True for a line on stderr.

    >>> print(solve(Problem("ab", ["a", "b", "ab"]), unique=True).status)
    multiple
    >>> solve(Problem("ab", ["a", "b", "ab"]), excluded=[2]).options
    (0, 1)
    """
    asking = Asking(problem, forced, excluded, seed, timeout, max_nodes, progress)
    players = [_Player(search_for(asking, engine, ENGINES), _FIRST_TURN)]
    may_learn = engine == "auto" and _core.cover_takes(problem.core, "learn")
    found: dict[tuple[int, ...], None] = {}
    wanted = 2 if unique else 1
    try:
        for turn in itertools.count():
            if turn == 1:
                players.append(_Player(search_for(asking, "learn", ENGINES), _LEARN_TURN))
            player = players[turn % len(players)]
            outcome = player.take_turn(asking, wanted, found, endless=not may_learn)
            if outcome != _core.OUT_OF_NODES or asking.nodes == asking.max_nodes:
                break
    finally:
        asking.end()
    options = next(iter(found), None)
    return result_of(asking, outcome, len(found), options, player.search.engine)


# Nodes of the first turn; each further turn has twice as many. About as long as each other.
_FIRST_TURN: Final = 100_000
_LEARN_TURN: Final = 2_000


class _Player:
    """One of the two searches that `auto` works on in turn where a problem is hard.

    Which problems are for `learn` cannot be told before: it finds in a tenth of a second what no
    other engine finds at all, and the other way round. So none takes more than twice the time
    of the better one, or so, and no clock decides.
    """

    def __init__(self, search: _core.CoverSearch, turn: int) -> None:
        self.search = search
        self._turn = turn

    def take_turn(
        self, asking: Asking, wanted: int, found: dict[tuple[int, ...], None], *, endless: bool
    ) -> int:
        """Adds to ``found`` what it finds, until that is all, enough, or its turn is over."""
        end = asking.nodes + self._turn
        self._turn *= 2
        while len(found) < wanted:
            nodes_left = None if endless else max(end - asking.nodes, 0)
            outcome = asking.run(self.search, nodes_left)
            if outcome != _core.SOLUTION:
                return outcome
            found[self.search.solution()] = None
        return _core.SOLUTION


def search_for(asking: Asking, engine: str, engines: tuple[str, ...]) -> _core.CoverSearch:
    """A native search by this engine, which must be one of those that the question can use."""
    check_engine(engine, engines)
    try:
        return _core.CoverSearch(asking.problem.core, engine, **asking.wishes)
    except _core.NotTakenError:
        raise not_taken(engine) from None


def check_engine(engine: str, engines: tuple[str, ...]) -> None:
    """An error unless the question can use the engine.

    >>> check_engine("memo", ("auto", "bits"))
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected an engine of auto, bits; found 'memo'
    """
    if engine not in engines:
        raise SquaredanceError(f"expected an engine of {', '.join(engines)}; found {engine!r}")


def not_taken(engine: str) -> SquaredanceError:
    """What to say of a problem that an engine cannot take."""
    return SquaredanceError(
        f"expected a problem for the engine {engine}, which knows no bounds but (1, 1) "
        "and only so many items and options; found another: try auto"
    )


def solutions(
    problem: Problem,
    *,
    engine: str = "auto",
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    seed: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress | bool | None = None,
) -> Covers:
    """All covers, found one by one as they are asked for.

    >>> sorted(solutions(Problem("ab", ["a", "b", "ab"])))
    [(0, 1), (2,)]
    """
    asking = Asking(problem, forced, excluded, seed, timeout, max_nodes, progress)
    return Covers(asking, search_for(asking, engine, LISTING_ENGINES))


def minimum(
    problem: Problem,
    *,
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    seed: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress | bool | None = None,
) -> CoverResult:
    """Find a cover whose costs have the least sum, which is ``cost``.

    FOUND: it is proved that none is cheaper. Where a limit strikes first the status is UNKNOWN,
    and ``options`` and ``cost`` are those of the best cover so far, if there is one.

    >>> result = minimum(Problem("ab", ["a", "b", "ab"], costs=[1, 2, 4]))
    >>> result.options, result.cost
    ((0, 1), 3)
    """
    asking = Asking(problem, forced, excluded, seed, timeout, max_nodes, progress)
    search = _core.CoverMinimum(problem.core, **asking.wishes)
    best: tuple[int, ...] | None = None
    try:
        while (outcome := asking.run(search)) == _core.SOLUTION:
            best = tuple(sorted(search.solution()))
    finally:
        asking.end()
    result = result_of(asking, outcome, 0 if best is None else 1, best, "minimum")
    if best is None:
        return result
    costs = problem.costs or (0,) * len(problem.options)
    status = Status.UNKNOWN if result.reason else Status.FOUND
    return result._replace(status=status, cost=sum(costs[option] for option in best))


class Estimate(NamedTuple):
    """How large the search tree is, and how many covers there are, by random dives.

    Each mean has its standard error. Where dives differ much the error is large, and the truth
    may be far out.
    """

    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    probes: int


def estimate(
    problem: Problem,
    *,
    probes: int = 1000,
    seed: int = 0,
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    timeout: float | None = None,
    progress: Progress | bool | None = None,
) -> Estimate:
    """Guess the size of the search tree (fewest options first) and the number of covers.

    Knuth's method of 1975. When the time is up, fewer probes were made.

    >>> estimate(Problem("ab", ["a", "b", "ab"]), probes=10).solutions
    2.0
    """
    probes = check_whole(probes, 1, "probes")
    seed = check_whole(seed, 0, "a seed")
    asking = Asking(problem, forced, excluded, None, timeout, probes, progress)
    wishes = asking.wishes
    estimator = _core.CoverEstimator(
        problem.core, wishes["forced"], wishes["excluded"], seed % 2**64
    )
    try:
        asking.run(estimator)  # its nodes are its probes
    finally:
        asking.end()
    # Trees beyond the range of a float: infinite means, whose errors are no numbers.
    nodes, nodes_error, found, found_error = (
        inf if isnan(mean) else mean for mean in estimator.means()
    )
    return Estimate(nodes, nodes_error, found, found_error, asking.nodes)
