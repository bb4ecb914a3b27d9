"""The split benchmark: how many subproblems, and how much faster are two workers than one?

One problem at a time, threads and the processes of a Dask cluster, one and two of them in turn, so
that what else the machine does strikes all alike; the best of the rounds counts. Clusters are
started before the clock is. Every count is compared with the published number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from statistics import mean, pstdev
from time import perf_counter
from typing import Any, Final

BAR: Final = 1.7  # two workers over one, for the problems of the bar
SIZES: Final = (1, 256, 1024, 2048, 4096, 8192)
_LONG_ROUNDS: Final = 2


def _problems() -> dict[str, tuple[Any, int, bool]]:
    """The problem, the number of its solutions, and whether the bar is for it."""
    from squaredance import Geometry, Puzzle
    from squaredance.cover import examples

    return {
        "pentominoes 6x10": (examples.pentominoes(6, 10).problem, 9_356, True),
        "queens 14": (examples.queens(14).problem, 365_596, True),
        "latin 6 (puzzle)": (Puzzle(Geometry(6, None), bytes(36)), 812_851_200, False),
        "queens 16": (examples.queens(16).problem, 14_772_512, False),
    }


def _job(problem: Any, wanted: int) -> Any:
    from squaredance.splitting.ask import job_of

    return job_of(problem, "auto", (), (), wanted, listed=False)


def _best(rounds: int, work: Callable[[], Any]) -> tuple[float, Any]:
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        result = work()
        best = min(best, perf_counter() - start)
    return best, result


def sizes(rounds: int) -> Iterator[dict[str, Any]]:
    """What it costs to split in more subproblems, and what it gains, on one thread."""
    for name, (problem, known, _) in _problems().items():
        if name == "queens 16":
            continue
        for wanted in SIZES:
            split, size = _best(rounds, lambda: _job(problem, wanted).size)  # noqa: B023
            job = _job(problem, wanted)
            job.cut()
            numbers = list(range(size))
            seconds, counted = _best(rounds, lambda: job.count(numbers, -1.0, -1.0))  # noqa: B023
            found = [one[0] for one in counted]
            nodes = [one[1] for one in counted]
            assert sum(found) * job.factor == known, name
            yield {
                "problem": name,
                "subproblems": size,
                "split_ms": round(1000 * split, 2),
                "count_ms": round(1000 * seconds, 1),
                "nodes": sum(nodes),
                "largest_share": round(max(nodes) / sum(nodes), 4),
                "spread": round(pstdev(nodes) / mean(nodes), 2),
            }


def speeds(rounds: int, long: bool) -> Iterator[dict[str, Any]]:
    """One worker and two, threads and processes."""
    from squaredance import split_count
    from squaredance.cluster import open_workers

    with ExitStack() as opened:
        kinds: dict[str, dict[int, Any]] = {"threads": {1: None, 2: None}, "processes": {}}
        for size in (1, 2):
            kinds["processes"][size] = opened.enter_context(open_workers(f"local:{size}"))
        for name, (problem, known, is_barred) in _problems().items():
            if not (is_barred or long):
                continue
            best: dict[tuple[str, int], float] = {}
            for _ in range(rounds if is_barred else _LONG_ROUNDS):
                for kind, workers in kinds.items():
                    for size, cluster in workers.items():
                        where = {"threads": size} if cluster is None else {"cluster": cluster}
                        start = perf_counter()
                        result = split_count(problem, **where)
                        took = perf_counter() - start
                        assert result.count == known, (name, result.count)
                        best[kind, size] = min(best.get((kind, size), took), took)
            for kind in kinds:
                one, two = best[kind, 1], best[kind, 2]
                yield {
                    "problem": name,
                    "workers": kind,
                    "one_ms": round(1000 * one, 1),
                    "two_ms": round(1000 * two, 1),
                    "speed_up": round(one / two, 2),
                    "bar": BAR if is_barred else None,
                }


def run(rounds: int, *, long: bool) -> dict[str, Any]:
    """Both tables."""
    print(f"\nsplit: subproblems on one thread, best of {min(rounds, 5)}")
    print(f"  {'problem':<18} {'subproblems':>11} {'split ms':>9} {'count ms':>9} {'nodes':>11} "
          f"{'largest':>8} {'spread':>7}")  # fmt: skip
    size_rows = []
    for row in sizes(min(rounds, 5)):
        size_rows.append(row)
        print(f"  {row['problem']:<18} {row['subproblems']:>11,} {row['split_ms']:>9.2f} "
              f"{row['count_ms']:>9.1f} {row['nodes']:>11,} {100 * row['largest_share']:>7.2f}% "
              f"{row['spread']:>7.2f}", flush=True)  # fmt: skip
    print(f"\nsplit: one worker and two, best of {rounds}")
    print(f"  {'problem':<18} {'workers':<10} {'one ms':>9} {'two ms':>9} {'speed-up':>9}")
    speed_rows = []
    for row in speeds(rounds, long):
        speed_rows.append(row)
        print(f"  {row['problem']:<18} {row['workers']:<10} {row['one_ms']:>9.1f} "
              f"{row['two_ms']:>9.1f} {row['speed_up']:>9.2f}", flush=True)  # fmt: skip
    passed = all(row["speed_up"] >= row["bar"] for row in speed_rows if row["bar"])
    print(f"  {'PASS' if passed else 'FAIL'}: two workers, bar {BAR} times one")
    return {"rounds": rounds, "sizes": size_rows, "speeds": speed_rows, "passed": passed}
