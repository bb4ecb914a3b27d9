"""Lanes: hard questions do not hold up easy ones, and end with their client or their time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest

from squaredance.web.ask import Answer, Asked, Later, fault, respond, respond_in_slice
from squaredance.web.crew import Crew
from squaredance.web.gate import BusyError, Gate
from squaredance.web.jobs import JOBS
from squaredance.web.lanes import BUSY, SLICES, Lanes
from squaredance.web.settings import Bounds, Settings
from squaredance.web.shapes import QUESTIONS
from squaredance.web.worker import answer_of
from tests.web.conftest import Served, served

EMPTY16 = "." * 256
SMALL = "1......2.3....4."
BOUNDS = Bounds(5.0, 10.0, None)
LONG: dict[str, Any] = {"most_seconds": 600.0, "patience": 600.0}  # until the test is done


def workers() -> list[int]:
    """The processes that this one has started and that still run: of all tests here."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if fields[1] == str(os.getpid()) and fields[0] != "Z" and b"web.worker" in command:
            found.append(int(entry.name))
    return found


def until(condition: Callable[[], object]) -> bool:
    """Waits for a state; the limit is only for what never comes, on a machine however busy."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def raw_request(server: Served, question: str, **data: object) -> socket.socket:
    name, port = server.address.removeprefix("http://").strip("/").split(":")
    body = json.dumps(data).encode()
    connection = socket.create_connection((name, int(port)), 10)
    connection.sendall(
        f"POST /api/{question} HTTP/1.1\r\nHost: {name}:{port}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/json\r\n\r\n".encode()
        + body
    )
    return connection


@pytest.mark.parametrize(
    ("question", "data"),
    [
        ("solve", {"puzzle": EMPTY16, "unique": True}),
        ("count", {"puzzle": "." * 36, "limit": 1000}),
        ("candidates", {"puzzle": "1.3..........4.."}),
        ("hint", {"puzzle": SMALL}),
        ("explain", {"puzzle": SMALL}),
        ("generate", {"size": 9, "seed": 3}),
    ],
)
def test_all_lanes_answer_the_same(question: str, data: dict[str, object], server: Served) -> None:
    body = json.dumps(data).encode()
    quick = respond(question, body, BOUNDS, 3.0)
    large = json.dumps(data).encode() + b" " * 70_000  # goes to the slow lane at once
    headers = {"content-type": "application/json"}
    slow = server.client.post(f"/api/{question}", content=large, headers=headers)
    assert isinstance(quick, Answer)
    expected, found = json.loads(quick.body), slow.json()
    expected.pop("seconds", None)
    found.pop("seconds", None)
    assert expected == found


def test_the_quick_lane_puts_off_what_takes_long() -> None:
    body = json.dumps({"puzzle": EMPTY16, "seconds": 3}).encode()
    assert respond("count", body, BOUNDS, 0.01) == Later(3)
    little = json.dumps({"puzzle": EMPTY16, "seconds": 0.005}).encode()
    assert isinstance(respond("count", little, BOUNDS, 0.01), Answer)


def test_seconds_are_bounded_by_the_server() -> None:
    body = json.dumps({"puzzle": EMPTY16, "seconds": 1e9}).encode()
    assert respond("count", body, BOUNDS, 0.01) == Later(10.0)
    with served(most_seconds=0.3) as server:
        answer = server.ask("count", puzzle=EMPTY16, seconds=1e9).json()
        assert answer["reason"] == "time"
        assert answer["seconds"] < BOUNDS.seconds


def test_easy_questions_go_on_while_hard_ones_run() -> None:
    with (
        served(workers=1, line=8, **LONG) as server,
        raw_request(server, "count", puzzle=EMPTY16, seconds=600),
        raw_request(server, "count", puzzle=EMPTY16, seconds=600),
    ):
        assert until(lambda: server.lanes._slow_crew.working and server.lanes._slow.waiting == 1)
        for _ in range(6):
            assert server.ask("solve", puzzle=SMALL).json()["status"] == "unique"
            assert (len(server.lanes._slow_crew.working), server.lanes._slow.waiting) == (1, 1)


def test_a_full_line_is_busy() -> None:
    with (
        served(workers=1, line=0, **LONG) as server,
        raw_request(server, "count", puzzle=EMPTY16, seconds=600),
    ):
        assert until(lambda: len(server.lanes._slow_crew.working) == 1)
        answer = server.ask("count", puzzle=EMPTY16, seconds=1)
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "busy")
        assert int(answer.headers["retry-after"]) >= 1


@pytest.fixture
def never_done(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Workers that put off whatever they are asked; the list tells what that was."""
    seen: list[Asked] = []

    async def ask(_: Crew, asked: Asked, __: float) -> Later:
        seen.append(asked)
        return Later(10.0)

    monkeypatch.setattr(Crew, "ask", ask)
    return seen


