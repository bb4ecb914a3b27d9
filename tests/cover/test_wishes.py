"""What every question takes: engines, forced and excluded options, seeds, limits, progress."""

from collections.abc import Callable
from typing import Any

import pytest

from squaredance import SquaredanceError, Status
from squaredance.cover import (
    CoverResult,
    Problem,
    count,
    diagram,
    estimate,
    minimum,
    sample,
    solutions,
    solve,
)  # fmt: skip
from tests.cover.problems import dominoes, matchings, queens

NAMED = Problem("ab", {"one": "a", "two": "b", 3: "ab"})
QUESTIONS: dict[str, Callable[..., Any]] = {
    "solve": solve,
    "count": count,
    "solutions": lambda p, **k: list(solutions(p, **k)),
    "minimum": minimum,
    "sample": sample,
    "estimate": estimate,
    "diagram": diagram,
}
every = pytest.mark.parametrize("question", QUESTIONS)


def message(call: Callable[[], object]) -> str:
    with pytest.raises(SquaredanceError) as error:
        call()
    return str(error.value)


def test_options_by_name_or_position() -> None:
    assert solve(NAMED, forced=["one"]).options == (0, 1)
    assert solve(NAMED, forced=[3]).options == (2,)  # a name goes before a position
    assert solve(NAMED, forced=[2]).options == (2,)
    assert solve(NAMED, excluded=["two"]).options == (2,)
    assert solve(NAMED, forced=["one"], excluded=["two"]).status is Status.NONE
    assert count(NAMED, forced=["one", 3]).count == 0
    assert count(NAMED, forced=["one", "one"]).count == 1


def test_a_forced_option_without_primary_items_has_no_cover() -> None:
    assert count(Problem("a", ["a", "x"], "x"), forced=[1]).count == 0


@every
def test_wishes_that_cannot_be(question: str) -> None:
    ask = QUESTIONS[question]
    expected = "expected an option of the problem by its position, 0 to 2 or name; found 'x'"
    assert message(lambda: ask(NAMED, forced=["x"])) == expected
    assert message(lambda: ask(NAMED, excluded=["x"])) == expected
    assert message(lambda: ask("ab")) == "expected a cover.Problem, found str"
    assert message(lambda: ask(NAMED, timeout=-1)).startswith("expected a timeout of 0")
    assert message(lambda: ask(NAMED, progress=5)) == (
        "expected a callable or True as progress, found 5"
    )
    if question not in ("estimate", "diagram"):
        assert message(lambda: ask(NAMED, seed=-1)) == "expected a seed of 0 or more, found -1"
    if question != "estimate":
        assert message(lambda: ask(NAMED, max_nodes=-1)).startswith("expected max_nodes of 0")


@pytest.mark.parametrize(
    ("ask", "engines"),
    [
        (solve, "auto, links, cells, bits, learn"),
        (solutions, "auto, links, cells, bits"),
        (count, "auto, links, cells, bits, memo, frontier"),
    ],
)
def test_engines_that_are_not_there(ask: Callable[..., Any], engines: str) -> None:
    for engine in ("x", None, "dance"):
        expected = f"expected an engine of {engines}; found {engine!r}"
        assert message(lambda engine=engine: ask(NAMED, engine=engine)) == expected


@pytest.mark.parametrize(
    ("ask", "engine"), [(solve, "bits"), (solve, "learn"), (solutions, "bits"), (count, "memo")]
)
def test_an_engine_that_does_not_take_a_problem(ask: Callable[..., Any], engine: str) -> None:
    bounded = Problem("ab", ["a", "b", "ab"], bounds={"a": (0, 2)})
    assert message(lambda: ask(bounded, engine=engine)).startswith(
        f"expected a problem for the engine {engine}, which knows no bounds but (1, 1)"
    )
    assert count(bounded).count == 4


