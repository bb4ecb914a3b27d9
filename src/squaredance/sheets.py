"""Sheets: booklets of puzzles as PDF, and pictures of single puzzles."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from squaredance.budget import Budget
from squaredance.difficulty import difficulty_of
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import Case, Style, read_cases
from squaredance.generating.generated import Generated
from squaredance.many.clock import Clock
from squaredance.puzzle import Grid, Puzzle, as_puzzle
from squaredance.render.booklet import Booklet, Entry
from squaredance.render.helvetica import encoded
from squaredance.render.page import PAPERS, Design
from squaredance.render.pdf import PdfBook
from squaredance.render.svg import grid_png, grid_svg
from squaredance.result import Status
from squaredance.solve import solve
from squaredance.symbols import Symbols, named_symbols
from squaredance.whole import whole, written

if TYPE_CHECKING:
    from squaredance.puzzle import PuzzleLike
    from squaredance.rating import Rating

    Told = Callable[[int, Case, Status], object]

__all__ = ["Plan", "booklet", "png", "svg", "write_booklet"]

MOST_PER_PAGE: Final = 60
MOST_PIXELS: Final = 10_000
_BATCH: Final = 256  # puzzles that are rated together, on all cores
_SCALES: Final = {"se121": "SE", "sukaku118": "Sukaku", "hodoku": "HoDoKu"}
_FAULTS: Final = {
    Status.NONE: "no solution",
    Status.MULTIPLE: "several solutions",
    Status.UNKNOWN: "not solved in time",
}
_NOT_RATED: Final = "not rated in time"
_KINDS: Final = (
    (("title", "author", "footer", "paper"), str, "text"),
    (("scale",), str | None, "text or None"),
    (("solutions", "candidates", "large", "contents"), bool, "True or False"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a booklet is to be; `booklet` says what each means.

    >>> Plan(paper="a4-landscape", per_page=2).design.paper
    (841.89, 595.28)
    """

    title: str = ""
    author: str = ""
    footer: str = ""
    paper: str = "a4"
    per_page: int = 4
    scale: str | None = None
    solutions: bool = True
    candidates: bool = True
    large: bool = False
    contents: bool = False
    timeout: float | None = None

    def __post_init__(self) -> None:
        self.design  # noqa: B018 (what cannot be is told before anything is written)

    @property
    def design(self) -> Design:
        """How its pages look; an error for what cannot be."""
        self._check_kinds()
        name, _, turned = self.paper.lower().partition("-")
        if name not in PAPERS or turned not in ("", "landscape"):
            raise SquaredanceError(
                f"expected paper {', '.join(PAPERS)}, with -landscape or not, found {self.paper!r}"
            )
        per_page = whole(self.per_page)
        if per_page is None or not 1 <= per_page <= MOST_PER_PAGE:
            raise SquaredanceError(
                f"expected 1 to {MOST_PER_PAGE} puzzles per page, found {written(self.per_page)}"
            )
        Budget(self.timeout, None)  # an error for what is no time
        for text in (self.title, self.footer, self.author):
            encoded(text)
        wide, high = PAPERS[name]
        return Design(
            (high, wide) if turned else (wide, high),
            per_page,
            self.title,
            self.author,
            self.footer or self.author,
            self.large,
            self.candidates,
        )

    def _check_kinds(self) -> None:
        for names, kind, word in _KINDS:
            for name in names:
                value = getattr(self, name)
                if not isinstance(value, kind):
                    raise SquaredanceError(f"expected {name} as {word}, found {written(value)}")


