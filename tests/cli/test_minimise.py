"""``squaredance minimise``: in the style of the input, by the rules of every command."""

from pathlib import Path

import pytest

from squaredance import generate, minimise
from tests.cli.conftest import Run

SOLVED4 = "1234341221434321"
MINIMAL4 = "......12.1.3.32."
NONE4 = "11.............."
SEVERAL4 = "." * 16


def test_lines_keep_their_comments(run: Run) -> None:
    stdin = f"{SOLVED4} first\n\n# between\n{MINIMAL4}\n"
    expected = f"{MINIMAL4} first\n{MINIMAL4}\n"
    assert run("minimise", stdin=stdin) == (0, expected, "")


def test_the_style_is_that_of_the_input(run: Run) -> None:
    stdin = "12|34\n34|12\n--+--\n21|43\n43|21\n"
    expected = "..|..\n..|12\n--+--\n.1|.3\n.3|2.\n"
    assert run("minimise", stdin=stdin) == (0, expected, "")


def test_many_lines_are_as_one_by_one(run: Run, tmp_path: Path) -> None:
    puzzles = [made.puzzle for made in generate(clues=30, seed=3, count=600)]
    lines = ["".join(map(str, puzzle.clues)) for puzzle in puzzles if puzzle is not None]
    (tmp_path / "many.txt").write_text("\n".join(lines))
    ran = run("minimise", tmp_path / "many.txt", "--threads", "2")
    expected = ["".join(map(str, minimise(line).clues)) for line in lines]
    assert (ran.code, ran.out.splitlines(), ran.err) == (0, expected, "")
    ran = run("minimise", tmp_path / "many.txt", "--seed", "5")
    assert ran.out.split("\n")[0] == "".join(map(str, minimise(lines[0], seed=5).clues))
    assert ran.out == run("minimise", tmp_path / "many.txt", "--seed", "5", "--threads", "1").out


def test_check_tells_which_clues_are_redundant(run: Run) -> None:
    stdin = f"{MINIMAL4}\n12.....2.3....4.\n"
    expected = f"{MINIMAL4} # minimal\n12.....2.3....4. # redundant: R1C2\n"
    assert run("minimise", "--check", stdin=stdin) == (1, expected, "")
    assert run("minimise", "--check", stdin=MINIMAL4) == (0, f"{MINIMAL4} # minimal\n", "")


@pytest.mark.parametrize("check", [(), ("--check",)])
def test_without_one_solution(run: Run, check: tuple[str, ...]) -> None:
    ran = run("minimise", *check, stdin=f"{NONE4}\n")
    assert ran == (1, f"{NONE4} # no solution: 1 stands 2 times in row 1: R1C1 R1C2\n", "")
    ran = run("minimise", *check, stdin=f"{SEVERAL4}\n{NONE4}\n")
    assert (ran.code, ran.out.splitlines()[0]) == (4, f"{SEVERAL4} # multiple solutions")


def test_bad_lines(run: Run) -> None:
    stdin = f"{SOLVED4}\n123\n{SOLVED4}\n"
    bad = "squaredance: stdin:2:4: expected 16 symbols, found 3\n"
    assert run("minimise", stdin=stdin) == (3, f"{MINIMAL4}\n", bad)
    ran = run("minimise", "--keep-going", stdin=stdin)
    assert ran == (3, f"{MINIMAL4}\n{MINIMAL4}\n", bad)


def test_candidates_are_bad_input(run: Run) -> None:
    stdin = "1234 1234 1234 1234\n" * 4
    ran = run("minimise", "--format", "candidates", stdin=stdin)
    bad = "squaredance: stdin:1: expected a puzzle of clues, found one with candidates\n"
    assert ran == (3, "", bad)


def test_a_time_limit(run: Run) -> None:
    ran = run("minimise", "--timeout", "0", stdin=SOLVED4)
    assert ran == (124, f"{SOLVED4} # not done within the limit\n", "")


def test_bad_arguments(run: Run) -> None:
    assert run("minimise", "--seed", "x", stdin=SOLVED4).code == 2
    assert run("minimise", "--threads", "0", stdin=SOLVED4).code == 2
