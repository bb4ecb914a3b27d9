"""Lanes: where questions are answered, so that a hard one never holds up an easy one.

    quick lane, first slice     processes, a few ms of a core: most questions end here
    quick lane, second slice    the same, some 50 ms, when no first slice waits; one process never
    slow lane                   niced processes, for the seconds that the question asks for

The process of the server only passes questions on. With threads in the place of the quick lane's
processes its event loop and all easy questions shared one lock of Python: on two busy cores
questions of 5 ms did not end in a first slice, and waited for a second one behind hard ones. Beside
that, native code that crashes ends a worker, and not the server.

How hard a question is shows only when it is tried. What a lane does not finish starts again in
the next; as each has several times the time of the one before, that costs a fraction. With one
slice of 50 ms, clients that send hard questions again and again filled the quick lane.

A question has one patience for the lines of all lanes together: then it is told that the server is
busy.
"""

from __future__ import annotations

import asyncio
import signal
from time import monotonic
from typing import TYPE_CHECKING, Final

from squaredance.web.ask import Answer, Asked, Later, fault, out_of_memory, problem
from squaredance.web.crew import Crew, LateError, LostError
from squaredance.web.gate import BusyError, Gate

if TYPE_CHECKING:
    from squaredance.web.settings import Settings

SLICES: Final = (0.008, 0.05)  # seconds
# Native code aborts only where memory ran out (pysat does); the system kills for want of it.
_MEMORY_ENDS: Final = (-signal.SIGABRT, -signal.SIGKILL)
BUSY: Final = problem(503, "busy", "the server has too much to do: try again in some seconds")


class Lanes:
    """The workers of one server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._quick = Gate(settings.quick_workers, settings.quick_line)
        self._again = Gate(max(1, settings.quick_workers - 1), settings.quick_line)
        self._slow = Gate(settings.workers, settings.line)
        self._quick_crew = Crew(settings.memory, nice=False)
        self._slow_crew = Crew(settings.memory, nice=True)

    async def start(self) -> None:
        """The workers that nearly all questions need."""
        await self._quick_crew.start(self._settings.quick_workers)

    async def answer(self, name: str, body: bytes) -> Answer:
        """The answer to a question, from the first lane that has it. When the caller is
        cancelled, so is the question."""
        asked = Asked(name, body, self._settings.bounds)
        patience = _Patience(self._settings.patience)
        try:
            found: Answer | Later = Later(asked.bounds.most_seconds, is_heavy=True)
            if len(body) <= self._settings.quick_body:
                found = await self._quickly(asked, 0, patience)
            if isinstance(found, Later) and not found.is_heavy:
                found = await self._quickly(asked, 1, patience)
            if isinstance(found, Answer):
                return found
            async with self._slow.turn(patience=patience.left):
                return await self._slowly(asked, found.seconds)
        except BusyError:
            return BUSY

    async def _quickly(self, asked: Asked, rank: int, patience: _Patience) -> Answer | Later:
        entered: list[Gate] = []

        def leave(_: object = None) -> None:
            for gate in entered:
                gate.leave()

        try:
            for gate in (self._again, self._quick) if rank else (self._quick,):
                await gate.enter(rank, patience.left)
                entered.append(gate)
        except BaseException:
            leave()
            raise
        # A new worker takes longer than what is left of a slice: this one goes on after a cancel,
        # and its places are free when it is done.
        work = asyncio.ensure_future(self._tried(asked._replace(slice=SLICES[rank])))
        work.add_done_callback(leave)
        return await asyncio.shield(work)

    async def _tried(self, asked: Asked) -> Answer | Later:
        """In the quick lane. What a worker does not survive is for the slow lane to tell."""
        assert asked.slice is not None
        try:
            return await self._quick_crew.ask(asked, asked.slice)
        except BusyError:
            return BUSY
        except (LostError, LateError):
            return Later(asked.bounds.most_seconds, is_heavy=True)

    async def _slowly(self, asked: Asked, seconds: float) -> Answer:
        try:
            found = await self._slow_crew.ask(asked, seconds)
        except LateError:
            return problem(503, "time", "the question could not be stopped when its time was over")
        except LostError as lost:
            return out_of_memory() if lost.code in _MEMORY_ENDS else fault()
        assert isinstance(found, Answer)  # without a slice
        return found

    def close(self) -> None:
        """Ends all processes, and all questions as busy. In the event loop."""
        for gate in (self._quick, self._again, self._slow):
            gate.close()
        for crew in self._crews:
            crew.close()

    async def ended(self) -> None:
        """After `close`: once no process is left."""
        for crew in self._crews:
            await crew.ended()

    @property
    def _crews(self) -> tuple[Crew, ...]:
        return self._quick_crew, self._slow_crew


class _Patience:
    """How long one question may still wait, in all lines together."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._end - monotonic())
