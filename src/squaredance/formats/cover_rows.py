"""Exact cover problems as rows of a matrix: every digit, or the numbers of the columns.

The items are the numbers of the columns, from 1. All are primary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squaredance.cover import Problem
from squaredance.errors import FormatError
from squaredance.formats.case import shown

if TYPE_CHECKING:
    from squaredance.formats.source import LineSource


def read_matrix(source: LineSource) -> Problem:
    """Rows of 0 and 1, with or without blanks, and maybe the line ``N M`` before them.

    >>> import io
    >>> from squaredance.formats.source import LineSource
    >>> list(read_matrix(LineSource(io.BytesIO(b"2 3\\n0 1 1\\n100\\n"))).options)
    [(2, 3), (1,)]
    """
    rows = list(_lines(source))
    if not rows:
        raise source.error("expected a row of 0 and 1, found the end of the input")
    if _is_header(rows):
        del rows[0]
    columns = 0
    options: list[list[int]] = []
    for line, raw in rows:
        digits = b"".join(raw.split())
        if digits.strip(b"01"):
            column = next(i for i, c in enumerate(raw) if c not in b"01 \t")
            message = f"expected 0 or 1, found {shown(raw[column:])}"
            raise source.error(message, line, column + 1)
        if not options:
            columns = len(digits)
        elif len(digits) != columns:
            message = f"expected a row of {columns} digits as the first, found {len(digits)}"
            raise source.error(message, line, len(raw.rstrip()) + 1)
        options.append([i for i, digit in enumerate(digits, 1) if digit == ord("1")])
    return Problem(range(1, columns + 1), options)


def _lines(source: LineSource) -> Iterator[tuple[int, bytes]]:
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError):
            raise raw
        if raw.strip():
            yield source.line, raw


def _is_header(rows: list[tuple[int, bytes]]) -> bool:
    """Whether the first line is ``N M``: the other rows are N, and M wide. A row of digits
    that is no header cannot say that about the others and be as wide as they are.
    """
    words = rows[0][1].split()
    if len(words) != 2 or len(rows) < 2 or not all(w.isdigit() and len(w) < 10 for w in words):
        return False
    return (len(rows) - 1, len(b"".join(rows[1][1].split()))) == tuple(map(int, words))


def read_sparse(source: LineSource) -> Iterator[Problem]:
    """The line ``N M``, then N options: a count and so many columns. Then the next, or the end.

    >>> import io
    >>> from squaredance.formats.source import LineSource
    >>> [list(p.options) for p in read_sparse(LineSource(io.BytesIO(b"2 3\\n1 2\\n2 1 3\\n")))]
    [[(2,), (1, 3)]]
    """
    from squaredance.formats.judges.cover import PROFILES

    for case in PROFILES["hust1017"].cases(source):
        if isinstance(case, FormatError):
            raise case
        options = ([item + 1 for item in option] for option in case.options)
        yield Problem(range(1, case.items + 1), options)