def test_counting_arguments() -> None:
    for engine in ("memo", "frontier"):
        assert message(lambda engine=engine: count(NAMED, engine=engine, limit=1)) == (
            f"expected no limit with the engine {engine}, which counts all"
        )
    assert message(lambda: count(NAMED, threads=0)) == "expected threads of 1 or more, found 0"
    assert message(lambda: count(NAMED, memory=0)) == "expected memory of 1 or more, found 0"
    assert message(lambda: estimate(NAMED, probes=0)) == "expected probes of 1 or more, found 0"
    assert message(lambda: sample(NAMED, -1)) == "expected k of 0 or more, found -1"


def test_the_engine_at_work_is_told() -> None:
    for engine in ("links", "cells", "bits", "learn"):
        assert solve(queens(6), engine=engine).engine == engine
    for engine in ("links", "cells", "bits", "memo", "frontier"):
        result = count(queens(6), engine=engine)
        assert (result.engine, result.count) == (engine, 4)
    assert solve(queens(6)).engine == "bits"
    large = solve(dominoes(60, 60))
    assert (large.engine, large.status) == ("cells", Status.FOUND)


def test_a_seed_changes_the_order_and_nothing_else() -> None:
    plain = list(solutions(queens(8)))
    orders = [list(solutions(queens(8), seed=seed)) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert all(sorted(order) == sorted(plain) for order in orders)
    assert plain not in orders


def test_where_a_problem_is_hard_learn_has_its_turn() -> None:
    """Pigeons: ten into nine holes, which a search only knows after all of its tree."""
    pairs = [(("pigeon", p), ("hole", h)) for p in range(10) for h in range(9)]
    problem = Problem([("pigeon", p) for p in range(10)], pairs, [("hole", h) for h in range(9)])
    alone = solve(problem, engine="bits")
    result = solve(problem)
    assert (alone.status, result.status) == (Status.NONE, Status.NONE)
    assert result.nodes - alone.nodes == 2_000 + 4_000  # the turns of learn
    # How it ends by its limit: in the first turn, in learn's, in the one after.
    ends = {most: solve(problem, max_nodes=most) for most in (1_000, 100_001, 102_001)}
    assert [end.engine for end in ends.values()] == ["bits", "learn", "bits"]
    assert all((end.reason, end.nodes) == ("nodes", most) for most, end in ends.items())


def test_what_both_rivals_find_is_one_cover() -> None:
    """Hard, and with one cover only: the second that is looked for is never the first again."""
    pairs = [(("pigeon", p), ("hole", h)) for p in range(10) for h in range(9)]
    items = [("pigeon", p) for p in range(10)]
    problem = Problem(items, [*pairs, items], [("hole", h) for h in range(9)])
    result = solve(problem, unique=True)
    assert (result.status, result.options) == (Status.UNIQUE, (90,))


class TestThreads:
    @pytest.mark.parametrize("engine", ["links", "cells", "bits"])
    def test_the_count_is_the_same(self, engine: str) -> None:
        one = count(queens(9), engine=engine)
        results = [count(queens(9), engine=engine, threads=n) for n in (2, 3, 3)]
        assert {result.count for result in results} == {one.count} == {352}
        assert len({(result.nodes, result.guesses) for result in results}) == 1
        assert {result.engine for result in results} == {engine}

    def test_auto(self) -> None:
        assert count(dominoes(8, 8), threads=2).count == 12988816
        assert count(queens(8), threads=2).count == 92
        assert count(Problem([], []), threads=2).count == 1

    @pytest.mark.parametrize("max_nodes", [0, 1, 5000, 100_000])
    def test_nodes_run_out(self, max_nodes: int) -> None:
        result = count(matchings(30), engine="cells", threads=2, max_nodes=max_nodes)
        assert (result.status, result.reason) == (Status.UNKNOWN, "nodes")
        assert result.nodes <= max_nodes

    def test_time_runs_out(self) -> None:
        result = count(matchings(30), engine="bits", threads=2, timeout=0.1)
        assert (result.status, result.reason) == (Status.UNKNOWN, "time")
        assert result.count > 0
        assert result.seconds < 5

    def test_forced_and_excluded(self) -> None:
        problem = matchings(10)
        for wishes in ({"forced": [3]}, {"excluded": [0, 1, 2]}, {"forced": [3], "seed": 5}):
            expected = count(problem, engine="links", **wishes).count
            assert count(problem, engine="cells", threads=2, **wishes).count == expected


class TestLimits:
    @pytest.mark.parametrize("question", ["solve", "count", "minimum", "sample"])
    def test_no_nodes_at_all(self, question: str) -> None:
        result = QUESTIONS[question](queens(8), max_nodes=0)
        result = result if isinstance(result, CoverResult) else result.result
        assert (result.status, result.reason, result.options) == (Status.UNKNOWN, "nodes", None)
        assert result.nodes == 0

    def test_a_diagram_within_limits(self) -> None:
        for limits, reason in (({"max_nodes": 10}, "nodes"), ({"memory": 1000}, "memory")):
            assert message(lambda limits=limits: diagram(dominoes(8, 8), **limits)) == (
                f"expected a diagram within the limits, found it out of {reason}"
            )

    def test_a_frontier_that_is_too_large(self) -> None:
        result = count(matchings(24), engine="frontier", memory=100_000)
        assert (result.status, result.reason) == (Status.UNKNOWN, "memory")
        assert count(matchings(14), memory=10_000).count == 135135  # auto falls back

    def test_a_memo_that_is_too_large(self) -> None:
        result = count(matchings(24), engine="memo", memory=10_000)
        assert (result.status, result.reason) == (Status.UNKNOWN, "memory")

    def test_the_best_so_far(self) -> None:
        """Matchings by cost: a first one is found at once, the cheapest takes long."""
        problem = matchings(60)
        costs = [(i * 7919) % 1009 + 1 for i in range(len(problem.options))]
        costly = Problem(problem.primary, problem.options, costs=costs)
        result = minimum(costly, max_nodes=40)
        if result.options is not None:
            assert result.cost == sum(costs[o] for o in result.options)
        assert result.status in (Status.UNKNOWN, Status.FOUND)
        assert (result.reason is None) == (result.status is Status.FOUND)


class TestProgress:
    @pytest.mark.parametrize(
        "ask",
        [
            lambda **k: count(matchings(40), engine="cells", **k),
            lambda **k: count(matchings(40), engine="bits", threads=2, **k),
            lambda **k: count(matchings(50), engine="frontier", **k),
            lambda **k: list(solutions(Problem(range(41), matchings_of_odd()), **k)),
            lambda **k: estimate(matchings(200), probes=10**9, **k),
        ],
        ids=["count", "threads", "frontier", "solutions", "estimate"],
    )
    def test_it_is_told(self, ask: Callable[..., Any]) -> None:
        shares: list[float] = []
        ask(timeout=0.7, progress=shares.append)
        assert 1 <= len(shares) <= 8
        assert all(0 <= share <= 1 for share in shares)
        assert shares == sorted(shares)

    def test_an_error_in_it_comes_through(self) -> None:
        def fail(share: float) -> None:
            raise RuntimeError("enough")

        with pytest.raises(RuntimeError, match="enough"):
            count(matchings(40), engine="cells", progress=fail)

    def test_a_bar(self, capsys: pytest.CaptureFixture[str]) -> None:
        count(matchings(40), engine="cells", timeout=0.5, progress=True)
        out, err = capsys.readouterr()
        assert out == ""
        assert " %" in err
        assert err.endswith("\r")

    def test_limits_hold_with_it(self) -> None:
        assert count(matchings(40), engine="cells", max_nodes=1000, progress=print).nodes == 1000
        assert count(queens(8), engine="cells", limit=5, progress=print).count == 5


def matchings_of_odd() -> list[tuple[int, int]]:
    """41 things cannot be paired, and a search finds out only at the end."""
    return [(i, j) for i in range(41) for j in range(i)]
