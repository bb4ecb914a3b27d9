"""The stop benchmark: how long after its time limit, or after Ctrl-C, a search ends."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import squaredance
from squaredance import Geometry, Puzzle

BAR_MS: Final = 50.0
WAIT: Final = 0.2  # seconds: the time limit, and the wait before Ctrl-C
SIZES: Final = (9, 16, 25, 36, 49, 64)


def _late_after_limit(puzzle: Puzzle, engine: str) -> float:
    start = time.perf_counter()
    squaredance.count(puzzle, engine=engine, timeout=WAIT)
    return time.perf_counter() - start - WAIT


def _late_after_ctrl_c(puzzle: Puzzle, engine: str) -> float:
    sent = 0.0

    def send() -> None:
        nonlocal sent
        sent = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(WAIT, send)
    timer.start()
    try:
        squaredance.count(puzzle, engine=engine)
        raise SystemExit("a count of an empty grid came to an end")
    except KeyboardInterrupt:
        return time.perf_counter() - sent
    finally:
        timer.join()


def run(runs: int) -> list[dict[str, Any]]:
    """Counts the solutions of empty grids, which would not end, and stops each count."""
    ways: dict[str, Callable[[Puzzle, str], float]] = {
        "time limit": _late_after_limit,
        "Ctrl-C": _late_after_ctrl_c,
    }
    print(f"\nstop: milliseconds from the limit or the signal to the end, worst of {runs}")
    print(f"  {'size':>4}  {'engine':<8}" + "".join(f"{way:>12}" for way in ways))
    rows = []
    for size in SIZES:
        puzzle = Puzzle(Geometry(size), bytes(size * size))
        for engine in ("search", "dance"):
            worst = {
                way: round(1000 * max(late(puzzle, engine) for _ in range(runs)), 2)
                for way, late in ways.items()
            }
            rows.append({"size": size, "engine": engine, **worst})
            print(f"  {size:>4}  {engine:<8}" + "".join(f"{worst[way]:>12.2f}" for way in ways))
    most = max(max(row[way] for way in ways) for row in rows)
    verdict = "PASS" if most <= BAR_MS else "FAIL"
    print(f"  {verdict}: worst {most:.2f} ms, bar {BAR_MS:.0f}")
    return rows
