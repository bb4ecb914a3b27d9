"""The stream benchmark: many easy 9x9 lines through `squaredance solve` from a pipe.

The lines are the easy9 corpus again and again, each time with other symbols and every second time
transposed, so that no two are equal; the solutions change along with them, so the whole output is
known beforehand and compared by hash.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

import corpora
import machine
from grids import Random

_SEED: Final = 77
_DIGITS: Final = b"123456789"


def _transposed(lines: list[bytes]) -> list[bytes]:
    order = [row * 9 + col for col in range(9) for row in range(9)]
    return [bytes(line[cell] for cell in order) for line in lines]


def variants(lines: list[bytes], count: int) -> Iterator[bytes]:
    """`count` lines in blocks; the n-th block is the same change of any list of lines."""
    random = Random(_SEED)
    used: set[tuple[int, ...]] = set()
    both = [b"".join(line + b"\n" for line in form) for form in (lines, _transposed(lines))]
    width = len(lines[0]) + 1
    sent = 0
    while sent < count:
        relabel = tuple(random.shuffled(9))
        if relabel in used:
            continue
        used.add(relabel)
        table = bytes.maketrans(_DIGITS, bytes(_DIGITS[v] for v in relabel))
        block = both[len(used) % 2].translate(table)
        left = count - sent
        sent += min(left, len(lines))
        yield block if left >= len(lines) else block[: left * width]


def solutions_of(lines: list[str]) -> list[bytes]:
    from squaredance import Puzzle, solve
    from squaredance.geometry import standard_geometry

    geometry = standard_geometry(9)
    solved = []
    for line in lines:
        result = solve(Puzzle(geometry, bytes(map(int, line.replace(".", "0")))))
        assert result.solution is not None
        solved.append(bytes(value + ord("0") for value in result.solution.values))
    return solved


def peak_kib(pid: int) -> int:
    """VmHWM of the process; 0 when it is gone.

    wait4's ru_maxrss is no use here: it also counts this process, from before the exec.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(x.split()[1]) for x in status.splitlines() if x.startswith("VmHWM")), 0)


def _feed(stdin: IO[bytes], lines: list[bytes], count: int) -> None:
    try:
        for block in variants(lines, count):
            stdin.write(block)
        stdin.close()
    except BrokenPipeError:
        pass  # the exit code of the reader tells why


def stream(lines: list[bytes], count: int) -> dict[str, Any]:
    """One run: throughput, CPU time, peak memory, hash of the output."""
    command = [sys.executable, "-m", "squaredance", "solve"]
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=machine.user_environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    feeder = threading.Thread(target=_feed, args=(process.stdin, lines, count), daemon=True)
    feeder.start()
    digest, peak, sampled = hashlib.sha256(), 0, 0.0
    while chunk := os.read(process.stdout.fileno(), 1 << 20):
        digest.update(chunk)
        if time.perf_counter() - sampled > 0.02:
            peak = max(peak, peak_kib(process.pid))
            sampled = time.perf_counter()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    feeder.join()
    return {
        "puzzles": count,
        "seconds": round(seconds, 3),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
        "per_second": round(count / seconds),
        "peak_mib": round(peak / 1024, 1),
        "exit": process.returncode,
        "sha256": digest.hexdigest(),
    }


def run(count: int, *, tenfold: bool) -> list[dict[str, Any]]:
    """The stream at `count`, and at ten times that to show that memory is bounded."""
    lines = corpora.load("easy9")
    puzzles, solutions = [line.encode() for line in lines], solutions_of(lines)
    print(f"\nstream: easy 9x9 lines through `squaredance solve` ({os.cpu_count()} cores)")
    report = []
    for size in (count, 10 * count) if tenfold else (count,):
        row = stream(puzzles, size)
        wanted = hashlib.sha256()
        for block in variants(solutions, size):
            wanted.update(block)
        row["right"] = row["sha256"] == wanted.hexdigest() and row["exit"] == 0
        print(
            f"  {size:>11,} puzzles  {row['per_second']:>10,} per second  "
            f"{row['seconds']:>8.2f} s  cpu {row['cpu_seconds']:>8.2f} s  "
            f"peak {row['peak_mib']:>6.1f} MiB  output {'right' if row['right'] else 'WRONG'}"
        )
        report.append(row)
    return report
