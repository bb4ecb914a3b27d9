"""The start-up benchmark: one puzzle through `squaredance solve` beside a bare Python."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import machine

BAR_MS: Final = 60.0
PUZZLE: Final = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n"
)


def commands() -> dict[str, list[str]]:
    found = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -m squaredance solve": [sys.executable, "-m", "squaredance", "solve"],
    }
    script = Path(sys.executable).parent / "squaredance"
    if script.exists():
        found["squaredance solve"] = [str(script), "solve"]
    else:
        print(f"squaredance solve skipped: {script} is not there", file=sys.stderr)
    return found


def _cpu_ms() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1000


def _once(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Milliseconds of one run: wall clock and CPU."""
    cpu, start = _cpu_ms(), time.perf_counter()
    done = subprocess.run(
        command, input=PUZZLE.encode(), capture_output=True, check=False, env=environment
    )
    spent = (time.perf_counter() - start) * 1000, _cpu_ms() - cpu
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}: {(said or [''])[-1]}")
    return spent


def _summary(name: str, runs: list[tuple[float, float]]) -> dict[str, Any]:
    wall, cpu = zip(*runs, strict=True)
    return {
        "command": name,
        "median_ms": round(statistics.median(wall), 2),
        "best_ms": round(min(wall), 2),
        "cpu_ms": round(statistics.median(cpu), 2),
    }


def _print(rows: list[dict[str, Any]]) -> None:
    """The bar is held against the best runs: on a busy machine the rest tell about the others."""
    figures = ("median_ms", "best_ms", "cpu_ms")
    bare, *ours = rows
    print(f"  {'command':<30}{'median':>9}{'best':>9}{'cpu':>9}")
    print(f"  {bare['command']:<30}" + "".join(f"{bare[key]:>9.1f}" for key in figures))
    for row in ours:
        row["above_best_ms"] = round(row["best_ms"] - bare["best_ms"], 2)
        row["verdict"] = "PASS" if row["above_best_ms"] <= BAR_MS else "FAIL"
        print(f"  {row['command']:<30}" + "".join(f"{row[key]:>9.1f}" for key in figures))
        above = "".join(f"{row[key] - bare[key]:>+9.1f}" for key in figures)
        print(f"  {'':<30}{above}  {row['verdict']}: best, bar +{BAR_MS:g}")


def run(runs: int) -> list[dict[str, Any]]:
    """Interleaved runs of each command, after one that fills the caches."""
    environment = machine.user_environment()
    field = commands()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in field}
    for command in field.values():
        _once(command, environment)
    for _ in range(runs):
        for name, command in field.items():
            times[name].append(_once(command, environment))
    print(f"\nstart-up: one 9x9 puzzle, {runs} interleaved runs, milliseconds")
    rows = [_summary(name, spent) for name, spent in times.items()]
    _print(rows)
    return rows
