"""solve: first, unique and least solution, by each engine, against the slow solver."""

from random import Random

import pytest
from hypothesis import given

from squaredance import Geometry, Grid, Puzzle, SquaredanceError, Status, check, solve
from tests.puzzles import (
    CLASH4,
    DOUBLE4,
    ENGINES,
    NO_PLACE4,
    NONE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    candidate_puzzles,
    dug_puzzles,
    empty,
    examples,
    random_puzzle,
    reference,
    small_puzzles,
)
from tests.reference import slow_solver

both_engines = pytest.mark.parametrize("engine", ENGINES)


@both_engines
def test_statuses(engine: str) -> None:
    def status(text: str, **question: bool) -> Status:
        return solve(text, engine=engine, **question).status

    assert status(UNIQUE4) is Status.FOUND
    assert status(UNIQUE4, unique=True) is Status.UNIQUE
    assert status(DOUBLE4) is Status.FOUND
    assert status(DOUBLE4, unique=True) is Status.MULTIPLE
    assert status(DOUBLE4, least=True) is Status.MULTIPLE
    assert status(UNIQUE4, least=True) is Status.UNIQUE
    assert status(NONE4) is Status.NONE
    assert status(NONE4, unique=True) is Status.NONE


@both_engines
def test_the_result_tells_the_effort(engine: str) -> None:
    result = solve(UNIQUE4, engine=engine)
    assert result.engine == engine
    assert result.nodes > 0
    assert 0 <= result.guesses < result.nodes
    assert result.seconds > 0
    assert (result.reason, result.clash, result.candidates) == (None, None, None)


def test_auto_names_the_engine_that_it_picked() -> None:
    assert solve(UNIQUE4).engine in ENGINES


def test_an_engine_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(SquaredanceError, match="expected an engine of auto, search, dance"):
        solve(UNIQUE4, engine="magic")


@pytest.mark.parametrize(
    "form",
    [
        UNIQUE4,
        Puzzle.from_text(UNIQUE4),
        [[1, 0, 0, 0], [0, 0, 0, 2], [0, 3, 0, 0], [0, 0, 4, 0]],
        Grid(Geometry(4), Puzzle.from_text(UNIQUE4).clues),
    ],
    ids=["text", "puzzle", "rows", "grid"],
)
def test_every_form_of_a_puzzle_is_taken(form: object) -> None:
    solution = solve(form).solution  # type: ignore[arg-type]
    assert solution == Grid(Geometry(4), map(int, UNIQUE4_SOLVED))


@both_engines
@pytest.mark.parametrize("size", range(1, 26))
def test_an_empty_grid_of_every_size_has_a_solution(size: int, engine: str) -> None:
    result = solve(empty(Geometry(size)), engine=engine, timeout=60)
    assert check(empty(Geometry(size)), result.solution).problems() == []


@pytest.mark.parametrize("size", [1, 15, 16, 17, 31, 32, 33, 48, 63, 64])
def test_mask_widths_at_their_edges(size: int) -> None:
    puzzle = random_puzzle(Geometry(size), 0.8, Random(size))
    for engine in ENGINES:
        assert check(puzzle, solve(puzzle, engine=engine, timeout=60).solution)


@examples(150)
@given(small_puzzles())
def test_unique_like_the_slow_solver(puzzle: Puzzle) -> None:
    expected = reference(puzzle)
    for engine in ENGINES:
        result = solve(puzzle, unique=True, engine=engine)
        assert result.count == min(len(expected), 2)
        if expected:
            assert result.solution is not None
            assert result.solution.values in expected
        else:
            assert result.solution is None


@examples(150)
@given(candidate_puzzles())
def test_candidates_and_extra_houses_like_the_slow_solver(puzzle: Puzzle) -> None:
    expected = reference(puzzle)
    for engine in ENGINES:
        result = solve(puzzle, least=True, engine=engine)
        assert result.count == min(len(expected), 2)
        assert (result.solution and result.solution.values) == (min(expected, default=None))


@examples(60)
@given(dug_puzzles(min_size=5, max_size=9, least_share=0.55))
def test_least_like_the_slow_solver(puzzle: Puzzle) -> None:
    expected = next(  # it finds them in order
        slow_solver.solutions(puzzle.size, puzzle.geometry.houses, puzzle.clues)
    )
    for engine in ENGINES:
        result = solve(puzzle, least=True, engine=engine)
        assert result.solution is not None
        assert result.solution.values == expected


@examples(120)
@given(dug_puzzles(min_size=5))
def test_engines_agree_at_every_size(puzzle: Puzzle) -> None:
    results = [solve(puzzle, unique=True, engine=engine, timeout=60) for engine in ENGINES]
    for result in results:
        assert result.reason is None
        assert check(puzzle, result.solution).problems() == []
    assert results[0].status is results[1].status
    if results[0].status is Status.UNIQUE:
        assert results[0].solution == results[1].solution


@both_engines
@pytest.mark.parametrize(
    ("clues", "clash"),
    [
        (CLASH4, "1 stands 2 times in row 1: R1C1 R1C2"),
        ("1...1...........", "1 stands 2 times in col 1: R1C1 R2C1"),
        ("1....1..........", "1 stands 2 times in box 1: R1C1 R2C2"),
        ("123....4........", "R1C4 has no value left"),
        (NO_PLACE4, "no place is left for 4 in row 1"),
    ],
)
def test_clues_that_clash_are_named(clues: str, clash: str | None, engine: str) -> None:
    result = solve(clues, engine=engine)
    assert result.clash == clash
    if clash:
        assert (result.status, result.solution, result.guesses) == (Status.NONE, None, 0)


def test_a_clash_in_an_extra_house_is_named() -> None:
    puzzle = Puzzle(Geometry(4, extra=[(0, 5, 10, 15)]), [1] + [0] * 14 + [1])
    assert solve(puzzle).clash == "1 stands 2 times in extra 1: R1C1 R4C4"


def test_a_puzzle_without_solution_but_without_a_clash() -> None:
    result = solve(NONE4)
    assert (result.status, result.clash) == (Status.NONE, None)
    assert result.nodes > 0


def test_a_clue_outside_of_its_candidates() -> None:
    puzzle = Puzzle(Geometry(2), [1, 0, 0, 0], [2, 3, 3, 3])
    assert solve(puzzle).clash == "R1C1 has no value left"


@pytest.mark.slow
@examples(2000)
@given(dug_puzzles(min_size=1))
def test_engines_agree_for_long(puzzle: Puzzle) -> None:
    results = [solve(puzzle, unique=True, engine=engine) for engine in ENGINES]
    assert len({result.status for result in results}) == 1
    assert all(check(puzzle, result.solution) for result in results)
