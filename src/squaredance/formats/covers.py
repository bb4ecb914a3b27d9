"""The texts of exact cover problems: which there are, and which one a text is in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from squaredance.errors import FormatError
from squaredance.formats import cover_rows, knuth

if TYPE_CHECKING:
    from squaredance.cover import Problem
    from squaredance.formats.source import LineSource

FORMATS: Final = {
    "knuth": "Knuth's text: items, then an option on each line",
    "matrix": "rows of 0 and 1",
    "sparse": "the line N M, then per option a count and the numbers of its items",
    "json": "an object with primary, options, secondary, bounds, costs",
}


def read(source: LineSource, format: str | None = None) -> Iterator[Problem]:
    """The problems of a source; only ``sparse`` has several. Raises a FormatError.

    >>> import io
    >>> from squaredance.formats.source import LineSource
    >>> [problem] = read(LineSource(io.BytesIO(b"011\\n100\\n")))
    >>> problem.options[0]
    (2, 3)
    """
    source.max_line = max(source.max_line, knuth.LARGEST_LINE)
    format = format or detect(source)
    if format == "matrix":
        yield cover_rows.read_matrix(source)
    elif format == "sparse":
        yield from cover_rows.read_sparse(source)
    elif format == "json":
        from squaredance.formats import cover_json

        yield cover_json.read(source)
    else:
        yield knuth.read(source)


def detect(source: LineSource) -> str:
    """The format of a text; Knuth's unless it is certain that it is another.

    Numbers may be names of items too: so a matrix or sparse rows must not be a right text of
    Knuth's, which is seen in the first two lines.

    >>> import io
    >>> from squaredance.formats.source import LineSource
    >>> texts = ("0 1 1\\n1 0 0\\n", "2 3\\n1 2\\n2 1 3\\n", '{"primary": []}', "1 2\\n1\\n2\\n")
    >>> [detect(LineSource(io.StringIO(text))) for text in texts]
    ['matrix', 'sparse', 'json', 'knuth']
    """
    lines = _first_lines(source)
    if not lines:
        return "knuth"
    fields = [line.split() for line in lines]
    first, second = fields[0], fields[1] if len(lines) > 1 else []
    if first[0].startswith(b"{"):
        return "json"
    if len(set(first)) == len(first) and set(second) <= set(first):
        return "knuth"
    if _is_row(lines[0]) and (not second or _is_row(lines[1])):
        return "matrix"
    header = len(first) == 2 and all(map(_is_number, first)) and bool(second)
    if header and _is_row(lines[1]) and len(b"".join(second)) == int(first[1]):
        return "matrix"
    if header and all(map(_is_number, second)) and int(second[0]) == len(second) - 1:
        return "sparse"
    return "knuth"


def _first_lines(source: LineSource) -> list[bytes]:
    """The first two lines that are not empty; they stay."""
    found: list[bytes] = []
    ahead = 0
    while len(found) < 2 and (line := source.peek(ahead)) is not None:
        if isinstance(line, FormatError):
            break
        if line.strip():
            found.append(line)
        ahead += 1
    return found


def _is_number(word: bytes) -> bool:
    return word.isdigit() and len(word) < 10


def _is_row(line: bytes) -> bool:
    return not line.strip(b"01 \t")
