"""Cuts a stream of JSON text into values, so that each can be read as soon as it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from squaredance.errors import FormatError
from squaredance.formats.case import flat, shown
from squaredance.formats.source import MAX_LINE, LineSource

_SPACE: Final = frozenset(b" \t\r")
_OPEN: Final = frozenset(b"[{")
_CLOSE: Final = frozenset(b"]}")
_MAX_DEPTH: Final = 16
_START, _VALUE, _COMMA = range(3)  # what stood last before the place of a value


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
            cutter.lose()
            yield raw
            continue
        for item in cutter.feed(raw, source.line):
            if isinstance(item, str):
                cutter.lose()
                yield source.error(item, source.line, len(flat(raw[: cutter.place])) + 1)
                break
            yield item
    if (missing := cutter.missing()) is not None:
        yield source.error(f"expected {missing}, found the end of the input")


class _Cutter:
    """Follows brackets and strings, and what stands around the values.

    ``listed`` is the line on which the list around them starts, 0 outside of one. After an
    error on a line nobody knows what the rest of it was, so until the next bracket of a
    list the cutter is ``lost`` and misses neither a comma nor the end of the list.
    """

    def __init__(self, unwrap: bool) -> None:
        self.unwrap = unwrap
        self.what = "a JSON object" if unwrap else "a JSON list"
        self.place = 0  # of the last character that was wrong
        self.listed = 0
        self.lost = False
        self.last = _START
        self._reset()

    def _reset(self) -> None:
        """Ready for the next value."""
        self.pieces: list[bytes] = []
        self.length = 0
        self.depth = 0
        self.in_string = self.escaped = False
        self.start = (0, 0)

    def lose(self) -> None:
        """Drops the value that has begun and goes on after an error."""
        self._reset()
        self.lost = True
        self.last = _START

    def missing(self) -> str | None:
        """What should have come before the end of the input, if anything."""
        if self.pieces:
            return "the end of a JSON value"
        if self.last == _COMMA and not self.lost:
            return f"{self.what} after the comma"
        if self.listed and not self.lost:
            return f"a ] for the list of line {self.listed}"
        return None

    def feed(self, raw: bytes, line: int) -> Iterator[Value | str]:
        """The values that end on this line, or what is wrong at ``place``."""
        begin = counted = 0
        column = 1  # of the byte at ``counted``
        for place, char in enumerate(raw):
            if self.in_string:
                self._in_string(char)
            elif self.depth:
                self._inside(char)
                if self.depth == 0:
                    self.pieces.append(raw[begin : place + 1])
                    yield Value(b"\n".join(self.pieces).decode("utf-8"), *self.start)
                    self._reset()
                    self.last = _VALUE
                elif self.depth > _MAX_DEPTH:
                    self.place = place
                    yield f"expected at most {_MAX_DEPTH} levels of JSON, found more"
            elif self._starts(char):
                column += len(flat(raw[counted:place]))
                begin = counted = place
                self.start = (line, column)
            elif not self._between(char, line):
                self.place = place
                comma = self.listed and self.last == _VALUE and char in _OPEN
                yield f"expected {'a comma or ]' if comma else self.what}, " + (
                    f"found {shown(raw[place:])}"
                )
        if self.depth:
            self.pieces.append(raw[begin:])
            self.length += len(raw)
            if self.length > MAX_LINE:
                self.place = len(raw)
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

    def _starts(self, char: int) -> bool:
        """Whether a value starts here: in a list only at its start and after a comma."""
        if char not in _OPEN or (char == ord("[") and self.unwrap):
            return False
        if self.listed and self.last == _VALUE:
            return False
        self.depth = 1
        return True

    def _between(self, char: int, line: int) -> bool:
        """What may stand between values: space, a comma, and the list around them."""
        if char in _SPACE:
            return True
        if char == ord(","):
            fits = self.last == _VALUE or (self.lost and self.last == _START)
            self.last = _COMMA
            return fits
        if char == ord("[") and self.unwrap and (self.lost or not self.listed):
            self.listed, self.lost, self.last = line, False, _START
            return True
        if char == ord("]") and (self.lost or self.listed) and self.last != _COMMA:
            self.listed, self.lost, self.last = 0, False, _VALUE
            return True
        return False


def parsed(value: Value) -> object:
    """The value as Python objects; a FormatError at the character that is wrong."""
    import json

    try:
        found: object = json.loads(value.text)
    except (ValueError, RecursionError) as error:
        row = getattr(error, "lineno", 1)
        column = getattr(error, "colno", 1) + (value.column - 1 if row == 1 else 0)
        deep = isinstance(error, RecursionError)
        other = "too many levels" if deep else "a number is too large"
        message = getattr(error, "msg", other).lower()
        raise FormatError(
            f"expected JSON, found an error: {message}", line=value.line + row - 1, column=column
        ) from None
    return found
