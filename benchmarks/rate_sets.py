"""The rated puzzles of the rating benchmark: where they are, and which hundred is stratified."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SHARED: Final = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "ratings"

# Two of ER 11 from the list that collectors keep of the hardest puzzles (2011), with their ratings.
HARD: Final = """
..4..3....7..8....2.81....6..3....9..8..2....1..7....3......45....8..9....9..5..8 11.0/1.2/1.2
........7..2..96..8...6...3....92.....46..5...1..54.....5.4.9...3.....7.1.......8 11.2/11.2/2.6
"""


@dataclass(frozen=True)
class Rated:
    """A puzzle and what the references say of it."""

    puzzle: str
    se121: str  # ER/EP/ED
    bank: str = ""  # the ER of the puzzle bank

    @property
    def er(self) -> float:
        return float(self.se121.split("/")[0])


def read(path: Path) -> list[Rated]:
    return [Rated(*line.split()) for line in path.read_text().splitlines() if line.strip()]


def hard() -> list[Rated]:
    return [Rated(*line.split()) for line in HARD.split("\n")[1:-1]]


def stratified(puzzles: list[Rated], wanted: int = 100) -> list[Rated]:
    """As many of every distinct ER as can be, evenly: easy and hard ones weigh the same.

    >>> rated = [Rated(str(n), f"{n % 3}.0/1.2/1.2") for n in range(30)]
    >>> [one.puzzle for one in stratified(rated, 6)]
    ['0', '1', '2', '3', '4', '5']
    """
    by_er: dict[float, list[Rated]] = defaultdict(list)
    for one in puzzles:
        by_er[one.er].append(one)
    chosen: list[Rated] = []
    level = 0
    while len(chosen) < min(wanted, len(puzzles)):
        for er in sorted(by_er):
            if level < len(by_er[er]) and len(chosen) < wanted:
                chosen.append(by_er[er][level])
        level += 1
    return chosen
