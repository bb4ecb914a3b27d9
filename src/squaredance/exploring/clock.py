"""Clock: when the time of a run is up, and when something is to be told or saved."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

LOOK: Final = 0.01  # seconds between two looks at Ctrl-C and the clock
_TELL: Final = 0.1  # seconds between two calls of `tell`


class TimeIsUpError(Exception):
    """Raised in the middle of a round, which is then thrown away. It does not leave the run."""


class Clock:
    """The time of one run. It decides nothing but when the run ends."""

    def __init__(self, seconds: float | None, tell: Callable[[], object] = lambda: None) -> None:
        self._end = None if seconds is None else monotonic() + seconds
        self._tell = tell
        self._told = monotonic()

    @property
    def left(self) -> float | None:
        """Seconds."""
        return None if self._end is None else max(0.0, self._end - monotonic())

    def look(self) -> None:
        """Tells how far it is, now and then; raises when the time is up."""
        now = monotonic()
        if now - self._told > _TELL:
            self._told = now
            self._tell()
        if self._end is not None and now >= self._end:
            raise TimeIsUpError
