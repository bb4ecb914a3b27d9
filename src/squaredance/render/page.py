"""Pages of a booklet: paper, margins, and the slots in which puzzles stand.

+--------------------------+
|          title           |
|  7  SE 3.2  Hard   8     |    a slot: a caption, and a grid below it
|  +--------+   +--------+ |
|  |        |   |        | |
|  +--------+   +--------+ |
|  footer              12  |
+--------------------------+
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from squaredance.render.canvas import Canvas, Font
from squaredance.render.helvetica import shortened

PAPERS: Final = {
    "a3": (841.89, 1190.55),
    "a4": (595.28, 841.89),
    "a5": (419.53, 595.28),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
}
MARGIN: Final = 42.0
_GAP: Final = 26.0  # between slots, from left to right
_GAP_BELOW: Final = 14.0
_LARGEST_CELL: Final = 72.0  # an inch: a 4x4 need not fill a page
_FOOT: Final = Font(9, shade=0.3)


@dataclass(frozen=True, slots=True)
class Design:
    """How the pages of a booklet look; ``paper`` is a width and a height."""

    paper: tuple[float, float] = PAPERS["a4"]
    per_page: int = 4
    title: str = ""
    author: str = ""
    footer: str = ""
    large: bool = False
    candidates: bool = True

    @property
    def caption(self) -> Font:
        """Of the number over a puzzle."""
        return Font(18 if self.large else 11, bold=True)

    @property
    def heading(self) -> Font:
        """Of the title on a page."""
        return Font(22 if self.large else 15, bold=True)


class Slot(NamedTuple):
    """A place for one puzzle: the upper left corner of its room, and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a page, row by row; all have the same size."""

    rows: int
    cols: int
    width: float
    height: float
    top: float
    caption: float  # the height of the room above a grid

    @property
    def side(self) -> float:
        """Of the largest grid that fits."""
        return min(self.width, self.height - self.caption)

    def cell(self, size: int) -> float:
        """The side of a cell of a grid of that size."""
        return min(self.side / size, _LARGEST_CELL)

    def slot(self, place: int) -> Slot:
        """The slot of that number, from 0."""
        row, col = divmod(place, self.cols)
        x = MARGIN + col * (self.width + _GAP)
        y = self.top + row * (self.height + _GAP_BELOW)
        return Slot(x, y, self.width, self.height)


def slots(design: Design, count: int, caption: float, *, titled: bool) -> Slots:
    """Slots for so many puzzles on a page, in the rows and cols that make them largest.

    >>> choices = [slots(Design(), count, 18, titled=True) for count in (1, 2, 4, 6, 12)]
    >>> [(choice.rows, choice.cols) for choice in choices]
    [(1, 1), (2, 1), (2, 2), (3, 2), (4, 3)]
    """
    choices = [
        slots_of(design, -(-count // cols), cols, caption, titled=titled)
        for cols in range(1, count + 1)
    ]
    return max(choices, key=lambda choice: (choice.side, -choice.rows * choice.cols))


def slots_of(design: Design, rows: int, cols: int, caption: float, *, titled: bool) -> Slots:
    """The slots of so many rows and cols."""
    wide, high = design.paper
    top = MARGIN + (design.heading.size * 2 if titled else 0)
    below = MARGIN + 2.6 * _FOOT.size
    width = (wide - 2 * MARGIN - (cols - 1) * _GAP) / cols
    height = (high - top - below - (rows - 1) * _GAP_BELOW) / rows
    return Slots(rows, cols, width, height, top, caption)


def draw_frame(canvas: Canvas, design: Design, title: str, number: int) -> None:
    """What stands on every page: the title, the footer and the number of the page."""
    wide, high = design.paper
    room = wide - 2 * MARGIN
    if title:
        font = design.heading
        shown = shortened(title, font.size, room, font.bold)
        canvas.texts([(wide / 2, MARGIN + font.size * 0.8, shown)], font)
    line = high - MARGIN
    if design.footer:
        shown = shortened(design.footer, _FOOT.size, room - 60)
        canvas.texts([(MARGIN, line, shown)], _FOOT, "start")
    canvas.texts([(wide - MARGIN, line, str(number))], _FOOT, "end")
