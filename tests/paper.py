"""What the tests of sheets look with: a canvas that takes notes, a reader of PNG and of PDF."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from squaredance import Geometry, Grid, Puzzle
from squaredance.render.booklet import Booklet, Entry
from squaredance.render.canvas import CAP_HEIGHT, Align, Font, Place, Rect, Segment
from squaredance.render.helvetica import text_width
from squaredance.render.page import Design
from squaredance.symbols import default_symbols
from tests.puzzles import solved_values


class Text(NamedTuple):
    """A text, and the rectangle of its ink (but for tails below the line of writing)."""

    text: str
    font: Font
    left: float
    top: float
    right: float
    below: float


class Notes:
    """A canvas that writes down what is drawn."""

    def __init__(self) -> None:
        self.rectangles: list[tuple[Rect, float]] = []
        self.rules: list[tuple[Segment, float]] = []
        self.written: list[Text] = []

    def rects(self, rects: Iterable[Rect], shade: float) -> None:
        self.rectangles += [(rect, shade) for rect in rects]

    def lines(self, segments: Iterable[Segment], width: float, shade: float = 0.0) -> None:
        self.rules += [(segment, width) for segment in segments]

    def texts(self, places: Iterable[Place], font: Font, align: Align = "middle") -> None:
        for x, y, text in places:
            width = text_width(text, font.bold) * font.size
            left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
            top = y - CAP_HEIGHT * font.size
            self.written.append(Text(text, font, left, top, left + width, y))

    def words(self) -> list[str]:
        return [text.text for text in self.written]


class NotedBook:
    """Pages of notes, in the order in which they are read."""

    def __init__(self) -> None:
        self.pages: list[Notes] = []
        self.bookmarks: list[str] = []

    def page(self, *, bookmark: str = "", front: bool = False) -> Notes:
        page = Notes()
        self.pages.insert(0 if front else len(self.pages), page)
        if bookmark:
            self.bookmarks.append(bookmark)
        return page


def png_pixels(data: bytes) -> list[bytes]:
    """The rows of a grey PNG without filters; every checksum is checked."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, size = 8, b"", (0, 0)
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(name + body)
        if name == b"IHDR":
            *size, depth, color, _, _, _ = struct.unpack(">IIBBBBB", body)
            assert (depth, color) == (8, 0)
        packed += body if name == b"IDAT" else b""
        at += 12 + length
    assert name == b"IEND"
    wide, high = size
    raw = zlib.decompress(packed)
    assert len(raw) == high * (wide + 1)
    rows = [raw[y * (wide + 1) : (y + 1) * (wide + 1)] for y in range(high)]
    assert all(row[0] == 0 for row in rows)
    return [row[1:] for row in rows]


def pdf_objects(data: bytes) -> dict[int, bytes]:
    """The objects of a PDF, found by its table alone; everything in the table is checked."""
    assert data.startswith(b"%PDF-1.4\n")
    assert data.endswith(b"%%EOF\n")
    found = re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)
    assert found
    start = int(found[1])
    lines = data[start:].split(b"\n")
    assert lines[0] == b"xref"
    first, count = map(int, lines[1].split())
    assert first == 0
    offsets = [int(line.split()[0]) for line in lines[2 : 2 + count]]
    assert all(len(line) == 19 for line in lines[2 : 2 + count])  # and the line end
    objects = {}
    for number, offset in enumerate(offsets[1:], 1):
        head = b"%d 0 obj\n" % number
        assert data[offset : offset + len(head)] == head
        body = data[offset + len(head) :]
        length = re.match(rb"<< /Filter /FlateDecode /Length (\d+) >>\nstream\n", body)
        if length:
            stream = body[length.end() : length.end() + int(length[1])]
            assert body[length.end() + int(length[1]) :].startswith(b"\nendstream\nendobj\n")
            objects[number] = zlib.decompress(stream)
        else:
            objects[number] = body[: body.index(b"\nendobj\n")]
    return objects


def full(geometry: Geometry) -> Puzzle:
    return Puzzle(geometry, solved_values(geometry, Random(geometry.size)))


def all_candidates(geometry: Geometry) -> Puzzle:
    """A candidate puzzle in which everything is possible."""
    mask = (1 << geometry.size) - 1
    return Puzzle(geometry, bytes(geometry.cells), [mask] * geometry.cells)


def noted(puzzles: list[Puzzle], design: Design, **options: bool) -> NotedBook:
    """A booklet of these, with a solution each."""
    book = NotedBook()
    pages = Booklet(book, design, **options)
    for puzzle in puzzles:
        solution = Grid(puzzle.geometry, full(puzzle.geometry).values)
        entry = Entry(puzzle, default_symbols(puzzle.size), solution, "SE 3.2  Hard")
        pages.add(entry)
    pages.end()
    return book
