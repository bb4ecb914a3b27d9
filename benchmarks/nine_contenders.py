"""Who is timed on the 9x9 sets: ours natively, through Python and the CLI, and peers.

Every contender proves uniqueness (limit 2) and gives its answers with the time, so that the
benchmark can verify them.
"""

from __future__ import annotations

import ctypes
import gc
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol

import machine
from nine_native import BUILD, WIDTH, Answers, Loop, NativeError, Ours, Pass

TDOKU_SYMBOL: Final = "TdokuSolverDpllTriadSimd"
_ANSWERED: Final = (0, 1, 4)  # exit codes of the CLI: all unique, some without, some with several


class Contender(Protocol):
    name: str
    note: str

    def run(self, lines: bytes) -> Pass:
        """One pass over lines of 82 bytes."""


def cores() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


@contextmanager
def on_cores(wanted: set[int]) -> Iterator[None]:
    """This process, its threads to come and its children on these cores for a while."""
    before = cores()
    if before:
        os.sched_setaffinity(0, wanted)
    try:
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)


class _Clock:
    """Wall clock and CPU time of a block, without the garbage collector."""

    def __enter__(self) -> _Clock:
        gc.disable()
        self._cpu, self._wall = time.process_time(), time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self._wall
        self.cpu = time.process_time() - self._cpu
        gc.enable()


class Bulk:
    """bulk::Solver9, straight through the core."""

    note = ""

    def __init__(self, ours: Ours, batch: int = 0, name: str = "bulk kernel") -> None:
        self.name, self._ours, self._batch = name, ours, batch

    def run(self, lines: bytes) -> Pass:
        return self._ours.bulk(lines, batch=self._batch)


class Library:
    """A function with the ABI of native/loop.cpp: a peer, or our scalar kernel."""

    note = ""

    def __init__(self, name: str, loop: Loop, solver: object) -> None:
        self.name, self._loop, self._solver = name, loop, solver

    def run(self, lines: bytes) -> Pass:
        done = self._loop.time(self._solver, lines)
        assert done.answers is not None
        if any(done.answers.counts) and not any(done.answers.grids):
            # tdoku writes a grid with limit 1 only. It is verified all the same, off the clock.
            self.note = "writes its grid with limit 1 only"
            done.answers.grids = self._loop.answers(self._solver, lines, 1).grids
        return done


class SolveMany:
    """solve_many(bytes), `batch` puzzles in a call (0: all)."""

    note = ""

    def __init__(self, batch: int = 0, threads: int = 1, name: str = "solve_many(bytes)") -> None:
        self.name, self._batch, self._threads = name, batch, threads

    def run(self, lines: bytes) -> Pass:
        from squaredance import solve_many

        step = self._batch * WIDTH or len(lines)
        parts = [lines[at : at + step] for at in range(0, len(lines), step)]
        results: list[Any] = []
        with _Clock() as clock:
            for part in parts:
                results.append(solve_many(part, unique=True, threads=self._threads))  # noqa: PERF401
        counts = array("I")
        for result in results:
            counts.extend(array("I", result.counts))
        grids = b"".join(result.solutions for result in results)
        return Pass(clock.seconds, clock.cpu, Answers(counts, grids))


class SolveStr:
    """solve(str, unique=True), one puzzle after the other."""

    name = "solve(str)"
    note = ""

    def run(self, lines: bytes) -> Pass:
        from squaredance import Status, solve

        texts = lines.decode("ascii").split()
        results: list[Any] = []
        with _Clock() as clock:
            for text in texts:
                results.append(solve(text, unique=True))  # noqa: PERF401
        of_status = {Status.NONE: 0, Status.UNIQUE: 1, Status.MULTIPLE: 2}
        counts = array("I", (of_status[result.status] for result in results))
        digits = bytes.maketrans(bytes(range(10)), b"0123456789")
        blank = bytes(WIDTH)
        grids = b"".join(
            result.solution.values.translate(digits) + b"\n" if result.solution else blank
            for result in results
        )
        return Pass(clock.seconds, clock.cpu, Answers(counts, grids))


def cli_command(path: Path, threads: int) -> list[str]:
    """As people run it: the script, where the package is installed beside this Python."""
    script = Path(sys.executable).parent / "squaredance"
    start = [str(script)] if script.exists() else [sys.executable, "-m", "squaredance"]
    return [*start, "solve", "--unique", str(path), "--threads", str(threads)]


