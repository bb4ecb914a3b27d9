"""A process that answers one question about one problem: so its peak memory is its own.

stdin: the job as JSON ("kind", "name", "problem", and what the kind needs). stdout: `ready` when
the lists are made and the clock starts, then a JSON line with the answer, seconds of wall clock and
of CPU (best of some, when it is short), and the peak memory. What is made of the lists is on the
clock.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import cover_problems
import cover_sets
from cover_problems import Colored, Instance
from large_worker import peak_mb

# A short one alone is timed with cold caches: it is asked again, and the best counts.
SHORT_S = 0.1
REPEATS = 5

Ask = Callable[[], dict[str, Any]]


def options_of(instance: Instance) -> list[tuple[Any, ...]]:
    """The options with the package's own Colored."""
    from squaredance import cover

    if not instance.colored:
        return instance.options
    return [
        tuple(cover.Colored(*e) if isinstance(e, Colored) else e for e in option)
        for option in instance.options
    ]


def keywords(engine: str) -> dict[str, Any]:
    """`auto` is what a user gets who names nothing."""
    return {} if engine == "auto" else {"engine": engine}


def count(job: dict[str, Any]) -> Ask:
    """One of ours: the model, then count()."""
    from squaredance import cover

    instance = cover_sets.load(job["problem"])
    options = options_of(instance)

    def ask() -> dict[str, Any]:
        problem = cover.Problem(instance.primary, options, instance.secondary)
        found = cover.count(problem, **keywords(job["name"]))
        return {"count": found.count, "engine": found.engine}

    return ask


def listing(job: dict[str, Any]) -> Ask:
    """One of ours: the model, then every solution as a tuple in Python."""
    from squaredance import cover

    instance = cover_sets.load(job["problem"])
    options = options_of(instance)

    def ask() -> dict[str, Any]:
        problem = cover.Problem(instance.primary, options, instance.secondary)
        covers = cover.solutions(problem, **keywords(job["name"]))
        return {"count": sum(1 for _ in covers), "engine": covers.result.engine}

    return ask


def first(job: dict[str, Any]) -> Ask:
    """One of ours: the model, then one solution, which is checked."""
    from squaredance import cover

    instance = cover_sets.load(job["problem"])
    options = options_of(instance)

    def ask() -> dict[str, Any]:
        problem = cover.Problem(instance.primary, options, instance.secondary)
        found = cover.solve(problem, **keywords(job["name"]))
        if found.options is not None and not is_cover(instance, found.options):
            return {"error": "it is no cover"}
        return {"count": int(found.options is not None), "engine": found.engine}

    return ask


def is_cover(instance: Instance, chosen: Any) -> bool:
    """By the definition; shares nothing with any engine."""
    times = dict.fromkeys(instance.primary, 0)
    held: dict[Any, Any] = {}
    for entry in (entry for k in chosen for entry in instance.options[k]):
        if entry in times:
            times[entry] += 1
            continue
        item, color = entry if isinstance(entry, Colored) else (entry, object())
        if held.setdefault(item, color) != color:
            return False
    return all(number == 1 for number in times.values())


def exact_cover(job: dict[str, Any]) -> Ask:
    """The package of that name: a dense matrix, then its count. It has no secondary items: each
    is given an option of its own, which says that it is not covered."""
    import numpy
    from exact_cover import get_solution_count

    instance = cover_sets.load(job["problem"])

    def ask() -> dict[str, Any]:
        items = {item: k for k, item in enumerate([*instance.primary, *instance.secondary])}
        rows = [[items[item] for item in option] for option in instance.options]
        rows += [[items[item]] for item in instance.secondary]
        matrix = numpy.zeros((len(rows), len(items)), dtype=numpy.int32)
        for row, columns in enumerate(rows):
            matrix[row, columns] = 1
        return {"count": int(get_solution_count(matrix))}

    return ask


