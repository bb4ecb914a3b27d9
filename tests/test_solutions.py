"""solutions: lazy, complete, without repetition; and true_candidates over them."""

from itertools import islice

import pytest
from hypothesis import given

from squaredance import Geometry, Grid, Puzzle, Status, check, solutions, true_candidates
from tests.puzzles import (
    DIAGONALS4,
    DOUBLE4,
    ENGINES,
    NONE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    candidate_puzzles,
    dug_puzzles,
    empty,
    examples,
    masks_of,
    reference,
    small_puzzles,
)

both_engines = pytest.mark.parametrize("engine", ENGINES)


@examples(80)
@given(small_puzzles(max_size=4))
def test_all_solutions_of_small_puzzles(puzzle: Puzzle) -> None:
    expected = reference(puzzle)
    for engine in ENGINES:
        assert sorted(grid.values for grid in solutions(puzzle, engine=engine)) == expected


@examples(80)
@given(candidate_puzzles())
def test_all_solutions_with_candidates_and_extra_houses(puzzle: Puzzle) -> None:
    expected = reference(puzzle)
    for engine in ENGINES:
        assert sorted(grid.values for grid in solutions(puzzle, engine=engine)) == expected


@examples(40)
@given(dug_puzzles(min_size=5))
def test_engines_list_the_same_solutions(puzzle: Puzzle) -> None:
    lists = [list(islice(solutions(puzzle, engine=engine), 300)) for engine in ENGINES]
    if len(lists[0]) < 300:
        assert all(set(found) == set(lists[0]) for found in lists)
    for found in lists:
        assert len(set(found)) == len(found)
        assert all(check(puzzle, grid) for grid in found[:20])


@both_engines
def test_all_grids_with_both_diagonals(engine: str) -> None:
    found = list(solutions(empty(DIAGONALS4), engine=engine))
    assert len(set(found)) == len(found) == 48
    assert all(grid.geometry == DIAGONALS4 and check(empty(DIAGONALS4), grid) for grid in found)


def test_they_are_found_as_they_are_asked_for() -> None:
    """A list of all would never end."""
    grids = solutions("." * 81)
    before = grids.result
    assert (before.status, before.count, before.nodes) == (Status.UNKNOWN, 0, 0)
    first, second = next(grids), next(grids)
    assert isinstance(first, Grid)
    assert first != second
    after = grids.result
    assert (after.status, after.count, after.solution) == (Status.FOUND, 2, second)
    assert after.nodes > 0


@pytest.mark.parametrize(
    ("text", "status"),
    [(NONE4, Status.NONE), (UNIQUE4, Status.UNIQUE), (DOUBLE4, Status.MULTIPLE)],
)
@both_engines
def test_the_result_at_the_end(text: str, status: Status, engine: str) -> None:
    grids = solutions(text, engine=engine)
    found = list(grids)
    assert (grids.result.status, grids.result.count) == (status, len(found))
    assert next(grids, None) is None  # an end is an end
    assert grids.result.count == len(found)


def test_an_iterator_is_its_own_iterator() -> None:
    grids = solutions(DOUBLE4)
    assert iter(grids) is grids


@both_engines
def test_true_candidates_of_a_unique_puzzle(engine: str) -> None:
    result = true_candidates(UNIQUE4, engine=engine)
    assert (result.status, result.count) == (Status.UNIQUE, 1)
    assert result.candidates == tuple(frozenset({int(c)}) for c in UNIQUE4_SOLVED)
    assert result.solution == Grid(Geometry(4), map(int, UNIQUE4_SOLVED))


@both_engines
def test_true_candidates_of_no_solution(engine: str) -> None:
    result = true_candidates(NONE4, engine=engine)
    assert (result.status, result.solution) == (Status.NONE, None)
    assert result.candidates == (frozenset(),) * 16


@pytest.mark.parametrize("size", [1, 2, 3, 9, 12])
def test_true_candidates_of_an_empty_grid_are_all_values(size: int) -> None:
    result = true_candidates(empty(Geometry(size)))
    assert result.status is (Status.UNIQUE if size == 1 else Status.MULTIPLE)
    assert result.candidates == (frozenset(range(1, size + 1)),) * size**2


@examples(100)
@given(small_puzzles())
def test_true_candidates_are_the_union_of_all_solutions(puzzle: Puzzle) -> None:
    expected = reference(puzzle)
    for engine in ENGINES:
        result = true_candidates(puzzle, engine=engine)
        assert list(map(set, result.candidates or ())) == masks_of(expected, len(puzzle))
        status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(len(expected), 2)]
        assert result.status is status


@examples(60)
@given(candidate_puzzles())
def test_true_candidates_of_candidate_puzzles(puzzle: Puzzle) -> None:
    expected = masks_of(reference(puzzle), len(puzzle))
    for engine in ENGINES:
        found = true_candidates(puzzle, engine=engine).candidates
        assert list(map(set, found or ())) == expected


@examples(25)
@given(dug_puzzles(min_size=5, max_size=12))
def test_engines_agree_on_true_candidates(puzzle: Puzzle) -> None:
    one, *others = (true_candidates(puzzle, engine=engine, timeout=60) for engine in ENGINES)
    assert all(other.candidates == one.candidates for other in others)
    assert one.candidates is not None
    assert all(
        c <= seen for c, seen in zip(map(_as_set, puzzle.clues), one.candidates, strict=True)
    )


def _as_set(clue: int) -> set[int]:
    return {clue} if clue else set()
