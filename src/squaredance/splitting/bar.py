"""A line on a terminal: how many subproblems are finished, the time left, an estimate."""

from __future__ import annotations

from squaredance.many.progress import clock
from squaredance.splitting.result import SplitCount

_TOO_LONG = 3e7  # seconds: a year, which nobody waits for


def progress_text(so_far: SplitCount, what: str) -> str:
    """One line.

    >>> from squaredance.result import Status
    >>> from squaredance.splitting.result import SplitEstimate
    >>> estimate = SplitEstimate(365000.0, 4000.0, 4e6, 1e5, 400)
    >>> done = SplitCount(Status.UNKNOWN, 71000, 8, 2, 3.0, None, "bits", 2050, 410, 12.0, estimate)
    >>> progress_text(done, "covers")
    '410 of 2,050 subproblems, 20 %, 0:12 left, about 3.65e+05 +- 4e+03 covers'
    """
    share = so_far.finished / max(so_far.subproblems, 1)
    text = f"{so_far.finished:,} of {so_far.subproblems:,} subproblems, {100 * share:.0f} %"
    if so_far.seconds_left is not None and so_far.seconds_left < _TOO_LONG:
        text += f", {clock(so_far.seconds_left)} left"
    if so_far.estimate is not None:
        found, error = so_far.estimate.solutions, so_far.estimate.solutions_error
        text += f", about {found:.4g} +- {error:.2g} {what}"
    return text
