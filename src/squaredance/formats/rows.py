"""Rows of one-character symbols: shared by grid text, .ss and .sdk."""

from __future__ import annotations

from squaredance.errors import FormatError
from squaredance.formats.case import Reading, flat, shown
from squaredance.symbols import BAD
from squaredance.typed import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from squaredance.geometry import Box
    from squaredance.symbols import Symbols

# In a row these only separate; in a rule they draw. '-' and '*' are also blanks: which of
# the two they are depends on the rest of the grid.
SEPARATORS: Final = b" \t|"


class Row:
    """A line of a grid: where its cells are. ``text`` has a byte per character."""

    __slots__ = ("cells", "line", "raw", "text")

    def __init__(self, raw: bytes, line: int) -> None:
        self.raw = raw
        self.text = flat(raw.rstrip())
        self.line = line
        self.cells = self.text.translate(None, SEPARATORS)

    @property
    def places(self) -> list[int]:
        """Where in the text each cell stands."""
        return [i for i, c in enumerate(self.text) if c not in SEPARATORS]

    def column(self, cell: int) -> int:
        """The column, from 1, of a cell, or where it should have been."""
        if cell < len(self.cells):
            return self.places[cell] + 1
        return len(self.text) + 1


def is_rule(text: bytes) -> bool:
    """True when the line can only be a rule: drawn with more than one kind of blank.

    >>> is_rule(b"---+---"), is_rule(b"*---*"), is_rule(b"----"), is_rule(b"1.|-.")
    (True, True, False, False)
    """
    rest = text.translate(None, b" \t|")
    if not rest or rest.translate(None, b"-+*="):
        return not rest and b"|" in text
    return b"+" in rest or b"=" in rest or (b"-" in rest and b"*" in rest)


def is_dashes(text: bytes) -> bool:
    """True for a line of one character, - or *: a rule, or a row of empty cells."""
    rest = text.translate(None, b" \t|")
    return bool(rest) and rest in (b"-" * len(rest), b"*" * len(rest))


def check_width(row: Row, size: int) -> None:
    """A FormatError unless the row has ``size`` cells."""
    found = len(row.cells)
    if found != size:
        raise FormatError(
            f"expected a row of {size} symbols, found {found}",
            line=row.line,
            column=row.column(min(found, size)),
        )


def values_of(rows: list[Row], symbols: Symbols) -> bytes:
    """The values of all rows; a FormatError at the first character that is no symbol."""
    return table_values_of(rows, symbols.reading_table(), symbols.expected)


def table_values_of(rows: list[Row], table: bytes, expected: str) -> bytes:
    """The same by a table; ``expected`` says what is in it."""
    values = b"".join(row.cells for row in rows).translate(table)
    if BAD in values:
        for row in rows:
            for cell, char in enumerate(row.cells):
                if table[char] == BAD:
                    raise FormatError(
                        f"expected {expected}, found {shown(row.raw, row.places[cell])}",
                        line=row.line,
                        column=row.column(cell),
                    )
    return values


def symbols_of(reading: Reading, rows: list[Row], size: int) -> Symbols:
    """The symbols of the rows, as given, known or detected."""
    text = b"\n".join(row.cells for row in rows).decode("utf-8", "replace")
    try:
        return reading.symbols(size, text)
    except FormatError as error:
        raise FormatError(error.message, line=rows[0].line) from None


def box_of(rows: list[Row], rules: list[int], size: int) -> Box | None:
    """The box shape that the drawing of a grid shows, or None where it shows none."""
    text = rows[0].text
    groups = [len(part.translate(None, SEPARATORS)) for part in text.split(b"|")]
    return box_of_groups(groups if b"|" in text else [], rules, size)


def box_of_groups(groups: list[int], rules: list[int], size: int) -> Box | None:
    """The box shape from the cells between bars, and after how many rows rules stand.

    >>> box_of_groups([3, 3], [2, 4], 6), box_of_groups([2, 2, 2], [], 6)
    ((2, 3), (3, 2))
    """
    widths = {count for count in groups if count}
    width = widths.pop() if len(widths) == 1 else None
    height = rules[0] if rules and not any(place % rules[0] for place in rules) else None
    if width in (1, size):
        width = None  # a bar beside every cell, or only a frame
    if height in (1, size):
        height = None
    if width is None and height is not None and size % height == 0:
        width = size // height
    if height is None and width is not None and size % width == 0:
        height = size // width
    if width is None or height is None or width * height != size:
        return None
    return height, width
