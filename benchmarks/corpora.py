"""Make the puzzles that the benchmarks run on, the same bytes on every machine.

    python benchmarks/corpora.py              make what is missing, verify every hash
    python benchmarks/corpora.py --remake     make everything again and verify
    python benchmarks/corpora.py --update     make everything again and write the hashes anew

A puzzle is a random solved grid (grids.py) with clues taken away in a random order, keeping the
solution unique. Whether a solution is unique does not depend on who answers, so the files do not
depend on the engine; `--checker COMMAND` lets another solver answer, to prove just that.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from checker import symbols_of
from grids import GridSource, Random

HERE: Final = Path(__file__).resolve().parent
MANIFEST: Final = HERE / "corpora.json"
CACHE: Final = HERE / "corpora"

IsUnique = Callable[[int, bytes], bool]  # (size, clues row by row) -> exactly one solution?


@dataclass(frozen=True)
class Corpus:
    """What a corpus is; `clues` 0 means minimal: no clue can be taken away.

    `twist` is what is done to a minimal puzzle in the end. Both twists need no solver:
    "wrong clue"  one more clue that is not the solution's and clashes with no other: none is left;
    "clue less"   one clue taken away, which in a minimal puzzle leaves several solutions.
    """

    name: str
    order: int
    count: int
    clues: int
    seed: int
    twist: str = ""

    @property
    def size(self) -> int:
        return self.order * self.order

    @property
    def how(self) -> str:
        stop = f"{self.clues} clues are left" if self.clues else "no clue can go (minimal)"
        then = {"wrong clue": "; then a wrong clue", "clue less": "; then one clue less"}
        return (
            f"{self.size}x{self.size}: random solved grid, "
            f"clues removed in random order while unique until {stop}{then.get(self.twist, '')}"
        )

    @property
    def path(self) -> Path:
        return CACHE / f"{self.name}.txt"


CORPORA: Final = {
    corpus.name: corpus
    for corpus in (
        Corpus("easy9", order=3, count=10_000, clues=36, seed=901),
        Corpus("minimal9", order=3, count=1_000, clues=0, seed=902),
        Corpus("easy16", order=4, count=200, clues=128, seed=1601),
        Corpus("medium16", order=4, count=200, clues=112, seed=1602),
        Corpus("minimal16", order=4, count=100, clues=0, seed=1603),
        Corpus("easy25", order=5, count=50, clues=312, seed=2501),
    )
}
# For nine_bench.py: enough puzzles to fill batches.
BULK: Final = {
    corpus.name: corpus
    for corpus in (
        Corpus("bulk-easy9", order=3, count=20_000, clues=36, seed=911),
        Corpus("bulk-minimal9", order=3, count=20_000, clues=0, seed=912),
        Corpus("bulk-invalid9", order=3, count=20_000, clues=0, seed=913, twist="wrong clue"),
        Corpus("bulk-multiple9", order=3, count=20_000, clues=0, seed=914, twist="clue less"),
    )
}
ALL: Final = CORPORA | BULK


def dig(corpus: Corpus, clues: bytearray, random: Random, is_unique: IsUnique) -> bool:
    """Take clues away in place; False when the wanted number cannot be reached.

    The outcome is that of trying the cells one after the other. Blocks are a short cut: when
    all cells of a block can go together, each can go in its turn. The first block is half of
    the cells; later ones stay short, for a block that fails costs a search among many solutions.
    """
    order = random.shuffled(len(clues))
    left, at, step = len(clues), 0, len(clues) // 2
    while at < len(order) and left > corpus.clues:
        block = order[at : at + min(step, left - corpus.clues)]
        kept = [clues[cell] for cell in block]
        for cell in block:
            clues[cell] = 0
        if is_unique(corpus.size, bytes(clues)):
            at += len(block)
            left -= len(block)
            step = min(2 * step, 8)
            continue
        for cell, value in zip(block, kept, strict=True):
            clues[cell] = value
        at += len(block) == 1
        step = max(1, len(block) // 2)
    return corpus.clues == 0 or left == corpus.clues


def add_wrong_clue(order: int, clues: bytearray, solution: bytes, random: Random) -> bool:
    """Put a value that clashes with no clue, but is not the solution's, into some empty cell."""
    size = order * order
    for cell in random.shuffled(len(clues)):
        if clues[cell]:
            continue
        row, col = divmod(cell, size)
        seen = {clues[row * size + c] for c in range(size)}
        seen |= {clues[r * size + col] for r in range(size)}
        top, left = row - row % order, col - col % order
        seen |= {clues[(top + r) * size + left + c] for r in range(order) for c in range(order)}
        free = sorted(set(range(1, size + 1)) - seen - {solution[cell]})
        if free:
            clues[cell] = free[random.below(len(free))]
            return True
    return False


def twist(corpus: Corpus, clues: bytearray, solution: bytes, random: Random) -> bool:
    """Do in place what makes the puzzle one of its corpus; False when it cannot be done."""
    if corpus.twist == "wrong clue":
        return add_wrong_clue(corpus.order, clues, solution, random)
    if corpus.twist == "clue less":
        given = [cell for cell, value in enumerate(clues) if value]
        clues[given[random.below(len(given))]] = 0
    return True


