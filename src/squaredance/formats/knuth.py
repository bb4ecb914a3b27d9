"""Knuth's exact cover text: items on the first line, then an option on each line.

| a comment
a b c | d        items; those behind the bar are secondary
a b
c d              an option
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.cover import Problem
from squaredance.errors import FormatError, SquaredanceError

if TYPE_CHECKING:
    from squaredance.formats.source import LineSource


def read(source: LineSource) -> Problem:
    """The one problem of a source.

    >>> import io
    >>> from squaredance.formats.source import LineSource
    >>> read(LineSource(io.BytesIO(b"a b | c\\na c\\nb\\n")))
    <Problem with 2+1 items, 2 options>
    """
    names = _next_fields(source)
    if names is None:
        raise source.error("expected a line of items, found the end of the input")
    primary, secondary = _split(source, names)
    items = dict.fromkeys((*primary, *secondary))
    if len(items) != len(primary) + len(secondary):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise source.error(f"expected different items, found {twice!r} twice")
    options = []
    while (option := _next_fields(source)) is not None:
        for item in option:
            if item not in items:
                raise _unknown_item(source, item)
        if len(set(option)) != len(option):
            raise source.error("expected different items in an option, found one twice")
        options.append(option)
    return Problem(primary, options, secondary)


def _unknown_item(source: LineSource, item: str) -> SquaredanceError:
    if ":" in item:
        return source.error(f"expected items without colors (not supported yet), found {item!r}")
    return source.error(f"expected an item of the first line, found {item!r}")


def _next_fields(source: LineSource) -> list[str] | None:
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError):
            raise raw
        fields = raw.decode("utf-8").split()
        if fields and not raw.startswith(b"|"):
            return fields
    return None


def _split(source: LineSource, names: list[str]) -> tuple[list[str], list[str]]:
    if names.count("|") > 1:
        raise source.error("expected one | at most, found more")
    if "|" not in names:
        return names, []
    bar = names.index("|")
    return names[:bar], names[bar + 1 :]
