"""Time and node limits: UNKNOWN with the reason, whichever question was asked."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given

from squaredance import (
    Geometry,
    Puzzle,
    Result,
    SquaredanceError,
    Status,
    count,
    solutions,
    solve,
    true_candidates,
)
from tests.puzzles import (
    CLASH4,
    DOUBLE4,
    ENGINES,
    UNIQUE4,
    dug_puzzles,
    empty,
    examples,
    pigeonholes,
)

ENDLESS = empty(Geometry(16))  # to count
WIDE = empty(Geometry(25))
both_engines = pytest.mark.parametrize("engine", ENGINES)


def exhaust(puzzle: Puzzle, **limits: object) -> Result:
    grids = solutions(puzzle, **limits)  # type: ignore[arg-type]
    for _ in grids:
        pass
    return grids.result


def least(puzzle: Puzzle, **limits: object) -> Result:
    return solve(puzzle, least=True, **limits)  # type: ignore[arg-type]


LONG_QUESTIONS = [count, exhaust]


@both_engines
@pytest.mark.parametrize("question", LONG_QUESTIONS)
def test_time_runs_out(question: Callable[..., Result], engine: str) -> None:
    result = question(ENDLESS, engine=engine, timeout=0.1)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert result.count > 0
    assert result.solution is not None
    assert 0.1 <= result.seconds < 30


@both_engines
@pytest.mark.parametrize("question", [solve, count, exhaust, least, true_candidates])
def test_time_runs_out_before_the_first_solution(
    question: Callable[..., Result], engine: str
) -> None:
    result = question(pigeonholes(), engine=engine, timeout=0.05)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert (result.count, result.solution) == (0, None)


@pytest.mark.parametrize("question", [true_candidates, least])
def test_time_runs_out_over_many_small_searches(question: Callable[..., Result]) -> None:
    """Each search is over in no time, so that none of them would notice by itself."""
    result = question(empty(Geometry(6)), timeout=0.0)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert result.solution is not None


@both_engines
@pytest.mark.parametrize("question", [*LONG_QUESTIONS, true_candidates, least])
@pytest.mark.parametrize("max_nodes", [0, 1, 300, 1000])
def test_nodes_run_out(question: Callable[..., Result], engine: str, max_nodes: int) -> None:
    result = question(WIDE, engine=engine, max_nodes=max_nodes)
    assert (result.status, result.reason) == (Status.UNKNOWN, "nodes")
    assert result.nodes == max_nodes


@both_engines
def test_a_solution_found_before_the_stop_is_kept(engine: str) -> None:
    nodes = solve(DOUBLE4, engine=engine).nodes
    result = solve(DOUBLE4, engine=engine, unique=True, max_nodes=nodes)
    assert (result.status, result.reason, result.count) == (Status.UNKNOWN, "nodes", 1)
    assert result.solution is not None


@both_engines
@examples(40)
@given(puzzle=dug_puzzles(min_size=2, max_size=9))
def test_a_limit_that_is_not_reached_changes_nothing(puzzle: Puzzle, engine: str) -> None:
    free = solve(puzzle, unique=True, engine=engine)
    limited = solve(puzzle, unique=True, engine=engine, max_nodes=free.nodes, timeout=math.inf)
    assert limited.replace(seconds=0.0) == free.replace(seconds=0.0)


@both_engines
def test_the_same_nodes_however_the_work_is_cut(engine: str) -> None:
    """Asking for solutions one by one costs the same as counting them."""
    listed = exhaust(Puzzle.from_text("." * 16), engine=engine)
    counted = count("." * 16, limit=10**6, engine=engine)
    assert (listed.nodes, listed.guesses) == (counted.nodes, counted.guesses)


@both_engines
def test_two_runs_cost_the_same(engine: str) -> None:
    one, other = (count(ENDLESS, limit=5000, engine=engine) for _ in range(2))
    assert one.replace(seconds=0.0) == other.replace(seconds=0.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_clash_is_none_at_once(engine: str) -> None:
    result = solve(CLASH4, engine=engine, max_nodes=1, timeout=0)
    assert (result.status, result.nodes) == (Status.NONE, 0)


@pytest.mark.parametrize("timeout", [-1, math.nan, -math.inf])
def test_a_bad_timeout(timeout: float) -> None:
    with pytest.raises(SquaredanceError, match="expected a timeout of 0 seconds or more"):
        solve(UNIQUE4, timeout=timeout)


def test_a_bad_max_nodes() -> None:
    with pytest.raises(SquaredanceError, match="expected max_nodes of 0 or more"):
        solve(UNIQUE4, max_nodes=-1)


def test_limits_beyond_64_bits_are_no_limits() -> None:
    assert solve(UNIQUE4, unique=True, max_nodes=2**80).status is Status.UNIQUE


@both_engines
def test_a_clash_is_none_without_a_single_node(engine: str) -> None:
    result = solve("11..............", engine=engine, max_nodes=0)
    assert (result.status, result.nodes) == (Status.NONE, 0)


@pytest.mark.parametrize(
    "arguments",
    [{"limit": 1.5}, {"timeout": "1"}, {"max_nodes": 2.5}],
    ids=lambda value: next(iter(value)),
)
def test_arguments_of_a_wrong_type_are_errors_of_ours(arguments: dict[str, object]) -> None:
    with pytest.raises(SquaredanceError, match=r"expected .* of .* or more, found"):
        count("1......2.3....4.", **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("puzzle", [None, 5, [1, 2], [None]])
def test_what_is_no_puzzle_is_an_error_of_ours(puzzle: object) -> None:
    with pytest.raises(SquaredanceError, match="expected a puzzle, a text or rows of values"):
        solve(puzzle)  # type: ignore[arg-type]


@pytest.mark.parametrize("timeout", [float("inf"), 10**400])
def test_a_timeout_may_be_as_long_as_you_like(timeout: float) -> None:
    assert solve("1......2.3....4.", timeout=timeout).status is Status.FOUND
