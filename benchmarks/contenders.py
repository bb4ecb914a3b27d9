"""Who is timed: our engines in this process, the plain baselines and any peers as commands."""

from __future__ import annotations

import gc
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from checker import size_of, symbols_of

ENGINES: Final = ("search", "dance", "auto")
SOURCES: Final = Path(__file__).resolve().parent / "baselines"
BUILD: Final = Path(__file__).resolve().parent.parent / "build" / "benchmarks"

# name -> (source, flags)
BASELINES: Final = {
    "plain_masks": ("plain_masks.cpp", ()),
    "plain_tally": ("plain_masks.cpp", ("-DTALLY",)),
    "plain_dlx": ("plain_dlx.cpp", ()),
}


@dataclass
class Run:
    """One pass over a set. `times` in microseconds per puzzle, None when only the whole is known.

    An answer is a solution line, `none`, `multiple`, or `-` when the time limit was hit.
    """

    answers: list[str]
    times: list[float] | None
    seconds: float


class ContenderError(Exception):
    """A contender that did not do its job; the others go on."""


class Contender(Protocol):
    name: str

    def run(self, lines: Sequence[str]) -> Run: ...


class Engine:
    """One of ours, through the Python API, on puzzles that are already parsed."""

    def __init__(self, engine: str, *, limit_ms: float, unique: bool) -> None:
        self.name = engine
        self._limit = limit_ms / 1000
        self._unique = unique

    def run(self, lines: Sequence[str]) -> Run:
        from squaredance import Puzzle, Status, solve
        from squaredance.geometry import standard_geometry

        symbols = symbols_of(size_of(lines[0]))
        to_values = {ord(s): v for v, s in enumerate(symbols, 1)} | {ord("."): 0}
        geometry = standard_geometry(size_of(lines[0]))
        parsed = [Puzzle(geometry, line.translate(to_values).encode("latin-1")) for line in lines]
        times: list[float] = []
        answers: list[str] = []
        gc.disable()
        for puzzle in parsed:
            start = time.perf_counter_ns()
            result = solve(puzzle, engine=self.name, unique=self._unique, timeout=self._limit)
            times.append((time.perf_counter_ns() - start) / 1000)
            if result.status is Status.UNKNOWN:
                answers.append("-")
            elif result.solution is None or result.status is Status.MULTIPLE:
                answers.append(str(result.status))
            else:
                answers.append("".join(symbols[v - 1] for v in result.solution.values))
        gc.enable()
        return Run(answers, times, sum(times) / 1e6)


class Command:
    """A program: puzzle lines on stdin, `microseconds solution` or `solution` lines on stdout."""

    def __init__(self, name: str, argv: Sequence[str]) -> None:
        self.name = name
        self._argv = list(argv)

    def run(self, lines: Sequence[str]) -> Run:
        text = "".join(line + "\n" for line in lines)
        start = time.perf_counter()
        try:
            done = subprocess.run(
                self._argv, input=text, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise ContenderError(str(error)) from error
        seconds = time.perf_counter() - start
        rows = [line.split() for line in done.stdout.splitlines() if line.strip()]
        if len(rows) != len(lines):
            said = done.stderr.strip().splitlines()
            why = f": {said[-1]}" if said else ""
            raise ContenderError(
                f"{len(rows)} answers for {len(lines)} puzzles, exit {done.returncode}{why}"
            )
        if any(len(row) != 2 for row in rows):
            return Run([row[-1] for row in rows], None, seconds)
        times = [float(row[0]) for row in rows]
        return Run([row[1] for row in rows], times, sum(times) / 1e6)


def build_baselines() -> dict[str, Path]:
    """Compile the plain programs with g++ -O2, where they are older than their sources."""
    BUILD.mkdir(parents=True, exist_ok=True)
    newest_header = max(path.stat().st_mtime for path in SOURCES.glob("*.hpp"))
    programs = {}
    for name, (source, flags) in BASELINES.items():
        program, path = BUILD / name, SOURCES / source
        newest = max(newest_header, path.stat().st_mtime)
        if not program.exists() or program.stat().st_mtime < newest:
            subprocess.run(["g++", "-O2", *flags, str(path), "-o", str(program)], check=True)
        programs[name] = program
    return programs


def baselines(*, limit_ms: float, unique: bool) -> list[Contender]:
    if shutil.which("g++") is None:
        print("baselines skipped: no g++ on this machine", file=sys.stderr)
        return []
    extra = ["--times", "--limit-ms", f"{limit_ms:g}", *(["--unique"] if unique else [])]
    return [Command(name, [str(path), *extra]) for name, path in build_baselines().items()]


def peers(specs: Sequence[str]) -> list[Contender]:
    """NAME=COMMAND each; one whose program is not there is skipped with a message."""
    found: list[Contender] = []
    for spec in specs:
        name, _, command = spec.partition("=")
        argv = shlex.split(command)
        if not name or not argv:
            raise SystemExit(f"--peer {spec!r}: expected NAME='command line'")
        if shutil.which(argv[0]) is None:
            print(f"peer {name} skipped: {argv[0]} is not there", file=sys.stderr)
            continue
        found.append(Command(name, argv))
    return found
