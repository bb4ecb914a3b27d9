"""The generator benchmark: how many puzzles per second of each kind, and are they what was wished?

Rates are those of `generate(count=...)` with one thread, beside peers that print puzzles from a
command line. Puzzles are verified outside of the clock by engines that the generator does not use:
one solution, no clue (or no group of them) too many, symmetric, within its range.
"""

from __future__ import annotations

import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import machine
import nine_sets

from squaredance import (
    Geometry,
    Grid,
    Puzzle,
    canonical_many,
    generate,
    random_grids,
    rate_many,
    solve,
)

_SEED: Final = 20261116


class Kind(NamedTuple):
    """Puzzles of one wish."""

    wishes: dict[str, Any]
    count: int  # that are timed in a round
    bar: float | None = None  # per second
    engine: str = "dance"  # that verifies
    clues: tuple[int, int] | None = None
    minimal: bool = False
    symmetry: bool = False  # by half a turn
    rating: tuple[float, float] | None = None


def _rated(least: float, most: float, count: int = 100) -> Kind:
    return Kind({"difficulty": (least, most)}, count, rating=(least, most))


KINDS: Final = {
    "minimal 9x9": Kind({"minimal": True}, 20_000, 10_000, minimal=True),
    "minimal 9x9, 180": Kind(
        {"minimal": True, "symmetry": "rotate180"}, 5_000, 2_000, minimal=True, symmetry=True
    ),
    "9x9, 30 clues": Kind({"clues": 30}, 20_000, clues=(30, 30)),
    "9x9, 22 clues": Kind({"clues": 22}, 100, clues=(22, 22)),
    "se121 2.0-3.0": _rated(2.0, 3.0),
    "se121 4.0-5.0": _rated(4.0, 5.0),
    "se121 6.5-7.5": _rated(6.5, 7.5),
    "se121 8.0-9.0": _rated(8.0, 9.0),
    "minimal 4x4": Kind({"geometry": 4, "minimal": True}, 2_000, minimal=True),
    "minimal 6x6": Kind({"geometry": 6, "minimal": True}, 1_000, minimal=True),
    "minimal 12x12": Kind({"geometry": 12, "minimal": True}, 50, engine="search", minimal=True),
    "16x16, 95-105 clues": Kind(
        {"geometry": 16, "clues": (95, 105)}, 40, 20, "search", clues=(95, 105)
    ),
    "minimal 16x16": Kind({"geometry": 16, "minimal": True}, 10, engine="search", minimal=True),
    "25x25, 203-213 clues": Kind(
        {"geometry": 25, "clues": (203, 213)}, 10, 1, "sat", clues=(203, 213)
    ),
    "25x25, 208 clues": Kind({"geometry": 25, "clues": 208}, 10, engine="sat", clues=(208, 208)),
}

GRIDS: Final = {4: 10_000, 6: 10_000, 9: 100_000, 16: 200, 25: 20, 36: 5, 49: 3, 64: 1}
CANON_BARS: Final = {"grids": 500_000, "puzzles": 300_000}


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    found = call()
    return time.perf_counter() - start, found


def made(kind: Kind, count: int, seed: int) -> list[Any]:
    return list(generate(**kind.wishes, count=count, seed=seed, threads=1))


def verify(name: str, kind: Kind, puzzles: Sequence[Puzzle]) -> None:
    """Ends the run at the first puzzle that is not what was wished."""
    for puzzle in puzzles:
        reason = fault(kind, puzzle)
        if reason:
            raise SystemExit(f"MISMATCH: {name}: {reason}\n{puzzle!r}")
    if kind.rating:
        least, most = kind.rating
        for puzzle, rating in zip(puzzles, rate_many(puzzles), strict=True):
            if rating.er is None or not least <= rating.er <= most:
                raise SystemExit(f"MISMATCH: {name}: rated {rating}\n{puzzle!r}")


