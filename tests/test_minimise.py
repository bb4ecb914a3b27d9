"""minimise, redundant_clues, is_minimal: against taking clues away one by one with `solve`."""

from random import Random

import pytest

from squaredance import (
    Geometry,
    Puzzle,
    SquaredanceError,
    is_minimal,
    minimise,
    minimise_many,
    redundant_clues,
    solve,
)
from squaredance.result import Status
from tests.puzzles import DIAGONALS4, DOUBLE4, NONE4, UNIQUE9, solved_values

GEOMETRIES = [Geometry(4), Geometry(6), Geometry(9), Geometry(5, None), Geometry(9, None)]


def _is_unique(puzzle: Puzzle) -> bool:
    return solve(puzzle, unique=True, engine="dance").status is Status.UNIQUE


def _slowly(puzzle: Puzzle) -> Puzzle:
    for cell in range(len(puzzle)):
        fewer = puzzle.with_clue(cell, 0)
        if puzzle.clues[cell] and _is_unique(fewer):
            puzzle = fewer
    return puzzle


def _puzzle(geometry: Geometry, random: Random, share: float = 0.8) -> Puzzle:
    while True:
        values = solved_values(geometry, random)
        puzzle = Puzzle(geometry, [v if random.random() < share else 0 for v in values])
        if _is_unique(puzzle):
            return puzzle


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_the_first_minimal_puzzle(geometry: Geometry) -> None:
    puzzle = _puzzle(geometry, Random(1))
    minimal = minimise(puzzle)
    assert minimal == _slowly(puzzle)
    assert is_minimal(minimal)


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_redundant_clues(geometry: Geometry) -> None:
    puzzle = _puzzle(geometry, Random(2), 0.7)
    clues = [cell for cell, clue in enumerate(puzzle.clues) if clue]
    expected = [cell for cell in clues if _is_unique(puzzle.with_clue(cell, 0))]
    assert redundant_clues(puzzle) == tuple(expected)


def test_extra_houses() -> None:
    grid = solve(Puzzle(DIAGONALS4, bytes(16))).solution
    assert grid is not None
    puzzle = Puzzle(DIAGONALS4, grid.values)
    assert minimise(puzzle) == _slowly(puzzle)


def test_random_ones_are_minimal_and_the_same_for_a_seed() -> None:
    puzzle = _puzzle(Geometry(9), Random(3))
    solution = solve(puzzle).solution
    made = {seed: minimise(puzzle, seed=seed) for seed in range(8)}
    assert len(set(made.values())) > 4
    for seed, minimal in made.items():
        assert is_minimal(minimal)
        assert solve(minimal, unique=True).solution == solution
        assert minimal == minimise(puzzle, seed=seed) == minimise(puzzle, seed=seed - 2**64)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_are_as_one_by_one(threads: int) -> None:
    random = Random(4)
    puzzles = [_puzzle(geometry, random) for geometry in GEOMETRIES[:3] for _ in range(20)]
    random.shuffle(puzzles)
    assert list(minimise_many(puzzles, threads=threads)) == [minimise(p) for p in puzzles]
    first, *_ = minimise_many(puzzles, seed=7, threads=threads)
    assert first == minimise(puzzles[0], seed=7)


def test_many_go_on_after_a_puzzle_that_has_not_one_solution() -> None:
    done: list[int] = []
    made = minimise_many([UNIQUE9, NONE4, DOUBLE4, UNIQUE9], progress=lambda n, _: done.append(n))
    assert [puzzle is None for puzzle in made] == [False, True, True, False]
    assert done[-1] == 4


@pytest.mark.parametrize("question", [minimise, redundant_clues, is_minimal])
def test_a_puzzle_needs_one_solution(question: object) -> None:
    assert callable(question)
    with pytest.raises(SquaredanceError, match="one solution, found none"):
        question(NONE4)
    with pytest.raises(SquaredanceError, match="one solution, found several"):
        question("." * 81)
    with pytest.raises(SquaredanceError, match="found one with candidates"):
        question(Puzzle(Geometry(4), bytes(16), [15] * 16))
    with pytest.raises(SquaredanceError, match="expected an answer within 0 seconds, found none"):
        question(UNIQUE9, timeout=0)


def test_bad_arguments() -> None:
    with pytest.raises(SquaredanceError, match=r"expected a whole number as seed, found 1\.5"):
        minimise(UNIQUE9, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(SquaredanceError, match="expected threads of 1 or more"):
        minimise_many([UNIQUE9], threads=0)
    with pytest.raises(SquaredanceError, match="expected progress True or a function"):
        minimise_many([UNIQUE9], progress="yes")  # type: ignore[arg-type]
