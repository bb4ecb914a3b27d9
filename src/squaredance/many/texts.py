"""Text in, text out: every line stays where it is, the cells of a solved one are filled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from squaredance import _core
from squaredance.errors import FormatError
from squaredance.formats import Case, write
from squaredance.kinds import digits9
from squaredance.many.flow import FEW, GUESSES
from squaredance.many.lines import Buffer, LineBlock, Lines, OddLine, Out
from squaredance.many.results import Results, Tally
from squaredance.puzzle import Grid

if TYPE_CHECKING:
    from squaredance.many.flow import Flow


def solve_text(text: Buffer, lines: Lines, flow: Flow[LineBlock]) -> Results[bytes]:
    """The text with its puzzles solved; the first bad line is raised.

    >>> from squaredance.many.flow import Flow
    >>> with Flow(threads=1, limit=1) as flow:
    ...     solve_text(b"# four\\n1......2.3....4. easy\\r\\n", Lines(), flow).solutions
    b'# four\\n1234341243212143 easy\\r\\n'
    """
    out = _core.Output(len(text))
    tally = Tally(flow.limit)
    pieces: list[bytes | memoryview] = []  # only when a line changes its length
    copied = 0
    for block in flow.answered(text_blocks(text, out, lines, flow)):
        tally.add(block.native)
        for line in block.odd:
            filled = filled_line(block, line)
            if filled is None:
                block.native.keep(line.start, line.end)
            else:
                pieces += block.view()[copied : line.start], filled
                copied = line.start + len(bytes(text[line.start : line.end]).rstrip(b"\r\n"))
                block.native.keep(copied, line.end)
        del block  # or it would hold the output
    if pieces:
        last = memoryview(out)[copied:]  # type: ignore[arg-type]  # an Output is a buffer
        return tally.results(b"".join([*pieces, last]))
    return tally.results(out.to_bytes())


class TooHardError(Exception):
    """The puzzles are few and plain, but not to be solved at once."""


def solve_few(text: Buffer, limit: int) -> Results[bytes] | None:
    """The same for a few plain 9x9 lines at the smallest cost; None when they are not that.

    `TooHardError` when they are, but take too many guesses.

    >>> solve_few(b"1......2.3....4.", 1) is None
    True
    """
    if len(text) > FEW * (81 + 2):
        return None
    out = _core.Output(len(text))
    block = _core.TextBlock(digits9().shape, text, out)
    if block.take(0, len(text), FEW, False) < len(text):
        return None
    block.prepare(limit)
    if not block.solve_now(GUESSES):
        raise TooHardError
    block.finish()
    tally = Tally(limit)
    tally.add(block)
    del block  # or it would hold the output
    return tally.results(out.to_bytes())


def solve_few_lines(items: Sequence[object], limit: int) -> Results[list[Any]] | None:
    """The same for a list of such lines.

    >>> solve_few_lines(["." * 80], 1) is None
    True
    """
    if not 0 < len(items) <= FEW or not all(type(item) is str for item in items):
        return None
    text = "\n".join(cast("Sequence[str]", items))
    results = solve_few(text.encode(), limit) if text.isascii() else None
    if results is None:
        return None
    solutions = results.solutions.decode().split("\n")
    same = len(items) == len(results) == len(solutions)  # else a text has a line end in it
    return results._replace_solutions(solutions) if same else None


def text_blocks(text: Buffer, out: Out, lines: Lines, flow: Flow[LineBlock]) -> Iterator[LineBlock]:
    """All of the text, a block at a time; raises the first bad line that is read in time."""
    at = 0
    while at < len(text):
        if flow.late:
            yield lines.rest(text, out, at)
            return
        block = lines.block(text, out, at, len(text), flow.most)
        for line in block.odd:
            if isinstance(line.item, FormatError):
                raise line.item
        at = block.end
        yield block
        del block  # or it would hold the output


def filled_line(block: LineBlock, line: OddLine) -> bytes | None:
    """The solution of an odd line, written as the line was; None where there is none."""
    if line.puzzle is None or not isinstance(line.item, Case):
        return None
    if not block.native.has_solution(line.puzzle):
        return None
    grid = Grid._trusted(block.geometry, block.native.solution(line.puzzle))
    return write(grid, line.item.style).encode().removesuffix(b"\n")
