"""Which format a text is taken for, and the size that comes of it."""

import io
from collections.abc import Iterator

import pytest

from squaredance.errors import FormatError
from squaredance.formats import Case, read_cases
from squaredance.formats.case import Options
from squaredance.formats.detect import detect
from squaredance.formats.source import LineSource

from .helpers import LINE4, LINE9, ROWS9, cases, errors, items, rows, source

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


@pytest.mark.parametrize("text", ["| # x", "||#", ", # x", "\u00a0"])
def test_a_line_without_cells_is_an_error_not_a_crash(text: str) -> None:
    assert len(errors(text)) == 1


def test_row_too_wide() -> None:
    assert errors("53. .7. " * 12)[0] == "1: expected a row of at most 64 symbols, found 72"


def test_count_of_cases_is_not_a_puzzle() -> None:
    with pytest.raises(FormatError, match="choose a --judge"):
        detect(source("3\n" + ROWS9))


class Counted:
    """So many pieces of input, and the most lines that the source held at any read."""

    def __init__(self, piece: bytes, count: int, last: bytes = b"") -> None:
        self.pieces = [last, *[piece] * count]
        self.source = LineSource(self)
        self.most = 0

    def read(self, size: int = -1, /) -> bytes:
        self.most = max(self.most, len(self.source._lines) - self.source._next)
        return self.pieces.pop() if self.pieces else b""


def test_empty_lines_before_the_first_case_are_not_kept() -> None:
    stream = Counted(b"\n \t\n" * 50, 1_000, LINE9.encode())
    assert detect(stream.source) == "line"
    assert stream.most <= 100
    assert stream.source.line == 100_000
    assert stream.source.next() == LINE9.encode()


def test_empty_lines_do_not_change_where_a_case_stands() -> None:
    (case,) = cases("\n" * 5000 + ROWS9)
    assert (case.line, case.style.format) == (5001, "grid")
    assert errors("\n" * 5000 + "1" * 65)[0].startswith("5001: expected N*N symbols")


@pytest.mark.parametrize("line", [b"# text\n", b"+---+\n", b"# text\n\n", b"-----\n"])
def test_comments_and_rules_are_looked_over_only_so_far(line: bytes) -> None:
    stream = Counted(line * 50, 1_000, LINE9.encode())
    with pytest.raises(FormatError) as caught:
        for _ in read_all(stream.source):
            pass
    assert caught.value.line == 1001
    assert "expected a puzzle after at most 1000 lines of comments and rules" in str(caught.value)
    assert stream.most <= 1_200


def read_all(lines: LineSource) -> Iterator[Case]:
    for item in read_cases(lines):
        if isinstance(item, FormatError):
            raise item
        yield item


def test_comments_in_a_grid_are_looked_over_only_so_far() -> None:
    stream = Counted(b"# text\n" * 50, 1_000, LINE9.encode())
    stream.pieces.append(b"1...............\n")
    assert detect(stream.source) == "line"
    assert stream.most <= 1_200


def test_a_long_title_is_fine_and_a_longer_one_says_what_to_do() -> None:
    assert cases("# text\n" * 1000 + LINE9)[0].line == 1001
    assert cases("# text\n" * 2500 + LINE9, format="line")[0].line == 2501
    found = items("# text\n" * 1500 + LINE9)
    assert "--format" in str(found[0])
    assert isinstance(found[1], Case)
    assert found[1].line == 1501


def test_a_bad_line_before_the_first_case_does_not_decide_the_format() -> None:
    found = items(b"# title\n\xff\n" + ROWS9.encode())
    assert str(found[0]).startswith("2:1: expected UTF-8 text")
    assert isinstance(found[1], Case)
    assert found[1].style.format == "grid"


def test_a_character_is_one_however_many_bytes_it_has() -> None:
    assert detect(source("1é....2.3....4..")) == "line"
    assert detect(source(ROWS9.replace("5", "é"))) == "grid"


@pytest.mark.parametrize(
    "first",
    ["badline", "x1", "puzzle", "null", "N/A", "-", "--------", "????", "1234", "1...", "0",
     "." * 80, "puzzle,solution"],
)  # fmt: skip
def test_a_first_line_that_is_no_row_spoils_no_puzzle(first: str) -> None:
    """A header, or a puzzle that was cut: the lines below are too long to be rows."""
    found = list(items(f"{first}\n{LINE9}\n{LINE9}\n"))
    assert [isinstance(item, FormatError) for item in found] == [True, False, False]
    assert isinstance(found[0], FormatError)
    assert found[0].line == 1


def test_dashes_are_a_puzzle_where_they_are_as_many() -> None:
    found = list(items("-" * 81 + f"\n{LINE9}\n"))
    assert [isinstance(item, Case) and item.puzzle.size for item in found] == [9, 9]


@pytest.mark.parametrize("second", ["#" * 81, "x" * 100, "." * 81, "# a comment"])
def test_a_first_line_that_is_a_puzzle_is_not_spoiled_by_the_next(second: str) -> None:
    found = items(f"{LINE4}\n{second}\n{LINE4}\n")
    assert [item.line for item in found if isinstance(item, Case)] == [1, 3]


@pytest.mark.parametrize("line", ["12343412........", LINE9, "1122" + "." * 32, "."])
def test_a_puzzle_that_is_plain_to_see_is_not_waited_for(line: str) -> None:
    class Dialogue(io.RawIOBase):
        """One line, and then who asks for more waits for ever."""

        given = False

        def readable(self) -> bool:
            return True

        def readinto(self, room: object) -> int:
            assert not self.given, "nobody writes another line before the answer"
            self.given = True
            data = f"{line}\n".encode()
            memoryview(room)[: len(data)] = data  # type: ignore[arg-type]
            return len(data)

    assert detect(LineSource(Dialogue())) == "line"


def test_what_the_next_line_has_is_told_in_symbols() -> None:
    found = items("---\nPUZZLE,easy\n")
    assert "86" not in str(found[0])