def command(job: dict[str, Any]) -> Ask:
    """A program: Knuth's text on stdin. Its time is that of the whole process."""
    text = cover_sets.knuth_text(cover_sets.load(job["problem"])).encode()

    def ask() -> dict[str, Any]:
        done = subprocess.run(job["argv"], input=text, capture_output=True, check=False)
        found = counted((done.stdout + b"\n" + done.stderr).decode(errors="replace"))
        if found is None:
            said = done.stderr.decode(errors="replace").strip().splitlines() or ["nothing"]
            return {"error": f"exit {done.returncode}, said {said[-1][:80]}"}
        return {"count": found}

    return ask


def counted(said: str) -> int | None:
    """Knuth's `Altogether N solutions`, or a line that is a number."""
    match = re.search(r"Altogether (\d+)", said) or re.search(r"^\s*(\d+)\s*$", said, re.MULTILINE)
    return int(match[1]) if match else None


def minimum(job: dict[str, Any]) -> Ask:
    """The least cost of each random problem (None: no cover), by us or by HiGHS."""
    instances = [cover_problems.random_costs(seed) for seed in range(job["problems"])]
    one = {"ours": our_minimum, "highs": highs_minimum}[job["name"]]
    one(instances[0])  # imports are nobody's time
    return lambda: {"costs": [one(instance) for instance in instances]}


def our_minimum(instance: Instance) -> int | None:
    from squaredance import cover

    assert instance.costs is not None
    problem = cover.Problem(instance.primary, instance.options, costs=instance.costs)
    found = cover.minimum(problem).options
    if found is None or not is_cover(instance, found):
        return None if found is None else -1
    return sum(instance.costs[k] for k in found)


def highs_minimum(instance: Instance) -> int | None:
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_array

    starts = numpy.cumsum([0] + [len(option) for option in instance.options])
    rows = numpy.concatenate(instance.options)
    shape = (len(instance.primary), len(instance.options))
    matrix = csc_array((numpy.ones(len(rows)), rows, starts), shape=shape)
    found = milp(
        instance.costs,
        integrality=numpy.ones(shape[1]),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, 1, 1),
        options={"mip_rel_gap": 0},
    )
    return None if found.x is None else round(found.fun)


def build(job: dict[str, Any]) -> Ask:
    """The model alone, of lists of tuples or of compressed rows (numpy)."""
    return {"lists": _build_of_lists, "csr": _build_of_csr}[job["name"]](job["options"], 10_000)


def _build_of_lists(number: int, items: int) -> Ask:
    from squaredance import cover

    options = cover_problems.many_options(number, items)
    return lambda: _built(cover.Problem(range(items), options))


def _build_of_csr(number: int, items: int) -> Ask:
    import numpy

    from squaredance import cover

    lists = cover_problems.many_options(number, items)
    indices = numpy.array(lists, dtype=numpy.int32).ravel()
    indptr = numpy.arange(0, len(indices) + 1, 5)
    return lambda: _built(cover.Problem.from_csr(indptr, indices, items))


def _built(problem: Any) -> dict[str, Any]:
    return {"count": problem.core.option_count}


KINDS: dict[str, Callable[[dict[str, Any]], Ask]] = {
    "count": count,
    "list": listing,
    "first": first,
    "exact-cover": exact_cover,
    "command": command,
    "minimum": minimum,
    "build": build,
}


def clocks() -> tuple[float, float]:
    """Wall and CPU, that of programs which have ended included."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter(), time.process_time() + ended.ru_utime + ended.ru_stime


def timed(ask: Ask, repeats: int) -> dict[str, Any]:
    """The answer, and the best of each clock."""
    walls, cpus = [], []
    for _ in range(repeats):
        wall, cpu = clocks()
        answer = ask()
        ended = clocks()
        walls.append(ended[0] - wall)
        cpus.append(ended[1] - cpu)
        if walls[-1] > SHORT_S:
            break
    return {**answer, "wall_s": min(walls), "cpu_s": min(cpus)}


def child_peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    job = json.loads(sys.stdin.readline())
    try:
        ask = KINDS[job["kind"]](job)
        print("ready", flush=True)
        answer = timed(ask, job.get("repeats", REPEATS))
    except Exception as error:  # the parent says which contender it was
        answer = {"error": f"{type(error).__name__}: {error}"}
    answer["mb"] = child_peak_mb() if job["kind"] == "command" else peak_mb()
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
