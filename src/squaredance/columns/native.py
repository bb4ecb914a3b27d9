"""Solutions and canonical forms of columns: blocks of rows through the threads of native code.

batch of rows   81 81 81 81 81 81 ...     texts, where they lie
blocks          |------|------|-----      as many as keep the threads busy
out, counts     81 81 81 81 81 81 ...     one buffer for the whole batch: the answer's column
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from squaredance import _core
from squaredance.columns.arrow import pyarrow
from squaredance.columns.listed import listed
from squaredance.columns.question import (
    BAD_ROW,
    NO_ROW,
    STATUS_WORDS,
    Answered,
    Batch,
    status_array,
    status_type,
)
from squaredance.columns.rows import RowWork, late_block
from squaredance.columns.texts import Texts, answer_type, plain_array
from squaredance.formats import write
from squaredance.many.results import UNANSWERED
from squaredance.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.columns.rows import RowLines
    from squaredance.many.classes import Classes
    from squaredance.many.flow import Flow


class Solutions:
    """``solution``, ``status`` and ``count`` of each row.

    With ``classes`` the forms are told to them, and with ``distinct`` only the rows of new ones
    stay.
    """

    def __init__(
        self, flow: Flow[RowWork], classes: Classes | None = None, *, distinct: bool = False
    ) -> None:
        self._flow = flow
        self._classes = classes
        self._distinct = distinct

    @property
    def limit(self) -> int | None:
        """Of solutions; None for forms."""
        return None if self._flow.form_nodes is not None else self._flow.limit

    def fields(self, kind: pa.DataType) -> list[pa.Field]:
        """See `Question`."""
        pa = pyarrow()
        if self._flow.form_nodes is not None:
            return [pa.field("form", answer_type(kind)), pa.field("form_status", status_type())]
        return [
            pa.field("solution", answer_type(kind)),
            pa.field("status", status_type()),
            pa.field("count", pa.uint32()),
        ]

    def answers(self, batches: Iterator[Batch | None], reader: RowLines) -> Iterator[Answered]:
        """See `Question`."""
        for work in self._flow.answered(self._works(batches, reader)):
            under_way: _UnderWay = work.batch
            under_way.put(work, is_form=self._flow.form_nodes is not None)
            if self._classes is not None:
                known = self._classes.add_rows(work)
                under_way.dropped += known if self._distinct else []
            if work.end == len(under_way.texts):
                yield self._answered(under_way)

    def _works(self, batches: Iterator[Batch | None], reader: RowLines) -> Iterator[RowWork | None]:
        flow = self._flow
        for batch in batches:
            if batch is None:
                yield None
                continue
            under_way = _UnderWay(batch)
            texts, at = under_way.texts, 0
            while at < len(texts):
                if flow.late:
                    work = late_block(texts, under_way.out, at)
                else:
                    # The first puzzle alone: it tells the size, and large ones may take long.
                    most = flow.most if reader.size is not None else 1
                    work = reader.work(texts, under_way.out, at, most)
                    if most == 1 and (reader.size or 0) > 9:
                        flow.most = 16 * flow.threads
                work.batch = under_way
                at = work.end
                yield work

    def _answered(self, under_way: _UnderWay) -> Answered:
        pa = pyarrow()
        texts, batch = under_way.texts, under_way.batch
        codes, numbers, solved, counted, known = _core.row_answers(
            under_way.counts, self._flow.limit
        )
        answers = texts.answers(pa.py_buffer(under_way.out), solved, under_way.others)
        if batch.kind is None and answers.type != answer_type(batch.texts.type):
            answers = answers.cast(answer_type(batch.texts.type))
        columns = [answers, status_array(codes, known)]
        bits = None if counted[0] is None else pa.py_buffer(counted[0])
        buffers = [bits, under_way.counts]
        counts = pa.Array.from_buffers(pa.uint32(), len(texts), buffers, counted[1])
        if self._flow.form_nodes is None:
            columns.append(counts)
        tally = dict(zip(STATUS_WORDS, numbers, strict=True))
        return Answered(batch, columns, tally, under_way.kept(), counts)


class _UnderWay:
    """A batch some of whose rows are answered."""

    __slots__ = ("batch", "counts", "dropped", "others", "out", "texts")

    def __init__(self, batch: Batch) -> None:
        pa = pyarrow()
        self.batch = batch
        plain = plain_array(batch.texts) if batch.kind is None else batch.texts
        self.texts = Texts(plain, batch.kind)
        size, lease = self.texts.size, batch.lease
        self.out: Any = pa.allocate_buffer(size) if lease is None else lease.room(size)
        self.texts.begin(self.out)
        self.counts: Any = pa.allocate_buffer(4 * len(self.texts))
        self.others: dict[int, str] = {}  # answers of odd rows
        self.dropped: list[int] = []

    def put(self, work: RowWork, *, is_form: bool) -> None:
        """The answers of some rows."""
        if work.native.rows == 0 and work.end > work.start:
            self._put_late(work)
            return
        work.native.put_counts(self.counts, work.start)
        for row, case, puzzle in work.odd:
            if work.native.has_solution(puzzle):
                kind = Puzzle if is_form else Grid
                grid = kind._trusted(work.geometry, work.native.solution(puzzle))
                self.others[row] = write(grid, case.style._replace(comment="")).removesuffix("\n")
        self._mark(self.batch.bad, BAD_ROW, work)

    def kept(self) -> pa.Array | None:
        """The rows that stay, as a mask."""
        if not self.dropped:
            return None
        mask = [True] * len(self.texts)
        for row in self.dropped:
            mask[row] = False
        return listed(mask, pyarrow().bool_())

    def _put_late(self, work: RowWork) -> None:
        with memoryview(self.counts) as raw, raw.cast("B") as counts:
            counts[4 * work.start : 4 * work.end] = UNANSWERED.to_bytes(4, "little") * (
                work.end - work.start
            )
        if self.texts.array.null_count:
            nulls = self.texts.array.is_null().to_pylist()
            self._mark({row for row, is_null in enumerate(nulls) if is_null}, NO_ROW, work)
        self._mark(self.batch.bad, BAD_ROW, work)

    def _mark(self, rows: frozenset[int] | set[int], mark: int, work: RowWork) -> None:
        if rows:
            with memoryview(self.counts) as raw, raw.cast("B").cast("I") as counts:
                for row in rows:
                    if work.start <= row < work.end:
                        counts[row] = mark
