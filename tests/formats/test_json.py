"""Our JSON: lines, lists, several lines, and what is wrong with them."""

import json

import pytest

from squaredance.formats import dumps, loads, write
from squaredance.geometry import Geometry
from squaredance.puzzle import Grid, Puzzle

from .helpers import LINE4, LINE9, cases, errors, summary

ONE = json.dumps({"size": 9, "box": [3, 3], "clues": LINE9, "comment": "fair"})


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        f"{ONE}\n{ONE}\n",
        f"[{ONE},\n{ONE}]",
        f"[\n  {ONE}\n  ,{ONE}\n]\n",
        ONE.replace(",", ",\n"),
    ],
)
def test_lines_lists_and_several_lines(text: str) -> None:
    found = cases(text)
    assert len(found) == text.count("clues")
    assert all(case.puzzle == loads(LINE9) for case in found)
    assert found[0].comment == "fair"
    assert json.loads(write(found[0].puzzle, found[0].style)) == json.loads(ONE)


def test_rows_of_numbers() -> None:
    puzzle = loads('{"clues": [[1,0,0,0],[0,0,0,2],[0,3,0,0],[0,0,4,0]]}')
    assert puzzle == loads(LINE4)


def test_everything_a_puzzle_can_have() -> None:
    extra = [(0, 5, 10, 15), (3, 6, 9, 12)]
    masks = [15] * 16
    masks[0] = 1
    puzzle = Puzzle(Geometry(4, extra=extra), [1, *[0] * 15], masks)
    assert loads(dumps(puzzle, "json")) == puzzle


@pytest.mark.parametrize("size", [1, 2, 6, 7, 12, 16, 25, 36, 64])
def test_sizes_and_boxes(size: int) -> None:
    clues = [size, *[0] * (size * size - 1)]
    for box in ("auto", None):
        puzzle = Puzzle(Geometry(size, box), clues)  # type: ignore[arg-type]
        assert loads(dumps(puzzle, "json")) == puzzle


def test_box_is_the_squarest_when_it_is_not_said() -> None:
    assert loads(json.dumps({"clues": "1" + "." * 35})).geometry.box == (2, 3)
    assert loads(json.dumps({"clues": "1" + "." * 35, "box": [3, 2]})).geometry.box == (3, 2)


def test_a_grid_is_values() -> None:
    grid = Grid(Geometry(2), [1, 2, 2, 1])
    assert json.loads(dumps(grid, "json")) == {"size": 2, "box": None, "values": "1221"}
    assert loads(dumps(grid, "json")).clues == grid.values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"clues": "12"}', "1: expected N*N symbols in clues, found 2"),
        ('{"clues": "12.!"}', "1: expected a symbol 1-2 or a blank, found '!'"),
        ('{"clues": [[1, 2]]}', "1: expected row 1 of clues to have 1 numbers"),
        ('{"clues": [[7]]}', "1: expected numbers from 0 to 1 in clues, found 7"),
        ('{"size": 4}', "1: expected clues as a string or as rows, found neither"),
        ('{"size": "4", "clues": ""}', "1: expected a number for size, found '4'"),
        ('{"size": 65, "clues": "."}', "1: expected a size from 1 to 64, found 65"),
        ('{"size": 9, "clues": "."}', "1: expected 81 symbols in clues, found 1"),
        ('{"clues": ".", "cages": []}', "found 'cages'"),
        ('{"clues": ".", "box": 3}', "expected box as [rows, cols] or null, found 3"),
        (
            '{"clues": "....", "box": [3, 3]}',
            "expected a box of R x C cells with R*C = 2, found 3x3",
        ),
        ('{"clues": ".", "extra": 1}', "expected extra as lists of cells, found 1"),
        ('{"clues": ".", "candidates": [[[2]]]}', "expected candidates from 1 to 1, found [2]"),
        ('{"clues" "."}', "1:10: expected JSON, found an error"),
        ('{"clues": ".",\n x}', "2:2: expected JSON, found an error"),
        ('{"clues": "."', "1: expected the end of a JSON value, found the end of the input"),
        ('{"a": ' + "[" * 50, "1:22: expected at most 16 levels of JSON, found more"),
        ("[1]", "1:2: expected a JSON object, found '1'"),
        ("[é]", "1:2: expected a JSON object, found 'é'"),
        ('{"clues": ".", "comment": "é"} x', "1:32: expected a JSON object, found 'x'"),
        ('{"clues": ".", "comment": "éé" x}', "1:32: expected JSON, found an error"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    (found,) = errors(text)
    assert message in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"[{ONE}", "1: expected a ] for the list of line 1, found the end of the input"),
        (f"\n[{ONE},\n{ONE}\n", "3: expected a ] for the list of line 2, found the end"),
        (f"[{ONE},", "1: expected a JSON object after the comma, found the end of the input"),
        (f"[{ONE},]", f"1:{len(ONE) + 3}: expected a JSON object, found ']'"),
        (f"[{ONE},,{ONE}]", f"1:{len(ONE) + 3}: expected a JSON object, found ','"),
        (f"{ONE},\n,\n{ONE}", "2:1: expected a JSON object, found ','"),
        (f"{ONE},,,{ONE}", f"1:{len(ONE) + 2}: expected a JSON object, found ','"),
        (f"[{ONE} {ONE}]", f"1:{len(ONE) + 3}: expected a comma or ], found '{{'"),
        (f"[,{ONE}]", "1:2: expected a JSON object, found ','"),
        (f",{ONE}", "1:1: expected a JSON object, found ','"),
        (f"{ONE}]", f"1:{len(ONE) + 1}: expected a JSON object, found ']'"),
        (f"[[{ONE}]]", "1:2: expected a JSON object, found '['"),
        ("[", "1: expected a ] for the list of line 1, found the end of the input"),
    ],
)
def test_lists_have_an_end_and_one_comma_between_values(text: str, message: str) -> None:
    (found,) = errors(text, format="json")
    assert found.startswith(message)


@pytest.mark.parametrize("text", [f"{ONE}{ONE}", f"{ONE},{ONE}", f"[{ONE}]\n[{ONE}]", f"[]{ONE}"])
def test_what_may_stand_between_values(text: str) -> None:
    assert len(cases(text, format="json")) == text.count("clues")


@pytest.mark.parametrize(
    "text",
    [
        f"[x\n{ONE},\n{ONE}]",
        f"[{ONE},,\n{ONE}\n]",
        f"[{ONE}, x]\n{ONE}",
        f"[{ONE}, x]\n[{ONE}]",
        f"{ONE}, x\n,{ONE}",
        f"[{ONE},\n\0\n{ONE}]",
        f"[{ONE},\n\0]\n{ONE}",
    ],
)
def test_an_error_in_a_list_is_one_error(text: str) -> None:
    found = summary(text, format="json")
    assert [item for item in found if isinstance(item, int)] == [30, 30]
    assert len(found) == 3


def test_going_on_after_errors() -> None:
    assert summary(f'{ONE}\n{{"clues": "12"}}\n{ONE}\n{{x}}\n{ONE}')[::2] == [30, 30, 30]


def test_columns_of_values_on_one_line() -> None:
    """Counted from the last one, not from the start of a line that may be long."""
    text = '{"clues": ".", "comment": "é"},' * 3 + '{"clues": "." x}'
    assert errors(text)[0].startswith("1:108: expected JSON, found an error")
