"""squaredance canon: forms, classes, formats, bad input."""

import json
from pathlib import Path
from random import Random

import pytest

from squaredance import Geometry, Puzzle, Transformation, canonical, dumps
from tests.cli.conftest import Run
from tests.puzzles import UNIQUE4, UNIQUE9, random_puzzle

FORM4 = "...1.2....3.4..."
OTHER4 = "11.............."  # of another class
FORM9 = dumps(canonical(UNIQUE9).form).strip()


def scrambled(text: str, seed: int) -> str:
    puzzle = Puzzle.from_text(text)
    return dumps(Transformation.random(puzzle.geometry, seed).apply(puzzle)).strip()


def test_forms_of_lines(run: Run) -> None:
    text = f"# first\n{UNIQUE9} easy\n\n{scrambled(UNIQUE9, 1)}\n{UNIQUE9.replace('.', '0')}"
    expected = f"{FORM9} easy\n{FORM9}\n{FORM9.replace('.', '0')}\n"
    assert run("canon", stdin=text) == (0, expected, "")


def test_files_and_sizes(run: Run, tmp_path: Path) -> None:
    for name, text in (("four", UNIQUE4), ("nine", UNIQUE9)):
        (tmp_path / name).write_text(f"{text}\n")
    ran = run("canon", "--count", tmp_path / "four", tmp_path / "nine", tmp_path / "four")
    assert ran == (0, f"{FORM4}\n{FORM9}\n{FORM4}\n", "3 puzzles, 2 classes\n")


def test_distinct(run: Run) -> None:
    lines = [UNIQUE9, scrambled(UNIQUE9, 1) + " again", "." * 81, scrambled(UNIQUE9, 2), "." * 81]
    text = "\n".join(lines)
    ran = run("canon", "--distinct", "--count", stdin=text)
    assert ran == (0, f"{FORM9}\n{'.' * 81}\n", "5 puzzles, 2 classes\n")
    ran = run("canon", "--distinct", "--original", stdin=text)
    assert ran == (0, f"{UNIQUE9}\n{'.' * 81}\n", "")


def test_distinct_with_odd_lines(run: Run) -> None:
    text = f"{UNIQUE9}\n{UNIQUE9} é\n{'.' * 81} é\n{scrambled(UNIQUE9, 3)}\n"
    assert run("canon", "--distinct", stdin=text).out == f"{FORM9}\n{'.' * 81} é\n"
    ran = run("canon", "--distinct", "--original", stdin=text)
    assert ran.out == f"{UNIQUE9}\n{'.' * 81} é\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_many_lines(run: Run, threads: int) -> None:
    random = Random(1)
    puzzles = [random_puzzle(Geometry(9), 0.3, random) for _ in range(50)]
    lines = [
        dumps(Transformation.random(Geometry(9), seed).apply(puzzles[seed % 50])).strip()
        for seed in range(2000)
    ]
    ran = run("canon", "--distinct", "--original", "--threads", threads, stdin="\n".join(lines))
    assert ran.out.splitlines() == lines[:50]


@pytest.mark.parametrize("option", ["--json", "--to=line", "--timeout=60"])
def test_one_by_one_is_the_same(run: Run, option: str) -> None:
    text = f"{UNIQUE4}\n{OTHER4}\n{scrambled(UNIQUE4, 4)}\n"
    lines = run("canon", "--distinct", stdin=text).out.splitlines()
    ran = run("canon", "--distinct", option, stdin=text)
    found = ran.out.splitlines()
    if option == "--json":
        found = [json.loads(line)["form"] for line in found]
    assert (ran.code, found) == (0, lines)


def test_json(run: Run) -> None:
    ran = run("canon", "--json", stdin=f"{UNIQUE4}\n")
    found = canonical(UNIQUE4)
    assert json.loads(ran.out) == {
        "number": 1,
        "source": "stdin",
        "line": 1,
        "size": 4,
        "puzzle": UNIQUE4,
        "form": FORM4,
        "automorphisms": found.automorphisms,
        "transformation": found.transformation.to_json(),
    }


