"""The exact cover benchmark: our engines beside Knuth's programs, exact-cover and HiGHS.

A section is a question and its problems; its table has a row per problem and a column per
contender, in milliseconds, from lists in Python to the answer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cover_contenders
import cover_sets
from cover_contenders import Answer, Contender, work

PATIENCE: Final = 5.0  # seconds after which a contender has no further rounds of a problem
RANDOM_PROBLEMS: Final = 200
OPTIONS: Final = 1_000_000
JUDGED: Final = {"search": "bits", "count": "auto", "colors": "bits", "first": "auto"}

PROBLEMS: Final = {
    "search": (
        "pentominoes 6x10", "pentominoes 8x8", "soma", "queens 12", "langford 12",
        "matchings K16", "partitions 12", "dominoes 8x8", "Y-pentominoes 10x10",
    ),
    "count": (
        "dominoes 8x8", "dominoes 10x10", "dominoes 12x12", "dominoes 16x16",
        "one-factorisations K8", "one-factorisations K10", "latin 5", "latin 6",
        "reduced latin 7", "pentominoes 6x10",
    ),
    "colors": ("costas 8", "word squares"),
    "first": (
        "langford 10", "langford 13", "mutilated 8x8", "Y-pentominoes 15x15",
        "latin 30 with holes", "latin 35 with holes", "sudoku 25x25", "sudoku 25x25, another",
    ),
}  # fmt: skip
QUICK: Final = {
    "search": ("soma", "queens 10", "langford 8", "matchings K10", "partitions 8"),
    "count": ("dominoes 8x8", "one-factorisations K8", "latin 5"),
    "colors": ("costas 8",),
    "first": ("langford 10", "latin 30 with holes"),
}
HEADS: Final = {
    "search": "every solution, counted by search (list: made in Python)",
    "count": "count(), without listing",
    "colors": "colors, every solution",
    "first": "the first solution, or that there is none",
    "minimum": "minimum cost",
    "build": "building a model",
}


class Mismatch(SystemExit):
    """A count of ours, or of exact-cover, is wrong: nothing of the run counts."""


@dataclass
class Score:
    """One contender, one problem: the best of the rounds."""

    status: str = "done"
    wall_s: float | None = None
    cpu_s: float | None = None
    mb: float = 0.0
    note: str = ""
    engine: str = ""  # of ours, the one that answered

    def add(self, answer: Answer) -> None:
        self.status, self.note = answer.status, answer.error
        if answer.status == "done":
            said = answer.said
            self.wall_s = min(said["wall_s"], self.wall_s or said["wall_s"])
            self.cpu_s = min(said["cpu_s"], self.cpu_s or said["cpu_s"])
            self.mb = max(self.mb, said["mb"])
            self.engine = said.get("engine", "")

    def seconds(self, by_cpu: bool) -> float | None:
        return self.cpu_s if by_cpu else self.wall_s

    def as_json(self, by_cpu: bool) -> dict[str, Any]:
        seconds = self.seconds(by_cpu) if self.status == "done" else None
        return {
            "ms": None if seconds is None else seconds * 1000,
            "status": self.status,
            "note": self.note,
            "peak_mb": round(self.mb, 1),
            "engine": self.engine,
        }


def checked(contender: Contender, problem: str, answer: Answer, section: str) -> Answer:
    """The count is the known one. A program that is a peer may be wrong: DLX6 counts in 64 bits."""
    known = cover_sets.KNOWN[problem][1]
    if section == "first":
        known = None if known is None else min(known, 1)
    if answer.status != "done" or known is None or answer.count == known:
        return answer
    text = f"{contender.name} on {problem}: {answer.count}, known {known}"
    if contender.kind != "command":
        raise Mismatch(f"MISMATCH: {text}")
    return Answer("failed", {"error": f"wrong: {text}"})


def is_hopeless(contender: Contender, problem: str) -> bool:
    """Whether more solutions would be listed than anyone has time for."""
    known = cover_sets.KNOWN[problem][1] or 0
    by_search = contender.kind == "count" and contender.engine in cover_contenders.SEARCH[1:]
    return by_search and known > 10**8


def measure(
    contenders: Sequence[Contender],
    problem: str,
    section: str,
    *,
    rounds: int,
    limit: float,
    by_cpu: bool,
) -> dict[str, Score]:
    """Interleaved rounds; who needs long, fails or is late has one."""
    entrants = [contender for contender in contenders if not is_hopeless(contender, problem)]
    scores = {contender.name: Score() for contender in entrants}
    for number in range(rounds):
        for contender in entrants:
            score = scores[contender.name]
            if number and (score.status != "done" or (score.wall_s or 0) > PATIENCE):
                continue
            if sys.stderr.isatty():
                print(f"\r{problem}, {contender.name:<30}", end="", file=sys.stderr, flush=True)
            answer = contender.ask(problem, limit, by_cpu)
            score.add(checked(contender, problem, answer, section))
    if sys.stderr.isatty():
        print(f"\r{'':<70}", end="\r", file=sys.stderr)
    return scores


def cell(entry: dict[str, Any] | None, limit: float) -> str:
    """Milliseconds with three digits, the limit as a lower bound, or why there is nothing."""
    if entry is None:
        return ""
    if entry["status"] == "late":
        return f">{limit * 1000:g}"
    if entry["ms"] is None:
        return "wrong" if entry["note"].startswith("wrong") else "failed"
    return f"{entry['ms']:.3g}" if entry["ms"] < 100 else f"{entry['ms']:.0f}"


def chosen(row: dict[str, dict[str, Any]], name: str) -> str:
    """The engine that `auto` picked, in parentheses."""
    engine = row.get(name, {}).get("engine") if name in ("auto", "list") else ""
    return f" ({engine})" if engine else ""


def print_head(section: str, names: Sequence[str]) -> None:
    print(f"\n{HEADS[section]}, ms")
    print(f"  {'':<24}" + "".join(f"{name:>18}" for name in names))


def contenders_of(
    section: str, engines: Sequence[str] | None, specs: Sequence[str]
) -> list[Contender]:
    """Those that take part in a section."""
    of = cover_contenders
    if section == "search":
        ours = of.engines(of.SEARCH, engines, "count")
        lists = [Contender("list", "list", c.engine) for c in ours if c.engine == "auto"]
        return [*ours, *lists, *of.exact_cover(), *of.peers(specs, memoising=False)]
    if section == "count":
        return [*of.engines(of.COUNT, engines, "count"), *of.peers(specs, memoising=True)]
    if section == "colors":
        return [*of.engines(of.SEARCH, engines, "count"), *of.peers(specs, memoising=False)]
    return [*of.engines(of.FIRST, engines, "first"), *of.peers(specs, None, most=1)]


def run_section(
    section: str,
    problems: Sequence[str],
    entrants: Sequence[Contender],
    *,
    rounds: int,
    limit: float,
    by_cpu: bool,
) -> dict[str, Any]:
    print_head(section, [contender.name for contender in entrants])
    rows = []
    for problem in problems:
        scores = measure(entrants, problem, section, rounds=rounds, limit=limit, by_cpu=by_cpu)
        row = {name: score.as_json(by_cpu) for name, score in scores.items()}
        cells = "".join(
            f"{cell(row.get(c.name), limit) + chosen(row, c.name):>18}" for c in entrants
        )
        print(f"  {problem:<24}{cells}", flush=True)
        for name, score in scores.items():
            if score.note:
                print(f"    {name}: {score.note}")
        bars = judge(section, problem, row, limit)
        rows.append({"problem": problem, "contenders": row, "bars": bars})
    return {
        "section": section,
        "contenders": [{"name": c.name, "ours": c.ours} for c in entrants],
        "rows": rows,
    }


# (section, problem, slower: a name or how it starts, times at least)
_SEARCHED: Final = (
    "pentominoes 6x10", "pentominoes 8x8", "soma", "queens 12", "langford 12",
    "matchings K16", "partitions 12",
)  # fmt: skip
RATIOS: Final = (
    *(("search", problem, "ssxcc", 3.0) for problem in _SEARCHED),
    *(("search", problem, "exact-cover", 10.0) for problem in _SEARCHED),
    ("colors", "costas 8", "ssxcc", 4.0),
    ("colors", "word squares", "ssxcc", 4.0),
    ("count", "pentominoes 6x10", "bits", 1.0),
)
# (problem, milliseconds at most), of count()
TIMES: Final = {
    "dominoes 8x8": 10.0,
    "dominoes 12x12": 50.0,
    "dominoes 16x16": 500.0,
    "one-factorisations K8": 10.0,
    "one-factorisations K10": 2000.0,
    "reduced latin 7": 2000.0,
}
# `auto` that picks `bits` does what `bits` does: the clock differs by so much between two runs.
NOISE: Final = 0.9
BUILD_S: Final = 2.0
BUILD_MB: Final = 500.0


def verdict(text: str, good: bool) -> dict[str, str]:
    said = "PASS" if good else "FAIL"
    print(f"    {said}: {text}")
    return {"bar": text, "verdict": said}


def judge(
    section: str, problem: str, row: dict[str, dict[str, Any]], limit: float
) -> list[dict[str, str]]:
    """The bars of the issue that this row decides; those of a contender that is absent are not.

    Who is late is taken to be done at the limit, which is to his credit.
    """
    name = JUDGED[section]
    ours = row.get(name)
    if ours is None:
        return []
    verdicts = []
    for where, what, slower, least in RATIOS:
        theirs = next((entry for other, entry in row.items() if other.startswith(slower)), None)
        if (where, what) != (section, problem) or theirs is None or theirs["status"] == "failed":
            continue
        text = f"{slower} / {name}, at least {least:g}: "
        if ours["ms"] is None:
            verdicts.append(verdict(text + "over the limit", False))
            continue
        ratio = (theirs["ms"] or limit * 1000) / ours["ms"]
        good = ratio >= (least if least > 1 else NOISE)
        verdicts.append(verdict(f"{text}{'' if theirs['ms'] else 'over '}{ratio:.2f}", good))
    if section == "count" and problem in TIMES:
        most = TIMES[problem]
        shown = "over the limit" if ours["ms"] is None else f"{ours['ms']:.3g} ms"
        good = ours["ms"] is not None and ours["ms"] <= most
        verdicts.append(verdict(f"{name}, at most {most:g} ms: {shown}", good))
    return verdicts


def run_minimum(problems: int, rounds: int, limit: float, by_cpu: bool) -> dict[str, Any]:
    """Our least costs are those of HiGHS, on random problems; the time is that of all of them."""
    print(f"\n{HEADS['minimum']}: {problems} random problems, ms for all")
    scores = {name: Score() for name in ("ours", "highs")}
    costs: dict[str, Any] = {}
    for number in range(rounds):
        for name, score in scores.items():
            if number and (score.wall_s or limit) > PATIENCE:
                continue
            job = {"kind": "minimum", "name": name, "problems": problems, "repeats": 1}
            answer = work(job, limit, by_cpu)
            score.add(answer)
            costs[name] = answer.said.get("costs")
    row = {name: score.as_json(by_cpu) for name, score in scores.items()}
    for name, entry in row.items():
        print(f"  {name:<24}{cell(entry, limit):>18}  {entry['note']}")
    verdicts = []
    if all(score.status == "done" for score in scores.values()):
        same = sum(a == b for a, b in zip(costs["ours"], costs["highs"], strict=True))
        verdicts.append(verdict(f"equal costs: {same} of {problems}", same == problems))
    return {"section": "minimum", "problems": problems, "contenders": row, "bars": verdicts}


def run_build(options: int, rounds: int, limit: float, by_cpu: bool) -> dict[str, Any]:
    """A model of many options, each time in a fresh process, the lists in it."""
    print(f"\n{HEADS['build']}: {options:,} options of five items")
    row = {}
    for name in ("lists", "csr"):
        score = Score()
        for _ in range(rounds):
            score.add(
                work({"kind": "build", "name": name, "options": options, "repeats": 1}, limit)
            )
        row[name] = score.as_json(by_cpu)
        mb = f"{score.mb:.0f} MB, with the lists or arrays and Python"
        print(f"  {name:<24}{cell(row[name], limit):>18}  {mb}  {score.note}")
    ours = row["lists"]
    verdicts = []
    if ours["ms"] is not None:
        text = f"at most {BUILD_S:g} s: {ours['ms'] / 1000:.2f}"
        verdicts.append(verdict(text, ours["ms"] <= BUILD_S * 1000))
        text = f"at most {BUILD_MB:g} MB: {ours['peak_mb']:.0f}"
        verdicts.append(verdict(text, ours["peak_mb"] <= BUILD_MB))
    return {"section": "build", "options": options, "contenders": row, "bars": verdicts}


def run(
    sections: Sequence[str] | None,
    engines: Sequence[str] | None,
    specs: Sequence[str],
    *,
    quick: bool,
    rounds: int,
    limit: float,
    by_cpu: bool,
) -> dict[str, Any]:
    """Every section, or those that are named; the same figures for the JSON."""
    report: dict[str, Any] = {
        "limit_s": limit,
        "rounds": rounds,
        "clock": "cpu" if by_cpu else "wall",
        "versions": cover_contenders.versions(),
        "sections": [],
    }
    print(", ".join(f"{name} {version}" for name, version in report["versions"].items()))
    share = 10 if quick else 1
    alone: dict[str, Callable[[], dict[str, Any]]] = {
        # The limit is for one problem: for all of them it may take longer.
        "minimum": lambda: run_minimum(RANDOM_PROBLEMS // share, rounds, 10 * limit, by_cpu),
        "build": lambda: run_build(OPTIONS // share, rounds, limit, by_cpu),
    }
    started = time.perf_counter()
    for section in sections or HEADS:
        if section in alone:
            report["sections"].append(alone[section]())
            continue
        if section not in PROBLEMS:
            raise SystemExit(f"--sets {section!r}: expected {', '.join(HEADS)}")
        entrants = contenders_of(section, engines, specs)
        problems = (QUICK if quick else PROBLEMS)[section]
        options = {"rounds": rounds, "limit": limit, "by_cpu": by_cpu}
        report["sections"].append(run_section(section, problems, entrants, **options))
    report["seconds"] = round(time.perf_counter() - started, 1)
    bars = [bar for section in report["sections"] for bar in all_bars(section)]
    passed = sum(bar["verdict"] == "PASS" for bar in bars)
    print(f"\n{passed} of {len(bars)} bars PASS")
    return report


def all_bars(section: dict[str, Any]) -> list[dict[str, str]]:
    rows = section.get("rows", [section])
    return [bar for row in rows for bar in row["bars"]]
