"""Judge: what every Sudoku judge profile has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from squaredance.errors import FormatError
from squaredance.formats.case import many, shown
from squaredance.result import Status
from squaredance.symbols import BAD

if TYPE_CHECKING:
    from squaredance.formats.case import Case
    from squaredance.formats.source import LineSource
    from squaredance.puzzle import Grid
    from squaredance.result import Result


class Judge:
    """A profile. ``question`` is what the judge asks: 'first' or 'least' solution.

    The output of an input is ``answer(1, ...) + answer(2, ...) + ... + ending()``: what
    separates two cases comes with the later one, so it never follows the last.
    """

    kind: ClassVar = "sudoku"
    name: str
    title: str
    question: str = "first"
    between: str = ""  # before every case but the first
    after: str = ""  # after every case
    none: str = "No solution"  # where the judge promises a solution this line is ours
    unknown: str = "Unknown"  # stopped early: ours, no judge has a word for it

    def cases(self, source: LineSource) -> Iterator[Case | FormatError]:
        """The cases of an input; a bad one is an error object and the next is still read."""
        raise NotImplementedError

    def answer(self, number: int, result: Result, case: Case) -> str:
        """The output for case ``number``, from 1, with what stands before it."""
        # A search for the least that was stopped has a solution, but no answer.
        stopped = self.question == "least" and result.status is Status.UNKNOWN
        if result.solution is not None and not stopped:
            body = self.solution(result.solution)
        else:
            body = (self.none if result.status is Status.NONE else self.unknown) + "\n"
        return (self.between if number > 1 else "") + self.head(number) + body + self.after

    def head(self, number: int) -> str:
        """The lines above a case's solution."""
        return ""

    def solution(self, grid: Grid) -> str:
        """The solution in the judge's layout, with its last line end."""
        raise NotImplementedError

    def ending(self) -> str:
        """What follows the last case."""
        return ""

    def __repr__(self) -> str:
        return f"<Judge {self.name}: {self.title}>"


def exact_table(alphabet: str, blank: str) -> bytes:
    """A reading table with a judge's own symbols: no other blank or case of a letter.

    >>> list(b"2.0x".translate(exact_table("1234", ".")))
    [2, 0, 255, 255]
    """
    table = bytearray([BAD]) * 256
    for value, text in enumerate((blank, *alphabet)):
        table[ord(text)] = value
    return bytes(table)


def next_text(source: LineSource) -> bytes | FormatError | None:
    """Takes lines up to the next one that is not empty; None at the end."""
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError) or raw.strip():
            return raw
    return None


def read_count(source: LineSource) -> int | FormatError:
    """Takes the line with the number of cases."""
    raw = next_text(source)
    if raw is None:
        return source.error("expected the number of cases, found the end of the input", 1)
    if isinstance(raw, FormatError):
        return raw
    text = raw.strip()
    if not text.isdigit() or len(text) > 9:
        found = shown(text, length=20)
        return source.error(f"expected the number of cases, found {found}", column=1)
    return int(text)


def count_error(source: LineSource, promised: int, found: int) -> FormatError:
    """The error for an input whose number of cases is not what its first line says."""
    return source.error(f"expected {many(promised, 'case')}, found {found}")
