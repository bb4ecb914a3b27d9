"""HoDoKu library lines: states, steps, places of errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance.formats import dumps, loads, write
from squaredance.formats.hodoku import TECHNIQUES, LibraryLine, left_by, parse_line, read_library
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle

from .helpers import LINE4, LINE9, SOLVED9, cases, errors, puzzles, source, summary

STATE = ":0310-1:3:1+2.....2.3....4.:313 421:411 442::6:"


def test_all_of_a_line() -> None:
    line = parse_line(STATE)
    assert line == LibraryLine(
        code="0310",
        variant="1",
        values="3",
        clues=loads(LINE4),
        placed=((1, 2),),
        deleted=((2, 3), (4, 4)),
        eliminations=((0, 4), (13, 4)),
        placements=(),
        extra="6",
    )
    assert line.technique == "finned-x-wing"
    assert line.text == STATE


def test_the_state_has_all_filled_cells_and_what_is_left() -> None:
    state = parse_line(STATE).state
    assert state.clues == bytes([1, 2]) + loads(LINE4).clues[2:]
    assert state.candidates is not None
    full = left_by(state.geometry, state.values)
    assert [c for c in range(16) if state.candidates[c] != full[c]] == [2, 4]
    assert parse_line(f":0003::{LINE4}::::").state == loads(LINE4)


@pytest.mark.parametrize(
    ("written", "code", "variant"),
    [
        ("0003", "0003", ""),
        ("0110-2", "0110", "2"),
        ("0606-x", "0606", "x"),
        ("03111", "0311", "1"),
    ],
)
def test_codes(written: str, code: str, variant: str) -> None:
    line = parse_line(f":{written}::{LINE4}::::")
    assert (line.code, line.variant) == (code, variant)


def test_names_are_names_of_techniques() -> None:
    from squaredance.explain import technique_names

    assert set(TECHNIQUES.values()) <= set(technique_names())


def test_found_by_its_colons() -> None:
    (case,) = cases(f"# one\n\n{STATE}\n")
    assert (case.style.format, case.line, case.comment) == ("hodoku", 3, "finned-x-wing")
    assert write(case.puzzle, case.style) == STATE + "\n"


def test_a_puzzle_without_a_step() -> None:
    text = dumps(loads(LINE4), "hodoku")
    assert text == f":0000:x:{LINE4}:::::"
    (case,) = cases(text)
    assert (case.comment, parse_line(text).technique) == ("", None)


def test_a_solution_marks_what_was_placed() -> None:
    (case,) = cases(f":0000::{LINE9}::::\n")
    solution = loads(SOLVED9)
    text = write(solution, case.style)
    assert text.count("+") == 81 - case.puzzle.clue_count
    assert parse_line(text).clues == case.puzzle
    assert parse_line(text).state == solution


@given(puzzle=puzzles(max_size=9, min_size=2))
def test_there_and_back(puzzle: Puzzle) -> None:
    assert loads(dumps(puzzle, "hodoku"), format="hodoku") == puzzle


candidates = st.lists(st.tuples(st.integers(0, 15), st.integers(1, 4)), max_size=4).map(tuple)


@given(
    cells=st.lists(st.integers(0, 4), min_size=16, max_size=16),
    placed=st.sets(st.integers(0, 15)),
    lists=st.tuples(candidates, candidates, candidates),
)
def test_lines_there_and_back(cells: list[int], placed: set[int], lists: tuple[()]) -> None:
    clues = [0 if cell in placed else value for cell, value in enumerate(cells)]
    by_hand = tuple((c, v) for c, v in enumerate(cells) if c in placed and v)
    line = LibraryLine("0300", "x", "12", Puzzle(Geometry(4), clues), by_hand, *lists, "7")
    assert parse_line(line.text) == line


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (":0300:1:", "1:9: expected N*N cells for a size N from 1 to 9, found 0"),
        (
            f":03:1:{LINE4}",
            "1:2: expected a technique of 4 digits and perhaps -1 or -x, found '03",
        ),
        (f":0300-y::{LINE4}", "1:2: expected a technique of 4 digits and perhaps -1 or -x, found "),
        (":0300:1:1......2.3....4.::419:::", "1:27: expected value, row and col from 1 to 4, fou"),
        (
            ":0300:1:1......2.3....4.:::41:",
            "1:28: expected value, row and col from 1 to 4, found",
        ),
        (":0300:1:1......2.3....5.::::", "1:23: expected 1-4, + or a blank (. or 0), found '5'"),
        (":0300:1:1......2.3....+.::::", "1:24: expected 1-"),
        (f":0300:1:{LINE4}::::::", "1:30: expected at most 7 fields, found 8"),
        ("0300", "1:1: expected :technique:values:cells: and so on, found no such line"),
        (":0300:1:é.....2.3....4..::::", "1:9: expected 1-4, + or a blank (. or 0), found 'é'"),
    ],
)
def test_errors_have_their_column(text: str, error: str) -> None:
    (found,) = errors(text, format="hodoku")
    assert found.startswith(error)


def test_reading_goes_on_after_an_error() -> None:
    text = f"{STATE}\n:0300:1:123::::\n{STATE}\n"
    assert summary(text) == [5, "2:12: expected N*N cells for a size N from 1 to 9, found 3", 5]
    numbers = [item[0] if isinstance(item, tuple) else 0 for item in read_library(source(text))]
    assert numbers == [1, 0, 3]


def test_the_size_that_is_asked_for() -> None:
    assert errors(STATE, size=9) == ["1: expected 81 cells, found 16"]
    (case,) = cases(STATE, box=None)
    assert case.puzzle.geometry == Geometry(4, box=None)
    with pytest.raises(ValueError, match="expected a size from 1 to 9 for hodoku, found 16"):
        dumps(Puzzle(Geometry(16), bytes(256)), "hodoku")


def test_fish_that_no_rule_tells_have_no_name() -> None:
    line = ":{}:1:1......2.3....4.::411:::"
    names = [parse_line(line.format(code)).technique for code in ("0303", "0312", "0313", "0365")]
    assert names == ["large-fish", "finned-jellyfish", None, None]
