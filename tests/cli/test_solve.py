"""squaredance solve."""

import json
from pathlib import Path

import pytest

from squaredance import Geometry, GeometryError, check
from squaredance.cli.main import parser_for
from squaredance.cli.plain import plain_arguments
from tests.cli.conftest import Run
from tests.puzzles import CLASH4, DOUBLE4, ENGINES, NONE4, UNIQUE4, UNIQUE4_SOLVED

ROWS4 = "1...\n...2\n.3..\n..4.\n"
SOLVED_ROWS4 = "1234\n3412\n4321\n2143\n"


def test_the_solution_comes_in_the_format_of_the_puzzle(run: Run) -> None:
    assert run("solve", stdin=UNIQUE4) == (0, f"{UNIQUE4_SOLVED}\n", "")
    assert run("solve", stdin=ROWS4) == (0, SOLVED_ROWS4, "")
    numbers = "1 0 0 0\n0 0 0 2\n0 3 0 0\n0 0 4 0\n"
    assert run("solve", stdin=numbers).out == "1 2 3 4\n3 4 1 2\n4 3 2 1\n2 1 4 3\n"


def test_files_dash_and_stdin(run: Run, tmp_path: Path) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text(UNIQUE4)
    other.write_text(DOUBLE4 + "\n")
    assert run("solve", one).out == f"{UNIQUE4_SOLVED}\n"
    assert run("solve", one, "-", one, stdin=UNIQUE4).out == f"{UNIQUE4_SOLVED}\n" * 3
    assert len(run("solve", other, one).out.splitlines()) == 2


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
def test_engines(run: Run, engine: str) -> None:
    ran = run("solve", "--engine", engine, "--json", stdin=UNIQUE4)
    assert json.loads(ran.out)["engine"] in ((engine,) if engine != "auto" else ENGINES)
    assert json.loads(ran.out)["solution"] == UNIQUE4_SOLVED


def test_no_solution(run: Run) -> None:
    assert run("solve", stdin=NONE4) == (1, f"{NONE4} # no solution\n", "")
    ran = run("solve", stdin=CLASH4)
    assert ran.out == f"{CLASH4} # no solution: 1 stands 2 times in row 1: R1C1 R1C2\n"
    assert (ran.code, ran.err) == (1, "")


def test_unique(run: Run) -> None:
    assert run("solve", "--unique", stdin=UNIQUE4) == (0, f"{UNIQUE4_SOLVED}\n", "")
    assert run("solve", "--unique", stdin=DOUBLE4) == (4, f"{DOUBLE4} # multiple solutions\n", "")
    assert run("solve", "--unique", stdin=NONE4).code == 1


def test_least(run: Run) -> None:
    assert run("solve", "--least", stdin="." * 16).out == "1234341221434321\n"


def test_a_solution_that_was_not_proven_least_is_not_shown(run: Run) -> None:
    """One of them was found, but not what was asked for."""
    empty = "." * 256
    ran = run("solve", "--least", "--max-nodes", "1000", stdin=empty)
    assert ran == (124, f"{empty} # unknown: out of nodes\n", "")
    shown = json.loads(run("solve", "--least", "--json", "--max-nodes", "1000", stdin=empty).out)
    assert (shown["status"], shown["reason"]) == ("unknown", "nodes")
    assert check(empty, shown["solution"])


def test_all(run: Run) -> None:
    ran = run("solve", "--all", stdin=f"{DOUBLE4}\n{UNIQUE4}\n")
    lines = ran.out.splitlines()
    assert (ran.code, len(lines)) == (0, 3)
    assert lines[0] != lines[1]
    assert all(check(DOUBLE4, line) for line in lines[:2])
    assert run("solve", "--all", stdin=NONE4) == (1, f"{NONE4} # no solution\n", "")
    assert len(run("solve", "--all", stdin="." * 16).out.splitlines()) == 288


def test_all_with_a_limit(run: Run) -> None:
    ran = run("solve", "--all", "--limit", "5", stdin="." * 81)
    assert (ran.code, len(set(ran.out.split()))) == (0, 5)


def test_all_of_a_grid_format_has_a_blank_line_between(run: Run) -> None:
    ran = run("solve", "--all", "--to", "grid", stdin=DOUBLE4)
    assert ran.out.count("\n\n") == 1
    assert not ran.out.endswith("\n\n")


def test_candidates(run: Run) -> None:
    ran = run("solve", "--candidates", stdin=UNIQUE4)
    assert (ran.code, ran.err) == (0, "")
    cells = [ran.out.strip()[i : i + 4] for i in range(0, 64, 4)]
    assert "".join(cell.replace(".", "") for cell in cells) == UNIQUE4_SOLVED
    empty = run("solve", "--candidates", stdin="." * 16)
    assert empty.out == "1234" * 16 + "\n"
    assert run("solve", "--candidates", stdin=NONE4).code == 1


def test_to_another_format(run: Run) -> None:
    assert (
        run("solve", "--to", "grid", stdin=UNIQUE4).out.replace("|", "").replace("--+--\n", "")
        == SOLVED_ROWS4
    )
    assert json.loads(run("solve", "--to", "json", stdin=UNIQUE4).out)


def test_json(run: Run) -> None:
    ran = run("solve", "--json", "--unique", stdin=f"{UNIQUE4}\n{DOUBLE4}\n{CLASH4}\n")
    one, many, none = map(json.loads, ran.out.splitlines())
    assert (ran.code, ran.err) == (4, "")
    assert one.pop("seconds") > 0
    assert one.pop("nodes") > 0
    assert one.pop("memory") >= 0
    assert one == {
        "source": "stdin",
        "line": 1,
        "size": 4,
        "puzzle": UNIQUE4,
        "status": "unique",
        "solution": UNIQUE4_SOLVED,
        "count": 1,
        "candidates": None,
        "reason": None,
        "clash": None,
        "engine": "rows",
        "guesses": 0,
    }
    assert (many["line"], many["status"], many["count"]) == (2, "multiple", 2)
    assert (none["line"], none["status"], none["solution"]) == (3, "none", None)
    assert none["clash"] == "1 stands 2 times in row 1: R1C1 R1C2"


