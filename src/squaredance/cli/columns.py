"""Columns as the output of solve, rate, canon and check: Parquet and Arrow, from columns or text.

The other way round, columns as input of text, is in `Session.inputs`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from squaredance.cli.column_metadata import metadata_of
from squaredance.cli.exits import LIMIT, MULTIPLE, NO_SOLUTION
from squaredance.columns.arrow import pyarrow
from squaredance.columns.as_text import column_of
from squaredance.columns.each import Checks, Ratings, Searches
from squaredance.columns.files import ColumnFile, ColumnWriter, Output
from squaredance.columns.from_text import TextRows, text_schema
from squaredance.columns.native import Solutions
from squaredance.columns.question import Batch
from squaredance.columns.rows import RowLines, RowWork
from squaredance.columns.straight import Straight
from squaredance.columns.tables import check_new
from squaredance.columns.threads import Ahead, Behind, Here, Writer
from squaredance.columns.written import holding, written_array, written_type
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import reading_options
from squaredance.formats.case import Options
from squaredance.many import limit_of, thread_count
from squaredance.many.flow import Flow
from squaredance.rating import rated_many, scale_names
from squaredance.transformation import checked_nodes

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.cli.session import Session
    from squaredance.columns.each import Solve
    from squaredance.columns.question import Answered, Question
    from squaredance.columns.rooms import Lease
    from squaredance.columns.rows import Report
    from squaredance.columns.spliced import SplicedWriter
    from squaredance.formats.source import LineSource
    from squaredance.geometry import Geometry
    from squaredance.many.classes import Classes
    from squaredance.puzzle import Puzzle
    from squaredance.rating import Rating

    Watch = Callable[[int, bool], object]
    Ask = Callable[[ExitStack, "Input", Watch | None], Question]

_NOT_WITH_COLUMNS: Final = (
    "all", "candidates", "json", "csv", "judge", "histogram", "original", "puzzles",
)  # fmt: skip
_TEXTS: Final = ("solution", "form")  # answers that are like the puzzles, and seldom the same
_CODES: Final = {
    "none": NO_SOLUTION, "invalid": NO_SOLUTION, "unknown": LIMIT, "stopped": LIMIT,
}  # fmt: skip


def answer_columns(
    session: Session, ask: Ask, *, one_wanted: bool = False, in_place: bool = False
) -> int:
    """Answers all inputs into one file of columns; the exit code.

    ``ask`` makes the question for one input. Several solutions are an exit code if one is wanted.
    With ``in_place`` the question can take puzzles as they lie in Parquet.
    """
    args = session.args
    wrong = [name for name in _NOT_WITH_COLUMNS if getattr(args, name, None)]
    if wrong:
        raise SquaredanceError(f"--{wrong[0]} does not go with an output of columns")
    writing: _Writing | None = None
    for source in session.opened():
        file = Input(session, source, in_place=in_place and _output(session).is_spliced)
        with ExitStack() as stack:
            stack.callback(file.close)
            if file.is_text:
                file.begin(stack)
            question = ask(stack, file, _watch(session, file))
            if writing is None:
                writing = _Writing(session, file, question)
                session.on_end(writing.end)
            writing.check(file)
            writing.put_straight(file, question)
            for answered in question.answers(file.batches(stack), file.reader):
                session.number += len(answered.batch.texts)
                note(session, answered, one_wanted=one_wanted)
                writing.put(answered)
    if writing is None:  # what was there before stays
        raise FormatError("expected an input that can be read, found none: nothing is written")
    writing.close()
    session.progress.end()
    return session.code


def note(session: Session, answered: Answered, *, one_wanted: bool) -> None:
    """The exit codes that some rows deserve."""
    for word, rows in answered.tally.items():
        if rows and word in _CODES:
            session.note(_CODES[word])
        if rows and word == "multiple" and one_wanted:
            session.note(MULTIPLE)


def _watch(session: Session, file: Input) -> Watch | None:
    """What tells the progress of one input, for a Flow."""
    progress = session.progress
    if not progress.shown:
        return None
    before = progress.count

    def watch(done: int, ended: bool) -> None:
        done += file.straight
        progress.show(before + done, min(done / file.rows, 1.0) if file.rows else None)

    return watch


class Input:
    """One input: a column of a file, or the cases of a text."""

    def __init__(
        self, session: Session, source: ColumnFile | LineSource, *, in_place: bool
    ) -> None:
        self._in_place = in_place
        self._session = session
        self._source = source
        args = session.args
        self.rows: int | None = None
        self.straight = 0  # rows that were answered from page to page
        self._batches: Iterator[Batch | None] | None = None
        self.is_text = not isinstance(source, ColumnFile)
        if isinstance(source, ColumnFile):
            wanted = ("solution", "puzzle") if args.command == "check" else ("puzzle",)
            self.column = column_of(source, args.column, wanted)
            self.schema = source.schema
            self.rows = source.rows
        else:
            self.column, self.schema = "puzzle", text_schema()
        self.kind = self.schema.field(self.column).type
        self.reader = self._reader(None)

    @property
    def name(self) -> str | None:
        """For errors."""
        return self._source.name

    def begin(self, stack: ExitStack) -> None:
        """Begins to read. The first rows of a text are here then, so that its geometry is known."""
        source, args = self._source, self._session.args
        if isinstance(source, ColumnFile):
            alone = self._in_place and args.answers_only
            batches = source.rows_of(
                self.column, in_place=self._in_place, alone=alone, start=self.straight
            )
            if _is_alone(self._session):
                self._batches = iter(batches)
            else:
                ahead = Ahead(batches, may_wait=source.is_stream)
                self._batches = stack.enter_context(ahead).items()
            return
        session = self._session
        rows = TextRows(
            source,
            self._options(),
            args.format,
            session.report_now,
            may_be_empty=session.may_be_empty,
        )
        made = rows.batches()
        first = next(made, None)
        if rows.geometry is not None:
            self.reader = self._reader(rows.geometry)
        self._batches = iter([]) if first is None else chain([first], made)

    def batches(self, stack: ExitStack) -> Iterator[Batch | None]:
        """All rows, but for those that were answered straight."""
        if self.straight and self.straight == self.rows:
            return iter([])
        if self._batches is None:
            self.begin(stack)
        assert self._batches is not None
        return self._batches

    def answer_straight(self, writer: SplicedWriter, limit: int) -> None:
        """As many rows as can be. Where a core is idle it reads and writes, which is faster."""
        session, source = self._session, self._source
        threads = thread_count(session.args.threads)
        has_idle_core = threads < thread_count(None) or session.has_one_core
        is_free = self._options() == Options()
        if not isinstance(source, ColumnFile) or not self._in_place or has_idle_core or not is_free:
            return
        is_last = len(session.args.files) == 1
        straight = Straight(source, self.column, writer, limit, is_last=is_last)
        self.straight = straight.answer(self.reader, threads, _watch(session, self))

    def other_reader(self) -> RowLines:
        """One for another column of the same rows."""
        return self._reader(None)

    def close(self) -> None:
        if self._source.name != "stdin":
            self._source.close()

    def _reader(self, geometry: Geometry | None) -> RowLines:
        options = self._options() if geometry is None else None
        return RowLines(self._source.name, options, geometry, self._session.report_now)

    def _options(self) -> Options:
        args = self._session.args
        return reading_options(args.size, args.box, args.symbols)


class _Writing:
    """The output of all inputs, which must have the same columns."""

    def __init__(self, session: Session, file: Input, question: Question) -> None:
        args = session.args
        prefix = args.prefix or ""
        self._session = session
        self._is_own = args.output not in (None, "-")  # the file: nobody else writes there
        self._has_rows = False
        self._first = file
        asked = {field.name: field for field in question.fields(file.kind)}
        self._fields = [field.with_name(prefix + name) for name, field in asked.items()]
        self._kept = [] if args.answers_only else list(file.schema)  # of the input
        try:
            check_new([field.name for field in self._kept], self._fields)
        except SquaredanceError as error:
            raise FormatError(f"{error.message} (--prefix)", source=file.name) from None
        output = _output(session)
        self._kind = output.kind
        given = [f.with_type(written_type(f.type, output.kind)) for f in self._kept]
        fields = [*given, *self._fields]
        self._schema = pyarrow().schema(fields, metadata=metadata_of(file.schema, args))
        large = [prefix + name for name in _TEXTS if name in asked]
        if self._kept:
            large.append(file.column)
        self._sink, self._file = _sink(session)
        with holding(output.kind):
            answers = [field.name for field in self._fields]
            self._writer = ColumnWriter(self._sink, self._schema, output, large, answers)
        writer = Here if _is_alone(session) else Behind
        self._queue: Writer[tuple[list[pa.Array], Lease | None]] = writer(self._write)
        self._queue.__enter__()

    def check(self, file: Input) -> None:
        """An error when a later input has other columns than the first."""
        if not file.schema.remove_metadata().equals(self._first.schema.remove_metadata()):
            raise FormatError(
                f"expected the columns of {self._first.name}, found others", source=file.name
            )

    def put_straight(self, file: Input, question: Question) -> None:
        """The first rows of a file, as far as they can be answered from page to page. No others may
        be on their way to the writer, which is that of another thread then.
        """
        limit = question.limit if isinstance(question, Solutions) else None
        if limit is None or not self._is_own or self._has_rows:
            return
        writer = self._writer.promising
        if writer is not None:
            file.answer_straight(writer, limit)
            self._session.number += file.straight

    def put(self, answered: Answered) -> None:
        """A batch with its answers, written in its turn."""
        self._has_rows = True
        batch = answered.batch
        assert batch.record is not None
        with holding(self._kind):
            given = [
                written_array(column, field.type, self._kind)
                for column, field in zip(
                    batch.record.columns[: len(self._kept)], self._schema, strict=False
                )
            ]
        columns, lease = [*given, *answered.columns], batch.lease
        if answered.keep is not None:
            columns = [column.filter(answered.keep) for column in columns]
            if lease is not None:  # those are copies
                lease.end()
                lease = None
        self._queue.put((columns, lease))

    def close(self) -> None:
        """All is there."""
        self._queue.__exit__(None, None, None)
        with holding(self._kind):
            self._writer.close()
        self._flush()
        if self._sink is not self._file:
            self._sink.close()

    def end(self, error: BaseException) -> None:
        """Something went wrong: nobody writes any more."""
        self._queue.__exit__(type(error), error, None)

    def _write(self, rows: tuple[list[pa.Array], Lease | None]) -> None:
        with holding(self._kind):
            self._writer.write(*rows)
        self._flush()

    def _flush(self) -> None:
        if self._sink is self._file:
            self._file.flush()


def _is_alone(session: Session) -> bool:
    """Whether one thread does it all, reading and writing too: there is no core for more."""
    is_one = thread_count(getattr(session.args, "threads", 1)) == 1  # `check` has but one
    return is_one and (session.has_one_core or thread_count(None) == 1)


def _output(session: Session) -> Output:
    return Output(session.columns or "parquet", session.args.compression or "none")


def _sink(session: Session) -> tuple[Any, Any]:
    """Where to write, and the file of the session: a plain one is written by pyarrow itself, which
    then need not ask for the interpreter, nor copy.
    """
    out = session.out
    if (
        not _output(session).is_spliced
        and isinstance(out.name, str)
        and out is not getattr(sys.stdout, "buffer", None)
        and out.seekable()
    ):
        return pyarrow().OSFile(out.name, "wb"), out
    return out, out


def solutions_of(session: Session, solve: Solve | None = None) -> Ask:
    """The question of ``solve``: to native code, or one puzzle after the other."""
    args = session.args

    def ask(stack: ExitStack, file: Input, watch: Watch | None) -> Question:
        if solve is not None:
            return Searches(solve, session.report_now)
        limit = limit_of(args.unique, None)
        threads, alone = thread_count(args.threads), _is_alone(session)
        flow: Flow[RowWork] = Flow(threads, limit, watch=watch, works_here=alone)
        return Solutions(stack.enter_context(flow))

    return ask


def forms_of(session: Session, classes: Classes, find: Solve | None = None) -> Ask:
    """The question of ``canon``."""
    args = session.args

    def ask(stack: ExitStack, file: Input, watch: Watch | None) -> Question:
        if find is not None:
            return Searches(find, session.report_now, is_form=True)
        nodes, threads = checked_nodes(args.max_nodes), thread_count(args.threads)
        flow: Flow[RowWork] = Flow(threads, 1, watch=watch, form_nodes=nodes)
        wanted = classes if args.distinct or args.count else None
        return Solutions(stack.enter_context(flow), wanted, distinct=args.distinct)

    return ask


def ratings_of(session: Session) -> Ask:
    """The question of ``rate``."""
    args = session.args
    scales = scale_names(tuple(args.scale.split(",")))
    uniqueness = not args.no_uniqueness

    def rate(puzzles: Iterator[Puzzle]) -> Iterator[tuple[Rating, ...]]:
        for ratings in rated_many(puzzles, scales, uniqueness, args.threads, args.timeout, None):
            session.progress.step()
            yield ratings

    return lambda stack, file, watch: Ratings(scales, rate, session.report_now)


def checks_of(session: Session, report: Report | None = None) -> Ask:
    """The question of ``check``: of grids, against the column of puzzles where there is one. What
    is wrong with a row is told at once, or to ``report``.
    """

    def ask(stack: ExitStack, file: Input, watch: Watch | None) -> Question:
        has_puzzles = file.column != "puzzle" and "puzzle" in file.schema.names

        def puzzles(batch: Batch) -> pa.Array | None:
            assert batch.record is not None
            return batch.record.column("puzzle") if has_puzzles else None

        return Checks(puzzles, file.other_reader(), report or session.report_now)

    return ask
