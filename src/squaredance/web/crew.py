"""Crew: the workers of a lane, processes that answer one question at a time.

A worker is killed when its client has gone or its time is over, and made anew when needed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from squaredance.web.gate import BusyError
from squaredance.web.worker import LENGTH, READY, packed

if TYPE_CHECKING:
    from squaredance.web.ask import Answer, Asked, Later

_START: Final = 60.0  # seconds for a process to be ready, on a machine that is busy or cold
_GRACE: Final = 5.0  # seconds: a niced process may be late with what it has found in time


class LostError(Exception):
    """A new worker ended in the middle of a question: with this exit code, as Python has it."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class LateError(Exception):
    """A worker did not end its question when its time was over."""


class Crew:
    """As many workers as are asked at once. Who asks sees to it that these are not too many."""

    def __init__(self, memory: int, *, nice: bool) -> None:
        self._arguments = (str(memory), str(int(nice)))
        self.idle: list[_Worker] = []
        self.working: set[_Worker] = set()
        self._ending: set[asyncio.Task[int | None]] = set()
        self._is_closed = False

    async def start(self, count: int) -> None:
        """So many workers before they are asked."""
        for _ in range(count):
            worker = _Worker(self._arguments)
            await worker.start()
            self.idle.append(worker)

    async def ask(self, asked: Asked, seconds: float) -> Answer | Later:
        """From a worker that waits for work; from a new one when there is none, or when that one
        had died, or dies now: only of a new one it is known that this question ends it."""
        self.idle = [worker for worker in self.idle if worker.is_alive]
        if self.idle:
            with suppress(EOFError, OSError):
                return await self._ask(self.idle.pop(), asked, seconds)
        worker = _Worker(self._arguments)
        try:
            return await self._ask(worker, asked, seconds)
        except (EOFError, OSError):
            code = await worker.end()
            print(f"squaredance: a worker ended by itself with {code}", file=sys.stderr)
            raise LostError(code) from None

    async def _ask(self, worker: _Worker, asked: Asked, seconds: float) -> Answer | Later:
        self.working.add(worker)
        is_sound = False
        try:
            async with asyncio.timeout(_START):
                await worker.ready()
            async with asyncio.timeout(seconds + _GRACE):
                answer, is_sound = await worker.ask(packed(tuple(asked)))
            return answer
        except TimeoutError:  # is an OSError
            raise LateError from None
        except (EOFError, OSError):
            if self._is_closed:
                raise BusyError from None
            raise
        finally:
            self.working.discard(worker)
            if is_sound and not self._is_closed:
                self.idle.append(worker)
            else:
                self._end(worker)

    def _end(self, worker: _Worker) -> None:
        """Kill it now; it is taken leave of when the system is done with it."""
        worker.kill()
        task = asyncio.ensure_future(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def close(self) -> None:
        """Ends all workers, and what they are asked as busy. In the event loop."""
        self._is_closed = True
        for worker in (*self.idle, *self.working):
            self._end(worker)
        self.idle.clear()

    async def ended(self) -> None:
        """After `close`: once no process is left."""
        while self._ending:
            await asyncio.wait(self._ending)


class _Worker:
    """A process that is started by its first question, if not before."""

    def __init__(self, arguments: tuple[str, ...]) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self._is_ready = False
        self._is_over = False  # has been killed, or ends by itself

    @property
    def is_alive(self) -> bool:
        """As far as is known: one may die in this moment."""
        return self._process is not None and self._process.returncode is None

    async def ready(self) -> None:
        """Once it can be asked."""
        if self._is_ready:
            return
        process = self._process or await self.start()
        assert process.stdout is not None
        try:
            await process.stdout.readexactly(len(READY))
        except (EOFError, OSError):
            self._is_over = True
            raise
        self._is_ready = True

    async def ask(self, message: bytes) -> tuple[Answer | Later, bool]:
        """Send a question and wait for its answer, and for whether the worker can go on."""
        assert self._process is not None
        source, target = self._process.stdout, self._process.stdin
        assert source is not None
        assert target is not None
        try:
            target.write(message)
            await target.drain()
            (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
            answer, is_sound = pickle.loads(await source.readexactly(length))
        except (EOFError, OSError):
            self._is_over = True
            raise
        self._is_over |= not is_sound
        return answer, is_sound

    async def start(self) -> asyncio.subprocess.Process:
        """In a process group of its own: Ctrl-C is for the server. Not in a session of its own:
        Linux may weigh sessions alike (autogroup), and then to be nice is of no use."""
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "squaredance.web.worker",
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            process_group=0,
            env={**os.environ, "PYTHONPATH": path},
        )
        if self._is_over:  # by now
            self._process.kill()
            await self._process.wait()
        return self._process

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
