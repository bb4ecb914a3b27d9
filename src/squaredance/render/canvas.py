"""Canvas: what a drawing is painted on. A layout knows no file type, a painter no Sudoku.

Lengths are points (1/72 inch) on paper and pixels in a picture; x goes right, y goes down. A
shade is how light the ink is, from 0 (black) to 1 (white).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, Protocol

Segment = tuple[float, float, float, float]  # from x, y to x, y
Rect = tuple[float, float, float, float]  # left, top, width, height
Place = tuple[float, float, str]  # x, the line of writing, text
Align = Literal["start", "middle", "end"]

# The height of capitals and digits, of a font's size. All painters use fonts that have it, so that
# one layout centres symbols for all of them.
CAP_HEIGHT: Final = 0.718


class Font(NamedTuple):
    """How text looks; all of it is Helvetica or the like."""

    size: float
    bold: bool = False
    shade: float = 0.0


class Canvas(Protocol):
    """What every painter can do; each call has many things of one look, which is what makes a
    file small and its writing fast.
    """

    def rects(self, rects: Iterable[Rect], shade: float) -> None:
        """Filled, without an outline."""

    def lines(self, segments: Iterable[Segment], width: float, shade: float = 0.0) -> None:
        """With square ends that stick out by half the width, so that corners close."""

    def texts(self, places: Iterable[Place], font: Font, align: Align = "middle") -> None:
        """``align`` says what of a text lies at its x."""


def writing_line(middle: float, size: float) -> float:
    """The line of writing for symbols whose middle is to lie at a height.

    >>> writing_line(100, 10)
    103.59
    """
    return middle + CAP_HEIGHT / 2 * size
