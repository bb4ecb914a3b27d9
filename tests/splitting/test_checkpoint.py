"""A count that is stopped in any way goes on to the same end, here or elsewhere."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import squaredance
from squaredance import FormatError, Puzzle, SquaredanceError, Status, split_count
from squaredance.cover import examples

QUEENS = examples.queens(11).problem
KNOWN = 2680

# Counts, and kills itself when so many batches are in the checkpoint.
KILLED = """
import os, signal, sys
from squaredance import split_count
from squaredance.cover import examples
from squaredance.splitting.checkpoint import Checkpoint

add = Checkpoint.add
batches = 0

def kill_later(self, finished):
    global batches
    add(self, finished)
    batches += 1
    if batches == {batches}:
        os.kill(os.getpid(), signal.{signal})

Checkpoint.add = kill_later
split_count(examples.queens(11).problem, checkpoint=sys.argv[1], threads={threads})
"""


def lines(path: Path) -> list[object]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(("name", "code"), [("SIGKILL", -9), ("SIGINT", 1)])
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_and_go_on(tmp_path: Path, name: str, code: int, threads: int) -> None:
    path = tmp_path / "queens.jsonl"
    program = KILLED.format(batches=1, threads=threads, signal=name)
    child = subprocess.run([sys.executable, "-c", program, path], capture_output=True, check=False)
    assert child.returncode in (code, -getattr(signal, name))
    before = path.read_text()
    finished = len(lines(path)) - 1
    whole = split_count(QUEENS, threads=1)
    assert 0 < finished < whole.subproblems
    result = split_count(QUEENS, checkpoint=path, threads=3 - threads)
    assert path.read_text().startswith(before)
    assert (result.status, result.count, result.nodes) == (whole.status, KNOWN, whole.nodes)
    assert result.guesses == whole.guesses
    assert result.finished == whole.subproblems == len(lines(path)) - 1
    again = split_count(QUEENS, checkpoint=path, threads=1)
    assert (again.count, again.nodes, again.seconds_left) == (KNOWN, whole.nodes, None)


def test_many_short_calls(tmp_path: Path) -> None:
    path = tmp_path / "queens.jsonl"
    first = split_count(QUEENS, checkpoint=path, timeout=0, threads=2)
    assert (first.status, first.reason, first.finished) == (Status.UNKNOWN, "time", 0)
    finished = 0
    for _ in range(10_000):
        result = split_count(QUEENS, checkpoint=path, timeout=0.01, threads=2)
        assert result.finished >= finished
        finished = result.finished
        if result.reason is None:
            break
    assert (result.count, result.nodes) == (KNOWN, split_count(QUEENS, threads=1).nodes)


def test_a_torn_line_is_counted_again(tmp_path: Path) -> None:
    path = tmp_path / "grids.jsonl"
    puzzle = Puzzle.from_text("123456" + "." * 30)
    whole = split_count(puzzle, checkpoint=path, threads=1)
    assert whole.count == 39_168
    text = path.read_bytes()
    head = len(text.splitlines(keepends=True)[0])
    for end in (0, 1, head - 1, head, head + 3, len(text) // 2, len(text) - 1, len(text)):
        path.write_bytes(text[:end])
        result = split_count(puzzle, checkpoint=path, threads=1)
        assert (result.count, result.nodes) == (whole.count, whole.nodes)
        assert path.read_bytes().splitlines()[0] == text.splitlines()[0]
        assert sorted(path.read_bytes().splitlines()) == sorted(text.splitlines())


def test_another_problem_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "queens.jsonl"
    split_count(QUEENS, checkpoint=path, threads=1)
    text = path.read_bytes()
    another = "expected a checkpoint of this problem, found one of another"
    wrong: list[tuple[dict[str, object], str]] = [
        ({"problem": examples.queens(10).problem}, another),
        ({"problem": Puzzle.from_text("." * 16)}, another),
        ({"forced": [0]}, another),
        ({"excluded": [0]}, another),
        ({"engine": "links"}, "expected the engine links, found a checkpoint with bits"),
        (
            {"subproblems": 100},
            "expected a number of subproblems of 100, found a checkpoint with 2048",
        ),
    ]
    for other, message in wrong:
        problem = other.pop("problem", QUEENS)
        with pytest.raises(FormatError) as error:
            split_count(problem, checkpoint=path, **other)  # type: ignore[arg-type]
        assert str(error.value) == f"{path}:1: {message}"
    monkeypatch.setattr(squaredance, "__version__", "9.9.9")
    with pytest.raises(FormatError) as error:
        split_count(QUEENS, checkpoint=path, threads=1)
    assert error.value.message == "expected squaredance 9.9.9, found a checkpoint with 0.1.0"
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x", "expected a line of JSON, found b'x\\n'"),
        ("[1,2,3]", "expected a finished subproblem, found [1, 2, 3]"),
        ("[1,2,3,true]", "expected a finished subproblem, found [1, 2, 3, True]"),
        ("[-1,2,3,4]", "expected a finished subproblem, found [-1, 2, 3, 4]"),
        ("[99999999,2,3,4]", "expected a finished subproblem, found [99999999, 2, 3, 4]"),
    ],
)
def test_a_line_that_cannot_be(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "queens.jsonl"
    split_count(QUEENS, checkpoint=path, threads=1)
    text = path.read_text().splitlines(keepends=True)
    path.write_text("".join([text[0], text[1], line + "\n", *text[2:]]))
    with pytest.raises(FormatError) as error:
        split_count(QUEENS, checkpoint=path, threads=1)
    assert (error.value.message, error.value.line) == (message, 3)


def test_a_line_that_says_something_else_again(tmp_path: Path) -> None:
    path = tmp_path / "queens.jsonl"
    split_count(QUEENS, checkpoint=path, threads=1)
    text = path.read_text()
    number, found, nodes, guesses = json.loads(text.splitlines()[1])
    path.write_text(text + json.dumps([number, found, nodes, guesses]) + "\n")
    assert split_count(QUEENS, checkpoint=path, threads=1).count == KNOWN
    path.write_text(text + json.dumps([number, found + 1, nodes, guesses]) + "\n")
    with pytest.raises(FormatError, match="again, found"):
        split_count(QUEENS, checkpoint=path, threads=1)


def test_what_is_no_checkpoint_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    for text in ('"Dear"\n', "{}\n", "[1,2,3,4]\n", "Dear friend,\n", "1......2.3....4."):
        path.write_text(text)
        with pytest.raises(FormatError):
            split_count(QUEENS, checkpoint=path, threads=1)
        assert path.read_text() == text
    with pytest.raises(SquaredanceError, match="expected a file that can be written, found"):
        split_count(QUEENS, checkpoint=tmp_path, threads=1)


def test_a_second_run_on_the_same_checkpoint_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "queens.jsonl"
    monkeypatch.setattr("squaredance.splitting.counting._BEAT", 0.0)
    refused = []

    def second(_: object) -> None:
        with pytest.raises(SquaredanceError) as error:
            split_count(QUEENS, checkpoint=path, threads=1)
        refused.append(error.value.message)

    assert split_count(QUEENS, checkpoint=path, threads=1, progress=second).count == KNOWN
    words = "expected a checkpoint that no other run works on, found one that does"
    assert set(refused) == {words}
