"""Who takes part in the large benchmark, each in a process of its own that can be ended."""

from __future__ import annotations

import json
import os
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import contenders
from large_sets import LargeSet, text_of, values_of
from large_worker import REPEATS, SHORT_US

WORKER: Final = Path(__file__).resolve().parent / "large_worker.py"
PYSAT: Final = {"cadical": "pysat:cadical195", "glucose": "pysat:glucose4"}
GRACE: Final = 1.5  # times the limit, and a second, before a process is ended


@dataclass
class Answer:
    """`status` is found, unique, multiple, none or unknown (the limit)."""

    index: int
    status: str
    solution: bytes | None
    wall_us: float
    cpu_us: float | None
    mb: float | None


class Process:
    """A child whose lines are read with a limit on time."""

    def __init__(self, argv: Sequence[str]) -> None:
        self._child = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._rest = b""

    def write(self, text: str) -> None:
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):  # a child that has ended answers no line
            self._child.stdin.write(text.encode())
            self._child.stdin.flush()

    def line(self, seconds: float) -> str | None:
        """The next line; None when it does not come in time, or the child has ended."""
        assert self._child.stdout is not None
        out = self._child.stdout.fileno()
        while b"\n" not in self._rest:
            if not select.select([out], [], [], seconds)[0]:
                return None
            data = os.read(out, 1 << 16)
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def peak_mb(self) -> float | None:
        try:
            status = Path(f"/proc/{self._child.pid}/status").read_text()
        except OSError:
            return None
        found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        return int(found[0]) / 1024 if found else None

    def end(self) -> None:
        self._child.kill()
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        for stream in (self._child.stdin, self._child.stdout):
            with suppress(OSError):
                stream.close()
        self._child.wait()


class Run(Protocol):
    """One contender on one set."""

    def answers(self, question: str) -> Iterator[Answer]: ...
    def end(self) -> None: ...


class PythonRun:
    """Ours and those of python-sat: large_worker.py."""

    def __init__(self, contender: str, puzzles: LargeSet, limit: float) -> None:
        self._job = {
            "contender": contender,
            "box": puzzles.box,
            "limit": limit,
            "puzzles": [values.hex() for values in puzzles.puzzles],
        }
        self._limit = limit
        self._process: Process | None = None

    def answers(self, question: str) -> Iterator[Answer]:
        index, count = 0, len(self._job["puzzles"])  # type: ignore[arg-type]
        while index < count:
            if self._process is None:
                self._process = Process([sys.executable, str(WORKER)])
                self._process.write(json.dumps(self._job) + "\n")
            self._process.write(json.dumps({"question": question, "from": index}) + "\n")
            while (line := self._process.line(self._limit * GRACE + 5)) is not None:
                data = json.loads(line)
                if "done" in data:
                    return
                index = data["index"] + 1
                yield _answer(data)
            yield Answer(index, "unknown", None, self._limit * 1e6, None, self._process.peak_mb())
            index += 1
            self.end()

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None


def _answer(data: dict[str, Any]) -> Answer:
    solution = bytes.fromhex(data["solution"]) if data["solution"] else None
    times = data["wall_us"], data["cpu_us"]
    return Answer(data["index"], data["status"], solution, *times, data["mb"])


class LineRun:
    """A program: a puzzle line on stdin, `[microseconds] solution` on stdout, one at a time."""

    def __init__(self, commands: dict[str, list[str]], puzzles: LargeSet, limit: float) -> None:
        self._commands, self._puzzles, self._limit = commands, puzzles, limit
        self._process: Process | None = None

    def answers(self, question: str) -> Iterator[Answer]:
        self.end()
        if question not in self._commands:
            return
        size = self._puzzles.size
        for index, values in enumerate(self._puzzles.puzzles):
            line = text_of(values, size) + "\n"
            answer = self._ask(line, question, index)
            for _ in range(REPEATS - 1):
                if answer.status == "unknown" or answer.wall_us > SHORT_US:
                    break
                again = self._ask(line, question, index)
                answer = min(answer, again, key=lambda a: a.wall_us)
            yield answer

    def _ask(self, puzzle: str, question: str, index: int) -> Answer:
        if self._process is None:
            self._process = Process(self._commands[question])
        started = time.perf_counter()
        self._process.write(puzzle)
        line = self._process.line(self._limit * GRACE + 1)
        spent = (time.perf_counter() - started) * 1e6
        mb = self._process.peak_mb()
        if line is None:
            self.end()
            return Answer(index, "unknown", None, self._limit * 1e6, None, mb)
        words = line.split()
        us = float(words[0]) if len(words) == 2 else spent
        return Answer(index, *_said(words[-1], self._puzzles.size, question), us, None, mb)

    def end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None


def _said(word: str, size: int, question: str) -> tuple[str, bytes | None]:
    if word in ("none", "multiple", "-"):
        return ("unknown" if word == "-" else word), None
    return ("unique" if question == "unique" else "found"), values_of(word, size)


class Contender:
    """A name, and how to run it on a set; None where it cannot."""

    def __init__(self, name: str, what: str | dict[str, list[str]], sizes: Sequence[int] = ()):
        self.name = name
        self.ours = isinstance(what, str) and what.startswith("engine:")
        self._what, self._sizes = what, sizes

    def start(self, puzzles: LargeSet, limit: float) -> Run | None:
        if self._sizes and puzzles.size not in self._sizes:
            return None
        if isinstance(self._what, str):
            if (
                self._what.startswith("pysat:")
                and puzzles.size > 25
                and not any(map(any, puzzles.puzzles))
            ):
                return None  # gigabytes of clauses
            return PythonRun(self._what, puzzles, limit)
        return LineRun(self._what, puzzles, limit)


def _importable(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


def field(engines: Sequence[str] | None, peers: Sequence[str], limit: float) -> list[Contender]:
    """Our engines (all that there are, unless named), python-sat, baselines, peers."""
    from squaredance.solve import ENGINES

    has_sat = _importable("pysolvers")
    named = engines or [name for name in ENGINES if name != "sat" or has_sat]
    found = [Contender(name, f"engine:{name}") for name in named]
    if has_sat:
        found += [Contender(name, what) for name, what in PYSAT.items()]
    else:
        print("python-sat is not installed: no sat, cadical, glucose", file=sys.stderr)
    if shutil.which("g++"):
        for name, path in contenders.build_baselines().items():
            if name == "plain_tally":
                continue  # the same search as plain_masks
            first = [str(path), "--times", "--limit-ms", f"{limit * 1000:g}"]
            commands = {"first": first, "unique": [*first, "--unique"]}
            found.append(Contender(name, commands, (16, 25)))
    return found + [_peer(spec) for spec in peers]


def _peer(spec: str) -> Contender:
    name, _, command = spec.partition("=")
    argv = shlex.split(command)
    if not name or not argv:
        raise SystemExit(f"--peer {spec!r}: expected NAME='command line'")
    if shutil.which(argv[0]) is None:
        raise SystemExit(f"--peer {name}: {argv[0]} is not there")
    return Contender(name, {"first": argv}, range(1, 26))
