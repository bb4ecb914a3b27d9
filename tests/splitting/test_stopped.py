"""The command, stopped by a real signal half-way, goes on from its checkpoint to the same end."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from squaredance import Status, split_count
from squaredance.cover import Problem, examples
from tests.cli.conftest import COMMAND, ENVIRONMENT
from tests.cluster.gates import until

# So many that a count is far from its end when the first ones are in the checkpoint.
SUBPROBLEMS = 20_000
COUNT = ["--count", "--subproblems", str(SUBPROBLEMS)]
PENTOMINOES = ["cover", "--example", "pentominoes", "6", "10", *COUNT]
QUEENS = ["cover", "--example", "queens", "14", *COUNT]
WAYS = {"threads": ["--threads", "2"], "processes": ["--cluster", "local:2"]}

pytestmark = pytest.mark.long  # each starts the command twice
Finished = list[list[int]]  # number, solutions, nodes and guesses of subproblems


def finished_in(path: Path) -> Finished:
    """What the whole lines tell; a kill may leave a torn one."""
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    return [json.loads(line)[:4] for line in whole.splitlines()[1:]]


def has_begun(path: Path) -> bool:
    return path.exists() and path.read_bytes().count(b"\n") > 1


def undisturbed(problem: Problem, folder: Path) -> Finished:
    path = folder / "undisturbed.jsonl"
    split_count(problem, threads=2, subproblems=SUBPROBLEMS, checkpoint=path)
    return sorted(finished_in(path))


def session_of(leader: int) -> set[int]:
    """The processes that run in a session, also when who started them is gone."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:  # it has just ended
            continue
        if int(session) == leader and state != "Z":
            found.add(int(path.parent.name))
    return found


@contextmanager
def under_way(words: list[str], path: Path) -> Iterator["subprocess.Popen[str]"]:
    """The command in a session of its own, when the first subproblems are in its checkpoint."""
    with subprocess.Popen(
        [*COMMAND, *words, "--checkpoint", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=ENVIRONMENT,
    ) as child:
        try:
            until(lambda: has_begun(path) or child.poll() is not None)
            yield child
        finally:
            child.kill()


def go_on(words: list[str], path: Path) -> tuple[int, str, str]:
    command = [*COMMAND, *words, "--checkpoint", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    problem = examples.pentominoes(6, 10).problem
    return undisturbed(problem, tmp_path_factory.mktemp("pentominoes"))


@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_and_the_same_command_again(tmp_path: Path, whole: Finished, way: str) -> None:
    path = tmp_path / "pentominoes.jsonl"
    words = [*PENTOMINOES, *WAYS[way]]
    with under_way(words, path) as child:
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to all of them
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, "", "")
    until(lambda: not session_of(child.pid))
    before = path.read_bytes()
    assert before.endswith(b"\n")  # nothing torn
    assert 0 < len(finished_in(path)) < len(whole)
    assert go_on(words, path) == (0, "9356\n", "")
    assert path.read_bytes().startswith(before)
    assert sorted(finished_in(path)) == whole  # each once


@pytest.mark.parametrize("way", WAYS)
def test_a_kill_and_the_same_command_again(tmp_path: Path, whole: Finished, way: str) -> None:
    """Its workers may still run then: they hold nothing."""
    path = tmp_path / "pentominoes.jsonl"
    words = [*PENTOMINOES, *WAYS[way]]
    with under_way(words, path) as child:
        child.kill()
        assert child.wait(timeout=60) == -signal.SIGKILL
        before = finished_in(path)
        assert 0 < len(before) < len(whole)
        assert go_on(words, path) == (0, "9356\n", "")
    assert finished_in(path)[: len(before)] == before
    assert sorted(finished_in(path)) == whole  # each once


def test_the_workers_of_a_client_that_is_killed_end(tmp_path: Path) -> None:
    """And its checkpoint is free at once."""
    path = tmp_path / "queens.jsonl"
    problem = examples.queens(14).problem
    with under_way([*QUEENS, *WAYS["processes"]], path) as child:
        workers = session_of(child.pid) - {child.pid}
        assert len(workers) >= 2  # and Python's own helper
        child.kill()
        assert child.wait(timeout=60) == -signal.SIGKILL
        before = finished_in(path)
        seen = split_count(problem, threads=1, subproblems=SUBPROBLEMS, checkpoint=path, timeout=0)
        assert (seen.status, seen.finished) == (Status.UNKNOWN, len(before))
        assert 0 < len(before) < seen.subproblems
        until(lambda: not session_of(child.pid))
    result = split_count(problem, threads=2, subproblems=SUBPROBLEMS, checkpoint=path)
    assert (result.count, result.finished) == (365_596, seen.subproblems)
    assert finished_in(path)[: len(before)] == before
    assert sorted(finished_in(path)) == undisturbed(problem, tmp_path)  # each once
