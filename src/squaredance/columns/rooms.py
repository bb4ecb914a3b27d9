"""Memory that is used again: the first touch of fresh memory takes longer than to fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.columns.arrow import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa


class Rooms:
    """What has been given back, for who comes next; in any thread.

    >>> rooms = Rooms()
    >>> lease = rooms.lease()
    >>> room = lease.room(100)
    >>> lease.end()
    >>> rooms.lease().room(80).obj is room.obj
    True
    """

    def __init__(self) -> None:
        self._free: list[pa.Buffer] = []

    def lease(self) -> Lease:
        """One for some rooms."""
        return Lease(self._free)


class Lease:
    """Rooms that are given back together."""

    def __init__(self, free: list[pa.Buffer]) -> None:
        self._free = free
        self._taken: list[pa.Buffer] = []

    def room(self, size: int) -> memoryview:
        """So many bytes, which hold anything."""
        try:
            memory = self._free.pop()
        except IndexError:
            memory = None
        if memory is None or memory.size < size:
            memory = pyarrow().allocate_buffer(size)
        self._taken.append(memory)
        return memoryview(memory).cast("B")[:size]

    def end(self) -> None:
        """Nobody looks at them any more."""
        self._free += self._taken
        self._taken = []
