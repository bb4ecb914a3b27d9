"""Markdown tables of a run: `python benchmarks/cover_table.py RESULT.json`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cover_bench import HEADS, JUDGED, cell, chosen


def ratio(row: Mapping[str, Any], slower: str, faster: str, limit: float) -> str:
    """How many times faster; with > where the slower one did not end."""
    theirs, ours = row.get(slower), row.get(faster)
    if theirs is None or ours is None or ours["ms"] is None or theirs["status"] == "failed":
        return ""
    if theirs["ms"] is None:
        return f">{limit * 1000 / ours['ms']:.3g}"
    return f"{theirs['ms'] / ours['ms']:.3g}"


def table(section: Mapping[str, Any], limit: float) -> str:
    """A row per problem: milliseconds of each, then how many times faster ours is than peers."""
    names = [entry["name"] for entry in section["contenders"]]
    judged = JUDGED[section["section"]]
    slower = [entry["name"] for entry in section["contenders"] if not entry["ours"]]
    slower = slower if judged in names else []
    heads = ["ms", *names, *(f"{name} / {judged}" for name in slower)]
    lines = [f"| {' | '.join(heads)} |", "|---|" + "---|" * (len(heads) - 1)]
    for row in section["rows"]:
        by = row["contenders"]
        cells = [cell(by.get(name), limit) + chosen(by, name) for name in names]
        cells += [ratio(by, name, judged, limit) for name in slower]
        lines.append(f"| {row['problem']} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def short_table(section: Mapping[str, Any], limit: float) -> str:
    """Minimum cost, or building: a row per contender."""
    lines = ["| | ms | peak MB |", "|---|---|---|"]
    for name, entry in section["contenders"].items():
        lines.append(f"| {name} | {cell(entry, limit)} | {entry['peak_mb']:.0f} |")
    return "\n".join(lines) + "\n"


def markdown(report: Mapping[str, Any]) -> str:
    parts = []
    for section in report["sections"]:
        number = section.get("problems") or section.get("options")
        size = f" ({number:,})" if number else ""
        parts.append(f"**{HEADS[section['section']]}**{size}\n")
        made = table if "rows" in section else short_table
        parts.append(made(section, report["limit_s"]))
        bars = [bar for row in section.get("rows", [section]) for bar in row["bars"]]
        failed = [bar["bar"] for bar in bars if bar["verdict"] == "FAIL"]
        if bars:
            passed = f"Bars: {len(bars) - len(failed)} of {len(bars)} pass"
            parts.append(f"{passed}{'; not: ' if failed else ''}{'; '.join(failed)}.\n")
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the tables of an exact cover run.")
    parser.add_argument("result", type=Path, metavar="RESULT.json")
    print(markdown(json.loads(parser.parse_args().result.read_text())["cover"]), end="")


if __name__ == "__main__":
    main()
