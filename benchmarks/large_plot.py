"""Pictures of the large benchmark as SVG: a cactus plot, and the growth of the cost with N.

A cactus plot has a line per contender: so many puzzles are solved within so much time each. The
colours follow the reader's light or dark theme, also where the file is an <img>.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any, Final

CACTUS: Final = ("holes25", "balanced25", "medium25", "minimal16", "large/16-hard", "holes36")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 820, 460, 70, 170, 60, 50
_COLOURS: Final = (
    ("#0b5cad", "#58a6ff"), ("#2da44e", "#3fb950"), ("#8250df", "#bc8cff"), ("#bf3989", "#f778ba"),
    ("#1b7c83", "#39c5cf"), ("#0a3069", "#a5d6ff"), ("#b35900", "#f0a35e"), ("#9a6700", "#d29922"),
    ("#6b7280", "#b0b7c3"), ("#a3a3a3", "#8b8b8b"), ("#cf222e", "#ff7b72"), ("#57606a", "#8b949e"),
)  # fmt: skip

Points = list[tuple[float, float]]


def _style() -> str:
    light = "".join(f".l{i} {{ stroke: {a} }} .d{i} {{ fill: {a} }} " for i, (a, _) in _numbered())
    dark = "".join(f".l{i} {{ stroke: {b} }} .d{i} {{ fill: {b} }} " for i, (_, b) in _numbered())
    return (
        "svg { font: 12px system-ui, sans-serif; } .line { fill: none; stroke-width: 1.8 } "
        ".page { fill: #ffffff } .text { fill: #1f2328 } .faint { fill: #59636e } "
        f".rule {{ stroke: #d1d9e0 }} {light}"
        "@media (prefers-color-scheme: dark) { .page { fill: #0d1117 } .text { fill: #f0f6fc } "
        f".faint {{ fill: #9198a1 }} .rule {{ stroke: #3d444d }} {dark}}}"
    )


def _numbered() -> list[tuple[int, tuple[str, str]]]:
    return list(enumerate(_COLOURS))


def _text(x: float, y: float, text: str, kind: str = "text", anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


class _Axis:
    """A range of values to places; powers of ten when it is logarithmic."""

    def __init__(self, values: Sequence[float], start: float, end: float, log: bool) -> None:
        self._log, self._start, self._end = log, start, end
        if log:
            self.low, self.high = floor(log10(min(values))), ceil(log10(max(values)))
            self.high = max(self.high, self.low + 1)
        else:
            self.low, self.high = 0, max(values)

    def place(self, value: float) -> float:
        value = log10(value) if self._log else value
        share = (value - self.low) / (self.high - self.low)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[float]:
        if self._log:
            return [10.0**power for power in range(int(self.low), int(self.high) + 1)]
        step = max(1, round(self.high / 8))
        return [float(tick) for tick in range(0, int(self.high) + 1, step)]


def _milliseconds(value: float) -> str:
    return f"{value / 1000:g} s" if value >= 1000 else f"{value:g} ms"


def _picture(
    title: str,
    under: str,
    lines: Mapping[str, Points],
    colours: Mapping[str, int],
    *,
    x_ticks: Sequence[float] | None = None,
) -> str:
    """Lines over a linear x (or one with the ticks given) and milliseconds, logarithmic."""
    points = [point for line in lines.values() for point in line]
    xs = _Axis([x for x, _ in points], _LEFT, _WIDTH - _RIGHT, log=False)
    ys = _Axis([max(y, 1e-3) for _, y in points], _HEIGHT - _BOTTOM, _TOP, log=True)
    parts = []
    for tick in ys.ticks():
        y = ys.place(tick)
        right = _WIDTH - _RIGHT
        parts.append(f'<line class="rule" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(_LEFT - 6, y + 4, _milliseconds(tick), "faint", "end"))
    parts += [
        _text(xs.place(tick), _HEIGHT - _BOTTOM + 18, f"{tick:g}", "faint", "middle")
        for tick in x_ticks or xs.ticks()
    ]
    for row, (name, line) in enumerate(lines.items()):
        number = colours[name] % len(_COLOURS)
        places = [(xs.place(x), ys.place(max(y, 1e-3))) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts += [
            f'<polyline class="line l{number}" points="{path}">',
            f"<title>{escape(name)}</title></polyline>",
        ]
        parts += [f'<circle class="d{number}" cx="{x:.1f}" cy="{y:.1f}" r="2"/>' for x, y in places]
        y = _TOP + 10 + row * 20
        left = _WIDTH - _RIGHT + 20
        parts.append(f'<rect class="d{number}" x="{left}" y="{y - 9}" width="12" height="12"/>')
        parts.append(_text(left + 18, y + 1, name))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
            f'width="{_WIDTH}" height="{_HEIGHT}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{_style()}</style>",
            '<rect class="page" width="100%" height="100%"/>',
            _text(20, 26, title),
            _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 12, under, "faint", "middle"),
            *parts,
            "</svg>",
            "",
        ]
    )  # fmt: skip


def cactus_lines(report: Mapping[str, Any], question: str = "first") -> dict[str, Points]:
    """For each contender the times of what it solved in the hard sets, sorted."""
    times: dict[str, list[float]] = {}
    for row in report["sets"]:
        if row["set"] in CACTUS:
            for name, by in row["contenders"].items():
                times.setdefault(name, []).extend(by[question]["times_ms"])
    return {
        name: [(float(i), ms) for i, ms in enumerate(sorted(found), 1)]
        for name, found in times.items()
        if found
    }


def growth_lines(report: Mapping[str, Any], question: str = "first") -> dict[str, Points]:
    """For each contender the median of the easy sets over N; without those over the limit."""
    lines: dict[str, Points] = {}
    for row in report["sets"]:
        if row["set"].startswith("easy"):
            for name, by in row["contenders"].items():
                if by[question]["median_ms"] is not None:
                    lines.setdefault(name, []).append((row["size"], by[question]["median_ms"]))
    return {name: sorted(points) for name, points in lines.items()}


def pictures(report: Mapping[str, Any]) -> dict[str, str]:
    """The SVG texts by name; none where there is nothing to draw."""
    colours = {entry["name"]: i for i, entry in enumerate(report["contenders"])}
    made = {}
    if cactus := cactus_lines(report):
        sets = [row["set"] for row in report["sets"] if row["set"] in CACTUS]
        total = sum(row["count"] for row in report["sets"] if row["set"] in CACTUS)
        made["cactus"] = _picture(
            f"Hard puzzles solved within a time each, first solution ({total} in all)",
            f"puzzles solved, of {', '.join(sets)}",
            cactus,
            colours,
        )
    if growth := growth_lines(report):
        sizes = sorted({x for line in growth.values() for x, _ in line})
        made["growth"] = _picture(
            "Easy puzzles: median time to the first solution", "N", growth, colours, x_ticks=sizes
        )
    return made
