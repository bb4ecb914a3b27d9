"""Split: one hard puzzle or cover problem, counted or listed by many workers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import os

    from squaredance.cluster.workers import Workers
    from squaredance.cover import Estimate, Problem
    from squaredance.puzzle import PuzzleLike
    from squaredance.splitting.listing import SplitSolutions
    from squaredance.splitting.result import SplitCount


def split_count(
    problem: PuzzleLike | Problem,
    *,
    cluster: str | Workers | None = None,
    threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
    subproblems: int | None = None,
    engine: str = "auto",
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
    progress: Callable[[SplitCount], object] | bool | None = None,
) -> SplitCount:
    """Count all solutions of a puzzle, or all covers of a `cover.Problem`, by many workers.

    The problem is cut into about as many ``subproblems`` as asked for, 2,048 unless told, always
    in the same way. They are counted by ``threads`` of this process (all cores unless told), or by
    the workers of a Dask ``cluster``: 'local:N' starts N processes here, 'tcp://host:8786' is a
    scheduler that runs. How many there are changes nothing but the time.

    A ``checkpoint`` is a file of finished subproblems: after Ctrl-C, a ``timeout`` or a kill the
    same call goes on there, also on another machine with other workers. It is refused for another
    problem, other options or another version, and while another run works on it.

    ``progress`` is called with a SplitCount now and then, with an estimate of the whole and of the
    time left, and with the result at the end; or is True for a line on stderr. ``engine``,
    ``forced`` and ``excluded`` are those of `cover.count`, for cover problems.

    >>> result = split_count("." * 16, threads=2)
    >>> result.count, result.finished == result.subproblems
    (288, True)
    """
    from squaredance.splitting import ask

    job = ask.job_of(problem, engine, forced, excluded, subproblems, listed=False)
    return ask.count(job, cluster, threads, timeout, checkpoint, progress)


def split_solutions(
    problem: PuzzleLike | Problem,
    *,
    cluster: str | Workers | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    subproblems: int | None = None,
    engine: str = "auto",
    forced: Iterable[Hashable] = (),
    excluded: Iterable[Hashable] = (),
) -> SplitSolutions:
    """All solutions of a puzzle (Grids), or all covers (tuples of positions), by many workers.

    The arguments are those of `split_count`. Solutions come in the order of the subproblems,
    whatever the workers; that order is another one for another number of subproblems. However many
    there are, those that workers have listed ahead are 100,000 at the most; with 50 workers or
    more, 1,000 times one more than twice their number. Workers are started for the first solution.

    >>> grids = split_solutions("1.3..........4..", threads=2)
    >>> len(list(grids)), grids.result.count
    (3, 3)
    """
    from squaredance.splitting import ask

    job = ask.job_of(problem, engine, forced, excluded, subproblems, listed=True)
    return ask.solutions(job, cluster, threads, timeout)


def split_estimate(
    problem: PuzzleLike | Problem,
    *,
    probes: int = 1000,
    seed: int = 0,
    timeout: float | None = None,
) -> Estimate:
    """Guess how large the search is and how many solutions there are, before it begins.

    By random dives (Knuth, 1975) into the tree of fewest-options-first of the problem, a puzzle
    taken as exact cover; each mean has its standard error.

    >>> split_estimate("1......2.3....4.").solutions
    1.0
    """
    from squaredance.splitting import ask

    return ask.estimated(problem, probes, seed, timeout)
