"""squaredance cover."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from squaredance.whole import decimal
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run, shown_on
from tests.puzzles import UNIQUE4

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


def test_count_of_many_digits(run: Run) -> None:
    text = " ".join(map(str, range(15_000))) + "\n" + "".join(f"{k // 2}\n" for k in range(30_000))
    expected = decimal(2**15_000)
    assert run("cover", "--count", stdin=text) == (0, expected + "\n", "")
    ran = run("cover", "--count", "--json", stdin=text)
    assert f'"count": {expected}, "nodes": ' in ran.out
    assert json.loads(ran.out, parse_int=len)["count"] == len(expected)


def test_a_line_of_numbers_only(run: Run) -> None:
    ran = run("cover", stdin="3 3\n")
    assert (ran.code, ran.out) == (3, "")
    assert "1:3: expected different items" in ran.err


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


COLORS = "| a comment\na b 0:2|c | x\na x:red |3\nb x:red c |2\nb x:blue |1\nb c\n"
PIECES = '{"primary": ["a", "b"], "options": {"one": ["a"], "two": ["b"], "both": ["a", "b"]}}'


def test_colors_bounds_and_costs(run: Run) -> None:
    assert run("cover", "--count", stdin=COLORS) == (0, "2\n", "")
    ran = run("cover", "--minimum", stdin=COLORS)
    assert ran == (0, "a x:red\nb c\n# cost 3\n", "")
    assert run("cover", "--minimum", stdin=NONE) == (1, "# no solution\n", "")


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("011\n100\n010\n", None),
        ("0 1 1\n1 0 0\n0 1 0\n", "matrix"),
        ("3 3\n2 2 3\n1 1\n1 2\n", None),
        ("3 3\n2 2 3\n1 1\n1 2\n", "sparse"),
        ('{"primary": [1, 2, 3], "options": [[2, 3], [1], [2]]}', None),
    ],
)
def test_formats(run: Run, text: str, format: str | None) -> None:
    given = [] if format is None else ["--from", format]
    ran = run("cover", *given, stdin=text)
    assert (ran.code, sorted(ran.out.splitlines()), ran.err) == (0, ["1", "2 3"], "")


def test_names(run: Run) -> None:
    assert run("cover", "--excluded", "both", stdin=PIECES) == (0, "one: a\ntwo: b\n", "")
    assert run("cover", "--forced", "3", stdin=PIECES) == (0, "both: a b\n", "")
    fields = json.loads(run("cover", "--forced", "one", "--json", stdin=PIECES).out)
    assert (fields["names"], fields["numbers"], fields["options"]) == (
        ["one", "two"], [1, 2], [["a"], ["b"]],
    )  # fmt: skip


def test_forced_and_excluded(run: Run) -> None:
    assert run("cover", "--count", "--forced", "1, 2", stdin=TWO).out == "1\n"
    assert run("cover", "--excluded", "1", stdin=TWO).out == "a b\n"
    ran = run("cover", "--forced", "4", stdin=TWO)
    assert (ran.code, ran.err) == (
        2, "squaredance: --forced: expected options by numbers from 1 to 3; found '4'\n",
    )  # fmt: skip


def test_sample(run: Run) -> None:
    ran = run("cover", "--sample", "20", "--seed", "1", stdin=TWO)
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.out.strip().split("\n\n")) == {"a\nb", "a b"}
    assert run("cover", "--sample", "20", "--seed", "1", stdin=TWO) == ran
    assert run("cover", "--sample", "2", stdin=NONE) == (1, "# no solution\n", "")


def test_an_estimate_that_met_nothing_says_so(run: Run) -> None:
    words = ["cover", "--example", "pentominoes", "6", "10", "--estimate"]
    told = "solutions 0 +- 0: none in 50 dives, which may have missed many (--probes)"
    assert run(*words, "--probes", "50").out.splitlines()[1] == told
    ran = run("cover", "--count", "--probes", "50", stdin=TWO)
    assert (ran.code, ran.err) == (2, "squaredance: --probes goes with --estimate\n")
    ran = run("count", "--probes", "50", stdin=UNIQUE4)
    assert (ran.code, ran.err) == (2, "squaredance: --probes goes with --estimate\n")
    assert run("count", "--estimate", "--probes", "7", "--json", stdin=UNIQUE4).out.endswith(
        '"probes": 7}\n'
    )


def test_estimate(run: Run) -> None:
    nodes, solutions = run("cover", "--estimate", stdin=TWO).out.splitlines()
    assert (nodes[:6], solutions) == ("nodes ", "solutions 2 +- 0")
    fields = json.loads(run("cover", "--estimate", "--json", stdin=TWO).out)
    assert (fields["solutions"], fields["probes"]) == (2, 1000)


@pytest.mark.parametrize("engine", ["auto", "links", "cells", "bits", "memo", "frontier"])
def test_engines_count(run: Run, engine: str) -> None:
    arguments = ["--count", "--engine", engine, "--memory", "100M", "--threads", "2"]
    assert run("cover", *arguments, stdin=TWO) == (0, "2\n", "")


def test_engines_solve(run: Run) -> None:
    for engine in ("auto", "links", "cells", "bits", "learn"):
        fields = json.loads(run("cover", "--engine", engine, "--json", stdin=TOY).out)
        assert fields["engine"] in (engine, "bits", "cells")


def test_limits_tell_what_is_known(run: Run) -> None:
    pairs = " ".join(map(str, range(40))) + "\n"
    pairs += "".join(f"{i} {j}\n" for i in range(40) for j in range(i))
    ran = run("cover", "--count", "--engine", "cells", "--timeout", "0.05", stdin=pairs)
    assert ran.code == 124
    assert ran.out.endswith("+\n")
    ran = run("cover", "--sample", "1", "--max-nodes", "5", stdin=pairs)
    assert (ran.code, ran.out) == (124, "# unknown: out of nodes\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--threads", "2"], "--threads goes with --all or --count"),
        (["--memory", "1M"], "--memory goes with --count or --sample"),
        (["--memory", "1X", "--count"], "expected bytes such as 500M, found '1X'"),
        (["--minimum", "--engine", "links"], "--engine goes with --first or --unique"),
        (["--estimate", "--max-nodes", "5"], "--max-nodes does not go with --estimate"),
        (["--all", "--engine", "memo"], "expected an engine of auto, links, cells, bits"),
        (["--count", "--engine", "memo", "--limit", "1"], "expected no limit"),
        (["--sample", "-1"], "expected k of 0 or more"),
        (["--judge", "hust1017", "--engine", "cells"], "--judge sets the question"),
        (["--judge", "hust1017", "--from", "json"], "--judge sets the question"),
        (["--judge", "hust1017", "--seed", "0"], "--judge sets the question"),
        (["--judge", "hust1017", "--limit", "0"], "--judge sets the question"),
        (["--forced", "9" * 5000], "--forced: expected options by numbers from 1 to"),
        (["--first", "--all"], "not allowed with"),
        (["--from", "x"], "invalid choice"),
    ],
)
def test_more_usage_errors(run: Run, arguments: list[str], words: str) -> None:
    ran = run("cover", *arguments, stdin=TOY)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("a b\na c\n", "knuth", "2:3: expected an item of the first line, found 'c'"),
        ("a | x\na x:\n", "knuth", "2:5: expected a color behind the colon of 'x:'"),
        ("01\n02\n", "matrix", "2:2: expected 0 or 1, found '2'"),
        ("2 2\n1 1\n1 5\n", "sparse", "3:3: expected a column from 1 to 2, found 5"),
        ('{"primary": [}', "json", "1:14: expected JSON: expecting value"),
    ],
)
def test_bad_input_has_its_place(
    run: Run, tmp_path: Path, text: str, format: str, message: str
) -> None:
    path = tmp_path / "problem.txt"
    path.write_text(text)
    assert run("cover", "--from", format, path) == (3, "", f"squaredance: {path}:{message}\n")


def test_a_bar_on_a_terminal() -> None:
    """stderr is a terminal, stdout is not: the share is shown, and gone at the end."""
    text = " ".join(map(str, range(41))) + "\n"
    text += "".join(f"{i} {j}\n" for i in range(41) for j in range(i))
    main_end, child_end = pty.openpty()
    child = subprocess.run(
        [*COMMAND, "cover", "--count", "--engine", "cells", "--timeout", "1"],
        input=text.encode(), stdout=subprocess.PIPE, stderr=child_end, env=ENVIRONMENT,
    )  # fmt: skip
    os.close(child_end)
    shown = shown_on(main_end)
    assert (child.returncode, child.stdout) == (124, b"0+\n")
    assert " %" in shown
    assert shown.endswith("\r")


def test_a_count_on_a_terminal_tells_how_far_it_is() -> None:
    """Also where the number is written there: it stands alone at the end."""
    main_end, child_end = pty.openpty()
    words = ["cover", "--example", "queens", "18", "--count", "--timeout", "0.7"]
    child = subprocess.run(
        [*COMMAND, *words, "--subproblems", "5000"],
        stdin=subprocess.DEVNULL, stdout=child_end, stderr=child_end, env=ENVIRONMENT,
    )  # fmt: skip
    os.close(child_end)
    shown = shown_on(main_end)
    assert child.returncode == 124
    assert " subproblems, " in shown
    assert "+ out of time" in shown.split("\r")[-2]


def test_the_empty_cover_is_shown(run: Run) -> None:
    empty = "0:1|a\n"
    assert run("cover", stdin=empty) == (0, "# the empty cover\n", "")
    assert run("cover", "--unique", stdin=empty) == (0, "# the empty cover\n", "")
    assert run("cover", "--all", stdin=empty + "a\n") == (0, "a\n\n# the empty cover\n", "")
