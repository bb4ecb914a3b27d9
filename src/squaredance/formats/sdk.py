"""The .sdk format: headers that start with #, then N rows, in sections or without."""

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
    many,
    placed,
    shown,
)
from squaredance.formats.line import first_blank
from squaredance.formats.rows import Row, check_width, symbols_of, values_of
from squaredance.formats.source import LineSource
from squaredance.puzzle import Grid, Puzzle

_PUZZLE: Final = b"[puzzle]"
_STATE: Final = b"[state]"
_TOLD: Final = "DC"  # description and comment: the headers that make a Case's comment


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The puzzles of an input: most often one, with its headers and any [State]."""
    reader = _Reader(source, options)
    while (item := reader.next_case()) is not None:
        yield item


class _Reader(Reading):
    def next_case(self) -> Case | FormatError | None:
        """The next puzzle, or what is wrong with it (its lines are then all taken)."""
        headers: list[str] = []
        section = b""
        while (raw := self.source.peek()) is not None:
            if isinstance(raw, FormatError):
                self.source.next()
                return raw
            text = raw.strip()
            if text.startswith(b"#"):
                headers.append(text[1:].decode("utf-8"))
            elif text.lower() in (_PUZZLE, _STATE):
                section = text.lower()
            elif text.startswith(b"["):
                self.source.next()
                found = shown(text, length=20)
                return self.source.error(f"expected [Puzzle] or [State], found {found}")
            elif text:
                break
            self.source.next()
        else:
            if section:
                return self.source.error("expected rows after the section, found the end")
            return None
        first = self.source.line + 1
        try:
            return self._case(headers, section, first)
        except SquaredanceError as error:
            return placed(error, self.source, first)

    def _case(self, headers: list[str], section: bytes, first: int) -> Case:
        puzzle, style = self._grid()
        if section == _PUZZLE and self._next_is(_STATE):
            self._grid()  # checked, but a puzzle is its clues: where the player got is not
        layout = "sections" if section else ""
        clues = puzzle if section else None
        style = style._replace(headers=tuple(headers), layout=layout, clues=clues)
        comment = " ".join(h[1:].strip() for h in headers if h[:1] in _TOLD)
        return Case(puzzle, self.source.name, first, style, comment.strip())

    def _next_is(self, section: bytes) -> bool:
        """Takes empty lines, and the section's name when it comes next."""
        while isinstance(raw := self.source.peek(), bytes):
            text = raw.strip()
            if text and text.lower() != section:
                return False
            self.source.next()
            if text:
                return True
        return False

    def _grid(self) -> tuple[Puzzle, Style]:
        """Takes rows until there are N, an empty line, a header or a section."""
        rows: list[Row] = []
        error: FormatError | None = None
        while self.size is None or len(rows) < self.size:
            raw = self.source.peek()
            if raw is None or (isinstance(raw, bytes) and _ends_rows(raw.strip())):
                break
            self.source.next()
            if isinstance(raw, FormatError):
                error = error or raw
                rows.append(Row(b"", self.source.line))
                continue
            rows.append(Row(raw, self.source.line))
            try:
                self.size = check_size(self.size or len(rows[-1].cells))
                check_width(rows[-1], self.size)
            except FormatError as bad:
                error = error or placed(bad, self.source, self.source.line)
        if error is not None:
            raise error
        size = self.size or 0
        if len(rows) != size or not rows:
            line = rows[-1].line if rows else self.source.line
            raise FormatError(f"expected {many(size, 'row')}, found {len(rows)}", line=line)
        symbols = symbols_of(self, rows, size)
        values = values_of(rows, symbols)
        blank = first_blank(b"".join(row.cells for row in rows), symbols)
        puzzle = Puzzle._trusted(self.geometry(size), values)
        return puzzle, Style("sdk", symbols.with_blank(blank))


def _ends_rows(text: bytes) -> bool:
    return not text or text.startswith((b"#", b"["))


def write(grid: Grid, style: Style) -> str:
    """The headers and the rows.

    With sections, a solution goes under [State] and the clues stay under [Puzzle], so the
    answer to a file is that file, played to the end.
    """
    lines = [f"#{header}" for header in style.headers]
    if style.layout != "sections":
        return "\n".join([*lines, *_rows(grid, style)]) + "\n"
    clues = style.clues if style.clues is not None and not isinstance(grid, Puzzle) else grid
    lines += ["[Puzzle]", *_rows(clues, style)]
    if clues is not grid:
        lines += ["[State]", *_rows(grid, style)]
    return "\n".join(lines) + "\n"


def _rows(grid: Grid, style: Style) -> list[str]:
    symbols = style.symbols_for(grid)
    n = grid.size
    if symbols.is_decimal:
        raise SquaredanceError(
            f"expected one-character symbols for .sdk, found size {n}; write it --to json"
        )
    text = grid.values.translate(symbols.writing_table()).decode("ascii")
    return [text[start : start + n] for start in range(0, n * n, n)]
