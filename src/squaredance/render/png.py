"""PNG: a canvas of grey pixels, and the file of it, with the standard library alone.

Rules and rects fall on whole pixels, so that they are sharp and all alike. Symbols are strokes
with soft edges: the grey of a pixel is how much of it lies within half a pen's width of a
stroke, which for a straight edge is the distance, plus a half, between 0 and 1.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Final, NamedTuple

from squaredance.render.canvas import Align, Font, Place, Rect, Segment
from squaredance.render.strokes import Point, advance, pen_width, strokes

_SHARES: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
_DARKER: Final = bytes(range(255, -1, -1))  # ink to the grey of a pixel on white


class Glyph(NamedTuple):
    """The ink of a character, 0 to 255, row by row from (left, top) of where it starts."""

    left: int
    top: int
    width: int
    rows: tuple[bytes, ...]


class PngCanvas:
    """White pixels to draw on.

    >>> canvas = PngCanvas(8, 2)
    >>> canvas.rects([(2, 0, 3, 1)], 0.0)
    >>> canvas.row(0).hex(), canvas.row(1).hex()
    ('ffff000000ffffff', 'ffffffffffffffff')
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels = bytearray(b"\xff") * (width * height)

    def row(self, y: int) -> bytes:
        """The pixels of a row: 0 is black, 255 white."""
        return bytes(self._pixels[y * self.width : (y + 1) * self.width])

    def rects(self, rects: Iterable[Rect], shade: float) -> None:
        for x, y, wide, high in rects:
            self._fill(round(x), round(y), round(x + wide), round(y + high), _grey(shade))

    def lines(self, segments: Iterable[Segment], width: float, shade: float = 0.0) -> None:
        """Across or down."""
        pen, grey = max(1, round(width)), _grey(shade)
        for x1, y1, x2, y2 in segments:
            left, top = round(min(x1, x2) - pen / 2), round(min(y1, y2) - pen / 2)
            right, below = round(max(x1, x2) - pen / 2), round(max(y1, y2) - pen / 2)
            self._fill(left, top, right + pen, below + pen, grey)

    def texts(self, places: Iterable[Place], font: Font, align: Align = "middle") -> None:
        for x, y, text in places:
            advances = [advance(char, font.size) for char in text]
            x -= sum(advances) * _SHARES[align]
            for char, step in zip(text, advances, strict=True):
                self._ink(glyph(char, font.size, font.bold), round(x), round(y), font.shade)
                x += step

    def png(self) -> bytes:
        """The file: 8 bits of grey for a pixel, no filters."""
        rows = b"".join(b"\0" + self.row(y) for y in range(self.height))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 0, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)

    def _fill(self, left: int, top: int, right: int, below: int, grey: int) -> None:
        left, right = max(left, 0), min(right, self.width)
        if left >= right:
            return
        bar = bytes([grey]) * (right - left)
        for y in range(max(top, 0), min(below, self.height)):
            at = y * self.width
            self._pixels[at + left : at + right] = bar

    def _ink(self, drawn: Glyph, x: int, y: int, shade: float) -> None:
        pixels, strength = self._pixels, 255 - _grey(shade)
        left = x + drawn.left
        skip, end = max(0, -left), min(drawn.width, self.width - left)
        if skip >= end:
            return
        for place, ink in enumerate(drawn.rows, y + drawn.top):
            if not 0 <= place < self.height:
                continue
            at = place * self.width + left
            under = pixels[at + skip : at + end]
            if strength == 255 and under.count(255) == len(under):
                pixels[at + skip : at + end] = ink[skip:end].translate(_DARKER)
                continue
            for i in range(skip, end):
                if ink[i]:
                    pixels[at + i] -= pixels[at + i] * ink[i] * strength // 65025


@lru_cache(maxsize=1024)
def glyph(char: str, size: float, bold: bool) -> Glyph:
    """The ink of a character; it costs about a millisecond at 20 pixels, 30 at 200."""
    half = pen_width(size, bold) / 2
    paths = strokes(char, size, bold)
    points = [point for path in paths for point in path]
    if not points:
        return Glyph(0, 0, 0, ())
    left = floor(min(x for x, _ in points) - half - 0.5)
    top = floor(min(y for _, y in points) - half - 0.5)
    wide = ceil(max(x for x, _ in points) + half + 0.5) - left
    high = ceil(max(y for _, y in points) + half + 0.5) - top
    rows = [bytearray(wide) for _ in range(high)]
    for path in paths:
        for start, end in pairwise(path):
            _stroke(rows, _moved(start, left, top), _moved(end, left, top), half)
    return Glyph(left, top, wide, tuple(map(bytes, rows)))


def _moved(point: Point, left: int, top: int) -> Point:
    """With the middles of pixels at whole numbers."""
    return point[0] - left - 0.5, point[1] - top - 0.5


def _stroke(rows: list[bytearray], start: Point, end: Point, half: float) -> None:
    """A straight stroke with round ends: the ink of a pixel grows to what this one gives it."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy or 1.0
    reach = half + 0.5
    low, high = max(0, ceil(min(x1, x2) - reach)), floor(max(x1, x2) + reach)
    for y in range(max(0, ceil(min(y1, y2) - reach)), floor(max(y1, y2) + reach) + 1):
        row, below = rows[y], y - y1
        for x in range(low, min(high + 1, len(row))):
            if row[x] == 255:
                continue
            right = x - x1
            share = min(1.0, max(0.0, (right * dx + below * dy) / square))
            far = reach - hypot(right - share * dx, below - share * dy)
            if far > 0:
                row[x] = max(row[x], 255 if far >= 1 else round(255 * far))


def _grey(shade: float) -> int:
    return round(255 * shade)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
