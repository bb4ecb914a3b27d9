"""Workers of a Dask cluster: one that is started here, or one that runs.

    tasks -> Client -> scheduler -> worker processes     (two tasks each: one runs, one waits)
                         ^              |
                         '-- answers ---'                a lost worker's tasks go to others

Dask does the scheduling, and its own lines are kept off stderr: what went wrong comes back as an
exception, told once.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import current_process
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Final
from uuid import uuid4

import dask
from distributed import Client, LocalCluster
from distributed.protocol import pickle

import squaredance
from squaredance.cluster.dask_answers import Heard, Key, name_of, told
from squaredance.cluster.dask_calls import (
    SILENT,
    no_interrupts_below,
    no_warnings,
    nothing_collected,
    quiet,
    reason_of,
    refusal_of,
    terminated_later,
    within,
)
from squaredance.cluster.dask_tasks import Common, Packed, packed_if_small, run, same, version
from squaredance.cluster.workers import (
    LOOK_EVERY,
    Answer,
    ClusterError,
    Shared,
    Task,
    Workers,
    never,
)

ANSWERS_WITHIN: Final = 6.0  # seconds, of a scheduler
# Tasks for each worker that the scheduler has at a time: when there are few, as many as it may
# have are handed out at once. Each handing out costs as much as a few tasks.
_FEW: Final = 6
_MANY: Final = 12
_AGAIN: Final = 0.05  # seconds until an answer that was lost is looked at again
_LINGER: Final = 0.2  # seconds that an answer may wait for others, while all workers are busy

# Of the processes started here. What Dask looks at now and then (stacks a hundred times a second,
# its own clock fifty times) is a tenth of a core, which on a small machine the work lacks; and
# workers that give all memory back at once have to be given it again for the next batch.
_LOCAL: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    "distributed.scheduler.worker-saturation": 1.1,
    "distributed.scheduler.allowed-failures": 3,
}


def started(size: int) -> Workers:
    """A scheduler in this process, and so many worker processes with a thread each."""
    _check_guard()
    cluster: Any = None
    try:
        with (
            quiet(),
            nothing_collected(),
            no_interrupts_below(),
            terminated_later(),
            dask.config.set(_LOCAL),
        ):
            cluster = LocalCluster(
                n_workers=size,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                memory_limit=0,
                silence_logs=SILENT,
            )
        address = cluster.scheduler_address
        return DaskWorkers(_client(address), address, cluster)
    except BaseException as error:  # such as Ctrl-C, which has waited
        if cluster is not None:
            _end(cluster)
        if isinstance(error, RuntimeError):  # of Dask: a process that has died at once
            message = f"expected {size} worker processes to start, found: {reason_of(error)}"
            raise ClusterError(message) from None
        raise


def _check_guard() -> None:
    """Ends a worker process that runs the script of its starter instead of starting: Python imports
    that in each new process, and what is not guarded there would start processes for ever.
    """
    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(
            "expected what starts a cluster below 'if __name__ == \"__main__\":', found it run "
            "by the worker processes too"
        )


def _end(cluster: Any) -> None:
    """Ends what was started. Dask would wait for the tasks of its processes, of which none is
    wanted any more: it is told to close, so that it starts no others, and then they are killed.
    """

    def close() -> None:
        with suppress(Exception), quiet(), nothing_collected():
            cluster.close(timeout=2)

    with suppress(AttributeError):  # else Dask closes it once more at the end of Python
        cluster._instances.discard(cluster)
    nannies = list(cluster.workers.values())
    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    closing.join(0.2)
    for nanny in nannies:
        with suppress(ProcessLookupError, AttributeError):
            if nanny.pid is not None:
                os.kill(nanny.pid, signal.SIGKILL)
    closing.join(10)


def connected(address: str) -> Workers:
    """The workers of a scheduler that runs."""
    return DaskWorkers(_client(address), address)


def _client(address: str) -> Client:
    """A client, or an error in time.

    In a thread of its own, since Dask keeps to its time limit only where a scheduler answers, or
    nobody does: to a port of something else it may wait for good, or ask for exabytes of memory.
    """
    found: SimpleQueue[Client | str] = SimpleQueue()

    def connect() -> None:
        try:
            found.put(
                Client(address, timeout=ANSWERS_WITHIN, set_as_default=False, name="squaredance")
            )
        except MemoryError:  # for the size of what is no message of Dask
            found.put("something else is there")
        except Exception as error:
            found.put(refusal_of(address) or reason_of(error))

    reason: Client | str = f"no answer within {ANSWERS_WITHIN:.0f} s"
    with nothing_collected():
        with quiet(), no_interrupts_below():
            threading.Thread(target=connect, daemon=True).start()
        with no_warnings(), suppress(Empty):  # of other versions of what we do not use
            reason = found.get(timeout=ANSWERS_WITHIN + 2)
    if not isinstance(reason, str):
        return reason
    raise ClusterError(f"expected a Dask scheduler at {address}, found none: {reason}")


class DaskWorkers(Workers):
    """What a client reaches; and the cluster, if it was started for it."""

    def __init__(self, client: Client, address: str, cluster: Any = None) -> None:
        self._client = client
        self._address = address
        self._cluster = cluster
        self._size = 0
        self._next_size = 0.0  # when to ask for it again
        self._lost_at: float | None = None  # since when the scheduler does not answer
        self._heard = Heard(client)
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> int:
        if monotonic() >= self._next_size and self._client.status == "running":
            with self._reached():
                self._size = sum(self._client.nthreads().values())
            self._next_size = monotonic() + 1
        return self._size

    def answers(
        self,
        function: Callable[[Shared, Task], Answer],
        tasks: Iterable[Task],
        shared: Shared,
        is_over: Callable[[], bool] = never,
    ) -> Iterator[tuple[Task, Answer | Exception]]:
        rest, call = iter(tasks), f"squaredance-{uuid4().hex}"
        done: SimpleQueue[Key] = SimpleQueue()
        under_way: dict[Any, tuple[Any, Task]] = {}  # by key
        number = 0
        self._heard.begin(call, done)
        try:
            # Dask hands out tasks that it takes for the roots of a graph one by one, to whoever is
            # free, and a worker that joins gets its share; all others it sends ahead. Roots are
            # many keys of one name, with few keys of another name below them, or none.
            value = squaredance.__version__, self._heard.topic, function, shared
            common = self._common(value, f"{call}-shared")
            while True:
                few, many = (each * max(self.size, 1) for each in (_FEW, _MANY))
                new = list(islice(rest, many - len(under_way))) if len(under_way) <= few else []
                keys = [(call, number + i) for i in range(len(new))]
                number += len(new)
                for future, task in zip(self._submit(new, keys, common), new, strict=True):
                    under_way[future.key] = future, task
                    future.add_done_callback(lambda future: done.put(future.key))
                if not under_way:
                    return
                is_last = len(under_way) <= few
                enough = len(under_way) if is_last else len(under_way) - few
                ready = self._next(done, enough)
                if not ready and is_over():
                    return
                futures = [under_way[key][0] for key in ready if key in under_way]
                for future, answer in self._answered(futures, done):
                    yield under_way.pop(future.key)[1], answer
        finally:
            self._heard.end(call)
            if under_way:
                with suppress(Exception), quiet():
                    self._client.cancel([future for future, _ in under_way.values()], force=True)

    def _common(self, value: Common, name: str) -> Any:
        """What goes with each task: the value itself if it is small, which saves the ten
        milliseconds that it takes to have it everywhere; a tenth of a short count.
        """
        return packed_if_small(name, value) or self._everywhere(value, name)

    def _everywhere(self, value: object, key: str) -> Any:
        """A value on all workers: Dask would first run tasks where what they share is already.

        It is the answer of a task, so that it can be made again when those that had it are lost.
        """
        with self._reached():
            future = self._client.submit(same, value, key=key)
            with suppress(Exception):  # a worker may be lost at any moment
                within(ANSWERS_WITHIN, lambda: self._client.replicate([future]), None)
        return future

    def _submit(self, tasks: list[Task], keys: list[tuple[str, int]], common: Any) -> list[Any]:
        if not tasks:
            return []
        packed = [
            Packed(name_of(key), pickle.dumps(task)) for key, task in zip(keys, tasks, strict=True)
        ]
        with self._reached():
            futures: list[Any] = self._client.map(run, packed, key=keys, common=common)
        return futures

    def _next(self, done: SimpleQueue[Key], enough: int) -> dict[Key, None]:
        """Tasks that are done by now; none when for a second there are none, since then there may
        be more workers. Some come twice: heard, and as Dask's.

        To fetch answers and to hand out tasks takes milliseconds of the scheduler, for one as for
        many: so it waits a moment for as many as are ``enough``, since the others keep all
        workers busy, or there is nothing more to hand out.
        """
        try:
            keys = {done.get(timeout=LOOK_EVERY): None}
        except Empty:
            self._check_alive()
            return {}
        until = monotonic() + _LINGER
        with suppress(Empty):
            while len(keys) < enough:
                keys[done.get(timeout=max(until - monotonic(), 0))] = None
        return keys

    def _check_alive(self) -> None:
        """An error when the scheduler has not answered for a while."""
        if self._client.status == "running":
            self._lost_at = None
            return
        self._lost_at = self._lost_at or monotonic()
        if self._client.status == "closed" or monotonic() > self._lost_at + ANSWERS_WITHIN:
            raise self._lost()

    def _answered(self, futures: list[Any], done: SimpleQueue[Key]) -> Iterator[tuple[Any, Any]]:
        """Those that were heard, all other good answers in one message, then what the others have
        raised. An answer whose worker was lost before it was fetched is made again: it is looked at
        again in a moment.
        """
        # Each is looked at once: it changes at any time.
        looked_at = []
        for future in futures:
            heard = self._heard.take(future.key)
            if heard is not None:
                yield future, heard[0]
            else:
                looked_at.append((future, future.status))
        good = [future for future, status in looked_at if status == "finished"]
        answers: list[Any] = []
        if good:
            with self._reached():
                answers = self._client.gather(good, errors="skip")
        is_whole = len(answers) == len(good)
        if is_whole:
            yield from zip(good, answers, strict=True)
        for future, status in looked_at:
            if status == "cancelled":
                raise self._lost()
            if status == "error":
                yield future, told(future.exception())
            elif status != "finished" or not is_whole:
                # Dask calls back at once for an answer that is lost, again and again.
                loop = self._client.loop
                loop.add_callback(loop.call_later, _AGAIN, done.put, future.key)

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Around what asks the scheduler: when it cannot be asked, it is gone."""
        try:
            with no_warnings():
                yield
        except (OSError, CancelledError, asyncio.CancelledError):
            raise self._lost() from None

    def _lost(self) -> ClusterError:
        return ClusterError(f"expected the scheduler at {self._address} to stay, found it gone")

    def _check_versions(self) -> None:
        """Workers with another version could give other bytes. Where one does not answer, or is
        lost meanwhile, each task looks for itself: that is no reason not to use the others.
        """
        with self._reached():
            found: dict[str, Any] = within(
                ANSWERS_WITHIN, lambda: self._client.run(version, on_error="return"), {}
            )
        for address, other in found.items():
            if other != squaredance.__version__ and not isinstance(other, OSError):
                what = "none" if isinstance(other, BaseException) else other
                raise ClusterError(
                    f"expected squaredance {squaredance.__version__} on all workers, "
                    f"found {what} on {address}"
                )

    def close(self) -> None:
        with suppress(Exception), quiet(), nothing_collected():
            self._client.close(timeout=2)
        if self._cluster is not None:
            _end(self._cluster)
