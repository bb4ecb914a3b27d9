"""Numbers: CSV, spaces, tabs; rows and single lines."""

import pytest

from squaredance.formats import loads, write
from squaredance.formats.numbers import fields

from .helpers import LINE4, LINE9, cases, errors, rows, summary

ROWS = [line.split() for line in rows(LINE9.replace(".", "0"), 9, " ").splitlines()]


def drawn(separator: str, blank: str = "0") -> str:
    return "".join(separator.join(c if c != "0" else blank for c in row) + "\n" for row in ROWS)


@pytest.mark.parametrize("separator", [",", ", ", ";", "\t", " "])
@pytest.mark.parametrize("format", ["numbers", None])
def test_separators(separator: str, format: str | None) -> None:
    text = drawn(separator)
    found = cases(text + "\n" + text, format=format)
    assert [case.puzzle for case in found] == [loads(LINE9)] * 2
    assert [write(case.puzzle, case.style) for case in found] == [text] * 2


def test_empty_fields_are_empty_cells() -> None:
    (case,) = cases(drawn(",", ""))
    assert case.puzzle == loads(LINE9)
    assert write(case.puzzle, case.style) == drawn(",")


def test_16_rows_of_numbers() -> None:
    text = "".join(
        " ".join(str((r * 4 + r // 4 + c) % 16 + 1) for c in range(16)) + "\n" for r in range(16)
    )
    (case,) = cases(text)
    assert (case.style.format, case.puzzle.size, max(case.puzzle.clues)) == ("numbers", 16, 16)
    assert write(case.puzzle, case.style) == text


def test_aligned_numbers_with_rules() -> None:
    row = " 1  2  3  4 |  5  6  7  8 |  9 10 11 12 | 13 14 15 16\n"
    empty = " 0  0  0  0 |  0  0  0  0 |  0  0  0  0 |  0  0  0  0\n"
    rule = "------------+-------------+-------------+------------\n"
    band = empty * 4
    text = row + empty * 3 + rule + band + rule + band + rule + band
    (case,) = cases(text)
    assert case.puzzle.geometry.box == (4, 4)
    assert case.puzzle.clues[:16] == bytes(range(1, 17))
    assert write(case.puzzle, case.style) == text


@pytest.mark.parametrize("size", [4, 9, 36])
def test_single_lines(size: int) -> None:
    text = " ".join([str(size), "0", *["1"] * (size * size - 2)]) + "\n"
    found = cases(text * 2)
    assert [case.puzzle.size for case in found] == [size, size]
    assert [case.line for case in found] == [1, 2]
    assert [write(case.puzzle, case.style) for case in found] == [text] * 2


def test_16_numbers_may_be_a_puzzle_or_a_row() -> None:
    puzzle = " ".join(LINE4.replace(".", "0"))
    assert [case.puzzle.size for case in cases(puzzle)] == [4]
    row = "1 2 3 0" + " 0" * 12 + "\n"
    assert [case.puzzle.size for case in cases(row + ("0 " * 15 + "16\n") * 15)] == [16]
    assert [case.puzzle.size for case in cases(row * 3)] == [4, 4, 4]


def test_letters_between_commas() -> None:
    text = "A,,,D\n,B,,\n,,C,\n,,,A\n"
    assert cases(text)[0].puzzle.clues == bytes([1, 0, 0, 4, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3 4\n1 2 5 4\n0 0 0 0\n0 0 0 0", "2:5: expected a number from 0 to 4, found '5'"),
        ("1 2 3 4\n1 2 3\n0 0 0 0\n0 0 0 0", "2:6: expected a row of 4 numbers, found 3"),
        ("1 2 3 4\n1 2 3 4 1\n0 0 0 0\n0 0 0 0", "2:9: expected a row of 4 numbers, found 5"),
        ("1 2 3 4\n1 2 3 4\n0 0 0 0", "3: expected 4 rows, found 3"),
        ("1,2,3,4\n1,b!,3,4\n0,0,0,0\n0,0,0,0", "2:3: expected a number from 0 to 4, found 'b!'"),
        ("é€ 2 3 4\n1 2 3 4\n0 0 0 0\n0 0 0 0", "1:1: expected a number from 0 to 4, found 'é€'"),
        ("1 é 3 4 5\n" + "0 0 0 0 0\n" * 4, "1:3: expected a number from 0 to 5, found 'é'"),
        ("1 2 3 4\n€ 2 3\n0 0 0 0\n0 0 0 0", "2:6: expected a row of 4 numbers, found 3"),
        ("1 2 3 4\n€ 2 3 4 1\n0 0 0 0\n0 0 0 0", "2:9: expected a row of 4 numbers, found 5"),
        ("1,2,3,4\n€,,x!,4\n0,0,0,0\n0,0,0,0", "2:1: expected a number from 0 to 4, found '€'"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    assert errors(text, format="numbers") == [message]


@pytest.mark.parametrize("gap", ["", "\n"])
def test_going_on_after_errors(gap: str) -> None:
    good = "1 2 3 4\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"
    bad = good.replace("4", "9")
    short = good.replace("1 2 3 4", "1 2 3")
    found = summary(gap.join([good, bad, good, short, good]), format="numbers")
    assert [item for item in found if isinstance(item, int)] == [4, 4, 4]
    assert len(found) == 5


def test_columns_of_fields_are_in_characters() -> None:
    assert fields("é 2 |€ 3".encode()) == [
        ("é".encode(), 1),
        (b"2", 3),
        ("€".encode(), 6),
        (b"3", 8),
    ]
    assert fields("é,, €,3".encode()) == [("é".encode(), 1), (b"", 3), ("€".encode(), 5), (b"3", 7)]


def test_16_numbers_with_one_that_is_none() -> None:
    row = "1 2 é" + " 0" * 13
    assert errors(row, format="numbers") == ["1:5: expected a number from 0 to 4, found 'é'"]
    assert errors(row) == ["1:5: expected a number from 0 to 4, found 'é'"]
