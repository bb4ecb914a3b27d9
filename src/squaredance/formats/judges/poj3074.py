"""POJ 3074: a line of 81 characters per case, until a line that says end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from squaredance.errors import FormatError
from squaredance.formats.case import Case, Style, shown
from squaredance.formats.judges.base import Judge, exact_table, next_text
from squaredance.formats.source import LineSource
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.symbols import BAD, default_symbols

_CELLS: Final = 81
_TABLE: Final = exact_table("123456789", ".")


class _Poj3074(Judge):
    name = "poj3074"
    title = "POJ 3074, 9x9 lines until 'end'"

    def cases(self, source: LineSource) -> Iterator[Case | FormatError]:
        style = Style("line", default_symbols(9))
        geometry = standard_geometry(9)
        found = False
        while (raw := next_text(source)) is not None:
            found = True
            if isinstance(raw, FormatError):
                yield raw
                continue
            text = raw.strip()
            if text == b"end":
                return
            values = text.translate(_TABLE)
            start = len(raw) - len(raw.lstrip()) + 1
            if BAD in values:
                place = values.index(BAD)
                message = f"expected a symbol 1-9 or '.', found {shown(text[place:])}"
                yield source.error(message, column=start + place)
            elif len(values) != _CELLS:
                message = f"expected {_CELLS} symbols, found {len(values)}"
                yield source.error(message, column=start + min(len(values), _CELLS))
            else:
                yield Case(Puzzle._trusted(geometry, values), source.name, source.line, style)
        if not found:
            yield source.error("expected a puzzle, found none")

    def solution(self, grid: Grid) -> str:
        return "".join(map(str, grid.values)) + "\n"


PROFILES: Final[dict[str, Judge]] = {"poj3074": _Poj3074()}
