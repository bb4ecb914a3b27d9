"""A job on its way to a worker: the subproblems there are those here."""

from __future__ import annotations

import pickle

import pytest

from squaredance import Geometry, Puzzle, _core
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
    assert job.cut()
    there = pickle.loads(pickle.dumps(job))
    again = pickle.loads(pickle.dumps(there))
    assert _parts(job) == _parts(there) == _parts(again)
    numbers = list(range(job.size))
    assert job.count(numbers, -1.0, -1.0) == there.count(numbers, -1.0, -1.0)
    assert job.key == there.key


def test_many_subproblems_are_cut_again_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless that takes long. A worker that has not cut yet does not do so to hand it on."""
    monkeypatch.setattr("squaredance.splitting.job._FEW", 100)
    job = _job(examples.queens(8).problem, 300)
    assert pickle.loads(pickle.dumps(job))._parts is None
    assert not job.is_cut
    assert job.cut()
    there = pickle.loads(pickle.dumps(job))
    assert there._parts is None
    assert _parts(job) == _parts(there)
    monkeypatch.setattr("squaredance.splitting.job._LONG", 0.0)
    assert pickle.loads(pickle.dumps(job))._parts == job._split.parts()
    monkeypatch.setattr("squaredance.splitting.job._MOST_SENT", 100)
    assert pickle.loads(pickle.dumps(job))._parts is None


EMPTY = Puzzle(Geometry(4), bytes(16))
CANDIDATES = Puzzle(Geometry(4), bytes(16), [14] * 3 + [15] * 13)


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("wanted", [1, 2, 300])
@pytest.mark.parametrize("puzzle", [EMPTY, CANDIDATES], ids=["empty", "candidates"])
def test_a_worker_has_the_same_subproblems_of_a_puzzle(
    puzzle: Puzzle, wanted: int, listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(puzzle, "auto", (), (), wanted, listed=listed)
    assert job.cut()
    there = [pickle.loads(pickle.dumps(job))]
    there.append(pickle.loads(pickle.dumps(there[0])))
    monkeypatch.setattr("squaredance.splitting.job._FEW", 3)
    there.append(pickle.loads(pickle.dumps(job)))
    assert [other._parts is None for other in there] == [False, False, True]
    numbers = list(range(job.size))
    for other in there:
        assert other.size == job.size
        assert other._split.parts() == job._split.parts()
        clues = [other._split.clues(number) for number in numbers]
        assert clues == [job._split.clues(number) for number in numbers]
        assert other.count(numbers[:5], -1.0, -1.0) == job.count(numbers[:5], -1.0, -1.0)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([0], "expected whole parts"),
        ([0, 1], "expected whole parts"),
        ([0, 2**32 - 1, 1], "expected whole parts"),
        ([1, 0], "expected parts of these roots"),
        ([0, 1, 16 << 8 | 1], "expected clues of the geometry"),
        ([0, 1, 15 << 8 | 5], "expected clues of the geometry"),
        ([0, 1, 15 << 8], "expected clues of the geometry"),
    ],
    ids=str,
)
def test_subproblems_of_a_puzzle_that_cannot_be(numbers: list[int], message: str) -> None:
    packed = b"".join(number.to_bytes(4, "little") for number in numbers)
    with pytest.raises(ValueError, match=message):
        _core.GridSplit(EMPTY.geometry.core, [EMPTY.clues], None, 2, packed)


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
