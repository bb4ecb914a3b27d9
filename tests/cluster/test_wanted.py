"""Nobody waits for ever: neither who has no more time, nor a worker whose client is gone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from distributed import LocalCluster

from squaredance import Status, _core, split_count, split_solutions
from squaredance.cluster import Workers, dask_calls, dask_workers, open_workers
from squaredance.cluster.workers import is_wanted, wanted_while
from squaredance.cover import examples
from squaredance.splitting.cover_job import CoverJob
from tests.cluster.gates import contents, data_set, until

QUEENS = examples.queens(10).problem
LARGE = examples.queens(20).problem  # of hours


def while_wanted(folder: str, task: int) -> int:
    """Tells when it begins and when it has heard that it need not go on."""
    Path(folder, f"{task}.begun").touch()
    until(lambda: not is_wanted())
    Path(folder, f"{task}.ended").touch()
    return task


@contextmanager
def cluster_of(workers: int) -> Iterator[LocalCluster]:
    """One that nobody has started for us."""
    options = {"threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with dask_calls.quiet(), dask_calls.nothing_collected():
        cluster = LocalCluster(n_workers=workers, **options)
    try:
        yield cluster
    finally:
        with dask_calls.quiet(), dask_calls.nothing_collected():
            cluster.close()


def test_who_runs_no_task_is_wanted() -> None:
    assert is_wanted()
    with wanted_while(lambda: False):
        assert not is_wanted()
    assert is_wanted()


def test_a_task_hears_that_nobody_waits(tmp_path: Path, shared_workers: Workers) -> None:
    over = count()
    answers = shared_workers.answers(
        while_wanted, [1], str(tmp_path), lambda: next(over) > 0 and (tmp_path / "1.begun").exists()
    )
    assert list(answers) == []
    until((tmp_path / "1.ended").exists)


def test_native_code_asks() -> None:
    split = _core.CoverSplit(LARGE.core, "auto", [], [], 1, None)
    with pytest.raises(ValueError, match="expected numbers of subproblems"):
        split.count([0], -1.0, -1.0, lambda: True)
    assert split.cut(-1.0, lambda: True)
    asked = iter([True, True, False])
    assert split.count([0], -1.0, -1.0, lambda: next(asked)) == []
    assert next(asked, None) is None

    def fail() -> bool:
        raise OSError("of the one who asks")

    with pytest.raises(OSError, match="of the one who asks"):
        split.count([0], -1.0, -1.0, fail)


@pytest.mark.long
def test_time_that_is_up_without_any_worker() -> None:
    with cluster_of(0) as cluster:
        address = cluster.scheduler_address
        result = split_count(QUEENS, cluster=address, timeout=0.5)
        assert (result.status, result.reason, result.finished) == (Status.UNKNOWN, "time", 0)
        with split_solutions(QUEENS, cluster=address, timeout=0.5) as solutions:
            assert list(solutions) == []
            assert (solutions.result.status, solutions.result.reason) == (Status.UNKNOWN, "time")


COUNT = """
import sys
from squaredance import split_count
from squaredance.cover import examples
split_count(examples.queens(20).problem, cluster=sys.argv[1], subproblems=1)
"""


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "killed"])
def test_workers_are_free_when_their_client_is_gone(how: signal.Signals) -> None:
    """Though the subproblem at work would take hours."""
    with cluster_of(1) as cluster:
        address = cluster.scheduler_address
        client = subprocess.Popen(
            [sys.executable, "-c", COUNT, address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until(lambda: any(state.processing for state in cluster.scheduler.workers.values()))
            time.sleep(0.5)  # it is at work then, and not on its way
            client.send_signal(how)
            client.wait()
            with open_workers(address) as workers:
                assert list(workers.answers(pow, [3], 2)) == [(3, 8)]  # which waits for the worker
        finally:
            client.kill()
            client.wait()


@pytest.mark.long
def test_a_worker_that_does_not_answer_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits to hear which version it has, or for it to have what tasks share."""
    monkeypatch.setattr(dask_workers, "ANSWERS_WITHIN", 0.5)
    with cluster_of(2) as cluster:
        stuck = cluster.workers[0].pid
        assert stuck is not None
        children = Path(f"/proc/{stuck}/task/{stuck}/children").read_text().split()
        processes = [stuck, *map(int, children)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            with open_workers(cluster.scheduler_address) as workers:
                assert workers.size == 2
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        from squaredance.cluster import map_parts

        source = data_set(tmp_path / "in", parts=2, lines=5)
        map_parts(["solve"], source, tmp_path / "out", cluster=cluster.scheduler_address)
        map_parts(["solve"], source, tmp_path / "one")
    assert contents(tmp_path / "out") == contents(tmp_path / "one")


def test_a_job_asks() -> None:
    job = CoverJob(LARGE, "auto", (), (), 1)
    assert job.size == 1
    with wanted_while(lambda: False):
        assert job.count([0], -1.0, -1.0) == []
