"""Counts of split problems: published numbers, and random small problems against plain counts."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import Geometry, Puzzle, SquaredanceError, Status, count, cover, split_count
from squaredance.cover import examples
from squaredance.splitting.result import Sampling
from tests.cover.problems import small


@pytest.mark.parametrize(
    ("problem", "known"),
    [
        (examples.pentominoes(6, 10).problem, 9356),
        (examples.pentominoes(6, 10, reduced=True).problem, 2339),
        (examples.queens(10).problem, 724),
        (examples.langford(8).problem, 300),
        (examples.matchings(10).problem, 945),
        (examples.latin(5).problem, 161_280),
    ],
    ids=["6x10", "6x10 reduced", "queens", "langford", "matchings", "latin"],
)
def test_published_numbers_of_covers(problem: cover.Problem, known: int) -> None:
    results = [split_count(problem, threads=threads) for threads in (1, 2)]
    for result in results:
        assert (result.status, result.count, result.reason) == (Status.MULTIPLE, known, None)
        assert result.finished == result.subproblems > 100
    assert results[0].nodes == results[1].nodes


@pytest.mark.parametrize(
    ("geometry", "known"),
    [
        (Geometry(4), 288),
        (Geometry(6), 28_200_960),
        (Geometry(5, None), 161_280),
        (Geometry(6, None), 812_851_200),
    ],
    ids=["4x4", "6x6", "latin 5", "latin 6"],
)
def test_published_numbers_of_grids(geometry: Geometry, known: int) -> None:
    empty = Puzzle(geometry, bytes(geometry.cells))
    results = [split_count(empty, threads=threads) for threads in (1, 3)]
    assert [result.count for result in results] == [known, known]
    assert results[0].nodes == results[1].nodes


@given(st.integers(0, 2**32), st.integers(1, 40))
def test_random_covers(seed: int, subproblems: int) -> None:
    random = Random(seed)
    case = small(random)
    problem = case.problem()
    options = range(len(case.options))
    forced = random.sample(options, min(1, len(options)) * random.randint(0, 1))
    excluded = random.sample(options, min(1, len(options)) * random.randint(0, 1))
    expected = cover.count(problem, forced=forced, excluded=excluded)
    for engine in ("auto", "links"):
        result = split_count(
            problem,
            threads=1,
            subproblems=subproblems,
            engine=engine,
            forced=forced,
            excluded=excluded,
        )
        assert (result.status, result.count) == (expected.status, expected.count)


def random_puzzle(random: Random) -> Puzzle:
    """With none, one or many solutions, clues or candidates, in boxes or without."""
    geometry = random.choice([Geometry(4), Geometry(4, None), Geometry(6), Geometry(1)])
    size = geometry.size
    clues = [0] * geometry.cells
    for cell in random.sample(range(geometry.cells), random.randint(0, size * size // 3)):
        clues[cell] = random.randint(1, size)
    if size == 6:
        clues[:6] = random.sample(range(1, 7), 6)
        clues[6:12] = clues[3:6] + clues[:3]
    candidates = None
    if random.random() < 0.5:
        full = (1 << size) - 1
        candidates = [full & ~(1 << random.randint(0, 8)) for _ in range(geometry.cells)]
    return Puzzle(geometry, clues, candidates)


@given(st.integers(0, 2**32), st.integers(1, 100))
def test_random_puzzles(seed: int, subproblems: int) -> None:
    puzzle = random_puzzle(Random(seed))
    expected = count(puzzle)
    result = split_count(puzzle, threads=1, subproblems=subproblems)
    assert (result.status, result.count) == (expected.status, expected.count)


def test_more_subproblems_than_there_are() -> None:
    result = split_count("1......2.3....4.", subproblems=10_000, threads=1)
    assert (result.status, result.count, result.subproblems) == (Status.UNIQUE, 1, 1)
    result = split_count("11..............", threads=1)
    assert (result.status, result.count, result.subproblems) == (Status.NONE, 0, 0)
    result = split_count(cover.Problem([], []), threads=1)
    assert (result.status, result.count) == (Status.UNIQUE, 1)


def test_progress_is_told_with_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squaredance.splitting.counting._BEAT", 0.0)
    told = []
    result = split_count(examples.queens(9).problem, threads=1, progress=told.append)
    assert [one.finished for one in told] == sorted(one.finished for one in told)
    assert told[-1] == result
    assert result.estimate is not None
    assert result.estimate[:4] == (352.0, 0.0, float(result.nodes), 0.0)
    assert all(
        abs(one.estimate.solutions - 352) <= 5 * one.estimate.solutions_error for one in told
    )


def test_an_estimate_is_that_of_a_sample() -> None:
    random = Random(1)
    numbers = [random.randint(0, 100) for _ in range(1000)]
    sampling = Sampling(list(range(1000)), factor=3)
    sampling.note({k: (numbers[k], 1, 0) for k in range(100)})
    estimate = sampling.estimate
    assert estimate is not None
    assert estimate.solutions == 3 * 10 * sum(numbers[:100])
    assert 0 < abs(estimate.solutions - 3 * sum(numbers)) < 3 * estimate.solutions_error
    assert (estimate.nodes, estimate.nodes_error, estimate.sample) == (1000.0, 0.0, 100)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"subproblems": 0}, "expected subproblems of 1 or more, found 0"),
        ({"subproblems": 1 << 40}, "expected subproblems of 1000000 or less, found 1099511627776"),
        ({"subproblems": 1_000_001}, "expected subproblems of 1000000 or less, found 1000001"),
        ({"threads": 0}, "expected threads of 1 or more, found 0"),
        ({"timeout": -1}, "expected a timeout of 0 seconds or more, found -1"),
        ({"engine": "rows"}, "expected the engine auto for a puzzle, found 'rows'"),
        ({"forced": [1]}, "expected a cover.Problem with forced or excluded options"),
        ({"cluster": "local:1", "threads": 1}, "expected a cluster or threads, found both"),
        ({"cluster": "local"}, "expected local:N or the address of a scheduler such as "
         "tcp://host:8786, found 'local'"),
    ],
)  # fmt: skip
def test_wrong_arguments(arguments: dict[str, object], message: str, tmp_path: Path) -> None:
    """They leave no checkpoint."""
    with pytest.raises(SquaredanceError) as error:
        split_count("." * 16, checkpoint=tmp_path / "c", **arguments)  # type: ignore[arg-type]
    assert str(error.value) == message
    assert list(tmp_path.iterdir()) == []


def test_large_puzzles_have_fewer_subproblems() -> None:
    """Each of them is a puzzle in memory."""
    empty = Puzzle(Geometry(64), bytes(64 * 64))
    message = "^expected subproblems of 65536 or less, found 65537$"
    with pytest.raises(SquaredanceError, match=message):
        split_count(empty, subproblems=65_537)


MEMORY = """
import resource, sys
from squaredance.cluster import open_workers
from squaredance.cover import Problem, examples
from squaredance.splitting.ask import job_of
from squaredance.splitting.counting import Counting

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10  # MB

most = int(sys.argv[1])
problem = examples.queens(14).problem
if most:
    problem = Problem(["a"], [["a"]] * 20_000, bounds={"a": (1, most)})
before = peak()
job = job_of(problem, "auto", (), (), int(sys.argv[2]), listed=False)
result = Counting(job, open_workers(threads=1), 0.0, None).run(None)
print(result.subproblems, peak() - before)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("most", "subproblems", "least"),
    [(0, 1_000_000, 1_000_000), (1, 19_000, 3000), (3, 19_000, 3000)],
    ids=["queens", "groups", "bounds"],
)
def test_the_memory_of_a_cut_is_bounded(most: int, subproblems: int, least: int) -> None:
    words = [sys.executable, "-c", MEMORY, str(most), str(subproblems)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found, megabytes = map(int, done.stdout.split())
    assert found >= least
    assert megabytes < 600


def test_an_engine_that_does_not_take_the_problem() -> None:
    problem = cover.Problem("a", ["a", "a"], bounds={"a": (1, 2)})
    assert split_count(problem, threads=1).count == 3
    with pytest.raises(SquaredanceError, match="expected a problem for the engine bits"):
        split_count(problem, engine="bits")
