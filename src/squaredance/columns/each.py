"""Questions whose puzzles are read one by one: ratings, checks, and searches with limits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeGuard

from squaredance import _core
from squaredance.check import check
from squaredance.columns.arrow import pyarrow
from squaredance.columns.listed import listed
from squaredance.columns.question import (
    Answered,
    Batch,
    status_type,
    tally_of,
    words_array,
)
from squaredance.columns.texts import Texts, answer_type, plain_array, text_array
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import write

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.columns.rows import Report, RowLines
    from squaredance.formats.case import Case
    from squaredance.puzzle import Grid, Puzzle
    from squaredance.rating import Rating

    Item = Case | str | None  # a puzzle, "bad", or None for a null
    Rate = Callable[[Iterator[Puzzle]], Iterator[tuple[Rating, ...]]]
    Solve = Callable[[Case], tuple[Grid | None, str, int | None]]

_SCALE_FIELDS: Final = {
    "status": "string", "er": "float64", "ep": "float64", "ed": "float64", "score": "uint32",
    "level": "string", "steps": "uint32", "hardest": "string", "calibrated": "bool",
}  # fmt: skip
_OF_EXPLAINER: Final = ("er", "ep", "ed")
_OF_HODOKU: Final = ("score", "level")


def items_of(
    batch: Batch, reader: RowLines, report: Report, rows: Sequence[int] | None = None
) -> list[Item]:
    """Every row, or each of these; what is wrong with it is reported."""
    items: list[Item] = []
    numbers = range(len(batch.texts)) if rows is None else rows
    for row, item in zip(numbers, reader.items(plain_array(batch.texts), numbers), strict=True):
        if isinstance(item, FormatError):
            report(item)
            items.append("bad")
        else:
            items.append("bad" if row in batch.bad else item)
    return items


class Ratings:
    """A column for each scale and field, such as ``se121_er``; ``rate`` gives the ratings."""

    def __init__(self, scales: tuple[str, ...], rate: Rate, report: Report) -> None:
        self._scales = scales
        self._rate = rate
        self._report = report

    def fields(self, kind: pa.DataType) -> list[pa.Field]:
        """See `Question`."""
        pa = pyarrow()
        return [
            pa.field(f"{scale}_{field}", pa.type_for_alias(_SCALE_FIELDS[field]))
            for scale in self._scales
            for field in _fields_of(scale)
        ]

    def answers(self, batches: Iterator[Batch | None], reader: RowLines) -> Iterator[Answered]:
        """See `Question`. The ratings come later than the puzzles are read."""
        waiting: deque[_Rated] = deque()

        def puzzles() -> Iterator[Puzzle]:
            for batch in batches:
                if batch is None:
                    continue
                items = items_of(batch, reader, self._report)
                cases = [item.puzzle for item in items if _is_case(item)]
                waiting.append(_Rated(batch, items, len(cases), []))
                yield from cases

        for some in self._rate(puzzles()):
            while waiting[0].is_done:
                yield self._answered(waiting.popleft())
            waiting[0].ratings.append(some)
            if len(waiting) > 1 and waiting[0].is_done:
                yield self._answered(waiting.popleft())
        while waiting:
            yield self._answered(waiting.popleft())

    def _answered(self, rated: _Rated) -> Answered:
        pa = pyarrow()
        given = iter(rated.ratings)
        rows: list[Any] = [next(given) if _is_case(item) else item for item in rated.items]
        columns = []
        for number, scale in enumerate(self._scales):
            for field in _fields_of(scale):
                bad = "bad" if field == "status" else None
                values = [
                    getattr(row[number], field) if isinstance(row, tuple) else row and bad
                    for row in rows
                ]
                columns.append(listed(values, pa.type_for_alias(_SCALE_FIELDS[field])))
        words = [row[0].status if isinstance(row, tuple) else row for row in rows]
        return Answered(rated.batch, columns, tally_of(words))


class _Rated(NamedTuple):
    """A batch, what its rows are, how many of them are puzzles, and the ratings that are there."""

    batch: Batch
    items: list[Item]
    cases: int
    ratings: list[tuple[Rating, ...]]

    @property
    def is_done(self) -> bool:
        return len(self.ratings) == self.cases


def _fields_of(scale: str) -> list[str]:
    others = _OF_EXPLAINER if scale == "hodoku" else _OF_HODOKU
    return [field for field in _SCALE_FIELDS if field not in others]


def _is_case(item: Item) -> TypeGuard[Case]:
    return item is not None and not isinstance(item, str)


class Checks:
    """``valid`` and ``problems`` of each filled grid; ``puzzles`` gives the column of puzzles of
    a batch, whose clues the grids must keep, or None.

    Native code sees whether a plain grid is a solution; only what it leaves is read row by row.
    """

    def __init__(
        self, puzzles: Callable[[Batch], pa.Array | None], other: RowLines, report: Report
    ) -> None:
        self._puzzles = puzzles
        self._other = other
        self._report = report

    def fields(self, kind: pa.DataType) -> list[pa.Field]:
        """See `Question`."""
        pa = pyarrow()
        return [pa.field("valid", pa.bool_()), pa.field("problems", pa.string())]

    def answers(self, batches: Iterator[Batch | None], reader: RowLines) -> Iterator[Answered]:
        """See `Question`."""
        for batch in batches:
            if batch is None:
                continue
            column = self._puzzles(batch)
            others = None if column is None else Batch(column)
            solved = self._solved(batch, others, reader)
            rows = [row for row in range(len(solved)) if not solved[row] or row in batch.bad]
            told: set[int | None] = set()  # a row is told once, whatever is wrong in it
            grids = items_of(batch, reader, partial(self._tell, told), rows)
            puzzles = grids
            if others is not None:
                puzzles = items_of(others, self._other, partial(self._tell, told), rows)
            yield _checked(batch, rows, [*map(self._check, puzzles, grids)])

    def _solved(self, batch: Batch, others: Batch | None, reader: RowLines) -> bytes:
        """A byte for each row that is not 0 where there is no need to look at it again."""
        texts = Texts(plain_array(batch.texts))
        kind = reader.kind_of(texts)
        if others is None:
            puzzles, other = None, kind
        else:
            puzzles = Texts(plain_array(others.texts))
            other = self._other.kind_of(puzzles)
        if kind is None or other is None or kind.geometry != other.geometry:
            return bytes(len(texts))
        clues = None if puzzles is None else puzzles.column(other.shape)
        return _core.solved_rows(texts.column(kind.shape), clues)

    def _tell(self, told: set[int | None], error: FormatError) -> None:
        if error.line not in told:
            told.add(error.line)
            self._report(error)

    def _check(self, puzzle: Item, grid: Item) -> str | None:
        """The problems, "valid", "bad", or None for a null."""
        if grid is None or puzzle is None:
            return None
        if isinstance(grid, str) or isinstance(puzzle, str):
            return "bad"
        if puzzle.puzzle.size != grid.puzzle.size:
            expected, found = puzzle.puzzle.size, grid.puzzle.size
            message = f"expected a grid of size {expected}, found {found}"
            self._report(FormatError(message, source=grid.source, line=grid.line))
            return "bad"
        checked = check(puzzle.puzzle, grid.puzzle)
        return "; ".join(checked.problems(grid.style.symbols)) or "valid"


def _checked(batch: Batch, rows: list[int], words: list[str | None]) -> Answered:
    """The batch with the words of these rows; all others are valid."""
    pa = pyarrow()
    count = len(batch.texts)
    if rows:
        valid: list[bool | None] = [True] * count
        problems: list[str | None] = [None] * count
        for row, word in zip(rows, words, strict=True):
            valid[row] = None if word in (None, "bad") else word == "valid"
            problems[row] = None if word in ("bad", "valid") else word
        columns = [listed(valid, pa.bool_()), listed(problems, pa.string())]
        invalid = valid.count(False)
    else:
        bits = ((1 << count) - 1).to_bytes((count + 7) // 8, "little")
        is_valid = pa.Array.from_buffers(pa.bool_(), count, [None, pa.py_buffer(bits)], 0)
        columns, invalid = [is_valid, pa.nulls(count, pa.string())], 0
    return Answered(batch, columns, {"invalid": invalid, "bad": words.count("bad")})


class Searches:
    """The columns of `Solutions`, one puzzle after the other: for what native blocks do not do.

    ``solve`` gives an answer, its status and its count.
    """

    def __init__(self, solve: Solve, report: Report, *, is_form: bool = False) -> None:
        self._solve = solve
        self._report = report
        self._is_form = is_form

    def fields(self, kind: pa.DataType) -> list[pa.Field]:
        """See `Question`."""
        pa = pyarrow()
        name, status = ("form", "form_status") if self._is_form else ("solution", "status")
        fields = [pa.field(name, answer_type(kind)), pa.field(status, status_type())]
        return fields if self._is_form else [*fields, pa.field("count", pa.uint32())]

    def answers(self, batches: Iterator[Batch | None], reader: RowLines) -> Iterator[Answered]:
        """See `Question`."""
        pa = pyarrow()
        for batch in batches:
            if batch is None:
                continue
            texts: list[Any] = []
            words: list[str | None] = []
            counts: list[int | None] = []
            kind = answer_type(batch.texts.type)
            is_bytes = "binary" in str(kind)
            for item in items_of(batch, reader, self._report):
                grid, word, count = None, item if isinstance(item, str) else None, None
                if item is not None and not isinstance(item, str):
                    try:
                        grid, word, count = self._solve(item)
                    except SquaredanceError as error:
                        where = item.source, item.line
                        self._report(FormatError(error.message, source=where[0], line=where[1]))
                        word = "bad"
                    if grid is not None:
                        style = item.style._replace(comment="")
                        text = write(grid, style).removesuffix("\n")
                        texts.append(text.encode() if is_bytes else text)
                if grid is None:
                    texts.append(None)
                words.append(word)
                counts.append(count)
            columns = [text_array(texts, kind), words_array(words)]
            if not self._is_form:
                columns.append(listed(counts, pa.uint32()))
            yield Answered(batch, columns, tally_of(words))
