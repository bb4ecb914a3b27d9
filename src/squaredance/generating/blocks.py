"""Blocks: consecutive numbers of a seed through the threads, and back in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

from squaredance.many.clock import LOOK, Clock

# Blocks grow while they take less than the first of these seconds, and shrink above the second: so
# that neither what goes on between them counts, nor much is lost at the end.
_QUICK, _SLOW = 0.002, 0.02
_LARGEST: Final = 4096


class Native(Protocol):
    """Threads of native code; how long a block took is its last item."""

    def add(self, first: int, count: int) -> None: ...
    def wait(self, seconds: float) -> bool: ...
    def take(self) -> list[Any]: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class Blocks:
    """The blocks of one call. A few more are under way than were taken, so memory is bounded."""

    def __init__(self, native: Native, threads: int, clock: Clock) -> None:
        self.native = native
        self.threads = threads
        self.clock = clock
        self.is_stopped = False

    def taken(self, most: int | None, first_size: int) -> Iterator[Any]:
        """Each block when it is done, for so many numbers or without end; after a stop those that
        were under way."""
        native, size, start, waiting = self.native, first_size, 0, 0
        ahead = 1  # what is done in a moment needs no other threads
        try:
            while True:
                if self.clock.look() and not self.is_stopped:
                    self.is_stopped = True
                    native.stop()
                while not self.is_stopped and waiting < ahead and (most is None or start < most):
                    count = size if most is None else min(size, most - start)
                    native.add(start, count)
                    start += count
                    waiting += 1
                if not waiting:
                    return
                if not native.wait(LOOK):
                    ahead = 2 * self.threads + 1
                    continue
                for block in native.take():
                    waiting -= 1
                    if block[-1] < _QUICK:
                        size = min(2 * size, _LARGEST)
                    elif block[-1] > _SLOW:
                        size = max(size // 2, 1)
                    yield block
                ahead = 2 * self.threads + 1
        finally:
            native.stop()
            native.close()
