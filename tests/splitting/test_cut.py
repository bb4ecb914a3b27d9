"""A cut takes seconds where it is large: it keeps to its time, hears Ctrl-C, and goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from squaredance import Geometry, Puzzle, Status, split_count, split_solutions
from squaredance.cover import examples
from squaredance.splitting.ask import job_of
from squaredance.splitting.job import Batch, Job, Piece, Place, count_batch, list_piece
from tests.cli.conftest import COMMAND, ENVIRONMENT

LARGE = Puzzle(Geometry(25), bytes(625))  # seconds for so many:
MANY = 100_000
PENTOMINOES = examples.pentominoes(6, 10).problem  # likewise
PROBLEMS = pytest.mark.parametrize("problem", [LARGE, PENTOMINOES], ids=["puzzle", "cover"])


def job(problem: object, wanted: int = MANY) -> Job:
    return job_of(problem, "auto", (), (), wanted, listed=False)


def parts(job: Job) -> bytes:
    return job._split.parts()


@PROBLEMS
def test_the_time_is_up(problem: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    result = split_count(problem, subproblems=MANY, timeout=0, threads=2, checkpoint=path)
    assert (result.status, result.reason, result.count) == (Status.UNKNOWN, "time", 0)
    assert (result.subproblems, result.finished, result.estimate) == (0, 0, None)
    assert not path.exists()
    path.write_bytes(b"what it holds\n")
    again = split_count(problem, subproblems=MANY, timeout=0, threads=2, checkpoint=path)
    assert again._replace(seconds=result.seconds) == result
    assert path.read_bytes() == b"what it holds\n"
    listed = split_solutions(problem, subproblems=MANY, timeout=0, threads=2)
    assert list(listed) == []
    assert listed.result._replace(seconds=result.seconds) == result


def test_the_command_says_so() -> None:
    words = ["count", "--subproblems", str(MANY), "--timeout", "0"]
    done = subprocess.run(
        [*COMMAND, *words], input="." * 625, capture_output=True, text=True, env=ENVIRONMENT
    )
    assert (done.returncode, done.stdout, done.stderr) == (124, "0+ out of time\n", "")


INTERRUPTED = """
import os, signal, threading
from squaredance import Geometry, Puzzle
from squaredance.splitting.ask import job_of

job = job_of(Puzzle(Geometry(64), bytes(4096)), "auto", (), (), 60_000, listed=False)
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    job.cut()
except KeyboardInterrupt:
    print("heard", job.is_cut)
"""


def test_ctrl_c() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard False\n", "")


@PROBLEMS
def test_it_goes_on_where_it_was(problem: Puzzle) -> None:
    whole, stopped = job(problem, 10_000), job(problem, 10_000)
    calls = 1
    while not stopped.cut(0.0):
        calls += 1
    assert calls > 1
    assert stopped.cut(0.0)
    assert parts(stopped) == (whole.size and parts(whole))


@PROBLEMS
def test_a_worker_leaves_off_in_a_cut(problem: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = job(problem)
    batch, piece = Batch.of([0], 0.0, 1.0), Piece(Place(0), 5, 10, 0.0, 1.0)
    for _ in range(2):
        assert count_batch(worker, batch).counted == []
        assert list_piece(worker, piece) == ((), 0, Place(0), [])
        assert not worker.is_cut
        monkeypatch.setattr("squaredance.splitting.job.is_wanted", lambda: False)
        batch, piece = batch._replace(seconds=-1.0), piece._replace(seconds=-1.0)
