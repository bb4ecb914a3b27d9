"""squaredance cover."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TOY = "a b c d e f g\nd f\nb f\na c e\nb d g\na c d\ne g\n"
TWO = "a b\na\nb\na b\n"
NONE = "a b\na\n"
SECONDARY = "a | x y\na x\na y\n"


def test_the_options_of_a_cover(run: Run) -> None:
    ran = run("cover", stdin=TOY)
    assert (ran.code, ran.err) == (0, "")
    assert sorted(ran.out.splitlines()) == ["a c d", "b f", "e g"]


def test_no_cover(run: Run) -> None:
    assert run("cover", stdin=NONE) == (1, "# no solution\n", "")


def test_unique(run: Run) -> None:
    assert run("cover", "--unique", stdin=TOY).code == 0
    assert run("cover", "--unique", stdin=TWO) == (4, "# multiple solutions\n", "")
    assert run("cover", "--unique", stdin=NONE).code == 1


def test_count(run: Run) -> None:
    assert run("cover", "--count", stdin=TWO) == (0, "2\n", "")
    assert run("cover", "--count", stdin=SECONDARY) == (0, "2\n", "")
    assert run("cover", "--count", "--limit", "1", stdin=TWO) == (0, "1+\n", "")
    assert run("cover", "--count", stdin=NONE) == (1, "0\n", "")


def test_all(run: Run) -> None:
    assert run("cover", "--all", stdin=TWO) == (0, "a\nb\n\na b\n", "")
    assert run("cover", "--all", "--limit", "1", stdin=TWO) == (0, "a\nb\n", "")
    assert run("cover", "--all", stdin=NONE) == (1, "# no solution\n", "")


def test_json(run: Run) -> None:
    fields = json.loads(run("cover", "--json", "--unique", stdin=TOY).out)
    assert sorted(fields["options"]) == [["a", "c", "d"], ["b", "f"], ["e", "g"]]
    assert (fields["status"], fields["count"], fields["reason"]) == ("unique", 1, None)


def test_nodes_run_out(run: Run) -> None:
    ran = run("cover", "--max-nodes", "0", stdin=TOY)
    assert ran == (124, "# unknown: out of nodes\n", "")


def test_several_files(run: Run, tmp_path: Path) -> None:
    paths = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for path, text in zip(paths, (TOY, TWO), strict=True):
        path.write_text(text)
    assert run("cover", "--count", *paths) == (0, "1\n2\n", "")


@pytest.mark.parametrize("arguments", [["--limit", "2"], ["--all", "--limit", "0"],
                                       ["--judge", "uva1309"], ["--judge", "hust1017", "--all"],
                                       ["--all", "--count"]], ids=" ".join)  # fmt: skip
def test_usage_errors(run: Run, arguments: list[str]) -> None:
    ran = run("cover", *arguments, stdin=TOY)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "text", ["", "a b\nc\n", "a a\n", "a b\na a\n", b"\xff\xfe\0\n", "a | b | c\na\n"]
)
def test_bad_input(run: Run, text: str | bytes) -> None:
    ran = run("cover", stdin=text)
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith("squaredance: stdin")


def test_keep_going(run: Run, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text("a a\n")
    good.write_text(TWO)
    ran = run("cover", "--keep-going", "--count", bad, good)
    assert (ran.code, ran.out) == (3, "2\n")
    assert len(ran.err.splitlines()) == 1


def test_judge_luogu_p4929(run: Run) -> None:
    """The small problem as a 0/1 matrix: rows 2, 5 and 6."""
    rows = ("0001010", "0100010", "1010100", "0101001", "1011000", "0000101")
    matrix = "".join(" ".join(row) + "\n" for row in rows)
    ran = run("cover", "--judge", "luogu-p4929", stdin=f"6 7\n{matrix}")
    assert (ran.code, ran.err) == (0, "")
    assert sorted(ran.out.split()) == ["2", "5", "6"]
    none = run("cover", "--judge", "luogu-p4929", stdin="1 2\n1 0\n")
    assert (none.code, none.out) == (1, "No Solution!\n")


def test_judge_hust1017(run: Run) -> None:
    text = "6 7\n2 4 6\n2 2 6\n3 1 3 5\n3 2 4 7\n3 1 3 4\n2 5 7\n"
    ran = run("cover", "--judge", "hust1017", stdin=text)
    assert (ran.code, ran.err) == (0, "")
    words = ran.out.split()
    assert (words[0], sorted(words[1:])) == ("3", ["2", "5", "6"])
    assert run("cover", "--judge", "hust1017", stdin="1 2\n1 1\n").out == "NO\n"