def test_json_of_other_questions(run: Run) -> None:
    candidates = json.loads(run("solve", "--json", "--candidates", stdin=UNIQUE4).out)
    assert candidates["candidates"][:4] == [[1], [2], [3], [4]]
    listed = run("solve", "--json", "--all", stdin=DOUBLE4).out.splitlines()
    assert [json.loads(line)["count"] for line in listed] == [1, 2]
    (nothing,) = run("solve", "--json", "--all", stdin=NONE4).out.splitlines()
    assert json.loads(nothing)["status"] == "none"


def test_the_order_of_the_input_is_kept(run: Run) -> None:
    puzzles = [UNIQUE4, NONE4, DOUBLE4, UNIQUE4]
    out = run("solve", "--json", stdin="\n".join(puzzles)).out
    assert [json.loads(line)["puzzle"] for line in out.splitlines()] == puzzles


def test_box_size_and_symbols(run: Run) -> None:
    two_by_three = run("solve", "--json", "--least", "--box", "2x3", stdin="." * 36)
    three_by_two = run("solve", "--json", "--least", "--box", "3x2", stdin="." * 36)
    none = run("solve", "--least", "--box", "none", stdin="." * 36)
    first = json.loads(two_by_three.out)["solution"]
    second = json.loads(three_by_two.out)["solution"]
    assert len({first, second, none.out.strip()}) == 3
    letters = run("solve", "--symbols", "WXYZ", "--size", "4", stdin="W......X.Y....Z.")
    assert letters.out == UNIQUE4_SOLVED.translate(str.maketrans("1234", "WXYZ")) + "\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--limit", "2"],
        ["--all", "--limit", "0"],
        ["--judge", "uva1309", "--json"],
        ["--judge", "uva1309", "--to", "line"],
        ["--judge", "uva1309", "--all"],
        ["--judge", "nowhere"],
        ["--judge", "hust1017"],
        ["--unique", "--least"],
        ["--unique", "--all"],
        ["--engine", "magic"],
        ["--format", "magic"],
        ["--to", "magic"],
        ["--box", "2"],
        ["--box", "axb"],
        ["--box", "0x0"],
        ["--box", "3x4", "--size", "9"],
        ["--size", "0"],
        ["--size", "65"],
        ["--size", "nine"],
        ["--symbols", "AAAA", "--size", "4"],
        ["--timeout", "-1"],
        ["--timeout", "soon"],
        ["--timeout", "nan"],
        ["--max-nodes", "-1"],
        ["--no-such-option"],
    ],
    ids=" ".join,
)
def test_usage_errors(run: Run, arguments: list[str]) -> None:
    ran = run("solve", *arguments, stdin=UNIQUE4)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert ran.err.splitlines()[-1].startswith("squaredance")


def test_a_comment_stays_with_its_puzzle(run: Run) -> None:
    assert run("solve", stdin=f"{UNIQUE4} easy").out == f"{UNIQUE4_SOLVED} easy\n"
    assert run("solve", "--to", "line", stdin=f"{UNIQUE4} easy").out == f"{UNIQUE4_SOLVED} # easy\n"
    assert run("solve", "--to", "grid", stdin=f"{UNIQUE4} easy").out.startswith("# easy\n1")
    unsolved = run("solve", stdin="11.............. odd").out
    assert unsolved.startswith("11.............. odd # no solution: 1 stands")


@pytest.mark.parametrize(
    ("options", "words"), [(["--max-nodes", "1"], "unknown"), ([], "no solution")]
)
def test_candidates_that_are_not_known_leave_the_puzzle(
    run: Run, options: list[str], words: str
) -> None:
    puzzle = "." * 16 if options else "11.............."
    ran = run("solve", "--candidates", *options, stdin=puzzle)
    assert f"# {words}" in ran.out
    assert ran.out.startswith("1234" * 2 if options else "1...1...1234")


def test_half_a_character_in_a_comment_is_no_traceback(run: Run) -> None:
    text = '{"comment": "\\\\ud800", "clues": "1......2.3....4."}'.replace("\\\\", "\\")
    ran = run("convert", "--to", "line", stdin=text)
    assert (ran.code, ran.out) == (0, f"{UNIQUE4} # \\ud800\n")


def test_too_many_extra_houses_are_refused() -> None:
    with pytest.raises(GeometryError, match="expected at most 65000 extra houses, found 70000"):
        Geometry(4, extra=[(0, 5, 10, 15)] * 70_000)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--unique",
        "a",
        "a b c",
        "--unique --threads 2 a b",
        "a --unique --threads 2",
        "--threads 0 a --unique",
        "--threads 2 --threads 007 --unique --unique",
    ],
)
def test_plain_arguments_are_what_argparse_makes_of_them(words: str) -> None:
    plain = plain_arguments(words.split())
    assert vars(plain) == vars(parser_for("solve").parse_args(["solve", *words.split()]))


@pytest.mark.parametrize(
    "words",
    [
        *("-", "-- a", "-h", "--uniq", "--json", "a --unique b", "a --threads 2 b"),
        *("--threads", "--threads=2", "--threads -1", "--threads 1_0", "--threads 12345"),
        "--threads --unique",
    ],
)
def test_other_arguments_are_left_to_argparse(words: str) -> None:
    assert plain_arguments(words.split()) is None
