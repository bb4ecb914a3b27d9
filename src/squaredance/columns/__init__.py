"""Columns of puzzles: tables of pyarrow, polars, pandas and duckdb in, the same with answers out.

Needs pyarrow: ``pip install 'squaredance[data]'``.

>>> import pyarrow as pa
>>> from squaredance import columns
>>> table = pa.table({"name": ["a", "b"], "puzzle": ["1......2.3....4.", "11.............."]})
>>> columns.solve(table, unique=True).to_pylist()[0]["solution"]
'1234341243212143'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from squaredance.columns.arrow import pyarrow
from squaredance.columns.question import Batch, Question
from squaredance.columns.rows import RowLines
from squaredance.columns.tables import Table, as_chunks, check_new, chosen_column, like
from squaredance.errors import FormatError, SquaredanceError
from squaredance.many import Call, limit_of

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.geometry import Geometry
    from squaredance.many import Results

    Progress = bool | Callable[[int, int | None], object] | None

__all__ = ["canon", "check", "rate", "solve"]


def solve(
    table: Any,
    *,
    column: str | None = None,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    keep_going: bool = False,
    prefix: str = "",
    progress: Progress = None,
) -> Any:
    """Solve a column of puzzles: the table with ``solution``, ``status`` and ``count`` added.

    ``table`` is a Table, RecordBatch, Array or ChunkedArray of pyarrow, a DataFrame or Series of
    polars or pandas, a relation of duckdb, or anything with Arrow's PyCapsule interface; the
    answer is a table of the same library. The puzzles are the strings of ``column``, by default
    ``puzzle``, or the only column of strings. ``solution`` is of their type, and null where
    there is none; ``status`` is one of none, found, unique, multiple, unknown and bad; a row
    without a puzzle (a null) has nulls only. ``unique``, ``limit``, ``threads``, ``timeout`` and
    ``progress`` are those of `squaredance.solve_many`. The first string that is no puzzle is
    raised, or with ``keep_going`` its status is bad. ``prefix`` goes before the new names.

    >>> import pyarrow as pa
    >>> solve(pa.table({"puzzle": ["1......2.3....4.", None]})).to_pydict()["status"]
    ['found', None]
    """
    from squaredance.columns.native import Solutions

    call = Call(limit_of(unique, limit), geometry, threads, timeout, progress)
    opened = Table(table)
    with call.flow(len(opened)) as flow:
        return _answer(opened, Solutions(flow), column, geometry, keep_going, prefix)


def canon(
    table: Any,
    *,
    column: str | None = None,
    distinct: bool = False,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    keep_going: bool = False,
    prefix: str = "",
    progress: Progress = None,
) -> Any:
    """The canonical forms of a column of puzzles: the table with ``form`` and ``form_status``.

    ``form_status`` is found, unknown (not found within ``timeout`` seconds for all or
    ``max_nodes`` nodes each; the form is null then) or bad. With ``distinct`` only the first row
    of those with the same form stays. All else is as in `solve`.

    >>> import pyarrow as pa
    >>> table = pa.table({"puzzle": ["1......2.3....4.", "..4.1......3.2.."]})
    >>> canon(table, distinct=True)["form"].to_pylist()
    ['...1.2....3.4...']
    """
    from squaredance.columns.native import Solutions
    from squaredance.many.classes import Classes
    from squaredance.many.items import check_has_form
    from squaredance.transformation import checked_nodes

    if geometry is not None:
        check_has_form(geometry)
    nodes = checked_nodes(max_nodes)
    call = Call(1, geometry, threads, timeout, progress, form_nodes=nodes)
    opened = Table(table)
    with call.flow(len(opened)) as flow:
        question = Solutions(flow, Classes() if distinct else None, distinct=distinct)
        return _answer(opened, question, column, geometry, keep_going, prefix)


def rate(
    table: Any,
    scale: str | list[str] | tuple[str, ...] = "se121",
    *,
    column: str | None = None,
    uniqueness: bool = True,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    keep_going: bool = False,
    prefix: str = "",
    progress: Progress = None,
) -> Any:
    """Rate a column of puzzles: the table with a column for each scale and field.

    These are ``se121_status``, ``se121_er``, ``se121_ep``, ``se121_ed``, ``se121_steps``,
    ``se121_hardest`` and ``se121_calibrated`` for the scale se121, and ``hodoku_score`` and
    ``hodoku_level`` in the place of er, ep and ed for hodoku. ``scale``, ``uniqueness``,
    ``timeout`` and ``progress`` are those of `squaredance.rate_many`, all else as in `solve`.

    >>> import pyarrow as pa
    >>> rate(pa.table({"puzzle": ["1234341221434.21"]}))["se121_er"].to_pylist()
    [1.0]
    """
    from squaredance.columns.each import Ratings
    from squaredance.rating import rated_many, scale_names

    scales = scale_names(scale)

    def rated(puzzles: Iterator[Any]) -> Iterator[Any]:
        return rated_many(puzzles, scales, uniqueness, threads, timeout, progress)

    question = Ratings(scales, rated, _reporter(keep_going))
    return _answer(table, question, column, geometry, keep_going, prefix)


def check(
    table: Any,
    *,
    column: str | None = None,
    puzzles: str | None = None,
    geometry: Geometry | None = None,
    keep_going: bool = False,
    prefix: str = "",
) -> Any:
    """Check a column of filled grids: the table with ``valid`` and ``problems``.

    The grids are in ``column``, by default ``solution``, ``puzzle``, or the only column of strings.
    They must keep the clues in the column ``puzzles``, by default ``puzzle`` where there is
    one. ``problems`` are words for people, null where there are none.

    >>> import pyarrow as pa
    >>> check(pa.table({"solution": ["1234341221434321", "11.............."]}))["valid"].to_pylist()
    [True, False]
    """
    from squaredance.columns.each import Checks

    opened = Table(table)
    grids = chosen_column(opened.names, opened.kinds(), column, ("solution", "puzzle"))
    if puzzles is None and grids != "puzzle" and "puzzle" in opened.names:
        puzzles = "puzzle"
    others: list[Any] = []
    if puzzles is not None:
        chosen_column(opened.names, opened.kinds(), puzzles, ())
        given, wanted = opened.column(puzzles), opened.column(grids)
        others = _cut_alike(given, wanted)
    place = iter(others)
    report = _reporter(keep_going)
    other = RowLines(None, None, geometry, report)
    question = Checks(lambda batch: next(place) if others else None, other, report)
    return _answer(opened, question, grids, geometry, keep_going, prefix)


def _answer(
    table: Any,
    question: Question,
    column: str | None,
    geometry: Geometry | None,
    keep_going: bool,
    prefix: str,
) -> Any:
    """The table with the answers to one of its columns."""
    pa = pyarrow()
    opened = table if isinstance(table, Table) else Table(table)
    name = chosen_column(opened.names, opened.kinds(), column, ("puzzle",))
    texts = opened.column(name)
    if not isinstance(prefix, str):
        raise SquaredanceError(f"expected a prefix that is text, found {prefix!r}")
    fields = [field.with_name(prefix + field.name) for field in question.fields(texts.type)]
    check_new(opened.names, fields)
    reader = RowLines(None, None, geometry, _reporter(keep_going))
    batches = (Batch(chunk) for chunk in texts.chunks if len(chunk))
    answered = list(question.answers(batches, reader))
    columns = [
        pa.chunked_array([some.columns[number] for some in answered], field.type)
        for number, field in enumerate(fields)
    ]
    keep = None
    if any(some.keep is not None for some in answered):
        masks = [
            pa.array([True] * len(some.batch.texts)) if some.keep is None else some.keep
            for some in answered
        ]
        keep = pa.chunked_array(masks, pa.bool_())
    return opened.with_columns([field.name for field in fields], columns, keep)


def _reporter(keep_going: bool) -> Callable[[FormatError], None]:
    def report(error: FormatError) -> None:
        if not keep_going:
            raise error

    return report


def _cut_alike(given: pa.ChunkedArray, wanted: pa.ChunkedArray) -> list[pa.Array]:
    """The rows of one column in the chunks of another, without those that are empty."""
    pa = pyarrow()
    whole = given.combine_chunks() if given.num_chunks != 1 else given.chunk(0)
    if isinstance(whole, pa.ChunkedArray):  # of several, when one cannot hold all
        raise SquaredanceError("expected puzzles of less than 2 GB in one column")
    cut, at = [], 0
    for chunk in wanted.chunks:
        if len(chunk):
            cut.append(whole.slice(at, len(chunk)))
        at += len(chunk)
    return cut


def solve_array(array: Any, call: Call) -> Results[Any]:
    """What `squaredance.solve_many` does with an Arrow array, or a series of polars or pandas."""
    from squaredance.columns.native import Solutions
    from squaredance.columns.texts import is_text
    from squaredance.many.results import UNANSWERED, Tally

    pa = pyarrow()
    texts = as_chunks(array)
    if not is_text(texts.type):
        raise SquaredanceError(f"expected an array of strings, found {texts.type}")
    reader = RowLines(None, None, call.geometry, _reporter(False))
    tally = Tally(call.limit)
    chunks = []
    with call.flow(len(texts)) as flow:
        question = Solutions(flow)
        batches = (Batch(chunk) for chunk in texts.chunks if len(chunk))
        for some in question.answers(batches, reader):
            chunks.append(some.columns[0])
            counts = some.counts
            assert counts is not None
            if counts.null_count:
                counts = counts.fill_null(pa.scalar(UNANSWERED, pa.uint32()))
            tally.add_counts(memoryview(counts.buffers()[1])[: 4 * len(counts)])
    field = question.fields(texts.type)[0]
    return tally.results(like(array, pa.chunked_array(chunks, field.type)))
