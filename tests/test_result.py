"""Result, Status and the errors: plain values that travel."""

import pickle

import pytest

from squaredance import (
    FormatError,
    GeometryError,
    Result,
    SquaredanceError,
    Status,
    solve,
    true_candidates,
)
from squaredance.result import FIELDS
from tests.puzzles import CLASH4, UNIQUE4


@pytest.mark.parametrize("result", [solve(UNIQUE4), solve(CLASH4), true_candidates(UNIQUE4)])
def test_a_result_can_be_pickled_hashed_and_compared(result: Result) -> None:
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result
    assert hash(copy) == hash(result)
    assert copy.status is result.status


def test_a_result_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        solve(UNIQUE4).count = 2  # type: ignore[misc]


def test_the_fields_of_a_result() -> None:
    assert FIELDS == (
        "status", "solution", "count", "nodes", "guesses", "seconds", "engine", "reason",
        "clash", "candidates", "memory",
    )  # fmt: skip


def test_statuses_are_words() -> None:
    assert {status.name: str(status) for status in Status} == {
        "UNIQUE": "unique",
        "MULTIPLE": "multiple",
        "FOUND": "found",
        "NONE": "none",
        "UNKNOWN": "unknown",
    }
    assert Status("unique") is Status.UNIQUE


@pytest.mark.parametrize("kind", [SquaredanceError, GeometryError, FormatError])
def test_an_error_is_one_line_with_its_place(kind: type[SquaredanceError]) -> None:
    error = kind("expected this, found that", source="a.txt", line=3, column=7)
    assert isinstance(error, ValueError)
    assert str(error) == "a.txt:3:7: expected this, found that"
    assert error.message == "expected this, found that"
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert (str(copy), copy.line) == (str(error), 3)
    assert str(kind("only this")) == "only this"
    assert str(kind("no file", line=3)) == "3: no file"
