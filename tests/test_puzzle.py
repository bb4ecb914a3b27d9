"""Grid and Puzzle: immutable, hashable, picklable, comparable, printable."""

import copy
import pickle

import pytest
from hypothesis import given

from squaredance import Geometry, Grid, Puzzle, SquaredanceError, loads
from tests.puzzles import UNIQUE4, candidate_puzzles, dug_puzzles, examples

PUZZLE = Puzzle.from_text(UNIQUE4)


@examples(60)
@given(dug_puzzles() | candidate_puzzles())
def test_a_value_like_any_other(puzzle: Puzzle) -> None:
    twins = [
        pickle.loads(pickle.dumps(puzzle)),
        copy.copy(puzzle),
        copy.deepcopy(puzzle),
        Puzzle(puzzle.geometry, list(puzzle.clues), puzzle.candidates),
    ]
    for twin in twins:
        assert twin == puzzle
        assert hash(twin) == hash(puzzle)
        assert type(twin) is Puzzle
        assert twin.candidates == puzzle.candidates


def test_what_makes_two_puzzles_different() -> None:
    clues = bytes(16)
    different = [
        Puzzle(Geometry(4), clues),
        Puzzle(Geometry(4, None), clues),
        Puzzle(Geometry(4), b"\1" + clues[1:]),
        Puzzle(Geometry(4), clues, [15] * 16),
        Puzzle(Geometry(4), clues, [7] * 16),
        Grid(Geometry(4), clues),
    ]
    assert len(set(different)) == len(different)
    assert all(a != b for a in different for b in different if a is not b)
    assert PUZZLE != UNIQUE4


@pytest.mark.parametrize("thing", [PUZZLE, Grid(Geometry(4), PUZZLE.clues)], ids=["P", "G"])
@pytest.mark.parametrize("name", ["values", "geometry", "anything"])
def test_it_cannot_be_changed(thing: Grid, name: str) -> None:
    with pytest.raises(AttributeError, match=f"a {type(thing).__name__} cannot be changed"):
        setattr(thing, name, 0)
    with pytest.raises(AttributeError, match=f"a {type(thing).__name__} cannot be changed"):
        delattr(thing, name)
    with pytest.raises(AttributeError):
        _ = thing.__dict__


def test_values_and_places() -> None:
    assert PUZZLE[0, 0] == 1
    assert PUZZLE[1, 3] == 2
    assert (PUZZLE.size, len(PUZZLE), PUZZLE.clue_count, PUZZLE.is_full) == (4, 16, 4, False)
    assert list(PUZZLE) == list(PUZZLE.values) == [v for row in PUZZLE.rows() for v in row]
    for place in [(0, 4), (4, 0), (-1, 0)]:
        with pytest.raises(IndexError, match="expected \\(row, col\\) from 0 to 3"):
            PUZZLE[place]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0] * 15, "expected 16 values, found 15"),
        (bytes(17), "expected 16 values, found 17"),
        ([0] * 15 + [5], "R4C4: expected a value from 0 to 4, found 5"),
        ([-1] + [0] * 15, "value 1: expected 0 or more, found -1"),
        ([256] + [0] * 15, "found 256"),
    ],
)
def test_bad_values(values: list[int], message: str) -> None:
    with pytest.raises(SquaredanceError, match=message):
        Puzzle(Geometry(4), values)


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        ([1, 1, 1], "expected 4 candidate masks, found 3"),
        ([1, 1, 1, 4], "R2C2: expected a candidate mask of 2 bits, found 4"),
        ([1, -1, 1, 1], "R1C2: expected a candidate mask of 2 bits, found -1"),
    ],
)
def test_bad_candidates(masks: list[int], message: str) -> None:
    with pytest.raises(SquaredanceError, match=message):
        Puzzle(Geometry(2), bytes(4), masks)


def test_a_clue_leaves_one_candidate() -> None:
    assert Puzzle(Geometry(2), [1, 0, 0, 0], [3, 3, 3, 3]).candidates == (1, 3, 3, 3)
    assert Puzzle(Geometry(2), [1, 0, 0, 0], [2, 3, 3, 3]).candidates == (0, 3, 3, 3)


def test_rows() -> None:
    assert Puzzle.from_rows(PUZZLE.rows()) == PUZZLE
    assert Puzzle.from_rows([[0] * 6] * 6, Geometry(6, (3, 2))).geometry.box == (3, 2)
    with pytest.raises(SquaredanceError, match="row 2: expected 2 values, found 1"):
        Puzzle.from_rows([[0, 0], [0]])
    with pytest.raises(SquaredanceError, match="expected a size from 1 to 64, found 0"):
        Puzzle.from_rows([])


def test_with_clue() -> None:
    changed = PUZZLE.with_clue(1, 2)
    assert changed.clue_count == 5
    assert changed.with_clue(1, 0) == PUZZLE
    assert PUZZLE.clue_count == 4
    with pytest.raises(SquaredanceError, match="R1C1: expected a value from 0 to 4, found 5"):
        PUZZLE.with_clue(0, 5)
    with pytest.raises(SquaredanceError, match="expected 0 or more, found -1"):
        PUZZLE.with_clue(0, -1)
    for cell in (-1, 16):
        with pytest.raises(SquaredanceError, match=f"expected a cell from 0 to 15, found {cell}"):
            PUZZLE.with_clue(cell, 1)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6, 7, 9, 12, 16, 25, 36, 64])
def test_what_is_printed_can_be_read(size: int) -> None:
    clues = [(7 * cell) % (size + 1) for cell in range(size * size)]
    clues[0] = size
    for box in (Geometry(size).box, None):
        puzzle = Puzzle(Geometry(size, box), clues)
        assert loads(str(puzzle), size=size, box=box) == puzzle
        assert f"{size}x{size}" in repr(puzzle)
        assert "\n" not in repr(puzzle)


def test_print_shows_boxes() -> None:
    assert str(Puzzle(Geometry(6), bytes(36))).splitlines()[:3] == [
        "...|...",
        "...|...",
        "---+---",
    ]
    assert str(Puzzle(Geometry(6, (3, 2)), bytes(36))).splitlines()[3] == "--+--+--"
    assert str(Puzzle(Geometry(3), bytes(9))) == "...\n...\n..."
