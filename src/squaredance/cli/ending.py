"""Signals that end a command with something to take away first: a file that is not whole, or
processes.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

from squaredance.cli.exits import INTERRUPTED, TERMINATED
from squaredance.cli.interrupts import comes_later

if TYPE_CHECKING:
    from types import FrameType

_MOMENT: Final = 3.0  # seconds
_CODES: Final = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}


class Ended(KeyboardInterrupt):
    """Ctrl-C, or what SLURM, Kubernetes and `timeout` send; with the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


@contextmanager
def ended_once() -> Iterator[None]:
    """Within, the first of these signals raises `Ended`, and others are ignored for a moment: to
    take away what is left takes one, and Dask has its own to do when Python ends. Whoever still
    waits then, such as for a pipe that nobody reads, dies of the next one.
    """
    before = {number: signal.getsignal(number) for number in _CODES}
    ended_at: float | None = None

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal ended_at
        if comes_later(number, frame):
            return
        if ended_at is None:
            ended_at = monotonic()
            raise Ended(_CODES[signal.Signals(number)])
        if monotonic() > ended_at + _MOMENT:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    try:
        for number in _CODES:
            if before[number] not in (signal.SIG_IGN, None):  # such as by nohup: it stays so
                signal.signal(number, end)
    except ValueError:  # only the main thread hears signals
        yield
        return
    try:
        yield
    finally:
        for number, handler in before.items():
            if ended_at is None and handler is not None:  # None: it was not set by Python
                signal.signal(number, handler)
