"""The same numbers from the processes of a cluster, also when they are killed."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from squaredance import SquaredanceError, Status, split_count
from squaredance.cluster import Workers, open_workers
from squaredance.cover import Problem, examples
from squaredance.splitting.checkpoint import Checkpoint
from squaredance.splitting.counting import Counting
from squaredance.splitting.cover_job import CoverJob
from squaredance.splitting.job import Counted
from tests.cluster.gates import until

PENTOMINOES = examples.pentominoes(6, 10).problem
QUEENS = examples.queens(14).problem


class KillingJob(CoverJob):
    """Kills a worker once for each folder: in the middle of a batch, when others are finished, of
    which the checkpoint in the folder tells.
    """

    def __init__(self, problem: Problem, folder: str) -> None:
        super().__init__(problem, "auto", (), (), 2048)
        self._folder = folder
        self._batches = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return KillingJob, (self._made_from[0], self._folder)

    def count(self, numbers: list[int], seconds: float, patience: float) -> list[Counted]:
        self._batches += 1
        killed = Path(self._folder, "killed")
        if self._batches == 2 and not killed.exists():
            until(lambda: lines_in(self._folder) > 1)
            super().count(numbers[: len(numbers) // 2], seconds, patience)
            killed.write_text(str(lines_in(self._folder) - 1))
            os.kill(os.getpid(), signal.SIGKILL)
        some = len(numbers) // 3 if self._batches == 1 else len(numbers)  # as if it took long
        return super().count(numbers[:some], seconds, patience)


def lines_in(folder: str) -> int:
    return Path(folder, "checkpoint").read_bytes().count(b"\n")


def test_the_known_numbers(processes: Workers) -> None:
    for problem, known in ((PENTOMINOES, 9356), (QUEENS, 365_596)):
        result = split_count(problem, cluster=processes)
        alone = split_count(problem, threads=1)
        assert (result.count, result.status, result.reason) == (known, Status.MULTIPLE, None)
        assert (result.nodes, result.guesses) == (alone.nodes, alone.guesses)
    assert split_count("." * 36, cluster=processes).count == 28_200_960


@pytest.mark.long
def test_a_worker_killed_half_way(tmp_path: Path) -> None:
    for problem, known in ((PENTOMINOES, 9356), (QUEENS, 365_596)):
        folder = tmp_path / str(known)
        folder.mkdir()
        job = KillingJob(problem, str(folder))
        checkpoint = Checkpoint(str(folder / "checkpoint"), job)
        with open_workers("local:2") as workers:
            result = Counting(job, workers, None, None).run(checkpoint)
        checkpoint.close()
        assert 0 < int((folder / "killed").read_text()) < job.size  # finished before
        assert lines_in(str(folder)) - 1 == result.finished == job.size
        assert result.count == known
        assert result.nodes == split_count(problem, threads=2).nodes


def test_stop_here_and_go_on_there(tmp_path: Path, processes: Workers) -> None:
    """What the checkpoint has is not counted again: each subproblem has one line at the end."""
    path = tmp_path / "queens.jsonl"
    whole = split_count(QUEENS, cluster=processes, checkpoint=path)
    kept = path.read_text().splitlines(keepends=True)
    for share, where in ((2, {"threads": 2}), (3, {"cluster": processes})):
        before = "".join(kept[: len(kept) // share])
        path.write_text(before)
        result = split_count(QUEENS, checkpoint=path, **where)  # type: ignore[arg-type]
        assert (result.count, result.nodes, result.guesses) == (365_596, whole.nodes, whole.guesses)
        assert path.read_text().startswith(before)
        assert len(path.read_text().splitlines()) == len(kept) == whole.subproblems + 1


def test_no_time(tmp_path: Path, processes: Workers) -> None:
    result = split_count(QUEENS, cluster=processes, timeout=0, checkpoint=tmp_path / "c")
    assert (result.status, result.reason) == (Status.UNKNOWN, "time")
    assert split_count(QUEENS, cluster=processes, checkpoint=tmp_path / "c").count == 365_596


def test_a_checkpoint_is_held_while_its_cluster_runs(tmp_path: Path) -> None:
    """Processes that are started meanwhile do not inherit the lock."""
    job = CoverJob(QUEENS, "auto", (), (), 100)
    checkpoint = Checkpoint(str(tmp_path / "c"), job)
    with open_workers("local:1"):
        with pytest.raises(SquaredanceError, match="expected a checkpoint that no other run works"):
            Checkpoint(str(tmp_path / "c"), job)
        checkpoint.close()
        Checkpoint(str(tmp_path / "c"), job).close()
