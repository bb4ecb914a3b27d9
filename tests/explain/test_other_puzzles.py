"""Puzzles that are no plain 9x9: of candidates, with extra houses. All steps are proved."""

from itertools import product
from random import Random

import pytest

from squaredance import Geometry, Path, Puzzle, Status, Step, all_steps, explain, solve, verify
from tests.explain.puzzles import PUZZLES, path

SCALES = ("se121", "sukaku118", "hodoku")
DIAGONALS = [range(0, 81, 10), range(8, 80, 8)]
WINDOWS = [
    [9 * (row + i) + col + j for i in range(3) for j in range(3)]
    for row in (1, 5)
    for col in (1, 5)
]
# Neighbours lie in houses whose numbers differ, and many cells in two of them or three.
STAIRS = [
    [9 * i + (i * step + first) % 9 for i in range(9)] for step, first in ((1, 0), (2, 0), (4, 3))
]
SHEARED = [
    [cell for cell in range(81) if (cell // 27, (cell + cell // 9) % 9 // 3) == area]
    for area in product(range(3), repeat=2)
]


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


@pytest.mark.long
def test_uniqueness_asks_what_the_puzzle_allows() -> None:
    """As candidates, the clues may stand in no deadly pattern either."""
    for text, _ in PUZZLES:
        clues = bytes(int(c) if c != "." else 0 for c in text)
        masks = [1 << clue - 1 if clue else 511 for clue in clues]
        puzzle = Puzzle(Geometry(9), bytes(81), masks)
        way = explain(puzzle, scale="hodoku")
        check(way)
        state = way.states[len(way.steps) // 2]
        for step in all_steps(state, scale="hodoku", timeout=0.1):
            if step.evidence.patterns:
                assert str(verify(step, state)) == "proved", step


@pytest.mark.long
@pytest.mark.parametrize(
    "geometry",
    [
        Geometry(9, extra=DIAGONALS),
        Geometry(9, extra=WINDOWS),
        Geometry(9, extra=STAIRS),
        Geometry(9, box=None, extra=SHEARED),
    ],
    ids=["x", "windows", "stairs", "jigsaw"],
)
@pytest.mark.parametrize("seed", range(3))
def test_extra_houses(seed: int, geometry: Geometry) -> None:
    puzzle = Puzzle(geometry, dug(geometry, Random(seed)))
    for scale in SCALES:
        check(explain(puzzle, scale=scale, timeout=1))


def used_nodes(step: Step) -> set[int]:
    used: set[int] = set()
    todo = [
        node
        for lemma in step.evidence.lemmas
        for case in lemma.cases
        for node in (case.assumption, case.end, case.clash)
        if node is not None
    ]
    while todo:
        node = todo.pop()
        used.add(node)
        todo += set(step.evidence.nodes[node].parents) - used
    return used


@pytest.mark.parametrize(("puzzle", "scale"), PUZZLES)
def test_every_node_is_used(puzzle: str, scale: str) -> None:
    for step in path(puzzle, scale).steps:
        assert used_nodes(step) == set(range(len(step.evidence.nodes))), step
