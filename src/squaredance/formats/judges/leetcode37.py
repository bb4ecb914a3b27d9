"""LeetCode 37: a JSON list of nine lists of nine one-character strings per case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from squaredance.errors import FormatError
from squaredance.formats.case import Case, Style, placed
from squaredance.formats.json_values import parsed, values
from squaredance.formats.judges.base import Judge
from squaredance.formats.source import LineSource
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.symbols import default_symbols


class _Leetcode37(Judge):
    name = "leetcode37"
    title = "LeetCode 37, 9x9 as JSON"

    def cases(self, source: LineSource) -> Iterator[Case | FormatError]:
        found = False
        for value in values(source, unwrap=False):
            found = True
            if isinstance(value, FormatError):
                yield value
                continue
            try:
                puzzle = Puzzle._trusted(standard_geometry(9), _clues(parsed(value)))
            except FormatError as error:
                yield placed(error, source, value.line, value.column)
            else:
                style = Style("json", default_symbols(9), layout="rows")
                yield Case(puzzle, source.name, value.line, style)
        if not found:
            yield source.error("expected a puzzle, found none")

    def solution(self, grid: Grid) -> str:
        rows = (",".join(f'"{value}"' for value in row) for row in grid.rows())
        return "[" + ",".join(f"[{row}]" for row in rows) + "]\n"


def _clues(data: object) -> bytes:
    if not isinstance(data, list) or len(data) != 9:
        found = f"{len(data)} of them" if isinstance(data, list) else "something else"
        raise FormatError(f"expected a list of 9 rows, found {found}")
    out = bytearray()
    for number, row in enumerate(data, 1):
        if not isinstance(row, list) or len(row) != 9:
            raise FormatError(f"expected row {number} to be a list of 9 strings")
        for text in row:
            if not isinstance(text, str) or len(text) != 1 or text not in ".123456789":
                raise FormatError(
                    f'row {number}: expected a symbol "1" to "9" or ".", found {text!r}'
                )
            out.append(".123456789".index(text))
    return bytes(out)


PROFILES: Final[dict[str, Judge]] = {"leetcode37": _Leetcode37()}
