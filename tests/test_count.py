"""count: published numbers, the slow solver, symmetries, limits."""

from random import Random

import pytest
from hypothesis import given

from squaredance import Geometry, Puzzle, SquaredanceError, Status, check, count
from tests.puzzles import (
    DIAGONALS4,
    DOUBLE4,
    ENGINES,
    NO_PLACE4,
    NONE4,
    UNIQUE4,
    candidate_puzzles,
    dug_puzzles,
    empty,
    examples,
    randoms,
    relabelled,
    small_puzzles,
    transposed,
    with_lines_permuted,
)
from tests.reference import slow_solver

both_engines = pytest.mark.parametrize("engine", ENGINES)


@both_engines
@pytest.mark.parametrize(
    ("geometry", "total"),
    [
        (Geometry(1), 1),
        (Geometry(2), 2),
        (Geometry(3), 12),
        (Geometry(4, None), 576),
        (Geometry(5), 161280),
        (Geometry(6, None), 812851200),
        (Geometry(4), 288),
        (Geometry(6), 28200960),
        (Geometry(6, (3, 2)), 28200960),
        (DIAGONALS4, 48),
    ],
    ids=repr,
)
def test_published_counts(geometry: Geometry, total: int, engine: str) -> None:
    result = count(empty(geometry), engine=engine)
    assert (result.count, result.reason) == (total, None)
    assert check(empty(geometry), result.solution)


def test_published_counts_without_the_symmetry_of_values() -> None:
    """Every grid one by one: a limit turns the short cut off."""
    assert count("." * 16, limit=1000).count == 288
    assert count(empty(Geometry(5)), limit=10**6).count == 161280


@pytest.mark.slow
def test_every_six_by_six_grid_one_by_one() -> None:
    assert count(empty(Geometry(6)), limit=10**9).count == 28200960


@examples(200)
@given(small_puzzles())
def test_like_the_slow_solver(puzzle: Puzzle) -> None:
    total = slow_solver.count(puzzle.size, puzzle.geometry.houses, puzzle.clues)
    status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(total, 2)]
    for engine in ENGINES:
        result = count(puzzle, engine=engine)
        assert (result.count, result.status) == (total, status)
        assert count(puzzle, engine=engine, limit=5).count == min(total, 5)


@examples(200)
@given(candidate_puzzles())
def test_candidates_and_extra_houses_like_the_slow_solver(puzzle: Puzzle) -> None:
    total = slow_solver.count(puzzle.size, puzzle.geometry.houses, puzzle.clues, puzzle.candidates)
    assert {count(puzzle, engine=engine).count for engine in ENGINES} == {total}


@examples(25)
@given(dug_puzzles(min_size=5, max_size=9, least_share=0.6))
def test_middle_sizes_like_the_slow_solver(puzzle: Puzzle) -> None:
    total = slow_solver.count(puzzle.size, puzzle.geometry.houses, puzzle.clues, limit=50)
    assert {count(puzzle, engine=engine, limit=50).count for engine in ENGINES} == {total}


@examples(60)
@given(dug_puzzles(min_size=5))
def test_engines_agree_at_every_size(puzzle: Puzzle) -> None:
    counts = {count(puzzle, engine=engine, limit=200, timeout=60).count for engine in ENGINES}
    assert len(counts) == 1
    assert counts.pop() >= 1


@examples(40)
@given(dug_puzzles(min_size=1, max_size=16), randoms)
def test_symmetries_keep_the_count(puzzle: Puzzle, random: Random) -> None:
    total = count(puzzle, limit=200).count
    assert count(relabelled(puzzle, random), limit=200).count == total
    assert count(transposed(puzzle), limit=200).count == total
    assert count(with_lines_permuted(puzzle, random), limit=200).count == total


@examples(40)
@given(dug_puzzles(min_size=1, max_size=6))
def test_value_symmetry_keeps_the_count(puzzle: Puzzle) -> None:
    """With and without the short cut for values that no clue holds."""
    listed = count(puzzle, limit=3000).count
    if listed < 3000:
        assert count(puzzle).count == listed


@both_engines
def test_a_limit_ends_the_count(engine: str) -> None:
    result = count("." * 81, limit=1000, engine=engine)
    assert (result.status, result.count, result.reason) == (Status.MULTIPLE, 1000, None)


@pytest.mark.parametrize(
    ("text", "status"),
    [(UNIQUE4, Status.FOUND), (DOUBLE4, Status.FOUND), (NONE4, Status.NONE)],
)
def test_a_limit_of_one_proves_nothing_about_a_second(text: str, status: Status) -> None:
    assert count(text, limit=1).status is status


def test_a_limit_that_is_not_reached_gives_the_exact_count() -> None:
    result = count(DOUBLE4, limit=3)
    assert (result.status, result.count) == (Status.MULTIPLE, 2)
    assert count(UNIQUE4, limit=2).status is Status.UNIQUE


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_an_error(limit: int) -> None:
    with pytest.raises(SquaredanceError, match="expected a limit of 1 or more"):
        count(UNIQUE4, limit=limit)


def test_a_limit_beyond_64_bits_is_no_limit() -> None:
    assert count("." * 16, limit=2**70).count == 288


@both_engines
@pytest.mark.parametrize("text", ["11..............", "123....4........", NO_PLACE4])
def test_a_clash_is_named(text: str, engine: str) -> None:
    result = count(text, engine=engine)
    assert (result.status, result.count) == (Status.NONE, 0)
    assert result.clash
