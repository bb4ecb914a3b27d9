"""Markdown tables of a run: `python benchmarks/large_table.py RESULT.json`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from large_bench import cell


def table(row: Mapping[str, Any], limit: float) -> str:
    """One set: median / p90 / max and solved for both questions, and peak memory."""
    lines = [
        f"**{row['set']}** ({row['count']} puzzles; {row['how']})",
        "",
        "| contender | first: median / p90 / max ms | solved | with proof: median / p90 / max ms "
        "| solved | peak MB |",
        "|---|---|---|---|---|---|",
    ]
    for name, by in row["contenders"].items():
        cells = [name]
        for question in ("first", "unique"):
            times = [cell(by[question][key], limit) for key in ("median_ms", "p90_ms", "max_ms")]
            cells += [" / ".join(times), str(by[question]["solved"])]
        cells.append(f"{max(by[question]['peak_mb'] for question in by):.0f}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def short_table(report: Mapping[str, Any], question: str = "first") -> str:
    """All sets in one table: the medians of each contender, and what it did not solve."""
    names = [entry["name"] for entry in report["contenders"]]
    lines = [f"| set | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for row in report["sets"]:
        cells = []
        for name in names:
            by = row["contenders"].get(name, {}).get(question)
            if by is None:
                cells.append("")
                continue
            missing = row["count"] - by["solved"]
            note = f" ({missing} not)" if missing else ""
            cells.append(cell(by["median_ms"], report["limit_s"]) + note)
        lines.append(f"| {row['set']} ({row['count']}) | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def markdown(report: Mapping[str, Any]) -> str:
    parts = [
        "Medians in ms, first solution:\n",
        short_table(report),
        "Medians in ms, with proof of uniqueness:\n",
        short_table(report, "unique"),
    ]
    if report.get("bulk"):
        rows = [f"| {b['set']} | {b['per_second']:,.0f} |" for b in report["bulk"]]
        head = ["| solve_many, one thread | puzzles/s |", "|---|---|"]
        parts.append("\n".join([*head, *rows]) + "\n")
    parts += [table(row, report["limit_s"]) for row in report["sets"]]
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the tables of a large benchmark run.")
    parser.add_argument("result", type=Path, metavar="RESULT.json")
    print(markdown(json.loads(parser.parse_args().result.read_text())["large"]), end="")


if __name__ == "__main__":
    main()
