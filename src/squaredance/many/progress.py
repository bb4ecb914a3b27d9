"""A line on a terminal that tells how far it is, how fast, and how long it will take."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TextIO


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

    def show(
        self, done: int, total: int | None = None, share: float | None = None, effort: str = ""
    ) -> None:
        """So many are done, of so many; or that share of all, when the total is not known. An
        effort is told with the seconds that it took."""
        seconds = monotonic() - self._start
        if seconds < 0.05:
            return
        if total:
            share = done / total
        if effort:
            effort = f", {effort} in {seconds:.0f} s"
        self._put(progress_text(done, share, seconds) + effort, "\r")

    def tell(self, text: str, *, last: bool = False) -> None:
        """Any words in place of those before; the last ones stay."""
        self._put(text, "\n" if last else "\r")

    def clear(self) -> None:
        """Takes the line away."""
        if self._width:
            self._put("", "\r")

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
    left = clock(seconds / share - seconds)
    return f"{done:,} puzzles, {100 * share:.0f} %, {rate}, {left} left"


def clock(seconds: float) -> str:
    """A time as people read it.

    >>> clock(65), clock(3723)
    ('1:05', '1:02:03')
    """
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
