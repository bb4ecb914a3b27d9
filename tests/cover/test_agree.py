"""All engines and ways to count against all subsets: 10,000 random small problems."""

from random import Random

import pytest

from squaredance import SquaredanceError, Status
from squaredance.cover import Problem, count, diagram, minimum, sample, solutions, solve
from tests.cover.problems import Small, small

LISTING = ("auto", "links", "cells", "bits")
COUNTING = ("auto", "links", "cells", "bits", "memo", "frontier")


def check(case: Small, random: Random) -> None:
    expected = case.covers()
    problem = case.problem()
    for engine in LISTING:
        check_listing(problem, engine, expected, bool(case.bounds))
    for engine in COUNTING:
        try:
            result = count(problem, engine=engine)
        except SquaredanceError:
            assert case.bounds
            assert engine in ("bits", "memo")
            continue
        assert result.count == len(expected), engine
    check_solve(problem, expected, case)
    check_wishes(problem, expected, random)
    check_minimum(problem, expected, case)
    check_diagram(problem, expected)


def check_listing(
    problem: Problem, engine: str, expected: set[frozenset[int]], bounded: bool
) -> None:
    try:
        found = list(solutions(problem, engine=engine))
    except SquaredanceError:
        assert bounded
        assert engine == "bits"
        return
    assert len(found) == len(expected), engine
    assert set(map(frozenset, found)) == expected, engine
    assert all(list(cover) == sorted(cover) for cover in found)


def check_solve(problem: Problem, expected: set[frozenset[int]], case: Small) -> None:
    status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(len(expected), 2)]
    for engine in ("auto", "cells", "learn"):
        try:
            result = solve(problem, unique=True, engine=engine)
        except SquaredanceError:
            assert case.bounds
            assert engine == "learn"
            continue
        assert result.status is status, engine
        assert (result.options is None) == (not expected)
        assert result.options is None or frozenset(result.options) in expected, engine


def check_wishes(problem: Problem, expected: set[frozenset[int]], random: Random) -> None:
    """Some options forced, some excluded, another order: what is left of the same covers."""
    options = range(len(problem.options))
    forced = [o for o in options if random.random() < 0.15]
    excluded = [o for o in options if random.random() < 0.15]
    wanted = {c for c in expected if c >= set(forced) and not c & set(excluded)}
    seed = random.randrange(2**64)
    engine = random.choice(("auto", "links", "cells"))
    found = solutions(problem, engine=engine, forced=forced, excluded=excluded, seed=seed)
    assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))
    threads = random.choice((1, 1, 1, 2))
    counted = count(problem, forced=forced, excluded=excluded, engine="cells", threads=threads)
    assert counted.count == len(wanted)
    assert count(problem, forced=forced, excluded=excluded).count == len(wanted)


def check_minimum(problem: Problem, expected: set[frozenset[int]], case: Small) -> None:
    result = minimum(problem)
    if not expected:
        assert (result.status, result.options, result.cost) == (Status.NONE, None, None)
        return
    assert result.status is Status.FOUND
    assert frozenset(result.options or ()) in expected
    cheapest = min(sum(case.costs[o] for o in cover) for cover in expected)
    assert result.cost == sum(case.costs[o] for o in result.options or ()) == cheapest


def check_diagram(problem: Problem, expected: set[frozenset[int]]) -> None:
    shared = diagram(problem)
    found = list(shared)
    assert shared.count == len(found) == len(expected)
    assert set(map(frozenset, found)) == expected
    assert all(cover in shared for cover in found)
    wrong = {*next(iter(expected), ()), 0} if frozenset({0}) not in expected else set()
    assert (wrong in shared) == (frozenset(wrong) in expected)
    drawn = sample(problem, 2, seed=1)
    assert len(drawn) == (2 if expected else 0)
    assert set(map(frozenset, drawn)) <= expected
    assert drawn.result.count == len(expected)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_random_problems(part: int) -> None:
    random = Random(part)
    for _ in range(1000):
        check(small(random, colors=random.random() < 0.6, bounds=random.random() < 0.5), random)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_larger_random_problems(part: int) -> None:
    random = Random(1000 + part)
    for _ in range(100):
        check(small(random, most=14), random)
