"""Reading and writing beside the work: a thread of its own for each, a few batches ahead.

read      batch 5 ......... |
answer        batch 3 + 4 . |   each step goes on while the others do: pyarrow and our
write             batch 2 . |   threads leave the interpreter alone while they work

That is for who has a core more than threads that solve; else all is done in turn, by the caller.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from errno import EAGAIN
from queue import Empty, Full, Queue
from types import TracebackType
from typing import Any, Final, Generic, Protocol, Self, TypeVar

T = TypeVar("T")
Item = TypeVar("Item", contravariant=True)

_AHEAD: Final = 1  # batches that wait: with two they had left the cache, a third more to write them
_LOOK: Final = 0.1  # seconds between two looks at whether anybody waits still
_SLOW: Final = 0.05  # seconds; then what comes next is not waited for, as one does for a file


def _start(thread: threading.Thread) -> None:
    """As native code says it when the system gives no thread, for want of memory or by a limit."""
    try:
        thread.start()
    except RuntimeError:
        raise OSError(EAGAIN, os.strerror(EAGAIN), "a new thread") from None


class _End:
    """What comes behind the last item, with the error that ended it."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


class Ahead(Generic[T]):
    """The items of an iterator, taken in another thread before they are asked for.

    >>> with Ahead(iter([1, 2, 3])) as ahead:
    ...     [item for item in ahead.items() if item is not None]
    [1, 2, 3]
    """

    def __init__(self, items: Iterator[T], *, may_wait: bool = True) -> None:
        """``may_wait``: an item may take for ever, so nobody waits for the thread at the end."""
        self._items = items
        self._may_wait = may_wait
        self._queue: Queue[T | _End] = Queue(_AHEAD)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._take, daemon=True)

    def __enter__(self) -> Self:
        _start(self._thread)
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        if threading.current_thread() is self._thread:
            return
        if self._queue.qsize() or not self._may_wait:
            self._thread.join(timeout=1 if self._may_wait else None)

    def items(self) -> Iterator[T | None]:
        """Each item; a None before each long wait for one."""
        while True:
            try:
                item = self._queue.get(timeout=_SLOW)
            except Empty:
                yield None
                item = self._wait()
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                return
            yield item

    def _wait(self) -> T | _End:
        while True:  # in steps, so that Ctrl-C is heard
            try:
                return self._queue.get(timeout=_LOOK)
            except Empty:
                continue

    def _take(self) -> None:
        error: BaseException | None = None
        try:
            for item in self._items:
                if not self._put(item):
                    return
        except BaseException as failed:
            error = failed
        self._put(_End(error))

    def _put(self, item: T | _End) -> bool:
        while not self._is_over.is_set():
            try:
                self._queue.put(item, timeout=_LOOK)
            except Full:
                continue
            return True
        return False


class Writer(Protocol[Item]):
    """Takes items in their order, until the end of ``with``."""

    def put(self, item: Item) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Here(Generic[T]):
    """A function that is called with items, at once."""

    def __init__(self, function: Callable[[T], Any]) -> None:
        self._function = function

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is under way."""

    def put(self, item: T) -> None:
        """The next one."""
        self._function(item)


class Behind(Generic[T]):
    """A function that is called with items in another thread, in their order.

    Its error is raised at the next item, or at the end of ``with``, where all is done.
    """

    def __init__(self, function: Callable[[T], Any]) -> None:
        self._function = function
        self._queue: Queue[T | None] = Queue(_AHEAD)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> Self:
        _start(self._thread)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self._error = self._error or error  # what waits is not written any more
        self._put(None)
        while self._thread.is_alive():
            self._thread.join(_LOOK)
        if error is None and self._error is not None:
            raise self._error

    def put(self, item: T) -> None:
        """The next one."""
        if self._error is not None:
            raise self._error
        self._put(item)

    def _put(self, item: T | None) -> None:
        while self._thread.is_alive():
            try:
                self._queue.put(item, timeout=_LOOK)
            except Full:
                continue
            return

    def _work(self) -> None:
        while (item := self._queue.get()) is not None:
            if self._error is None:
                try:
                    self._function(item)
                except BaseException as error:
                    self._error = error
