"""Thrift's compact protocol, which the headers of Parquet are written in: any struct, as it is.

A struct is a dict of its fields by number; each value is a pair of its kind and itself, so that
what was read can be written again without knowing what it means. After the specification of
Apache Thrift, "Thrift compact protocol encoding".
"""

from __future__ import annotations

from typing import Any, Final

BOOL: Final = 1  # in a struct the kind is the value: 1 is true, 2 false
FALSE: Final = 2
BYTE: Final = 3
I16: Final = 4
I32: Final = 5
I64: Final = 6
DOUBLE: Final = 7
BINARY: Final = 8
LIST: Final = 9  # its value: the kind of the elements, and they
SET: Final = 10
MAP: Final = 11
STRUCT: Final = 12
_NUMBERS: Final = (I16, I32, I64)  # zigzag, whatever their size

Value = tuple[int, Any]
Struct = dict[int, Value]


class Reader:
    """Takes one value after the other. What is no Thrift raises ValueError."""

    def __init__(self, data: bytes | memoryview, at: int = 0) -> None:
        self.data = data
        self.at = at

    def struct(self) -> Struct:
        """All fields up to the stop."""
        fields: Struct = {}
        number = 0
        while head := self._byte():
            delta, kind = head >> 4, head & 15
            number = number + delta if delta else self._zigzag()
            fields[number] = (BOOL, kind == BOOL) if kind <= FALSE else (kind, self._value(kind))
        return fields

    def _value(self, kind: int) -> Any:
        if kind in _NUMBERS:
            return self._zigzag()
        if kind == BINARY:
            return self._take(self._varint())
        if kind == STRUCT:
            return self.struct()
        if kind in (LIST, SET):
            return self._list()
        if kind == DOUBLE:
            return self._take(8)
        if kind in (BOOL, FALSE, BYTE):  # an element of a list
            return self._byte()
        raise ValueError(f"expected a kind of Thrift, found {kind}")

    def _list(self) -> tuple[int, list[Any]]:
        head = self._byte()
        size, kind = head >> 4, head & 15
        if size == 15:
            size = self._varint()
        if size > len(self.data):  # an element has a byte at the least
            raise ValueError("expected a list within the data")
        return kind, [self._value(kind) for _ in range(size)]

    def _zigzag(self) -> int:
        number = self._varint()
        return number >> 1 ^ -(number & 1)

    def _varint(self) -> int:
        number = self._byte()
        if number < 128:
            return number
        number &= 127
        for shift in range(7, 64, 7):
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError("expected a number of 64 bits")

    def _byte(self) -> int:
        at = self.at
        self.at = at + 1
        try:
            return self.data[at]
        except IndexError:
            raise ValueError("expected more data") from None

    def _take(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise ValueError("expected more data")
        self.at += size
        return bytes(self.data[self.at - size : self.at])


def packed(struct: Struct) -> bytes:
    """A struct as bytes.

    >>> fields = {1: (I32, -7), 20: (LIST, (BINARY, [b"a"])), 21: (BOOL, True)}
    >>> Reader(packed(fields)).struct() == fields
    True
    """
    out = bytearray()
    _put_struct(out, struct)
    return bytes(out)


def varint(number: int) -> bytes:
    """Seven bits a byte, the low ones first.

    >>> varint(300).hex()
    'ac02'
    """
    out = bytearray()
    _put_varint(out, number)
    return bytes(out)


def _put_struct(out: bytearray, struct: Struct) -> None:
    before = 0
    for number in sorted(struct):
        kind, value = struct[number]
        head = kind if kind != BOOL or value else FALSE
        if 0 < number - before < 16:
            out.append((number - before) << 4 | head)
        else:
            out.append(head)
            _put_zigzag(out, number)
        before = number
        if kind != BOOL:
            _put_value(out, kind, value)
    out.append(0)


def _put_value(out: bytearray, kind: int, value: Any) -> None:
    if kind in _NUMBERS:
        _put_zigzag(out, value)
    elif kind == BINARY:
        _put_varint(out, len(value))
        out += value
    elif kind == STRUCT:
        _put_struct(out, value)
    elif kind == DOUBLE:
        out += value
    elif kind in (LIST, SET):
        inner, elements = value
        out.append(min(len(elements), 15) << 4 | inner)
        if len(elements) >= 15:
            _put_varint(out, len(elements))
        for element in elements:
            _put_value(out, inner, element)
    else:
        out.append(value)


def _put_zigzag(out: bytearray, number: int) -> None:
    _put_varint(out, number << 1 if number >= 0 else ~number << 1 | 1)


def _put_varint(out: bytearray, number: int) -> None:
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
