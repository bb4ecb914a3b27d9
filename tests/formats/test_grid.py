"""Grid text and .ss: rows, rules, boxes, and dashes that may be either."""

import io

import pytest

from squaredance.formats import dumps, loads, write
from squaredance.formats.case import Options
from squaredance.formats.grid import GridReader, _Block
from squaredance.formats.source import LineSource
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle

from .helpers import LINE9, ROWS9, cases, errors, rows, summary

PRINTED = """\
53.|.7.|...
6..|195|...
.98|...|.6.
---+---+---
8..|.6.|..3
4..|8.3|..1
7..|.2.|..6
---+---+---
.6.|...|28.
...|419|..5
...|.8.|.79
"""
FRAMED = """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""
STARRED = PRINTED.replace("---+---+---", "|---+---+---|").replace("\n", "|\n").replace("||", "|")
SPACED = rows(LINE9, 9, " ")
TABBED = rows(LINE9, 9, "\t")
DASHES = ROWS9.replace(".", "-")
STARS = ROWS9.replace(".", "*")
DRAWN = [PRINTED, FRAMED, SPACED, TABBED, DASHES, STARS, ROWS9, PRINTED.replace(".", "0")]


@pytest.mark.parametrize("text", DRAWN)
def test_drawings_are_read_and_written_back(text: str) -> None:
    (case,) = cases(text)
    assert case.puzzle == loads(LINE9)
    assert case.style.format == "grid"
    assert write(case.puzzle, case.style) == text


@pytest.mark.parametrize("text", DRAWN)
@pytest.mark.parametrize("gap", ["", "\n", "\n\n"])
def test_several_grids(text: str, gap: str) -> None:
    found = cases(gap.join([text] * 3))
    assert [case.puzzle for case in found] == [loads(LINE9)] * 3
    assert [write(case.puzzle, case.style) for case in found] == [text] * 3


def test_starred_frame() -> None:
    body = "\n".join("|" + line for line in STARRED.splitlines())
    text = f"*-----------*\n{body.replace('||', '|')}\n*-----------*\n"
    assert cases(text)[0].puzzle == loads(LINE9)


def test_rows_of_nothing_but_dashes() -> None:
    first = "----" * 4 + "\n"
    other = "P--------------A\n"
    text = first + other + first * 14
    (case,) = cases(text)
    assert case.puzzle.clue_count == 2
    assert write(case.puzzle, case.style) == text


@pytest.mark.parametrize("blank", ["-", "*"])
@pytest.mark.parametrize("size", [4, 9, 16])
def test_empty_grid_of_dashes(blank: str, size: int) -> None:
    text = (blank * size + "\n") * size
    found = cases(text * 2 if size == 4 else text + "\n" + text)
    assert [case.puzzle for case in found] == [Puzzle(Geometry(size), bytes(size * size))] * 2


def test_dashes_after_a_bad_row_are_still_rows() -> None:
    good = "P--------------A\n" + ("-" * 16 + "\n") * 15
    bad = good.replace("A", "!", 1)
    assert summary(good + bad + good) == [
        2,
        "17:16: expected a symbol A-P or a blank, found '!'",
        2,
    ]


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("123|456\n...|...\n---+---\n" + "...|...\n" * 4, (2, 3)),
        ("12|34|56\n" + "..|..|..\n" * 5, (3, 2)),
        ("123456\n......\n......\n------\n......\n......\n......\n", (3, 2)),
        ("1|2|3|4|5|6\n" + ".|.|.|.|.|.\n" * 5, (2, 3)),
        ("1234567\n" + ".......\n" * 6, None),
    ],
)
def test_box_from_the_drawing(text: str, box: tuple[int, int] | None) -> None:
    assert loads(text).geometry.box == box
    if box:
        assert loads(text, box=(1, 6)).geometry.box is None


def test_box_of_size_8_both_ways() -> None:
    assert loads("1234|5678\n" + "....|....\n" * 7).geometry.box == (2, 4)
    assert loads("12|34|56|78\n" + "..|..|..|..\n" * 7).geometry.box == (4, 2)


def test_comments_and_empty_lines() -> None:
    (case,) = cases(f"\n# title\n\n{ROWS9}\n\n# end\n")
    assert case.line == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ROWS9.replace("6..195...", "6..195.."), "2:9: expected a row of 9 symbols, found 8"),
        (ROWS9.replace("6..195...", "6..195...."), "2:10: expected a row of 9 symbols, found 10"),
        (
            ROWS9.replace("6..195...", "6..1!5..."),
            "2:5: expected a symbol 1-9 or a blank, found '!'",
        ),
        (FRAMED.replace("1 9 5", "1 ! 5"), "3:13: expected a symbol 1-9 or a blank, found '!'"),
        (ROWS9[:-10], "8: expected 9 rows, found 8"),
        (ROWS9 + "\n" + ROWS9[:30] + "\n", "13: expected 9 rows, found 3"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    assert errors(text) == [message]


@pytest.mark.parametrize("gap", ["", "\n"])
def test_going_on_after_errors(gap: str) -> None:
    short = ROWS9.replace("6..195...", "6..195..")
    junk = ROWS9.replace("53..7....", "\x0012345678")
    found = summary(gap.join([ROWS9, short, ROWS9, junk, ROWS9]))
    assert [item for item in found if isinstance(item, int)] == [30, 30, 30]
    assert len(found) == 5


def test_missing_row_does_not_eat_the_next_grid() -> None:
    assert summary(f"{ROWS9[10:]}\n{ROWS9}\n{ROWS9}")[1:] == [30, 30]


def test_ss() -> None:
    text = PRINTED.replace("---+---+---", "-----------")
    assert dumps(loads(LINE9), "ss") == text.rstrip("\n")
    (case,) = cases(text.replace(".", "X"), format="ss")
    assert case.puzzle == loads(LINE9)
    assert write(case.puzzle, case.style) == text.replace(".", "X")
    assert loads(text) == loads(LINE9)


def test_grid_above_25_is_numbers() -> None:
    puzzle = Puzzle(Geometry(30), [30, 0] * 450)
    assert loads(dumps(puzzle, "grid")) == puzzle


def test_what_print_shows_can_be_read() -> None:
    for size in (4, 6, 9, 12, 16, 25, 30):
        puzzle = Puzzle(Geometry(size), [size, *[0] * (size * size - 1)])
        assert loads(str(puzzle)) == puzzle


def test_columns_and_counts_are_in_characters() -> None:
    grid = rows(LINE9, 9)
    bad = [
        (grid.replace("53..7", "53é.7"), "1:3: expected a symbol 1-9 or a blank, found 'é'"),
        (grid.replace("6..195", "6€.x95"), "2:2: expected a symbol 1-9 or a blank, found '€'"),
        (grid.replace("6..195...", "6€.195.."), "2:9: expected a row of 9 symbols, found 8"),
        (grid.replace("6..195...", "6€ .195...."), "2:11: expected a row of 9 symbols, found 10"),
    ]
    for text, message in bad:
        for format in ("grid", "ss", "sdk", None):
            assert errors(text, format=format) == [message]
    drawn = "12|..\n.€|x3\n--+--\n..|..\n.4|..\n"
    assert errors(drawn) == ["2:2: expected a symbol 1-4 or a blank, found '€'"]
    drawn = "12|..\n..|€.3\n--+--\n..|..\n.4|..\n"
    assert errors(drawn) == ["2:6: expected a row of 4 symbols, found 5"]


def test_what_is_no_grid_is_not_kept_symbol_by_symbol() -> None:
    """A file of lines with the name of a grid took time by the square of its lines."""
    source = LineSource(io.BytesIO(b"1.......................................\n" * 100))
    block = _Block(GridReader(source, Options(), "grid"))
    for number in range(100):
        block.add(source.next() or b"", number + 1)  # type: ignore[arg-type]
    assert sorted(block.seen) == sorted(b"1.")
