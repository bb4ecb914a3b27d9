"""By the million: what a second thread brings, and what the command line costs over memory."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from array import array
from pathlib import Path
from typing import Any, Final

import machine
import nine_contenders
import nine_sets
from nine_native import Answers, Loop, Ours, Pass
from nine_sets import NineSet

ROUNDS: Final = 50
LINES: Final = 1_000_000
THREADS_BAR: Final = 1.9
CLI_BAR: Final = 1.25
MEMORY_BAR_MIB: Final = 200.0


def _peaks_kib(pid: int) -> tuple[int, int]:
    """Most memory so far, and the part of it now that is no file's; zeros when it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0, 0
    rows = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(rows.get("VmHWM", "0").split()[0]), int(rows.get("RssAnon", "0").split()[0])


class _Watch(threading.Thread):
    """Looks at the memory of a process every 5 ms."""

    def __init__(self, pid: int) -> None:
        super().__init__()
        self.peak = self.own = 0
        self._pid = pid
        self._ended = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._ended.wait(0.005):
            peak, own = _peaks_kib(self._pid)
            self.peak, self.own = max(self.peak, peak), max(self.own, own)

    def end(self) -> None:
        self._ended.set()
        self.join()


def _started(source: Path, target: Path, threads: int) -> subprocess.Popen[bytes]:
    command = nine_contenders.cli_command(source, threads)
    with target.open("wb") as out:
        return subprocess.Popen(command, stdout=out, env=machine.user_environment())


def _cli_seconds(source: Path, target: Path, threads: int) -> float:
    """One run from file to file. Nobody looks at it meanwhile: with as many threads as cores that
    would be a part of its time.
    """
    target.write_bytes(b"")  # what is there is not dropped on its time
    start = time.perf_counter()
    process = _started(source, target, threads)
    _check_exit(process.wait())
    return time.perf_counter() - start


def _cli_memory(source: Path, target: Path, threads: int) -> dict[str, float]:
    """The most memory of such a run, with and without the files that are mapped."""
    process = _started(source, target, threads)
    watch = _Watch(process.pid)
    try:
        _check_exit(process.wait())
    finally:
        watch.end()
    mib = {"peak_mib": watch.peak, "peak_own_mib": watch.own}
    return {name: round(kib / 1024, 1) for name, kib in mib.items()}


def _check_exit(code: int) -> None:
    if code != 0:
        raise SystemExit(f"CLI: exit {code}")


class _Million:
    """The best of interleaved rounds: kernel and call with each number of threads, and the CLI."""

    def __init__(self, puzzles: NineSet, folder: Path, most: int) -> None:
        self.puzzles = puzzles
        self.most = most
        self._ones = array("I", [1]) * puzzles.count
        self.source, self.target = folder / "many.txt", folder / "many.out"
        self.source.write_bytes(puzzles.lines)
        self.memory: dict[str, dict[int, float]] = {"bulk kernel": {}, "solve_many(bytes)": {}}
        self.cli: dict[int, float] = {}
        self.output = b""
        self._grids: dict[str, bytes | bytearray] = {}  # that were verified

    def round(self, native: Ours, loop: Loop) -> None:
        """Each twice in a row: on a virtual machine the first may have memory for its output, or
        pages for its file, that the host has to give, 150 ms of CPU for 82 MB; the second has what
        the first gave back.
        """
        for threads in sorted({1, min(2, self.most), self.most}):
            for _ in range(2):
                done = native.bulk(self.puzzles.lines, threads=threads)
                self._add("bulk kernel", threads, done, loop)
            call = nine_contenders.SolveMany(threads=threads)
            for _ in range(2):
                self._add(call.name, threads, call.run(self.puzzles.lines), loop)
            if threads in (1, self.most):
                for _ in range(2):
                    self._add_cli(threads, loop)

    def _add(self, name: str, threads: int, done: Pass, loop: Loop) -> None:
        answers = done.answers
        assert answers is not None
        if answers.grids != self._grids.get(name) or answers.counts != self._ones:
            self._verify(loop, answers, name)
            self._grids[name] = answers.grids
        best = self.memory[name]
        best[threads] = min(done.seconds, best.get(threads, done.seconds))

    def _add_cli(self, threads: int, loop: Loop) -> None:
        seconds = _cli_seconds(self.source, self.target, threads)
        output = self.target.read_bytes()
        if output != self.output:
            self._verify(loop, nine_contenders.cli_answers(output), "CLI")
            self.output = output
        self.cli[threads] = min(seconds, self.cli.get(threads, seconds))

    def _verify(self, loop: Loop, answers: Answers, what: str) -> None:
        if answers.counts != self._ones or loop.wrong_grids(self.puzzles.lines, answers)[0]:
            raise SystemExit(
                f"MISMATCH: {what} on {self.puzzles.count:,} lines of {self.puzzles.name}"
            )

    def cli_rows(self) -> list[dict[str, Any]]:
        """The CLI with each number of threads, and with three times the lines: is its memory the
        same?
        """
        rows: list[dict[str, Any]] = [
            {
                "threads": threads,
                "seconds": seconds,
                **_cli_memory(self.source, self.target, threads),
            }
            for threads, seconds in self.cli.items()
        ]
        self.source.write_bytes(self.puzzles.lines * 3)
        memory = _cli_memory(self.source, self.target, self.most)
        if self.target.read_bytes() != self.output * 3:
            raise SystemExit(f"MISMATCH: CLI on three times {self.puzzles.count:,} lines")
        return [*rows, {"threads": self.most, "lines": 3 * self.puzzles.count, **memory}]


