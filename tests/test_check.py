"""check: clashes, empty cells and changed clues, each named."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import Check, Clash, Geometry, Grid, Puzzle, SquaredanceError, check
from squaredance.check import candidate_masks, explain_conflict, find_clashes, find_conflict
from squaredance.geometry import standard_geometry
from tests.puzzles import (
    CLASH4,
    DIAGONALS4,
    NO_PLACE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    examples,
    extra_geometries,
    geometries,
    randoms,
    small_puzzles,
    solved_values,
)
from tests.reference import slow_solver


def test_a_valid_solution() -> None:
    found = check(UNIQUE4, UNIQUE4_SOLVED)
    assert (bool(found), found.valid, str(found), found.problems()) == (True, True, "valid", [])


def test_a_filled_puzzle_is_checked_by_itself() -> None:
    assert check(UNIQUE4_SOLVED)
    assert not check(UNIQUE4)


def test_everything_that_is_wrong_is_named() -> None:
    found = check(UNIQUE4, "1134341243212.43")
    assert found == Check(
        clashes=(
            Clash("row 1", 1, (0, 1), Geometry(4)),
            Clash("box 1", 1, (0, 1), Geometry(4)),
        ),
        empty_cells=(13,),
        changed_clues=(),
        geometry=Geometry(4),
    )
    assert found.problems() == [
        "1 stands 2 times in row 1: R1C1 R1C2",
        "1 stands 2 times in box 1: R1C1 R1C2",
        "no value in R4C2",
    ]


def test_a_changed_clue_is_named() -> None:
    assert str(check(UNIQUE4, "2143432112343412")) == "clue not kept in R1C1 R2C4 R3C2 R4C3"


def test_a_value_that_is_no_candidate_is_named() -> None:
    puzzle = Puzzle(Geometry(2), bytes(4), [1, 3, 3, 3])
    assert check(puzzle, Grid(Geometry(2), [1, 2, 2, 1]))
    assert str(check(puzzle, Grid(Geometry(2), [2, 1, 1, 2]))) == "clue not kept in R1C1"


def test_a_value_three_times_is_one_clash() -> None:
    assert [str(clash) for clash in find_clashes(Geometry(3), [2, 2, 2, 0, 0, 0, 0, 0, 0])] == [
        "2 stands 3 times in row 1: R1C1 R1C2 R1C3"
    ]


def test_extra_houses_count() -> None:
    puzzle = Puzzle(DIAGONALS4, bytes(16))
    assert check(puzzle, UNIQUE4_SOLVED)
    assert check(puzzle, "1234341221434321").problems() == [
        "1 stands 2 times in extra 1: R1C1 R4C4",
        "4 stands 2 times in extra 1: R2C2 R3C3",
        "4 stands 2 times in extra 2: R1C4 R4C1",
        "1 stands 2 times in extra 2: R2C3 R3C2",
    ]


def test_grids_of_another_size_are_an_error() -> None:
    with pytest.raises(SquaredanceError, match="expected a grid of size 4, found 2"):
        check(UNIQUE4, Grid(Geometry(2), [1, 2, 2, 1]))


@examples(100)
@given(geometries(), randoms)
def test_solved_grids_are_valid_and_one_change_is_found(geometry: Geometry, random: Random) -> None:
    values = bytearray(solved_values(geometry, random))
    puzzle = Puzzle(geometry, bytes(geometry.cells))
    assert check(puzzle, Grid(geometry, values))
    if geometry.size > 1:
        cell = random.randrange(geometry.cells)
        values[cell] = values[cell] % geometry.size + 1
        found = check(puzzle, Grid(geometry, values))
        assert not found
        assert all(cell in clash.cells for clash in found.clashes)
        assert {clash.house for clash in found.clashes} == {
            geometry.house_name(house) for house in geometry.houses_of[cell]
        }


@examples(150)
@given(small_puzzles())
def test_an_explained_conflict_is_one(puzzle: Puzzle) -> None:
    total = slow_solver.count(puzzle.size, puzzle.geometry.houses, puzzle.clues, limit=1)
    if total:
        assert explain_conflict(puzzle) is None
    if any(find_clashes(puzzle.geometry, puzzle.clues)):
        assert "stands" in (explain_conflict(puzzle) or "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (UNIQUE4, None),
        (CLASH4, "1 stands 2 times in row 1: R1C1 R1C2"),
        ("123....4........", "R1C4 has no value left"),
        (NO_PLACE4, "no place is left for 4 in row 1"),
    ],
)
def test_explanations(text: str, reason: str | None) -> None:
    assert explain_conflict(Puzzle.from_text(text)) == reason


@examples(60)
@given(small_puzzles())
def test_candidate_masks_are_what_no_clue_forbids(puzzle: Puzzle) -> None:
    houses = puzzle.geometry.houses
    for cell, mask in enumerate(candidate_masks(puzzle)):
        if puzzle.clues[cell]:
            assert mask == 1 << (puzzle.clues[cell] - 1)
        else:
            seen = {puzzle.clues[other] for house in houses if cell in house for other in house}
            assert mask == sum(1 << (v - 1) for v in range(1, puzzle.size + 1) if v not in seen)


@given(st.sampled_from([4, 6, 9]), st.data())
def test_native_code_sees_the_same_conflicts(size: int, data: st.DataObject) -> None:
    geometry = standard_geometry(size)
    clues = data.draw(st.dictionaries(st.integers(0, size * size - 1), st.integers(1, size)))
    puzzle = Puzzle(geometry, [clues.get(cell, 0) for cell in range(size * size)])
    masks = candidate_masks(puzzle)
    lost = any(
        not any(masks[cell] >> value & 1 for cell in house)
        for house in geometry.houses
        for value in range(size)
    )
    clashes = any(find_clashes(geometry, puzzle.clues))
    found = geometry.core.conflict(puzzle.clues)
    assert found == find_conflict(puzzle)
    assert (found is not None) == (clashes or 0 in masks or lost)


@given(st.one_of(geometries(max_size=9), extra_geometries()), randoms)
@examples(100)
def test_native_code_says_the_same(geometry: Geometry, random: Random) -> None:
    values = bytearray(solved_values(geometry, random))
    for _ in range(random.randrange(3)):
        values[random.randrange(len(values))] = random.randrange(geometry.size + 1)
    clues = bytes(random.choice((0, value)) for value in values)
    if random.random() < 0.3:
        clues = bytes([random.randint(0, geometry.size)]) + clues[1:]
    keeps = all(clue in (0, value) for clue, value in zip(clues, values, strict=True))
    is_full = 0 not in values and not list(find_clashes(geometry, values))
    core = geometry.core
    assert core.is_solution(bytes(values)) == is_full
    assert core.is_solution(bytes(values), clues) == (is_full and keeps)
    assert check(Puzzle(geometry, clues), Grid(geometry, bytes(values))).valid == (
        is_full and keeps
    )
    with pytest.raises(ValueError, match="expected a value for each cell"):
        core.is_solution(bytes(values) + b"1")
