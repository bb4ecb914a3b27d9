"""The 9x9 sets: public lists where they are at hand, and puzzles that corpora.py makes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import corpora

SHARED: Final = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "9x9"
FILL: Final = 100_000  # a set with fewer puzzles is repeated, to fill batches

GENERATED: Final = {
    "easy": "bulk-easy9",
    "minimal": "bulk-minimal9",
    "invalid": "bulk-invalid9",
    "multiple": "bulk-multiple9",
}
PUBLIC: Final = {
    "17-clue": "17-clue.txt",
    "magictour": "magictour-1465.txt",
    "hardest": "hardest-er11.txt",
    "multi-solution": "multi-solution.txt",
}


@dataclass(frozen=True)
class NineSet:
    """`lines` are 82 bytes each, `.` for blanks."""

    name: str
    lines: bytes
    distinct: int

    @property
    def count(self) -> int:
        return len(self.lines) // 82


def _joined(name: str, puzzles: list[str], most: int | None) -> NineSet:
    if not puzzles or any(len(line) != 81 for line in puzzles):
        raise SystemExit(f"--sets: {name} has no lines, or some that are not of 81 symbols")
    wanted = most or max(FILL, len(puzzles))
    repeated = (puzzles * (wanted // len(puzzles) + 1))[:wanted]
    text = "".join(line + "\n" for line in repeated)
    return NineSet(name, text.encode("ascii"), min(len(puzzles), wanted))


def _read(path: Path) -> list[str]:
    words = (line.split() for line in path.read_text().splitlines())
    return [row[0].replace("0", ".") for row in words if row and not row[0].startswith("#")]


def default_names() -> list[str]:
    """Easy to hard, then those without one solution; the public ones only where they are."""
    order = ("easy", "minimal", "17-clue", "magictour", "hardest", "multi-solution", "invalid")
    present = [name for name in order if name in GENERATED or (SHARED / PUBLIC[name]).exists()]
    return present if "multi-solution" in present else [*present, "multiple"]


def load(name: str, most: int | None = None) -> NineSet:
    """A set by its name, or a file of lines."""
    if name in GENERATED:
        return _joined(name, corpora.load(GENERATED[name]), most)
    path = SHARED / PUBLIC[name] if name in PUBLIC else Path(name)
    if not path.is_file():
        known = ", ".join([*GENERATED, *PUBLIC])
        raise SystemExit(f"--sets: {name} is neither a file nor one of {known}")
    return _joined(path.stem if name not in PUBLIC else name, _read(path), most)


def many(count: int) -> NineSet:
    """The 17-clue set (or the minimal one), repeated: what is run by the million."""
    name = "17-clue" if (SHARED / PUBLIC["17-clue"]).exists() else "minimal"
    return load(name, count)
