"""The large benchmark: 12x12 to 64x64, our engines beside SAT solvers, plain programs and peers.

One set is one table: milliseconds per puzzle for the first solution and with proof that it is the
only one, how many were solved within the limit, and the peak memory of the process.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import large_plot
import large_sets
from checker import solves
from large_contenders import Answer, Contender, Run
from large_contenders import field as contenders_of
from large_sets import LargeSet

QUESTIONS: Final = ("first", "unique")
PATIENCE: Final = 1.0  # seconds of a pass after which there are no further rounds
IN_A_ROW: Final = 2  # limits, after which a contender gives the set up
BULK_SETS: Final = ("easy16", "medium16", "minimal16")
BULK_FILL: Final = {"easy16": 10_000, "medium16": 2_000, "minimal16": 200}


class Mismatch(SystemExit):
    """A contender is wrong, or two do not agree: nothing of the run counts."""


@dataclass
class Score:
    """One contender, one set, one question: the best time of each puzzle over the rounds."""

    count: int
    limit: float  # seconds
    best_us: dict[int, float] = field(default_factory=dict)  # of those answered
    status: dict[int, str] = field(default_factory=dict)
    tried: int = 0
    spent: float = 0.0  # seconds of the last pass
    mb: float = 0.0

    def add(self, answer: Answer, by_cpu: bool) -> None:
        self.mb = max(self.mb, answer.mb or 0.0)
        if answer.status == "unknown":
            return
        us = answer.cpu_us if by_cpu and answer.cpu_us is not None else answer.wall_us
        self.best_us[answer.index] = min(us, self.best_us.get(answer.index, us))
        self.status[answer.index] = answer.status

    def at(self, share: float) -> float | None:
        """Milliseconds that this share of all puzzles stays within; None when over the limit."""
        times = sorted(self.best_us.values())
        place = min(int(share * self.count), self.count - 1)
        return times[place] / 1000 if place < len(times) else None

    def as_json(self) -> dict[str, Any]:
        return {
            "median_ms": self.at(0.5),
            "p90_ms": self.at(0.9),
            "max_ms": self.at(1),
            "solved": len(self.best_us),
            "tried": self.tried,
            "peak_mb": round(self.mb, 1),
            "times_ms": [round(us / 1000, 4) for us in sorted(self.best_us.values())],
        }


def verify(puzzles: LargeSet, name: str, answer: Answer, known: dict[int, str]) -> None:
    """The grid is a solution, and the status is what the others said."""
    place = f"{name} on {puzzles.name}, puzzle {answer.index + 1}"
    clues = puzzles.puzzles[answer.index]
    if answer.status in ("found", "unique") and answer.solution is None:
        raise Mismatch(f"MISMATCH: {place}: {answer.status}, but no grid")
    if answer.solution is not None and not solves(puzzles.box, clues, answer.solution):
        raise Mismatch(f"MISMATCH: {place}: the grid is no solution")
    if answer.status == "unknown":
        return
    said = known.setdefault(answer.index, answer.status)
    if said == answer.status:
        return
    # "found" goes with whatever is more exact, but not with none.
    if "none" in (said, answer.status) or "found" not in (said, answer.status):
        raise Mismatch(f"MISMATCH: {place}: {answer.status}, another says {said}")
    if said == "found":
        known[answer.index] = answer.status


def run_pass(
    run: Run,
    name: str,
    question: str,
    score: Score,
    puzzles: LargeSet,
    known: dict[int, str],
    cap: float,
    by_cpu: bool,
) -> None:
    """All puzzles once. Ends early after some limits in a row, or when the cap is used up."""
    score.spent, tried, in_a_row = 0.0, 0, 0
    for answer in run.answers(question):
        verify(puzzles, name, answer, known)
        if answer.wall_us > score.limit * 1e6:
            answer.status = "unknown"  # right, but too late
        score.add(answer, by_cpu)
        tried += 1
        score.spent += answer.wall_us / 1e6
        in_a_row = in_a_row + 1 if answer.status == "unknown" else 0
        if in_a_row >= IN_A_ROW or score.spent > cap:
            run.end()  # the rest counts as over the limit
            break
    score.tried = max(score.tried, tried)


def measure(
    entrants: Sequence[Contender],
    puzzles: LargeSet,
    *,
    rounds: int,
    limit: float,
    cap: float,
    by_cpu: bool,
) -> dict[str, dict[str, Score]]:
    """Interleaved rounds; who needs long for a pass has one."""
    scores: dict[str, dict[str, Score]] = {}
    runs: dict[str, Run] = {}
    known: dict[int, str] = {}
    for contender in entrants:
        if (run := contender.start(puzzles, limit)) is not None:
            runs[contender.name] = run
            scores[contender.name] = {
                question: Score(len(puzzles.puzzles), limit) for question in QUESTIONS
            }
    try:
        for number in range(rounds):
            for name, run in runs.items():
                for question in QUESTIONS:
                    score = scores[name][question]
                    given_up = question == "unique" and not scores[name]["first"].best_us
                    if given_up or (number and score.spent > PATIENCE):
                        continue
                    run_pass(run, name, question, score, puzzles, known, cap, by_cpu)
            if sys.stderr.isatty():
                print(f"  round {number + 1}", end="\r", file=sys.stderr, flush=True)
    finally:
        for run in runs.values():
            run.end()
    return scores


def cell(value: float | None, limit: float) -> str:
    """Milliseconds with three digits, or the limit as a lower bound."""
    if value is None:
        return f">{limit * 1000:g}"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def print_table(puzzles: LargeSet, scores: dict[str, dict[str, Score]], limit: float) -> None:
    print(f"\n{puzzles.name}: {len(puzzles.puzzles)} puzzles, ms each; {puzzles.how}")
    heads = "".join(f"{head:>10}" for head in ("median", "p90", "max", "solved")) * 2
    print(f"  {'':<14}{'first solution':>40}{'with proof':>40}{'MB':>8}")
    print(f"  {'contender':<14}{heads}")
    for name, by_question in scores.items():
        row = f"  {name:<14}"
        for question in QUESTIONS:
            score = by_question[question]
            row += "".join(f"{cell(score.at(share), limit):>10}" for share in (0.5, 0.9, 1))
            row += f"{len(score.best_us):>10}"
        peak = max(score.mb for score in by_question.values())
        print(f"{row}{peak:>8.0f}")


# (set, question, what of `auto`, milliseconds at most)
BARS: Final = (
    ("minimal16", "first", "median_ms", 0.45),
    ("minimal16", "first", "max_ms", 20.0),
    ("minimal16", "unique", "max_ms", 40.0),
    ("16x16/minimal", "first", "median_ms", 0.45),
    ("16x16/minimal", "first", "max_ms", 20.0),
    ("16x16/minimal", "unique", "max_ms", 40.0),
    ("medium16", "first", "median_ms", 0.016),
    ("holes25", "first", "max_ms", 60_000.0),
    ("balanced25", "first", "max_ms", 60_000.0),
    ("large/36-easy", "first", "max_ms", 1.0),
    ("large/49-easy", "first", "max_ms", 5.0),
    ("holes36", "first", "median_ms", 50.0),
    ("wrong16", "first", "median_ms", 5.0),
    *((f"empty{size}", "first", "max_ms", 1000.0) for size in (25, 36, 49, 64)),
)
# (set, slower, times at least)
RATIOS: Final = (
    ("minimal16", "plain_masks", 30.0),
    ("16x16/minimal", "plain_masks", 30.0),
    ("holes25", "cadical", 1.0),
    ("balanced25", "cadical", 1.0),
)
PEAK_MB: Final = {25: 200.0, 64: 1000.0}  # up to this size


def judge_bars(
    name: str, size: int, row: dict[str, dict[str, dict[str, Any]]]
) -> list[dict[str, Any]]:
    """PASS or FAIL for each bar of this set; those of the issue, on `auto`."""
    if "auto" not in row:
        return []
    verdicts: list[tuple[str, bool]] = []
    for where, question, what, most in BARS:
        if where == name:
            value = row["auto"][question][what]
            text = f"auto, {question}, {what} {value} at most {most:g}"
            verdicts.append((text, value is not None and value <= most))
    for where, slower, least in RATIOS:
        if where == name and slower in row:
            ours, theirs = row["auto"]["first"]["median_ms"], row[slower]["first"]["median_ms"]
            score = row[slower]["first"]
            late = 2 * (score["tried"] - score["solved"]) > len(row["auto"]["first"]["times_ms"])
            if theirs is None and not late:
                continue  # it gave the set up: its median is not known
            ratio = None if ours is None or theirs is None else theirs / ours
            text = f"{slower} / auto, medians: {ratio or 'over the limit'} at least {least:g}"
            verdicts.append((text, ours is not None and (ratio is None or ratio >= least)))
    peak = max(row["auto"][question]["peak_mb"] for question in QUESTIONS)
    most = next(bound for top, bound in PEAK_MB.items() if size <= top)
    verdicts.append((f"auto, peak {peak:.0f} MB at most {most:g}", peak <= most))
    for text, good in verdicts:
        print(f"  {'PASS' if good else 'FAIL'}: {text}")
    return [{"bar": text, "verdict": "PASS" if good else "FAIL"} for text, good in verdicts]


def run_bulk(rounds: int, most: int | None) -> list[dict[str, Any]]:
    """Puzzles per second through solve_many(bytes) on one thread, 16x16."""
    from squaredance import solve_many

    print("\nsolve_many(bytes), 16x16, one thread, proving uniqueness")
    report = []
    for name in BULK_SETS:
        puzzles = large_sets.load(name)
        wanted = min(BULK_FILL[name], most * 4 if most else BULK_FILL[name])
        lines = [large_sets.text_of(values, 16) for values in puzzles.puzzles]
        text = "".join(line + "\n" for line in (lines * (wanted // len(lines) + 1))[:wanted])
        best = float("inf")
        for _ in range(rounds):
            started = time.perf_counter()
            results = solve_many(text.encode(), unique=True, threads=1)
            best = min(best, time.perf_counter() - started)
        for line, solution in zip(lines, results.solutions.decode().split(), strict=False):
            values = large_sets.values_of(solution, 16)
            if not solves((4, 4), large_sets.values_of(line, 16), values):
                raise Mismatch(f"MISMATCH: solve_many on {name}: a grid is no solution\n{line}")
        rate = wanted / best
        print(f"  {name:<14}{rate:>12,.0f} puzzles/s{1e6 / rate:>10.2f} us each")
        report.append({"set": name, "count": wanted, "per_second": rate})
        if name == "easy16":
            verdict = "PASS" if rate >= 300_000 else "FAIL"
            print(f"  {verdict}: easy16 in bulk {rate:,.0f} per second, at least 300,000")
            report[-1]["bars"] = [{"bar": "per second >= 300,000", "verdict": verdict}]
    return report


def default_sets(data: Path) -> list[str]:
    return [*large_sets.SPECS, *large_sets.public_names(data)]


def run(
    sets: Sequence[str] | None,
    engines: Sequence[str] | None,
    peers: Sequence[str],
    *,
    data: Path,
    rounds: int,
    most: tuple[int | None, int | None],
    limit: float,
    cap: float,
    by_cpu: bool,
    plot: Path,
) -> dict[str, Any]:
    """Every set, then in bulk; the same figures for the JSON, and pictures of them.

    `most` puzzles of a set are used: up to 16x16, and above.
    """
    entrants = contenders_of(engines, peers, limit)
    report: dict[str, Any] = {
        "limit_s": limit,
        "cap_s": cap,
        "rounds": rounds,
        "clock": "cpu" if by_cpu else "wall",
        "contenders": [{"name": c.name, "ours": c.ours} for c in entrants],
        "sets": [],
    }
    started = time.perf_counter()
    for name in sets if sets is not None else default_sets(data):
        puzzles = large_sets.load(name, data)
        del puzzles.puzzles[most[puzzles.size > 16] :]
        scores = measure(entrants, puzzles, rounds=rounds, limit=limit, cap=cap, by_cpu=by_cpu)
        print_table(puzzles, scores, limit)
        row = {who: {q: s.as_json() for q, s in by.items()} for who, by in scores.items()}
        report["sets"].append(
            {
                "set": name,
                "how": puzzles.how,
                "size": puzzles.size,
                "count": len(puzzles.puzzles),
                "contenders": row,
                "bars": judge_bars(name, puzzles.size, row),
            }
        )
    if sets is None:
        report["bulk"] = run_bulk(rounds + 2, most[0] if rounds == 1 else None)
    report["seconds"] = round(time.perf_counter() - started, 1)
    for kind, picture in large_plot.pictures(report).items():
        path = plot.with_name(f"{plot.stem}-{kind}.svg")
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture)
        print(f"\nwritten: {path}")
    return report
