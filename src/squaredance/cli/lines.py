"""``squaredance solve`` and ``canon`` on lines: large blocks on all cores, in their order.

What is printed is the same as one case after the other would give. Windows of the input are
mapped, or read into a few buffers that are used in turn, so memory does not grow with the input:

    map or read    window 4 .................. |
    threads                window 2 + 3 ...... |  each step goes on while the others do
    write                          window 1 .. |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

from squaredance.check import explain_clues, explain_conflict
from squaredance.cli.exits import code_of
from squaredance.errors import EmptyError, FormatError, SquaredanceError
from squaredance.formats import Case, is_line_format, reading_options
from squaredance.many import limit_of, thread_count
from squaredance.many.flow import Flow
from squaredance.many.lines import Buffer, LineBlock, Lines, OddLine, Out
from squaredance.many.results import UNANSWERED, status_of
from squaredance.puzzle import Grid
from squaredance.result import Status
from squaredance.typed import TYPE_CHECKING, Final
from squaredance.windows import WINDOW, rooms

if TYPE_CHECKING:
    from squaredance.cli.ahead import Ahead
    from squaredance.cli.progress import Progress
    from squaredance.cli.session import Session
    from squaredance.formats.source import LineSource

    Watch = Callable[[int, bool], object]

_WORDS: Final = {Status.NONE: "no solution", Status.MULTIPLE: "multiple solutions"}


def answer_lines(
    session: Session,
    source: LineSource,
    flow_of: Callable[[Watch | None], Flow[LineBlock]],
    answers_of: Callable[[Session, Flow[LineBlock]], LineAnswers],
    ahead: Ahead | None = None,
) -> bool:
    """Answers an input if it is in the line format; else takes nothing and is False."""
    args = session.args
    options = reading_options(args.size, args.box, args.symbols)
    is_lines = is_line_format(source, options, args.format)
    lines = Lines(source.name, options, source=source)
    before = session.number
    if ahead is not None:
        if is_lines and _goes_on(source, lines, ahead):
            session.number += ahead.written
        elif ahead.written:
            raise SquaredanceError(f"expected {source.name} to stay, found another file there")
        else:
            ahead.crew.close()
            ahead = None
    if not is_lines:
        return False
    lines.number += source.line
    source.widen()
    meter = _Meter(session.progress, source.size)
    with flow_of(meter.watch if session.progress.shown else None) as flow:
        answers_of(session, flow).put_all(meter.counted(_blocks(source, lines, flow, ahead)))
    if session.number == before and not session.may_be_empty:
        session.report(EmptyError(source.name))
    return True


def _goes_on(source: LineSource, lines: Lines, ahead: Ahead) -> bool:
    """Whether what was begun are the first lines of this source: then they are taken of it."""
    first = ahead.first
    is_begun = lines.knows_size(first, 0, len(first)) and source.skip(ahead.file, ahead.end)
    if is_begun:
        lines.number = ahead.written
    return is_begun


def solve_lines(session: Session, source: LineSource) -> bool:
    """Solves an input if it is in the line format; else takes nothing and is False."""
    args = session.args
    ahead: Ahead | None = vars(args).pop("ahead", None)

    def flow_of(watch: Watch | None) -> Flow[LineBlock]:
        most = WINDOW // 81  # a whole window of 9x9
        return Flow(
            thread_count(args.threads),
            limit_of(args.unique, None),
            most=most,
            largest=most,
            watch=watch,
        )

    return answer_lines(session, source, flow_of, _Solutions, ahead)


def remark(case: Case, status: Status, *, explained: bool = True) -> str:
    """Why there is no solution to show, for people: it follows the puzzle as a comment."""
    words = _WORDS[status]
    if status is Status.NONE and explained:
        clash = explain_conflict(case.puzzle, case.style.symbols)
        return f"{words}: {clash}" if clash else words
    return words


def _blocks(
    source: LineSource, lines: Lines, flow: Flow[LineBlock], ahead: Ahead | None
) -> Iterator[LineBlock | None]:
    """All lines; a None before each wait for more, so that what is known is told first."""
    text: Buffer
    out: Out
    windows = rooms([], large=(source.size or 0) > WINDOW)
    if ahead is not None:
        windows = ahead.rooms
        flow.go_on_with(ahead.crew)
        for begun in ahead.blocks:
            yield lines.begun(begun.text, begun.out, begun.start, begun.end, begun.native)
            if ahead.is_interrupted:
                raise KeyboardInterrupt
    for window, filled in windows:
        if not source.is_ready():
            yield None
        source.line = lines.number
        mapped = source.map_text(WINDOW)
        if mapped is not None:
            text, at, end = mapped
        else:
            size = source.take_text(window)
            if isinstance(size, FormatError):
                yield lines.bad_line(size)
                continue
            if size == 0:
                return
            text, at, end = window, 0, size
        out = filled
        block = lines.plain_block(text, out, at, end, flow.most)
        if block is not None:
            yield block
            continue
        if text.find(b"\r", at, end) >= 0:
            text = _without_returns(text[at:end])
            at, end = 0, len(text)
            out = bytearray(end)
        while at < end:
            block = _next_block(lines, flow, text, out, at, end)
            at = block.end
            yield block


def _next_block(
    lines: Lines, flow: Flow[LineBlock], text: Buffer, out: Out, at: int, end: int
) -> LineBlock:
    """The first puzzle alone when its size is not plain to see: large ones may take long, so
    there are few of them to a block until it is known how long.
    """
    if lines.knows_size(text, at, end):
        return lines.block(text, out, at, end, flow.most)
    block = lines.block(text, out, at, end, 1)
    if lines.size is not None and lines.size > 9:
        flow.most = 16 * flow.threads
    return block


def _without_returns(text: bytes) -> bytes:
    """Answers end their lines with a line feed only, whatever the questions do."""
    while b"\r\n" in text:
        text = text.replace(b"\r\n", b"\n")
    return text.rstrip(b"\r")


class _Meter:
    """Tells the progress of one input: the share of its bytes, by the puzzles on them so far."""

    def __init__(self, progress: Progress, size: int | None) -> None:
        self._progress = progress
        self._before = progress.count
        self._size = size  # of the input, in bytes
        self._bytes = self._puzzles = 0  # that were read

    def counted(self, blocks: Iterator[LineBlock | None]) -> Iterator[LineBlock | None]:
        """The same blocks."""
        for block in blocks:
            if block is not None:
                self._bytes += block.end - block.start
                self._puzzles += block.size
            yield block

    def watch(self, done: int, ended: bool) -> None:
        """For a Flow."""
        share = None
        if self._size and self._puzzles:
            share = min(done / self._puzzles * self._bytes / self._size, 1.0)
        self._progress.show(self._before + done, share)


class LineAnswers:
    """Writes blocks: what native code made as it is, and the lines that need more than that."""

    def __init__(self, session: Session, flow: Flow[LineBlock]) -> None:
        self.session = session
        self.flow = flow

    def put_all(self, blocks: Iterator[LineBlock | None]) -> None:
        """Each block when it is answered. At Ctrl-C, what is answered by then."""
        block = None
        try:
            for block in self.flow.answered(blocks):
                self._put(block)
        except KeyboardInterrupt:
            rest = self.flow.rescue()
            if rest is not None and rest is not block:  # else some of it is written already
                self._put(rest)
            raise

    def view(self, block: LineBlock) -> memoryview:
        """What is written of plain lines."""
        return block.view()

    def exceptions(self, block: LineBlock) -> Iterator[OddLine]:
        """The plain lines that are not written as they are in the view, in their order."""
        raise NotImplementedError

    def put_case(self, block: LineBlock, puzzle: int, case: Case) -> bool:
        """Writes an odd line, or one of the exceptions. False when the puzzle is not answered:
        nothing after it is told either.
        """
        raise NotImplementedError

    def _put(self, block: LineBlock) -> None:
        session = self.session
        with self.view(block) as out:
            done = block.start
            for line in self._lines_to_word(block):
                session.put_bytes(out[done : line.start])
                done = line.end
                if not self._put_line(block, line):
                    return
            session.put_bytes(out[done : block.end])
            if done < block.end and out[block.end - 1] != ord("\n"):
                session.put_bytes(b"\n")
        session.number += block.size

    def _lines_to_word(self, block: LineBlock) -> Iterable[OddLine]:
        """Odd and empty lines, and plain ones that are exceptions, in their order."""
        if not block.odd and not block.native.skipped_bytes:
            return self.exceptions(block)
        from heapq import merge

        kinds = block.odd, block.empty_lines(), self.exceptions(block)
        return merge(*kinds, key=attrgetter("start"))

    def _put_line(self, block: LineBlock, line: OddLine) -> bool:
        if isinstance(line.item, FormatError):
            self.session.number += 1
            self.session.report(line.item)
        if isinstance(line.item, bytes):
            self.session.put_bytes(line.item)
        if not isinstance(line.item, Case) or line.puzzle is None:
            return True
        return self.put_case(block, line.puzzle, line.item)


class _Solutions(LineAnswers):
    """The answers of ``solve``."""

    def __init__(self, session: Session, flow: Flow[LineBlock]) -> None:
        super().__init__(session, flow)
        self._most = 1 if session.args.unique else UNANSWERED
        self._words: dict[int, str] = {}

    def exceptions(self, block: LineBlock) -> Iterator[OddLine]:
        """Those without the solution asked for."""
        for puzzle in block.native.exceptions(self._most):
            place = block.line_of(puzzle)
            if place is not None:
                line = self._worded(block, puzzle, *place) or block.case(puzzle)
                yield OddLine(*place, line, puzzle)

    def _worded(self, block: LineBlock, puzzle: int, start: int, end: int) -> bytes | None:
        """What `put_case` writes of a puzzle without the solution asked for, in a fraction of the
        time: who looks for puzzles has millions of these.
        """
        count = block.native.count(puzzle)
        if count == UNANSWERED or 1 <= count <= self._most:
            return None
        clues, comment = block.parts(start, end)
        symbols = block.symbols_of(puzzle)
        words = self._words_of(count)
        if count == 0 and (clash := explain_clues(block.geometry, clues, symbols)):
            words = f"{words}: {clash}"
        written = clues.translate(symbols.writing_table())
        return b"%b%b # %b\n" % (written, comment, words.encode())

    def _words_of(self, count: int) -> str:
        """The remark for puzzles with so many solutions; the first time the exit code is noted."""
        if count not in self._words:
            status = status_of(count, self.flow.limit)
            self.session.note(code_of(status, one_wanted=self.session.args.unique))
            self._words[count] = _WORDS[status]
        return self._words[count]

    def put_case(self, block: LineBlock, puzzle: int, case: Case) -> bool:
        session = self.session
        count = block.native.count(puzzle)
        if count == UNANSWERED:
            return False
        status = status_of(count, self.flow.limit)
        if 1 <= count <= self._most:
            solution = block.native.solution(puzzle)
            session.put_grid(Grid._trusted(block.geometry, solution), case.style)
        else:
            session.put_grid(case.puzzle, case.style, remark(case, status))
        session.note(code_of(status, one_wanted=session.args.unique))
        return True
