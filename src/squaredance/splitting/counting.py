"""Counting: the subproblems of a Job through workers, summed exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from squaredance import _core
from squaredance.cluster.workers import ThreadWorkers, Workers
from squaredance.result import Status, status_of_count
from squaredance.splitting.batches import FAR, NEAR, Batches
from squaredance.splitting.checkpoint import Checkpoint
from squaredance.splitting.job import Batch, Counted, CountedBatch, Job, count_batch
from squaredance.splitting.result import Sampling, SplitCount, SplitEstimate

Tell = Callable[[SplitCount], object]
_BEAT: Final = 0.2  # seconds between two reports


class Counting:
    """One count, from what a checkpoint has to the end, a limit or Ctrl-C."""

    def __init__(
        self,
        job: Job,
        workers: Workers,
        timeout: float | None,
        tell: Tell | None,
        before: float = 0.0,
    ) -> None:
        self._job = job
        self._workers = workers
        self._tell = tell
        self._begun = self._told = monotonic()
        self._started = self._begun - before  # so many seconds of the time are gone
        self._end = None if timeout is None else self._started + timeout
        self._finished: dict[int, Counted] = {}
        self._before = 0  # finished when this call began
        order = _core.shuffled(int(job.key[:16], 16), job.size)
        self._order = order
        self._sampling = Sampling(order, job.factor)
        self._total = self._nodes = self._guesses = 0

    def run(self, checkpoint: Checkpoint | None) -> SplitCount:
        """The result at the end; after Ctrl-C the checkpoint has what is finished."""
        if checkpoint is not None:
            self._take(checkpoint.finished)
            self._before = len(self._finished)
        left = [number for number in self._order if number not in self._finished]
        way = NEAR if isinstance(self._workers, ThreadWorkers) else FAR
        batches = Batches(left, lambda: self._workers.size, self._seconds_left, way)
        try:
            while batches and not self._is_late:  # again when a worker gave back the last of them
                for batch, counted in self._answers(batches):
                    numbers = batch.numbers
                    done = dict(zip(numbers, counted.counted, strict=False))
                    if checkpoint is not None and done:
                        checkpoint.add(done)
                    self._take(done)
                    batches.note(len(done), counted.seconds)
                    batches.give_back(numbers[len(done) :])
                    self._report()
                    if self._is_late:
                        break
        finally:
            self._job.stop()
        return self.result

    def _answers(self, batches: Batches) -> Iterator[tuple[Batch, CountedBatch]]:
        answers = self._workers.answers(count_batch, batches, self._job, lambda: self._is_late)
        for batch, answer in answers:
            if isinstance(answer, Exception):
                raise answer
            yield batch, answer

    def _take(self, finished: dict[int, Counted]) -> None:
        for number, one in finished.items():
            if number in self._finished:  # a worker that was thought to be lost
                continue
            self._finished[number] = one
            found, nodes, guesses = one
            self._total += found * self._job.factor
            self._nodes += nodes
            self._guesses += guesses

    def _seconds_left(self) -> float:
        return -1.0 if self._end is None else max(0.0, self._end - monotonic())

    @property
    def _is_late(self) -> bool:
        return self._end is not None and monotonic() >= self._end

    def _report(self) -> None:
        if self._tell is not None and monotonic() >= self._told + _BEAT:
            self._told = monotonic()
            self._tell(self.result)

    def _estimate(self, is_done: bool) -> SplitEstimate | None:
        if is_done:
            total, nodes = float(self._total), float(self._nodes)
            return SplitEstimate(total, 0.0, nodes, 0.0, self._job.size)
        self._sampling.note(self._finished)
        return self._sampling.estimate

    @property
    def result(self) -> SplitCount:
        """How far it is."""
        size, finished = self._job.size, len(self._finished)
        seconds = monotonic() - self._started
        is_done = finished == size
        new = finished - self._before
        return SplitCount(
            status=status_of_count(self._total) if is_done else Status.UNKNOWN,
            count=self._total,
            nodes=self._nodes,
            guesses=self._guesses,
            seconds=seconds,
            reason="time" if self._is_late and not is_done else None,
            engine=self._job.engine,
            subproblems=size,
            finished=finished,
            seconds_left=(monotonic() - self._begun) / new * (size - finished) if new else None,
            estimate=self._estimate(is_done),
        )
