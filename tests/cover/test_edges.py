"""What an independent tester found: each was wrong once."""

import io
import json
import time
from decimal import Decimal

import pytest

from squaredance import SquaredanceError
from squaredance.cover import Problem, count, examples, sample, solutions
from squaredance.formats import covers
from squaredance.formats.source import LineSource
from tests.cover.problems import dominoes, queens


@pytest.mark.parametrize("limit", [0, -5, 1.5, "x"])
def test_the_limit_of_a_count_of_what_is_left_is_checked(limit: object) -> None:
    with pytest.raises(SquaredanceError, match="expected a limit of 1 or more"):
        solutions(Problem("a", ["a", "a"])).count(limit)  # type: ignore[arg-type]


def test_progress_of_covers_that_come_fast() -> None:
    """Each is found before it is time for a report, but all together take long."""
    shares: list[float] = []
    started = time.monotonic()
    for _ in solutions(dominoes(8, 8), progress=shares.append):
        if len(shares) >= 2 or time.monotonic() - started > 30:
            break
    assert len(shares) >= 2
    assert 0 <= shares[0] <= shares[1] <= 1


def test_the_time_of_a_sample_is_that_of_its_draws_too() -> None:
    drawn = sample(dominoes(8, 8), 10**7, seed=1, timeout=0.2)
    assert 0 < len(drawn) < 10**7
    assert drawn.result.reason == "time"


@pytest.mark.parametrize("columns", [None, 2**70])
def test_columns_that_nobody_has(columns: int | None) -> None:
    with pytest.raises(SquaredanceError, match="expected columns of 100000000 or less"):
        Problem.from_csr([0, 1], [2**40], columns)


def test_what_auto_tries_costs_a_part_of_the_search() -> None:
    """In nodes, which are the same everywhere."""
    problem = queens(13)
    assert count(problem).nodes < 1.5 * count(problem, engine="bits").nodes


def test_json_on_one_long_line() -> None:
    """As programs write it; and it is told from the other texts."""
    text = json.dumps({"primary": list(range(150_000)), "options": [[k] for k in range(150_000)]})
    assert len(text) > 1 << 20
    [problem] = covers.read(LineSource(io.BytesIO(text.encode())))
    assert len(problem.options) == 150_000


@pytest.mark.parametrize("text", [3, b"a", None])
def test_a_text_is_a_str(text: object) -> None:
    with pytest.raises(SquaredanceError, match="expected a text, found"):
        Problem.from_text(text)  # type: ignore[arg-type]


def test_costs_that_have_no_sum_with_others() -> None:
    with pytest.raises(SquaredanceError, match="option 1: expected a number up to 1e300"):
        Problem("ab", ["a", "b"], costs=[Decimal("1.1"), 0.5])  # type: ignore[list-item]


def test_examples_that_nobody_has() -> None:
    for ask in (examples.usage, examples.example):
        with pytest.raises(SquaredanceError, match="expected an example of"):
            ask("kings")
    assert examples.example("queens", 6).known == 4  # type: ignore[arg-type]
