"""What seeds give: run `python -m tests.conformance.seeds` to write seeds.json anew.

A call with a seed gives the same puzzles on every machine, and after every change that does not
mean to give others.
"""

import json
from pathlib import Path
from typing import Any

from squaredance import Grid, Puzzle, generate, random_grids

PATH = Path(__file__).with_name("seeds.json")

GRIDS = (4, 6, 9, 12, 16, 25)
WISHES: tuple[dict[str, Any], ...] = (
    *({"geometry": size} for size in (4, 6, 9, 12, 16)),
    *({"geometry": size, "symmetry": "rotate180"} for size in (4, 6, 9, 16)),
    {"symmetry": "full", "clues": (28, 36)},
    {"clues": (22, 23)},
    {"geometry": 16, "clues": (95, 110)},
    {"geometry": 25, "clues": 290},
    {"difficulty": "easy"},
    {"difficulty": (2.0, 3.0), "minimal": True},
    {"difficulty": (4.0, 5.0)},
    {"difficulty": "hard", "symmetry": "diagonal"},
    {"difficulty": (300, 500), "scale": "hodoku"},
    {"technique": "claiming"},
    {"geometry": 6, "difficulty": (2.0, 3.0)},
    {"geometry": 16, "difficulty": (1.5, 2.6)},
)
COUNT = 3
SEED = 20260


def _line(board: Puzzle | Grid | None) -> str:
    """The values, a letter for each cell: a is 1, and `.` an empty cell."""
    assert board is not None
    values = board.clues if isinstance(board, Puzzle) else board.values
    return "".join("." if value == 0 else chr(ord("a") + value - 1) for value in values)


def written() -> dict[str, list[str]]:
    """By the call, what comes out of it now."""
    made = {
        f"random_grids({COUNT}, {size}, seed={SEED})": [
            _line(grid) for grid in random_grids(COUNT, size, seed=SEED)
        ]
        for size in GRIDS
    }
    for wish in WISHES:
        given = ", ".join(f"{name}={value!r}" for name, value in wish.items())
        made[f"generate({given}, count={COUNT}, seed={SEED})"] = [
            f"{one.number} {_line(one.puzzle)}" for one in generate(**wish, count=COUNT, seed=SEED)
        ]
    return made


if __name__ == "__main__":
    PATH.write_text(json.dumps(written(), indent=1) + "\n")