def test_grids_are_written_as_they_were(run: Run) -> None:
    ran = run("canon", stdin="1.|..\n..|.2\n--+--\n.3|..\n..|4.\n")
    assert ran == (0, "..|.1\n.2|..\n--+--\n..|3.\n4.|..\n", "")


def test_formats_and_judges(run: Run) -> None:
    assert run("canon", "--to", "numbers", stdin=UNIQUE4).out.split()[:4] == ["0", "0", "0", "1"]
    ran = run("canon", "--judge", "poj2676", "--to", "line", stdin="1\n" + "0" * 80 + "7\n")
    assert ran.code == 3  # the judge wants nine rows
    rows = "\n".join(["7" + "0" * 8] + ["0" * 9] * 8)
    ran = run("canon", "--judge", "poj2676", "--to", "line", stdin=f"1\n{rows}\n")
    assert ran == (0, "." * 80 + "1\n", "")


def test_bad_lines(run: Run) -> None:
    text = f"{UNIQUE4}\n{UNIQUE4}1\n{UNIQUE4}\n"
    message = "squaredance: stdin:2:17: expected 16 symbols, found 17\n"
    assert run("canon", stdin=text) == (3, f"{FORM4}\n", message)
    assert run("canon", "--keep-going", stdin=text) == (3, f"{FORM4}\n{FORM4}\n", message)
    assert run("canon", "--keep-going", "--distinct", stdin=text) == (3, f"{FORM4}\n", message)


def test_candidate_puzzles_have_no_form(run: Run) -> None:
    masks = "\n".join(["1234 1234 1234 1234"] * 3 + ["1234 1234 1234 12"])
    ran = run("canon", "--format", "candidates", stdin=masks)
    assert (ran.code, ran.out) == (3, "")
    assert "expected clues only for a canonical form, found a candidate puzzle" in ran.err


def cyclic() -> str:
    """A Latin square that takes long."""
    letters = "ABCDEFGHIJKLMNOP"
    return "".join(letters[row:] + letters[:row] for row in range(16))


@pytest.mark.parametrize("limit", [("--max-nodes", "20000"), ("--timeout", "0.1")])
def test_limits(run: Run, limit: tuple[str, str]) -> None:
    text = f"{cyclic()}\n{'.' * 256}\n"
    ran = run("canon", "--box", "none", "--symbols", "letters", *limit, stdin=text)
    remark = "no canonical form within the limit"
    assert ran == (124, f"{cyclic()} # {remark}\n{'.' * 256}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--original"], "--original goes with --distinct"),
        (["--json", "--to", "line"], "--json is the format of the output"),
        (["--threads", "0"], "expected threads of 1 or more, found 0"),
        (["--max-nodes", "-1"], "expected max_nodes of 0 or more, found -1"),
    ],
)
def test_usage(run: Run, arguments: list[str], message: str) -> None:
    ran = run("canon", *arguments, stdin=UNIQUE4)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_nothing(run: Run) -> None:
    assert run("canon", stdin="").code == 3


@pytest.mark.parametrize("option", ["--timeout=-1", "--timeout=nan"])
def test_what_is_no_time(run: Run, option: str) -> None:
    ran = run("canon", option, stdin=f"{UNIQUE4}\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("squaredance: expected a timeout of 0 seconds or more, found ")


@pytest.mark.parametrize("limit", ["--timeout=0", "--max-nodes=0"])
@pytest.mark.parametrize("count", [1, 3, 300])
def test_no_time_and_no_nodes_are_alike_for_one_and_many(run: Run, limit: str, count: int) -> None:
    ran = run("canon", limit, stdin=f"{UNIQUE4}\n" * count)
    assert ran == (124, f"{UNIQUE4} # no canonical form within the limit\n" * count, "")


def test_lines_without_a_puzzle_go(run: Run) -> None:
    text = f"# head\n{UNIQUE4} a # b\n\n{UNIQUE4}\n"
    for options in ([], ["--timeout=60"]):
        ran = run("canon", "--count", *options, stdin=text)
        assert ran == (0, f"{FORM4} a # b\n{FORM4}\n", "2 puzzles, 1 class\n")
    ran = run("minimise", stdin=text)
    assert ran == (0, f"{UNIQUE4} a # b\n{UNIQUE4}\n", "")
