"""Clock: when the time of a run is up, and when something is to be told or saved."""

from __future__ import annotations

from squaredance.many.clock import Clock


class TimeIsUpError(Exception):
    """Raised in the middle of a round, which is then thrown away. It does not leave the run."""


class RunClock(Clock):
    """The time of one run."""

    def check(self) -> None:
        """Tells how far it is, now and then; raises when the time is up."""
        if self.look():
            raise TimeIsUpError
