"""A job on its way to a worker: the subproblems there are those here."""

from __future__ import annotations

import pickle

import pytest

from squaredance import _core
from squaredance.cover import Colored, Problem, examples
from squaredance.splitting.ask import job_of
from squaredance.splitting.cover_job import CoverJob

C = Colored
COLORED = Problem("ab", [["a", C("c", 1)], ["b", C("c", 1)], ["b", C("c", 2)]], "c")
BOUNDED = Problem(["a", 0, 1, 2], [["a", n % 3] for n in range(9)], bounds={"a": (1, 3)})


def _job(problem: Problem, wanted: int) -> CoverJob:
    job = job_of(problem, "auto", (), (), wanted, listed=False)
    assert isinstance(job, CoverJob)
    return job


def _parts(job: CoverJob) -> list[tuple[list[int], list[int]]]:
    return [job._split.options(number) for number in range(job.size)]


@pytest.mark.parametrize("wanted", [1, 2, 300])
@pytest.mark.parametrize(
    "problem",
    [examples.queens(8).problem, examples.pentominoes(3, 20).problem, COLORED, BOUNDED],
    ids=["queens", "pentominoes", "colors", "bounds"],
)
def test_a_worker_has_the_same_subproblems(problem: Problem, wanted: int) -> None:
    job = _job(problem, wanted)
    there = pickle.loads(pickle.dumps(job))
    again = pickle.loads(pickle.dumps(there))
    assert _parts(job) == _parts(there) == _parts(again)
    numbers = list(range(job.size))
    assert job.count(numbers, -1.0, -1.0) == there.count(numbers, -1.0, -1.0)
    assert job.key == there.key


def test_many_subproblems_are_cut_again_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squaredance.splitting.cover_job._FEW", 100)
    job = _job(examples.queens(8).problem, 300)
    there = pickle.loads(pickle.dumps(job))
    assert there._parts is None
    assert _parts(job) == _parts(there)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([1], "expected whole parts"),
        ([1, 0], "expected whole parts"),
        ([0], "expected whole parts"),
        ([0, 2, 0], "expected whole parts"),
        ([2**32 - 1, 0, 0], "expected whole parts"),
        ([1, 10**6, 0], "expected options of the problem"),
        ([0, 1, 64], "expected options of the problem"),
    ],
    ids=str,
)
def test_subproblems_that_cannot_be(numbers: list[int], message: str) -> None:
    packed = b"".join(number.to_bytes(4, "little") for number in numbers)
    core = examples.queens(8).problem.core
    with pytest.raises(ValueError, match=message):
        _core.CoverSplit(core, "auto", [], [], 2, packed)
    with pytest.raises(ValueError, match="expected whole parts"):
        _core.CoverSplit(core, "auto", [], [], 2, bytes(9))
