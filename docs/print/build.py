"""Makes the pictures of docs/print.md: python docs/print/build.py

Pages are drawn by the layout of booklets on an SVG canvas, which a browser shows.
"""

from __future__ import annotations

from pathlib import Path

from squaredance import Puzzle, rate, solve
from squaredance.render.booklet import Booklet, Entry
from squaredance.render.frame import framed
from squaredance.render.page import Design
from squaredance.render.svg_canvas import SvgCanvas
from squaredance.sheets import png, rating_text
from squaredance.symbols import default_symbols

FOLDER = Path(__file__).parent
PUZZLES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..7.4.........1.32..97...6....5....18.....4...1..375..5...........6....8.7.1.532.",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)


class SvgBook:
    """Pages as SVG texts."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.pages: list[SvgCanvas] = []

    def page(self, *, bookmark: str = "", front: bool = False) -> SvgCanvas:
        canvas = SvgCanvas()
        self.pages.insert(0 if front else len(self.pages), canvas)
        return canvas

    def picture(self, number: int, title: str) -> str:
        wide, high = self.design.paper
        canvas = SvgCanvas()
        edges = [(0, 0, wide, 0), (0, high, wide, high), (0, 0, 0, high), (wide, 0, wide, high)]
        canvas.lines(edges, 1, 0.6)
        return framed(title, wide, high, canvas.body + self.pages[number].body, margin=1)


def pictures() -> dict[str, bytes]:
    """The files by name."""
    design = Design(title="Sunday puzzles", footer="Set by A. Setter")
    book = SvgBook(design)
    booklet = Booklet(book, design)
    for text in PUZZLES:
        puzzle = Puzzle.from_text(text)
        remark = rating_text(rate(puzzle))
        booklet.add(Entry(puzzle, default_symbols(9), solve(puzzle).solution, remark))
    booklet.end()
    return {
        "puzzles.svg": (book.picture(0, "A page with four puzzles") + "\n").encode(),
        "solutions.svg": (book.picture(1, "The page with their solutions") + "\n").encode(),
        "puzzle.png": png(PUZZLES[0], pixels=360),
    }


if __name__ == "__main__":
    for name, data in pictures().items():
        (FOLDER / name).write_bytes(data)
        print(name)
