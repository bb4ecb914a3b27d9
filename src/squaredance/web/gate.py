"""Gate: so many at a time, the others wait in a line of bounded length, by rank."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush


class BusyError(Exception):
    """No place in the line, or none became free in time."""


class Gate:
    """``places`` may be inside at once and ``line`` wait. The lowest rank goes first, then who
    came first. Of one event loop; not for threads."""

    def __init__(self, places: int, line: int) -> None:
        self._free = places
        self._line = line
        self._waiting = 0
        self._heap: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0
        self._is_closed = False

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
        if self._free:
            self._free -= 1
            return
        if self._waiting >= self._line:
            raise BusyError
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heappush(self._heap, (rank, self._count, turn))
        self._waiting += 1
        try:
            async with asyncio.timeout(patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.leave()  # the place was given in the same moment
            if isinstance(error, TimeoutError):
                raise BusyError from None
            raise
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        """The place goes to the next in the line."""
        while self._heap:
            turn = heappop(self._heap)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def close(self) -> None:
        """Nobody enters any more, and nobody waits."""
        self._is_closed = True
        for _, _, turn in self._heap:
            if not turn.done():
                turn.set_exception(BusyError())
        self._heap.clear()
