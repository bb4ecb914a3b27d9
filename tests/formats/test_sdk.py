"""The .sdk format: headers, sections, and an answer that is the file played to the end."""

import pytest

from squaredance.formats import loads, write
from squaredance.puzzle import Grid

from .helpers import LINE9, ROWS9, SOLVED9, cases, errors, rows, summary

HEADERS = "#A Someone\n#D A fair one\n#C Try row 5\n#B 2024-01-02\n#L Easy\n"
PLAIN = HEADERS + ROWS9
SECTIONS = HEADERS + "[Puzzle]\n" + ROWS9
STATE = SECTIONS + "[State]\n" + rows(SOLVED9, 9)


@pytest.mark.parametrize("text", [PLAIN, SECTIONS, "[Puzzle]\n" + ROWS9])
def test_read_and_write(text: str) -> None:
    (case,) = cases(text)
    assert case.style.format == "sdk"
    assert case.puzzle == loads(LINE9)
    assert write(case.puzzle, case.style) == text


def test_headers_are_kept() -> None:
    (case,) = cases(PLAIN)
    assert case.style.headers[0] == "A Someone"
    assert case.comment == "A fair one Try row 5"


def test_state_is_not_the_puzzle() -> None:
    (case,) = cases(STATE)
    assert case.puzzle == loads(LINE9)
    solution = Grid(case.puzzle.geometry, map(int, SOLVED9))
    assert write(solution, case.style) == STATE


def test_answer_without_sections() -> None:
    (case,) = cases(PLAIN)
    solution = Grid(case.puzzle.geometry, map(int, SOLVED9))
    assert write(solution, case.style) == HEADERS + rows(SOLVED9, 9)


def test_several_and_crlf() -> None:
    text = (PLAIN + "\n" + STATE + SECTIONS).replace("\n", "\r\n")
    assert [case.puzzle for case in cases(text)] == [loads(LINE9)] * 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[Puzzle]\n" + ROWS9[:-10], "9: expected 9 rows, found 8"),
        (
            "[Puzzle]\n" + ROWS9.replace("6..195...", "6..195"),
            "3:7: expected a row of 9 symbols, found 6",
        ),
        (
            "[Puzzle]\n" + ROWS9.replace("195", "1!5"),
            "3:5: expected a symbol 1-9 or a blank, found '!'",
        ),
        ("[Puzzle]\n", "1: expected rows after the section, found the end"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    assert errors(text, format="sdk") == [message]


def test_going_on_after_errors() -> None:
    assert summary(SECTIONS + SECTIONS.replace("195", "1!5") + SECTIONS)[::2] == [30, 30]
