"""A line on a terminal that tells how far it is, how fast, and how long it will take."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

from squaredance.errors import SquaredanceError


def told(
    progress: bool | Callable[[int, int | None], object] | None,
) -> Callable[[int, int | None], object] | None:
    """What to call with the puzzles done, and with those in all at the end: a function as it
    is, a `Bar` for True, nothing for None.

    >>> told(None) is None, told(print) is print
    (True, True)
    """
    if progress is None or progress is False:
        return None
    if callable(progress):
        return progress
    if progress is not True:
        raise SquaredanceError(f"expected progress True or a function, found {progress!r}")
    bar = Bar()
    return lambda done, total: bar.show(done) if total is None else bar.end(done)


class Bar:
    """Writes over its own line; ``end`` leaves the total.

    >>> bar = Bar(sys.stdout)
    >>> bar.show(512)
    >>> bar.end(1000)
    1,000 puzzles
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._start = monotonic()
        self._width = 0

    def show(self, done: int, total: int | None = None, share: float | None = None) -> None:
        """So many are done, of so many; or that share of all, when the total is not known."""
        seconds = monotonic() - self._start
        if seconds < 0.05:
            return
        if total:
            share = done / total
        self._put(progress_text(done, share, seconds), "\r")

    def end(self, done: int) -> None:
        """The last word."""
        self._put(f"{done:,} puzzle{'' if done == 1 else 's'}", "\n")

    def _put(self, text: str, end: str) -> None:
        start = "\r" if self._width else ""
        print(start + text.ljust(self._width), end=end, file=self._stream, flush=True)
        self._width = len(text)


def progress_text(done: int, share: float | None, seconds: float) -> str:
    """One line: how many, the percentage and the time left where it can be known, the rate.

    >>> progress_text(1_500_000, 0.25, 2.0)
    '1,500,000 puzzles, 25 %, 750,000/s, 0:06 left'
    >>> progress_text(12, None, 0.5)
    '12 puzzles, 24/s'
    """
    rate = f"{done / max(seconds, 1e-9):,.0f}/s"
    if not share:
        return f"{done:,} puzzles, {rate}"
    left = round(seconds / share - seconds)
    hours, minutes = divmod(left // 60, 60)
    clock = f"{hours}:{minutes:02}:{left % 60:02}" if hours else f"{minutes}:{left % 60:02}"
    return f"{done:,} puzzles, {100 * share:.0f} %, {rate}, {clock} left"
