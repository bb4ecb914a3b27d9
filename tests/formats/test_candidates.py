"""Candidates, in a line and in groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance.formats import dumps, loads, write
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle

from .helpers import LINE4, cases, errors

GROUPS = """\
1    24  | 3   24
34   234 | 1   2
---------+-------
24   3   | 12  14
23   124 | 4   13
"""


def masks(text: str) -> tuple[int, ...]:
    cells = text.replace("|", " ").replace("-", "").replace("+", "").split()
    return tuple(sum(1 << int(c) - 1 for c in cell) for cell in cells)


def test_groups() -> None:
    (case,) = cases(GROUPS)
    assert case.style.format == "candidates"
    assert case.puzzle.candidates == masks(GROUPS)
    assert case.puzzle.clues[:4] == bytes([1, 0, 3, 0])
    assert loads(write(case.puzzle, case.style)) == case.puzzle
    assert "|" in write(case.puzzle, case.style)


def test_line_of_64_and_of_729() -> None:
    text = dumps(loads(LINE4), "candidates")
    assert len(text) == 64
    (case,) = cases(text)
    assert (case.style.format, case.puzzle.size) == ("candidates", 4)
    full = "123456789" * 81
    (case,) = cases(full + " # all")
    assert (case.style.format, case.puzzle.size) == ("candidates", 9)
    assert case.puzzle.candidates == (511,) * 81
    assert write(case.puzzle, case.style) == full + " # all\n"


def test_framed_as_other_programs_do() -> None:
    text = (
        ".----.----.\n"
        + "| 12 34 | 1 2 |\n" * 2
        + ":----+----:\n"
        + "| 12 34 | 1 2 |\n" * 2
        + "'----'----'\n"
    )
    (case,) = cases(text)
    assert case.puzzle.candidates == (3, 12, 1, 2) * 4


@given(
    st.sampled_from([4, 6, 9, 12, 16]).flatmap(
        lambda n: st.lists(st.integers(0, (1 << n) - 1), min_size=n * n, max_size=n * n)
    ),
    st.sampled_from(["", "groups", "rules"]),
)
def test_round_trip(found: list[int], layout: str) -> None:
    from squaredance.formats.candidates import write as write_candidates
    from squaredance.formats.case import Style

    size = round(len(found) ** 0.5)
    clues = [m.bit_length() if m & (m - 1) == 0 else 0 for m in found]
    puzzle = Puzzle(Geometry(size), clues, found)
    symbols = None
    text = write_candidates(puzzle, Style("candidates", symbols, layout=layout))
    assert loads(text, format="candidates") == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("123." * 15 + "12x.", "1:63: expected '3' or '.', found 'x'"),
        ("123." * 15 + "2...", "1:61: expected '1' or '.', found '2'"),
        ("123." * 16 + "1", "1:65: expected N*N*N characters, found 65"),
        ("12 34 1 2\n12 34 1\n", "2:8: expected a row of 4 groups, found 3"),
        (
            "12 34 1 2\n12 3! 1 2\n1 2 3 4\n1 2 3 4",
            "2:5: expected candidates 1-4 or a blank, found '!'",
        ),
        ("12 34 1 2\n12 34 1 2\n", "2: expected 4 rows, found 2"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    assert errors(text, format="candidates") == [message]


def test_columns_and_counts_are_in_characters() -> None:
    line = "1234" * 16
    for text, message in [
        (f"12é4{line[4:]}", "1:3: expected '3' or '.', found 'é'"),
        (f"{line}\n é23x{line[4:]}", "2:2: expected '1' or '.', found 'é'"),
        (f"{line}\né{line[2:]}", "2:64: expected 64 characters, found 63"),
        (f"{line}\né{line}", "2:65: expected 64 characters, found 65"),
    ]:
        assert errors(text, format="candidates") == [message]
    rows = "12 3 4 14\n" * 3
    for bad, message in [
        ("12 3 4 1é", "4:9: expected candidates 1-4 or a blank, found 'é'"),
        ("12 € 4 1x", "4:4: expected candidates 1-4 or a blank, found '€'"),
        ("12 € 4", "4:7: expected a row of 4 groups, found 3"),
        ("é1 € 4 1 2", "4:10: expected a row of 4 groups, found 5"),
    ]:
        assert errors(rows + bad, format="candidates") == [message]
