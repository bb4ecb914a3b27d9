"""Which format a text is taken for, and the size that comes of it."""

import pytest

from squaredance.errors import FormatError
from squaredance.formats.case import Options
from squaredance.formats.detect import detect

from .helpers import LINE4, LINE9, ROWS9, cases, errors, rows, source

ROW16 = "-------N---L---H\n"


@pytest.mark.parametrize(
    ("text", "format", "size"),
    [
        (LINE9, "line", 9),
        (LINE9 + " # comment", "line", 9),
        (LINE9 + "#comment", "line", 9),
        (LINE9 + ",534678", "line", 9),
        (f"# title\n\n{LINE9}", "line", 9),
        ("\ufeff" + LINE9, "line", 9),
        (LINE4, "line", 4),  # 16 symbols, one twice, or fewer than 16 lines of them
        ("1122............", "line", 4),
        ("1234............\n" * 3, "line", 4),
        (LINE4 + " a comment", "line", 4),
        (f"{LINE4}\n{LINE4} a comment\n", "line", 4),
        ("." * 255 + "P", "line", 16),
        ("." * 624 + "Y", "line", 25),
        ("." * 35 + "6", "line", 6),
        ("." * 48 + "7", "line", 7),
        ("." * 63 + "8", "line", 8),
        ("1", "line", 1),
        (ROWS9, "grid", 9),
        (ROWS9.replace(".", "-"), "grid", 9),
        (rows(LINE9, 9, " "), "grid", 9),
        (ROW16 * 16, "grid", 16),  # H-P stand in no 4x4
        ("123.............\n" * 15 + "567.............\n", "grid", 16),
        ("1......2.3....4.\n" + "1...............\n" * 15, "line", 4),  # all of a 4x4, once
        (("A B C D E F G H I J K L M N O P\n") * 16, "grid", 16),
        ("12..\n..3.\n.1..\n...2\n", "grid", 4),
        ("****\n2341\n4123\n3214\n", "grid", 4),
        ("123456\n" + "......\n" * 5, "grid", 6),
        ("123 456\n" + "... ...\n" * 5, "grid", 6),
        ("1234567890\n".replace("0", "A") + "..........\n" * 9, "grid", 10),
        ("+--+--+\n|12|..|\n|..|..|\n+--+--+\n|..|..|\n|..|..|\n+--+--+\n", "grid", 4),
        ("1,2,3,4\n" * 4, "numbers", 4),
        (",,3,4\n" * 4, "numbers", 4),
        ("1 2 10 4 5 6 7 8 9 3\n" * 10, "numbers", 10),
        (" ".join(["1", "0"] * 648), "numbers", 36),
        (" ".join(LINE9.replace(".", "0")), "numbers", 9),
        ("#A me\n[Puzzle]\n" + ROWS9, "sdk", 9),
        ("#Ame\n#Dtext\n" + ROWS9, "sdk", 9),
        ("# not a header\n" + ROWS9, "grid", 9),
        ('{"clues": "1"}', "json", 1),
        ('[{"clues": "1"}]', "json", 1),
        ("123456789" * 81, "candidates", 9),
        ("12 3 4 14\n" * 4, "candidates", 4),
        ("1 3 4 2\n12 3 4 14\n" * 2, "candidates", 4),
        ("AB C D EF GHI J K L M N O P A B C D\n" * 16, "candidates", 16),
    ],
)
def test_detection_table(text: str, format: str, size: int) -> None:
    assert detect(source(text)) == format
    option = {"symbols": "1-9A"} if size in (10, 16) and format == "grid" and "1" in text else {}
    assert cases(text, **option)[0].puzzle.size == size


@pytest.mark.parametrize("text", ["", "\n\n  \n", "# only a comment\n"])
def test_nothing_there(text: str) -> None:
    assert detect(source(text)) is None
    assert errors(text) == ["expected a puzzle, found none"]


def test_size_decides_between_row_and_line() -> None:
    assert detect(source(LINE4), Options(size=16)) == "grid"
    assert detect(source(ROW16 * 16), Options(size=4)) == "line"


@pytest.mark.parametrize("length", [65, 80, 82, 200, 65 * 65])
def test_sizes_that_no_geometry_has(length: int) -> None:
    (message,) = errors("1" * length)
    assert message.startswith("1:")
    assert "expected N*N symbols" in message
    assert f"found {length}" in message


def test_row_too_wide() -> None:
    assert errors("53. .7. " * 12)[0] == "1: expected a row of at most 64 symbols, found 72"


def test_count_of_cases_is_not_a_puzzle() -> None:
    with pytest.raises(FormatError, match="choose a --judge"):
        detect(source("3\n" + ROWS9))
