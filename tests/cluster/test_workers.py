"""Workers: threads and processes give the same answers, and what goes wrong is told."""

import gc
import logging
import os
import signal
import subprocess
import sys
import time
import warnings
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from squaredance.cluster import ClusterError, Workers, dask_calls, dask_workers, open_workers
from squaredance.cluster.dask_tasks import packed_if_small
from squaredance.errors import SquaredanceError
from tests.cli.conftest import COMMAND, ENVIRONMENT
from tests.cluster.gates import data_set, until


def plus(shared: int, task: int) -> int:
    if task < 0:
        raise ValueError(f"expected no {task}")
    return shared + task


def killing(folder: str, task: int) -> int:
    """Task 3 kills its worker the first time; task 5 each time."""
    if task == 5 or (task == 3 and not os.path.exists(f"{folder}/killed")):
        Path(folder, "killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def pid(folder: str, task: int) -> int:
    """Both tasks must run at the same time."""
    Path(folder, str(task)).touch()
    until(lambda: len(os.listdir(folder)) == 2)
    return os.getpid()


@pytest.fixture(params=["threads", "one thread", "processes"])
def workers(request: pytest.FixtureRequest) -> Workers:
    if request.param == "processes":
        return request.getfixturevalue("shared_workers")  # type: ignore[no-any-return]
    return open_workers(threads=2 if request.param == "threads" else 1)


def test_answers_come_with_their_tasks(workers: Workers) -> None:
    assert sorted(workers.answers(plus, range(50), 100)) == [(i, 100 + i) for i in range(50)]


def test_no_tasks_are_no_answers(workers: Workers) -> None:
    assert list(workers.answers(plus, [], 0)) == []


def test_what_a_task_raises_is_its_answer(workers: Workers) -> None:
    answers = dict(workers.answers(plus, [1, -1, 2], 10))
    assert (answers[1], answers[2]) == (11, 12)
    assert isinstance(answers[-1], ValueError)
    assert str(answers[-1]) == "expected no -1"


def test_tasks_are_taken_a_few_at_a_time(workers: Workers) -> None:
    tasks = iter(range(10_000))
    answers = workers.answers(plus, tasks, 0)
    for _ in range(5):
        next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert next(tasks) < 5 + 5 * 2 * 4


def length(shared: bytes, task: int) -> tuple[int, int]:
    return task, len(shared)


@pytest.mark.parametrize(
    ("value", "is_packed"),
    [
        (bytes(100), True),
        (bytes(900_000), True),  # small when it is compressed
        (bytes(2_000_000), False),
        (Random(1).randbytes(300_000), False),
    ],
    ids=["small", "compressed", "large", "random"],
)
def test_what_is_shared_may_be_of_any_size(
    value: bytes, is_packed: bool, shared_workers: Workers
) -> None:
    assert (packed_if_small("a name", ("0", length, value)) is not None) is is_packed
    found = sorted(answer for _, answer in shared_workers.answers(length, range(5), value))  # type: ignore[type-var]
    assert found == [(task, len(value)) for task in range(5)]


def test_few_tasks_are_spread_over_all_workers(tmp_path: Path, shared_workers: Workers) -> None:
    assert shared_workers.size == 2
    processes = dict(shared_workers.answers(pid, [1, 2], str(tmp_path)))
    assert sorted(processes) == [1, 2]
    assert len({*processes.values(), os.getpid()}) == 3


def test_a_lost_workers_task_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dask_workers._LOCAL, "distributed.scheduler.allowed-failures", 1)
    with open_workers("local:2") as workers:
        answers = dict(workers.answers(killing, range(5), str(tmp_path)))
        assert answers == {task: task for task in range(5)}
        assert (tmp_path / "killed").exists()
        answers = dict(workers.answers(killing, [5], str(tmp_path)))
        assert str(answers[5]) == "expected an answer, found its worker lost 2 times"


@pytest.mark.parametrize(
    "spec", ["local", "local:", "local:0", "local:two", "tcp", "tcp://", "host:8786", ""]
)
def test_what_is_no_cluster(spec: str) -> None:
    with pytest.raises(ClusterError, match=r"^expected local:N or the address of a scheduler"):
        open_workers(spec)


def test_what_dask_says_of_its_own_futures_is_not_for_users() -> None:
    """A worker that is killed may leave one whose exception nobody has asked for."""
    code = """
import logging
from squaredance.cluster import dask_calls
with dask_calls.quiet():
    pass
logging.getLogger("asyncio").error("Future exception was never retrieved")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("", "")


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    """Python runs the script again in each process that is started."""
    script = tmp_path / "script.py"
    script.write_text("from squaredance.cluster import open_workers\nopen_workers('local:1')\n")
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    lines = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert lines[0] == (
        "expected what starts a cluster below 'if __name__ == \"__main__\":', found it run "
        "by the worker processes too"
    )
    assert lines[-1].startswith(
        "squaredance.cluster.workers.ClusterError: expected 1 worker processes to start"
    )


def test_what_dask_warns_of_is_not_for_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as other versions of packages that nobody here uses."""

    def client(*_: object, **options: object) -> int:
        time.sleep(0.05)  # it is waited for then
        warnings.warn("a table of versions", stacklevel=1)
        return 7

    monkeypatch.setattr(dask_workers, "Client", client)
    assert dask_workers._client("tcp://127.0.0.1:1") == 7


@pytest.mark.long
def test_ctrl_c_again_and_again(tmp_path: Path) -> None:
    """The first one ends it; what is left to take away then takes its time."""
    source = data_set(tmp_path / "in", parts=4, lines=300)
    words = ["rate", str(source), "-o", str(tmp_path / "out"), "--cluster", "local:2"]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as child:
        until(lambda: (tmp_path / "out" / "_lock").exists())
        until(lambda: len(Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text()) > 0)
        while child.poll() is None:
            child.send_signal(signal.SIGINT)
            time.sleep(0.05)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (130, b"", b"")


def test_no_garbage_is_looked_for_while_dask_starts_and_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A client among it would wait for a lock that its own thread holds."""
    seen: list[bool] = []

    def client(*_: object, **options: object) -> int:
        seen.append(gc.isenabled())
        return 7

    monkeypatch.setattr(dask_workers, "Client", client)
    dask_workers._client("tcp://127.0.0.1:1")
    assert (seen, gc.isenabled()) == ([False], True)


def test_the_handlers_of_the_caller_stay_as_they_are() -> None:
    own, mine = logging.StreamHandler(StringIO()), logging.getLogger("asyncio")
    root = logging.getLogger()
    root.addHandler(own)
    mine.addHandler(own)
    try:
        with dask_calls.quiet():
            pass
        root.error("one")
        assert own.level == logging.NOTSET
        assert own.stream.getvalue() == "one\n"
    finally:
        root.removeHandler(own)
        mine.removeHandler(own)


@pytest.mark.parametrize("threads", [0, -1, 1.5])
def test_threads_that_cannot_be(threads: Any) -> None:
    with pytest.raises(SquaredanceError, match=r"^expected threads"):
        open_workers(threads=threads)
