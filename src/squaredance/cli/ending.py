"""Signals that end a command with something to take away first: a file that is not whole, or
processes.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from squaredance.cli.exits import INTERRUPTED, TERMINATED

if TYPE_CHECKING:
    from types import FrameType

_CODES: Final = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}


class Ended(KeyboardInterrupt):
    """Ctrl-C, or what SLURM, Kubernetes and `timeout` send; with the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


@contextmanager
def ended_once() -> Iterator[None]:
    """Within, the first of these signals raises `Ended`, and the others are ignored from then on:
    to take away what is left takes a moment, and Dask has its own to do when Python ends.
    """
    before = {number: signal.getsignal(number) for number in _CODES}
    is_ended = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_ended
        is_ended = True
        for each in _CODES:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(_CODES[signal.Signals(number)])

    try:
        for number in _CODES:
            if before[number] is not signal.SIG_IGN:  # such as by nohup: it stays so
                signal.signal(number, end)
    except ValueError:  # only the main thread hears signals
        yield
        return
    try:
        yield
    finally:
        if not is_ended:
            for number, handler in before.items():
                signal.signal(number, handler)
