"""The engines benchmark: our engines beside plain programs and peers, puzzle by puzzle."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import contenders
import corpora
from checker import is_solution
from contenders import Contender, ContenderError, Run


@dataclass(frozen=True)
class Bar:
    """`slower` takes at least `ratio` times as long as `faster`, in the median of the set."""

    corpus: str
    slower: str
    faster: str
    ratio: float


BARS: Final = (
    Bar("minimal16", slower="plain_masks", faster="search", ratio=10),
    Bar("minimal16", slower="plain_dlx", faster="dance", ratio=1),
)


@dataclass
class Score:
    """What is known of one contender on one set: the best time of each puzzle over the rounds."""

    name: str
    best: list[float] | None = None  # microseconds per puzzle
    seconds: float = float("inf")  # best whole pass
    unsolved: int = 0  # time limit hit in every round
    wrong: int = 0
    failure: str = ""
    _solved: set[int] = field(default_factory=set)

    def add(self, run: Run, lines: Sequence[str], promised: bool) -> None:
        self.seconds = min(self.seconds, run.seconds)
        if run.times is not None:
            self.best = (
                run.times
                if self.best is None
                else [min(pair) for pair in zip(self.best, run.times, strict=True)]
            )
        wrong = 0
        for index, (line, answer) in enumerate(zip(lines, run.answers, strict=True)):
            if answer == "-":
                continue
            self._solved.add(index)
            # Outside our own corpora nobody promised that there is exactly one solution.
            claim = answer in ("none", "multiple") and not promised
            wrong += not (claim or is_solution(line, answer))
        self.wrong = max(self.wrong, wrong)
        self.unsolved = len(lines) - len(self._solved)

    def at(self, share: float) -> float | None:
        """The time that this share of the puzzles stays within, in microseconds."""
        if not self.best:
            return None
        return sorted(self.best)[min(int(share * len(self.best)), len(self.best) - 1)]

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "median_us": self.at(0.5),
            "p90_us": self.at(0.9),
            "max_us": self.at(1),
            "seconds": None if self.failure else round(self.seconds, 6),
            "unsolved": self.unsolved,
            "wrong": self.wrong,
            "failure": self.failure,
        }


def load_set(name: str, most: int | None) -> tuple[list[str], bool]:
    """The lines, and whether each is promised to have one solution. A path is read as it is."""
    if name in corpora.CORPORA:
        return corpora.load(name)[:most], True
    path = Path(name)
    if not path.is_file():
        raise SystemExit(
            f"--sets: {name} is neither a file nor one of {', '.join(corpora.CORPORA)}"
        )
    words = (line.split() for line in path.read_text().splitlines())
    lines = [row[0].replace("0", ".") for row in words if row and not row[0].startswith("#")]
    return lines[:most], False


def measure(
    entrants: Sequence[Contender], lines: Sequence[str], *, promised: bool, rounds: int
) -> list[Score]:
    """Interleaved rounds, so that a busy moment of the machine hits everyone alike."""
    scores = [Score(contender.name) for contender in entrants]
    for number in range(rounds):
        for contender, score in zip(entrants, scores, strict=True):
            if score.failure:
                continue
            try:
                score.add(contender.run(lines), lines, promised)
            except ContenderError as error:
                score.failure = str(error)
                print(f"{contender.name} left out of this set: {error}", file=sys.stderr)
        if sys.stderr.isatty():
            print(f"  round {number + 1} of {rounds}", end="\r", file=sys.stderr, flush=True)
    return scores


def _cell(value: float | None, form: str = "{:.1f}") -> str:
    return "-" if value is None else form.format(value)


def print_table(name: str, count: int, scores: Sequence[Score], limit_ms: float) -> None:
    print(f"\n{name}: {count} puzzles, microseconds per puzzle")
    print(
        f"  {'contender':<16}{'median':>12}{'p90':>12}{'max':>12}"
        f"{'median vs search':>18}{'seconds':>10}  notes"
    )
    ours = next((score.at(0.5) for score in scores if score.name == "search"), None)
    for score in scores:
        median = score.at(0.5)
        ratio = median / ours if median and ours else None
        notes = [
            score.failure,
            f"{score.unsolved} over {limit_ms:g} ms" if score.unsolved else "",
            f"{score.wrong} WRONG" if score.wrong else "",
        ]
        seconds = None if score.failure else score.seconds
        print(
            f"  {score.name:<16}{_cell(median):>12}{_cell(score.at(0.9)):>12}"
            f"{_cell(score.at(1)):>12}{_cell(ratio, '{:.2f}x'):>18}{_cell(seconds, '{:.3f}'):>10}"
            f"  {'; '.join(filter(None, notes))}"
        )


def judge_bars(name: str, scores: Sequence[Score]) -> list[dict[str, Any]]:
    """Print and return PASS or FAIL for each bar of this set that could be measured."""
    medians = {score.name: score.at(0.5) for score in scores}
    verdicts = []
    for bar in BARS:
        slower, faster = medians.get(bar.slower), medians.get(bar.faster)
        if bar.corpus != name or not slower or not faster:
            continue
        ratio = slower / faster
        verdict = "PASS" if ratio >= bar.ratio else "FAIL"
        print(f"  {verdict}: {bar.slower} / {bar.faster} = {ratio:.2f}, bar {bar.ratio:g}")
        verdicts.append({"bar": f"{bar.slower} / {bar.faster} >= {bar.ratio:g}", "ratio": ratio})
        verdicts[-1]["verdict"] = verdict
    return verdicts


def run(
    sets: Sequence[str],
    peer_specs: Sequence[str],
    *,
    rounds: int,
    limit_ms: float,
    unique: bool,
    most: int | None,
) -> list[dict[str, Any]]:
    """Every set, one table each; the same figures for the JSON."""
    entrants: list[Contender] = [
        contenders.Engine(engine, limit_ms=limit_ms, unique=unique) for engine in contenders.ENGINES
    ]
    entrants += contenders.baselines(limit_ms=limit_ms, unique=unique)
    entrants += contenders.peers(peer_specs)
    report = []
    for name in sets:
        lines, promised = load_set(name, most)
        scores = measure(entrants, lines, promised=promised, rounds=rounds)
        print_table(name, len(lines), scores, limit_ms)
        report.append(
            {
                "set": name,
                "count": len(lines),
                "unique": unique,
                "limit_ms": limit_ms,
                "contenders": [score.as_json() for score in scores],
                "bars": judge_bars(name, scores),
            }
        )
    return report
