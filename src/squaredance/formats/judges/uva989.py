"""UVa 989: the order n, then n*n rows of numbers; the least solution is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from squaredance.errors import FormatError
from squaredance.formats.case import Case, Style, many, placed, shown
from squaredance.formats.judges.base import Judge, next_text
from squaredance.formats.numbers import end_column, fields, values_of
from squaredance.formats.source import LineSource
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.symbols import named_symbols

_MAX_ORDER: Final = 8  # the statement says 3; ours is what 64 values allow


class _Uva989(Judge):
    name = "uva989"
    title = "UVa 989, any order, least solution"
    question = "least"
    between = "\n"
    none = "NO SOLUTION"

    def cases(self, source: LineSource) -> Iterator[Case | FormatError]:
        found = False
        while (raw := next_text(source)) is not None:
            found = True
            yield self._case(source, raw)
        if not found:
            yield source.error("expected a puzzle, found none")

    def _case(self, source: LineSource, raw: bytes | FormatError) -> Case | FormatError:
        first = source.line
        order = _order(source, raw)
        size = order**2 if isinstance(order, int) else None
        error = order if isinstance(order, FormatError) else None
        values: list[int] = []
        rows = 0
        while (size is None or rows < size) and not _ends(source.peek()):
            line = source.next()
            rows += 1
            if isinstance(line, FormatError) or line is None or size is None:
                error = error or (line if isinstance(line, FormatError) else None)
                continue
            try:
                values += _row(line, size, source.line)
            except FormatError as bad:
                error = error or placed(bad, source, source.line)
        if error is not None:
            return error
        if size is None or rows < size:
            return source.error(f"expected {many(size or 0, 'row')}, found {rows}")
        style = Style("numbers", named_symbols("decimal", size), " ")
        puzzle = Puzzle._trusted(standard_geometry(size), bytes(values))
        return Case(puzzle, source.name, first, style)

    def solution(self, grid: Grid) -> str:
        return "".join(" ".join(map(str, row)) + "\n" for row in grid.rows())


def _ends(raw: bytes | FormatError | None) -> bool:
    return raw is None or (isinstance(raw, bytes) and not raw.strip())


def _order(source: LineSource, raw: bytes | FormatError) -> int | FormatError:
    if isinstance(raw, FormatError):
        return raw
    text = raw.strip()
    if text.isdigit() and len(text) == 1 and 1 <= int(text) <= _MAX_ORDER:
        return int(text)
    found = shown(text, length=20)
    return source.error(f"expected an order from 1 to {_MAX_ORDER}, found {found}", column=1)


def _row(raw: bytes, size: int, line: int) -> list[int]:
    row = fields(raw)
    values = values_of(row, named_symbols("decimal", size), line)
    if len(row) != size:
        column = row[size][1] if len(row) > size else end_column(raw)
        message = f"expected a row of {many(size, 'number')}, found {len(row)}"
        raise FormatError(message, line=line, column=column)
    return values


PROFILES: Final[dict[str, Judge]] = {"uva989": _Uva989()}
