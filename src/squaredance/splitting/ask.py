"""The questions about a split problem: arguments checked, Job and workers made."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable
from time import monotonic
from typing import Any

from squaredance.budget import Budget, check_whole
from squaredance.cluster.workers import Workers, opener
from squaredance.cover.build import members
from squaredance.cover.problem import Problem
from squaredance.cover.questions import Estimate, estimate
from squaredance.errors import SquaredanceError
from squaredance.many.progress import Bar
from squaredance.puzzle import as_puzzle
from squaredance.result import Status
from squaredance.splitting.bar import progress_text
from squaredance.splitting.checkpoint import Checkpoint
from squaredance.splitting.counting import Counting, Tell
from squaredance.splitting.cover_job import CoverJob
from squaredance.splitting.job import SUBPROBLEMS, Job
from squaredance.splitting.listing import SplitSolutions
from squaredance.splitting.puzzle_job import PuzzleJob, cover_of
from squaredance.splitting.result import SplitCount

# A subproblem takes up to half a kilobyte, one of a puzzle a byte for each cell of it besides;
# so all of them half a gigabyte at the most: measured in docs/split.md.
_MOST_SUBPROBLEMS = 1_000_000
_MOST_CELLS = 1 << 28  # in all subproblems of a puzzle


def job_of(
    problem: Any,
    engine: str,
    forced: Iterable[Hashable],
    excluded: Iterable[Hashable],
    subproblems: int | None,
    *,
    listed: bool,
) -> Job:
    """The Job of a cover Problem, or of what `as_puzzle` takes."""
    wanted = SUBPROBLEMS if subproblems is None else check_whole(subproblems, 1, "subproblems")
    _check_most(wanted, _MOST_SUBPROBLEMS)
    if isinstance(problem, Problem):
        chosen, left_out = (
            tuple(
                problem.position(option) for option in members(options, "a collection of options")
            )
            for options in (forced, excluded)
        )
        return CoverJob(problem, engine, chosen, left_out, wanted)
    if forced or excluded:
        raise SquaredanceError("expected a cover.Problem with forced or excluded options")
    if engine != "auto":
        raise SquaredanceError(f"expected the engine auto for a puzzle, found {engine!r}")
    puzzle = as_puzzle(problem)
    _check_most(wanted, _MOST_CELLS // puzzle.geometry.cells)
    return PuzzleJob(puzzle, wanted, listed)


def _check_most(wanted: int, most: int) -> None:
    if wanted > most:
        raise SquaredanceError(f"expected subproblems of {most} or less, found {wanted}")


def count(
    job: Job,
    cluster: str | Workers | None,
    threads: int | None,
    timeout: float | None,
    checkpoint: str | os.PathLike[str] | None,
    progress: Tell | bool | None,
) -> SplitCount:
    """Count all solutions of a Job."""
    Budget(timeout, None)  # checks it
    opened = _opener(cluster, threads)
    started = monotonic()
    if not job.cut(-1.0 if timeout is None else timeout):
        result = _not_even_cut(job, monotonic() - started)
        if callable(progress):
            progress(result)
        return result
    cut = monotonic() - started
    bar = Bar() if progress is True else None
    tell = progress if callable(progress) else None
    if bar is not None:
        tell = lambda so_far: bar.tell(progress_text(so_far, job.what))  # noqa: E731
    # What cannot be is told before a checkpoint is made, and one that cannot be before a cluster
    # is started.
    kept = None if checkpoint is None else Checkpoint(os.fspath(checkpoint), job)
    try:
        workers = opened()
        try:
            result = Counting(job, workers, timeout, tell, before=cut).run(kept)
            if callable(progress):  # a short count is told once at least
                progress(result)
            return result
        finally:
            if workers is not cluster:
                workers.close()
    finally:
        if bar is not None:
            bar.clear()
        if kept is not None:
            kept.close()


def _not_even_cut(job: Job, seconds: float) -> SplitCount:
    """The time was up. A checkpoint was not looked at: it tells how many subproblems there are."""
    return SplitCount(Status.UNKNOWN, 0, 0, 0, seconds, "time", job.engine, 0, 0)


def solutions(
    job: Job, cluster: str | Workers | None, threads: int | None, timeout: float | None
) -> SplitSolutions:
    """List all solutions of a Job."""
    Budget(timeout, None)
    owned = not isinstance(cluster, Workers)
    return SplitSolutions(job, _opener(cluster, threads), timeout, owned)


def estimated(problem: Any, probes: int, seed: int, timeout: float | None) -> Estimate:
    """Random dives into the tree of a cover Problem, or of a puzzle as one."""
    if not isinstance(problem, Problem):
        problem = cover_of(as_puzzle(problem))
    return estimate(problem, probes=probes, seed=seed, timeout=timeout)


def _opener(cluster: str | Workers | None, threads: int | None) -> Callable[[], Workers]:
    """What gives the workers; arguments that cannot be are told at once."""
    if threads is not None:
        threads = check_whole(threads, 1, "threads", 256)
    if isinstance(cluster, Workers):
        return lambda: cluster
    if cluster is not None and threads is not None:
        raise SquaredanceError("expected a cluster or threads, found both")
    return opener(cluster, threads)
