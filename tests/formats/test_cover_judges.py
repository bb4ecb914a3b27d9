"""The exact cover judges: matrices in, chosen rows out."""

import pytest

from squaredance.errors import FormatError
from squaredance.formats import JUDGES
from squaredance.formats.judges.cover import CoverJudge, MatrixCase

from .helpers import source

SPARSE = "6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n"
OPTIONS = ((0, 3, 6), (0, 3), (3, 4, 6), (2, 4, 5), (1, 2, 5, 6), (1, 6))
DENSE = "6 7\n" + "".join(
    " ".join("1" if item in option else "0" for item in range(7)) + "\n" for option in OPTIONS
)


def judge(name: str) -> CoverJudge:
    found = JUDGES[name]
    assert isinstance(found, CoverJudge)
    return found


def items(name: str, text: str) -> list[MatrixCase | FormatError]:
    return list(judge(name).cases(source(text)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hust1017", SPARSE),
        ("luogu-p4929", DENSE),
        ("luogu-p4929", DENSE[:4] + DENSE[4:].replace(" ", "")),
        ("luogu-p4929", DENSE.replace("\n", " \r\n")),
    ],
)
def test_same_matrix(name: str, text: str) -> None:
    (case,) = items(name, text)
    assert case == MatrixCase(7, OPTIONS, None, 1)


def test_answers() -> None:
    (case,) = items("hust1017", SPARSE)
    assert isinstance(case, MatrixCase)
    assert judge("hust1017").answer(1, [3, 1, 5], case) == "3 2 4 6\n"
    assert judge("hust1017").answer(2, None, case) == "NO\n"
    assert judge("luogu-p4929").answer(1, [3, 1, 5], case) == "2 4 6\n"
    assert judge("luogu-p4929").answer(1, None, case) == "No Solution!\n"
    assert judge("hust1017").ending() == ""


def test_hust1017_goes_on_until_the_end() -> None:
    found = items("hust1017", SPARSE + "\n" + SPARSE + "1 1\n1 1\n")
    assert [case.items for case in found if isinstance(case, MatrixCase)] == [7, 7, 1]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("hust1017", "", "1: expected the line N M, found the end of the input"),
        ("hust1017", "6\n", "1:1: expected the line N M, found 1 field"),
        ("hust1017", "a 7\n", "1:1: expected the line N M, found 'a'"),
        ("hust1017", "2 7\n1 1\n", "2: expected 2 rows, found 1"),
        ("hust1017", "1 7\n2 1\n", "2:4: expected 2 columns in the row, found 1"),
        ("hust1017", "1 7\n2 1 8\n", "2:5: expected a column from 1 to 7, found 8"),
        ("hust1017", "1 7\n2 1 1\n", "2: expected different columns in a row, found one twice"),
        ("luogu-p4929", "1 3\n0 2 1\n", "2:3: expected 0 or 1, found '2'"),
        ("luogu-p4929", "1 3\n0 é €\n", "2:3: expected 0 or 1, found 'é'"),
        ("luogu-p4929", f"1 {'é' * 30}\n", f"1:3: expected the line N M, found '{'é' * 20}'"),
        ("luogu-p4929", "1 3\n0 1\n", "2:4: expected a row of 3 digits, found 2"),
        ("luogu-p4929", "1 3\n0 1 0 1\n", "2:7: expected a row of 3 digits, found 4"),
    ],
)
def test_errors_have_a_place(name: str, text: str, message: str) -> None:
    assert [str(item) for item in items(name, text)] == [message]


def test_more_after_the_only_matrix() -> None:
    assert str(items("luogu-p4929", DENSE + "1 1\n1\n")[1]) == (
        "8: expected the end of the input, found more"
    )


def test_going_on_after_errors() -> None:
    found = items("hust1017", SPARSE + SPARSE.replace("3 1 4 7", "3 1 4 9") + SPARSE)
    assert [isinstance(case, MatrixCase) for case in found] == [True, False, True]
