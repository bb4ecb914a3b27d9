"""The engine `sat`: the same answers by another program, its limits, and its absence."""

import signal
import sys
import threading

import pytest
from hypothesis import given

from squaredance import (
    Geometry,
    Puzzle,
    SquaredanceError,
    Status,
    _core,
    check,
    count,
    solutions,
    solve,
    true_candidates,
)
from tests.conformance.cases import Conformance, load_cases
from tests.interrupts import interrupted
from tests.puzzles import (
    CLASH4,
    DIAGONALS4,
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    candidate_puzzles,
    dug_puzzles,
    empty,
    examples,
    pigeonholes,
    reference,
    small_puzzles,
)

NO_LIMIT = 2**64 - 1


class TestWithout:
    """A stand-in for an installation without the extra."""

    @pytest.fixture(autouse=True)
    def _no_python_sat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pysolvers", None)

    def test_the_error_names_the_extra(self) -> None:
        with pytest.raises(SquaredanceError, match=r"pip install 'squaredance\[sat\]'"):
            solve(UNIQUE4, engine="sat")


pytest.importorskip("pysolvers", reason="the extra sat is not installed")
from squaredance.sat import SatSearch  # noqa: E402

CASES = [case for case in load_cases() if case.puzzle.size <= 25 and case.count <= 300]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_conformance(case: Conformance) -> None:
    status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(case.count, 2)]
    counted = count(case.puzzle, limit=case.count + 1, engine="sat")
    if case.more:
        assert counted.count > case.count - 1
    else:
        assert (counted.status, counted.count, counted.reason) == (status, case.count, None)
    result = solve(case.puzzle, unique=True, engine="sat")
    assert (result.status, result.engine) == (status, "sat")
    if case.count == 0:
        assert result.solution is None
    else:
        assert check(case.puzzle, result.solution).problems() == []
    if case.solution is not None:
        assert result.solution is not None
        assert result.solution.values == case.solution


@examples(60)
@given(puzzle=small_puzzles(max_size=6))
def test_small_puzzles_beside_search(puzzle: Puzzle) -> None:
    ours = count(puzzle, limit=200)
    assert count(puzzle, limit=200, engine="sat").count == ours.count


@examples(60)
@given(puzzle=candidate_puzzles())
def test_candidates_and_extra_houses_beside_the_slow_solver(puzzle: Puzzle) -> None:
    found = {grid.values for grid in solutions(puzzle, engine="sat")}
    assert found == set(reference(puzzle))


@examples(40)
@given(puzzle=dug_puzzles(max_size=25))
def test_it_is_the_oracle_of_the_other_engines(puzzle: Puzzle) -> None:
    expected = solve(puzzle, unique=True, engine="sat")
    for engine in ("search", "dance"):
        result = solve(puzzle, unique=True, engine=engine)
        assert result.status is expected.status
        if result.status is Status.UNIQUE:
            assert result.solution == expected.solution


def test_every_question() -> None:
    assert solve(UNIQUE4, engine="sat").status is Status.FOUND
    assert "".join(map(str, solve(UNIQUE4, engine="sat", unique=True).solution)) == UNIQUE4_SOLVED
    assert solve(NONE4, engine="sat").status is Status.NONE
    assert solve(DOUBLE4, engine="sat", unique=True).status is Status.MULTIPLE
    assert count("." * 16, engine="sat").count == 288
    assert count(empty(DIAGONALS4), engine="sat").count == count(empty(DIAGONALS4)).count
    assert len({grid.values for grid in solutions("." * 16, engine="sat")}) == 288
    least = solve("." * 16, least=True, engine="sat").solution
    assert least == solve("." * 16, least=True).solution
    puzzle = "1.3..........4.."
    assert true_candidates(puzzle, engine="sat").candidates == true_candidates(puzzle).candidates