def fault(kind: Kind, puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle, if anything."""
    if not is_unique(puzzle, kind.engine):
        return "not one solution"
    if kind.clues and not kind.clues[0] <= puzzle.clue_count <= kind.clues[1]:
        return f"{puzzle.clue_count} clues"
    clues = puzzle.clues
    if kind.symmetry and [not clue for clue in clues] != [not clue for clue in clues[::-1]]:
        return "not symmetric"
    if kind.minimal:
        for cell, clue in enumerate(clues):
            gone = {cell, len(clues) - 1 - cell} if kind.symmetry else {cell}
            if clue and is_unique(without(puzzle, gone), kind.engine):
                return f"cell {cell} is not needed"
    return None


def without(puzzle: Puzzle, cells: set[int]) -> Puzzle:
    clues = bytes(0 if cell in cells else clue for cell, clue in enumerate(puzzle.clues))
    return Puzzle(puzzle.geometry, clues)


def is_unique(puzzle: Puzzle, engine: str) -> bool:
    return solve(puzzle, unique=True, engine=engine).status.value == "unique"


def peer_rate(command: str, count: int) -> float:
    """Puzzles per second of a command that prints one per line, its start included."""
    words = shlex.split(command.replace("{count}", str(count)))
    took, done = timed(lambda: subprocess.run(words, check=True, capture_output=True))
    lines = [line for line in done.stdout.splitlines() if len(line.split(b" ")[0]) >= 81]
    if not lines:
        raise SystemExit(f"peer {command!r} printed no puzzles")
    return len(lines) / took


def rates(rounds: int, share: float, peers: dict[str, str]) -> dict[str, Any]:
    """The best rate of each kind over the rounds; the peers beside the minimal ones."""
    best: dict[str, float] = {}
    for number in range(rounds):
        for name, kind in KINDS.items():
            count = max(1, int(kind.count * share))
            took, found = timed(lambda k=kind, c=count, n=number: made(k, c, _SEED + n))
            if len(found) != count or not all(one.is_met for one in found):
                raise SystemExit(f"MISMATCH: {name}: {len(found)} of {count} made")
            best[name] = max(best.get(name, 0.0), count / took)
            if number == 0:
                sample = [one.puzzle for one in islice(found, 200)]
                verify(name, kind, sample)
        for peer, command in peers.items():
            best[peer] = max(best.get(peer, 0.0), peer_rate(command, max(20, int(2000 * share))))
    for name, rate in best.items():
        print(f"  {name:22} {rate:12.1f}/s{told(name, rate, peers, best)}")
    return best


def told(name: str, rate: float, peers: dict[str, str], best: dict[str, float]) -> str:
    if name in peers:
        return f"   minimal 9x9 beside it: {best['minimal 9x9'] / rate:.1f}x"
    bar = KINDS[name].bar
    return "" if bar is None else f"   bar {bar:g}/s: {'PASS' if rate >= bar else 'FAIL'}"


def grids(rounds: int, share: float) -> dict[str, float]:
    """Random solved grids per second, by size."""
    best: dict[str, float] = {}
    for number in range(rounds):
        for size, count in GRIDS.items():
            some = max(1, int(count * share))
            took, _ = timed(
                lambda s=size, c=some, n=number: list(random_grids(c, s, seed=n, threads=1))
            )
            best[f"{size}x{size}"] = max(best.get(f"{size}x{size}", 0.0), some / took)
    for name, rate in best.items():
        print(f"  {name:22} {rate:12.1f}/s")
    return best


def canonical_rates(rounds: int, share: float) -> dict[str, float]:
    """Canonical forms per second in bulk, text in and out, one thread."""
    count = int(100_000 * share)
    geometry = Geometry(9)
    lines = {
        "grids": text_of(list(random_grids(count, geometry, seed=1))),
        "puzzles": text_of([one.puzzle for one in made(KINDS["minimal 9x9"], count, 2)]),
        "17-clue": b"".join(line[:81] + b"\n" for line in seventeens(count)),
    }
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, text in lines.items():
            took, _ = timed(lambda t=text: canonical_many(t, threads=1))
            best[name] = max(best.get(name, 0.0), text.count(b"\n") / took)
    for name, rate in best.items():
        bar = CANON_BARS.get(name)
        verdict = "" if bar is None else f"   bar {bar}/s: {'PASS' if rate >= bar else 'FAIL'}"
        print(f"  canonical {name:12} {rate:12.0f}/s{verdict}")
    return best


def seventeens(count: int) -> list[bytes]:
    file = nine_sets.SHARED / "17-clue.txt"
    return file.read_bytes().splitlines()[:count] if file.exists() else []


def text_of(grids: Sequence[Grid]) -> bytes:
    table = bytes.maketrans(bytes(range(10)), b".123456789")
    return b"".join(grid.values.translate(table) + b"\n" for grid in grids)


def verify_all(count: int) -> dict[str, int]:
    """So many of every kind (fewer where they are slow), each verified: many minutes."""
    done: dict[str, int] = {}
    for name, kind in KINDS.items():
        some = count if kind.count >= 40 else min(count, 10 * kind.count)
        found = [one.puzzle for one in generate(**kind.wishes, count=some, seed=_SEED)]
        verify(name, kind, found)
        done[name] = len(found)
        print(f"  {name:22} {len(found)} verified")
    return done


def run(peers: dict[str, str], *, rounds: int, quick: bool, verified: int) -> dict[str, Any]:
    if verified:
        return {"verified": verify_all(verified)}
    core = machine.pin_to_one_core()
    print(f"generate: {'not pinned' if core is None else f'pinned to core {core}'}")
    share = 0.05 if quick else 1.0
    return {
        "rates": rates(rounds, share, peers),
        "grids": grids(rounds, share),
        "canonical": canonical_rates(rounds, share),
    }