def puzzles(corpus: Corpus, is_unique: IsUnique) -> Iterator[str]:
    """The lines of the corpus, all different."""
    source = GridSource((corpus.order, corpus.order), corpus.seed)
    text = "." + symbols_of(corpus.size)
    seen: set[str] = set()
    while len(seen) < corpus.count:
        solution = bytes(value for row in source.next_grid() for value in row)
        clues = bytearray(solution)
        if not dig(corpus, clues, source.random, is_unique):
            continue
        if not twist(corpus, clues, solution, source.random):
            continue
        line = "".join(text[value] for value in clues)
        if line not in seen:
            seen.add(line)
            yield line


def squaredance_is_unique(size: int, clues: bytes) -> bool:
    """The default judge: our own engine."""
    from squaredance import Puzzle, Status, solve
    from squaredance.geometry import standard_geometry

    puzzle = Puzzle(standard_geometry(size), clues)
    return solve(puzzle, unique=True).status is Status.UNIQUE


@contextmanager
def command_is_unique(command: str) -> Iterator[IsUnique]:
    """A solver that reads lines and answers each with a solution or the word `multiple`."""
    with subprocess.Popen(
        shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def is_unique(size: int, clues: bytes) -> bool:
            text = "." + symbols_of(size)
            stdin.write("".join(text[value] for value in clues) + "\n")
            answer = stdout.readline().strip()
            if len(answer) != len(clues) and answer != "multiple":
                raise SystemExit(f"{command}: expected a solution or 'multiple', got {answer!r}")
            return answer != "multiple"

        yield is_unique
        stdin.close()


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_manifest() -> dict[str, dict[str, object]]:
    if not MANIFEST.exists():
        return {}
    return {entry["name"]: entry for entry in json.loads(MANIFEST.read_text())["corpora"]}


def manifest_entry(corpus: Corpus) -> dict[str, object]:
    return {
        "name": corpus.name,
        "how": corpus.how,
        "seed": corpus.seed,
        "count": corpus.count,
        "sha256": sha256_of(corpus.path),
    }


def make(corpus: Corpus, is_unique: IsUnique = squaredance_is_unique) -> None:
    """Write the file of the corpus, whole or not at all."""
    CACHE.mkdir(exist_ok=True)
    started = time.perf_counter()
    partial = corpus.path.with_suffix(".partial")
    with partial.open("w", newline="\n") as file:
        for line in puzzles(corpus, is_unique):
            file.write(line + "\n")
    partial.rename(corpus.path)
    seconds = time.perf_counter() - started
    print(f"{corpus.name}: {corpus.count} puzzles made in {seconds:.1f} s", file=sys.stderr)


def verify(corpus: Corpus) -> None:
    """Stop with a message when the file is not the one of the manifest."""
    wanted = read_manifest().get(corpus.name, {}).get("sha256")
    found = sha256_of(corpus.path)
    if found != wanted:
        raise SystemExit(
            f"{corpus.path}: sha256 {found}, but {MANIFEST.name} says {wanted}; "
            "see 'How the corpora are made' in benchmarks/README.md"
        )


def load(name: str) -> list[str]:
    """The lines of a corpus, made first if need be."""
    corpus = ALL[name]
    if not corpus.path.exists():
        make(corpus)
    verify(corpus)
    return corpus.path.read_text().split()


def write_manifest(made: list[Corpus]) -> None:
    entries = read_manifest() | {corpus.name: manifest_entry(corpus) for corpus in made}
    ordered = [entries[name] for name in ALL if name in entries]
    MANIFEST.write_text(json.dumps({"corpora": ordered}, indent=2) + "\n")


def run(names: list[str], remake: bool, update: bool, is_unique: IsUnique) -> None:
    chosen = [ALL[name] for name in names]
    for corpus in chosen:
        if remake or update or not corpus.path.exists():
            make(corpus, is_unique)
        if not update:
            verify(corpus)
            print(f"{corpus.name}: {corpus.count} puzzles, hash as in {MANIFEST.name}")
    if update:
        write_manifest(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make and verify the benchmark corpora.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(ALL)}")
    parser.add_argument("--remake", action="store_true", help="make again even what exists")
    parser.add_argument("--update", action="store_true", help="make again, write new hashes")
    parser.add_argument("--checker", metavar="COMMAND", help="solver that judges uniqueness")
    args = parser.parse_args()
    names = args.names or list(ALL)
    if unknown := [name for name in names if name not in ALL]:
        parser.error(f"no corpus named {', '.join(unknown)}; there are {', '.join(ALL)}")
    if args.checker is None:
        run(names, args.remake, args.update, squaredance_is_unique)
        return
    with command_is_unique(args.checker) as is_unique:
        run(names, args.remake, args.update, is_unique)


if __name__ == "__main__":
    main()
