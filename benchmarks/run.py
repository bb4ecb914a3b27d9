"""The benchmark runner, `run.py WHAT`: see README."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any, Final

import cluster_bench
import columns_bench
import corpora
import cover_bench
import engine_bench
import generate_bench
import large_bench
import large_sets
import machine
import nine_bench
import nine_sets
import page_bench
import rate_bench
import rate_sets
import scale_bench
import serve_bench
import split_bench
import startup_bench
import stop_bench
import stream_bench

RESULTS: Final = Path(__file__).resolve().parent / "results"
_TOGETHER: Final = ("engines", "stream", "startup", "stop")
_ALONE: Final = (
    "large",
    "cover",
    "rate",
    "serve",
    "page",
    "generate",
    "columns",
    "cluster",
    "split",
    "scale",
)
_QUICK: Final = {"rounds": 2, "most": 25, "lines": 50_000, "runs": 10, "counts": 0}
_FULL: Final = {"rounds": 5, "most": None, "lines": 1_000_000, "runs": 25, "counts": 0}
# (puzzles of a set, up to 16x16 and above; seconds a puzzle, seconds of a pass, rounds)
_LARGE: Final = {
    "quick": ((5, 3), 1.0, 3.0, 1),
    "": ((50, 10), 3.0, 12.0, 3),
    "full": ((None, None), 60.0, 1e9, 3),
}
_QUICK_NINE: Final = _QUICK | {"most": 2_500, "lines": 50_000, "counts": 20_000}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Time squaredance beside other programs.")
    made.add_argument(
        "what",
        nargs="?",
        default="all",
        choices=(*_TOGETHER, "nine", *_ALONE, "all"),
        help=f"all: {', '.join(_TOGETHER)}",
    )
    made.add_argument("--quick", action="store_true", help="fewer puzzles and rounds: a look only")
    made.add_argument("--json", type=Path, metavar="FILE", help="default: benchmarks/results/DATE")
    engines = made.add_argument_group("engines and nine")
    engines.add_argument(
        "--sets",
        nargs="+",
        metavar="SET",
        help=f"engines: {', '.join(corpora.CORPORA)}; nine: "
        f"{', '.join([*nine_sets.GENERATED, *nine_sets.PUBLIC])}; or files of lines; "
        f"cover: {', '.join(cover_bench.HEADS)}",
    )
    engines.add_argument("--rounds", type=int, help="best of so many (5)")
    engines.add_argument("--most", type=int, help="so many puzzles of each set at most")
    engines.add_argument("--limit-ms", type=float, help="per puzzle (2000; large: 3000)")
    engines.add_argument("--unique", action="store_true", help="ask for uniqueness too")
    engines.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=WHAT",
        help="engines, cover: a command; nine: LIBRARY[:SYMBOL], or 'command {file}'",
    )
    stream = made.add_argument_group("stream and nine")
    stream.add_argument("--lines", type=int, help="puzzles in the pipe or file (1,000,000)")
    stream.add_argument("--tenfold", action="store_true", help="also with ten times as many")
    nine = made.add_argument_group("nine")
    nine.add_argument(
        "--counts", type=int, metavar="N", help="compare counts on N puzzles; no sets"
    )
    nine.add_argument(
        "--cpu-time", action="store_true", help="CPU time instead of wall clock: a busy machine"
    )
    large = made.add_argument_group("large and cover")
    large.add_argument("--full", action="store_true", help="whole sets, 60 s a puzzle: hours")
    large.add_argument("--engines", nargs="+", metavar="NAME", help="of ours (all)")
    large.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="large: the public lists; rate: the folder of the rated puzzles",
    )
    cover = made.add_argument_group("cover")
    cover.add_argument("--limit", type=float, default=60.0, help="seconds a problem (60)")
    made.add_argument_group("generate").add_argument(
        "--verify",
        type=int,
        default=0,
        metavar="N",
        help="N of every kind, verified by other engines; no rates",
    )
    made.add_argument_group("cluster").add_argument(
        "--disk", metavar="DIR", help="where to read and write (in memory, where there is room)"
    )
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


def run_nine(args: argparse.Namespace, plot: Path) -> dict[str, Any]:
    """With --counts only the counts, unless sets are named too; --lines 0: no million."""
    alone = args.counts_asked and args.sets is None
    return nine_bench.run(
        [] if alone else args.sets,
        args.peer,
        rounds=args.rounds,
        most=args.most,
        lines=0 if alone else args.lines,
        counts=args.counts,
        cpu_time=args.cpu_time,
        plot=plot,
    )


def run_large(args: argparse.Namespace, rounds: int | None, plot: Path) -> dict[str, Any]:
    """--most, --limit-ms and --rounds win over what --quick and --full stand for."""
    mode = "quick" if args.quick else "full" if args.full else ""
    most, limit, cap, usual = _LARGE[mode]
    return large_bench.run(
        args.sets,
        args.engines,
        args.peer,
        data=args.data or large_sets.SHARED,
        rounds=rounds or usual,
        most=(args.most, args.most) if args.most else most,
        limit=args.limit_ms / 1000 if args.limit_ms else limit,
        cap=cap,
        by_cpu=args.cpu_time,
        plot=plot,
    )


def run_cover(args: argparse.Namespace) -> dict[str, Any]:
    core = machine.pin_to_one_core()
    print(f"cover: {'not pinned' if core is None else f'pinned to core {core}'}")
    return cover_bench.run(
        args.sets,
        args.engines,
        args.peer,
        quick=args.quick,
        rounds=args.rounds or (1 if args.quick else 3),
        limit=args.limit,
        by_cpu=args.cpu_time,
    )


def run_rate(args: argparse.Namespace) -> dict[str, Any]:
    """A peer is `NAME=command`; the file of the puzzles is its {file}, or else its stdin."""
    return rate_bench.run(
        args.data or rate_sets.SHARED,
        dict(peer.split("=", 1) for peer in args.peer),
        rounds=args.rounds or (1 if args.quick else 3),
        quick=args.quick,
    )


def run_generate(args: argparse.Namespace) -> dict[str, Any]:
    """A peer is `NAME=command` that prints so many puzzles as its {count} says, one per line."""
    return generate_bench.run(
        dict(peer.split("=", 1) for peer in args.peer),
        rounds=args.rounds or (1 if args.quick else 3),
        quick=args.quick,
        verified=args.verify,
    )


def result_path(report: dict[str, Any], given: Path | None) -> Path:
    if given is not None:
        return given
    RESULTS.mkdir(exist_ok=True)
    date = report["machine"]["date"].replace(":", "").split("+")[0]
    return RESULTS / f"{date}.json"


def write_json(report: dict[str, Any], path: Path) -> None:
    path.write_text(json.dumps(report, indent=2) + "\n")
    print(f"\nwritten: {path}")


def run_alone(args: argparse.Namespace) -> None:
    """Those of `_ALONE`: nothing of what the others have by default is theirs."""
    report: dict[str, Any] = {"machine": machine.describe()}
    print("\n".join(f"{key}: {value}" for key, value in report["machine"].items()))
    path = result_path(report, args.json)
    if args.what == "large":
        report["large"] = run_large(args, args.rounds, path)
    elif args.what == "cover":
        report["cover"] = run_cover(args)
    elif args.what == "split":
        report["split"] = split_bench.run(
            args.rounds or (3 if args.quick else 15), long=not args.quick
        )
    elif args.what == "serve":
        report["serve"] = serve_bench.run(*((5.0, 0.2) if args.quick else (20.0, 1.0)))
    elif args.what == "page":
        report["page"] = page_bench.run(20 if args.quick else 200)
    elif args.what == "cluster":
        lines, rounds = (200_000, 3) if args.quick else (2_000_000, 15)
        report["cluster"] = cluster_bench.run(args.lines or lines, args.rounds or rounds, args.disk)
    elif args.what == "scale":
        report["scale"] = scale_bench.run(*((1, 0.05) if args.quick else (3, 1.0)))
    elif args.what == "rate":
        report["rate"] = run_rate(args)
    elif args.what == "columns":
        usual = 200_000 if args.quick else 2_000_000
        rounds = args.rounds or (2 if args.quick else 15)
        report["columns"] = columns_bench.run(
            args.lines or usual, rounds, args.sets[0] if args.sets else None
        )
    else:
        report["generate"] = run_generate(args)
    write_json(report, path)


def main() -> None:
    args = parser().parse_args()
    args.counts_asked = args.counts is not None
    if args.what in _ALONE:
        run_alone(args)
        return
    args.limit_ms = 2000 if args.limit_ms is None else args.limit_ms
    quick = _QUICK_NINE if args.what == "nine" else _QUICK
    for name, value in (quick if args.quick else _FULL).items():
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
    path = result_path(report, args.json)
    if args.what == "nine":
        report["nine"] = run_nine(args, path.with_suffix(".svg"))
    write_json(report, path)


if __name__ == "__main__":
    main()
