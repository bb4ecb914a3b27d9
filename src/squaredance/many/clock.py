"""Clock: when the time of a call is up, and when it tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

LOOK: Final = 0.01  # seconds between two looks at Ctrl-C and the clock
_TELL: Final = 0.1  # seconds between two calls of ``tell``


class Clock:
    """The time of one call. It decides nothing but when the call ends.

    >>> clock = Clock(0)
    >>> clock.look(), clock.left
    (True, 0.0)
    """

    def __init__(self, seconds: float | None, tell: Callable[[], object] = lambda: None) -> None:
        self._tell = tell
        self._told = monotonic()
        self._end = None if seconds is None else self._told + seconds

    @property
    def left(self) -> float | None:
        """Seconds; None when there is no limit."""
        return None if self._end is None else max(0.0, self._end - monotonic())

    def look(self) -> bool:
        """Tells how far it is, now and then; whether the time is up."""
        now = monotonic()
        if now - self._told > _TELL:
            self._told = now
            self._tell()
        return self._end is not None and now >= self._end
