"""Gate: so many at a time, the others wait in a line of bounded length, by rank."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heapify, heappop, heappush


class BusyError(Exception):
    """No place in the line, or none became free in time."""


class Gate:
    """``places`` may be inside at once and ``line`` wait. The lowest rank goes first, then who
    came first. Of one event loop; not for threads."""

    def __init__(self, places: int, line: int) -> None:
        self.free = places
        self._line = line
        self._heap: list[tuple[int, int, asyncio.Future[None]]] = []  # who waits, and nobody else
        self._count = 0
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """The length of the line."""
        return len(self._heap)

    @asynccontextmanager
    async def turn(self, rank: int = 0, patience: float | None = None) -> AsyncIterator[None]:
        """Inside, once it is this one's turn."""
        await self.enter(rank, patience)
        try:
            yield
        finally:
            self.leave()

    async def enter(self, rank: int = 0, patience: float | None = None) -> None:
        """Wait for a place, ``patience`` seconds at the most; `leave` gives it back."""
        if self._is_closed:
            raise BusyError
        if self.free:
            self.free -= 1
            return
        if self.waiting >= self._line:
            raise BusyError
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        entry = (rank, self._count, turn)
        heappush(self._heap, entry)
        try:
            async with asyncio.timeout(patience):
                await turn
        except BaseException as error:
            if entry in self._heap:
                self._heap.remove(entry)
                heapify(self._heap)
            elif not turn.cancelled() and turn.exception() is None:
                self.leave()  # the place was given in the same moment
            if isinstance(error, TimeoutError):
                raise BusyError from None
            raise

    def leave(self) -> None:
        """The place goes to the next in the line."""
        while self._heap:
            turn = heappop(self._heap)[2]
            if not turn.done():  # else cancelled, and about to leave the line
                turn.set_result(None)
                return
        self.free += 1

    def close(self) -> None:
        """Nobody enters any more, and nobody waits."""
        self._is_closed = True
        for _, _, turn in self._heap:
            if not turn.done():
                turn.set_exception(BusyError())
        self._heap.clear()
