"""A grid with candidates as an SVG picture, what matters marked: cells, candidates, arrows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import hypot
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from squaredance.render.frame import INK, PAPER, framed, point
from squaredance.symbols import Symbols, default_symbols

if TYPE_CHECKING:
    from squaredance.geometry import Geometry

Place = tuple[int, int]  # a cell and a value from 1


class Mark(Enum):
    """What a mark says; its value is the fill behind a candidate.

    Reds and greens differ in lightness too, and what is struck is also crossed out, what is placed
    has a ring, so that the colors are never the only sign.
    """

    BASE = "#a9cdf0"
    COVER = "#f9e08b"
    FIN = "#cbb4ec"
    ON = "#93d39b"
    OFF = "#f8c9a4"
    STRUCK = "#f2a0a4"
    PLACED = "#6fc27a"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An implication, from one candidate to another; ``strong``: the end becomes true."""

    start: Place
    end: Place
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark. A house is drawn as a pale band over its cells."""

    houses: Mapping[int, Mark] = field(default_factory=dict)
    cells: Mapping[int, Mark] = field(default_factory=dict)
    candidates: Mapping[Place, Mark] = field(default_factory=dict)
    arrows: Sequence[Arrow] = ()


_PALE: Final = {
    Mark.BASE: "#e6f0fa",
    Mark.COVER: "#fdf6d8",
    Mark.FIN: "#f1eafb",
    Mark.ON: "#e4f5e6",
    Mark.OFF: "#fdf0e5",
    Mark.STRUCK: "#fbe6e7",
    Mark.PLACED: "#e0f3e3",
}
_SMALL: Final = 15  # the side of a candidate
_TRUE: Final = "#1d7a2c"
_FALSE: Final = "#b3202a"


def marked_svg(
    geometry: Geometry,
    values: bytes,
    masks: Sequence[int],
    marks: Marks | None = None,
    *,
    clues: bytes = b"",
    title: str = "",
    symbols: Symbols | None = None,
) -> str:
    """A stand-alone SVG text. Filled cells show their value, bold where it is a clue; open ones
    their candidates (``masks``: bit v-1 for value v).

    >>> from squaredance.geometry import Geometry
    >>> picture = marked_svg(Geometry(4), bytes(15) + b"\\4", [15] * 16)
    >>> picture.startswith("<svg"), picture.count("<text")
    (True, 61)
    """
    drawing = _Drawing(geometry, symbols or default_symbols(geometry.size), marks or Marks())
    body = (
        drawing.fills()
        + drawing.contents(values, masks, clues)
        + drawing.rules()
        + drawing.arrows()
    )
    return framed(title or f"Sudoku {geometry.size}x{geometry.size}", *drawing.extent, body)


class _Drawing:
    """Where everything lies: a cell holds a small grid of candidates, as wide as a box."""

    def __init__(self, geometry: Geometry, symbols: Symbols, marks: Marks) -> None:
        self.geometry, self.symbols, self.marks = geometry, symbols, marks
        n = geometry.size
        self.across = geometry.box[1] if geometry.box else max(1, round(n**0.5))
        self.down = -(-n // self.across)
        self.side = _SMALL * max(self.across, self.down, 2) + 4
        wide = len(symbols.text(n)) > 1
        self.small = 9.0 if wide else 11.0
        self.large = self.side * (0.45 if wide else 0.6)
        self.extent = (self.side * n, self.side * n)

    def corner(self, cell: int) -> tuple[float, float]:
        row, col = divmod(cell, self.geometry.size)
        return col * self.side, row * self.side

    def middle(self, place: Place) -> tuple[float, float]:
        """The middle of a candidate."""
        x, y = self.corner(place[0])
        row, col = divmod(place[1] - 1, self.across)
        return (
            x + self.side * (col + 0.5) / self.across,
            y + self.side * (row + 0.5) / self.down,
        )

    def fills(self) -> str:
        shades = {
            cell: mark
            for house, mark in self.marks.houses.items()
            for cell in self.geometry.houses[house]
        }
        shades.update(self.marks.cells)
        return "".join(
            f'<rect x="{x:g}" y="{y:g}" width="{self.side}" height="{self.side}"'
            f' fill="{_PALE[mark]}"/>'
            for cell, mark in sorted(shades.items())
            for x, y in [self.corner(cell)]
        )

    def contents(self, values: bytes, masks: Sequence[int], clues: bytes) -> str:
        """Texts of one look share a group: a picture of a 9x9 grid has hundreds of them."""
        marked = self.marks.candidates
        filled, clued, plain, bold = list[str](), list[str](), list[str](), list[str]()
        for cell, value in enumerate(values):
            if value:
                x, y = self.corner(cell)
                middle = (x + self.side / 2, y + self.side / 2)
                kind = clued if clues and clues[cell] else filled
                kind.append(_text(middle, self.symbols.text(value), self.large))
                continue
            for candidate in range(1, self.geometry.size + 1):
                if masks[cell] >> (candidate - 1) & 1:
                    place = (cell, candidate)
                    text = _text(self.middle(place), self.symbols.text(candidate), self.small)
                    (bold if place in marked else plain).append(text)
        return (
            _texts(filled, self.large)
            + _texts(clued, self.large, bold=True)
            + "".join(self._spot(place, mark) for place, mark in marked.items())
            + _texts(plain, self.small)
            + _texts(bold, self.small, bold=True)
            + "".join(self._sign(place, mark) for place, mark in marked.items())
        )

    def _spot(self, place: Place, mark: Mark) -> str:
        x, y = self.middle(place)
        return f'<circle cx="{x:g}" cy="{y:g}" r="{_SMALL * 0.5:g}" fill="{mark.value}"/>'

    def _sign(self, place: Place, mark: Mark) -> str:
        x, y = self.middle(place)
        if mark is Mark.PLACED:
            return (
                f'<circle cx="{x:g}" cy="{y:g}" r="{_SMALL * 0.5 + 1:g}" fill="none"'
                f' stroke="{_TRUE}" stroke-width="1.6"/>'
            )
        if mark is Mark.STRUCK:
            r = _SMALL * 0.375
            return (
                f'<path d="M{point(x - r, y + r)}L{point(x + r, y - r)}" stroke="{_FALSE}"'
                ' stroke-width="1.6"/>'
            )
        return ""

    def rules(self) -> str:
        n = self.geometry.size
        return "".join(
            f'<path d="{self._lines(*steps)}" stroke="{ink}" stroke-width="{width}"'
            ' stroke-linecap="square" fill="none"/>'
            for steps, ink, width in (
                ((1, 1), "#a9adb5", 1),
                (self.geometry.box or (n, n), INK, 2.4),
            )
        )

    def _lines(self, row_step: int, col_step: int) -> str:
        n, side = self.geometry.size, self.side
        across = [f"M0 {r * side}H{n * side}" for r in range(0, n + 1, row_step)]
        down = [f"M{c * side} 0V{n * side}" for c in range(0, n + 1, col_step)]
        return "".join(across + down)

    def arrows(self) -> str:
        return "".join(map(self._arrow, dict.fromkeys(self.marks.arrows)))

    def _arrow(self, arrow: Arrow) -> str:
        """A bow from edge to edge: a straight line would run through other candidates."""
        (x1, y1), (x2, y2) = self.middle(arrow.start), self.middle(arrow.end)
        length = hypot(x2 - x1, y2 - y1)
        if length < 1:
            return ""
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        bend = min(14.0, length * 0.18)
        mx, my = (x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend
        gap = _SMALL * 0.55
        sx, sy = _towards(x1, y1, mx, my, gap)
        ex, ey = _towards(x2, y2, mx, my, gap)
        ink = _TRUE if arrow.strong else _FALSE
        dash = "" if arrow.strong else ' stroke-dasharray="4 3"'
        line = f"M{point(sx, sy)}Q{point(mx, my)} {point(ex, ey)}"
        return (
            f'<path d="{line}" stroke="{ink}" stroke-width="1.5" fill="none"{dash}/>'
            f'<path d="{_head(mx, my, ex, ey)}" fill="{ink}" stroke="{PAPER}" stroke-width="0.4"/>'
        )


def _text(middle: tuple[float, float], text: str, size: float) -> str:
    x, y = middle
    return f'<text x="{x:g}" y="{y + size * 0.35:.4g}">{escape(text)}</text>'


def _texts(texts: list[str], size: float, *, bold: bool = False) -> str:
    if not texts:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<g font-family="sans-serif" font-size="{size:g}"{weight} text-anchor="middle"'
        f' fill="{INK}">{"".join(texts)}</g>'
    )


def _towards(x: float, y: float, tx: float, ty: float, gap: float) -> tuple[float, float]:
    length = hypot(tx - x, ty - y) or 1.0
    return x + (tx - x) / length * gap, y + (ty - y) / length * gap


def _head(fx: float, fy: float, x: float, y: float) -> str:
    """A triangle at (x, y) that points away from (fx, fy)."""
    length = hypot(x - fx, y - fy) or 1.0
    dx, dy = (x - fx) / length * 6, (y - fy) / length * 6
    left = (x - dx - dy * 0.5, y - dy + dx * 0.5)
    right = (x - dx + dy * 0.5, y - dy - dx * 0.5)
    return f"M{point(x, y)}L{point(*left)}L{point(*right)}Z"
