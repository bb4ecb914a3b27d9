"""The same numbers from the processes of a cluster, also when they are killed."""

import os
import signal
from pathlib import Path
from typing import Any

from squaredance import Status, split_count
from squaredance.cluster import Workers, open_workers
from squaredance.cover import Problem, examples
from squaredance.splitting.checkpoint import Checkpoint
from squaredance.splitting.counting import Counting
from squaredance.splitting.cover_job import CoverJob
from squaredance.splitting.job import Counted

PENTOMINOES = examples.pentominoes(6, 10).problem
QUEENS = examples.queens(14).problem


class KillingJob(CoverJob):
    """Kills the worker that has counted its second batch, once for each folder."""

    def __init__(self, problem: Problem, folder: str) -> None:
        super().__init__(problem, "auto", (), (), 2048)
        self._folder = folder
        self._batches = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return KillingJob, (self._made_from[0], self._folder)

    def count(self, numbers: list[int], seconds: float, patience: float) -> list[Counted]:
        counted = super().count(numbers, seconds, patience)
        self._batches += 1
        killed = Path(self._folder, "killed")
        if self._batches == 2 and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return counted


def test_the_known_numbers(processes: Workers) -> None:
    for problem, known in ((PENTOMINOES, 9356), (QUEENS, 365_596)):
        result = split_count(problem, cluster=processes)
        alone = split_count(problem, threads=1)
        assert (result.count, result.status, result.reason) == (known, Status.MULTIPLE, None)
        assert (result.nodes, result.guesses) == (alone.nodes, alone.guesses)
    assert split_count("." * 36, cluster=processes).count == 28_200_960


def test_a_worker_killed_half_way(tmp_path: Path) -> None:
    for problem, known in ((PENTOMINOES, 9356), (QUEENS, 365_596)):
        folder = tmp_path / str(known)
        folder.mkdir()
        job = KillingJob(problem, str(folder))
        with open_workers("local:2") as workers:
            result = Counting(job, workers, None, None).run(None)
        assert (folder / "killed").exists()
        assert result.count == known
        assert result.nodes == split_count(problem, threads=2).nodes


def test_stop_here_and_go_on_there(tmp_path: Path, processes: Workers) -> None:
    path = tmp_path / "queens.jsonl"
    whole = split_count(QUEENS, cluster=processes, checkpoint=path)
    kept = path.read_text().splitlines(keepends=True)
    path.write_text("".join(kept[: len(kept) // 2]))
    result = split_count(QUEENS, threads=2, checkpoint=path)
    assert (result.count, result.nodes) == (whole.count, whole.nodes) == (365_596, whole.nodes)
    path.write_text("".join(kept[: len(kept) // 3]))
    result = split_count(QUEENS, cluster=processes, checkpoint=path)
    assert (result.count, result.nodes, result.finished) == (365_596, whole.nodes, len(kept) - 1)


def test_no_time(tmp_path: Path, processes: Workers) -> None:
    result = split_count(QUEENS, cluster=processes, timeout=0, checkpoint=tmp_path / "c")
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert split_count(QUEENS, cluster=processes, checkpoint=tmp_path / "c").count == 365_596


def test_a_checkpoint_is_held_while_its_cluster_runs(tmp_path: Path) -> None:
    """Processes that are started meanwhile do not inherit the lock."""
    job = CoverJob(QUEENS, "auto", (), (), 100)
    checkpoint = Checkpoint(str(tmp_path / "c"), job)
    with open_workers("local:1"):
        checkpoint.close()
        Checkpoint(str(tmp_path / "c"), job).close()
