"""Numbers: rows of N numbers, or N*N numbers on a line, with spaces, tabs or commas."""

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
    drawn_boxes,
    flat,
    many,
    placed,
    shown,
)
from squaredance.formats.detect import is_drawn, is_single_line, is_tabbed
from squaredance.formats.source import LineSource
from squaredance.geometry import MAX_SIZE
from squaredance.puzzle import Grid, Puzzle
from squaredance.ruled import ruled
from squaredance.symbols import Symbols, named_symbols

Field = tuple[bytes, int]  # the text of a cell and its column


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The puzzles of an input, separated by empty lines or back to back."""
    reader = NumbersReader(source, options)
    while (item := reader.next_case()) is not None:
        yield item


class NumbersReader(Reading):
    """Reads one puzzle at a time and never a line more than it has."""

    __slots__ = ("_single",)

    def __init__(self, source: LineSource, options: Options) -> None:
        super().__init__(source, options)
        self._single: bool | None = None  # a puzzle per line; known after the first look

    def next_case(self) -> Case | FormatError | None:
        """The next puzzle, or what is wrong with it (its lines are then all taken)."""
        raw = self.first_line(_is_rule)
        if raw is None:
            return None
        if isinstance(raw, FormatError) and self._single is not False:
            self.source.next()
            return raw  # else a row that is lost, or the next would be the first
        first = self.source.line + 1
        try:
            if isinstance(raw, bytes) and self._is_single(raw):
                self.source.next()
                return single_line_case(self, raw, first, "numbers")
            return self._rows_case(first)
        except SquaredanceError as error:
            return placed(error, self.source, first)

    def _is_single(self, raw: bytes) -> bool:
        row = fields(raw.partition(b"#")[0])
        count = len(_without_tab_behind(raw, row, isqrt(len(row)) ** 2))
        if self.size is not None and self._single is None:
            self._single = self.size > 1 and count == self.size**2
        if self._single is None:
            cells = lambda line: [text for text, _ in _flat_fields(line)]  # noqa: E731
            self._single = is_single_line(self.source, 0, count, cells)
        return self._single

    def _rows_case(self, first: int) -> Case:
        """Takes N lines of cells, or fewer when an empty line ends the puzzle early."""
        rows: list[list[Field]] = []
        lines: list[tuple[bytes, int]] = []
        rules: list[int] = []
        error: FormatError | None = None
        while self.size is None or len(rows) < self.size:
            raw = self.source.next()
            if raw is None or (isinstance(raw, bytes) and self._ends_rows(raw, len(rows))):
                break
            if isinstance(raw, bytes) and _is_rule(raw.strip()):
                rules.append(len(rows))
                continue
            if isinstance(raw, bytes) and raw.lstrip().startswith(b"#"):
                continue
            try:
                rows.append(self._row(raw))
                lines.append((raw, self.source.line) if isinstance(raw, bytes) else (b"", 0))
            except FormatError as bad:
                error = error or placed(bad, self.source, self.source.line)
                rows.append([])
        if error is not None:
            raise error
        size = self.size or 0
        if len(rows) != size:
            found = f"expected {many(size, 'row')}, found {len(rows)}"
            raise FormatError(found, line=self.source.line if not lines else lines[-1][1])
        return self._finished(rows, lines, rules, first)

    def _ends_rows(self, raw: bytes, rows: int) -> bool:
        """An empty line, unless it has the tabs of a row and stands behind one."""
        tabs = raw.count(b"\t")
        row = rows and self.size and tabs == len(raw) and 1 < self.size <= tabs + 1
        return not raw.strip() and not row

    def _row(self, raw: bytes | FormatError) -> list[Field]:
        if isinstance(raw, FormatError):
            raise raw
        row = fields(raw)
        if self.size is None:
            self.size = check_size(len(row) - self._has_tabs_behind(raw, len(row)))
        row = _without_tab_behind(raw, row, self.size)
        if len(row) != self.size:
            column = row[self.size][1] if len(row) > self.size else end_column(raw)
            message = f"expected a row of {many(self.size, 'number')}, found {len(row)}"
            raise FormatError(message, column=column)
        return row

    def _has_tabs_behind(self, raw: bytes, count: int) -> bool:
        """Whether every row ends with a tab that is no cell: then no other field is empty."""
        line: bytes | FormatError | None = raw
        for ahead in range(count):
            if not isinstance(line, bytes) or not line.strip():
                break
            if not is_tabbed(line) or line.split(b"\t").index(b"") < line.count(b"\t"):
                return False
            line = self.source.peek(ahead) if ahead + 1 < count else None
        return True

    def _finished(
        self,
        rows: list[list[Field]],
        lines: list[tuple[bytes, int]],
        rules: list[int],
        first: int,
    ) -> Case:
        from squaredance.formats.rows import box_of_groups

        size = len(rows)
        symbols = symbols_of(self, [field for row in rows for field in row], size)
        values: list[int] = []
        for row, (_, line) in zip(rows, lines, strict=True):
            values += values_of(row, symbols, line)
        raw = lines[0][0]
        groups = [len(fields(part)) for part in raw.split(b"|")] if b"|" in raw else []
        box = box_of_groups(groups, [r for r in rules if r], size)
        style = style_of("numbers", raw, symbols)
        geometry = self.geometry(size, box or "auto")
        if groups:
            style = style._replace(layout="rules")
        return Case(Puzzle(geometry, values), self.source.name, first, style)


def single_line_case(reading: Reading, raw: bytes, line: int, format: str) -> Case:
    """A puzzle of N*N numbers on a line, as large sizes are passed around."""
    raw, _, note = raw.partition(b"#")
    row = fields(raw)
    size = isqrt(len(row)) if reading.size is None else check_size(reading.size)
    row = _without_tab_behind(raw, row, size * size)
    if size * size != len(row) or size > MAX_SIZE:
        expected = "N*N" if reading.size is None else str(size * size)
        message = f"expected {expected} numbers, found {len(row)}"
        raise FormatError(message, column=end_column(raw))
    symbols = symbols_of(reading, row, size)
    values = values_of(row, symbols, line)
    reading.size = size
    comment = note.decode("utf-8").strip()
    shown_comment = f" # {comment}" if comment else ""
    style = style_of(format, raw, symbols)._replace(layout="single", comment=shown_comment)
    puzzle = Puzzle._trusted(reading.geometry(size), bytes(values))
    return Case(puzzle, reading.source.name, line, style, comment)


def fields(raw: bytes) -> list[Field]:
    """The cells of a line with their columns; between commas or tabs a cell may be empty.

    >>> fields(b"1, ,12")
    [(b'1', 1), (b'', 4), (b'12', 5)]
    >>> fields(b"1 2 | 3")
    [(b'1', 1), (b'2', 3), (b'3', 7)]
    """
    found = _flat_fields(flat(raw))
    if raw.isascii():
        return found
    line = raw.decode("utf-8")
    return [(line[c - 1 : c - 1 + len(text)].encode(), c) for text, c in found]


def end_column(raw: bytes) -> int:
    """The column behind the last cell of a line.

    >>> end_column("1 é  ".encode())
    4
    """
    return len(flat(raw.rstrip())) + 1


def _flat_fields(raw: bytes) -> list[Field]:
    found: list[Field] = []
    place = 0
    mark = b"," if b"," in raw else b";" if b";" in raw else b"\t" if is_tabbed(raw) else None
    if mark is not None:
        for part in (raw if mark == b"\t" else raw.rstrip()).split(mark):
            text = part.strip(b' \t|"')
            found.append((text, place + (part.find(text) if text else len(part)) + 1))
            place += len(part) + 1
        return found
    clean = raw.replace(b"|", b" ")
    for text in clean.split():
        place = clean.index(text, place)
        found.append((text, place + 1))
        place += len(text)
    return found


def _without_tab_behind(raw: bytes, row: list[Field], size: int) -> list[Field]:
    """The row without the empty field that a tab at the end of a full row makes."""
    behind = len(row) == size + 1 and raw.endswith(b"\t") and not row[-1][0]
    return row[:-1] if behind else row


def _is_rule(text: bytes) -> bool:
    """A line drawn without gaps; dashes with spaces between them are empty cells."""
    return is_drawn(text) and any(mark in text for mark in (b"--", b"==", b"+"))


def symbols_of(reading: Reading, row: list[Field], size: int) -> Symbols:
    """Numbers, unless the caller says otherwise or there are letters."""
    if reading.options.symbols is not None:
        return reading.symbols(size, "")
    if any(text.isalpha() and text not in (b"X", b"x") for text, _ in row):
        return reading.symbols(size, " ".join(text.decode("utf-8") for text, _ in row))
    return named_symbols("decimal", size)


def values_of(row: list[Field], symbols: Symbols, line: int) -> list[int]:
    """The values of the cells; a FormatError at the first that has none."""
    table = symbols.lookup
    values = [table.get(text.decode("utf-8"), -1) if text else 0 for text, _ in row]
    if -1 in values:
        text, column = row[values.index(-1)]
        raise FormatError(
            f"expected {symbols.expected}, found {shown(text, length=len(text))}",
            line=line,
            column=column,
        )
    return values


def style_of(format: str, raw: bytes, symbols: Symbols) -> Style:
    """What stands between the cells of the line."""
    text = raw.strip()
    separator, width = " ", 0
    if b"," in text:
        separator = ", " if b", " in text else ","
    elif b";" in text:
        separator = ";"
    elif b"\t" in text:
        separator = "\t"
    elif b"  " in text:
        width = len(symbols.text(symbols.size))
    blank = next((t for t, _ in fields(raw) if t in (b".", b"-", b"*", b"?", b"_", b"X")), b"0")
    if not symbols.is_decimal:
        blank = blank if blank != b"0" else symbols.blank.encode()
    return Style(format, symbols.with_blank(blank.decode()), separator, width=width)


def write(grid: Grid, style: Style) -> str:
    """The cells with the separator of the style, in rows or on a line."""
    n = grid.size
    symbols = style.symbols or named_symbols("decimal", n)
    texts = [symbols.text(value).rjust(style.width) for value in grid.values]
    if style.layout == "single":
        return (style.separator or " ").join(texts) + style.comment + "\n"
    if style.layout == "rules" or drawn_boxes(grid, style):
        return ruled(grid.geometry, texts, " ") + "\n"
    separator = style.separator or " "
    return "".join(separator.join(texts[s : s + n]) + "\n" for s in range(0, n * n, n))
