"""The 9x9 benchmark: ours in bulk, one by one, through Python and the CLI, beside peers.

One set is one table: microseconds per puzzle, and how many times faster than each peer.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import machine
import nine_contenders
import nine_plot
import nine_scale
import nine_sets
from nine_contenders import Contender
from nine_native import Answers, Loop, NativeError, Ours, Pass
from nine_sets import NineSet

COUNT_SEED: Final = 9_009
COUNT_LIMIT: Final = 10
CHUNK: Final = 100_000
WARM_UP: Final = 500  # puzzles
PATIENCE: Final = 10.0  # seconds
TURN: Final = 0.05  # seconds at least in a round: a pass of 2 ms alone is timed cold
BUSY: Final = 0.05  # share of the time that others may have had the core
CALL_FLOOR_US: Final = 0.06  # crossing from Python once

# Times tdoku, through solve_many(bytes), one core.
BULK_BARS: Final = {
    "easy": 12.0,
    "minimal": 7.0,
    "17-clue": 8.0,
    "magictour": 4.5,
    "hardest": 4.0,
    "multi-solution": 3.0,
    "multiple": 3.0,
    "invalid": 3.5,
}


@dataclass
class Score:
    """One contender on one set: its best pass, and what it answered."""

    name: str
    peer: bool
    seconds: float = float("inf")  # best wall clock
    cpu: float | None = None  # best CPU time, where it is known
    by_cpu: bool = False  # which of them counts
    spent: float = 0.0  # in all rounds
    note: str = ""
    answers: Answers | None = field(default=None, repr=False)

    def add(self, done: Pass) -> None:
        self.seconds = min(self.seconds, done.seconds)
        self.spent += done.seconds
        if done.cpu is not None:
            self.cpu = min(self.cpu or done.cpu, done.cpu)

    @property
    def time(self) -> float:
        return self.cpu if self.cpu is not None and self.clock == "cpu" else self.seconds

    @property
    def clock(self) -> str:
        return "cpu" if self.by_cpu and self.cpu is not None else "wall"

    @property
    def waited(self) -> float:
        """The share of the best pass that others had the core."""
        return 0.0 if self.cpu is None else max(0.0, 1 - self.cpu / self.seconds)


class Mismatch(SystemExit):
    """An engine is wrong: nothing of the run counts."""


def _line(lines: bytes, index: int) -> str:
    return lines[index * 82 : index * 82 + 81].decode()


def verify(name: str, score: Score, loop: Loop, lines: bytes, wanted: array[int]) -> None:
    """Counts as wanted and every grid a solution, or the benchmark ends here."""
    answers = score.answers
    if answers is None:
        return
    if len(answers.counts) != len(wanted):
        raise Mismatch(
            f"MISMATCH: {score.name} on {name}: "
            f"{len(answers.counts)} answers to {len(wanted)} puzzles"
        )
    if answers.counts != wanted:
        at = next(i for i, count in enumerate(wanted) if answers.counts[i] != count)
        raise Mismatch(
            f"MISMATCH: {score.name} on {name}, puzzle {at + 1}: count {answers.counts[at]}, "
            f"engine search says {wanted[at]}\n{_line(lines, at)}"
        )
    wrong, first = loop.wrong_grids(lines, answers)
    if wrong:
        raise Mismatch(
            f"MISMATCH: {score.name} on {name}: {wrong} grids are no solution, the first is of "
            f"puzzle {first + 1}\n{_line(lines, first)}"
        )


def measure(
    entrants: Sequence[tuple[Contender, bool]],
    puzzles: NineSet,
    loop: Loop,
    wanted: array[int],
    rounds: int,
    cpu_time: bool,
) -> list[Score]:
    """One pass over a few to warm up, then interleaved rounds; every answer is verified.

    Who has used up `PATIENCE` in a set sits out its further rounds: figures of a hundred
    microseconds need no best of five.
    """
    scores = [Score(contender.name, peer, by_cpu=cpu_time) for contender, peer in entrants]
    for number in range(rounds + 1):
        for (contender, _), score in zip(entrants, scores, strict=True):
            if score.spent > PATIENCE:
                continue
            lines = puzzles.lines if number else puzzles.lines[: WARM_UP * 82]
            end = score.spent + (TURN if number else 0.0)
            while True:
                done = contender.run(lines)
                score.answers = done.answers
                verify(puzzles.name, score, loop, lines, wanted[: len(lines) // 82])
                score.answers = None
                score.note = contender.note
                if number:
                    score.add(done)
                if score.spent >= end:
                    break
        if sys.stderr.isatty():
            print(f"  round {number} of {rounds}", end="\r", file=sys.stderr, flush=True)
    return scores


def microseconds(score: Score, puzzles: NineSet) -> float:
    return score.time / puzzles.count * 1e6


def _other_clock(score: Score) -> bool:
    """Wall clock where the others have CPU time: on a busy machine the two do not compare."""
    return score.by_cpu and score.clock == "wall"


def _times(score: Score, peer: Score) -> str:
    return "" if score.peer or score.clock != peer.clock else f"{peer.time / score.time:.2f}"


def print_table(puzzles: NineSet, scores: Sequence[Score]) -> None:
    clock = ", CPU time" if scores[0].by_cpu else ""
    repeated = f" ({puzzles.distinct:,} repeated)" if puzzles.distinct < puzzles.count else ""
    what = f"{puzzles.count:,} puzzles{repeated}, one core, proving uniqueness{clock}"
    print(f"\n{puzzles.name}: {what}")
    peers = [score for score in scores if score.peer]
    heads = "".join(f"{'x ' + peer.name:>{len(peer.name) + 6}}" for peer in peers)
    print(f"  {'engine':<26}{'us/puzzle':>10}{heads}  notes")
    for score in scores:
        ratios = "".join(f"{_times(score, peer):>{len(peer.name) + 6}}" for peer in peers)
        notes = "; ".join(filter(None, (score.note, "wall clock" * _other_clock(score))))
        print(f"  {score.name:<26}{microseconds(score, puzzles):>10.3f}{ratios}  {notes}")
    waited = max(score.waited for score in scores)
    if waited > BUSY and not scores[0].by_cpu:
        print(
            f"  BUSY MACHINE: others had the core for up to {waited:.0%} of a best pass; --cpu-time"
        )


def _as_json(score: Score, puzzles: NineSet) -> dict[str, Any]:
    return {
        "name": score.name,
        "peer": score.peer,
        "us": microseconds(score, puzzles),
        "wall_seconds": score.seconds,
        "cpu_seconds": score.cpu,
        "note": score.note,
    }


def judge_bars(puzzles: NineSet, scores: Sequence[Score]) -> list[dict[str, Any]]:
    """PASS or FAIL for each bar of this set that the peers at hand allow."""
    us = {score.name: microseconds(score, puzzles) for score in scores}
    peers = {s.name: us[s.name] for s in scores if s.peer and not _other_clock(s)}
    tdoku = min((time for name, time in peers.items() if name.startswith("tdoku")), default=None)
    best = min(peers, key=lambda name: peers[name], default=None)
    bars: list[tuple[str, float, float]] = []  # what, ratio, wanted
    bulk = us.get("solve_many(bytes)")
    if bulk and tdoku and puzzles.name in BULK_BARS:
        bars.append(("solve_many(bytes) x tdoku", tdoku / bulk, BULK_BARS[puzzles.name]))
    if best:
        bars.append((f"scalar kernel x best peer ({best})", peers[best] / us["scalar kernel"], 1))
        if "solve_many, 100 a call" in us:
            ratio = peers[best] / us["solve_many, 100 a call"]
            bars.append((f"solve_many, 100 a call x best peer ({best})", ratio, 1))
        one = min(("solve(str)", "solve_many, 1 a call"), key=lambda name: us.get(name, 1e9))
        allowed = peers[best] + CALL_FLOOR_US
        bars.append((f"{one} x best peer ({best}) and a call", allowed / us[one], 1))
    if puzzles.name == "easy":
        over = us["solve(str)"] - us["scalar kernel"]
        bars.append(("1 us / what solve(str) costs over the scalar kernel", 1 / over, 1))
    verdicts = []
    for what, ratio, wanted in bars:
        verdict = "PASS" if ratio >= wanted else "FAIL"
        if puzzles.count < nine_sets.FILL:
            verdict = "TOO FEW"
        print(f"  {verdict}: {what} = {ratio:.2f}, bar {wanted:g}")
        verdicts.append({"bar": f"{what} >= {wanted:g}", "ratio": ratio, "verdict": verdict})
    return verdicts


def run_set(
    puzzles: NineSet,
    entrants: Sequence[tuple[Contender, bool]],
    native: Ours,
    loop: Loop,
    rounds: int,
    cpu_time: bool,
) -> dict[str, Any]:
    truth = loop.answers(native.search, puzzles.lines)
    verify(
        puzzles.name,
        Score("engine search", False, answers=truth),
        loop,
        puzzles.lines,
        truth.counts,
    )
    scores = measure(entrants, puzzles, loop, truth.counts, rounds, cpu_time)
    print_table(puzzles, scores)
    return {
        "set": puzzles.name,
        "count": puzzles.count,
        "distinct": puzzles.distinct,
        "without_solution": truth.counts.count(0),
        "with_several": truth.counts.count(2),
        "engines": [_as_json(score, puzzles) for score in scores],
        "bars": judge_bars(puzzles, scores),
    }


def run_counts(native: Ours, loop: Loop, count: int) -> dict[str, Any]:
    """The same counts from all of our engines on puzzles with none, one and many solutions."""
    print(f"\ncounts: {count:,} varied puzzles, seed {COUNT_SEED}, up to {COUNT_LIMIT} solutions")
    bases = b"".join(nine_sets.load(name).lines for name in nine_sets.GENERATED)
    tally = {"none": 0, "one": 0, "many": 0}
    for first in range(0, count, CHUNK):
        lines = loop.varied(bases, COUNT_SEED + first // CHUNK, min(CHUNK, count - first))
        truth = loop.answers(native.search, lines, COUNT_LIMIT)
        _check_chunk(native, loop, lines, truth)
        none, one = truth.counts.count(0), truth.counts.count(1)
        tally["none"] += none
        tally["one"] += one
        tally["many"] += len(truth.counts) - none - one
        if sys.stderr.isatty():
            print(f"  {first + CHUNK:,}", end="\r", file=sys.stderr, flush=True)
    print(
        f"  all equal: {tally['none']:,} without a solution, {tally['one']:,} with one, "
        f"{tally['many']:,} with several; every grid verified"
    )
    return {"count": count, "seed": COUNT_SEED, "limit": COUNT_LIMIT, **tally}


def _check_chunk(native: Ours, loop: Loop, lines: bytes, truth: Answers) -> None:
    """Bulk and scalar kernels count as engine search does, and give the very same grid."""

    single = loop.answers(native.single, lines, COUNT_LIMIT)
    bulk = native.bulk(lines, limit=COUNT_LIMIT).answers
    assert bulk is not None
    said = {"engine search": truth, "scalar kernel": single, "bulk kernel": bulk}
    for name, answers in said.items():
        verify("varied", Score(name, False, answers=answers), loop, lines, truth.counts)
    for i, count in enumerate(truth.counts):
        at, other = i * bulk.step, i * single.step
        if count and bulk.grids[at : at + 81] != single.grids[other : other + 81]:
            raise Mismatch(
                f"MISMATCH: bulk and scalar kernel give different grids\n{_line(lines, i)}"
            )
    python = nine_contenders.SolveMany().run(lines).answers
    wanted = array("I", (min(count, 2) for count in truth.counts))
    verify("varied", Score("solve_many", False, answers=python), loop, lines, wanted)


def run(
    sets: Sequence[str] | None,
    peer_specs: Sequence[str],
    *,
    rounds: int,
    most: int | None,
    lines: int,
    counts: int,
    cpu_time: bool,
    plot: Path,
) -> dict[str, Any]:
    """Every set, then threads and the CLI by the million, then the counts."""
    try:
        loop, native = Loop(), Ours()
    except NativeError as error:
        raise SystemExit(f"nine: {error}") from error
    allowed = nine_contenders.cores()
    report: dict[str, Any] = {
        "kernel": native.kernel,
        "rounds": rounds,
        "clock": "cpu" if cpu_time else "wall",
        "peers": [nine_contenders.describe_peer(spec) for spec in peer_specs],
        "sets": [],
    }
    with nine_contenders.scratch() as folder:
        peers = [nine_contenders.peer(spec, loop, Path(folder)) for spec in peer_specs]
        entrants = [(c, False) for c in nine_contenders.ours(native, loop, allowed, Path(folder))]
        entrants += [(peer, True) for peer in peers]
        with nine_contenders.on_cores({max(allowed)} if allowed else set()):
            print(f"nine: bulk kernel {native.kernel}, best of {rounds} interleaved rounds")
            for name in sets if sets is not None else nine_sets.default_names():
                puzzles = nine_sets.load(name, most)
                report["sets"].append(run_set(puzzles, entrants, native, loop, rounds, cpu_time))
        if lines:
            report["million"] = nine_scale.run(native, loop, Path(folder), lines, allowed)
    if counts:
        report["counts"] = run_counts(native, loop, counts)
    if report["sets"]:
        plot.parent.mkdir(exist_ok=True)
        plot.write_text(nine_plot.svg(report, machine.describe()))
        print(f"\nwritten: {plot}")
    return report
