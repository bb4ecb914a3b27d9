"""Numbers of any kind: counts of thousands of digits, limits beyond native ones, those of numpy."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse

from squaredance import SquaredanceError, Status, solve_many
from squaredance import count as count_grids
from squaredance.cover import (
    Problem,
    count,
    diagram,
    estimate,
    minimum,
    sample,
    solutions,
    solve,
)  # fmt: skip
from squaredance.whole import decimal
from tests.cover.problems import dominoes, matchings

TWO = Problem("ab", ["a", "b", "ab"])
HUGE = 10**5000


def message(call: Callable[[], object]) -> str:
    with pytest.raises(SquaredanceError) as error:
        call()
    return str(error.value)


def test_a_count_of_many_digits() -> None:
    problem = Problem(range(15_000), [[k // 2] for k in range(30_000)])
    result = count(problem)
    assert result.count == 2**15_000
    assert f"count={decimal(2**15_000)}, nodes=" in repr(result)
    shared = diagram(problem)
    assert repr(shared) == f"<Diagram of {decimal(2**15_000)} covers, {len(shared)} nodes>"
    assert len(shared[-1]) == 15_000
    with pytest.raises(IndexError, match=f"expected a cover of {decimal(2**15_000)}, found 1000"):
        shared[10**6000]
    assert f"count={decimal(2**15_000)}" in repr(sample(problem, seed=1).result)


def test_the_repr_of_a_result() -> None:
    result = solve(Problem("a", ["a"]))._replace(seconds=0.5)
    assert repr(result) == (
        "CoverResult(status=<Status.FOUND: 'found'>, options=(0,), count=1, "
        f"nodes={result.nodes}, guesses=0, seconds=0.5, reason=None, engine={result.engine!r}, "
        "cost=None)"
    )


def test_limits_beyond_native_numbers() -> None:
    assert count(TWO, memory=2**70, threads=2**40).count == 2
    assert count(TWO, engine="cells", threads=2**40, max_nodes=2**70, seed=2**70).count == 2
    assert count(TWO, limit=2**70).count == 2
    assert diagram(TWO, memory=2**70).count == 2
    assert len(sample(TWO, 3, memory=2**70, seed=2**70)) == 3


def test_what_is_in_no_diagram() -> None:
    shared = diagram(TWO)
    strangers: list[Any] = [["x"], [-1], [2**70], [None], [[0]], [0.5], 5, None, [0, 1, 1], []]
    assert [thing in shared for thing in strangers] == [False] * len(strangers)
    assert np.array([1, 0]) in shared


@pytest.mark.parametrize("ask", [solve, count, minimum, estimate, sample, diagram])
def test_options_of_numpy(ask: Callable[..., Any]) -> None:
    ask(TWO, forced=np.array([0]), excluded=np.arange(2, 3))
    assert message(lambda: ask(TWO, forced=np.array([3]))).endswith("found np.int64(3)")
    assert message(lambda: ask(TWO, forced=[10**5000])).endswith("found 1" + "0" * 5000)


def test_arguments_of_numpy() -> None:
    one = np.int64(1)
    assert count(TWO, limit=one).status is Status.FOUND
    assert count(TWO, threads=np.int8(2), memory=np.uint32(10**6), seed=one).count == 2
    assert solve(dominoes(8, 8), max_nodes=one).nodes == 1
    assert solutions(TWO).count(limit=one).count == 1
    assert estimate(TWO, probes=np.int16(7), seed=one).probes == 7
    assert sample(TWO, np.int64(5), seed=one) == sample(TWO, 5, seed=1)
    assert diagram(TWO).sample(np.int64(5), seed=one) == diagram(TWO).sample(5, seed=1)
    assert diagram(TWO)[one] == diagram(TWO)[1]
    assert TWO.position(one) == 1


def test_arguments_of_numpy_for_grids() -> None:
    assert count_grids("1......2.3....4.", limit=np.int64(1), max_nodes=np.int64(99)).count == 1
    assert len(solve_many(["1......2.3....4."], limit=np.int8(2), threads=np.int64(1))) == 1


@pytest.mark.parametrize("name", ["limit", "threads", "memory", "max_nodes", "seed"])
@pytest.mark.parametrize("value", [True, 1.0, "1", np.float64(1)])
def test_what_is_no_whole_number(name: str, value: object) -> None:
    arguments: dict[str, Any] = {name: value}
    assert f"found {value!r}" in message(lambda: count(TWO, **arguments))


@pytest.mark.parametrize("value", [1, "x", np.array([1, 2])])
def test_what_is_no_progress(value: Any) -> None:
    assert "expected a callable or True as progress" in message(lambda: count(TWO, progress=value))


def test_the_seed_of_a_diagram_is_checked() -> None:
    assert "expected a seed of 0 or more" in message(lambda: diagram(TWO).sample(seed="x"))  # type: ignore[arg-type]
    assert "expected a limit of 1 or more" in message(lambda: solutions(TWO).count("x"))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [">i8", ">u2", "<i4", "=q", "u8"])
def test_compressed_rows_in_any_order_of_bytes(kind: str) -> None:
    starts, places = np.array([0, 2, 3], kind), np.array([0, 2, 1], kind)
    problem = Problem.from_csr(starts, places, np.int64(3), secondary=np.arange(1, 2))
    assert list(problem.options) == [(0, 2), (1,)]
    assert (problem.primary, problem.secondary) == ((0, 2), (1,))
    assert all(type(item) is int for item in (*problem.primary, *problem.secondary))
    assert Problem.from_csr(starts[::1], places[::-1]).options[0] == (1, 2)


def test_columns_of_numpy() -> None:
    matrix = np.eye(3, dtype=int)
    assert Problem.from_matrix(matrix, secondary=np.arange(1, 3)).secondary == (1, 2)


@pytest.mark.parametrize(
    ("matrix", "secondary", "expected"),
    [
        (5, (), "expected a matrix, found 5"),
        (None, (), "expected a matrix, found None"),
        ([5, 6], (), "expected a collection of 0 and 1 as row 0, found 5"),
        ([[1, 0], None], (), "expected a collection of 0 and 1 as row 1, found None"),
        ([[1, 0]], 5, "expected a collection of columns, found 5"),
        ([[1, 0]], [True], "secondary: expected columns from 0 to 1, found True"),
        ([[1, 10**5000]], (), f"row 0, column 1 (from 0): expected 0 or 1, found 1{'0' * 5000}"),
        (list(np.zeros((1, 1, 2), int)), (),
         "row 0, column 0 (from 0): expected 0 or 1, found [0, 0]"),
        (np.eye(2).astype(">f8"), (),
         "expected a matrix of whole numbers, found the format '>d'"),
        (np.array([["2026-01-01"]], "M8[D]"), (),
         "row 0, column 0 (from 0): expected 0 or 1, found datetime.date(2026, 1, 1)"),
        (sparse.csr_array(np.eye(2, dtype=complex)), (),
         "expected a matrix of whole numbers, found those of the type complex128"),
    ],
)  # fmt: skip
def test_what_is_no_matrix(matrix: Any, secondary: Iterable[int], expected: str) -> None:
    assert message(lambda: Problem.from_matrix(matrix, secondary=secondary)) == expected


def test_a_sparse_matrix_of_small_floats() -> None:
    matrix = sparse.csr_array(np.eye(2))
    matrix.data = matrix.data.astype(np.float16)
    assert "found those of the type float16" in message(lambda: Problem.from_matrix(matrix))


def test_a_memoryview_of_other_bytes() -> None:
    starts = memoryview(np.array([0, 1], ">i8"))
    assert "indptr: expected whole numbers" in message(lambda: Problem.from_csr(starts, [0]))


def test_a_cost_of_many_digits() -> None:
    found = message(lambda: Problem("a", ["a"], costs=[10**5000]))
    assert found.startswith("option 1: expected a number up to 1e300 as its cost, found 1000")


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (lambda: Problem([HUGE, HUGE], []),
         f"expected different items, found {decimal(HUGE)} twice"),
        (lambda: Problem([1], [[HUGE]]),
         f"option 1: expected items of the problem, found {decimal(HUGE)}"),
        (lambda: Problem("a", [], bounds={"a": (-HUGE, 1)}),
         "bounds of 'a': expected (least, most) with 0 <= least <= most, "
         "found a tuple with a large number"),
        (lambda: Problem.from_csr([0, HUGE], [0]),
         "indptr: expected whole numbers, found a list with a large number"),
        (lambda: Problem.from_csr([0, 1], [2**62]),
         "expected columns of 100000000 or less, found 4611686018427387905"),
        (lambda: Problem.from_csr([0, 1], [0], 2**40),
         "expected columns of 100000000 or less, found 1099511627776"),
    ],
)  # fmt: skip
def test_errors_with_many_digits(build: Callable[[], object], expected: str) -> None:
    assert message(build) == expected


class TestTheBarGoesAway:
    """Also when Ctrl-C strikes."""

    @pytest.mark.parametrize(
        "ask",
        [
            lambda **k: count(matchings(40), threads=2, **k),
            lambda **k: count(matchings(40), engine="cells", **k),
            lambda **k: next(solutions(matchings(41), **k)),
        ],
        ids=["auto", "cells", "solutions"],
    )
    def test_ctrl_c(
        self,
        ask: Callable[..., Any],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        from squaredance.cover.progress import Bar

        show = Bar.__call__

        def interrupt(bar: Bar, share: float) -> None:
            show(bar, share)
            raise KeyboardInterrupt

        monkeypatch.setattr(Bar, "__call__", interrupt)
        with pytest.raises(KeyboardInterrupt):
            ask(progress=True)
        err = capsys.readouterr().err
        assert " %" in err
        assert err.endswith("\r")
