"""How far a question is: told to a callable, or shown as a line on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

Progress = Callable[[float], object]


class Bar:
    """Writes the share done and the time left over its own line; ``end`` takes it away.

    >>> import io
    >>> stream = io.StringIO()
    >>> bar = Bar(stream)
    >>> bar(0.5)
    >>> stream.getvalue()
    '\\r50.0 %, 0:00 left'
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._start = monotonic()
        self._width = 0

    def __call__(self, share: float) -> None:
        """So much is done, from 0 to 1."""
        self._put(progress_text(share, monotonic() - self._start))

    def end(self) -> None:
        """Leaves an empty line."""
        if self._width:
            self._put("")
            print("\r", end="", file=self._stream, flush=True)
            self._width = 0

    def _put(self, text: str) -> None:
        print("\r" + text.ljust(self._width), end="", file=self._stream, flush=True)
        self._width = len(text)


def progress_text(share: float, seconds: float) -> str:
    """The percentage, and the time left where it can be guessed.

    >>> progress_text(0.25, 1200.0), progress_text(0.0, 3.0)
    ('25.0 %, 1:00:00 left', '0.0 %')
    """
    text = f"{100 * share:.1f} %"
    if share < 1e-4:
        return text
    minutes, rest = divmod(round(seconds / share - seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 10_000:
        return text
    clock = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"{text}, {clock} left"
