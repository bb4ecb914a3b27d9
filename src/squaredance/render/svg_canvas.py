"""SVG: a canvas whose drawing is the body of an SVG text."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from squaredance.render.canvas import Align, Font, Place, Rect, Segment


class SvgCanvas:
    """Each call is one element: a path of all rects or rules, a group of all texts.

    >>> canvas = SvgCanvas()
    >>> canvas.lines([(0, 10, 20, 10)], 2)
    >>> canvas.body
    '<path d="M0 10H20" stroke="#000" stroke-width="2" stroke-linecap="square" fill="none"/>'
    """

    def __init__(self) -> None:
        self._parts: list[str] = []

    @property
    def body(self) -> str:
        """What is drawn."""
        return "".join(self._parts)

    def rects(self, rects: Iterable[Rect], shade: float) -> None:
        path = "".join(f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in rects)
        self._parts.append(f'<path d="{path}" fill="{_grey(shade)}"/>')

    def lines(self, segments: Iterable[Segment], width: float, shade: float = 0.0) -> None:
        path = "".join(map(_line, segments))
        self._parts.append(
            f'<path d="{path}" stroke="{_grey(shade)}" stroke-width="{_n(width)}"'
            ' stroke-linecap="square" fill="none"/>'
        )

    def texts(self, places: Iterable[Place], font: Font, align: Align = "middle") -> None:
        weight = "bold" if font.bold else "normal"
        texts = "".join(
            f'<text x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>' for x, y, text in places
        )
        self._parts.append(
            f'<g font-family="Helvetica, Arial, sans-serif" font-size="{_n(font.size)}"'
            f' font-weight="{weight}" text-anchor="{align}" fill="{_grey(font.shade)}">{texts}</g>'
        )


def _line(segment: Segment) -> str:
    x1, y1, x2, y2 = segment
    if y1 == y2:
        return f"M{_n(x1)} {_n(y1)}H{_n(x2)}"
    if x1 == x2:
        return f"M{_n(x1)} {_n(y1)}V{_n(y2)}"
    return f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}"


def _n(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _grey(shade: float) -> str:
    """As short as it can be: #999 for 0.6."""
    value = round(255 * shade)
    return "#" + (f"{value // 17:x}" if value % 17 == 0 else f"{value:02x}") * 3
