"""Blocks: consecutive numbers of a seed through the threads, and back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, Final, Protocol

_LOOK: Final = 0.01  # seconds between two looks at Ctrl-C and the clock
_TELL: Final = 0.1  # seconds between two calls of ``tell``
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

    def __init__(
        self,
        native: Native,
        threads: int,
        timeout: float | None,
        tell: Callable[[], object] | None = None,
    ) -> None:
        self.native = native
        self.threads = threads
        self.deadline = None if timeout is None else monotonic() + timeout
        self.tell = tell
        self.is_stopped = False
        self._next_tell = monotonic() + _TELL

    def taken(self, most: int | None, first_size: int) -> Iterator[Any]:
        """Each block when it is done, for so many numbers or without end; after a stop those that
        were under way."""
        native, size, start, waiting = self.native, first_size, 0, 0
        ahead = 1  # what is done in a moment needs no other threads
        try:
            while True:
                self._look()
                while not self.is_stopped and waiting < ahead and (most is None or start < most):
                    count = size if most is None else min(size, most - start)
                    native.add(start, count)
                    start += count
                    waiting += 1
                if not waiting:
                    return
                if not native.wait(_LOOK):
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

    def _look(self) -> None:
        """At the clock; and tells how far it is."""
        if self.deadline is None and self.tell is None:
            return
        now = monotonic()
        if self.deadline is not None and now >= self.deadline and not self.is_stopped:
            self.is_stopped = True
            self.native.stop()
        if self.tell is not None and now >= self._next_tell:
            self._next_tell = now + _TELL
            self.tell()