def booklet(
    puzzles: Any,
    *,
    title: str = "",
    author: str = "",
    footer: str = "",
    paper: str = "a4",
    per_page: int = 4,
    scale: str | None = None,
    solutions: bool = True,
    candidates: bool = True,
    large: bool = False,
    contents: bool = False,
    timeout: float | None = None,
) -> bytes:
    """Puzzles as a PDF to print, with their solutions at the end.

    ``puzzles`` is text (str or bytes) or a path of a file in any format, one puzzle, or anything
    that can be iterated over and gives puzzles (those of `generate`, too) or Cases; symbols are
    printed as they were written. ``paper`` is 'a4', 'letter', 'a3', 'a5' or 'legal', and
    'a4-landscape' and so on. ``title`` stands on every page, ``footer`` (or the author) below.
    With a ``scale`` each puzzle is rated, and its rating and difficulty stand beside its number.
    ``candidates`` of candidate puzzles are drawn. ``large`` is large print, ``contents`` a first
    page with the title and the numbers of the puzzles, by difficulty if they are rated.

    A puzzle without exactly one solution is printed and marked; so is what is not solved or rated
    after ``timeout`` seconds: all are solved before any is rated. Without ``solutions`` and
    ``scale`` nothing is solved.

    >>> booklet("1......2.3....4.", title="Small ones", scale="se121")[:8]
    b'%PDF-1.4'
    """
    plan = Plan(
        title=title, author=author, footer=footer, paper=paper, per_page=per_page, scale=scale,
        solutions=solutions, candidates=candidates, large=large,
        contents=contents, timeout=timeout,
    )  # fmt: skip
    out = BytesIO()
    write_booklet(puzzles, out, plan)
    return out.getvalue()


def write_booklet(puzzles: Any, out: BinaryIO, plan: Plan, told: Told | None = None) -> int:
    """The same to a stream, page by page; how many puzzles there are.

    ``told`` is called with the number, the case and the status of a puzzle that does not have
    exactly one solution; or that has, and is not rated in time.

    >>> write_booklet(["1......2.3....4.", "." * 81], BytesIO(), Plan(),
    ...     lambda number, case, status: print(number, status))
    2 multiple
    2
    """
    if not isinstance(plan, Plan):
        raise SquaredanceError(f"expected a Plan, found {written(plan)}")
    if not hasattr(out, "write"):
        raise SquaredanceError(f"expected a stream of bytes to write to, found {written(out)}")
    design = plan.design
    book = PdfBook(out, *design.paper, title=plan.title, author=plan.author)
    pages = Booklet(book, design, solutions=plan.solutions, contents=plan.contents)
    for case, entry, status in _entries(_cases(puzzles), plan):
        try:
            pages.add(entry)
        except SquaredanceError as error:
            line = case.line or None  # 0: it comes from no text
            raise SquaredanceError(error.message, source=case.source, line=line) from None
        if told is not None and (entry.fault or entry.remark == _NOT_RATED):
            told(pages.count, case, status)
    if not pages.count:
        raise FormatError("expected a puzzle, found none")
    pages.end()
    book.close()
    return pages.count


def svg(
    puzzle: PuzzleLike | Generated,
    *,
    symbols: str | Symbols | None = None,
    candidates: bool = True,
) -> str:
    """A puzzle or grid as a stand-alone SVG text.

    >>> svg("1......2.3....4.")[:4]
    '<svg'
    """
    grid = _grid(puzzle)
    return grid_svg(grid, _symbols(symbols, grid), candidates=candidates)


def png(
    puzzle: PuzzleLike | Generated,
    *,
    pixels: int = 600,
    symbols: str | Symbols | None = None,
    candidates: bool = True,
) -> bytes:
    """A puzzle or grid as a PNG file, so many pixels wide.

    >>> png("1......2.3....4.", pixels=200)[1:4]
    b'PNG'
    """
    grid = _grid(puzzle)
    least = grid.size * 8 + 4
    width = whole(pixels)
    if width is None or not least <= width <= MOST_PIXELS:
        raise SquaredanceError(
            f"expected {least} to {MOST_PIXELS} pixels for {grid.size}x{grid.size}, "
            f"found {written(pixels)}"
        )
    return grid_png(grid, _symbols(symbols, grid), pixels=width, candidates=candidates)


