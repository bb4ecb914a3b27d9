"""A count that is stopped in any way goes on to the same end, here or elsewhere."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import squaredance
from squaredance import FormatError, Puzzle, SquaredanceError, Status, split_count
from squaredance.cluster.checksums import checksum
from squaredance.cover import examples
from squaredance.splitting.result import SplitCount

SMALL = examples.queens(8).problem
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
    assert len(lines(path)) == result.subproblems + 1  # none was counted twice


def counted(path: Path) -> SplitCount:
    """A small problem: 27 lines."""
    return split_count(SMALL, checkpoint=path, threads=1, subproblems=20)


def test_a_kill_at_any_byte(tmp_path: Path) -> None:
    """What is left of the file is gone on with: every whole line is used, and no other."""
    path = tmp_path / "queens.jsonl"
    whole = counted(path)
    text = path.read_bytes()
    assert (whole.count, text.count(b"\n")) == (92, whole.subproblems + 1)
    for end in range(len(text) + 1):
        path.write_bytes(text[:end])
        kept = text[: text.rfind(b"\n", 0, end) + 1]
        first = counted_before(path)
        assert first == max(0, kept.count(b"\n") - 1)
        result = counted(path)
        assert (result.count, result.nodes, result.guesses) == (92, whole.nodes, whole.guesses)
        assert path.read_bytes().startswith(kept or text.splitlines(keepends=True)[0])
        assert sorted(numbers(path)) == sorted(numbers_in(text))


def counted_before(path: Path) -> int:
    """What a run that has no time finds finished."""
    return split_count(SMALL, checkpoint=path, threads=1, subproblems=20, timeout=0).finished


def numbers_in(text: bytes) -> list[list[int]]:
    """Without the checksums, which depend on the order."""
    return [json.loads(line)[:4] for line in text.splitlines()[1:]]


def numbers(path: Path) -> list[list[int]]:
    return numbers_in(path.read_bytes())


def test_any_altered_byte_is_found(tmp_path: Path) -> None:
    """At its line; only an end of line that is gone from the last one looks like a kill."""
    path = tmp_path / "queens.jsonl"
    whole = counted(path)
    text = path.read_bytes()
    for place, byte in enumerate(text):
        for other in {ord("0") + (byte + 1) % 10, byte ^ 32, ord("\n")} - {byte}:
            altered = text[:place] + bytes([other]) + text[place + 1 :]
            path.write_bytes(altered)
            if place == len(text) - 1:
                assert (counted(path).count, counted(path).nodes) == (92, whole.nodes)
                continue
            with pytest.raises(FormatError) as error:
                counted(path)
            assert error.value.source == str(path)
            line = text.count(b"\n", 0, place) + 1
            # The head that reads the same, but is written otherwise, is found by the next line.
            assert error.value.line in ((1, 2) if line == 1 else (line,))
            assert path.read_bytes() == altered


def test_lines_that_are_whole_but_not_in_their_place(tmp_path: Path) -> None:
    path = tmp_path / "queens.jsonl"
    counted(path)
    head, *rest = path.read_bytes().splitlines(keepends=True)
    split_count(SMALL, checkpoint=tmp_path / "other.jsonl", threads=1, subproblems=21)
    foreign = (tmp_path / "other.jsonl").read_bytes().splitlines(keepends=True)[3]
    wrong = {
        "swapped": ([rest[0], rest[2], rest[1], *rest[3:]], 3),
        "gone": ([rest[0], *rest[2:]], 3),
        "twice": ([rest[0], rest[1], rest[1], *rest[2:]], 4),
        "of another file": ([rest[0], rest[1], foreign, *rest[3:]], 4),
        "at the end": ([*rest, rest[0]], len(rest) + 2),
    }
    for what, (lines, number) in wrong.items():
        path.write_bytes(b"".join([head, *lines]))
        with pytest.raises(FormatError) as error:
            counted(path)
        assert (what, error.value.line) == (what, number)
        found = lines[number - 2].decode().strip()
        assert error.value.message.startswith("expected a line with the checksum ")
        assert error.value.message.endswith(f", found {found!r}")


def test_a_checksum_is_that_of_all_before_it(tmp_path: Path) -> None:
    path = tmp_path / "queens.jsonl"
    counted(path)
    text = path.read_bytes()
    end = text.index(b'"]', len(text) // 2)
    (tmp_path / "before").write_bytes(text[: end - 16])
    assert text[end - 16 : end].decode() == checksum(tmp_path / "before")


def test_a_checkpoint_of_the_first_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "queens.jsonl"
    counted(path)
    head, *rest = path.read_text().splitlines()
    old = [head.replace('"checkpoint": 2', '"checkpoint": 1')]
    old += [json.dumps(json.loads(line)[:4], separators=(",", ":")) for line in rest]
    path.write_text("\n".join(old) + "\n")
    with pytest.raises(FormatError) as error:
        counted(path)
    assert str(error.value) == (
        f"{path}:1: expected a file of version 2, found a checkpoint with 1"
    )


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """And what got to the disk is gone on with."""
    path = tmp_path / "queens.jsonl"
    words = ["cover", "--example", "queens", "11", "--count", "--threads", "1"]
    command = [sys.executable, "-m", "squaredance", *words, "--checkpoint", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=_limit_files)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"squaredance: {path}: File too large\n"
    assert path.stat().st_size == 4096
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2680\n", "")


def _limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


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
    "line",
    ["x", "", "[1,2,3,4]", "\x00" * 40, '[1,2,3,4,"0123456789abcdef"]', "\xff" * 1000],
    ids=["x", "empty", "old", "zeros", "another checksum", "long"],
)
def test_a_line_that_cannot_be(tmp_path: Path, line: str) -> None:
    path = tmp_path / "queens.jsonl"
    counted(path)
    text = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*text[:2], line.encode("latin-1") + b"\n", *text[2:]]))
    with pytest.raises(FormatError) as error:
        counted(path)
    assert error.value.line == 3
    message = error.value.message
    assert message.startswith("expected a line with the checksum ")
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[1,2,3", "expected a finished subproblem, found [1, 2, 3]"),
        ("[1,2,3,true", "expected a finished subproblem, found [1, 2, 3, True]"),
        ("[-1,2,3,4", "expected a finished subproblem, found [-1, 2, 3, 4]"),
        ("[99999999,2,3,4", "expected a finished subproblem, found [99999999, 2, 3, 4]"),
        ("{1", "expected a line of JSON, found '{1]'"),
    ],
)
def test_what_no_run_has_written(tmp_path: Path, line: str, message: str) -> None:
    """Though its checksum is right."""
    path = tmp_path / "queens.jsonl"
    counted(path)
    added(path, line)
    with pytest.raises(FormatError) as error:
        counted(path)
    assert error.value.message == message


def added(path: Path, line: str) -> None:
    """One more line, with its checksum."""
    path.write_bytes(path.read_bytes() + line.encode() + b',"')
    sum_ = checksum(path)
    path.write_bytes(path.read_bytes() + f'{sum_}"]\n'.encode())


def test_a_line_that_says_something_else_again(tmp_path: Path) -> None:
    """A worker that was thought to be lost may answer twice; but then the same."""
    path = tmp_path / "queens.jsonl"
    counted(path)
    number, found, nodes, guesses = numbers(path)[0]
    added(path, f"[{number},{found},{nodes},{guesses}")
    assert counted(path).count == 92
    added(path, f"[{number},{found + 1},{nodes},{guesses}")
    with pytest.raises(FormatError, match="again, found"):
        counted(path)


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


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", none)
    path = tmp_path / "c"
    message = f"^{path}: expected a file that can be locked, found: No locks available$"
    with pytest.raises(SquaredanceError, match=message):
        split_count(SMALL, checkpoint=path, threads=1)


@pytest.mark.parametrize("name", ["/dev/full", "/dev/zero", "/dev/null"])
def test_a_device_is_no_checkpoint(name: str) -> None:
    with pytest.raises(SquaredanceError, match=f"^{name}: expected a plain file"):
        split_count(SMALL, checkpoint=name, threads=1)


def test_a_large_file_of_another_kind_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("squaredance.splitting.checkpoint._LONGEST", 1 << 10)
    path = tmp_path / "other"
    path.write_bytes(bytes(1 << 12))
    with pytest.raises(FormatError, match="found none that ends"):
        split_count(SMALL, checkpoint=path, threads=1)
    assert path.read_bytes() == bytes(1 << 12)
