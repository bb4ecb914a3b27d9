"""Lines of text as blocks: plain lines are left to native code, odd ones to the line reader."""

from __future__ import annotations

from time import monotonic

from squaredance import _core
from squaredance.errors import FormatError
from squaredance.formats.case import Case, Options, Style
from squaredance.formats.line import LineReader
from squaredance.formats.source import BOM, LineSource
from squaredance.geometry import standard_geometry
from squaredance.kinds import Kind, digits9, kind_of
from squaredance.puzzle import Puzzle
from squaredance.symbols import default_symbols
from squaredance.typed import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from squaredance.usual import is_usual

if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap

    from squaredance.geometry import Geometry
    from squaredance.symbols import Symbols

Buffer: TypeAlias = "bytes | bytearray | memoryview | mmap"
Out: TypeAlias = "bytearray | memoryview | mmap | _core.Output"
NOWHERE: Final = bytearray()  # for the solutions of puzzles that are no text
_MOST_ODD: Final = 2048  # lines of a block: each costs more than a kB
_SLICE: Final = 0.02  # seconds to read odd lines of a block: the clock is looked at after it


class OddLine(NamedTuple):
    """A line that native code did not take, from ``start`` to ``end`` of the text.

    ``item`` is its case, an error, or None when it has no puzzle (and so the lines after it,
    up to ``end``); ``puzzle`` is the number of the case in the block. For one that native code did
    take, but whose answer it cannot write, it may be the bytes to write in its place.
    """

    start: int
    end: int
    item: Case | FormatError | bytes | None
    puzzle: int | None


class LineBlock:
    """Puzzles of the lines from ``start`` to ``end`` of a text, and what was read of them."""

    __slots__ = ("_kind", "_lines", "_styles", "end", "native", "odd", "out", "start", "text")

    def __init__(
        self,
        lines: Lines,
        text: Buffer,
        out: Out,
        start: int,
        kind: Kind,
        native: _core.TextBlock | None = None,
    ) -> None:
        self.text = text
        self.out = out
        self.start = self.end = start
        self.native = native or _core.TextBlock(kind.shape, text, out)
        self.odd: list[OddLine] = []
        self._lines = lines
        self._kind = kind
        self._styles: list[tuple[int, Style]] = []  # from which puzzle on, which style

    def view(self) -> memoryview:
        """What is written so far, in the places of the text."""
        return memoryview(self.out)  # type: ignore[arg-type]  # an Output is a buffer

    @property
    def size(self) -> int:
        """How many puzzles."""
        return len(self.native)

    @property
    def geometry(self) -> Geometry:
        """That of all puzzles of the block."""
        return self._kind.geometry

    def empty_lines(self) -> Iterator[OddLine]:
        """The lines that native code skipped."""
        return (OddLine(start, end, None, None) for start, end in self.native.skipped())

    def note_style(self, style: Style) -> None:
        """The style of the plain lines from here on."""
        if not self._styles or self._styles[-1][1] is not style:
            self._styles.append((len(self.native), style))

    def is_full(self, most: int) -> bool:
        """Whether it has so many puzzles, or so much else that it is time to go on."""
        native = self.native
        odd = len(self.odd) >= _MOST_ODD or native.skipped_bytes >= _core.MOST_SKIPPED
        return odd or native.is_full(most)

    def line_of(self, puzzle: int) -> tuple[int, int] | None:
        """Where the plain line of a puzzle starts and ends; None when its line is odd."""
        place = self.native.place(puzzle)
        return None if place is None else (place, _core.line_end(self.text, place, self.end))

    def case(self, puzzle: int) -> Case:
        """The case of a plain line, read again; where it is from is forgotten."""
        place = self.line_of(puzzle)
        assert place is not None
        clues, comment = self.parts(*place)
        style, words = self._style_of(puzzle), comment.decode("ascii")
        if words:
            style = style._replace(comment=words)
        note = words.lstrip(" \t#;,")
        return Case(Puzzle._trusted(self.geometry, clues), None, 0, style, note)

    def parts(self, start: int, end: int) -> tuple[bytes, bytes]:
        """The clues of a plain line, and its comment with what separates it."""
        raw = bytes(self.text[start:end])
        cells = self.geometry.cells
        return raw[:cells].translate(self._kind.table), raw[cells:].rstrip()

    def symbols_of(self, puzzle: int) -> Symbols:
        """Those of a plain line, a character each."""
        return self._style_of(puzzle).symbols or default_symbols(self.geometry.size)

    def _style_of(self, puzzle: int) -> Style:
        for first, style in reversed(self._styles):
            if first <= puzzle:
                return style
        return self._lines.first_style


