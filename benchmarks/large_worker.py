"""A process that solves the puzzles of one set with one contender: so its peak memory is its own.

stdin, JSON lines: the job (contender, box, limit, puzzles as hex), then questions
({"question": "first" or "unique", "from": index}). stdout: a JSON line per puzzle (status,
solution, microseconds of wall clock and of CPU, peak memory), then {"done": true}.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

# A short one alone is timed with cold caches: it is asked again, and the best counts.
SHORT_US = 2000.0
REPEATS = 5

Answer = tuple[str, bytes | None]  # status, a solution
Ask = Callable[[bool], Answer]  # unique? -> answer


def peak_mb() -> float:
    """The peak of this program; ru_maxrss would have that of the process that started it."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def engine(name: str, box: tuple[int, int], clues: bytes, limit: float) -> Ask:
    """One of ours, through Python; the puzzle is made off the clock."""
    from squaredance import Geometry, Puzzle, solve

    puzzle = Puzzle(_geometry(Geometry, box), clues)

    def ask(unique: bool) -> Answer:
        result = solve(puzzle, engine=name, unique=unique, timeout=limit)
        return str(result.status), result.solution.values if result.solution else None

    return ask


_known: dict[tuple[int, int], Any] = {}


def _geometry(make: Callable[..., Any], box: tuple[int, int]) -> Any:
    """One object per shape, as a program that solves many would have."""
    if box not in _known:
        _known[box] = make(box[0] * box[1], box)
        _ = _known[box].core
    return _known[box]


def pysat(name: str, box: tuple[int, int], clues: bytes, limit: float) -> Ask:
    """A solver of python-sat, as one would call it: variables for the candidates that the clues
    leave, exactly one for each cell and each house and value, pairs; making them is on the clock.
    There is no limit on time: who is too slow is ended from outside.
    """

    def ask(unique: bool) -> Answer:
        from pysat.solvers import Solver

        variables, groups = sat_groups(box, clues)
        clauses: list[list[int]] = []
        for group in groups:
            clauses.append(group)
            clauses += [[-one, -other] for one, other in combinations(group, 2)]
        with Solver(name=name, bootstrap_with=clauses) as solver:
            if not all(groups) or not solver.solve():
                return "none", None
            true = [variable for variable in solver.get_model() if variable > 0]
            places = {variable: place for place, variable in variables.items()}
            values = bytearray(len(clues))
            for variable in true:
                cell, value = places[variable]
                values[cell] = value
            if not unique:
                return "found", bytes(values)
            solver.add_clause([-variable for variable in true])
            return ("multiple" if solver.solve() else "unique"), bytes(values)

    return ask


def sat_groups(
    box: tuple[int, int], clues: bytes
) -> tuple[dict[tuple[int, int], int], list[list[int]]]:
    """Variables of the (cell, value) that are left, and the sets of which one is true."""
    size, (height, width) = box[0] * box[1], box
    houses = [
        (("row", c // size), ("col", c % size), ("box", c // size // height, c % size // width))
        for c in range(size * size)
    ]
    taken = {(house, v) for cell, v in enumerate(clues) if v for house in houses[cell]}
    variables: dict[tuple[int, int], int] = {}
    groups: dict[Any, list[int]] = {}
    for cell, clue in enumerate(clues):
        groups[cell] = []
        for value in [clue] if clue else range(1, size + 1):
            keys = [(house, value) for house in houses[cell]]
            if clue or not any(key in taken for key in keys):
                variable = variables[cell, value] = len(variables) + 1
                groups[cell].append(variable)
                for key in keys:
                    groups.setdefault(key, []).append(variable)
    return variables, list(groups.values())


MAKERS = {"engine": engine, "pysat": pysat}


def work(job: dict[str, Any], index: int, unique: bool) -> dict[str, Any]:
    kind, _, name = job["contender"].partition(":")
    clues = bytes.fromhex(job["puzzles"][index])
    ask = MAKERS[kind](name, tuple(job["box"]), clues, job["limit"])
    best_wall = best_cpu = float("inf")
    for _ in range(REPEATS):
        cpu, wall = time.process_time_ns(), time.perf_counter_ns()
        status, solution = ask(unique)
        wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
        best_wall, best_cpu = min(best_wall, wall), min(best_cpu, cpu)
        if wall > SHORT_US * 1000:
            break
    return {
        "index": index,
        "status": status,
        "solution": solution.hex() if solution else None,
        "wall_us": best_wall / 1000,
        "cpu_us": best_cpu / 1000,
        "mb": peak_mb(),
    }


def main() -> None:
    job = json.loads(sys.stdin.readline())
    kind, _, name = job["contender"].partition(":")
    MAKERS[kind](name, (2, 2), bytes(16), job["limit"])(True)  # imports are nobody's time
    gc.disable()
    for line in sys.stdin:
        question = json.loads(line)
        for index in range(question["from"], len(job["puzzles"])):
            answer = work(job, index, question["question"] == "unique")
            print(json.dumps(answer), flush=True)
        gc.collect()
        print('{"done": true}', flush=True)


if __name__ == "__main__":
    main()
