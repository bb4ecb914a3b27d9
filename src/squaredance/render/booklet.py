"""A booklet: puzzles on pages, then their solutions, smaller. Nothing is solved here."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from squaredance.errors import SquaredanceError
from squaredance.render.canvas import Canvas, Font
from squaredance.render.contents import Contents
from squaredance.render.grid import Look, draw_grid
from squaredance.render.helvetica import shortened, text_width
from squaredance.render.page import Design, Slot, Slots, draw_frame, slots, slots_of

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.puzzle import Grid, Puzzle
    from squaredance.symbols import Symbols

LEAST_SYMBOL: Final = 4.5  # points; the smallest print that people read without effort is 6
LEAST_CANDIDATE: Final = 3.0
_THIN, _HEAVY = 0.75, 2.2  # the heaviest rules, in points
_LEAST_SOLUTION: Final = 76.0  # points: small ones have room for a caption
_SOLUTION_CAPTION: Final = Font(8, bold=True)
_REMARK_SHADE: Final = 0.3


class Entry(NamedTuple):
    """One puzzle of a booklet. ``remark`` stands beside its number, ``fault`` says why it has no
    solution to show. ``rating`` and ``difficulty`` put it into the contents.
    """

    puzzle: Puzzle
    symbols: Symbols
    solution: Grid | None = None
    remark: str = ""
    fault: str = ""
    rating: float = 0.0
    difficulty: str = ""


class Book(Protocol):
    """Where pages go."""

    def page(self, *, bookmark: str = "", front: bool = False) -> Canvas:
        """A new page; ``front``: before all that are not."""


class Booklet:
    """Takes entries one by one and draws each page when it is full. With solutions the entries
    stay in memory until `end`, which draws those.

    >>> from io import BytesIO
    >>> from squaredance import Puzzle
    >>> from squaredance.render.pdf import PdfBook
    >>> from squaredance.symbols import default_symbols
    >>> out, design = BytesIO(), Design(title="Small ones")
    >>> book = PdfBook(out, *design.paper, title=design.title)
    >>> booklet = Booklet(book, design, solutions=False)
    >>> booklet.add(Entry(Puzzle.from_text("1......2.3....4."), default_symbols(4)))
    >>> booklet.end()
    >>> book.close()
    >>> out.getvalue()[:5]
    b'%PDF-'
    """

    def __init__(
        self, book: Book, design: Design, *, solutions: bool = True, contents: bool = False
    ) -> None:
        self.design = design
        self.count = 0
        self._book = book
        self._with_solutions = solutions
        self._contents = Contents(design) if contents else None
        self._pages = 0
        self._canvas: Canvas | None = None
        self._place = 0  # of the next puzzle on the page
        self._waiting: list[tuple[int, Entry]] = []  # for their solutions
        caption = design.caption.size * 1.6
        self._slots = slots(design, design.per_page, caption, titled=bool(design.title))

    def add(self, entry: Entry) -> None:
        """The next puzzle."""
        design, room = self.design, self._slots
        look = self._look(entry, room)
        self._check_legible(entry, look)
        if self._canvas is None or self._place == design.per_page:
            self._canvas = self._page(design.title, "" if self._pages else "Puzzles")
        self.count += 1
        remark = entry.fault or entry.remark
        slot = room.slot(self._place)
        x, y = _corner(slot, room, look, entry)
        size = entry.puzzle.size
        width = slot.x + slot.width - x
        _caption(self._canvas, x, y, width, self.count, remark, design.caption)
        if size > 9 or entry.symbols.span != f"1-{size}":
            self._span(self._canvas, x, y, look, entry, remark)
        draw_grid(
            self._canvas, entry.puzzle, x, y, look, entry.symbols, candidates=design.candidates
        )
        self._place += 1
        if self._with_solutions:
            self._waiting.append((self.count, entry))
        if self._contents is not None:
            self._contents.add(self.count, entry.difficulty, entry.rating)

    def end(self) -> None:
        """The solutions, then the contents, which stand in front."""
        first = self._pages + 1
        self._draw_solutions()
        if self._contents is not None:
            canvas = self._book.page(bookmark="Contents", front=True)
            self._contents.draw(canvas, self.count, first if self._with_solutions else None)

    def _draw_solutions(self) -> None:
        """In the order of the puzzles, all in slots that the largest of them needs."""
        if not self._waiting:
            return
        room = max(
            {
                solution_slots(self.design, entry.puzzle.geometry, entry.symbols)
                for _, entry in self._waiting
            },
            key=lambda found: found.side,
        )
        title = f"{self.design.title}: solutions" if self.design.title else "Solutions"
        per_page = room.rows * room.cols
        for start in range(0, len(self._waiting), per_page):
            canvas = self._page(title, "" if start else "Solutions")
            for place, (number, entry) in enumerate(self._waiting[start : start + per_page]):
                self._draw_solution(canvas, room, room.slot(place), number, entry)

    def _page(self, title: str, bookmark: str) -> Canvas:
        self._pages += 1
        self._place = 0
        canvas = self._book.page(bookmark=bookmark)
        draw_frame(canvas, self.design, title, self._pages)
        return canvas

    def _look(self, entry: Entry, room: Slots) -> Look:
        geometry = entry.puzzle.geometry
        cell = room.cell(geometry.size)
        look = Look.of(entry.symbols, geometry, cell, large=self.design.large)
        more = 1.6 if self.design.large else 1.0
        return look.at_most(_THIN * more, _HEAVY * more)

    def _check_legible(self, entry: Entry, look: Look) -> None:
        marked = self.design.candidates and entry.puzzle.candidates is not None
        what, found, least = "symbols", look.symbol, LEAST_SYMBOL
        if marked and look.candidate < LEAST_CANDIDATE:
            what, found, least = "candidates", look.candidate, LEAST_CANDIDATE
        if found < least:
            size = entry.puzzle.size
            raise SquaredanceError(
                f"expected fewer puzzles per page or larger paper for {size}x{size}: "
                f"{what} would be {found:.1f} points high, less than {least}"
            )

    def _span(
        self, canvas: Canvas, x: float, y: float, look: Look, entry: Entry, remark: str
    ) -> None:
        """Which symbols there are: a grid need not show all, and 0-9A-F is not 1-9A-G."""
        font = self.design.caption._replace(bold=False, shade=_REMARK_SHADE)
        font = font._replace(size=font.size * 0.85)
        taken = text_width(f"{self.count}    {remark}", bold=True) * self.design.caption.size
        width = look.cell * entry.puzzle.size
        if taken + text_width(entry.symbols.span) * font.size <= width:
            line = y - self.design.caption.size * 0.6
            canvas.texts([(x + width, line, entry.symbols.span)], font, "end")

    def _draw_solution(
        self, canvas: Canvas, room: Slots, slot: Slot, number: int, entry: Entry
    ) -> None:
        geometry = entry.puzzle.geometry
        most = max(solution_cell(self.design) * 1.2, _LEAST_SOLUTION / geometry.size)
        cell = min(room.side / geometry.size, most)
        look = Look.of(entry.symbols, geometry, cell).at_most(_THIN, 1.2)
        x, y = _corner(slot, room, look, entry)
        width = slot.x + slot.width - x
        _caption(canvas, x, y, width, number, entry.fault, _SOLUTION_CAPTION)
        draw_grid(
            canvas, entry.puzzle, x, y, look, entry.symbols,
            solution=entry.solution, candidates=False,
        )  # fmt: skip


def solution_cell(design: Design) -> float:
    """The side of a cell in a solution, where its size allows it."""
    return 20.0 if design.large else 12.0


@lru_cache(maxsize=64)
def solution_slots(design: Design, geometry: Geometry, symbols: Symbols) -> Slots:
    """As many as there is room for with cells of a legible size, at most ten cols."""
    caption = _SOLUTION_CAPTION.size * 1.6
    whole = slots_of(design, 1, 1, caption, titled=True)
    least = LEAST_SYMBOL / Look.of(symbols, geometry, 1.0).symbol
    cell = max(least, min(solution_cell(design), whole.side / geometry.size))
    side = geometry.size * (cell if geometry.size <= 9 else max(least, cell * 0.8))
    side = max(side, _LEAST_SOLUTION)
    cols = next((c for c in range(10, 1, -1) if _fits(design, 1, c, side)), 1)
    rows = next((r for r in range(16, 1, -1) if _fits(design, r, cols, side)), 1)
    return slots_of(design, rows, cols, caption, titled=True)


def _fits(design: Design, rows: int, cols: int, side: float) -> bool:
    room = slots_of(design, rows, cols, _SOLUTION_CAPTION.size * 1.6, titled=True)
    return room.side >= side


def _corner(slot: Slot, room: Slots, look: Look, entry: Entry) -> tuple[float, float]:
    """Where a grid starts: it stands in the middle of its slot, its caption above it."""
    side = look.cell * entry.puzzle.size
    left = slot.x + (slot.width - side) / 2
    return left, slot.y + room.caption + (slot.height - room.caption - side) / 2


def _caption(
    canvas: Canvas, x: float, y: float, width: float, number: int, remark: str, font: Font
) -> None:
    """The number over a grid, and beside it what there is to say."""
    line = y - font.size * 0.6
    canvas.texts([(x, line, str(number))], font, "start")
    if remark:
        start = (text_width(str(number), font.bold) + 0.8) * font.size
        shown = shortened(remark, font.size, max(width - start, 0))
        plain = font._replace(bold=False, shade=_REMARK_SHADE)
        canvas.texts([(x + start, line, shown)], plain, "start")
