"""What runs in the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final
from zlib import compress, decompress

from distributed import Worker, get_worker
from distributed.protocol import pickle

import squaredance
from squaredance.cluster.dask_answers import tell
from squaredance.cluster.workers import ClusterError, is_wanted, wanted_while

_MOST_PACKED: Final = 1 << 20  # bytes that are worth compressing
_SMALL: Final = 1 << 17  # bytes that go with every task

# The version, where to tell answers, the function and what its tasks share.
Common = tuple[str, str, Callable[[Any, Any], Any], Any]


def same(value: Any) -> Any:
    """A value as the answer of a task."""
    return value


def version() -> str:
    """That of the package there."""
    return squaredance.__version__


class Packed:
    """A value that was pickled, told from others by its name: Dask would look at all its bytes."""

    __slots__ = ("data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data

    def __dask_tokenize__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packed) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def packed_if_small(name: str, value: Common) -> Packed | None:
    """Compressed: it goes through the scheduler with every task, a millisecond for 100 kB."""
    data = pickle.dumps(value)
    if len(data) > _MOST_PACKED:
        return None
    data = compress(data, 1)
    return Packed(name, data) if len(data) <= _SMALL else None


@lru_cache(maxsize=1)  # a worker has the tasks of one call after the other
def _unpacked(packed: Packed) -> Common:
    common: Common = pickle.loads(decompress(packed.data))
    return common


def run(task: Packed, common: Common | Packed) -> Any:
    """In a worker: one that has joined late has not been asked for its version."""
    wanted, topic, function, shared = _unpacked(common) if isinstance(common, Packed) else common
    if wanted != squaredance.__version__:
        raise ClusterError(
            f"expected squaredance {wanted} on all workers, found {squaredance.__version__}"
        )
    with wanted_while(_ask_of(get_worker())):
        answer = function(shared, pickle.loads(task.data))
        if is_wanted():
            tell(topic, task.name, answer)
    return answer


def _ask_of(worker: Worker) -> Callable[[], bool]:
    """Whether the task that runs in this thread is wanted. Where nobody waits for an answer any
    more (it was cancelled, or the client is gone) Dask forgets the task, but does not end it.
    """
    key, tasks = worker.get_current_task(), worker.state.tasks

    def ask() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    return ask
