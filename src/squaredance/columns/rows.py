"""Rows of an array as blocks: plain ones are left to native code, odd ones to the line reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from squaredance.columns.texts import raw_of
from squaredance.errors import FormatError
from squaredance.formats.case import Case
from squaredance.geometry import MAX_SIZE
from squaredance.kinds import shape_of
from squaredance.many.lines import Lines

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance import _core
    from squaredance.columns.texts import Texts
    from squaredance.formats.case import Options
    from squaredance.geometry import Geometry
    from squaredance.kinds import Kind

    Report = Callable[[FormatError], object]

_MOST_NULLS: Final = 1 << 16  # before the first puzzle
_FIRST: Final = 100  # rows in which a puzzle is looked for
_SLICE: Final = 0.02  # seconds to read odd rows before the clock is looked at
_MOST_ODD: Final = 2048  # of a block


class OddRow(NamedTuple):
    """A row that native code did not take, and the number of its puzzle in the block."""

    row: int
    case: Case
    puzzle: int


class RowWork:
    """Some rows of one array on their way: from ``start`` to ``end``."""

    __slots__ = ("batch", "end", "geometry", "native", "odd", "start")
    batch: Any  # what the rows are of, for the caller

    def __init__(self, native: _core.RowBlock, geometry: Geometry, start: int) -> None:
        self.native = native
        self.geometry = geometry
        self.start = self.end = start
        self.odd: list[OddRow] = []

    @property
    def size(self) -> int:
        """How many puzzles."""
        return len(self.native)


class RowLines(Lines):
    """Takes rows by the rules of the line format; one object for a whole column.

    As with lines, the first puzzle tells the size, and what is no puzzle goes to ``report``,
    which may raise it. Numbers of rows count from 1.
    """

    def __init__(
        self,
        name: str | None,
        options: Options | None,
        geometry: Geometry | None,
        report: Report,
    ) -> None:
        super().__init__(name, options, geometry, skip=False)
        self._report = report
        self._has_begun = False
        self._refused: tuple[bytes, str] | None = None  # a row that is none, and why
        self._passed: bytes | None = None  # the last row, when it was not read

    def work(self, texts: Texts, out: object, start: int, most: int) -> RowWork:
        """The rows from ``start`` on, with at most so many puzzles, or less."""
        if not self._has_begun:
            self._begin(texts, start)
        work = self._new(texts, out, start)
        slice_end = None
        at = start
        while True:
            before = at
            at = start + work.native.take_rows(at - start, most)
            self.number += at - before
            if at == len(texts) or len(work.native) >= most or len(work.odd) >= _MOST_ODD:
                break
            if slice_end is None:
                slice_end = monotonic() + _SLICE
            elif monotonic() > slice_end:
                break
            item = self.read_row(texts.raw(at) or b"")
            if isinstance(item, FormatError):
                self._report(item)
                work.native.pass_row(at - start)
            elif self._learn(item):
                # Of another kind than the puzzles before: the row is taken again as such.
                self.number -= 1
                if at > start:
                    break
                work = self._new(texts, out, start)
                continue
            else:
                work.odd.append(OddRow(at, item, len(work.native)))
                work.native.add_row(at - start, item.puzzle.clues)
            at += 1
        work.end = at
        return work

    def read_row(self, raw: bytes) -> Case | FormatError:
        """Any row."""
        if self._refused is not None and raw == self._refused[0]:
            self.number += 1
            return FormatError(self._refused[1], source=self._source.name, line=self.number)
        if b"\n" in raw.removesuffix(b"\n"):
            self.number += 1
            message = "expected a puzzle on one line, found a line end"
            return FormatError(message, source=self._source.name, line=self.number)
        item = self._read(raw)
        if item is None:
            message = "expected a puzzle, found none"
            return FormatError(message, source=self._source.name, line=self.number)
        return item

    def items(
        self, array: pa.Array, rows: Iterable[int] | None = None
    ) -> Iterator[Case | FormatError | None]:
        """Every row by the reader, one by one, or those of these ``rows``, where the others are
        plain puzzles; None for a null. Errors are not reported.
        """
        before, last = self.number, -1
        for row in range(len(array)) if rows is None else rows:
            if row > last + 1:
                self._passed = raw_of(array[row - 1])
            last, raw = row, raw_of(array[row])
            if raw is not None and self._passed is not None:
                # How a row is read depends on the one before it.
                self.read_row(self._passed)
                self._passed = None
            self.number = before + row
            if raw is None:
                self.number += 1
                yield None
            else:
                yield self.read_row(raw)
        if last + 1 < len(array):
            self._passed = raw_of(array[-1])
        self.number = before + len(array)

    def kind_of(self, texts: Texts) -> Kind | None:
        """What plain rows are, which the first puzzle tells; None where that is not to be seen."""
        if not self._has_begun:
            self._begin(texts, 0)
        if not self._certain:
            other = RowLines(self._source.name, self._options, self._given, self._report)
            other._refused = self._refused
            for raw in filter(None, map(texts.raw, range(min(len(texts), _FIRST)))):
                item = other.read_row(raw)  # not by the own reader, which is to begin with row 1
                if isinstance(item, Case):
                    other._learn(item)
                    break
            self._kind, self._known = other._kind, other._known
            self._certain = other._certain
        return self._kind if self._certain else None

    def begins_usual(self, first: bytes) -> bool:
        """Whether the first row of all tells at once that plain ones are 9x9 in digits."""
        self._has_begun = True
        self._look(first)
        return self._certain

    def pass_over(self, rows: int) -> None:
        """Rows that were answered elsewhere; plain ones."""
        self.number += rows

    def _begin(self, texts: Texts, start: int) -> None:
        """Looks at the first puzzle; nulls before it tell nothing."""
        rows = (texts.raw(row) for row in range(start, min(start + _MOST_NULLS, len(texts))))
        some = filter(None, rows)
        first, second = next(some, None), next(some, b"")
        if first is None:
            return
        self._has_begun = True
        self._look(first[:84])
        size = isqrt(len(second))
        if self._given is None and len(first) in (1, 4) and MAX_SIZE < len(second) == size * size:
            # It would tell the size of all rows, but nobody has puzzles of 1x1 or 2x2.
            message = f"expected {len(second)} symbols as in the next row, found {len(first)}"
            self._refused = first, message

    def _new(self, texts: Texts, out: object, start: int) -> RowWork:
        return RowWork(texts.block(self._kind.shape, out, start), self._kind.geometry, start)


def late_block(texts: Texts, out: object, start: int) -> RowWork:
    """All rows from ``start`` on when the time is up: nobody reads them."""
    from squaredance.geometry import standard_geometry

    geometry = standard_geometry(1)
    texts.copy_to(out, start)
    work = RowWork(texts.block(shape_of(geometry), out, start), geometry, start)
    work.end = len(texts)
    return work
