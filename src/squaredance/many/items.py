"""Puzzles one by one, from a list or an iterator: lines of text, Puzzles, Grids, rows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, cast

from squaredance import _core
from squaredance.errors import FormatError, SquaredanceError
from squaredance.geometry import standard_geometry
from squaredance.kinds import shape_of
from squaredance.many.lines import NOWHERE, LineBlock, Lines
from squaredance.many.results import UNANSWERED
from squaredance.many.texts import filled_line
from squaredance.puzzle import Grid, Puzzle, PuzzleLike, as_puzzle
from squaredance.result import Status

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.many.flow import Flow

FIRST: Final = 64  # puzzles in the first block of an iterator: its answers come soon
LARGEST: Final = 1 << 13  # in any block: an iterator is not read far ahead
_SLICE: Final = 0.02  # seconds to read puzzles before the clock is looked at


Answers: TypeAlias = "tuple[array[int], list[object]]"


class Items(Protocol):
    """Some of the puzzles, in a native block."""

    @property
    def native(self) -> _core.Block: ...

    @property
    def size(self) -> int: ...

    def answers(self, flow: Flow[Items]) -> Answers:
        """For each puzzle its count and its solution, or itself where there is none."""


class TextItems:
    """Texts, a puzzle each, as lines of one text."""

    __slots__ = ("_block", "_end", "_items", "native", "size")

    def __init__(self, items: list[str | bytes], block: LineBlock, end: int) -> None:
        """``end`` is that of the items in the text of the block."""
        self._items = items
        self._block = block
        self._end = end
        self.native = block.native
        self.size = len(items)

    def answers(self, flow: Flow[Items]) -> Answers:
        """For each puzzle its count and its solution, or itself where there is none."""
        for line in self._block.odd:
            self._block.native.keep(line.start, line.end)
        with self._block.view() as out:
            data = bytes(out[self._block.start : self._end])
        lines = data.decode().split("\n") if isinstance(self._items[0], str) else data.split(b"\n")
        solutions = cast("list[object]", lines)
        for line in self._block.odd:
            if line.puzzle is None or line.puzzle >= len(self._items):
                continue
            item, filled = self._items[line.puzzle], filled_line(self._block, line)
            if filled is None:
                solutions[line.puzzle] = item
            else:
                solutions[line.puzzle] = filled.decode() if isinstance(item, str) else filled
        size = self.size
        return array("I", self.native.counts())[:size], solutions[:size]


class PuzzleItems:
    """Puzzles of one geometry."""

    __slots__ = ("_geometry", "_items", "native", "size")

    def __init__(self, items: list[object], puzzles: list[Puzzle]) -> None:
        self._items = items
        self.size = len(items)
        self._geometry = puzzles[0].geometry
        self.native = _core.TextBlock(shape_of(self._geometry), b"", NOWHERE)
        for puzzle in puzzles:
            self.native.add(puzzle.clues)

    def answers(self, flow: Flow[Items]) -> Answers:
        """For each puzzle its count and its solution, or itself where there is none."""
        solutions = self._items
        for number, item in enumerate(solutions):
            if self.native.has_solution(number):
                is_form = flow.form_nodes is not None and type(item) is not Grid
                kind = Puzzle if is_form else Grid
                solutions[number] = kind._trusted(self._geometry, self.native.solution(number))
        return array("I", self.native.counts()), solutions


class CandidateItem:
    """A candidate puzzle: no native block takes it, so it is counted alone, in its turn."""

    __slots__ = ("_puzzle", "native")
    size: Final = 1

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.native = _core.TextBlock(shape_of(puzzle.geometry), b"", NOWHERE)

    def answers(self, flow: Flow[Items]) -> Answers:
        """For each puzzle its count and its solution, or itself where there is none."""
        from squaredance.solve import count

        result = count(self._puzzle, limit=flow.limit, timeout=flow.seconds_left)
        if result.status is Status.UNKNOWN:
            return array("I", [UNANSWERED]), [self._puzzle]
        return array("I", [result.count]), [result.solution or self._puzzle]


class LateItems:
    """Any puzzles when the time is up: nobody has read them."""

    __slots__ = ("_items", "native", "size")

    def __init__(self, items: list[object]) -> None:
        self._items = items
        self.size = len(items)
        self.native = _core.TextBlock(shape_of(standard_geometry(1)), b"", NOWHERE)

    def answers(self, flow: Flow[Items]) -> Answers:
        """For each puzzle its count and its solution, or itself where there is none."""
        return array("I", [UNANSWERED]) * self.size, self._items


def item_blocks(puzzles: Iterable[object], lines: Lines, flow: Flow[Items]) -> Iterator[Items]:
    """The puzzles in blocks of one kind each; no more are taken than the next block needs."""
    for some in _chunks(iter(puzzles), flow):
        for kind, items in _of_one_type(some):
            if flow.late:
                yield LateItems(items)
            elif issubclass(kind, str | bytes):
                yield from _text_items(cast("list[str | bytes]", items), lines, flow)
            else:
                lines.number += len(items)
                yield from _puzzle_items(items, flow)


def _of_one_type(items: list[object]) -> Iterator[tuple[type, list[object]]]:
    kinds = set(map(type, items))
    if len(kinds) == 1:  # nearly always, and ten times faster
        yield kinds.pop(), items
        return
    for kind, group in groupby(items, type):
        yield kind, list(group)


def _chunks(source: Iterator[object], flow: Flow[Items]) -> Iterator[list[object]]:
    """As many as the next block needs; an error of the source comes after what it gave."""
    failed: Exception | None = None
    while failed is None:
        some: list[object] = []
        try:
            some.extend(islice(source, flow.most))
        except Exception as error:
            failed = error
        if not some:
            break
        yield some
    if failed is not None:
        raise failed


def _puzzle_items(items: list[object], flow: Flow[Items]) -> Iterator[Items]:
    def kind(pair: tuple[object, Puzzle]) -> tuple[Geometry, bool]:
        return pair[1].geometry, pair[1].candidates is not None

    at = 0
    while at < len(items):
        if flow.late:
            yield LateItems(items[at:])
            return
        pairs = _some_puzzles(islice(items, at, None))
        at += len(pairs)
        for (geometry, has_candidates), group in groupby(pairs, kind):
            if flow.form_nodes is not None:
                check_has_form(geometry, has_candidates)
            if has_candidates:
                yield from (CandidateItem(puzzle) for _, puzzle in group)
            else:
                alike = list(group)
                yield PuzzleItems([item for item, _ in alike], [puzzle for _, puzzle in alike])


def check_has_form(geometry: Geometry, has_candidates: bool = False) -> None:
    """An error unless puzzles of this kind have a canonical form."""
    if has_candidates:
        raise SquaredanceError("expected clues only for a canonical form, found a candidate puzzle")
    if geometry.extra:
        raise SquaredanceError(
            "expected rows, cols and boxes only for a canonical form, "
            f"found {len(geometry.extra)} extra houses"
        )


def _some_puzzles(items: Iterator[object]) -> list[tuple[object, Puzzle]]:
    """An item or more with its puzzle, until the slice of time is over."""
    pairs: list[tuple[object, Puzzle]] = []
    slice_end = monotonic() + _SLICE
    for item in items:
        pairs.append((item, as_puzzle(cast("PuzzleLike", item))))
        if monotonic() > slice_end:
            break
    return pairs


def _text_items(items: list[str | bytes], lines: Lines, flow: Flow[Items]) -> Iterator[Items]:
    number = lines.number
    text = _joined(items, number)
    out = _core.Output(len(text))
    at = first = 0
    while at < len(text):
        if flow.late:
            yield LateItems(cast("list[object]", items[first:]))
            return
        block = lines.block(text, out, at, len(text), flow.most)
        start, at = at, block.end
        bad = next((line for line in block.odd if line.puzzle is None), None)
        stop = at if bad is None else bad.start
        end = first + text.count(b"\n", start, stop)
        if end > first:
            yield TextItems(items[first:end], block, stop)
        if bad is not None:
            nothing = FormatError("expected a puzzle, found none", line=number + end + 1)
            raise bad.item if isinstance(bad.item, FormatError) else nothing
        first = end


def _joined(items: list[str | bytes], number: int) -> bytes:
    """The items as lines; ``number`` is how many were before.

    Items that end with a line end, as the lines of a file do, lose it.
    """
    text = _as_lines(items)
    if text.count(b"\n") != len(items) - 1:
        items[:] = [_without_end(item) for item in items]
        text = _as_lines(items)
    if text.count(b"\n") != len(items) - 1:
        ends = (("\n" if isinstance(item, str) else b"\n") in item for item in items)  # type: ignore[operator]
        place = number + 1 + list(ends).index(True)
        raise FormatError("expected a puzzle on one line, found a line end", line=place)
    return text + b"\n"


def _as_lines(items: list[str | bytes]) -> bytes:
    if isinstance(items[0], bytes):
        return b"\n".join(cast("list[bytes]", items))
    return "\n".join(cast("list[str]", items)).encode("utf-8", "surrogatepass")


def _without_end(item: str | bytes) -> str | bytes:
    if isinstance(item, bytes):
        return item.removesuffix(b"\n").removesuffix(b"\r")
    return item.removesuffix("\n").removesuffix("\r")
