"""The load benchmark: are easy questions answered at once while hard ones run?

The server runs as a process of its own, on a free port of this machine; the clients are tasks of
this one, each with its own connection, over plain sockets so that they take little of the same
cores. A client waits for its answer, checks it, and asks again after a pause, as a page does; one
that is told that the server is busy comes back when it was told to.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import Any, Final
from urllib.parse import urlsplit

import large_sets
from grids import Random

BAR_MS: Final = 200.0  # 95 of 100 easy answers
CLIENTS: Final = {
    "solve 9x9": 40,
    "solve 16x16": 40,
    "hint 9x9": 30,
    "explain 9x9": 10,
    "rate 9x9": 10,
    "generate 9x9": 20,
    "count 16x16": 20,
    "solve 25x25": 20,
    "generate 18 clues": 10,
}
HARD: Final = ("count 16x16", "solve 25x25", "generate 18 clues")
HARD_SECONDS: Final = 10
PAUSE: Final = 0.5  # seconds from an easy answer to the next question, on average
_STATUS: Final = {
    "solve": ("unique", "multiple"),
    "hint 9x9": ("found",),
    "explain 9x9": ("solved",),
    "rate 9x9": ("solved",),
    "generate 9x9": ("met",),
    "generate 18 clues": ("met",),
}
_LATE: Final = ("unknown", "unmet")  # what a hard question may say, out of time
_LEAST_CLIENTS: Final = 5  # of a kind, in a quick run


@dataclass
class Kind:
    """One kind of question: its requests as bytes, and what came of them."""

    name: str
    requests: list[bytes]
    clients: int
    times: list[float] = field(default_factory=list)
    busy: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def is_hard(self) -> bool:
        return self.name in HARD


def _request(question: str, host: str, **data: object) -> bytes:
    body = json.dumps(data).encode()
    head = (
        f"POST /api/{question} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def kinds(host: str, scale: float) -> list[Kind]:
    """All requests, made before the clock starts."""
    from squaredance import dumps, generate

    nine = [dumps(m.puzzle) for m in generate(9, difficulty="medium", seed=1, count=40, threads=1)]
    sixteen = [dumps(m.puzzle) for m in generate(16, clues=140, seed=1, count=20, threads=1)]
    spec = large_sets.SPECS["balanced25"]
    holes = [large_sets.text_of(p, 25) for p in islice(large_sets.made(spec), 10)]
    hard = {"seconds": HARD_SECONDS}
    made = {f"{name} 9x9": [_request(name, host, puzzle=p) for p in nine]
            for name in ("solve", "hint", "explain", "rate")}  # fmt: skip
    made |= {
        "solve 16x16": [_request("solve", host, puzzle=p) for p in sixteen],
        "generate 9x9": [_request("generate", host, size=9, seed=seed) for seed in range(40)],
        "count 16x16": [_request("count", host, puzzle="." * 256, **hard)],
        "solve 25x25": [_request("solve", host, puzzle=p, **hard) for p in holes],
        "generate 18 clues": [
            _request("generate", host, size=9, clues=18, seed=seed, **hard) for seed in range(40)
        ],
    }
    return [
        Kind(name, made[name], max(_LEAST_CLIENTS, round(clients * scale)))
        for name, clients in CLIENTS.items()
    ]


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port: its host and port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "squaredance", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise SystemExit("serve: the server did not start")
        yield urlsplit(found[0]).netloc
    finally:
        started = time.perf_counter()
        process.terminate()
        process.wait(10)
        print(f"  the server ended {time.perf_counter() - started:.2f} s after SIGTERM")


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    assert length is not None
    return int(head[9:12]), head, await reader.readexactly(int(length[1]))


async def _client(kind: Kind, number: int, host: str, until: float) -> None:
    """Asks until the time is over."""
    name, port = host.split(":")
    random = Random(number << 8 | len(kind.name))
    await asyncio.sleep(PAUSE * random.below(1000) / 1000)
    reader, writer = await asyncio.open_connection(name, int(port))
    try:
        turn = number
        while time.perf_counter() < until:
            started = time.perf_counter()
            writer.write(kind.requests[turn % len(kind.requests)])
            code, head, body = await _answer(reader)
            turn += 1
            pause = 2 * PAUSE * random.below(1000) / 1000
            if code == 503:
                kind.busy += 1
                told = re.search(rb"(?i)\r\nretry-after: (\d+)", head)
                pause += float(told[1]) if told else 1.0
            elif fault := _fault(kind, code, body):
                kind.errors[fault] += 1
            else:
                kind.times.append(time.perf_counter() - started)
            await asyncio.sleep(pause)
    except (OSError, EOFError) as error:
        kind.errors[type(error).__name__] += 1
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def _fault(kind: Kind, code: int, body: bytes) -> str | None:
    """What is wrong with an answer; a hard one may also be out of time."""
    if code != 200:
        return f"{code} {body[:80]!r}"
    status = _status(json.loads(body))
    wanted = _STATUS.get(kind.name, _STATUS["solve"])
    return None if status in wanted or (kind.is_hard and status in _LATE) else f"status {status}"


def _status(answer: dict[str, Any]) -> str:
    if "ratings" in answer:
        return str(answer["ratings"][0]["status"])
    if "is_met" in answer:
        return "met" if answer["is_met"] else "unmet"
    return str(answer["status"])


def _quantile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _row(kind: Kind) -> dict[str, Any]:
    times = kind.times
    return {
        "question": kind.name,
        "clients": kind.clients,
        "answers": len(times),
        "busy": kind.busy,
        "errors": dict(kind.errors),
        "median_ms": round(1000 * median(times), 1) if times else None,
        "p95_ms": round(_quantile(times, 0.95), 1) if times else None,
        "worst_ms": round(_quantile(times, 1.0), 1) if times else None,
    }


async def _load(all_kinds: list[Kind], host: str, seconds: float) -> None:
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(_client(kind, n, host, until) for kind in all_kinds for n in range(kind.clients))
    )


def run(seconds: float, scale: float = 1.0) -> dict[str, Any]:
    """So many seconds of all clients; what is under way then is still waited for."""
    with server() as host:
        asked = kinds(host, scale)
        total = sum(kind.clients for kind in asked)
        print(f"\nserve: {total} clients for {seconds:g} s, hard ones with {HARD_SECONDS} s each")
        asyncio.run(_load(asked, host, seconds))
        rows = [_row(kind) for kind in asked]
    print(f"  {'question':<17} {'clients':>7} {'answers':>8} {'busy':>6} {'errors':>6} "
          f"{'median ms':>10} {'p95 ms':>9} {'worst ms':>9}")  # fmt: skip
    for row in rows:
        print(f"  {row['question']:<17} {row['clients']:>7} {row['answers']:>8} {row['busy']:>6} "
              f"{sum(row['errors'].values()):>6} {row['median_ms'] or 0:>10.1f} "
              f"{row['p95_ms'] or 0:>9.1f} {row['worst_ms'] or 0:>9.1f}")  # fmt: skip
    easy = [t for kind in asked if not kind.is_hard for t in kind.times]
    p95 = _quantile(easy, 0.95)
    errors = sum((kind.errors for kind in asked), Counter())
    easy_busy = sum(kind.busy for kind in asked if not kind.is_hard)
    passed = p95 < BAR_MS and not errors and not easy_busy
    for fault, count in errors.items():
        print(f"  {count} x {fault}")
    print(f"  {'PASS' if passed else 'FAIL'}: {len(easy)} easy answers, "
          f"{len(easy) / seconds:.0f} a second, 95 of 100 within {p95:.1f} ms, bar {BAR_MS:.0f}; "
          f"{easy_busy} of them refused")  # fmt: skip
    return {"seconds": seconds, "rows": rows, "easy_p95_ms": round(p95, 1), "passed": passed}
