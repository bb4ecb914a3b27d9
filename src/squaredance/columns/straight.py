"""Rows straight from the pages of one Parquet file to those of another, by threads that each read,
solve and write a piece at a time.

rows of the input    65536 ........ 65536 ........ 65536 ........
                     answered       at work        promised: its place is known, and all else
row groups written   ============   ==== ==== ...  .. .. .. ..   of it is in the file

Nothing is handed from thread to thread, and what a thread has read is in its cache when it solves
and when it writes. That goes as long as each row is a plain puzzle with a solution (if that must be
unique: with just one), since then statuses, counts and places are known beforehand. This knows
no other rule: where a row is something else it goes back to the end of the row group before, and
who asked goes on from there as ever. The bytes of the file are the same either way.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance import _core
from squaredance.columns.arrow import pyarrow
from squaredance.columns.files import WIDTH9, is_group
from squaredance.columns.plain_pages import LENGTH, Promised
from squaredance.columns.question import STATUS_WORDS, status_array

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.columns.files import ColumnFile
    from squaredance.columns.plain_pages import Run
    from squaredance.columns.rows import RowLines
    from squaredance.columns.spliced import SplicedWriter, WrittenTo

    Watch = Callable[[int, bool], object]
    Group = list[list[Run]]  # the batches of a row group that is written

_LEAST: Final = 1 << 14  # rows of a file that are worth it
_LOOK: Final = 0.01  # seconds between two looks at Ctrl-C
_TELL: Final = 0.1  # seconds between two calls of ``watch``


class _Promise(NamedTuple):
    """A row group under way: the numbers of its pages, its rows, and where it ends in the file."""

    pages: list[int]
    rows: int
    end: WrittenTo


class Straight:
    """The rows of a file that can be answered straight, from the first one on."""

    def __init__(
        self, file: ColumnFile, column: str, writer: SplicedWriter, limit: int, *, is_last: bool
    ) -> None:
        """Solutions are counted up to the ``limit``. ``is_last``: no rows of another file join the
        last ones of this one.
        """
        self._file = file
        self._column = column
        self._writer = writer
        self._limit = limit
        self._is_last = is_last
        self._rows = 0  # that are answered
        self._end = writer.end  # of those
        self._told = monotonic()

    def answer(self, reader: RowLines, threads: int, watch: Watch | None) -> int:
        """Writes as many rows as it can, and tells how many; the ``reader`` knows of them then."""
        path, rows = self._file.path, self._file.rows
        if path is None or rows is None or rows < _LEAST:
            return 0
        try:
            opened = open(path, "rb", buffering=0)  # noqa: SIM115 (closed below)
        except OSError:
            return 0
        with opened as source:
            batches = _while_readable(self._file.runs_of(self._column, source.fileno()))
            first = next(batches, None)
            if first is None or not reader.begins_usual(_first_text(source.fileno(), first)):
                return 0
            groups = grouped(chain([first], batches), rows if self._is_last else None)
            shape, target = _core.Shape.digits9(), self._writer.fileno()
            crew = _core.PageCrew(shape, source.fileno(), target, self._limit, threads)
            try:
                self._answer(groups, crew, 2 + threads // 4, watch)
            finally:
                crew.close()  # nobody writes any more
                self._writer.go_back(self._end)
        reader.pass_over(self._rows)
        return self._rows

    def _answer(
        self, groups: Iterator[Group], crew: _core.PageCrew, ahead: int, watch: Watch | None
    ) -> None:
        """With so many row groups under way, and one more."""
        promises: deque[_Promise] = deque()
        for group in groups:
            promises.append(self._promise(group, crew))
            if len(promises) > ahead and not self._is_kept(promises, crew, watch):
                return
        while promises and self._is_kept(promises, crew, watch):
            pass

    def _promise(self, group: Group, crew: _core.PageCrew) -> _Promise:
        sizes, texts = [sum(run.rows for run in runs) for runs in group], self._writer.texts
        batches = [
            [*[Promised(rows, WIDTH9)] * texts, *_known(rows, self._limit)] for rows in sizes
        ]
        places = self._writer.promise(batches, crew.put)
        assert len(places) == texts * len(group), "a batch is one page"
        answers = places[-len(group) :]
        given: list[int] | list[None] = places[: len(group)] if texts == 2 else [None] * len(group)
        pages = [crew.add(*page) for page in zip(group, given, answers, strict=True)]
        return _Promise(pages, sum(sizes), self._writer.end)

    def _is_kept(
        self, promises: deque[_Promise], crew: _core.PageCrew, watch: Watch | None
    ) -> bool:
        """Whether the first one is; then it is over."""
        for page in promises[0].pages:
            while (is_written := crew.wait(page, _LOOK)) is None:
                if watch is not None and monotonic() > self._told + _TELL:
                    self._told = monotonic()
                    watch(crew.answered, False)
            if not is_written:
                return False
        kept = promises.popleft()
        self._rows += kept.rows
        self._end = kept.end
        return True


def grouped(batches: Iterator[list[Run]], most: int | None) -> Iterator[Group]:
    """Batches by the row groups in which they are written. The last one may be smaller when it
    ends with row ``most``, and else may be one with rows that come later.
    """
    group: Group = []
    rows = before = 0
    for runs in batches:
        group.append(runs)
        some = sum(run.rows for run in runs)
        rows += some
        if is_group(rows, some):
            yield group
            group, rows, before = [], 0, before + rows
    if group and before + rows == most:
        yield group


def _while_readable(batches: Iterator[list[Run]]) -> Iterator[list[Run]]:
    """Up to the first one that cannot be read: who goes on there says why."""
    with suppress(OSError):
        yield from batches


def _first_text(file: int, runs: list[Run]) -> bytes:
    return os.pread(file, WIDTH9 - LENGTH, runs[0].place + LENGTH)


@lru_cache(maxsize=4)  # nearly all batches have as many rows
def _known(rows: int, limit: int) -> list[pa.Array]:
    """The statuses and counts of rows that have a solution each."""
    pa = pyarrow()
    code = STATUS_WORDS.index("found" if limit == 1 else "unique")
    counts = pa.py_buffer((1).to_bytes(4, "little") * rows)
    statuses = status_array(bytes([code]) * rows, (None, 0))
    return [statuses, pa.Array.from_buffers(pa.uint32(), rows, [None, counts], 0)]