@pytest.mark.parametrize(("gate", "tries"), [("_quick", 0), ("_again", 1), ("_slow", 2)])
def test_nobody_waits_for_ever_in_any_line(gate: str, tries: int, never_done: list[Asked]) -> None:
    async def run() -> Answer:
        lanes = Lanes(Settings(quick_workers=2, workers=1, patience=0.02))
        held = getattr(lanes, gate)
        while held.free:
            await held.enter()
        return await lanes.answer("count", b"{}")

    assert asyncio.run(run()) == BUSY
    assert [asked.slice for asked in never_done] == list(SLICES[:tries])


def test_one_patience_for_all_lines(
    never_done: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    patience: list[float] = []

    async def enter(_: Gate, rank: int = 0, seconds: float = 0.0) -> None:
        patience.append(seconds)
        if len(patience) == 4:
            raise BusyError

    monkeypatch.setattr(Gate, "enter", enter)

    async def run() -> Answer:
        return await Lanes(Settings(patience=5.0)).answer("count", b"{}")

    assert asyncio.run(run()) == BUSY
    assert 5.0 >= patience[0] > patience[1] >= patience[2] > patience[3]
    assert len(never_done) == 2


@pytest.mark.parametrize(("works", "tries"), [(False, 3), (True, 1)])
def test_a_slice_is_longer_only_without_a_core(
    works: bool, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slices: list[float] = []

    def work() -> None:
        while time.thread_time() < 0.2:
            pass

    def late(_: str, __: bytes, ___: Bounds, slice: float) -> Later:
        slices.append(slice)
        if works:  # as native code does, in a thread of its own
            thread = Thread(target=work)
            thread.start()
            thread.join()
        return Later(10.0)

    monkeypatch.setattr("squaredance.web.ask.respond", late)
    respond_in_slice("generate", b"", BOUNDS, 0.2)
    assert slices == [0.2, 0.4, 0.8][:tries]


def test_a_worker_keeps_its_places_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        done = asyncio.Event()

        async def ask(_: Crew, asked: Asked, __: float) -> Later:
            if asked.slice == SLICES[1]:
                await done.wait()
            return Later(10.0)

        monkeypatch.setattr(Crew, "ask", ask)
        lanes = Lanes(Settings(quick_workers=2))
        asked = asyncio.ensure_future(lanes.answer("solve", b"{}"))
        while lanes._again.free:
            await asyncio.sleep(0.01)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert (lanes._again.free, lanes._quick.free) == (0, 1)
        done.set()
        while (lanes._again.free, lanes._quick.free) != (1, 2):
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("name", ["solve", "hint", "explain", "rate", "generate"])
def test_easy_questions_need_nothing_that_hard_ones_hold(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All places but those of the first slice are taken, and nobody will ever leave one."""
    monkeypatch.setattr("squaredance.web.lanes.SLICES", (60.0, 60.0))  # on a machine however busy

    async def run() -> Answer:
        lanes = Lanes(Settings(quick_workers=1, workers=1, patience=60.0))
        for gate in (lanes._again, lanes._slow):
            await gate.enter()
        try:
            data = {"size": 4} if name == "generate" else {"puzzle": SMALL}
            return await lanes.answer(name, json.dumps(data).encode())
        finally:
            lanes.close()
            await lanes.ended()

    assert asyncio.run(run()).code == 200


def test_a_quick_worker_that_is_lost_puts_its_question_off() -> None:
    """Native code that ends its process does not end the server."""

    body = json.dumps({"puzzle": SMALL}).encode()

    async def run() -> tuple[Answer, bool]:
        lanes = Lanes(Settings(quick_workers=1, workers=1))
        try:
            asked = asyncio.ensure_future(lanes.answer("solve", body))
            while not lanes._quick_crew.working:
                await asyncio.sleep(0)
            (worker,) = lanes._quick_crew.working
            while not worker.is_alive:
                await asyncio.sleep(0.001)
            worker._process.kill()  # before it is ready
            return await asked, bool(lanes._slow_crew.idle)
        finally:
            lanes.close()
            await lanes.ended()

    answer, is_slow = asyncio.run(run())
    assert (answer.code, is_slow) == (200, True)


def test_slow_workers_come_after_quick_ones() -> None:
    with served(quick_workers=1) as server:
        assert server.ask("render", puzzle=SMALL, **{"as": "png"}).status_code == 200
        (quick,), (slow,) = server.lanes._quick_crew.idle, server.lanes._slow_crew.idle
        ranks = [os.getpriority(os.PRIO_PROCESS, worker._process.pid) for worker in (quick, slow)]
        assert ranks[0] < ranks[1]


def test_a_fault_ends_its_worker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setitem(JOBS, "check", broken)
    body = json.dumps({"puzzle": SMALL}).encode()
    assert answer_of(Asked("check", body, BOUNDS, 0.008)) == (fault(), False)
    assert "RuntimeError: secret" in capsys.readouterr().err


def test_a_client_that_goes_ends_its_question() -> None:
    with served(workers=1, line=4, **LONG) as server:
        before = set(workers())
        with raw_request(server, "count", puzzle=EMPTY16, seconds=600):
            assert until(lambda: set(workers()) - before)
            (process,) = set(workers()) - before
            # One that waits in the line, too: the next does not wait for it.
            with raw_request(server, "count", puzzle=EMPTY16, seconds=600):
                assert until(lambda: server.lanes._slow.waiting == 1)
            assert until(lambda: server.lanes._slow.waiting == 0)
        assert until(lambda: process not in workers())
        assert server.ask("count", puzzle=EMPTY16, seconds=0.2).json()["reason"] == "time"


def test_a_worker_that_died_while_it_was_idle_is_replaced() -> None:
    with served(workers=1) as server:
        before = set(workers())
        for notices in (True, False):
            assert server.ask("render", puzzle=SMALL, **{"as": "png"}).status_code == 200
            (process,) = set(workers()) - before
            (idle,) = server.lanes._slow_crew.idle
            os.kill(process, signal.SIGKILL)
            assert not notices or until(lambda: not idle.is_alive)  # noqa: B023
        assert server.ask("render", puzzle=SMALL, **{"as": "png"}).status_code == 200


def test_a_worker_that_starts_slowly_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is not killed for what its machine takes to import the library."""
    gate = tmp_path / "open"
    waits = f"import os, time\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    (tmp_path / "sitecustomize.py").write_text(waits)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("squaredance.web.crew._GRACE", 2.0)
    with served() as server:
        Timer(2.5, gate.touch).start()
        assert server.ask("solve", puzzle=SMALL).status_code == 200
        assert server.lanes._slow_crew.idle == []  # the quick lane had it


def test_a_worker_that_cannot_live_is_a_fault(capfd: pytest.CaptureFixture[str]) -> None:
    with served(memory=1 << 20) as server:
        answer = server.ask("render", puzzle=SMALL, **{"as": "png"})
        assert (answer.status_code, answer.json()["error"]["type"]) == (500, "fault")
    assert "squaredance: a worker ended by itself with 1\n" in capfd.readouterr().err


def test_memory_of_a_worker_is_bounded() -> None:
    with served(memory=1 << 27) as server:
        puzzle = {"size": 64, "values": [0] * 4096}
        answer = server.ask("solve", puzzle=puzzle, engine="sat", seconds=5)
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "memory")
        assert "retry-after" not in answer.headers  # of no use
        assert server.ask("render", puzzle=SMALL, **{"as": "png"}).status_code == 200


def test_no_process_is_left_behind() -> None:
    before = set(workers())
    with served() as server:
        assert server.ask("render", puzzle=SMALL, **{"as": "pdf"}).status_code == 200
        assert set(workers()) - before
    assert set(workers()) - before == set()


class TestGate:
    def test_rank_then_order(self) -> None:
        async def run() -> list[str]:
            gate, seen = Gate(1, 10), []

            async def one(name: str, rank: int) -> None:
                async with gate.turn(rank):
                    seen.append(name)
                    await asyncio.sleep(0)

            await gate.enter()
            tasks = [asyncio.ensure_future(one(n, r)) for n, r in [("a", 1), ("b", 0), ("c", 0)]]
            await asyncio.sleep(0)
            gate.leave()
            await asyncio.gather(*tasks)
            return seen

        assert asyncio.run(run()) == ["b", "c", "a"]

    def test_a_place_survives_those_who_leave_the_line(self) -> None:
        async def run() -> None:
            gate = Gate(1, 2)
            await gate.enter()
            first, second = (asyncio.ensure_future(gate.enter()) for _ in range(2))
            await asyncio.sleep(0)
            with pytest.raises(BusyError):
                await gate.enter()
            first.cancel()
            gate.leave()  # to the second, which is cancelled as it gets it
            await asyncio.sleep(0)
            second.cancel()
            await asyncio.gather(first, second, return_exceptions=True)
            if not second.cancelled():
                gate.leave()
            await asyncio.wait_for(gate.enter(), 1)

        asyncio.run(run())

    def test_patience_and_the_end(self) -> None:
        async def run() -> None:
            gate = Gate(1, 2)
            await gate.enter()
            with pytest.raises(BusyError):
                await gate.enter(patience=0.01)
            assert gate.waiting == 0
            waiting = asyncio.ensure_future(gate.enter())
            await asyncio.sleep(0)
            gate.close()
            with pytest.raises(BusyError):
                await waiting
            with pytest.raises(BusyError):
                await gate.enter()

        asyncio.run(run())


def test_every_question_has_a_job() -> None:
    assert list(JOBS) == list(QUESTIONS)


def test_answers_do_not_depend_on_what_runs_beside_them() -> None:
    from squaredance import dumps, generate

    made = generate(9, difficulty="hard", seed=1, count=6, threads=1)
    asked = [
        (name, json.dumps({"puzzle": dumps(one.puzzle)}).encode())
        for one in made
        if one.puzzle is not None
        for name in ("hint", "explain", "rate")
    ]
    alone = [respond(name, body, BOUNDS, None) for name, body in asked]
    with ThreadPoolExecutor(6) as threads:
        for _ in range(2):
            tasks = [threads.submit(respond, name, body, BOUNDS, None) for name, body in asked]
            assert [task.result() for task in tasks] == alone
