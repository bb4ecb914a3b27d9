"""Candidates: N characters per cell on one line, or a grid of groups such as 159."""

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
    flat,
    many,
    placed,
    shown,
)
from squaredance.formats.detect import REMOVED, is_drawn
from squaredance.formats.line import split_comment
from squaredance.formats.numbers import Field, end_column, fields
from squaredance.formats.source import LineSource
from squaredance.geometry import MAX_SIZE, Geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.ruled import ruled_groups
from squaredance.symbols import Symbols, default_symbols, named_symbols

_LARGEST: Final = 35  # above it no one-character symbols are left without being told


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The candidate puzzles of an input, in either form."""
    reader = _Reader(source, options)
    while (item := reader.next_case()) is not None:
        yield item


class _Reader(Reading):
    in_groups = False

    def next_case(self) -> Case | FormatError | None:
        """The next puzzle, or what is wrong with it (its lines are then all taken)."""
        raw = self.first_line(is_drawn)
        if raw is None:
            return None
        if isinstance(raw, FormatError) and not self.in_groups:
            self.source.next()
            return raw  # else a row that is lost, or the next would be the first
        first = self.source.line + 1
        try:
            if isinstance(raw, FormatError) or self._is_groups(raw):
                self.in_groups = True
                return self._groups_case(first)
            self.source.next()
            return self._line_case(raw, first)
        except SquaredanceError as error:
            return placed(error, self.source, first)

    def _is_groups(self, raw: bytes) -> bool:
        """A group has at most as many characters as the row has groups; a line has more."""
        count = len(fields(raw))
        return count > 1 and len(split_comment(flat(raw.strip()))[0]) <= count

    def _line_case(self, raw: bytes, line: int) -> Case:
        start = len(raw) - len(raw.lstrip())
        written, comment = split_comment(raw.strip())
        body = flat(written)
        size = round(len(body) ** (1 / 3)) if self.size is None else check_size(self.size)
        if size**3 != len(body) or size > MAX_SIZE:
            wanted = "N*N*N" if self.size is None else str(size**3)
            raise FormatError(
                f"expected {wanted} characters, found {len(body)}",
                column=start + min(len(body), size**3) + 1,
            )
        symbols = self._symbols_of(size, body)
        masks = [0] * (size * size)
        for place, char in enumerate(body):
            cell, position = divmod(place, size)
            if _value(symbols, char) == position + 1:
                masks[cell] |= 1 << position
            elif char not in REMOVED:
                wanted = repr(symbols.text(position + 1))
                message = f"expected {wanted} or '.', found {shown(written, place)}"
                raise FormatError(message, column=start + place + 1)
        self.size = size
        note = comment.decode("utf-8")
        style = Style("candidates", symbols, layout="single", comment=note)
        puzzle = _puzzle(self.geometry(size), masks)
        return Case(puzzle, self.source.name, line, style, note.lstrip(" \t#;,"))

    def _groups_case(self, first: int) -> Case:
        rows: list[list[Field]] = []
        lines: list[int] = []
        raws: list[bytes] = []
        rules: list[int] = []
        error: FormatError | None = None
        while self.size is None or len(rows) < self.size:
            raw = self.source.next()
            if raw is None or (isinstance(raw, bytes) and not raw.strip()):
                break
            if isinstance(raw, bytes) and is_drawn(raw.strip()):
                rules.append(len(rows))
                continue
            try:
                rows.append(self._row(raw))
            except FormatError as bad:
                error = error or placed(bad, self.source, self.source.line)
                rows.append([])
            lines.append(self.source.line)
            raws.append(raw if isinstance(raw, bytes) else b"")
        if error is not None:
            raise error
        size = self.size or 0
        if len(rows) != size:
            raise FormatError(f"expected {many(size, 'row')}, found {len(rows)}", line=lines[-1])
        return self._finished(rows, lines, raws, [r for r in rules if r])

    def _row(self, raw: bytes | FormatError) -> list[Field]:
        if isinstance(raw, FormatError):
            raise raw
        row = fields(raw)
        self.size = check_size(self.size or len(row))
        if len(row) != self.size:
            column = row[self.size][1] if len(row) > self.size else end_column(raw)
            message = f"expected a row of {self.size} groups, found {len(row)}"
            raise FormatError(message, column=column)
        return row

    def _finished(
        self, rows: list[list[Field]], lines: list[int], raws: list[bytes], rules: list[int]
    ) -> Case:
        from squaredance.formats.rows import box_of_groups

        size = len(rows)
        symbols = self._symbols_of(size, b"".join(text for row in rows for text, _ in row))
        masks = [
            _mask(symbols, field, line)
            for row, line in zip(rows, lines, strict=True)
            for field in row
        ]
        bars = b"|" in raws[0]
        groups = [len(fields(part)) for part in raws[0].split(b"|")] if bars else []
        geometry = self.geometry(size, box_of_groups(groups, rules, size) or "auto")
        style = Style("candidates", symbols, layout="rules" if bars or rules else "groups")
        return Case(_puzzle(geometry, masks), self.source.name, lines[0], style)

    def _symbols_of(self, size: int, text: bytes) -> Symbols:
        """The symbols; the blanks of the text are taken out, for they decide nothing here."""
        marks = bytes(c for c in text if c not in REMOVED)
        if self.options.symbols is None and size > 9:
            if any(c in b"123456789" for c in marks):
                return named_symbols("1-9A", size)
            return default_symbols(size) if size <= 25 else named_symbols("1-9A", size)
        return self.symbols(size, marks.decode("utf-8", "replace"))


def _value(symbols: Symbols, char: int) -> int:
    return symbols.lookup.get(chr(char), 0)


def _mask(symbols: Symbols, field: Field, line: int) -> int:
    text, column = field
    mask = 0
    for place, char in enumerate(flat(text)):
        value = _value(symbols, char)
        if value:
            mask |= 1 << value - 1
        elif len(text) > 1 or char not in REMOVED:
            message = f"expected candidates {symbols.expected[9:]}, found {shown(text, place)}"
            raise FormatError(message, line=line, column=column + place)
    return mask


def _puzzle(geometry: Geometry, masks: list[int]) -> Puzzle:
    """A cell with a single candidate is a clue: the text cannot tell the two apart."""
    clues = bytes(mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in masks)
    return Puzzle(geometry, clues, masks)


def masks_of(grid: Grid) -> list[int]:
    """A mask per cell: the puzzle's own, or one bit for a value and all for an empty cell.

    >>> masks_of(Grid(Geometry(2), [1, 0, 0, 2]))
    [1, 3, 3, 2]
    """
    if isinstance(grid, Puzzle) and grid.candidates is not None:
        return list(grid.candidates)
    every = (1 << grid.size) - 1
    return [1 << value - 1 if value else every for value in grid.values]


def write(grid: Grid, style: Style) -> str:
    """One line of N*N*N characters, or groups in columns when the style says so."""
    n = grid.size
    symbols = style.symbols
    if symbols is None:
        symbols = default_symbols(n) if n <= 25 else named_symbols("1-9A", min(n, _LARGEST))
    if symbols.is_decimal or symbols.size != n:
        raise SquaredanceError(
            f"expected one-character symbols for {n} candidates, found none; write it --to json"
        )
    texts = [symbols.text(value) for value in range(1, n + 1)]
    masks = masks_of(grid)
    if style.layout in ("groups", "rules"):
        groups = ["".join(t for v, t in enumerate(texts) if m >> v & 1) or "." for m in masks]
        return ruled_groups(grid.geometry, groups, rules=style.layout == "rules") + "\n"
    text = "".join(t if m >> v & 1 else "." for m in masks for v, t in enumerate(texts))
    return f"{text}{style.comment}\n"
