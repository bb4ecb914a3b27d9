"""The judges whose cases are N rows of one-character symbols, spaced or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from squaredance.errors import FormatError
from squaredance.formats.case import Case, Style, many, placed
from squaredance.formats.judges.base import Judge, count_error, exact_table, next_text, read_count
from squaredance.formats.rows import Row, check_width, table_values_of
from squaredance.formats.source import LineSource
from squaredance.geometry import standard_geometry
from squaredance.puzzle import Grid, Puzzle
from squaredance.symbols import Symbols


class GridJudge(Judge):
    """A profile told by its parts.

    ``counted``: the first line is the number of cases. ``only``: so many cases and no
    count. ``mark``: a line that separates cases in the input beside empty ones.
    """

    def __init__(
        self,
        name: str,
        title: str,
        alphabet: str,
        blank: str,
        *,
        counted: bool = False,
        only: int | None = None,
        separator: str = "",
        mark: bytes = b"",
        heading: str = "",
        between: str = "",
        after: str = "",
        none: str = "No solution",
    ) -> None:
        self.name = name
        self.title = title
        self.size = len(alphabet)
        self.counted = counted
        self.only = only
        self.separator = separator
        self.mark = mark
        self.heading = heading
        self.between = between
        self.after = after
        self.none = none
        symbols = Symbols(self.size, alphabet, blank)
        self._style = Style("grid", symbols, separator)
        self._reading = exact_table(alphabet, blank)
        self._expected = symbols.expected.replace("a blank", repr(blank))
        self._writing = symbols.writing_table()

    def cases(self, source: LineSource) -> Iterator[Case | FormatError]:
        promised = self.only
        if self.counted:
            count = read_count(source)
            if isinstance(count, FormatError):
                yield count
                return
            promised = count
        found = 0
        while (raw := self._first_row(source)) is not None:
            if found == promised:
                yield source.error(f"expected {many(found, 'case')}, found more")
                return
            found += 1
            yield self._case(source, raw)
        if promised is not None and found != promised:
            yield count_error(source, promised, found)
        elif not found and not self.counted:
            yield source.error("expected a puzzle, found none")

    def _first_row(self, source: LineSource) -> bytes | FormatError | None:
        raw = next_text(source)
        while self.mark and isinstance(raw, bytes) and raw.strip() == self.mark:
            raw = next_text(source)
        return raw

    def _case(self, source: LineSource, raw: bytes | FormatError | None) -> Case | FormatError:
        """Takes the rows of a case, all N also when one of them is bad."""
        first = source.line
        rows: list[Row] = []
        error: FormatError | None = None
        while True:
            if isinstance(raw, FormatError):
                error = error or raw
                rows.append(Row(b"", source.line))
            else:
                rows.append(Row(raw or b"", source.line))
                error = error or self._row_error(rows[-1], source)
            if len(rows) == self.size or self._ends(source.peek()):
                break
            raw = source.next()
        if error is not None:
            return error
        if len(rows) < self.size:
            found = f"expected {many(self.size, 'row')}, found {len(rows)}"
            return source.error(found, rows[-1].line)
        values = self._values(rows)
        puzzle = Puzzle._trusted(standard_geometry(self.size), values)
        return Case(puzzle, source.name, first, self._style)

    def _ends(self, raw: bytes | FormatError | None) -> bool:
        """True for a line that ends a case whatever is missing: the way back after an error."""
        if isinstance(raw, FormatError):
            return False
        return raw is None or not raw.strip() or (bool(self.mark) and raw.strip() == self.mark)

    def _row_error(self, row: Row, source: LineSource) -> FormatError | None:
        try:
            self._values([row])
            check_width(row, self.size)
        except FormatError as error:
            return placed(error, source, row.line)
        return None

    def _values(self, rows: list[Row]) -> bytes:
        return table_values_of(rows, self._reading, self._expected)

    def head(self, number: int) -> str:
        return self.heading.format(number)

    def solution(self, grid: Grid) -> str:
        n = self.size
        text = grid.values.translate(self._writing).decode("ascii")
        rows = (text[start : start + n] for start in range(0, n * n, n))
        return "".join(self.separator.join(row) + "\n" for row in rows)


_LETTERS: Final = "ABCDEFGHIJKLMNOP"
_DIGITS: Final = "123456789"

PROFILES: Final[dict[str, Judge]] = {
    judge.name: judge
    for judge in (
        GridJudge("uva1309", "UVa 1309, 16x16 until the end", _LETTERS, "-", between="\n"),
        GridJudge("poj3076", "POJ 3076, 16x16 until the end", _LETTERS, "-", after="\n"),
        GridJudge(
            "spoj-sudoku",
            "SPOJ 1110, 16x16 with a count",
            _LETTERS,
            "-",
            counted=True,
            between="\n",
        ),
        GridJudge("uva12988", "UVa 12988, 4x4", "1234", "*", counted=True, heading="Case #{}:\n"),
        GridJudge("poj2676", "POJ 2676, 9x9 with a count", _DIGITS, "0", counted=True),
        GridJudge(
            "poj2918",
            "POJ 2918, 9x9 scenarios",
            _DIGITS,
            "0",
            counted=True,
            heading="Scenario #{}:\n",
            after="\n",
        ),
        GridJudge(
            "hdu1426",
            "HDU 1426, spaced 9x9 until the end",
            _DIGITS,
            "?",
            separator=" ",
            between="\n",
        ),
        GridJudge(
            "hdu2780",
            "HDU 2780, 9x9 with five empty cells",
            _DIGITS,
            "0",
            counted=True,
            between="\n",
            none="Could not complete this grid.",
        ),
        GridJudge(
            "hdu3111",
            "HDU 3111, 9x9 that may be impossible",
            _DIGITS,
            "?",
            counted=True,
            mark=b"---",
            between="---\n",
            none="impossible",
        ),
        GridJudge(
            "luogu-p1784", "Luogu P1784, one spaced 9x9", _DIGITS, "0", only=1, separator=" "
        ),
    )
}
