"""What a thousand million puzzles, or a million million, cost: rates of one core, extrapolated.

A rate is that of the command over one Parquet file of puzzles into another one, pinned to one
core, with reading and writing in it: what a worker of a cluster does, again and again.
"""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import machine
import nine_sets

PRICES: Final = {"core-hour": 0.04, "gigabyte-month": 0.02}  # US dollars; see docs/scale.md
HOW_MANY: Final = (10**9, 10**12)
_YEAR: Final = 24 * 365.25


@dataclass(frozen=True)
class Work:
    """A command over so many puzzles of a set."""

    words: tuple[str, ...]
    source: str
    puzzles: int

    @property
    def name(self) -> str:
        return f"{' '.join(self.words)}, {self.source}"


WORKS: Final = (
    Work(("solve", "--unique"), "17-clue", 1_000_000),
    Work(("solve", "--unique"), "minimal", 1_000_000),
    Work(("solve", "--unique"), "hardest", 100_000),
    Work(("check",), "17-clue", 1_000_000),
    Work(("canon",), "17-clue", 500_000),
    Work(("rate", "--scale", "se121"), "minimal", 10_000),
)


def _rate(work: Work, puzzles: int, folder: Path, rounds: int) -> tuple[float, int]:
    """Puzzles per second, the best of some rounds; and the bytes of the answers to one."""
    import pyarrow
    from pyarrow import parquet

    from squaredance.cli.part import answer_part

    lines = nine_sets.load(work.source, puzzles).lines.decode().split()
    source, target = folder / "puzzles.parquet", folder / "answers.parquet"
    parquet.write_table(
        pyarrow.table({"puzzle": lines}), source, use_dictionary=False, row_group_size=65_536
    )
    words: tuple[str, ...] = (*work.words, "--threads", "1")
    if work.words == ("check",):  # which takes the puzzles with their solutions, and one thread
        solved = folder / "solved.parquet"
        answer_part(("solve",), str(source), str(solved))
        source, words = solved, work.words
    best = 0.0
    for _ in range(rounds):
        started = time.perf_counter()
        answer = answer_part(words, str(source), str(target))
        seconds = time.perf_counter() - started
        if not answer.is_written or answer.rows != puzzles or answer.bad:
            raise SystemExit(f"scale: {work.name}: {answer}")
        best = max(best, puzzles / seconds)
    return best, os.path.getsize(target) // puzzles


def _row(work: Work, rate: float, size: int) -> dict[str, Any]:
    hours = {count: count / rate / 3600 for count in HOW_MANY}
    return {
        "work": work.name,
        "per_second": round(rate),
        "bytes_per_answer": size,
        "core_hours": {str(count): round(value, 5) for count, value in hours.items()},
        "dollars": {
            str(count): round(value * PRICES["core-hour"], 5) for count, value in hours.items()
        },
    }


def _hours(hours: float) -> str:
    """In the unit that people think in.

    >>> _hours(0.07), _hours(70.0), _hours(70_000.0)
    ('4.2 core-minutes', '70 core-hours', '8 core-years')
    """
    if hours < 1:
        return f"{60 * hours:.1f} core-minutes"
    return f"{hours:,.0f} core-hours" if hours < _YEAR else f"{hours / _YEAR:,.0f} core-years"


def _money(dollars: float) -> str:
    """To the cent, or to two digits below a dollar.

    >>> _money(0.00377), _money(6.512), _money(3775.4)
    ('$0.0038', '$6.51', '$3,775')
    """
    if dollars < 1:
        return f"${dollars:.2g}"
    return f"${dollars:,.2f}" if dollars < 100 else f"${dollars:,.0f}"


def table(rows: list[dict[str, Any]]) -> str:
    """As it stands in docs/scale.md."""
    lines = [
        "| command, puzzles | per core and second | 10^9 puzzles | 10^12 puzzles | bytes a row |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        cells = [f"`{row['work'].split(', ')[0]}`, {row['work'].split(', ')[1]}"]
        cells.append(f"{row['per_second']:,}")
        for count in HOW_MANY:
            hours, money = row["core_hours"][str(count)], row["dollars"][str(count)]
            cells.append(f"{_hours(hours)}, {_money(money)}")
        cells.append(f"{row['bytes_per_answer']:,}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def run(rounds: int, share: float = 1.0) -> dict[str, Any]:
    """The table; ``share`` of the puzzles for a quick look."""
    core = machine.pin_to_one_core()
    print(f"scale: {'not pinned' if core is None else f'pinned to core {core}'}; {PRICES}\n")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for work in WORKS:
            if work.source in nine_sets.PUBLIC:
                path = nine_sets.SHARED / nine_sets.PUBLIC[work.source]
                if not path.is_file():
                    print(f"skipped: {work.name}: its puzzles are not here")
                    continue
            puzzles = max(1000, round(work.puzzles * share))
            rows.append(_row(work, *_rate(work, puzzles, Path(folder), rounds)))
    print(table(rows))
    return {"prices": PRICES, "rows": rows}