class Cli:
    """`squaredance solve --unique FILE > FILE`: the start of the process is in the time."""

    def __init__(self, threads: int, allowed: set[int], folder: Path) -> None:
        self.name = f"CLI, {threads} thread{'s' * (threads > 1)}"
        self.note = "process start included"
        self._threads, self._allowed, self._folder = threads, allowed, folder

    def run(self, lines: bytes) -> Pass:
        source, target = self._folder / "puzzles.txt", self._folder / "solutions.txt"
        source.write_bytes(lines)
        with target.open("wb") as out, on_cores(self._allowed):
            start = time.perf_counter()
            done = subprocess.run(
                cli_command(source, self._threads), stdout=out, stderr=subprocess.PIPE,
                env=machine.user_environment(), check=False,
            )  # fmt: skip
            seconds = time.perf_counter() - start
        if done.returncode not in _ANSWERED or done.stderr:
            raise NativeError(f"CLI: exit {done.returncode}: {done.stderr.decode()[:300]}")
        return Pass(seconds, None, cli_answers(target.read_bytes()))


def cli_answers(output: bytes) -> Answers:
    """A line is a solution, or the puzzle with a remark. Of several solutions none is shown."""
    counts, grids = array("I"), []
    for line in output.splitlines():
        counts.append(0 if b"no solution" in line else 2 if b"multiple" in line else 1)
        grids.append(line[:81])
    return Answers(counts, b"\n".join(grids) + b"\n", several_shown=False)


def rate_in(output: str) -> float | None:
    """Puzzles per second in a table such as tdoku's run_benchmark prints, if there is one."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in output.splitlines()
        if line.startswith("|") and not line.startswith("|-")
    ]
    if len(rows) < 2 or "puzzles/sec" not in rows[0]:
        return None
    return float(rows[1][rows[0].index("puzzles/sec")].replace("'", "").replace(",", ""))


class Command:
    """A peer that is a program: the rate that it prints, or the wall time of a run."""

    note = ""

    def __init__(self, name: str, command: str, folder: Path) -> None:
        self.name, self._command, self._folder = name, command, folder

    def _run(self, lines: bytes) -> tuple[float, str]:
        source, target = self._folder / "puzzles.txt", self._folder / "solutions.txt"
        source.write_bytes(lines)
        places = {"{file}": str(source), "{out}": str(target), "{count}": str(len(lines) // WIDTH)}
        argv = shlex.split(self._command)
        for place, value in places.items():
            argv = [word.replace(place, value) for word in argv]
        start = time.perf_counter()
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - start
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()[-300:]
            raise SystemExit(f"--peer {self.name}: exit {done.returncode}: {said}")
        return seconds, done.stdout

    def run(self, lines: bytes) -> Pass:
        seconds, output = self._run(lines)
        if rate := rate_in(output):
            self.note = "command: its own figure; its answers are not seen"
            return Pass(len(lines) / WIDTH / rate, None, None)
        self.note = "command: wall time less start; its answers are not seen"
        start_up = min(self._run(lines[:WIDTH])[0] for _ in range(3))
        return Pass(max(seconds - start_up, 1e-9), None, None)


def peer(spec: str, loop: Loop, folder: Path) -> Contender:
    """NAME=LIBRARY[:SYMBOL], or NAME='command {file}'."""
    name, _, what = spec.partition("=")
    if not name or not what:
        forms = "NAME=LIBRARY[:SYMBOL] or NAME='command {file}'"
        raise SystemExit(f"--peer {spec!r}: expected {forms}")
    if "{file}" in what:
        if shutil.which(shlex.split(what)[0]) is None:
            raise SystemExit(f"--peer {name}: {shlex.split(what)[0]} is not there")
        return Command(name, what, folder)
    path, colon, symbol = what.rpartition(":")
    if not colon:
        path, symbol = what, TDOKU_SYMBOL
    try:
        return Library(name, loop, ctypes.CDLL(str(Path(path).resolve()))[symbol])
    except (OSError, AttributeError) as error:
        raise SystemExit(f"--peer {name}: {error}") from error


def describe_peer(spec: str) -> dict[str, str]:
    """For the JSON: which file it was, without where it lies on this machine."""
    name, _, what = spec.partition("=")
    path = Path(what.rpartition(":")[0] or what)
    if "{file}" in what or not path.is_file():
        return {"name": name, "what": Path(what.split()[0]).name}
    return {"name": name, "what": path.name, "sha256": sha256(path.read_bytes()).hexdigest()}


def ours(native: Ours, loop: Loop, allowed: set[int], folder: Path) -> list[Contender]:
    """All of ours, from the bare kernels to the command line."""
    field: list[Contender] = [
        Bulk(native),
        Bulk(native, 100, "bulk kernel, 100 a call"),
        Library("scalar kernel", loop, native.single),
        SolveMany(),
        SolveMany(100, name="solve_many, 100 a call"),
        SolveMany(1, name="solve_many, 1 a call"),
        SolveStr(),
        Cli(1, allowed, folder),
    ]
    if len(allowed) > 1:
        field.append(Cli(len(allowed), allowed, folder))
    return field


def scratch() -> tempfile.TemporaryDirectory[str]:
    """Where the files for commands are: on a disk, as a user's are."""
    BUILD.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=BUILD)
