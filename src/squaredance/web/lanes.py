"""Lanes: where questions are answered, so that a hard one never holds up an easy one.

    quick lane, first slice     threads of this process, a few ms: most questions end here
    quick lane, second slice    the same, some 50 ms, when no first slice waits; one thread never
    slow lane                   niced processes, for the seconds that the question asks for

A slice is time of a core as far as can be told (`respond_in_slice`). To try again only in the
second slice was worse: with busy cores easy questions waited there behind hard ones, for seconds.

How hard a question is shows only when it is tried. What a lane does not finish starts again in
the next; as each has several times the time of the one before, that costs a fraction. With one
slice of 50 ms, clients that send hard questions again and again filled the quick lane.

A question has one patience for the lines of all lanes together: then it is told that the server is
busy. A worker is killed when its client has gone or its time is over, and made anew when needed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance.web import jobs as jobs  # now, and not in the first question
from squaredance.web.ask import Answer, Later, fault, out_of_memory, problem, respond_in_slice
from squaredance.web.gate import BusyError, Gate
from squaredance.web.worker import LENGTH, packed

if TYPE_CHECKING:
    from squaredance.web.settings import Bounds, Settings

SLICES: Final = (0.008, 0.05)  # seconds
_GRACE: Final = 5.0  # seconds: a niced process may be late with what it has found in time
# Native code aborts only where memory ran out (pysat does); the system kills for want of it.
_MEMORY_ENDS: Final = (-signal.SIGABRT, -signal.SIGKILL)
BUSY: Final = problem(503, "busy", "the server has too much to do: try again in some seconds")


class Lanes:
    """The threads and processes of one server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.threads, "quick")
        self._quick = Gate(settings.threads, settings.quick_line)
        self._again = Gate(max(1, settings.threads - 1), settings.quick_line)
        self._slow = Gate(settings.workers, settings.line)
        self._idle: list[_Worker] = []
        self._working: set[_Worker] = set()
        self._ending: set[asyncio.Task[int | None]] = set()
        self._is_closed = False

    async def answer(self, name: str, body: bytes) -> Answer:
        """The answer to a question, from the first lane that has it. When the caller is
        cancelled, so is the question."""
        asked = Asked(name, body, self._settings.bounds)
        patience = _Patience(self._settings.patience)
        try:
            seconds = asked.bounds.most_seconds
            if len(body) <= self._settings.quick_body:
                found = await self._in_thread(asked, 0, patience)
                if isinstance(found, Later) and not found.is_heavy:
                    found = await self._in_thread(asked, 1, patience)
                if isinstance(found, Answer):
                    return found
                seconds = found.seconds
            async with self._slow.turn(patience=patience.left):
                return await self._in_process(asked, seconds)
        except BusyError:
            return BUSY

    async def _in_thread(self, asked: Asked, rank: int, patience: _Patience) -> Answer | Later:
        entered: list[Gate] = []

        def leave() -> None:
            for gate in entered:
                gate.leave()

        try:
            for gate in (self._again, self._quick) if rank else (self._quick,):
                await gate.enter(rank, patience.left)
                entered.append(gate)
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(self._threads, respond_in_slice, *asked, SLICES[rank])
        except BaseException as error:
            leave()
            if isinstance(error, RuntimeError):  # closed in the meantime
                raise BusyError from None
            raise
        # A thread cannot be stopped: its places are free when it is done, also after a cancel.
        work.add_done_callback(lambda _: leave())
        return await asyncio.shield(work)

    async def _in_process(self, asked: Asked, seconds: float) -> Answer:
        """From a process that waits for work; from a new one when there is none, or when that one
        had died, or dies now: only of a new one it is known that this question ends it."""
        self._idle = [worker for worker in self._idle if worker.is_alive]
        if self._idle:
            with suppress(EOFError, OSError):
                return await self._ask(self._idle.pop(), asked, seconds)
        worker = _Worker(self._settings.memory)
        try:
            return await self._ask(worker, asked, seconds)
        except (EOFError, OSError):
            code = await worker.end()
            print(f"squaredance: a worker ended by itself with {code}", file=sys.stderr)
            return out_of_memory() if code in _MEMORY_ENDS else fault()

    async def _ask(self, worker: _Worker, asked: Asked, seconds: float) -> Answer:
        self._working.add(worker)
        is_sound = False
        try:
            async with asyncio.timeout(seconds + _GRACE):
                answer = await worker.ask(packed(tuple(asked)))
            is_sound = answer.code < 500
            return answer
        except TimeoutError:
            return problem(503, "time", "the question could not be stopped when its time was over")
        except (EOFError, OSError):
            if self._is_closed:
                raise BusyError from None
            raise
        finally:
            self._working.discard(worker)
            if is_sound and not self._is_closed:
                self._idle.append(worker)
            else:
                self._end(worker)

    def _end(self, worker: _Worker) -> None:
        """Kill it now; it is taken leave of when the system is done with it."""
        worker.kill()
        task = asyncio.ensure_future(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def ended(self) -> None:
        """After `close`: once no process is left."""
        while self._ending:
            await asyncio.wait(self._ending)

    def close(self) -> None:
        """Ends all processes, and all questions as busy. In the event loop."""
        self._is_closed = True
        self._quick.close()
        self._again.close()
        self._slow.close()
        for worker in (*self._idle, *self._working):
            self._end(worker)
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Asked(NamedTuple):
    """What is asked, and what it may cost."""

    name: str
    body: bytes
    bounds: Bounds


class _Patience:
    """How long one question may still wait, in all lines together."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._end - monotonic())


class _Worker:
    """A process that is started by its first question."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None
        self._is_over = False  # has been killed, or ends by itself

    @property
    def is_alive(self) -> bool:
        """As far as is known: one may die in this moment."""
        return self._process is not None and self._process.returncode is None

    async def ask(self, message: bytes) -> Answer:
        """Send a question and wait for its answer."""
        if self._process is None:
            self._process = await self._start()
            if self._is_over:  # by now
                self._process.kill()
                await self._process.wait()
        source, target = self._process.stdout, self._process.stdin
        assert source is not None
        assert target is not None
        try:
            target.write(message)
            await target.drain()
            (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
            answer: Answer = pickle.loads(await source.readexactly(length))
        except (EOFError, OSError):
            self._is_over = True
            raise
        self._is_over |= answer.code >= 500
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        """In a process group of its own: Ctrl-C is for the server. Not in a session of its own:
        Linux may weigh sessions alike (autogroup), and then to be nice is of no use."""
        path = os.pathsep.join(entry for entry in sys.path if entry)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "squaredance.web.worker",
            str(self._memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            process_group=0,
            env={**os.environ, "PYTHONPATH": path},
        )

    def kill(self) -> None:
        """At once, also one that is being started. Only once, and never one that is over: to send a
        signal Python looks for the end of the process, and asyncio then misses it."""
        if self._is_over:
            return
        self._is_over = True
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def end(self) -> int | None:
        """Once the process is no more: its exit code, as Python has it. None if there was none."""
        return None if self._process is None else await self._process.wait()
