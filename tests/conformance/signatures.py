"""The effort of each engine on each small case: ``python -m tests.conformance.signatures``."""

from __future__ import annotations

import json

from squaredance import solve
from tests.conformance.cases import SIGNATURES, load_cases
from tests.puzzles import ENGINES

LARGEST = 16


def measure() -> dict[str, dict[str, list[int]]]:
    """For each case and engine the nodes and guesses of ``solve(unique=True)``."""
    found: dict[str, dict[str, list[int]]] = {}
    for case in load_cases():
        if case.puzzle.size <= LARGEST and not case.skip:
            results = {e: solve(case.puzzle, unique=True, engine=e) for e in ENGINES}
            auto = solve(case.puzzle, unique=True)
            if auto.engine == "nine":
                results["nine"] = auto
            found[case.name] = {e: [r.nodes, r.guesses] for e, r in results.items()}
    return found


def main() -> None:
    lines = [f"{json.dumps(n)}: {json.dumps(efforts)}" for n, efforts in measure().items()]
    SIGNATURES.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
