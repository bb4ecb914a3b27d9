"""The start-up benchmark: one puzzle through `squaredance solve` beside a bare Python."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

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


def _once(command: list[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, input=PUZZLE.encode(), capture_output=True, check=False)
    spent = (time.perf_counter() - start) * 1000
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}: {(said or [''])[-1]}")
    return spent


def run(runs: int) -> list[dict[str, Any]]:
    """Interleaved runs; median and best in milliseconds, and how much above bare Python."""
    entrants = commands()
    times: dict[str, list[float]] = {name: [] for name in entrants}
    for command in entrants.values():
        _once(command)  # files into the cache, .pyc files written
    for _ in range(runs):
        for name, command in entrants.items():
            times[name].append(_once(command))
    print(f"\nstart-up: one 9x9 puzzle, {runs} interleaved runs, milliseconds")
    print(f"  {'command':<30}{'median':>9}{'best':>9}{'above (median)':>16}{'above (best)':>14}")
    bare_median, bare_best = (f(times["python -c pass"]) for f in (statistics.median, min))
    report = []
    for name, spent in times.items():
        median, best = statistics.median(spent), min(spent)
        above, above_best = median - bare_median, best - bare_best
        verdict = "PASS" if above <= BAR_MS else "FAIL"
        bar = "" if name == "python -c pass" else f"  {verdict}: bar {BAR_MS:g}"
        print(f"  {name:<30}{median:>9.1f}{best:>9.1f}{above:>16.1f}{above_best:>14.1f}{bar}")
        report.append(
            {
                "command": name,
                "median_ms": round(median, 2),
                "best_ms": round(best, 2),
                "above_median_ms": round(above, 2),
                "above_best_ms": round(above_best, 2),
            }
        )
    return report
