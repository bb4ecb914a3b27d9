"""Text as columns: a row for each case, with its puzzle and its comment.

Plain 9x9 lines, a million and more, go without a look at each one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from squaredance import _core
from squaredance.columns.arrow import pyarrow
from squaredance.columns.files import ROWS
from squaredance.columns.listed import listed
from squaredance.columns.question import Batch
from squaredance.errors import EmptyError, FormatError
from squaredance.formats import dumps, is_line_format, read_cases, write
from squaredance.formats.case import Options
from squaredance.formats.line import LineReader
from squaredance.kinds import digits9
from squaredance.symbols import Symbols

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.columns.rows import Report
    from squaredance.formats.case import Case
    from squaredance.formats.source import LineSource
    from squaredance.geometry import Geometry

_LINE: Final = 82  # bytes of a plain 9x9 with its line end


def text_schema() -> pa.Schema:
    """Of the rows that text becomes."""
    pa = pyarrow()
    return pa.schema([pa.field("puzzle", pa.string()), pa.field("comment", pa.string())])


class TextRows:
    """The cases of a text as batches of rows. What is bad is reported, and a row without a puzzle.

    One geometry for all: that of the first case, in ``geometry`` from then on.
    """

    def __init__(
        self,
        source: LineSource,
        options: Options,
        format: str | None,
        report: Report,
        *,
        may_be_empty: bool = False,
    ) -> None:
        self._may_be_empty = may_be_empty
        self.geometry: Geometry | None = None
        self._source = source
        self._options = options
        self._format = format
        self._report = report
        self._texts: list[str | None] = []
        self._comments: list[str | None] = []
        self._bad: set[int] = set()

    def batches(self) -> Iterator[Batch]:
        """All rows, each batch but the last one of the same size: how they came does not show."""
        source = self._source
        is_lines = is_line_format(source, self._options, self._format)
        return _regrouped(self._lines() if is_lines else self._cases())

    def _cases(self) -> Iterator[Batch]:
        """Any format, case by case."""
        size, box, symbols = self._options
        for item in read_cases(
            self._source, format=self._format, size=size, box=box, symbols=symbols
        ):
            if not (self._may_be_empty and isinstance(item, EmptyError)):
                self._add(item)
            if len(self._texts) == ROWS:
                yield self._taken()
        yield self._taken()

    def _lines(self) -> Iterator[Batch]:
        """The line format, as many lines at a time as fit."""
        source = self._source
        reader = LineReader(source, self._options)
        window = bytearray(ROWS * _LINE)
        source.widen()
        number, rows = source.line, 0
        while (size := source.take_text(window)) != 0:
            if isinstance(size, FormatError):
                number += 1
                self._add(size)
                continue
            text = bytes(memoryview(window)[:size])
            plain = self._plain(text)
            if plain is not None:
                if number == source.line:  # it tells the reader the size and the symbols
                    reader.slow(text[: _LINE - 1], number + 1)
                yield self._taken()
                yield plain
                rows += len(plain.texts)
                number += len(plain.texts)
            else:
                for line in text.removesuffix(b"\n").split(b"\n"):
                    number += 1
                    item = reader.slow(source.checked(line.rstrip(b"\r"), number), number)
                    if item is not None:
                        rows += 1
                        self._add(item)
                yield self._taken()
            source.line = number
        if not rows and not self._may_be_empty:
            self._report(EmptyError(source.name))
        yield self._taken()

    def _plain(self, text: bytes) -> Batch | None:
        """The rows of lines that are 9x9 in digits and usual blanks, all of them."""
        rows, rest = divmod(len(text), _LINE)
        if rest or self._options != Options():
            return None
        block = _core.TextBlock(digits9().shape, text, bytearray(len(text)))
        if block.take(0, len(text), rows, False) < len(text) or text.count(b"\n") != rows:
            return None
        if not rows or text[_LINE - 1 :: _LINE] != b"\n" * rows:
            return None
        pa = pyarrow()
        width = _LINE - 1
        data = pa.py_buffer(text.replace(b"\n", b""))
        puzzles = pa.Array.from_buffers(pa.binary(width), rows, [None, data])
        puzzles = puzzles.cast(pa.binary()).cast(pa.string())
        comments = pa.nulls(rows, pa.string())
        record = pa.RecordBatch.from_arrays([puzzles, comments], schema=text_schema())
        return Batch(puzzles, record)

    def _add(self, item: Case | FormatError) -> None:
        error = item if isinstance(item, FormatError) else self._unfit(item)
        if isinstance(item, FormatError) or error is not None:
            assert error is not None
            self._report(error)
            self._bad.add(len(self._texts))
            self._texts.append(None)
            self._comments.append(None)
        else:
            self._texts.append(_puzzle_text(item))
            self._comments.append(item.comment or None)

    def _unfit(self, case: Case) -> FormatError | None:
        """What is wrong with a puzzle for a column, if anything is."""
        if self.geometry is None:
            self.geometry = case.puzzle.geometry
        if case.puzzle.candidates is not None:
            message = "expected clues only for columns, found a candidate puzzle"
        elif case.puzzle.geometry != self.geometry:
            message = "expected puzzles of one size and box shape for columns, found others"
        else:
            return None
        return FormatError(message, source=case.source, line=case.line)

    def _taken(self) -> Batch:
        """What was added since the last call."""
        pa = pyarrow()
        columns = [listed(self._texts, pa.string()), listed(self._comments, pa.string())]
        record = pa.RecordBatch.from_arrays(columns, schema=text_schema())
        bad = frozenset(self._bad)
        self._texts, self._comments, self._bad = [], [], set()
        return Batch(record.column(0), record, bad)


def _puzzle_text(case: Case) -> str:
    """The puzzle on one line, in the symbols it came in."""
    style = case.style
    if style.format == "line":
        return write(case.puzzle, style._replace(comment="")).removesuffix("\n")
    symbols = style.symbols and Symbols(style.symbols.size, style.symbols.alphabet)
    return dumps(case.puzzle, symbols=symbols)


def _regrouped(batches: Iterator[Batch]) -> Iterator[Batch]:
    pending: list[Batch] = []
    rows = 0
    for batch in batches:
        pending.append(batch)
        rows += len(batch.texts)
        while rows >= ROWS:
            whole = _joined(pending)
            yield _part(whole, 0, ROWS)
            rows -= ROWS
            pending = [_part(whole, ROWS, rows)]
    if rows:
        yield _joined(pending)


def _joined(batches: list[Batch]) -> Batch:
    batches = [batch for batch in batches if len(batch.texts)]
    if len(batches) == 1:
        return batches[0]
    pa = pyarrow()
    table = pa.Table.from_batches([batch.record for batch in batches]).combine_chunks()
    bad: set[int] = set()
    at = 0
    for batch in batches:
        bad |= {at + row for row in batch.bad}
        at += len(batch.texts)
    record = table.to_batches()[0]
    return Batch(record.column(0), record, frozenset(bad))


def _part(batch: Batch, start: int, rows: int) -> Batch:
    assert batch.record is not None
    record = batch.record.slice(start, rows)
    bad = frozenset(row - start for row in batch.bad if start <= row < start + rows)
    return Batch(record.column(0), record, bad)
