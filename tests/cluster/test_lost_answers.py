"""What a client makes of answers that come and go, and of workers that come late.

A client of Dask is stood in for by one whose futures do what the test wants: with real workers that
are killed, the same takes dozens of runs to be seen.
"""

from collections.abc import Callable
from contextlib import nullcontext
from queue import SimpleQueue
from typing import Any

import pytest
from distributed.comm import CommClosedError
from distributed.protocol import pickle

import squaredance
from squaredance.cluster.dask_workers import DaskWorkers
from squaredance.cluster.workers import ClusterError


class FakeFuture:
    """Its status is the next of some each time that somebody looks; the last one stays."""

    def __init__(self, key: Any, *statuses: str) -> None:
        self.key = key
        self._statuses = list(statuses)

    @property
    def status(self) -> str:
        return self._statuses.pop(0) if len(self._statuses) > 1 else self._statuses[0]

    def add_done_callback(self, call: Callable[[Any], object]) -> None:
        if self._statuses == ["finished"]:
            call(self)


class FakeLoop:
    def add_callback(self, call: Callable[..., object], *args: Any) -> None:
        call(*args)

    def call_later(self, delay: float, call: Callable[..., object], *args: Any) -> None:
        assert delay > 0
        call(*args)


class FakeClient:
    """All tasks are done when ``enough`` of them are there; the workers come ``late``."""

    id = "client"
    status = "running"
    loop = FakeLoop()

    def __init__(self, enough: int = 0, late: int = 0) -> None:
        self._enough = enough
        self._looks = [0, late]
        self.futures: list[FakeFuture] = []
        self._calls: list[Callable[[], object]] = []

    def run(self, *args: object, **options: object) -> dict[str, str]:
        return {}

    def subscribe_topic(self, topic: str, hear: Callable[[Any], None]) -> None:
        self.topic, self.hear = topic, hear

    def nthreads(self) -> dict[str, int]:
        return {"all": self._looks.pop(0) if len(self._looks) > 1 else self._looks[0]}

    def gather(self, futures: list[FakeFuture], errors: str) -> list[Any]:
        return [future.key for future in futures]

    def map(self, function: object, tasks: list[Any], key: list[Any], common: object) -> list[Any]:
        self.futures += [FakeFuture(one, "finished") for one in key]
        new = self.futures[-len(tasks) :]
        if len(self.futures) < self._enough:
            for future in new:
                future._statuses = ["pending", "finished"]
        return new

    def cancel(self, futures: list[Any], force: bool) -> None:
        """Nothing is under way."""

    def close(self, timeout: float) -> None:
        """Nothing to close."""


def workers_of(client: FakeClient) -> DaskWorkers:
    return DaskWorkers(client, "tcp://nowhere:1")  # type: ignore[arg-type]


def test_an_answer_that_comes_back_between_two_looks_is_not_forgotten() -> None:
    workers = workers_of(FakeClient())
    for first in ("lost", "pending"):
        future: Any = FakeFuture((first, 0), first, "finished")
        done: SimpleQueue[Any] = SimpleQueue()
        assert list(workers._answered([future], done)) == []
        assert done.get(timeout=1) == future.key
        assert list(workers._answered([future], done)) == [(future, (first, 0))]
        assert done.empty()


def test_an_answer_that_cannot_be_fetched_is_asked_for_again() -> None:
    client = FakeClient()
    client.gather = lambda futures, errors: []  # type: ignore[method-assign]
    workers, done = workers_of(client), SimpleQueue[Any]()
    future: Any = FakeFuture(("a", 0), "finished")
    assert list(workers._answered([future], done)) == []
    assert done.get(timeout=1) == future.key


def test_workers_that_come_late_get_tasks_before_the_first_is_done() -> None:
    client = FakeClient(enough=60, late=30)
    answers = workers_of(client).answers(max, range(60), 0)
    assert len([next(answers) for _ in range(48)]) == 48  # those handed out when all were there
    assert len(client.futures) == 60
    answers.close()  # type: ignore[attr-defined]


def test_an_answer_that_was_heard_is_not_fetched() -> None:
    """Also when its worker is lost meanwhile; and each is taken once."""
    client = FakeClient(enough=2)
    client.gather = lambda futures, errors: []  # type: ignore[method-assign]
    workers, heard = workers_of(client), []
    answers = workers.answers(max, range(2), 0)

    def map_and_tell(function: object, tasks: list[Any], **options: Any) -> list[Any]:
        for task, status in zip(tasks, ("finished", "lost"), strict=True):
            heard.append(FakeFuture((task.name.rpartition("-")[0], len(heard)), status))
            client.hear((0.0, (task.name, pickle.dumps(task.name))))
        client.hear((0.0, ("squaredance-other-0", b"of a call that is over")))
        for future in heard:
            future.add_done_callback = lambda call, future=future: call(future)  # type: ignore
        return heard

    client.map = map_and_tell  # type: ignore[method-assign]
    found = list(answers)
    assert [task for task, _ in found] == [0, 1]
    assert [str(answer)[-2:] for _, answer in found] == ["-0", "-1"]
    assert not workers._heard._queues
    assert not workers._heard._answers


def test_what_was_heard_goes_with_its_call() -> None:
    """And the scheduler forgets it with the client, whose name is that of the topic; what Dask says
    there itself is no answer.
    """
    client = FakeClient()
    heard = workers_of(client)._heard
    assert heard.topic == client.id
    done: SimpleQueue[Any] = SimpleQueue()
    for call in ("squaredance-a", "squaredance-ab"):
        heard.begin(call, done)
        client.hear((0.0, (f"{call}-0", b"data")))
    client.hear((0.0, {"action": "remove-client"}))
    heard.end("squaredance-a")
    assert set(heard._answers) == {"squaredance-ab-0"}
    assert done.qsize() == 2


@pytest.mark.parametrize(
    ("answer", "is_refused"),
    [
        (squaredance.__version__, False),
        (CommClosedError("in <TCP>: Stream is closed"), False),  # it was lost meanwhile
        (TimeoutError("no answer"), False),
        (ModuleNotFoundError("No module named 'squaredance'"), True),
        ("0.0.1", True),
    ],
    ids=str,
)
def test_who_is_refused_at_the_start(
    answer: object, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeClient, "run", lambda self, *args, **options: {"tcp://a:1": answer})
    expected = pytest.raises(ClusterError, match=r"on all workers, found .* on tcp://a:1$")
    with expected if is_refused else nullcontext():
        workers_of(FakeClient())
