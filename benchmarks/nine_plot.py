"""A picture of the 9x9 table: bars of microseconds per puzzle on a log scale, as SVG.

The colours follow the reader's light or dark theme, also where the file is an <img>.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any, Final

OURS: Final = {
    "solve_many(bytes)": "squaredance, solve_many(bytes)",
    "bulk kernel": "squaredance, bulk kernel",
    "scalar kernel": "squaredance, one at a time",
}
_WIDTH, _LEFT, _RIGHT = 820, 130, 70
_BAR, _GAP, _GROUP_GAP, _TOP, _LEGEND = 12, 3, 18, 70, 20
_TITLE: Final = "9x9: microseconds per puzzle, proving uniqueness (log scale, less is better)"
_STYLE: Final = """
  svg { font: 12px system-ui, sans-serif; }
  .page { fill: #ffffff } .text { fill: #1f2328 } .faint { fill: #59636e } .rule { stroke: #d1d9e0 }
  .o0 { fill: #0b5cad } .o1 { fill: #6aa9e9 }
  .p0 { fill: #b35900 } .p1 { fill: #d98f3d } .p2 { fill: #8a6d3b } .p3 { fill: #a3a3a3 }
  .p4 { fill: #6b7280 } .p5 { fill: #c4a484 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .text { fill: #f0f6fc } .faint { fill: #9198a1 }
    .rule { stroke: #3d444d }
    .o0 { fill: #58a6ff } .o1 { fill: #2f6fb5 }
    .p0 { fill: #f0a35e } .p1 { fill: #c77d33 } .p2 { fill: #a98a55 } .p3 { fill: #8b8b8b }
    .p4 { fill: #b0b7c3 } .p5 { fill: #7d6750 }
  }
"""


def _shown(engines: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, float]]:
    """(colour class, label, microseconds): bulk and scalar of ours, then the peers."""
    us = {engine["name"]: engine["us"] for engine in engines}
    bulk = "solve_many(bytes)" if "solve_many(bytes)" in us else "bulk kernel"
    ours = [(f"o{i}", OURS[n], us[n]) for i, n in enumerate((bulk, "scalar kernel")) if n in us]
    peers = [engine["name"] for engine in engines if engine["peer"]]
    return ours + [(f"p{i % 6}", name, us[name]) for i, name in enumerate(peers)]


def _text(x: float, y: float, text: str, kind: str = "text", anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _figure(value: float) -> str:
    return f"{value:.2f}" if value < 9.95 else f"{value:.1f}" if value < 99.5 else f"{value:.0f}"


class _Scale:
    """Microseconds to x, logarithmic, between whole powers of ten (or halves of them)."""

    def __init__(self, values: Sequence[float]) -> None:
        self.low = floor(2 * log10(min(values)) - 0.2) / 2
        self.high = ceil(2 * log10(max(values))) / 2

    def x(self, value: float) -> float:
        share = (log10(value) - self.low) / (self.high - self.low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(ceil(self.low), floor(self.high) + 1)]


def _legend(bars: Sequence[tuple[str, str, float]], y: float) -> tuple[list[str], float]:
    parts, x = [], float(_LEFT)
    for kind, label, _ in bars:
        wide = 24 + 6.6 * len(label)
        if x + wide > _WIDTH and x > _LEFT:
            x, y = float(_LEFT), y + _LEGEND
        parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y - 10:.1f}" width="12" height="12"/>')
        parts.append(_text(x + 17, y, label))
        x += wide
    return parts, y + _LEGEND


def _group(name: str, bars: Sequence[tuple[str, str, float]], scale: _Scale, y: float) -> list[str]:
    middle = y + len(bars) * (_BAR + _GAP) / 2 + 3
    parts = [_text(_LEFT - 10, middle, name, anchor="end")]
    for kind, label, value in bars:
        end = scale.x(value)
        parts.append(
            f'<rect class="{kind}" x="{_LEFT}" y="{y:.1f}" width="{end - _LEFT:.1f}" '
            f'height="{_BAR}" rx="2"><title>{escape(name)}, {escape(label)}: {value:.3f} µs</title>'
            "</rect>"
        )
        parts.append(_text(end + 5, y + _BAR - 2, _figure(value), "faint"))
        y += _BAR + _GAP
    return parts


def svg(report: Mapping[str, Any], machine: Mapping[str, Any]) -> str:
    """The whole picture, of the report that nine_bench.run returns."""
    groups = [(row["set"], _shown(row["engines"])) for row in report["sets"]]
    scale = _Scale([value for _, bars in groups for _, _, value in bars])
    legend, y = _legend(groups[0][1], _TOP)
    top = y + 8
    body: list[str] = []
    y = top + 8
    for name, bars in groups:
        body += _group(name, bars, scale, y)
        y += len(bars) * (_BAR + _GAP) + _GROUP_GAP
    bottom = y - _GROUP_GAP / 2
    axis = []
    for tick in scale.ticks():
        x = scale.x(tick)
        axis.append(f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom:.1f}"/>')
        axis.append(_text(x, bottom + 16, f"{tick:g} µs", "faint", "middle"))
    height = bottom + 30
    where = f"{machine['cpu']}, one core, {machine['compiler']}, kernel {report['kernel']}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" '
            f'width="{_WIDTH}" height="{height:.0f}" role="img">',
            "<title>9x9: microseconds per puzzle</title>",
            f"<style>{_STYLE}</style>",
            '<rect class="page" width="100%" height="100%"/>',
            _text(20, 26, _TITLE),
            _text(20, 45, where, "faint"),
            *legend, *axis, *body,
            "</svg>",
            "",
        ]
    )  # fmt: skip
