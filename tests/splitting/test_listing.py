"""All solutions in an order that depends on nothing but the problem."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import (
    Puzzle,
    SquaredanceError,
    Status,
    _core,
    cover,
    solutions,
    split_solutions,
)
from squaredance.cluster import Workers, open_workers
from squaredance.cover import examples
from squaredance.splitting.job import Job, ListedPiece, Piece, Place, list_piece
from squaredance.splitting.puzzle_job import PuzzleJob
from squaredance.splitting.searching import Kept
from tests.cover.problems import small
from tests.splitting.test_count import random_puzzle

QUEENS = examples.queens(9).problem
GRID = Puzzle.from_text("123456" + "." * 30)


@given(st.integers(0, 2**32), st.integers(1, 40))
def test_random_covers(seed: int, subproblems: int) -> None:
    problem = small(Random(seed)).problem()
    found = split_solutions(problem, threads=1, subproblems=subproblems)
    listed = list(found)
    assert sorted(listed) == sorted(cover.solutions(problem))
    assert found.result.count == len(listed)


@given(st.integers(0, 2**32), st.integers(1, 40))
def test_random_puzzles(seed: int, subproblems: int) -> None:
    puzzle = random_puzzle(Random(seed))
    found = list(islice(split_solutions(puzzle, threads=1, subproblems=subproblems), 3000))
    if len(found) < 3000:
        assert set(found) == set(solutions(puzzle))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("problem", [QUEENS, GRID], ids=["cover", "puzzle"])
def test_the_order_is_the_same_for_all_workers(
    problem: cover.Problem | Puzzle, processes: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = split_solutions(problem, threads=1)
    grids = list(expected)
    assert len(grids) == (352 if problem is QUEENS else 39_168)
    others = [split_solutions(problem, threads=3), split_solutions(problem, cluster=processes)]
    # Pieces that end early, in the middle of a subproblem.
    monkeypatch.setattr("squaredance.splitting.listing._WAITING", 0)
    monkeypatch.setattr("squaredance.splitting.listing._LEAST", 7 if problem is QUEENS else 999)
    others += [split_solutions(problem, threads=2), split_solutions(problem, cluster=processes)]
    for other in others:
        assert list(other) == grids
        assert other.result._replace(seconds=0) == expected.result._replace(seconds=0)
    assert expected.result.status is Status.MULTIPLE


@pytest.mark.parametrize(
    ("threads", "subproblems", "most"),
    [(1, 36, 100_000), (2, 1, 100_000), (2, 36, 100_000), (60, 500, 121_000)],
)
def test_few_are_in_memory_at_a_time(
    threads: int, subproblems: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What workers have listed and nobody has got yet is bounded, whatever their number, also where
    one subproblem has nearly all.
    """
    made = []

    def listed(job: Job, piece: Piece) -> ListedPiece:
        answer = list_piece(job, piece)
        made.append(answer.found)
        return answer

    monkeypatch.setattr("squaredance.splitting.listing.list_piece", listed)
    found = split_solutions("." * 36, threads=threads, subproblems=subproblems)
    for number, _ in enumerate(islice(found, 150_000), 1):
        if number % 100 == 1:  # the sum of many takes long
            assert number <= sum(made) <= number + most
    assert found.result.status is Status.FOUND
    found.close()
    assert list(found) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_a_later_piece_goes_on_with_the_search_of_the_one_before(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = []
    search_of = PuzzleJob._search

    def noted(job: PuzzleJob, number: int) -> _core.Search:
        searches.append(number)
        return search_of(job, number)

    monkeypatch.setattr(PuzzleJob, "_search", noted)
    monkeypatch.setattr("squaredance.splitting.listing._WAITING", 5000)
    assert len(list(split_solutions(GRID, threads=threads, subproblems=1))) == 39_168
    assert searches == [0]


def test_few_searches_are_kept() -> None:
    search = _core.Search(GRID.geometry.core, GRID.clues, "auto", None)
    kept = Kept()
    for number in range(20):
        kept.put(search, Place(number, 10))
    found = [number for number in range(20) if kept.take(Place(number, 10))]
    assert 1 < len(found) < 10
    assert found == list(range(20))[-len(found) :]
    assert not any(kept.take(Place(number, 10)) for number in range(20))


def test_a_search_that_is_kept_has_not_passed_the_place() -> None:
    search = _core.Search(GRID.geometry.core, GRID.clues, "auto", None)
    kept = Kept()
    for passed, wanted in ((10, 10), (10, 30), (10, 9), (10, 0)):
        kept.put(search, Place(1, passed))
        assert kept.take(Place(0, wanted)) is None
        expected = (search, passed) if wanted >= passed else None
        assert kept.take(Place(1, wanted)) == expected
    kept.close()
    kept.put(search, Place(1, 10))
    assert kept.take(Place(1, 10)) is None


def test_no_process_is_started_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def start(size: int) -> Workers:
        started.append(size)
        return open_workers(threads=size)

    monkeypatch.setattr("squaredance.cluster.dask_workers.started", start)
    split_solutions(QUEENS, cluster="local:1").close()
    assert split_solutions(QUEENS, cluster="local:1").result.status is Status.UNKNOWN
    with split_solutions(QUEENS, cluster="local:1") as dropped:
        assert iter(dropped) is dropped
    assert started == []
    with split_solutions(QUEENS, cluster="local:1") as found:
        assert next(found)
    assert started == [1]
    for spec in ("local", "local:0", "tcp:"):
        with pytest.raises(SquaredanceError, match="expected local:N or the address"):
            split_solutions(QUEENS, cluster=spec)


def test_it_ends_when_the_time_is_up() -> None:
    found = split_solutions("." * 81, threads=2, timeout=0.2)
    given = sum(1 for _ in found)
    result = found.result
    assert (result.status, result.reason, result.count) == (Status.UNKNOWN, "time", given)


def test_no_solution_and_one() -> None:
    assert list(split_solutions("11..............", threads=2)) == []
    one = split_solutions("1......2.3....4.", threads=2)
    assert len(list(one)) == 1
    assert one.result.status is Status.UNIQUE
