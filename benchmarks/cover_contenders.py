"""Who is timed in the exact cover benchmark: our engines, exact-cover, programs that are peers."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final

WORKER: Final = Path(__file__).resolve().parent / "cover_worker.py"
SEARCH: Final = ("auto", "links", "cells", "bits")
COUNT: Final = ("auto", "memo", "frontier", "bits")
FIRST: Final = ("auto", "links", "cells", "bits", "learn")
ALL: Final = 2**63 - 1  # {limit}, where all solutions are wanted
STARTING: Final = 60.0  # seconds to import and to make the lists
BUSY: Final = 4.0  # so many times the limit by the wall clock, where CPU time counts
GRACE: Final = 0.5  # seconds beyond the limit, to say what was found


@dataclass
class Answer:
    """What a worker said: `late` past the limit, `failed` with the reason in `error`."""

    status: str  # "done", "late", "failed"
    said: dict[str, Any] = field(default_factory=dict)

    @property
    def count(self) -> int | None:
        return self.said.get("count")

    @property
    def error(self) -> str:
        return str(self.said.get("error", ""))


@dataclass(frozen=True)
class Contender:
    """A name for the table, and the kind and name of the job."""

    name: str
    kind: str
    engine: str = ""
    command: str = ""
    most: int = ALL

    @property
    def ours(self) -> bool:
        return self.kind in ("count", "list", "first")

    def ask(self, problem: str, limit: float, by_cpu: bool = False) -> Answer:
        job: dict[str, Any] = {"kind": self.kind, "name": self.engine, "problem": problem}
        if self.command:
            job["argv"] = [
                word.replace("{limit}", str(self.most)) for word in shlex.split(self.command)
            ]
        return work(job, limit, by_cpu)


def work(job: dict[str, Any], limit: float, by_cpu: bool = False) -> Answer:
    """A fresh process; it and what it started are ended when it takes too long.

    Where CPU time counts, others have the core too: the wall clock may go on for longer.
    """
    clock, patience = ("cpu_s", BUSY * limit) if by_cpu else ("wall_s", limit)
    child = subprocess.Popen(
        [sys.executable, str(WORKER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert child.stdin is not None
        child.stdin.write(json.dumps(job) + "\n")
        child.stdin.close()
        line, started = _next_line(child, STARTING), time.perf_counter()
        if line == "ready\n":
            line = _next_line(child, patience + GRACE)
        if not line and time.perf_counter() - started > patience:
            return Answer("late")
        if not line:
            assert child.stderr is not None
            last = child.stderr.read().strip().splitlines()[-1:] or ["it ended without a word"]
            return Answer("failed", {"error": last[0]})
    finally:
        _end(child)
    said = json.loads(line)
    if "error" in said:
        return Answer("failed", said)
    return Answer("late" if said[clock] > limit else "done", said)


def _next_line(child: subprocess.Popen[str], seconds: float) -> str:
    """What the worker says next; empty when it has ended, or had to be."""
    timer = threading.Timer(seconds, _kill, [child])
    timer.start()
    try:
        assert child.stdout is not None
        return child.stdout.readline()
    finally:
        timer.cancel()


def _kill(child: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def _end(child: subprocess.Popen[str]) -> None:
    if child.poll() is None:
        _kill(child)
    for stream in (child.stdout, child.stderr):
        if stream is not None:
            stream.close()
    child.wait()


def engines(names: Sequence[str], wanted: Sequence[str] | None, kind: str) -> list[Contender]:
    """Those of ours that the installed package has for this question."""
    named = [name for name in names if wanted is None or name in wanted]
    return [Contender(name, kind, name) for name in named if _is_there(name, kind)]


@cache
def _is_there(engine: str, kind: str) -> bool:
    """Asked of a tiny problem, since an engine may know one question and not another."""
    tried = Contender(engine, kind, engine).ask("queens 8", 30.0)
    if tried.status != "done":
        print(f"engine {engine}, {kind}: skipped, {tried.error or tried.status}", file=sys.stderr)
    return tried.status == "done"


def exact_cover() -> list[Contender]:
    try:
        version = metadata.version("exact-cover")
    except metadata.PackageNotFoundError:
        print("exact-cover is not installed: skipped", file=sys.stderr)
        return []
    return [Contender(f"exact-cover {version}", "exact-cover")]


def versions() -> dict[str, str]:
    """Of the packages that take part, those that are there."""
    found = {}
    for name in ("numpy", "scipy", "exact-cover"):
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def peers(specs: Sequence[str], memoising: bool | None, most: int = ALL) -> list[Contender]:
    """Programs. Those whose name starts with `dlx6` count without listing, and are only asked to.

    Where one solution is wanted, only those are asked that can be told so ({limit}).
    """
    found = []
    for spec in specs:
        name, _, command = spec.partition("=")
        argv = shlex.split(command)
        if not name or not argv:
            raise SystemExit(f"--peer {spec!r}: expected NAME='command line'")
        if shutil.which(argv[0]) is None:
            print(f"peer {name}: skipped, {argv[0]} is not there", file=sys.stderr)
            continue
        if memoising is not None and name.startswith("dlx6") != memoising:
            continue
        if most == ALL or "{limit}" in command:
            found.append(Contender(name, "command", command=command, most=most))
    return found
