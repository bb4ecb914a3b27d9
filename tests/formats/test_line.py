"""The line format."""

import pytest

from squaredance.formats import write

from .helpers import LINE4, LINE9, cases, errors, rows, summary


@pytest.mark.parametrize("blank", list("0.-*?_Xx"))
def test_blanks(blank: str) -> None:
    (case,) = cases(LINE9.replace(".", blank), format="line")
    assert case.puzzle.clue_count == 30
    assert write(case.puzzle, case.style) == LINE9.replace(".", blank) + "\n"


@pytest.mark.parametrize("comment", [" easy", "\teasy", "#easy", "; easy", ",easy", " # 3 4 5"])
def test_comments_are_kept(comment: str) -> None:
    first, second = cases(f"{LINE9}{comment}\n{LINE9}\n")
    assert write(first.puzzle, first.style) == f"{LINE9}{comment}\n"
    assert first.comment == comment.lstrip(" \t#;,")
    assert write(second.puzzle, second.style) == f"{LINE9}\n"


def test_lines_that_are_no_puzzles_are_skipped() -> None:
    found = cases(f"# a title\n\n{LINE9}\n   \n#end\n{LINE9}  \r\n")
    assert [case.line for case in found] == [3, 6]


def test_space_as_blank_when_it_is_certain() -> None:
    text = LINE9.replace(".", " ")
    (case,) = cases(text)
    assert case.puzzle.clue_count == 30
    assert write(case.puzzle, case.style) == text + "\n"
    assert summary(text[1:], format="line")[0] != 30


@pytest.mark.parametrize("size", [4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 25])
def test_sizes(size: int) -> None:
    text = "." * (size * size - 1) + ("4" if size < 10 else "ABCDEFGHIJKLMNOPQRSTUVWXY"[size - 1])
    (case,) = cases(text)
    assert case.puzzle.size == size
    assert case.style.format == "line"


def test_numbers_on_a_line_above_25() -> None:
    text = " ".join(["36", "0", "1"] * 432)
    for comment in ("", " # easy"):
        (case,) = cases(text + comment, format="line")
        assert (case.puzzle.size, case.comment) == (36, comment[3:])
        assert write(case.puzzle, case.style) == f"{text}{comment}\n"
        assert cases(text + comment)[0].puzzle == case.puzzle


def test_tiny_sizes_need_the_format() -> None:
    assert [case.puzzle.size for case in cases("123.3..1.", format="line")] == [3]
    assert [case.puzzle.size for case in cases("1", format="line")] == [1]


def test_symbols_once_certain_stay() -> None:
    sure = "H" + "." * 255
    unsure = "A" + "." * 255
    found = cases(f"{sure}\n{unsure}\n")
    assert found[1].puzzle.clues[0] == 1
    assert "ambiguous symbols" in errors(f"{unsure}\n{sure}\n")[0]
    assert cases(unsure, symbols="1-9A")[0].puzzle.clues[0] == 10


def test_box_can_be_told() -> None:
    line = "1" + "." * 35
    assert cases(line)[0].puzzle.geometry.box == (2, 3)
    assert cases(line, box=(3, 2))[0].puzzle.geometry.box == (3, 2)
    assert cases(line, box=None)[0].puzzle.geometry.box is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE9[:-1], "1: expected N*N symbols, or a row of at most 64, found 80"),
        (f"{LINE9}\n{LINE9[:-1]}", "2:81: expected 81 symbols, found 80"),
        (f"{LINE9}\n{LINE9}1", "2:82: expected 81 symbols, found 82"),
        (f"{LINE9}\n{LINE4}", "2:17: expected 81 symbols, found 16"),
        (
            f"{LINE9}\n  {LINE9[:40]}a{LINE9[41:]}",
            "2:43: expected a symbol 1-9 or a blank, found 'a'",
        ),
        (f"{LINE9[:40]}é{LINE9[41:]}", "1:41: expected a symbol 1-9 or a blank, found 'é'"),
        (
            f"{LINE9}\n  {LINE9[:40]}é{LINE9[41:]}",
            "2:43: expected a symbol 1-9 or a blank, found 'é'",
        ),
        (f"{LINE9}\né{LINE9[2:]}", "2:81: expected 81 symbols, found 80"),
        (f"{LINE9}\né{LINE9}", "2:82: expected 81 symbols, found 82"),
        ("1é....2.3....4..", "1:2: expected a symbol 1-4 or a blank, found 'é'"),
        (f"é{LINE9[2:]}", "1: expected N*N symbols, or a row of at most 64, found 80"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    assert errors(text) == [message]


def test_wrong_size_option() -> None:
    assert errors(LINE9, size=16, format="line") == ["1:82: expected 256 symbols, found 81"]
    assert "from 1 to 64" in errors(LINE9, size=99, format="line")[0]


def test_going_on_after_errors() -> None:
    text = f"{LINE9}\nbad\n{LINE9}\n{LINE9[:-1]}\n\x00\n{LINE9} ok\n"
    found = summary(text)
    assert [item for item in found if item == 30] == [30] * 3
    assert len(found) == 6


def test_bad_first_line_does_not_spoil_the_rest() -> None:
    assert summary(f"{LINE9[:-1]}\n{LINE9}\n")[1:] == [30]
    assert summary(f"{'A' * 70}\n{rows(LINE9, 9)}")[1:] == [30]
