"""Columns: what Parquet and Arrow files cost above the same puzzles in memory.

Rounds are interleaved: each contender solves all puzzles once in every round, and its best round
counts. Files go through `answer_part`, which is the command without its start. Every output is
compared with the solutions of the run in memory. On a machine with other work the CPU seconds tell
more than the wall clock. Reading and writing may have threads of their own: with one thread there
are figures on all cores and on one, where nobody else can do that.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import nine_sets
import stream_bench

BAR: Final = 1.20  # times the seconds in memory
_KINDS: Final = ("parquet", "arrow")
_DEFAULTS: Final = "defaults to parquet"  # from a file as pyarrow and pandas write it: no bar
_ANSWERS: Final = "parquet to answers"  # a file with the columns of the answers only


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def write_inputs(lines: bytes, folder: Path) -> Any:
    """The puzzles as a table, also as files of every kind and as text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"puzzle": lines.decode().split()})
    options = {"compression": "none", "use_dictionary": False, "row_group_size": 1 << 17}
    pq.write_table(table, folder / "in.parquet", **options)
    pq.write_table(table, folder / "defaults.parquet")  # Snappy, a dictionary that is soon full
    file = pa.OSFile(str(folder / "in.arrow"), "wb")
    with file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=1 << 16)
    (folder / "in.txt").write_bytes(lines)
    return table


def contenders(
    lines: bytes, table: Any, folder: Path, threads: int
) -> dict[str, Callable[[], Any]]:
    """What is timed, by name."""
    from squaredance import solve_many
    from squaredance.cli.part import answer_part

    words = ["solve", "--threads", str(threads)]

    def by_file(ending: str, *more: str, name: str = "in") -> Callable[[], Any]:
        source, kind = str(folder / f"{name}.{ending}"), "answers" if more else name
        target = folder / f"{kind}.out.{ending}"

        def ask() -> Any:
            return answer_part([*words, *more], source, str(target))

        ask.target = target  # type: ignore[attr-defined]
        return ask

    array = table["puzzle"]
    return {
        "memory": lambda: solve_many(lines, threads=threads),
        "memory, Arrow": lambda: solve_many(array, threads=threads),
        "txt to txt": by_file("txt"),
        _ANSWERS: by_file("parquet", "--answers-only"),
        _DEFAULTS: by_file("parquet", name="defaults"),
        **{f"{ending} to {ending}": by_file(ending) for ending in _KINDS},
    }


def check_outputs(lines: bytes, folder: Path) -> None:
    """Every file has the solutions of the run in memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from squaredance import solve_many

    wanted = solve_many(lines).solutions
    with pa.memory_map(str(folder / "in.out.arrow")) as file:
        found = {"in.out.arrow": pa.ipc.open_file(file).read_all()}
    found |= {path.name: pq.read_table(path) for path in folder.glob("*.out.parquet")}
    for name, table in found.items():
        if "".join(f"{text}\n" for text in table["solution"].to_pylist()).encode() != wanted:
            raise SystemExit(f"columns: {name} has other solutions than memory")
    if len(found) != 4 or (folder / "in.out.txt").read_bytes() != wanted:
        raise SystemExit("columns: the text has other solutions than memory")


def peak_mib(folder: Path) -> float:
    """The memory of the command on the Parquet file, as a process of its own."""
    command = [sys.executable, "-m", "squaredance", "solve", str(folder / "in.parquet")]
    peak = 0
    with subprocess.Popen([*command, "-o", str(folder / "peak.parquet")]) as process:
        while process.poll() is None:
            peak = max(peak, stream_bench.peak_kib(process.pid))
            time.sleep(0.005)
    if process.returncode:
        raise SystemExit(f"columns: the command ended with {process.returncode}")
    return peak / 1024


def _timed(
    lines: bytes, table: Any, folder: Path, threads: int, rounds: int
) -> dict[str, tuple[float, float]]:
    """Wall clock and CPU seconds of each contender, the best of all rounds."""
    best: dict[str, tuple[float, float]] = {}
    asked = contenders(lines, table, folder, threads)
    for _ in range(rounds):
        for name, ask in asked.items():
            # To write over a file is also to drop the old one, which costs as much as a write.
            if (target := getattr(ask, "target", None)) is not None:
                target.unlink(missing_ok=True)
            if name == "memory":  # its solutions are to lie in memory that is there already
                ask()
            cpu, wall = _cpu(), time.perf_counter()
            ask()
            took = time.perf_counter() - wall, _cpu() - cpu
            before = best.get(name, took)
            best[name] = min(before[0], took[0]), min(before[1], took[1])
    return best


def run(lines: int, rounds: int, name: str | None = None) -> dict[str, Any]:
    """So many puzzles (of a set), with one thread and with one for each core."""
    puzzles = nine_sets.load(name, lines) if name else nine_sets.many(lines)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"\ncolumns: {puzzles.count:,} lines of {puzzles.name}, best of {rounds} rounds")
    rows: list[dict[str, Any]] = []
    with TemporaryDirectory(prefix="squaredance-bench-") as made:
        folder = Path(made)
        table = write_inputs(puzzles.lines, folder)
        for threads, on in sorted({(1, 1), (1, cores or 1), (cores or 1, cores or 1)}):
            with _on_cores(on):
                best = _timed(puzzles.lines, table, folder, threads, rounds)
            check_outputs(puzzles.lines, folder)
            rows += _print_rows(best, threads, on, puzzles.count)
        peak = peak_mib(folder)
    print(f"  peak memory of the command on Parquet: {peak:.0f} MiB")
    return {"lines": puzzles.count, "bar": BAR, "rows": rows, "peak_mib": round(peak, 1)}


@contextmanager
def _on_cores(number: int) -> Iterator[None]:
    """With so many cores of those that are here."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:number])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _print_rows(
    best: dict[str, tuple[float, float]], threads: int, cores: int, count: int
) -> list[dict[str, Any]]:
    words = [
        f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((threads, "thread"), (cores, "core"))
    ]
    print(f"  {' on '.join(words)}")
    memory = best["memory"]
    rows = []
    for name, (wall, cpu) in best.items():
        row = {
            "threads": threads,
            "cores": cores,
            "contender": name,
            "seconds": round(wall, 4),
            "cpu_seconds": round(cpu, 4),
            "ratio": round(wall / memory[0], 3),
            "cpu_ratio": round(cpu / memory[1], 3),
        }
        is_bar = name.split()[0] in _KINDS
        verdict = f"  {'PASS' if row['ratio'] <= BAR else 'FAIL'}, bar {BAR:.2f}" if is_bar else ""
        print(f"    {name:<19} {wall:8.3f} s {count / wall / 1e6:6.2f} M/s  x{row['ratio']:.2f}   "
              f"CPU {cpu:6.3f} s  x{row['cpu_ratio']:.2f}{verdict}")  # fmt: skip
        rows.append(row)
    return rows