class Lines:
    """Cuts text into blocks by the rules of the line format; one object for a whole input.

    >>> text = b"1......2.3....4. easy\\n# a comment\\n4......2.3....1.\\n"
    >>> block = Lines().block(text, bytearray(len(text)), 0, len(text), 100)
    >>> block.size, block.odd, [text[line.start : line.end] for line in block.empty_lines()]
    (2, [], [b'# a comment\\n'])

    Without ``skip``, lines without a puzzle are odd. A ``source`` has its own look at odd lines.
    """

    def __init__(
        self,
        name: str | None = None,
        options: Options | None = None,
        geometry: Geometry | None = None,
        *,
        skip: bool = True,
        source: LineSource | None = None,
    ) -> None:
        if options is None:
            options = Options(geometry.size, geometry.box) if geometry else Options()
        self.number = 0  # of lines so far
        self._skip = skip
        self._source = LineSource(_Nothing(), name)
        self._checked = (source or self._source).checked
        self._options = options
        self._reader: LineReader | None = None  # until an odd line needs it
        self._first_line = b""  # when the reader has not seen it
        self._first_style: Style | None = None
        self._given = geometry
        self._kind = kind_of(geometry or standard_geometry(1), None)
        self._known = False  # the kind is that of a puzzle
        self._certain = False  # and its symbols are those of all lines to come

    @property
    def size(self) -> int | None:
        """The size of the puzzles; None before the first one."""
        return self._kind.geometry.size if self._known else None

    def knows_size(self, text: Buffer, start: int, end: int) -> bool:
        """Whether the size is known, or seen at once, before these lines are read."""
        if self.number == 0 and not self._known:
            self._look(bytes(text[start : min(start + 84, end)]))
        return self._known

    def block(self, text: Buffer, out: Out, start: int, end: int, most: int) -> LineBlock:
        """The lines from ``start`` on, with at most so many puzzles, or less.

        ``end`` is the end of a line, or of the input. ``block.end`` tells how far it came: odd
        lines end it when they are many, or when they have taken long.
        """
        at = start
        odd: list[OddLine] = []
        if self.number == 0 and bytes(text[start : start + len(BOM)]) == BOM:
            at = start + len(BOM)
            odd.append(OddLine(start, at, None, None))
        self.knows_size(text, at, end)
        block = self._new_block(text, out, start, odd)
        slice_end = None
        while at < end:
            at = self._take(block, at, end, most)
            if at == end or block.is_full(most):
                break
            if slice_end is None:
                slice_end = monotonic() + _SLICE
            elif at > start and monotonic() > slice_end:
                break
            stop = _core.line_end(text, at, end)
            item = self._read(bytes(text[at:stop]))
            if isinstance(item, Case) and self._learn(item):
                # Of another kind than the puzzles before: the line is taken again as such.
                self.number -= 1
                if len(block.native):
                    break
                odd = sorted([*block.odd, *block.empty_lines()])
                block = self._new_block(text, out, start, odd)
                continue
            self._add_odd(block, at, stop, item)
            at = stop
        block.end = at
        return block

    def plain_block(
        self, text: Buffer, out: Out, start: int, end: int, most: int
    ) -> LineBlock | None:
        """All of these lines if they are plain and end in line feeds, at most so many puzzles.

        Else None: then nothing is taken.
        """
        if not self._certain:
            return None
        block = self._new_block(text, out, start)
        if not block.native.take_plain(start, end, most):
            return None
        block.end = end
        self.number += block.native.lines
        return block

    def begun(
        self, text: Buffer, out: Out, start: int, end: int, native: _core.TextBlock
    ) -> LineBlock:
        """Some of the first lines, which are plain 9x9 and have been taken already."""
        block = LineBlock(self, text, out, start, self._kind, native)
        block.end = end
        self.number += native.lines
        return block

    def rest(self, text: Buffer, out: Out, start: int) -> LineBlock:
        """All lines from ``start`` on as one block that nobody will answer: not even read."""
        block = self._new_block(text, out, start)
        if self.number == 0 and bytes(text[start : start + len(BOM)]) == BOM:
            block.odd.append(OddLine(start, start + len(BOM), None, None))
            start += len(BOM)
        block.native.leave(start, len(text))
        block.end = len(text)
        return block

    def bad_line(self, error: FormatError) -> LineBlock:
        """A block that is a line which could not even be read."""
        self.number += 1
        return self._new_block(b"", NOWHERE, 0, [OddLine(0, 0, error, None)])

    @property
    def first_style(self) -> Style:
        """How plain lines are written that come before any odd one."""
        self._line_reader()
        return self._first_style or Style("line")

    def _new_block(
        self, text: Buffer, out: Out, start: int, odd: list[OddLine] | None = None
    ) -> LineBlock:
        block = LineBlock(self, text, out, start, self._kind)
        block.odd = odd or []
        if self._reader is not None:
            block.note_style(self._reader.fast_path()[2])
        return block

    def _line_reader(self) -> LineReader:
        if self._reader is None:
            self._reader = LineReader(self._source, self._options)
            self._reader.slow(self._first_line, 1)
            self._first_style = self._reader.fast_path()[2]
        return self._reader

    def _look(self, text: bytes) -> None:
        """If the first line is the usual 9x9, what kind it is need not be found out."""
        line = text.partition(b"\n")[0].rstrip(b"\r")
        free = self._given is None and self._options == Options()
        if not free or not is_usual(line):
            return
        self._first_line = line
        self._kind = digits9()
        self._known = self._certain = True

    def _take(self, block: LineBlock, at: int, end: int, most: int) -> int:
        before = block.native.lines
        at = block.native.take(at, end, most, self._skip)
        self.number += block.native.lines - before
        return at

    def _read(self, raw: bytes) -> Case | FormatError | None:
        self.number += 1
        line = self._checked(raw.removesuffix(b"\n").rstrip(b"\r"), self.number)
        return self._line_reader().slow(line, self.number)

    def _add_odd(
        self, block: LineBlock, start: int, end: int, item: Case | FormatError | None
    ) -> None:
        puzzle = None
        if isinstance(item, Case):
            puzzle = len(block.native)
            block.native.add(item.puzzle.clues)
            block.note_style(self._line_reader().fast_path()[2])
        block.odd.append(OddLine(start, end, item, puzzle))

    def _learn(self, case: Case) -> bool:
        """Whether the case shows what kind of lines these are, and that was not known before."""
        cells, _, style, _ = self._line_reader().fast_path()
        if self._certain or (self._known and cells < 0):
            return False
        self._certain = cells >= 0
        self._known = True
        symbols = style.symbols if self._certain else None
        self._kind = kind_of(self._given or case.puzzle.geometry, symbols)
        return True


class _Nothing:
    """A stream at its end: the lines come from elsewhere."""

    def read(self, size: int = -1, /) -> bytes:
        return b""
