"""Workers: what runs tasks. Threads of this process, or the processes of a Dask cluster.

A task is a value that can be pickled, and so is its answer; a function of a module that the
workers can import makes the one of the other. Dask is imported when a cluster is asked for.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from types import TracebackType
from typing import Final, TypeVar

from squaredance.budget import check_whole
from squaredance.cpu import core_count
from squaredance.errors import SquaredanceError

LOOK_EVERY: Final = 1.0  # seconds between two looks at all else while nothing is done

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Answer = TypeVar("Answer")


class ClusterError(SquaredanceError):
    """A cluster that cannot be reached, went away, or has workers that cannot do the work."""


_here = threading.local()  # in a worker: `ask`, of the task that runs


def is_wanted() -> bool:
    """In a task: whether anybody waits for its answer still. What takes long asks now and then, and
    answers anything when nobody does.
    """
    ask = getattr(_here, "ask", None)
    return ask is None or bool(ask())


@contextmanager
def wanted_while(ask: Callable[[], bool]) -> Iterator[None]:
    """Runs a task, in a worker, whose answer is wanted as long as ``ask`` says so."""
    _here.ask = ask
    try:
        yield
    finally:
        del _here.ask


def never() -> bool:
    return False


class Workers(ABC):
    """Runs tasks, some of them at a time. Closed at the end of a ``with``."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many tasks run at a time; it changes with the cluster."""

    @abstractmethod
    def answers(
        self,
        function: Callable[[Shared, Task], Answer],
        tasks: Iterable[Task],
        shared: Shared,
        is_over: Callable[[], bool] = never,
    ) -> Iterator[tuple[Task, Answer | Exception]]:
        """Each task with ``function(shared, task)``, as they are done, or with what it raised.

        Only a few tasks more than can run are taken ahead, so that they may be many. What is
        ``shared`` by all of them goes to each worker once. The task of a worker that is lost
        runs again elsewhere; one that loses its worker again and again is an exception in the
        end. A cluster that is lost as a whole raises `ClusterError`.

        ``is_over`` is asked each second in which nothing is done: when it says so, that is the end.
        """

    @abstractmethod
    def close(self) -> None:
        """Ends what was started for it, and does not wait for tasks."""

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_workers(cluster: str | None = None, threads: int | None = None) -> Workers:
    """Workers as ``cluster`` says: None for threads of this process (all cores unless their
    number is given), ``local:N`` for N processes here under a Dask scheduler of their own, an
    address such as ``tcp://host:8786`` for a scheduler that runs.

    >>> with open_workers(threads=2) as workers:
    ...     sorted(workers.answers(pow, [1, 2, 3], 2))
    [(1, 2), (2, 4), (3, 8)]
    >>> open_workers("local:many")
    Traceback (most recent call last):
    squaredance.cluster.workers.ClusterError: expected local:N or the address of a scheduler such \
as tcp://host:8786, found 'local:many'
    """
    return opener(cluster, threads)()


def opener(cluster: str | None = None, threads: int | None = None) -> Callable[[], Workers]:
    """What opens them: by now ``cluster`` is checked and Dask is there, but nothing is started."""
    if cluster is None:
        size = core_count() if threads is None else check_whole(threads, 1, "threads")
        return lambda: ThreadWorkers(size)
    kind, _, rest = cluster.partition(":")
    is_local = kind == "local" and rest.isdecimal() and 0 < int(rest) < 10_000
    if not is_local and not (rest.startswith("//") and len(rest) > 2):
        raise ClusterError(
            "expected local:N or the address of a scheduler such as tcp://host:8786, "
            f"found {cluster!r}"
        )
    try:
        from squaredance.cluster.dask_workers import connected, started
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "squaredance":
            raise
        raise ClusterError(
            f"expected {error.name} for a cluster, found it not installed: "
            "pip install 'squaredance[cluster]'"
        ) from None
    return lambda: started(int(rest)) if is_local else connected(cluster)


class ThreadWorkers(Workers):
    """Threads of this process; a single one is the caller's own, so that Ctrl-C gets through."""

    def __init__(self, size: int) -> None:
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def answers(
        self,
        function: Callable[[Shared, Task], Answer],
        tasks: Iterable[Task],
        shared: Shared,
        is_over: Callable[[], bool] = never,
    ) -> Iterator[tuple[Task, Answer | Exception]]:
        if self._size == 1:
            for task in tasks:
                yield task, _outcome(function, shared, task)
            return
        rest = iter(tasks)
        under_way: dict[Future[Answer | Exception], Task] = {}
        pool = ThreadPoolExecutor(self._size, thread_name_prefix="squaredance")
        try:
            while True:
                for task in islice(rest, 2 * self._size - len(under_way)):
                    under_way[pool.submit(_outcome, function, shared, task)] = task
                if not under_way:
                    return
                done = wait(under_way, LOOK_EVERY, return_when=FIRST_COMPLETED).done
                if not done and is_over():
                    return
                for future in done:
                    yield under_way.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Nothing is left to end."""


def _outcome(
    function: Callable[[Shared, Task], Answer], shared: Shared, task: Task
) -> Answer | Exception:
    try:
        return function(shared, task)
    except Exception as error:
        return error