def _grid(puzzle: PuzzleLike | Generated) -> Grid:
    return puzzle if isinstance(puzzle, Grid) else _puzzle(puzzle)


def _puzzle(thing: Any) -> Puzzle:
    if not isinstance(thing, Generated):
        return as_puzzle(thing)
    if thing.puzzle is None:
        raise SquaredanceError(f"expected a puzzle, found none: {thing.reason}")
    return thing.puzzle


def _symbols(symbols: str | Symbols | None, grid: Grid) -> Symbols | None:
    if isinstance(symbols, Symbols | None):
        return symbols
    if not isinstance(symbols, str):
        raise SquaredanceError(f"expected Symbols or their name, found {written(symbols)}")
    return named_symbols(symbols, grid.size)


def _cases(puzzles: Any) -> Iterator[Case]:
    """Cases as they are, all else made into one."""
    if isinstance(puzzles, str):
        puzzles = puzzles.encode("utf-8", "surrogatepass")
    if isinstance(puzzles, bytes | bytearray):
        puzzles = read_cases(BytesIO(puzzles))
    elif isinstance(puzzles, os.PathLike):
        puzzles = read_cases(puzzles)
    elif isinstance(puzzles, Grid | Generated):
        puzzles = [puzzles]
    elif not isinstance(puzzles, Iterable):
        raise FormatError(
            f"expected text, a path or puzzles one by one, found {type(puzzles).__name__}"
        )
    for item in puzzles:
        if isinstance(item, FormatError):
            raise item
        yield item if isinstance(item, Case) else Case(_puzzle(item), None, 0, Style("line"))


def _entries(cases: Iterator[Case], plan: Plan) -> Iterator[tuple[Case, Entry, Status]]:
    """Each puzzle with what is printed of it: solved and rated as far as that is wanted."""
    clock = Clock(Budget(plan.timeout, None).timeout)
    # Solutions go before ratings, which may take all of the time: with a limit all are one batch.
    while batch := list(islice(cases, _BATCH if plan.timeout is None else None)):
        solved = [_solved(case, plan, clock.left) for case in batch]
        ratings = _ratings([case.puzzle for case in batch], plan.scale, clock.left)
        for case, (entry, status), rating in zip(batch, solved, ratings, strict=True):
            if rating is not None:
                entry = entry._replace(
                    remark=rating_text(rating),
                    rating=rating.value or 0.0,
                    difficulty=difficulty_of(rating),
                )
            yield case, entry, status


def _solved(case: Case, plan: Plan, timeout: float | None) -> tuple[Entry, Status]:
    """A puzzle with its solution, if anything is to be known of it."""
    entry = Entry(case.puzzle, case.style.symbols_for(case.puzzle))
    if not plan.solutions and plan.scale is None:
        return entry, Status.FOUND
    result = solve(case.puzzle, unique=True, timeout=timeout)
    solution = result.solution if result.status is Status.UNIQUE else None
    return entry._replace(solution=solution, fault=_FAULTS.get(result.status, "")), result.status


def _ratings(
    puzzles: list[Puzzle], scale: str | None, timeout: float | None
) -> Iterable[Rating | None]:
    if scale is None:
        return [None] * len(puzzles)
    from squaredance.rate import rate_many

    return rate_many(puzzles, scale, timeout=timeout)


def rating_text(rating: Rating) -> str:
    """What stands beside the number of a puzzle.

    >>> from squaredance import rate
    >>> rating_text(rate("1234341221434.21"))
    'SE 1.0  Easy'
    """
    if not rating.is_rated:
        return _NOT_RATED if rating.status == "stopped" else "not rated"
    value = f"{rating.value:.1f}" if isinstance(rating.value, float) else str(rating.value)
    word = difficulty_of(rating).capitalize()
    return f"{_SCALES[rating.scale]} {value}  {word}".rstrip()
