"""Grid text: N rows of one-character symbols, with or without rules between the boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.case import (
    Case,
    Options,
    Reading,
    Style,
    check_size,
    drawn_boxes,
    many,
    placed,
)
from squaredance.formats.detect import is_number_row
from squaredance.formats.line import first_blank
from squaredance.formats.rows import (
    Row,
    box_of,
    check_width,
    is_dashes,
    is_rule,
    symbols_of,
    values_of,
)
from squaredance.formats.source import LineSource
from squaredance.puzzle import Grid, Puzzle
from squaredance.ruled import ruled

CELL: Final = "\0"  # stands for a cell in a template


def read(
    source: LineSource, options: Options, format: str = "grid"
) -> Iterator[Case | FormatError]:
    """The grids of an input, separated by empty lines or back to back.

    Rows of more than 25 numbers are what `write` makes of a large grid, so they are read too.
    """
    if options.symbols is None and is_number_row(source):
        from squaredance.formats import numbers

        yield from numbers.read(source, options)
        return
    reader = GridReader(source, options, format)
    while (item := reader.next_case()) is not None:
        yield item


class GridReader(Reading):
    """Reads one grid at a time and never a line more than the grid has."""

    __slots__ = ("blank", "format")

    def __init__(self, source: LineSource, options: Options, format: str) -> None:
        super().__init__(source, options)
        self.format = format
        self.blank = ""  # of the last grid: tells a row of dashes from a rule in the next

    def next_case(self) -> Case | FormatError | None:
        """The next grid, or what is wrong with it (its lines are then all taken)."""
        block = _Block(self)
        while not block.complete:
            raw = self.source.next()
            if raw is None or (block.started and _ends_block(raw)):
                break
            if isinstance(raw, FormatError):
                block.fail(raw)  # counted as a row, or the rows after it would start a grid
            else:
                block.add(raw, self.source.line)
        if not block.started:
            return None
        try:
            return block.case()
        except SquaredanceError as error:
            return placed(error, self.source, block.first_line)

    def width(self, row: Row) -> int:
        """The size: fixed by the caller or by the first row of all."""
        if self.size is None:
            self.size = check_size(len(row.cells))
        return check_size(self.size)


def _ends_block(raw: bytes | FormatError) -> bool:
    return isinstance(raw, bytes) and not raw.strip()


class _Block:
    """The lines of one grid as they come in."""

    def __init__(self, reader: GridReader) -> None:
        self.reader = reader
        self.rows: list[Row] = []
        self.rules: list[int] = []  # after how many rows each rule stands
        self.lines: list[Row | bytes] = []  # rows and rules, for the template
        self.seen = reader.blank.encode()  # what stands in cells, each symbol once
        self.unsure: list[tuple[bytes, int]] = []  # lines of dashes before the first row
        self.border: bytes | None = None
        self.error: FormatError | None = None
        self.lost = 0  # rows that could not be read
        self.first_line = 0

    @property
    def started(self) -> bool:
        return bool(self.rows or self.unsure or self.error)

    @property
    def complete(self) -> bool:
        size = self.reader.size
        if size is None and self.unsure and not self.rows:
            # Nothing but dashes so far: an empty grid once they make a square.
            rows = sum(not is_rule(raw.strip()) for raw, _ in self.unsure)
            return rows == len(_dashes(self.unsure[0][0]))
        return size is not None and len(self.rows) + self.lost >= size

    def fail(self, error: FormatError) -> None:
        """Remembers the first error; the grid's other lines are still taken."""
        self.first_line = self.first_line or error.line or 0
        self.lost += 1
        self.error = self.error or error

    def add(self, raw: bytes, line: int) -> None:
        text = raw.strip()
        if not text:
            self.border = None  # before the first row: a rule above belongs to the last grid
        elif text.startswith(b"#"):
            pass
        elif is_rule(text):
            if self.unsure:
                self.unsure.append((raw, line))  # its place is known with the rows above it
            else:
                self._add_rule(raw)
        elif is_dashes(text) and not self._dashes_are_row(text):
            if self.rows or self.error:
                self._add_rule(raw)
            else:
                self.first_line = self.first_line or line
                self.unsure.append((raw, line))
        else:
            self._add_row(Row(raw, line))

    def _add_rule(self, raw: bytes) -> None:
        if self.rows:
            self.rules.append(len(self.rows) + self.lost)
            self.lines.append(raw.rstrip())
        elif not self.error:
            self.border = raw.rstrip()

    def _dashes_are_row(self, text: bytes) -> bool:
        """Dashes are empty cells where other rows of the grid have them as cells too."""
        return self._is_row(_dashes(text), text, self.seen, self.reader.size)

    @staticmethod
    def _is_row(dashes: bytes, text: bytes, cells: bytes, size: int | None) -> bool:
        # A rule is drawn without gaps: with a gap after every dash it is a row. Stars make a
        # rule only where another blank is in use: they are the blank of a 4x4 judge.
        apart = len(text.split()) == len(dashes) > 1
        stars = dashes[:1] == b"*" and not any(c in cells for c in b".0-_?")
        return len(dashes) == size and (apart or stars or dashes[:1] in cells)

    def _add_row(self, row: Row) -> None:
        self.first_line = self.first_line or row.line
        self.seen = bytes({*self.seen, *row.cells})
        try:
            size = self.reader.width(row)
            self._settle(row, size)
            check_width(row, size)
        except FormatError as error:
            self.fail(placed(error, self.reader.source, row.line))
        else:
            self.rows.append(row)
            self.lines.append(row)

    def _settle(self, row: Row, size: int) -> None:
        """The first real row tells whether the dashes before it are rows or a rule."""
        pending, self.unsure = self.unsure, []
        for raw, line in pending:
            dashes = _dashes(raw.strip())
            if not is_rule(raw.strip()) and self._is_row(dashes, raw.strip(), row.cells, size):
                self.rows.append(Row(raw, line))
                self.lines.append(self.rows[-1])
            else:
                self._add_rule(raw)

    def case(self) -> Case:
        if self.error is not None:
            raise self.error
        size = self.reader.size
        if self.unsure:  # nothing but dashes
            size = size or check_size(len(_dashes(self.unsure[0][0].strip())))
            for raw, line in self.unsure:
                if is_rule(raw.strip()):
                    self._add_rule(raw)
                else:
                    self.rows.append(Row(raw, line))
                    self.lines.append(self.rows[-1])
            for row in self.rows:
                check_width(row, size)
        assert size is not None
        if len(self.rows) != size:
            raise FormatError(
                f"expected {many(size, 'row')}, found {len(self.rows)}",
                line=self.rows[-1].line,
            )
        return self._finished(size)

    def _finished(self, size: int) -> Case:
        reader = self.reader
        reader.size = size
        symbols = symbols_of(reader, self.rows, size)
        values = values_of(self.rows, symbols)
        geometry = reader.geometry(size, box_of(self.rows, self.rules, size) or "auto")
        blank = first_blank(b"".join(row.cells for row in self.rows), symbols)
        reader.blank = blank
        template = self._template()
        layout = "" if template else "plain"
        symbols = symbols.with_blank(blank)
        style = Style(reader.format, symbols, template=template, layout=layout)
        return Case(Puzzle._trusted(geometry, values), reader.source.name, self.first_line, style)

    def _template(self) -> str | None:
        """The drawing with NUL for each cell; None where rows stand alone."""
        plain = all(isinstance(line, Row) and line.text == line.cells for line in self.lines)
        if plain and not self.border:
            return None
        lines = []
        for line in self.lines:
            drawn = bytearray(line.text if isinstance(line, Row) else line)
            for column in line.places if isinstance(line, Row) else ():
                drawn[column] = 0
            lines.append(drawn.decode("ascii", "replace"))
        if self.border:
            frame = self.border.decode("ascii")
            lines = [frame, *lines, frame]
        return "\n".join(lines)


def _dashes(text: bytes) -> bytes:
    return text.translate(None, b" \t|")


def write(grid: Grid, style: Style) -> str:
    """The rows, in the drawing of the style when there is one.

    Without, boxes that a reader would not expect are drawn, unless the rows were plain.
    """
    symbols = style.symbols_for(grid)
    if symbols.is_decimal:
        from squaredance.formats import numbers

        if not drawn_boxes(grid, style):
            style = style._replace(separator=" ", width=2)
        return numbers.write(grid, style._replace(template=None, symbols=symbols))
    text = grid.values.translate(symbols.writing_table()).decode("ascii")
    if style.template is None:
        n = grid.size
        if drawn_boxes(grid, style):
            return ruled(grid.geometry, text) + "\n"
        return "".join(text[start : start + n] + "\n" for start in range(0, n * n, n))
    cells = iter(text)
    return "".join(next(cells) if c == CELL else c for c in style.template) + "\n"
