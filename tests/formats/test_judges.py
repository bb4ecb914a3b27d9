"""Judge profiles: hand-made cases, every blank line asserted in bytes."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from squaredance.errors import FormatError
from squaredance.formats import JUDGES, Case
from squaredance.formats.judges import Judge
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Grid
from squaredance.result import Result, Status
from squaredance.symbols import Symbols

from .helpers import LINE9, SOLVED9, rows, source

EXAMPLES = Path(__file__).parents[2] / "examples"
HEXA = EXAMPLES / "hexa-4.in"
HEXA_SOLVED = EXAMPLES / "hexa-4.out"


def judge(name: str) -> Judge:
    found = JUDGES[name]
    assert isinstance(found, Judge)
    return found


def found(values: str | list[int]) -> Result:
    """A result with this solution, as an engine would give it."""
    numbers = [int(c) for c in values] if isinstance(values, str) else values
    size = round(len(numbers) ** 0.5)
    return Result(Status.FOUND, Grid(standard_geometry(size), numbers), 1, 0, 0, 0.0, "test")


NONE = Result(Status.NONE, None, 0, 0, 0, 0.0, "test")
STOPPED = Result(Status.UNKNOWN, None, 0, 0, 0, 0.0, "test", reason="time")


def output(name: str, text: str, results: list[Result]) -> str:
    """What the profile prints for an input whose cases have these results."""
    profile = judge(name)
    parts = []
    for number, (case, result) in enumerate(zip(cases(name, text), results, strict=True), start=1):
        parts.append(profile.answer(number, result, case))
    return "".join(parts) + profile.ending()


def cases(name: str, text: str) -> list[Case]:
    listed = items(name, text)
    good = [item for item in listed if isinstance(item, Case)]
    assert good == listed
    return good


def items(name: str, text: str) -> list[Case | FormatError]:
    return list(judge(name).cases(source(text)))


def summary(name: str, text: str) -> list[int | str]:
    return [
        str(item) if isinstance(item, FormatError) else item.puzzle.clue_count
        for item in items(name, text)
    ]


IN9 = LINE9.replace(".", "0")
OUT9 = rows(SOLVED9, 9)
HEXA_IN = HEXA.read_text().rstrip("\n") + "\n"
HEXA_GRIDS = HEXA_SOLVED.read_text().rstrip("\n").split("\n\n")
HEXA_RESULTS = [
    found([ord(c) - ord("A") + 1 for c in grid.replace("\n", "")]) for grid in HEXA_GRIDS
]


def test_uva1309_has_no_empty_line_after_the_last() -> None:
    assert output("uva1309", HEXA_IN, HEXA_RESULTS) == HEXA_SOLVED.read_text()
    assert output("uva1309", HEXA_IN, HEXA_RESULTS) == "\n\n".join(HEXA_GRIDS) + "\n"


def test_poj3076_has_one_after_each() -> None:
    expected = "".join(grid + "\n\n" for grid in HEXA_GRIDS)
    assert output("poj3076", HEXA_IN, HEXA_RESULTS) == expected


def test_spoj_has_a_count_and_is_else_the_same() -> None:
    assert output("spoj-sudoku", "4\n" + HEXA_IN, HEXA_RESULTS) == "\n\n".join(HEXA_GRIDS) + "\n"
    assert output("spoj-sudoku", "4\n\n" + HEXA_IN, HEXA_RESULTS) == "\n\n".join(HEXA_GRIDS) + "\n"


@pytest.mark.parametrize("gap", ["", "\n"])
def test_uva12988(gap: str) -> None:
    text = f"2\n{gap}****\n2341\n4123\n3214\n{gap}*243\n*312\n*421\n*134\n"
    solved = [found("1432234141233214"), found("1243431234212134")]
    assert output("uva12988", text, solved) == (
        "Case #1:\n1432\n2341\n4123\n3214\nCase #2:\n1243\n4312\n3421\n2134\n"
    )


def test_poj2676() -> None:
    text = "2\n" + rows(IN9, 9) * 2
    assert output("poj2676", text, [found(SOLVED9)] * 2) == OUT9 * 2


def test_poj2918() -> None:
    text = "2\n" + (rows(IN9, 9) + "\n") * 2
    assert output("poj2918", text, [found(SOLVED9), NONE]) == (
        f"Scenario #1:\n{OUT9}\nScenario #2:\nNo solution\n\n"
    )


@pytest.mark.parametrize("last", ["end\n", "end", ""])
def test_poj3074(last: str) -> None:
    text = f"{LINE9}\n{LINE9}\n{last}"
    assert output("poj3074", text, [found(SOLVED9)] * 2) == f"{SOLVED9}\n{SOLVED9}\n"


def test_poj3074_stops_at_end() -> None:
    assert summary("poj3074", f"{LINE9}\nend\nnot read\n") == [30]


def test_hdu1426() -> None:
    case = rows(LINE9.replace(".", "?"), 9, " ")
    assert output("hdu1426", f"{case}\n{case}", [found(SOLVED9)] * 2) == (
        rows(SOLVED9, 9, " ") + "\n" + rows(SOLVED9, 9, " ")
    )


def test_hdu2780() -> None:
    text = "3\n" + rows(IN9, 9) * 3
    assert output("hdu2780", text, [found(SOLVED9), NONE, found(SOLVED9)]) == (
        f"{OUT9}\nCould not complete this grid.\n\n{OUT9}"
    )


@pytest.mark.parametrize("mark", ["---\n", ""])
def test_hdu3111(mark: str) -> None:
    case = rows(LINE9.replace(".", "?"), 9)
    text = f"3\n{case}{mark}{case}{mark}{case}"
    assert output("hdu3111", text, [found(SOLVED9), NONE, found(SOLVED9)]) == (
        f"{OUT9}---\nimpossible\n---\n{OUT9}"
    )


def test_uva989() -> None:
    small = "2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"
    text = f"3\n{rows(IN9, 9, ' ')}\n{small}\n1\n0\n"
    results = [found(SOLVED9), NONE, found("1")]
    assert judge("uva989").question == "least"
    assert output("uva989", text, results) == rows(SOLVED9, 9, " ") + "\nNO SOLUTION\n\n1\n"


def test_luogu_p1784() -> None:
    assert output("luogu-p1784", rows(IN9, 9, " "), [found(SOLVED9)]) == rows(SOLVED9, 9, " ")


def test_leetcode37() -> None:
    grid = (
        "[" + ",\n".join(str(list(row)).replace("'", '"') for row in rows(LINE9, 9).split()) + "]"
    )
    solved = str([list(row) for row in OUT9.split()]).replace("'", '"').replace(" ", "")
    assert output("leetcode37", f"{grid}\n{grid}", [found(SOLVED9)] * 2) == f"{solved}\n{solved}\n"


NAMES = [name for name, profile in JUDGES.items() if isinstance(profile, Judge)]


def sample(name: str) -> tuple[str, str]:
    """A count line (or none) and one good case with what ends it."""
    letters = HEXA_IN.split("\n\n")[0] + "\n\n"
    digits = rows(IN9, 9)
    asked = rows(LINE9.replace(".", "?"), 9)
    return {
        "uva1309": ("", letters),
        "poj3076": ("", letters),
        "spoj-sudoku": ("{}\n", letters),
        "uva12988": ("{}\n", "\n*243\n*312\n*421\n*134\n"),
        "poj2676": ("{}\n", digits),
        "poj2918": ("{}\n", digits + "\n"),
        "poj3074": ("", LINE9 + "\n"),
        "hdu1426": ("", rows(LINE9.replace(".", "?"), 9, " ") + "\n"),
        "hdu2780": ("{}\n", digits),
        "hdu3111": ("{}\n", asked + "---\n"),
        "uva989": ("", "3\n" + rows(IN9, 9, " ") + "\n"),
        "luogu-p1784": ("", rows(IN9, 9, " ")),
        "leetcode37": ("", str([list(r) for r in rows(LINE9, 9).split()]).replace("'", '"') + "\n"),
    }[name]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_crlf_trailing_blanks_and_no_last_newline(name: str, end: str) -> None:
    count, case = sample(name)
    text = (count.format(1) + case.rstrip("\n")).replace("\n", " \t" + end)
    (only,) = cases(name, text)
    assert only.puzzle.clue_count > 3
    assert cases(name, "\ufeff" + text + end * 3)[0].puzzle == only.puzzle


@pytest.mark.parametrize("name", NAMES)
def test_answer_when_nothing_was_found(name: str) -> None:
    count, case = sample(name)
    (only,) = cases(name, count.format(1) + case)
    profile = judge(name)
    assert f"{profile.none}\n" in profile.answer(1, NONE, only)
    assert "Unknown\n" in profile.answer(1, STOPPED, only)


@pytest.mark.parametrize("name", NAMES)
def test_incomplete_last_case_names_its_line(name: str) -> None:
    if name in ("poj3074", "leetcode37"):
        pytest.skip("a case is one line or one value there")
    count, case = sample(name)
    lines = (count.format(1) + case.rstrip("\n-")).split("\n")[:-1]
    (message,) = summary(name, "\n".join(lines) + "\n")
    assert str(message).startswith(f"{len(lines)}: expected ")
    assert "rows, found" in str(message)


@pytest.mark.parametrize("name", [n for n in NAMES if sample(n)[0]])
def test_count_that_does_not_match(name: str) -> None:
    _, case = sample(name)
    more = summary(name, "1\n" + case * 2)
    assert len(more) == 2
    assert "expected 1 case, found more" in str(more[1])
    fewer = summary(name, "3\n" + case * 2)
    assert len(fewer) == 3
    assert "expected 3 cases, found 2" in str(fewer[2])
    assert summary(name, "x\n" + case) == ["1:1: expected the number of cases, found 'x'"]
    assert summary(name, "") == ["1: expected the number of cases, found the end of the input"]


@pytest.mark.parametrize("name", [n for n in NAMES if not sample(n)[0]])
def test_empty_input(name: str) -> None:
    (message,) = summary(name, "\n\n")
    assert "expected" in str(message)


@pytest.mark.parametrize("name", [n for n in NAMES if n != "luogu-p1784"])
@pytest.mark.parametrize("place", ["first", "middle"])
def test_going_on_after_a_bad_character(name: str, place: str) -> None:
    count, case = sample(name)
    lines = case.rstrip("\n").split("\n")
    row = 0 if place == "first" else len(lines) // 2
    row += not lines[row]
    lines[row] = lines[row].replace(lines[row][0], "!", 1)
    bad = "\n".join(lines) + case[len(case.rstrip("\n")) :]
    listed = items(name, count.format(3) + case + bad + case)
    assert [isinstance(item, Case) for item in listed] == [True, False, True]
    assert isinstance(listed[1], FormatError)
    before = (count.format(3) + case).count("\n")
    assert listed[1].line == before + row + 1


def test_wrong_blank_is_wrong() -> None:
    assert summary("poj2676", "1\n" + rows(LINE9, 9)) == [
        "2:3: expected a symbol 1-9 or '0', found '.'"
    ]
    assert summary("uva1309", "a" + HEXA_IN[1:18]) == [
        "1:1: expected a symbol A-P or '-', found 'a'"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9\n", "1:1: expected an order from 1 to 8, found '9'"),
        (
            "2\n1 2 3 5\n0 0 0 0\n0 0 0 0\n0 0 0 0\n",
            "2:7: expected a number from 0 to 4, found '5'",
        ),
        ("2\n1 2 3\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "2:6: expected a row of 4 numbers, found 3"),
    ],
)
def test_uva989_errors(text: str, message: str) -> None:
    assert summary("uva989", text) == [message]


def test_only_one_case_for_luogu() -> None:
    text = rows(IN9, 9, " ")
    assert summary("luogu-p1784", text * 2)[1] == "10: expected 1 case, found more"


def test_cases_come_as_soon_as_they_are_there() -> None:
    from .test_source import Pieces

    lines: Iterator[bytes] = iter([line.encode() + b"\n" for line in HEXA_IN.split("\n")])
    pipe = Pieces(lines)
    from squaredance.formats.source import LineSource

    next(judge("uva1309").cases(LineSource(pipe)))
    assert pipe.reads == 16


def test_registry() -> None:
    assert len(JUDGES) == 15
    for name, profile in JUDGES.items():
        assert profile.name == name
        assert profile.title
        assert profile.kind in ("sudoku", "cover")
        assert profile.question in ("first", "least")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("poj2676", "1\n" + "é" + "0" * 8, "2:1: expected a symbol 1-9 or '0', found 'é'"),
        ("hdu1426", "? ? € x", "1:5: expected a symbol 1-9 or '?', found '€'"),
        ("poj3074", "  ..é.", "1:5: expected a symbol 1-9 or '.', found 'é'"),
        ("poj3074", "  ....", "1:7: expected 81 symbols, found 4"),
        ("uva989", "1\n é", "2:2: expected a number from 0 to 1, found 'é'"),
        ("uva989", "1\n1 1 é", "2:5: expected a number from 0 to 1, found 'é'"),
        ("uva989", "é" * 30, f"1:1: expected an order from 1 to 8, found '{'é' * 20}'"),
        ("poj2676", "é" * 30, f"1:1: expected the number of cases, found '{'é' * 20}'"),
        ("leetcode37", "é", "1:1: expected a JSON list, found 'é'"),
    ],
)
def test_columns_and_counts_are_in_characters(name: str, text: str, message: str) -> None:
    assert summary(name, text)[0] == message


@pytest.mark.parametrize("name", NAMES)
def test_symbols_of_a_case_are_plain_ones(name: str) -> None:
    """Equal symbols read the same: what is strict is the judge."""
    count, case = sample(name)
    symbols = cases(name, count.format(1) + case)[0].style.symbols
    assert symbols is not None
    assert type(symbols) is Symbols
    same = pickle.loads(pickle.dumps(symbols))
    assert (same, same.lookup) == (symbols, symbols.lookup)
