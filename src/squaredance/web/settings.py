"""Settings: where the server listens and what a question may cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MOST_WORKERS: Final = 64


class Bounds(NamedTuple):
    """What a question may take: ``seconds`` when it does not say, ``most_seconds`` and ``nodes``
    whatever it says."""

    seconds: float
    most_seconds: float
    nodes: int | None


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All limits of a server.

    >>> Settings().host, Settings(seconds=5.0).bounds.seconds
    ('127.0.0.1', 5.0)
    """

    host: str = "127.0.0.1"
    port: int = 8017
    body: int = 1_000_000  # bytes of a request
    head_seconds: float = 20.0  # to send what is before them
    body_seconds: float = 20.0  # to send them
    answer_seconds: float = 30.0  # to take an answer, or 64 kB of it
    connections: int = 500  # many systems give a process 1024 files
    seconds: float = 10.0
    most_seconds: float = 60.0
    nodes: int | None = None
    patience: float = 10.0  # seconds that a question waits in all lines together
    # Quick lane.
    quick_workers: int = field(default_factory=lambda: max(2, cores()))
    quick_line: int = 1000
    quick_body: int = 64_000  # bytes; to read more takes Python long
    # Slow lane.
    workers: int = field(default_factory=lambda: min(MOST_WORKERS, cores()))
    line: int = 16
    memory: int = 1 << 30  # bytes of a worker

    @property
    def bounds(self) -> Bounds:
        """The part that jobs need."""
        return Bounds(min(self.seconds, self.most_seconds), self.most_seconds, self.nodes)
