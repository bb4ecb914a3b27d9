"""Calls of Dask: in silence, without Ctrl-C, and with an end in time.

Dask tells what went wrong on stderr, line after line, and waits for good where a worker hangs; here
it comes back as an exception, told once.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from types import FrameType

Found = TypeVar("Found")

SILENT: Final = logging.CRITICAL + 1


def within(seconds: float, ask: Callable[[], Found], otherwise: Found) -> Found:
    """What a question to the workers gives, or something else when one of them does not answer in
    time: Dask itself would wait for good.
    """
    found: SimpleQueue[Found | BaseException] = SimpleQueue()

    def run() -> None:
        try:
            found.put(ask())
        except BaseException as error:
            found.put(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        answer = found.get(timeout=seconds)
    except Empty:
        return otherwise
    if isinstance(answer, BaseException):
        raise answer
    return answer


def refusal_of(address: str) -> str | None:
    """What the system says of an address. Dask tries again and again, and tells nothing but that
    its time was up when that comes between two tries.
    """
    host, _, port = address.partition("://")[2].rpartition(":")
    if not port.isdecimal():
        return None
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=1).close()
    except (OSError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)
    return None


def reason_of(error: BaseException) -> str:
    """The last of a chain of exceptions that says anything, which knows best."""
    text = type(error).__name__
    inner: BaseException | None = error
    while inner is not None:
        text = " ".join(str(inner).split()) or text
        inner = inner.__cause__
    return text


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings within; and Dask's loggers, which write to stderr from its import on, are still
    from here on.
    """
    own = logging.getLogger().handlers  # of the caller, who may have put them elsewhere, too
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logger = logging.getLogger(name)
        if not logger.handlers:  # else Python would write what is grave to stderr
            logger.addHandler(logging.NullHandler())
        for handler in logger.handlers:
            if name != "asyncio" and handler not in own:  # those of Dask
                handler.setLevel(SILENT)
    logging.getLogger("distributed").propagate = False
    with no_warnings():
        yield


@contextmanager
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def no_interrupts_below() -> Iterator[None]:
    """Threads and processes that are started within never see Ctrl-C: it is for the caller.

    They inherit the mask of blocked signals, also over the start of a program.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _start_tracker()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """No garbage is looked for within. A client that is garbage asks, when it is found, for a lock
    that Dask holds while it starts and ends (LoopRunner): in the same thread it waits for ever.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def terminated_later() -> Iterator[None]:
    """Where the caller has a handler for SIGTERM, it is called at the end: what Dask has half
    started nobody can take away.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGTERM)
    if not callable(handler):
        yield
        return
    heard: list[FrameType | None] = []
    signal.signal(signal.SIGTERM, lambda number, frame: heard.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, handler)
        if heard:
            handler(signal.SIGTERM, heard[0])


def _start_tracker() -> None:
    """The process that removes what `multiprocessing` leaves behind.

    Else the first process of the cluster starts it, which unblocks the signal for those that
    follow. And it is silent: of a client that is killed there is always something to remove.
    """
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        resource_tracker.ensure_running()
    finally:
        del os.environ["PYTHONWARNINGS"]
        if before is not None:
            os.environ["PYTHONWARNINGS"] = before