def test_a_large_group_has_helpers() -> None:
    """More than 25 candidates in a house: at most one is said another way."""
    puzzle = empty(Geometry(30))
    found = solve(puzzle, engine="sat").solution
    assert found is not None
    assert check(puzzle, found).problems() == []
    values = bytearray(found.values)
    for cell in range(0, 900, 4):
        values[cell] = 0
    dug = Puzzle(puzzle.geometry, bytes(values))
    assert solve(dug, unique=True, engine="sat").status is solve(dug, unique=True).status


def test_a_clash_is_none_without_a_node() -> None:
    result = solve(CLASH4, engine="sat", max_nodes=0)
    assert (result.status, result.nodes) == (Status.NONE, 0)
    assert result.clash == "1 stands 2 times in row 1: R1C1 R1C2"


@pytest.mark.parametrize("question", [solve, count, true_candidates])
def test_time_runs_out(question: object) -> None:
    result = question(pigeonholes(), engine="sat", timeout=0.5)  # type: ignore[operator]
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert (result.count, result.solution) == (0, None)
    assert 0.5 <= result.seconds < 30


def test_time_runs_out_while_clauses_are_made() -> None:
    result = solve(empty(Geometry(36)), engine="sat", timeout=0.0)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")


def test_time_runs_out_between_solutions() -> None:
    result = count(empty(Geometry(9)), engine="sat", limit=10**9, timeout=0.3)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert result.count > 0


@pytest.mark.parametrize("max_nodes", [0, 1, 50])
def test_nodes_run_out(max_nodes: int) -> None:
    result = solve(pigeonholes(), engine="sat", max_nodes=max_nodes)
    assert (result.status, result.reason) == (Status.UNKNOWN, "nodes")
    assert max_nodes <= result.nodes <= max_nodes + 5


def test_a_solution_found_before_the_stop_is_kept() -> None:
    nodes = solve(DOUBLE4, engine="sat").nodes
    result = solve(DOUBLE4, engine="sat", unique=True, max_nodes=nodes)
    assert (result.status, result.reason, result.count) == (Status.UNKNOWN, "nodes", 1)
    assert result.solution is not None


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    puzzle = empty(Geometry(9))
    free = count(puzzle, limit=50, engine="sat")
    limited = count(puzzle, limit=50, engine="sat", max_nodes=10**6, timeout=60)
    assert limited.replace(seconds=0.0) == free.replace(seconds=0.0)


PROGRAM = """
import time
from squaredance import solve
from tests.puzzles import pigeonholes
print("started", flush=True)
try:
    solve(pigeonholes(), engine="sat")
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
"""


@pytest.mark.parametrize("after", [0.1, 1.5])  # while clauses are made; in the solver
def test_ctrl_c_raises_keyboard_interrupt(after: float) -> None:
    others, seconds = interrupted(PROGRAM, after)
    assert others == []
    assert seconds < 10


def test_an_iterator_goes_on_after_an_interrupt() -> None:
    grids = solutions(pigeonholes(), engine="sat")
    nodes = 0
    for _ in range(2):
        timer = threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            next(grids)
        timer.join()
        assert (grids.result.status, grids.result.count) == (Status.UNKNOWN, 0)
        assert grids.result.nodes > nodes
        nodes = grids.result.nodes


def test_a_search_that_is_at_no_solution_has_none_to_give() -> None:
    search = SatSearch(Puzzle.from_text(UNIQUE4))
    with pytest.raises(RuntimeError, match="not at a solution"):
        search.solution()
    assert search.next(NO_LIMIT, -1.0) == _core.SOLUTION
    assert bytes(map(int, UNIQUE4_SOLVED)) == search.solution()
    assert search.next(NO_LIMIT, -1.0) == _core.EXHAUSTED
    with pytest.raises(RuntimeError, match="not at a solution"):
        search.solution()
    assert search.next(NO_LIMIT, -1.0) == _core.EXHAUSTED


def test_one_search_in_two_threads_is_an_error() -> None:
    search = SatSearch(Puzzle.from_text(UNIQUE4))
    with search._free, pytest.raises(RuntimeError, match="running in another thread"):
        search.next(NO_LIMIT, -1.0)
    assert search.next(NO_LIMIT, -1.0) == _core.SOLUTION  # and afterwards it is free
