"""What the pictures of tilings, boards and circles share: the frame, the colors, the fonts."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

INK: Final = "#22262e"
PAPER: Final = "#ffffff"
PALE: Final = "#eceef2"

# Neighbours in this list differ in hue and in lightness, so that pieces stay apart in grey print
# and for most color-blind readers; all are light enough for dark letters.
COLORS: Final = (
    "#6ea8de", "#f6b26b", "#8fc97a", "#e57f84", "#b79be0", "#f7dc6f",
    "#6cc7bb", "#e7a3cf", "#b9987a", "#cfd6de", "#d3e27f", "#8c93cf",
)  # fmt: skip


def color(number: int) -> str:
    """The fill of a number; they repeat after twelve.

    >>> color(0) == color(12) != color(1)
    True
    """
    return COLORS[number % len(COLORS)]


def framed(title: str, width: float, height: float, body: str, margin: float = 6) -> str:
    """A stand-alone SVG text of a drawing from (0, 0) to (width, height), on white paper: a page
    may be dark.

    >>> framed("a < b", 10, 20, "", margin=0).partition("<rect")[0][40:]
    'viewBox="0 0 10 20" width="10" height="20" role="img"><title>a &lt; b</title>'
    """
    wide, high = width + 2 * margin, height + 2 * margin
    scale = min(1, 720 / wide, 720 / high)
    shown = f'width="{_n(wide * scale)}" height="{_n(high * scale)}"'
    place = f'x="{_n(-margin)}" y="{_n(-margin)}" width="{_n(wide)}" height="{_n(high)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(-margin)} {_n(-margin)}'
        f' {_n(wide)} {_n(high)}" {shown} role="img">'
        f'<title>{escape(title)}</title><rect {place} fill="{PAPER}"/>{body}</svg>'
    )


def text_at(x: float, y: float, text: str, size: float, *, bold: bool = False) -> str:
    """Text with its middle at a point.

    The line of writing is a third of the size below the middle: `dominant-baseline` would say so
    without arithmetic, but not every program that shows SVG knows it.
    """
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y + size * 0.35)}" font-family="sans-serif"'
        f' font-size="{_n(size)}"{weight} text-anchor="middle" fill="{INK}">{escape(text)}</text>'
    )


def point(x: float, y: float) -> str:
    """Coordinates as short as they can be: pictures are files in a repository.

    >>> point(1.0, 2.345)
    '1 2.3'
    """
    return f"{_n(x)} {_n(y)}"


def _n(number: float) -> str:
    text = f"{number:.1f}"
    return text[:-2].replace("-0", "0") if text.endswith(".0") else text
