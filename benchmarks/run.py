"""The benchmark runner: `run.py engines|stream|startup|stop|all`. See README.md."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any, Final

import corpora
import engine_bench
import machine
import startup_bench
import stop_bench
import stream_bench

RESULTS: Final = Path(__file__).resolve().parent / "results"
_QUICK: Final = {"rounds": 2, "most": 25, "lines": 50_000, "runs": 10}
_FULL: Final = {"rounds": 5, "most": None, "lines": 1_000_000, "runs": 25}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Time squaredance beside other programs.")
    made.add_argument(
        "what", nargs="?", default="all", choices=("engines", "stream", "startup", "stop", "all")
    )
    made.add_argument("--quick", action="store_true", help="fewer puzzles and rounds: a look only")
    made.add_argument("--json", type=Path, metavar="FILE", help="default: benchmarks/results/DATE")
    engines = made.add_argument_group("engines")
    engines.add_argument(
        "--sets", nargs="+", metavar="SET", help=f"{', '.join(corpora.CORPORA)}, or files of lines"
    )
    engines.add_argument("--rounds", type=int, help="best of so many (5)")
    engines.add_argument("--most", type=int, help="so many puzzles of each set at most")
    engines.add_argument("--limit-ms", type=float, default=2000, help="per puzzle (2000)")
    engines.add_argument("--unique", action="store_true", help="ask for uniqueness too")
    engines.add_argument(
        "--peer", action="append", default=[], metavar="NAME=COMMAND", help="another program"
    )
    stream = made.add_argument_group("stream")
    stream.add_argument("--lines", type=int, help="puzzles in the pipe (1,000,000)")
    stream.add_argument("--tenfold", action="store_true", help="also with ten times as many")
    startup = made.add_argument_group("startup")
    startup.add_argument("--runs", type=int, help="runs of each command (25)")
    return made


def run_engines(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Pinned to one core, the others of the process's cores given back afterwards."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    core = machine.pin_to_one_core()
    print(f"engines: {'not pinned' if core is None else f'pinned to core {core}'}")
    try:
        return engine_bench.run(
            args.sets or list(corpora.CORPORA),
            args.peer,
            rounds=args.rounds,
            limit_ms=args.limit_ms,
            unique=args.unique,
            most=args.most,
        )
    finally:
        if allowed:
            os.sched_setaffinity(0, allowed)


def write_json(report: dict[str, Any], path: Path | None) -> None:
    if path is None:
        RESULTS.mkdir(exist_ok=True)
        date = report["machine"]["date"].replace(":", "").split("+")[0]
        path = RESULTS / f"{date}.json"
    path.write_text(json.dumps(report, indent=2) + "\n")
    print(f"\nwritten: {path}")


def main() -> None:
    args = parser().parse_args()
    for name, value in (_QUICK if args.quick else _FULL).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    report: dict[str, Any] = {"machine": machine.describe()}
    print("\n".join(f"{key}: {value}" for key, value in report["machine"].items()))
    if args.what in ("engines", "all"):
        report["engines"] = run_engines(args)
    if args.what in ("stream", "all"):
        report["stream"] = stream_bench.run(args.lines, tenfold=args.tenfold)
    if args.what in ("startup", "all"):
        report["startup"] = startup_bench.run(args.runs)
    if args.what in ("stop", "all"):
        report["stop"] = stop_bench.run(3)
    write_json(report, args.json)


if __name__ == "__main__":
    main()
