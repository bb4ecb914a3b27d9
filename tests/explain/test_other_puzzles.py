"""Puzzles that are no plain 9x9: candidates instead of clues. All steps are proved."""

from random import Random

import pytest

from squaredance import Geometry, Path, Puzzle, Status, Step, all_steps, explain, solve, verify
from tests.explain.puzzles import PUZZLES

SCALES = ("se121", "sukaku118", "hodoku")


def dug(geometry: Geometry, random: Random) -> bytes:
    """The clues of a puzzle that needs every one of them."""
    found = None
    while found is None:  # extra houses leave a first row without a solution now and then
        row = random.sample(range(1, geometry.size + 1), geometry.size)
        found = solve(Puzzle(geometry, bytes(row) + bytes(geometry.cells - len(row)))).solution
    values = bytearray(found.values)
    for cell in random.sample(range(geometry.cells), geometry.cells):
        value, values[cell] = values[cell], 0
        if solve(Puzzle(geometry, bytes(values)), unique=True).status is not Status.UNIQUE:
            values[cell] = value
    return bytes(values)


def check(way: Path) -> None:
    assert way.solution is not None
    for step, state in zip(way.steps, way.states, strict=False):
        assert str(verify(step, state)) == "proved", step
        assert all(way.solution.values[cell] != value for cell, value in step.eliminations), step
        assert Step.from_json(step.to_json()) == step


def as_candidates(geometry: Geometry, clues: bytes, random: Random) -> Puzzle:
    """The puzzle without clues. Some cells that have none do not allow some values either."""
    full = (1 << geometry.size) - 1
    solution = solve(Puzzle(geometry, clues)).solution
    assert solution is not None
    masks = [
        1 << clue - 1 if clue else full & ~(1 << random.randrange(geometry.size)) | 1 << value - 1
        for clue, value in zip(clues, solution.values, strict=True)
    ]
    return Puzzle(geometry, bytes(geometry.cells), masks)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("seed", range(8))
def test_puzzles_of_candidates(seed: int, scale: str) -> None:
    geometry = Geometry(9)
    random = Random(seed)
    check(explain(as_candidates(geometry, dug(geometry, random), random), scale=scale))


def test_uniqueness_asks_what_the_puzzle_allows() -> None:
    """As candidates, the clues may stand in no deadly pattern either."""
    for text, _ in PUZZLES:
        clues = bytes(int(c) if c != "." else 0 for c in text)
        masks = [1 << clue - 1 if clue else 511 for clue in clues]
        puzzle = Puzzle(Geometry(9), bytes(81), masks)
        way = explain(puzzle, scale="hodoku")
        check(way)
        for state in way.states[:-1:7]:
            for step in all_steps(state, scale="hodoku", timeout=0.2):
                assert str(verify(step, state)) == "proved", step
