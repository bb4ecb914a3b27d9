"""squaredance cover --example."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from squaredance.cover import Problem, examples
from tests.cli.conftest import Run


def test_the_list_has_a_line_about_each(run: Run) -> None:
    ran = run("cover", "--example", "list")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    names = [line.split()[0] for line in lines[::2]]
    assert names == [name.replace("_", "-") for name in examples.NAMES]
    assert all(line.startswith("    ") for line in lines[1::2])


def test_every_example_counts(run: Run) -> None:
    assert run("cover", "--example", "queens", "8", "--count") == (0, "92\n", "")
    assert run("cover", "--count", "--example", "langford", "5") == (1, "0\n", "")
    assert run("cover", "--example", "langford", "7", "reduced=yes", "--count") == (0, "26\n", "")
    assert run("cover", "--example", "y-pentominoes", "5", "10", "--count").out == "10\n"


def test_a_cover_is_printed(run: Run) -> None:
    ran = run("cover", "--example", "matchings", "4", "--all")
    covers = {frozenset(text.split("\n")) for text in ran.out.rstrip("\n").split("\n\n")}
    assert covers == {
        frozenset({"1 2", "3 4"}),
        frozenset({"1 3", "2 4"}),
        frozenset({"1 4", "2 3"}),
    }


def test_the_cheapest(run: Run) -> None:
    ran = run("cover", "--example", "rota", "--minimum")
    assert ran.code == 0
    *options, cost = ran.out.splitlines()
    assert {option.split()[0] for option in options} == {"Ada", "Ben", "Cleo", "Dan"}
    assert cost == "# cost 4"


def test_json(run: Run) -> None:
    answer = json.loads(run("cover", "--example", "queens", "4", "--json").out)
    assert answer["status"] == "found"
    assert len(answer["options"]) == 4


@pytest.mark.parametrize("question", [[], ["--all"], ["--sample", "2"], ["--unique"]])
def test_a_picture_of_the_first_cover(run: Run, tmp_path: Path, question: list[str]) -> None:
    path = tmp_path / "queens.svg"
    run("cover", "--example", "queens", "6", *question, "--svg", path)
    queens = ElementTree.fromstring(path.read_text()).findall("{http://www.w3.org/2000/svg}g")
    assert len(queens) == 6


def test_no_cover_no_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "queens.svg"
    assert run("cover", "--example", "queens", "3", "--svg", path).code == 1
    assert not path.exists()


def test_a_picture_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "queens.svg"
    ran = run("cover", "--example", "queens", "6", "--svg", path)
    assert (ran.code, ran.err) == (3, f"squaredance: {path}: No such file or directory\n")


@pytest.mark.parametrize(
    "words",
    ["queens 5", "costas 4", "partridge 3", "rota", "word-search 3 3 ADA EVE", "word-square 3"],
)
def test_the_text_is_the_problem(run: Run, words: str) -> None:
    ran = run("cover", "--example", *words.split(), "--to-text")
    assert (ran.code, ran.err) == (0, "")
    name, *arguments = words.split()
    problem, again = examples.example(name, *arguments).problem, Problem.from_text(ran.out)
    assert again.primary == problem.primary
    assert again.secondary == problem.secondary
    assert list(again.options) == list(problem.options)
    assert (again.bounds, again.costs) == (problem.bounds, problem.costs)


def test_the_text_of_a_file(run: Run) -> None:
    assert run("cover", "--to-text", stdin="110\n001\n") == (0, "1 2 3\n1 2\n3\n", "")


def test_the_text_counts_like_the_example(run: Run) -> None:
    text = run("cover", "--example", "costas", "5", "--to-text").out
    assert run("cover", "--count", stdin=text) == (0, "40\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--example kings", "expected an example of "),
        ("--example queens 0", "expected a number of queens from 1 to 64, found 0"),
        ("--example queens x", "expected a number of queens from 1 to 64, found 'x'"),
        ("--example queens 1 2", "queens: expected [SIZE], found '2' too"),
        ("--example pentominoes 8 8", "expected a board of 60 cells for 12 pieces, found 64"),
        (
            "a.txt --example queens",
            "--example takes the place of files: no FILE, --from or --judge",
        ),
        ("--svg a.svg", "--svg goes with --example"),
        ("--example queens --count --svg a.svg", "--svg draws a cover, and --count finds none"),
        ("--example queens --count --to-text", "--to-text prints the problem: no question"),
    ],
)
def test_what_does_not_go(run: Run, arguments: str, message: str) -> None:
    ran = run("cover", *arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"squaredance: {message}")
    assert ran.err.count("\n") == 1
