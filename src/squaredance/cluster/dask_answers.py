"""Answers that come with the news that a task is done; and what went wrong, in our words.

    worker --event with the answer, task is done--> scheduler --the same--> client

Dask keeps answers where they were made, and who wants them asks the scheduler where that is, and
then there: six milliseconds at the end of a count that takes a tenth of a second. Messages keep
their order, so small answers are here when the task is known to be done. What is large, or was not
heard for any reason, is fetched as ever.
"""

from __future__ import annotations

from queue import SimpleQueue
from typing import Any, Final

from distributed import Client, get_worker
from distributed.protocol import pickle
from distributed.scheduler import KilledWorker

from squaredance.cluster.workers import ClusterError

Key = tuple[str, int]

_LARGEST: Final = 1 << 14  # bytes; the scheduler keeps the last thousand or so of a client


def tell(topic: str, name: str, answer: Any) -> None:
    """In a worker: the answer of the task that runs, for who listens."""
    data = pickle.dumps(answer)
    if len(data) <= _LARGEST:
        get_worker().log_event(topic, (name, data))


def name_of(key: Key) -> str:
    """A task: the call it is of, and its number."""
    return f"{key[0]}-{key[1]}"


class Heard:
    """The client's ear, open for some calls. Each has a queue for the keys of tasks that are done,
    and some come here first.
    """

    def __init__(self, client: Client) -> None:
        self.topic = client.id  # the scheduler forgets what was said there with the client
        self._queues: dict[str, SimpleQueue[Key]] = {}
        self._answers: dict[str, bytes] = {}
        client.subscribe_topic(self.topic, self._hear)

    def begin(self, call: str, done: SimpleQueue[Key]) -> None:
        """Before the first task of a call."""
        self._queues[call] = done

    def end(self, call: str) -> None:
        """What comes now is of no use, nor is what was heard and not taken."""
        del self._queues[call]
        for name in list(self._answers):  # at once: another thread may hear something meanwhile
            if name.startswith(f"{call}-"):
                self._answers.pop(name, None)

    def take(self, key: Key) -> tuple[Any] | None:
        """The answer to a task, once, if it was heard."""
        data = self._answers.pop(name_of(key), None)
        return None if data is None else (pickle.loads(data),)

    def _hear(self, event: tuple[float, Any]) -> None:
        if isinstance(event[1], dict):  # of the scheduler itself
            return
        name, data = event[1]
        call, _, number = name.rpartition("-")
        done = self._queues.get(call)
        if done is not None:
            self._answers[name] = data
            done.put((call, int(number)))


def told(error: Exception) -> Exception:
    """What a task has raised, in our words where it is about the worker."""
    if isinstance(error, KilledWorker):
        times = error.allowed_failures + 1
        return ClusterError(f"expected an answer, found its worker lost {times} times")
    if isinstance(error, ModuleNotFoundError):
        return ClusterError(f"expected {error.name} on all workers, found one without it")
    return error
