"""The puzzles of the large benchmark: 12x12 to 64x64, from seeds, or public lists.

    python benchmarks/large_sets.py              make what is missing, verify every hash
    python benchmarks/large_sets.py --update     make everything again and write the hashes anew

A solved grid comes from grids.py; what is dug into it is said by the kind of the set. Files are a
cache in corpora/ (not in git), hashes are in large.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Final

import corpora
from grids import Box, GridSource, Random

HERE: Final = Path(__file__).resolve().parent
MANIFEST: Final = HERE / "large.json"
SHARED: Final = HERE.parent.parent / "shared" / "data"
FAST_NODES: Final = 3000  # of `search`, before another engine is asked about uniqueness

KINDS: Final = {
    "dug": "clues removed in random order while the solution is unique, until {} are left",
    "random holes": "{} cells emptied at random; several solutions possible",
    "balanced holes": "{} cells emptied, as many in each row, col and box (or one more); "
    "several solutions possible",
    "wrong": "a minimal puzzle (minimal16) with one clue changed, to a value that clashes with no "
    "clue and leaves each cell a value and each value a place; no solution",
    "empty": "no clues",
    "corpus": "the corpus {} of corpora.json",
}


@dataclass(frozen=True)
class Spec:
    """What a set is; `number` is of clues left or cells emptied, as its kind says."""

    name: str
    box: Box
    kind: str
    count: int
    number: int = 0
    seed: int = 0

    @property
    def size(self) -> int:
        return self.box[0] * self.box[1]

    @property
    def clues(self) -> int:  # for corpora.dig
        return self.number

    @property
    def how(self) -> str:
        what = self.name if self.kind == "corpus" else str(self.number)
        text = f"{self.size}x{self.size}, boxes {self.box[0]}x{self.box[1]}: "
        return text + KINDS[self.kind].format(what)

    @property
    def path(self) -> Path:
        return corpora.CACHE / f"large-{self.name}.txt"


SPECS: Final = {
    spec.name: spec
    for spec in (
        Spec("easy12", (3, 4), "dug", 100, number=72, seed=1201),
        Spec("easy16", (4, 4), "corpus", 200),
        Spec("easy20", (4, 5), "dug", 50, number=208, seed=2001),
        Spec("easy25", (5, 5), "dug", 50, number=344, seed=2501),
        Spec("easy30", (5, 6), "dug", 20, number=504, seed=3001),
        Spec("easy36", (6, 6), "dug", 20, number=752, seed=3601),
        Spec("easy49", (7, 7), "dug", 10, number=1513, seed=4901),
        Spec("medium12", (3, 4), "dug", 100, number=58, seed=1202),
        Spec("medium16", (4, 4), "corpus", 200),
        Spec("medium20", (4, 5), "dug", 50, number=184, seed=2002),
        Spec("medium25", (5, 5), "dug", 30, number=306, seed=2502),
        Spec("medium30", (5, 6), "dug", 10, number=472, seed=3002),
        Spec("medium36", (6, 6), "dug", 10, number=713, seed=3602),
        Spec("medium49", (7, 7), "dug", 5, number=1429, seed=4902),
        Spec("minimal16", (4, 4), "corpus", 100),
        Spec("wrong16", (4, 4), "wrong", 50, seed=1605),
        Spec("holes25", (5, 5), "random holes", 100, number=345, seed=2503),
        Spec("balanced25", (5, 5), "balanced holes", 100, number=345, seed=2504),
        Spec("holes36", (6, 6), "random holes", 20, number=600, seed=3603),
        *(
            Spec(f"empty{n}", (r, r), "empty", 1)
            for r, n in ((5, 25), (6, 36), (7, 49), (8, 64))
        ),
    )
}  # fmt: skip
# Below the folder that --data names.
PUBLIC: Final = (
    "16x16/easy",
    "16x16/medium",
    "16x16/minimal",
    "16x16/holes154",
    "16x16/balanced-holes160",
    "large/16-hard",
    "large/25-easy",
    "large/25-medium",
    "large/25-holes345",
    "large/25-balanced-holes345",
    "large/36-easy",
    "large/49-easy",
)


@dataclass(frozen=True)
class LargeSet:
    """Puzzles as values, row by row, 0 for an empty cell."""

    name: str
    box: Box
    puzzles: list[bytes]
    how: str = ""

    @property
    def size(self) -> int:
        return self.box[0] * self.box[1]


def is_unique(size: int, clues: bytes) -> bool:
    """By our engines: the quick one first, then one that learns. The answer is a fact."""
    from squaredance import Puzzle, Status, solve
    from squaredance.geometry import standard_geometry
    from squaredance.solve import ENGINES

    puzzle = Puzzle(standard_geometry(size), clues)
    result = solve(puzzle, unique=True, engine="search", max_nodes=FAST_NODES)
    if result.status is Status.UNKNOWN:
        engine = next((e for e in ("learn", "sat") if e in ENGINES), "search")
        result = solve(puzzle, unique=True, engine=engine)
    return result.status is Status.UNIQUE


def emptied(solution: bytes, cells: Iterator[int] | list[int]) -> bytes:
    values = bytearray(solution)
    for cell in cells:
        values[cell] = 0
    return bytes(values)


def balanced_cells(mask: bytes, size: int, number: int, random: Random) -> list[int]:
    """Cells of which each house has number // size, or one more.

    The cells of one value of a solved grid are one of each row, col and box. So those of some
    values of `mask`, a grid that has nothing to do with the solution, are balanced.
    """
    whole, rest = divmod(number, size)
    values = [v + 1 for v in random.shuffled(size)]
    cells = [cell for cell, value in enumerate(mask) if value in values[:whole]]
    more = [cell for cell, value in enumerate(mask) if value == values[whole]] if rest else []
    return cells + [more[i] for i in random.shuffled(len(more))[:rest]]


def wrong_clue(puzzle: bytes, random: Random) -> bytes | None:
    """The puzzle with one clue changed so that it has no solution, and nothing shows it at once."""
    from squaredance import Puzzle, Status, solve
    from squaredance.check import explain_conflict
    from squaredance.geometry import standard_geometry

    size = isqrt(len(puzzle))
    given = [cell for cell, value in enumerate(puzzle) if value]
    for at in random.shuffled(len(given))[:20]:
        for value in random.shuffled(size):
            clues = bytearray(puzzle)
            clues[given[at]] = value + 1
            changed = Puzzle(standard_geometry(size), bytes(clues))
            if clues == puzzle or explain_conflict(changed) is not None:
                continue
            if solve(changed).status is Status.NONE:
                return bytes(clues)
    return None


def flat(grid: list[list[int]]) -> bytes:
    return bytes(value for row in grid for value in row)


def made(spec: Spec) -> Iterator[bytes]:
    """The puzzles of the set, from its seed."""
    source = GridSource(spec.box, spec.seed)
    if spec.kind == "wrong":
        for line in corpora.load("minimal16"):
            changed = wrong_clue(values_of(line, 16), source.random)
            if changed is not None:
                yield changed
        return
    while True:
        solution = flat(source.next_grid())
        if spec.kind == "dug":
            clues = bytearray(solution)
            if corpora.dig(spec, clues, source.random, is_unique):  # type: ignore[arg-type]
                yield bytes(clues)
        elif spec.kind == "random holes":
            yield emptied(solution, source.random.shuffled(len(solution))[: spec.number])
        else:
            mask = flat(source.next_grid())
            yield emptied(solution, balanced_cells(mask, spec.size, spec.number, source.random))


def text_of(values: bytes, size: int) -> str:
    """A line: letters up to 25, numbers with spaces above."""
    if size > 25:
        return " ".join(map(str, values))
    return "".join("." if not value else chr(ord("A") + value - 1) for value in values)


def values_of(line: str, size: int) -> bytes:
    if " " in line.strip():
        return bytes(map(int, line.split()))
    return bytes(0 if c == "." else ord(c) - ord("A") + 1 for c in line.strip()[: size * size])


def make(spec: Spec) -> None:
    """Write the file of the set, whole or not at all."""
    corpora.CACHE.mkdir(exist_ok=True)
    started = time.perf_counter()
    puzzles = made(spec)
    partial = spec.path.with_suffix(".partial")
    with partial.open("w", newline="\n") as file:
        for _ in range(spec.count):
            file.write(text_of(next(puzzles), spec.size) + "\n")
    partial.rename(spec.path)
    seconds = time.perf_counter() - started
    print(f"{spec.name}: {spec.count} puzzles made in {seconds:.1f} s", file=sys.stderr)


def manifest() -> dict[str, dict[str, object]]:
    if not MANIFEST.exists():
        return {}
    return {entry["name"]: entry for entry in json.loads(MANIFEST.read_text())["sets"]}


def verify(spec: Spec) -> None:
    wanted = manifest().get(spec.name, {}).get("sha256")
    found = corpora.sha256_of(spec.path)
    if found != wanted:
        raise SystemExit(f"{spec.path}: sha256 {found}, but {MANIFEST.name} says {wanted}")


def load(name: str, data: Path = SHARED, most: int | None = None) -> LargeSet:
    """A set by its name, a public one of the folder `data`, or a file of lines."""
    if name in SPECS:
        spec = SPECS[name]
        if spec.kind == "empty":
            puzzles = [bytes(spec.size**2)]
        elif spec.kind == "corpus":
            puzzles = [values_of(line, spec.size) for line in corpora.load(name)]
        else:
            if not spec.path.exists():
                make(spec)
            verify(spec)
            lines = spec.path.read_text().splitlines()
            puzzles = [values_of(line, spec.size) for line in lines]
        return LargeSet(name, spec.box, puzzles[:most], spec.how)
    path = data / f"{name}.txt" if name in PUBLIC else Path(name)
    if not path.is_file():
        known = ", ".join([*SPECS, *PUBLIC])
        raise SystemExit(f"--sets: {name} is neither a file nor one of {known}")
    return from_file(path, name, most)


def from_file(path: Path, name: str, most: int | None) -> LargeSet:
    from squaredance.geometry import squarest_box

    lines = [line for line in path.read_text().splitlines() if line.strip()][:most]
    cells = len(lines[0].split()) if " " in lines[0].strip() else len(lines[0].strip())
    size = isqrt(cells)
    puzzles = [values_of(line, size) for line in lines]
    if size * size != cells or any(len(values) != cells for values in puzzles):
        raise SystemExit(f"--sets: {name} has lines that are no puzzles of one size")
    return LargeSet(name, squarest_box(size) or (1, size), puzzles, "a file")


def public_names(data: Path) -> list[str]:
    """The public lists that are there and that the generated sets do not stand for."""
    wanted = [n for n in PUBLIC if n.startswith("large/") or n == "16x16/minimal"]
    like_ours = ("large/25-easy", "large/25-medium")
    return [n for n in wanted if n not in like_ours and (data / f"{n}.txt").is_file()]


def write_manifest() -> None:
    entries = [
        {
            "name": spec.name,
            "how": spec.how,
            "seed": spec.seed,
            "count": spec.count,
            "sha256": hashlib.sha256(spec.path.read_bytes()).hexdigest(),
        }
        for spec in SPECS.values()
        if spec.kind not in ("corpus", "empty")
    ]
    MANIFEST.write_text(json.dumps({"sets": entries}, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make and verify the sets of the large benchmark.")
    parser.add_argument("--update", action="store_true", help="make again, write new hashes")
    args = parser.parse_args()
    for spec in SPECS.values():
        if spec.kind in ("corpus", "empty"):
            continue
        if args.update or not spec.path.exists():
            make(spec)
        if not args.update:
            verify(spec)
            print(f"{spec.name}: {spec.count} puzzles, hash as in {MANIFEST.name}")
    if args.update:
        write_manifest()


if __name__ == "__main__":
    main()
