"""The rating benchmark: are the ratings those of the references, and how fast do they come?

Exactness is counted over whole files, every difference listed. Speed is puzzles per second of
`rate_many` with one thread, beside peers that rate the same file from a command line.
"""

from __future__ import annotations

import shlex
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import machine
import rate_sets
from rate_sets import Rated

from squaredance import Puzzle, State, hint, rate_many, verify

# Puzzles per second, one core; seconds for the two of ER 11.
SPEED_BARS: Final = {"stratified": 200.0, "random minimal": 1000.0}
HARD_BAR: Final = 10.0
STEP_BAR: Final = 100.0  # milliseconds that a step of a 16x16 may take, up to chains
EXACT_BARS: Final = {"random minimal": 148 / 150, "bank": 0.98, "bank, sukaku118": 0.97}


def ratings(puzzles: Sequence[Rated], scale: str) -> list[str]:
    """ER/EP/ED of each puzzle, as text."""
    done = rate_many([one.puzzle for one in puzzles], scale=scale, threads=1)
    return [str(rating) for rating in done]


def compare(
    name: str, puzzles: Sequence[Rated], scale: str, wanted: Sequence[str], *, er_only: bool = False
) -> dict[str, Any]:
    """How many ratings are equal; the others one by one."""
    found = ratings(puzzles, scale)
    if er_only:
        found = [text.split("/")[0] for text in found]
    differ = [
        {"puzzle": one.puzzle, "wanted": theirs, "found": ours}
        for one, theirs, ours in zip(puzzles, wanted, found, strict=True)
        if theirs != ours
    ]
    equal = len(puzzles) - len(differ)
    verdict = "PASS" if equal >= EXACT_BARS[name] * len(puzzles) else "FAIL"
    print(f"{name}: {equal} of {len(puzzles)} equal ({scale})  {verdict}")
    for one in differ:
        print(f"  {one['puzzle']} wanted {one['wanted']} found {one['found']}")
    return {"equal": equal, "of": len(puzzles), "scale": scale, "differ": differ}


def timed(call: Any) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def speed(
    name: str, puzzles: Sequence[Rated], peers: dict[str, str], rounds: int
) -> dict[str, float]:
    """Best seconds of each contender over interleaved rounds, a peer's start included."""
    lines = [one.puzzle for one in puzzles]
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.txt")
        file.write_text("".join(f"{line}\n" for line in lines))
        for _ in range(rounds):
            for scale in ("se121", "sukaku118", "hodoku") if name != "ER 11" else ("se121",):
                took = timed(lambda scale=scale: list(rate_many(lines, scale=scale, threads=1)))
                best[scale] = min(best.get(scale, took), took)
            for peer, command in peers.items():
                words = shlex.split(command.replace("{file}", str(file)))
                took = timed(lambda words=words: run_peer(words, file))
                best[peer] = min(best.get(peer, took), took)
    ours = best["se121"]
    print(f"{name}: {len(lines)} puzzles")
    for contender, seconds in best.items():
        ratio = f"  {seconds / ours:6.2f}x of se121" if contender != "se121" else ""
        print(f"  {contender:14} {seconds:8.3f} s {len(lines) / seconds:9.1f}/s{ratio}")
    if name in SPEED_BARS:
        verdict = "PASS" if len(lines) / ours >= SPEED_BARS[name] else "FAIL"
        print(f"  bar {SPEED_BARS[name]:g}/s: {verdict}")
    elif name == "ER 11":
        print(f"  bar {HARD_BAR:g} s: {'PASS' if ours <= HARD_BAR else 'FAIL'}")
    return best


def run_peer(words: list[str], file: Path) -> None:
    """A command that names no file gets it on stdin."""
    if str(file) in words:
        subprocess.run(words, check=True, capture_output=True)
    else:
        with file.open("rb") as lines:
            subprocess.run(words, check=True, capture_output=True, stdin=lines)


def steps_of(line: str, limit: float) -> dict[str, Any]:
    """One large puzzle by hand: every step verified, the time of each."""
    state = State(Puzzle.from_text(line))
    times: list[float] = []
    techniques: dict[str, float] = {}
    end = time.perf_counter() + limit
    while not state.is_solved and time.perf_counter() < end:
        start = time.perf_counter()
        step = hint(state, timeout=max(0.1, end - start))
        took = time.perf_counter() - start
        if step is None:
            break
        verdict = verify(step, state)
        if not verdict:
            raise SystemExit(f"MISMATCH: {step!r} is not proved: {verdict.reason}\n{line}")
        times.append(took)
        techniques[step.technique] = max(techniques.get(step.technique, 0.0), took)
        state = state.apply(step)
    return {
        "solved": state.is_solved,
        "steps": len(times),
        "median_ms": 1000 * statistics.median(times) if times else 0.0,
        "slowest_ms": {name: 1000 * took for name, took in techniques.items()},
    }


def beyond_chains(technique: str) -> bool:
    """Dynamic and nested chains may take longer."""
    return technique.startswith("dynamic-")


def large(
    name: str, file: Path, most: int, limit: float, *, bar: float | None = None
) -> list[dict[str, Any]]:
    """`hint` after `hint` on large puzzles, up to a time limit each."""
    results = [steps_of(line.split()[0], limit) for line in file.read_text().splitlines()[:most]]
    slowest: dict[str, float] = {}
    for one in results:
        for technique, took in one["slowest_ms"].items():
            slowest[technique] = max(slowest.get(technique, 0.0), took)
    solved = sum(one["solved"] for one in results)
    steps = sum(one["steps"] for one in results)
    print(f"{name}: {solved} of {len(results)} solved, {steps} steps, all verified")
    for technique, took in sorted(slowest.items(), key=lambda item: item[1]):
        print(f"  {technique:30} slowest {took:9.2f} ms")
    if bar is not None:
        late = [one for one, took in slowest.items() if took > bar and not beyond_chains(one)]
        verdict = f"FAIL {', '.join(late)}" if late else "PASS"
        print(f"  bar {bar:g} ms a step, up to chains: {verdict}")
    return results


def run(data: Path, peers: dict[str, str], *, rounds: int, quick: bool) -> dict[str, Any]:
    """The whole benchmark; the result goes into the JSON."""
    if not data.is_dir():
        raise SystemExit(f"{data}: expected the folder of the rated puzzles (--data)")
    machine.pin_to_one_core()
    minimal = rate_sets.read(data / "random-minimal-se121.txt")
    bank = rate_sets.read(data / "bank-se121-sukaku118.txt")
    hundred = rate_sets.stratified(bank)
    compared = hundred if quick else bank
    present = {n: c for n, c in peers.items() if shutil.which(shlex.split(c)[0])}
    for name in peers.keys() - present.keys():
        print(f"{name}: no such command, skipped")
    exact = [
        compare("random minimal", minimal, "se121", [one.se121 for one in minimal]),
        compare("bank", compared, "se121", [one.se121 for one in compared]),
        compare(
            "bank, sukaku118", compared, "sukaku118", [one.bank for one in compared], er_only=True
        ),
    ]
    speeds = {
        name: speed(name, puzzles, present, rounds)
        for name, puzzles in (
            ("stratified", hundred),
            ("random minimal", minimal),
            ("ER 11", rate_sets.hard()),
        )
    }
    grids = data.parent
    sizes = {
        "16x16": large(
            "16x16 minimal", grids / "16x16/minimal.txt", 3 if quick else 20, 20.0, bar=STEP_BAR
        ),
        "25x25": large("25x25", grids / "large/25-medium.txt", 1 if quick else 5, 30.0),
    }
    return {"exact": exact, "speed": speeds, "large": sizes}
