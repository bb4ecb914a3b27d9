"""``count``, ``cover`` and ``solve --all`` where a problem is split."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EMPTY = "." * 36


def run(*words: str | Path, text: str = "") -> tuple[int, str, str]:
    command = [sys.executable, "-m", "squaredance", *map(str, words)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_count_of_several_puzzles() -> None:
    text = "................\n1......2.3....4.\n11..............\n"
    assert run("count", "--threads", "2", text=text) == (1, "288\n1\n0\n", "")
    code, out, _ = run("count", "--subproblems", "5", "--json", text=text)
    assert code == 1
    objects = [json.loads(line) for line in out.splitlines()]
    assert [one["count"] for one in objects] == [288, 1, 0]
    assert [one["status"] for one in objects] == ["multiple", "unique", "none"]
    assert [one["line"] for one in objects] == [1, 2, 3]


def test_a_count_on_a_cluster_with_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "six.jsonl"
    words = ("count", "--checkpoint", path)
    code, out, err = run(*words, "--timeout", "0", text=EMPTY)
    assert (code, out, err) == (124, "0+ out of time\n", "")
    assert run(*words, "--cluster", "local:2", text=EMPTY) == (0, "28200960\n", "")
    assert run(*words, "--threads", "1", text=EMPTY) == (0, "28200960\n", "")
    code, out, err = run(*words, text="." * 16)
    assert (code, out) == (3, "")
    assert err.startswith(f"squaredance: {path}:1: expected a checkpoint of this problem")
    code, out, err = run(*words, text=f"{EMPTY}\n{EMPTY}\n")
    assert (code, out) == (2, "28200960\n")
    assert err == "squaredance: expected one puzzle with --checkpoint, found two\n"


# The command; Ctrl-C comes when the first batch is in the checkpoint.
INTERRUPTED = """
import os, signal, sys
from squaredance.cli.main import main
from squaredance.splitting.checkpoint import Checkpoint

add = Checkpoint.add

def interrupted(self, finished):
    add(self, finished)
    os.kill(os.getpid(), signal.SIGINT)

Checkpoint.add = interrupted
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / "queens.jsonl"
    words = ["cover", "--example", "queens", "11", "--count", "--checkpoint", str(path)]
    command = [sys.executable, "-c", INTERRUPTED, *words, "--threads", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    before = path.read_text()
    subproblems = json.loads(before.splitlines()[0])["subproblems"]
    assert 0 < before.count("\n") - 1 < subproblems
    assert run(*words) == (0, "2680\n", "")
    assert path.read_text().startswith(before)
    assert path.read_text().count("\n") - 1 == subproblems  # none was counted twice


def test_cover_lists_and_counts() -> None:
    words = ("cover", "--example", "queens", "6")
    plain = run(*words, "--all")[1].split("\n\n")
    listed = [run(*words, "--all", *more)[1] for more in (["--threads", "1"], ["--threads", "2"])]
    assert listed[0] == listed[1]
    assert sorted(part.strip() for part in listed[0].split("\n\n")) == sorted(
        part.strip() for part in plain
    )
    code, out, _ = run(*words, "--all", "--threads", "2", "--json", "--limit", "2")
    assert code == 0
    assert [json.loads(line)["count"] for line in out.splitlines()] == [1, 2]
    assert run(*words, "--count", "--subproblems", "7") == (0, "4\n", "")
    assert run(*words, "--count", "--threads", "2") == (0, "4\n", "")
    assert run("cover", "--all", "--threads", "2", text="a b\na\n") == (1, "# no solution\n", "")


def test_all_solutions_of_puzzles() -> None:
    text = "1.3..........4..\n11..............\n"
    code, out, err = run("solve", "--all", "--threads", "2", text=text)
    solutions = ["1234431221433421", "1234432121433412", "1234432131422413"]
    assert (code, out.splitlines()[:3], err) == (1, solutions, "")
    assert run("solve", "--all", "--cluster", "local:1", text=text) == (code, out, err)
    code, out, err = run("solve", "--all", "--threads", "1", "--limit", "1", text=text)
    assert out.splitlines()[0] == solutions[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "count --threads 2 --limit 3",
            "--limit does not go with --threads, --cluster, --checkpoint, --subproblems",
        ),
        (
            "count --estimate --limit 3",
            "--estimate counts nothing: only --probes and --timeout go with it",
        ),
        ("count --threads 2 --engine rows", "expected the engine auto for a puzzle, found 'rows'"),
        ("count --threads 2 --cluster local:2", "expected a cluster or threads, found both"),
        ("cover --all --checkpoint x", "--checkpoint goes with --count"),
        ("cover --count --cluster local:1 --seed 1", "--seed does not go with a split problem"),
        (
            "solve --all --threads 2 --max-nodes 5",
            "--max-nodes and --engine do not go with --all and many workers",
        ),
    ],
)
def test_what_does_not_go_together(words: str, message: str) -> None:
    text = "a\na\n" if words.startswith("cover") else "." * 16
    assert run(*words.split(), text=text) == (2, "", f"squaredance: {message}\n")
