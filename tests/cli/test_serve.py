"""``squaredance serve`` as a process: how it starts and how it ends."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import COMMAND, ENVIRONMENT, Run

EMPTY16 = "." * 256


@contextmanager
def running(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, **environment},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(
            r"Squaredance is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends it\)\n", line
        )
        assert found is not None, line
        yield process, found[1]
    finally:
        process.kill()
        process.communicate()


def children(process: int) -> list[int]:
    """Of a process, those that run."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if fields[1] == str(process) and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def grown(process: int, count: int) -> list[int]:
    """Its children, once there are so many; the limit is for what never comes."""
    end = time.monotonic() + 60
    while len(children(process)) < count and time.monotonic() < end:
        time.sleep(0.05)
    return children(process)


def alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def ask_hard(address: str, seconds: float) -> socket.socket:
    host = address.removeprefix("http://").strip("/")
    name, port = host.split(":")
    body = json.dumps({"puzzle": EMPTY16, "seconds": seconds}).encode()
    connection = socket.create_connection((name, int(port)), 10)
    connection.sendall(
        f"POST /api/count HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/json\r\n\r\n".encode()
        + body
    )
    return connection


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_also_with_hard_questions(number: signal.Signals) -> None:
    with running("--workers", "2") as (process, address):
        assert httpx.get(f"{address}healthz", trust_env=False).json() == {"status": "ok"}
        quick = children(process.pid)
        connections = [ask_hard(address, 30) for _ in range(4)]
        workers = grown(process.pid, len(quick) + 2)
        assert len(workers) == len(quick) + 2
        started = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
        assert time.monotonic() - started < 2.0
        assert (process.returncode, out, err) == (0, "", "")
        assert [worker for worker in workers if alive(worker)] == []
        for connection in connections:
            with connection:
                assert connection.recv(100).startswith(b"HTTP/1.1 503")


def test_workers_end_with_a_server_that_is_killed() -> None:
    with running("--workers", "1") as (process, address):
        quick = children(process.pid)
        with ask_hard(address, 30):
            workers = grown(process.pid, len(quick) + 1)
            assert len(workers) == len(quick) + 1
            process.kill()
            process.wait()
            end = time.monotonic() + 60
            while any(map(alive, workers)) and time.monotonic() < end:
                time.sleep(0.05)
            assert [worker for worker in workers if alive(worker)] == []


def test_a_browser_that_does_not_open_holds_up_nothing(tmp_path: Path) -> None:
    browser, seen, closed = (tmp_path / name for name in ("browser", "seen", "closed"))
    browser.write_text(
        f'#!/bin/sh\nprintf %s "$1" > {seen}\nuntil test -e {closed}; do sleep 0.05; done\n'
    )
    browser.chmod(0o755)
    with running("--open", BROWSER=str(browser)) as (process, address):
        try:
            end = time.monotonic() + 60
            while not (seen.exists() and seen.read_text()) and time.monotonic() < end:
                time.sleep(0.02)
            assert seen.read_text() == address
            assert httpx.get(f"{address}healthz", trust_env=False).status_code == 200
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            closed.touch()


def test_a_port_in_use_is_one_line(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("serve", "--port", str(port))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"squaredance: expected a free port of this machine, found 127.0.0.1:{port}: "
        "Address already in use\n"
    )


def test_without_the_extra_it_says_how_to_install() -> None:
    # In a process of its own: modules that are imported twice would not be those of other tests.
    program = (
        "import sys; sys.modules['uvicorn'] = None;"
        "from squaredance.cli.main import main; sys.exit(main(['serve']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, timeout=60
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "squaredance: expected starlette and uvicorn for the server, found no uvicorn: "
        "install them with pip install 'squaredance[web]'\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "70000"), "expected a port from 0 to 65535, found 70000"),
        (("--workers", "0"), "expected 1 to 64 workers, found 0"),
        (("--seconds", "0"), "expected seconds up to a day, found 0"),
        (("--nodes", "-1"), "expected 0 or more nodes, found -1"),
        (("--host", "no such host"), "expected a host, found 'no such host': "),
        (("--host", "a..b"), "expected a host, found 'a..b': no name of a host is like this"),
        (("--host", "a" * 70), f"expected a host, found '{'a' * 70}': no name of a host is like"),
        (("--host", "192.0.2.7"), "expected a free port of this machine, found 192.0.2.7:8017: "),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], message: str, run: Run) -> None:
    ran = run("serve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"squaredance: {message}")
    assert ran.err.count("\n") == 1
