"""Cuts a stream of JSON text into values, so that each can be read as soon as it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from squaredance.errors import FormatError
from squaredance.formats.source import MAX_LINE, LineSource

_SPACE: Final = frozenset(b" \t\r")
_OPEN: Final = frozenset(b"[{")
_CLOSE: Final = frozenset(b"]}")
_MAX_DEPTH: Final = 16


class Value(NamedTuple):
    """The text of one JSON value and the line it starts on."""

    text: str
    line: int
    column: int


def values(source: LineSource, unwrap: bool) -> Iterator[Value | FormatError]:
    """Each object or list of the stream; with ``unwrap``, those inside a list.

    A value that is broken is given as it stands, for ``json`` to say what is wrong. The
    next one starts on a new line.
    """
    cutter = _Cutter(unwrap)
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError):
            cutter.reset()
            yield raw
            continue
        for item in cutter.feed(raw, source.line):
            if isinstance(item, str):
                cutter.reset()
                yield source.error(item, source.line, cutter.column)
                break
            yield item
    if cutter.pieces:
        yield source.error("expected the end of a JSON value, found the end of the input")


class _Cutter:
    """Follows brackets and strings; ``base`` is 1 inside a list that is unwrapped."""

    def __init__(self, unwrap: bool) -> None:
        self.unwrap = unwrap
        self.base = 0
        self.column = 0
        self.reset()

    def reset(self) -> None:
        self.pieces: list[bytes] = []
        self.length = 0
        self.depth = 0
        self.in_string = self.escaped = False
        self.start = (0, 0)

    def feed(self, raw: bytes, line: int) -> Iterator[Value | str]:
        """The values that end on this line, or what stands where none may start."""
        begin = 0
        for place, char in enumerate(raw):
            if self.in_string:
                self._in_string(char)
            elif self.depth:
                self._inside(char)
                if self.depth == 0:
                    self.pieces.append(raw[begin : place + 1])
                    yield Value(b"\n".join(self.pieces).decode("utf-8"), *self.start)
                    self.reset()
                elif self.depth > _MAX_DEPTH:
                    self.column = place + 1
                    yield f"expected at most {_MAX_DEPTH} levels of JSON, found more"
            elif self._starts(char, raw, place):
                begin = place
                self.start = (line, place + 1)
            elif not self._between(char):
                self.column = place + 1
                yield f"expected a JSON {'object' if self.unwrap else 'list'}, " + (
                    f"found {chr(char)!r}"
                )
        if self.depth:
            self.pieces.append(raw[begin:])
            self.length += len(raw)
            if self.length > MAX_LINE:
                self.column = len(raw)
                yield f"expected a JSON value of at most {MAX_LINE} bytes, found a longer one"

    def _in_string(self, char: int) -> None:
        if self.escaped:
            self.escaped = False
        elif char == ord("\\"):
            self.escaped = True
        elif char == ord('"'):
            self.in_string = False

    def _inside(self, char: int) -> None:
        if char == ord('"'):
            self.in_string = True
        elif char in _OPEN:
            self.depth += 1
        elif char in _CLOSE:
            self.depth -= 1

    def _starts(self, char: int, raw: bytes, place: int) -> bool:
        if char == ord("[") and self.unwrap:
            return False
        if char in _OPEN:
            self.depth = 1
            return True
        return False

    def _between(self, char: int) -> bool:
        """What may stand between values: space, and the list around them."""
        if char in _SPACE:
            return True
        if self.unwrap and char == ord("[") and self.base == 0:
            self.base = 1
            return True
        if self.unwrap and char == ord("]") and self.base == 1:
            self.base = 0
            return True
        return char == ord(",")


def parsed(value: Value) -> object:
    """The value as Python objects; a FormatError at the character that is wrong."""
    import json

    try:
        found: object = json.loads(value.text)
    except (ValueError, RecursionError) as error:
        row = getattr(error, "lineno", 1)
        column = getattr(error, "colno", 1) + (value.column - 1 if row == 1 else 0)
        message = getattr(error, "msg", "too many levels").lower()
        raise FormatError(
            f"expected JSON, found an error: {message}", line=value.line + row - 1, column=column
        ) from None
    return found
