"""The line format (.sdm): one puzzle per line, N*N symbols row by row, then any comment."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.case import (
    Case,
    Options,
    Reading,
    Style,
    check_size,
    flat,
    placed,
    shown,
)
from squaredance.formats.source import Line, LineSource
from squaredance.geometry import MAX_SIZE, Geometry, standard_geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.symbols import BAD, BLANKS, Symbols
from squaredance.typed import Final

_COMMENT_STARTS: Final = b" \t#;,"
_OTHER_BLANKS: Final = BLANKS.encode()


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The puzzles, a line each; empty lines and lines that start with # are skipped."""
    reader = LineReader(source, options)
    batch = source.batch()
    while batch:
        number = source.line - len(batch)
        name = source.name
        # Locals, because this loop is where a file of a million lines spends its time.
        cells, table, style, geometry = reader.fast_path()
        for raw in batch:
            number += 1
            if type(raw) is bytes and len(raw) == cells:
                values = raw.translate(table)
                if BAD not in values:
                    yield Case(Puzzle._trusted(geometry, values), name, number, style)
                    continue
            item = reader.slow(raw, number)
            if item is not None:
                yield item
                cells, table, style, geometry = reader.fast_path()
        batch = source.batch()


class LineReader(Reading):
    """The line reader's state: once a line was read, the same kind is read by one table."""

    __slots__ = ("_fast",)

    def __init__(self, source: LineSource, options: Options) -> None:
        super().__init__(source, options)
        self._fast: tuple[int, bytes, Style, Geometry] | None = None

    def fast_path(self) -> tuple[int, bytes, Style, Geometry]:
        """Cells, reading table, style and geometry of the lines that need no closer look."""
        # No line has -1 characters: until the first case is read every line goes slowly.
        return self._fast or (-1, b"", Style("line"), standard_geometry(1))

    def slow(self, raw: Line, number: int) -> Case | FormatError | None:
        """Any line; None when there is no puzzle on it."""
        if isinstance(raw, FormatError):
            return raw
        text = raw.strip()
        if not text or text.startswith(b"#"):
            return None
        case = self._commented(raw, number)
        if case is not None:
            return case
        try:
            return self._case(raw, number)
        except SquaredanceError as error:
            return placed(error, self.source, number)

    def _commented(self, raw: bytes, number: int) -> Case | None:
        """The same kind of line as before with something after it: common, so quick."""
        if self._fast is None:
            return None
        cells, table, style, geometry = self._fast
        values = raw[:cells].translate(table)
        if len(raw) <= cells or raw[cells] not in _COMMENT_STARTS or BAD in values:
            return None
        comment = raw[cells:].rstrip().decode("utf-8")
        if comment:
            style = style._replace(comment=comment)
        note = comment.lstrip(" \t#;,")
        return Case(Puzzle._trusted(geometry, values), self.source.name, number, style, note)

    def _case(self, raw: bytes, number: int) -> Case:
        if is_spaced_numbers(raw, self.size):
            from squaredance.formats import numbers

            return numbers.single_line_case(self, raw, number, "line")
        start = len(raw) - len(raw.lstrip())
        body, comment = split_comment(raw.strip())
        if has_space_blanks(raw, self.size):
            start, body, comment = 0, raw, b""
        size = self._size_of(len(flat(body)), start)
        symbols = self.symbols(size, body.decode("utf-8").replace(" ", "."))
        values = body.replace(b" ", symbols.blank.encode()).translate(symbols.reading_table())
        if BAD in values:
            place = values.index(BAD)  # in bytes: those before it are symbols, so ASCII
            message = f"expected {symbols.expected}, found {shown(body[place:])}"
            raise FormatError(message, line=number, column=start + place + 1)
        geometry = self.geometry(size)
        style = Style("line", symbols.with_blank(first_blank(body, symbols)))
        self._remember(size, style, geometry)
        note = comment.decode("utf-8")
        if note:
            style = style._replace(comment=note)
        puzzle = Puzzle._trusted(geometry, values)
        return Case(puzzle, self.source.name, number, style, note.lstrip(" \t#;,"))

    def _size_of(self, length: int, start: int) -> int:
        """The size whose cells the body fills; the first line fixes it for the others."""
        if self.size is not None:
            expected = check_size(self.size) ** 2
            if length != expected:
                column = start + min(length, expected) + 1
                raise FormatError(f"expected {expected} symbols, found {length}", column=column)
            return self.size
        size = isqrt(length)
        if size * size != length or size > MAX_SIZE:
            raise FormatError(
                f"expected N*N symbols for a size N from 1 to {MAX_SIZE}, found {length}",
                column=start + length + 1,
            )
        return size

    def _remember(self, size: int, style: Style, geometry: Geometry) -> None:
        self.size = size
        if self.known is not None and style.symbols is not None:  # certain from here on
            self._fast = size * size, style.symbols.reading_table(), style, geometry


def split_comment(text: bytes) -> tuple[bytes, bytes]:
    """The symbols, and the rest from the first character that ends them.

    >>> split_comment(b"12.4,easy")
    (b'12.4', b',easy')
    """
    for position, char in enumerate(text):
        if char in _COMMENT_STARTS:
            return text[:position], text[position:]
    return text, b""


def has_space_blanks(raw: bytes, size: int | None) -> bool:
    """True when the spaces of the line can only be empty cells.

    That is: the line has exactly N*N characters with them (N from 4), all others are
    symbols, and no other blank is used.
    """
    side = isqrt(len(raw))
    if b" " not in raw or side * side != len(raw) or side < 4 or size not in (None, side):
        return False
    rest = raw.replace(b" ", b"")
    return rest.isalnum() and not any(b in rest for b in _OTHER_BLANKS)


def is_spaced_numbers(raw: bytes, size: int | None) -> bool:
    """True for N*N numbers with spaces between them (N from 4), the form of large sizes."""
    tokens = raw.partition(b"#")[0].split()
    if len(tokens) < 16 or isqrt(len(tokens)) ** 2 != len(tokens):
        return False
    if size is not None and size * size != len(tokens):
        return False
    return all((t.isdigit() and len(t) <= 2) or len(t) == 1 for t in tokens)


def first_blank(body: bytes, symbols: Symbols) -> str:
    """The blank that the text uses, else the default one."""
    for char in body:
        text = chr(char)
        if text in BLANKS + "x" and symbols.lookup.get(text) == 0:
            return text
        if text == " ":
            return text
    return symbols.blank


def write(grid: Grid, style: Style) -> str:
    """One line, with the comment of the style; numbers get spaces between them."""
    symbols = style.symbols_for(grid)
    if symbols.is_decimal:
        text = " ".join(map(symbols.text, grid.values))
    else:
        text = grid.values.translate(symbols.writing_table()).decode("ascii")
    return f"{text}{style.comment}\n"