def _verdict(good: bool, lines: int) -> str:
    if lines < LINES:
        return "TOO FEW"  # the start of the process would be most of it
    return "PASS" if good else "FAIL"


def _print_threads(best: dict[str, dict[int, float]], lines: int) -> list[dict[str, Any]]:
    bars = []
    for name, seconds in best.items():
        for threads, value in seconds.items():
            print(f"  {name:<26}{threads} thread{'s' * (threads > 1):<3}{value:>9.3f} s")
        if 2 in seconds:
            gain = seconds[1] / seconds[2]
            verdict = _verdict(gain >= THREADS_BAR, lines)
            print(f"  {verdict}: {name}, 2 threads x one = {gain:.2f}, bar {THREADS_BAR:g}")
            bars.append({"bar": f"{name} threads", "ratio": gain, "verdict": verdict})
    return bars


def _print_cli(row: dict[str, Any], memory: float, lines: int) -> dict[str, Any]:
    ratio = row["seconds"] / memory
    print(
        f"  CLI, file to file         {row['threads']} thread{'s' * (row['threads'] > 1):<3}"
        f"{row['seconds']:>9.3f} s  "
        f"peak {row['peak_mib']:.0f} MiB ({row['peak_own_mib']:.0f} without files)"
    )
    verdict = _verdict(ratio <= CLI_BAR, lines)
    print(f"  {verdict}: CLI / solve_many, same threads = {ratio:.2f}, bar at most {CLI_BAR:g}")
    return {"bar": f"CLI, {row['threads']} threads", "ratio": ratio, "verdict": verdict}


def _print_memory(once: dict[str, Any], three: dict[str, Any], lines: int) -> dict[str, Any]:
    one, peak = once["peak_mib"], three["peak_mib"]
    verdict = _verdict(0 < peak < MEMORY_BAR_MIB and peak < 1.1 * one + 8, lines)
    print(
        f"  {verdict}: peak memory {one:.0f} MiB, with three times the lines {peak:.0f} MiB "
        f"({three['peak_own_mib']:.0f} without files); bar {MEMORY_BAR_MIB:g} and flat"
    )
    return {"bar": "CLI memory", "ratio": peak, "verdict": verdict}


def run(native: Ours, loop: Loop, folder: Path, lines: int, allowed: set[int]) -> dict[str, Any]:
    """`lines` puzzles with 17 clues: threads, then the CLI, then three times the lines."""
    puzzles = nine_sets.many(lines)
    print(f"\nby the million: {puzzles.count:,} lines of {puzzles.name}, proving uniqueness")
    million = _Million(puzzles, folder, len(allowed) or os.cpu_count() or 1)
    for _ in range(ROUNDS):
        million.round(native, loop)
    bars = _print_threads(million.memory, lines)
    in_memory = million.memory["solve_many(bytes)"]
    *once, three = rows = million.cli_rows()
    bars += [_print_cli(row, in_memory[row["threads"]], lines) for row in once]
    bars.append(_print_memory(once[-1], three, lines))
    return {
        "set": puzzles.name,
        "lines": puzzles.count,
        "seconds": million.memory,
        "cli": rows,
        "bars": bars,
    }
