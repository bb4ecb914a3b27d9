"""Exact cover: against the slow ways, known counts, odd problems, limits."""

import pickle

import pytest
from hypothesis import given

from squaredance import SquaredanceError, Status, cover
from squaredance.cover import Problem, count, solutions, solve
from tests.cover.problems import dominoes, matchings, queens
from tests.puzzles import cover_problems, examples
from tests.reference import slow_cover

TOY = Problem("abcdefg", ["df", "bf", "ace", "bdg", "acd", "eg"])


@examples(250)
@given(cover_problems())
def test_like_all_subsets(problem: tuple[list[int], list[list[int]], list[int]]) -> None:
    primary, options, secondary = problem
    expected = slow_cover.covers_by_subsets(primary, options, secondary)
    asked = Problem(primary, options, secondary)
    found = list(solutions(asked))
    assert len(found) == len(expected)
    assert set(map(frozenset, found)) == expected
    assert all(list(chosen) == sorted(set(chosen)) for chosen in found)

    counted = count(asked)
    status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(len(expected), 2)]
    assert (counted.count, counted.status) == (len(expected), status)
    unique = solve(asked, unique=True)
    assert (unique.status, unique.options) == (status, found[0] if found else None)
    first = solve(asked)
    assert first.status is (Status.FOUND if found else Status.NONE)
    assert first.options == (found[0] if found else None)


@pytest.mark.slow
@examples(5000)
@given(cover_problems(max_options=14))
def test_like_algorithm_x_for_long(
    problem: tuple[list[int], list[list[int]], list[int]],
) -> None:
    primary, options, secondary = problem
    expected = set(slow_cover.covers_by_items(primary, options))
    assert set(map(frozenset, solutions(Problem(primary, options, secondary)))) == expected


@pytest.mark.parametrize(
    ("problem", "total"),
    [
        (queens(1), 1),
        (queens(2), 0),
        (queens(3), 0),
        (queens(4), 2),
        (queens(6), 4),
        (queens(8), 92),
        (dominoes(2, 2), 2),
        (dominoes(2, 10), 89),
        (dominoes(4, 4), 36),
        (dominoes(3, 3), 0),
        (dominoes(6, 6), 6728),
        (dominoes(8, 8), 12988816),
    ],
    ids=repr,
)
def test_published_counts(problem: Problem, total: int) -> None:
    if total > 10**6:
        assert count(problem, limit=10**5).count == 10**5
    else:
        assert count(problem).count == total


@pytest.mark.slow
def test_dominoes_on_a_chess_board() -> None:
    assert count(dominoes(8, 8)).count == 12988816


def test_a_small_problem() -> None:
    result = solve(TOY, unique=True)
    assert (result.status, result.options, result.count) == (Status.UNIQUE, (1, 4, 5), 1)
    assert [TOY.options[o] for o in result.options or ()] == [
        ("b", "f"),
        ("a", "c", "d"),
        ("e", "g"),
    ]


def test_a_problem_without_items_has_the_empty_cover() -> None:
    result = solve(Problem([], []), unique=True)
    assert (result.status, result.options, result.count) == (Status.UNIQUE, (), 1)


def test_only_secondary_items_have_the_empty_cover() -> None:
    assert list(solutions(Problem([], ["x", "xy"], secondary="xy"))) == [()]


def test_an_item_without_options_has_no_cover() -> None:
    result = solve(Problem("a", []))
    assert (result.status, result.options) == (Status.NONE, None)


def test_an_option_without_primary_items_is_never_chosen() -> None:
    problem = Problem("a", ["a", "x", "", "ax"], secondary="x")
    assert list(solutions(problem)) == [(0,), (3,)]


def test_options_that_are_the_same_are_different_covers() -> None:
    assert list(solutions(Problem("ab", ["ab", "ab"]))) == [(0,), (1,)]


def test_iteration_is_lazy_and_tells_how_far_it_is() -> None:
    covers = solutions(dominoes(8, 8))
    assert covers.result.status is Status.UNKNOWN
    first = next(covers)
    assert (covers.result.status, covers.result.count) == (Status.FOUND, 1)
    assert covers.result.options == first
    assert next(covers) != first
    assert covers.count(limit=100).count == 102


def test_iteration_ends() -> None:
    covers = solutions(dominoes(2, 2))
    assert len(list(covers)) == 2
    assert next(covers, None) is None
    assert (covers.result.status, covers.result.count) == (Status.MULTIPLE, 2)


@pytest.mark.parametrize("max_nodes", [0, 1, 1000])
def test_nodes_run_out(max_nodes: int) -> None:
    result = count(dominoes(8, 8), max_nodes=max_nodes)
    assert (result.status, result.reason, result.nodes) == (Status.UNKNOWN, "nodes", max_nodes)


@pytest.mark.parametrize("engine", ["auto", "links", "cells", "bits", "memo", "frontier"])
def test_time_runs_out(engine: str) -> None:
    result = count(matchings(50), engine=engine, timeout=0.05)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert result.seconds < 5


def test_time_runs_out_between_covers() -> None:
    covers = solutions(dominoes(4, 4), timeout=0.0)
    assert sum(1 for _ in covers) >= 1
    assert covers.result.reason == "time"


@pytest.mark.parametrize("limit", [0, -3])
def test_a_limit_below_one_is_an_error(limit: int) -> None:
    with pytest.raises(SquaredanceError, match="expected a limit of 1 or more"):
        count(TOY, limit=limit)


def test_a_limit_ends_the_count() -> None:
    assert (count(queens(8), limit=10).count, count(queens(8), limit=1).status) == (
        10,
        Status.FOUND,
    )


def test_the_effort_is_the_same_every_time() -> None:
    one, other = count(queens(8)), count(queens(8))
    assert (one.nodes, one.guesses) == (other.nodes, other.guesses)
    assert one.nodes > one.guesses > 0


def test_results_can_be_pickled() -> None:
    result = solve(TOY)
    assert pickle.loads(pickle.dumps(result)) == result


def test_what_the_module_exports() -> None:
    assert cover.__all__ == [
        "Colored", "CoverResult", "Covers", "Diagram", "Estimate", "Problem", "Sample",
        "count", "diagram", "estimate", "minimum", "sample", "solutions", "solve",
    ]  # fmt: skip


@pytest.mark.parametrize("taken", [0, 1, 2, 5, 30, 36])
def test_covers_that_wait_are_counted(taken: int) -> None:
    covers = solutions(dominoes(4, 4))
    for number in range(1, taken + 1):
        next(covers)
        assert covers.result.count == number
    assert covers.count(limit=2).count == min(taken + 2, 36)
    assert covers.count().count == 36
    assert (covers.result.status, next(covers, None)) == (Status.MULTIPLE, None)


def test_covers_that_wait_come_after_the_last_node() -> None:
    """The search ends ahead of who iterates: nothing may be lost, nothing told twice."""
    every = list(solutions(dominoes(4, 4)))
    assert len(set(every)) == len(every) == 36
    for max_nodes in range(1, 200, 7):
        covers = solutions(dominoes(4, 4), max_nodes=max_nodes)
        found = list(covers)
        assert found == every[: len(found)]
        assert covers.result.count == len(found)
        assert (covers.result.reason == "nodes") == (len(found) < 36)
