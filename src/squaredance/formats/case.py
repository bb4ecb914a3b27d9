"""Case, Style and Options: what every reader takes and gives."""

from __future__ import annotations

from collections.abc import Callable

from squaredance.errors import FormatError, SquaredanceError
from squaredance.geometry import MAX_SIZE, Geometry, squarest_box, standard_geometry
from squaredance.symbols import Symbols, default_symbols, detect_symbols, named_symbols
from squaredance.typed import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from squaredance.formats.source import Line, LineSource
    from squaredance.geometry import Box
    from squaredance.puzzle import Grid, Puzzle


_FLAT: Final = bytes(range(0x80)) + b"\xff" * 0x80
_FOLLOWING: Final = bytes(range(0x80, 0xC0))  # of a character in UTF-8, all but the first byte


class Options(NamedTuple):
    """What the caller fixed; the rest is found in the input."""

    size: int | None = None
    box: Box | Literal["auto"] | None = "auto"
    symbols: str | Symbols | None = None


class Style(NamedTuple):
    """How a case was written, as far as its answer is to look the same.

    ``template`` is the text of a grid with NUL for each cell; ``separator`` stands between
    cells; ``width`` is that of an aligned number; ``comment`` follows a line, with what
    separates it; ``headers`` are those of .sdk, and ``clues`` its first section.
    """

    format: str
    symbols: Symbols | None = None
    separator: str = ""
    template: str | None = None
    width: int = 0
    comment: str = ""
    headers: tuple[str, ...] = ()
    clues: Grid | None = None
    layout: str = ""

    def symbols_for(self, grid: Grid) -> Symbols:
        """The symbols to write the grid with."""
        return self.symbols or default_symbols(grid.size)


class Case(NamedTuple):
    """One puzzle of an input: where it starts and how it was written."""

    puzzle: Puzzle
    source: str | None
    line: int
    style: Style
    comment: str = ""


class Reading:
    """What a reader has learnt so far: the size and symbols that the first case fixed.

    One size per input: so a row or a line that lost a few characters is an error and
    never another puzzle.
    """

    __slots__ = ("known", "options", "size", "source")

    def __init__(self, source: LineSource, options: Options) -> None:
        self.source = source
        self.options = options
        self.size = options.size
        self.known: Symbols | None = None
        if isinstance(options.symbols, Symbols):
            self.known = options.symbols
            self.size = self.size or options.symbols.size

    def geometry(self, size: int, box: Box | Literal["auto"] | None = "auto") -> Geometry:
        """The geometry of a case; a box given by the caller wins over the input's."""
        if self.options.box != "auto":
            box = self.options.box
        return standard_geometry(size, box)

    def symbols(self, size: int, text: str) -> Symbols:
        """The symbols of a case: given, or known from a case before, or now detected."""
        if self.known is None or self.known.size != size:
            given = self.options.symbols
            if isinstance(given, str):
                self.known = named_symbols(given, size)
            else:
                found = detect_symbols(text, size)
                if not any(c.isalnum() and c not in "0Xx" for c in text):
                    return found  # an empty puzzle proves nothing about the next
                self.known = found
        return self.known

    def first_line(self, is_rule: Callable[[bytes], bool]) -> Line | None:
        """The next line of cells, which stays; takes empty lines, comments and rules."""
        while isinstance(raw := self.source.peek(), bytes):
            text = raw.strip()
            if text and not text.startswith(b"#") and not is_rule(text):
                break
            self.source.next()
        return raw


def check_size(size: int) -> int:
    """The size if a geometry can have it.

    >>> check_size(65)
    Traceback (most recent call last):
    squaredance.errors.FormatError: expected a size from 1 to 64, found 65
    """
    if not 1 <= size <= MAX_SIZE:
        raise FormatError(f"expected a size from 1 to {MAX_SIZE}, found {size}")
    return size


def placed(
    error: SquaredanceError, source: LineSource, line: int, column: int | None = None
) -> FormatError:
    """The same error, at a place of the source unless it has one already."""
    return FormatError(
        error.message,
        source=error.source or source.name,
        line=error.line or line,
        column=error.column or column,
    )


def drawn_boxes(grid: Grid, style: Style) -> bool:
    """Whether boxes must be drawn: not the default ones, and nothing says how it was written."""
    box = grid.geometry.box
    fresh = not style.layout and not style.separator and style.template is None
    return fresh and box is not None and box != squarest_box(grid.size)


def one_line(comment: str) -> str:
    """The comment with a space for its line breaks and other control characters.

    >>> one_line("two\\r\\nlines")
    'two lines'
    """
    if comment.isprintable():
        return comment
    text = " ".join(comment.splitlines())
    import unicodedata  # here: a plain solve has no comment to add

    return "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)


def flat(line: bytes) -> bytes:
    """The line with a byte per character, so that places and lengths are in characters.

    No character above ASCII is a symbol: each is a 0xFF, which is in no table.

    >>> flat("1é2€".encode())
    b'1\\xff2\\xff'
    """
    return line if line.isascii() else line.translate(_FLAT, _FOLLOWING)


def shown(line: bytes, place: int = 0, length: int = 1) -> str:
    """Characters of a line for an error message, the place being that in the flat line.

    >>> shown("1é2".encode(), 1), shown(b"\\x01"), shown(b"many", length=3)
    ("'é'", "'\\\\x01'", "'man'")
    """
    return repr(line.decode("utf-8")[place : place + length])


def many(count: int, noun: str) -> str:
    """A number with its noun.

    >>> many(1, "row"), many(9, "row")
    ('1 row', '9 rows')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
