"""PDF: pages written as they come: of those before there is no more in memory than where they are.

A file is numbered objects, then a table of where each starts ("xref"). The tree of pages and the
bookmarks come last, which is also why a page can be written last and stand first. After ISO
32000-1 (PDF 1.7); what is used here is PDF 1.4. The bytes depend on what is drawn alone: there is
no date and no random identifier in them.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable
from typing import BinaryIO, Final

from squaredance.render.canvas import Align, Font, Place, Rect, Segment
from squaredance.render.helvetica import encoded, text_width

_CATALOG, _PAGES, _PLAIN, _BOLD, _INFO = range(1, 6)  # numbers of objects
_BRANCH: Final = 64  # pages in a node of the tree: some readers are slow with one long list
_ESCAPED: Final = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)"})
_SHARES: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


class PdfPage:
    """A canvas whose drawing is a content stream; the paper's origin is at its lower left."""

    def __init__(self, height: float) -> None:
        self._height = height
        self._parts = ["2 J\n"]  # square ends that stick out

    def rects(self, rects: Iterable[Rect], shade: float) -> None:
        height = self._height
        put = self._parts.append
        put(f"{_n(shade)} g\n")
        for x, y, wide, high in rects:
            put(f"{x:.2f} {height - y - high:.2f} {wide:.2f} {high:.2f} re\n")
        put("f\n")

    def lines(self, segments: Iterable[Segment], width: float, shade: float = 0.0) -> None:
        height = self._height
        put = self._parts.append
        put(f"{_n(width)} w {_n(shade)} G\n")
        for x1, y1, x2, y2 in segments:
            put(f"{x1:.2f} {height - y1:.2f} m {x2:.2f} {height - y2:.2f} l\n")
        put("S\n")

    def texts(self, places: Iterable[Place], font: Font, align: Align = "middle") -> None:
        height, bold = self._height, font.bold
        put = self._parts.append
        back = font.size * _SHARES[align]
        put(f"BT /{'B' if bold else 'P'} {_n(font.size)} Tf {_n(font.shade)} g\n")
        for x, y, text in places:
            left = x - text_width(text, bold) * back
            put(f"1 0 0 1 {left:.2f} {height - y:.2f} Tm ({_string(text)}) Tj\n")
        put("ET\n")

    def content(self) -> bytes:
        """The stream, as the file has it."""
        return zlib.compress("".join(self._parts).encode("latin-1"), 6)


class PdfBook:
    """Pages of one size, written to a stream that need not be a file.

    >>> from io import BytesIO
    >>> out = BytesIO()
    >>> book = PdfBook(out, 595, 842, title="One page")
    >>> book.page().texts([(297, 100, "Hello")], Font(12))
    >>> book.close()
    >>> out.getvalue()[:8], out.getvalue()[-6:]
    (b'%PDF-1.4', b'%%EOF\\n')
    """

    def __init__(
        self, out: BinaryIO, width: float, height: float, *, title: str = "", author: str = ""
    ) -> None:
        self._out = out
        self._size = (width, height)
        self._at = 0
        self._offsets = array("Q", [0] * (_INFO + 1))  # by the number of the object, from 1
        self._open: PdfPage | None = None
        self._open_in_front = False
        self._front: list[int] = []  # pages before the others
        self._branch: list[int] = []  # pages of the node that is not written yet
        self._branch_number = 0
        self._nodes: list[tuple[int, int]] = []  # of the tree: number, pages
        self._bookmarks: list[tuple[str, int]] = []  # title, page
        self._waiting: list[str] = []  # bookmarks of the page that is open
        self._write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")  # bytes above 127: a binary file
        for number, name in ((_PLAIN, "Helvetica"), (_BOLD, "Helvetica-Bold")):
            self._object(
                number,
                f"<< /Type /Font /Subtype /Type1 /BaseFont /{name}"
                " /Encoding /WinAnsiEncoding >>".encode(),
            )
        info = {"Title": title, "Author": author, "Producer": "squaredance"}
        pairs = b" ".join(b"/%b %b" % (k.encode(), _info(v)) for k, v in info.items() if v)
        self._object(_INFO, b"<< %b >>" % pairs)

    def page(self, *, bookmark: str = "", front: bool = False) -> PdfPage:
        """A new page; the one before is written. ``front``: before all that are not."""
        self._end_page()
        self._open, self._open_in_front = PdfPage(self._size[1]), front
        self._waiting = [bookmark] if bookmark else []
        return self._open

    def close(self) -> None:
        """Writes what is left; the stream stays open."""
        self._end_page()
        self._end_branch()
        nodes = self._nodes
        if self._front:
            nodes = [*((page, 1) for page in self._front), *nodes]
        kids = " ".join(f"{number} 0 R" for number, _ in nodes)
        pages = sum(count for _, count in nodes)
        wide, high = self._size
        self._object(
            _PAGES,
            f"<< /Type /Pages /Kids [{kids}] /Count {pages} /MediaBox [0 0 {_n(wide)} {_n(high)}]"
            f" /Resources << /Font << /P {_PLAIN} 0 R /B {_BOLD} 0 R >> >> >>".encode(),
        )
        outlines = self._write_bookmarks()
        self._object(
            _CATALOG,
            f"<< /Type /Catalog /Pages {_PAGES} 0 R{outlines}"
            " /ViewerPreferences << /DisplayDocTitle true >> >>".encode(),
        )
        self._write_table()

    def _end_page(self) -> None:
        if self._open is None:
            return
        content = self._object(
            self._number(),
            b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream"
            % (len(data := self._open.content()), data),
        )
        page = self._number()
        if self._open_in_front:
            parent = _PAGES
            self._front.append(page)
        else:
            self._branch_number = self._branch_number or self._number()
            parent = self._branch_number
            self._branch.append(page)
        self._object(
            page, f"<< /Type /Page /Parent {parent} 0 R /Contents {content} 0 R >>".encode()
        )
        self._bookmarks += [(title, page) for title in self._waiting]
        self._open = None
        if len(self._branch) == _BRANCH:
            self._end_branch()

    def _end_branch(self) -> None:
        if not self._branch:
            return
        kids = " ".join(f"{page} 0 R" for page in self._branch)
        count = len(self._branch)
        self._object(
            self._branch_number,
            f"<< /Type /Pages /Parent {_PAGES} 0 R /Kids [{kids}] /Count {count} >>".encode(),
        )
        self._nodes.append((self._branch_number, count))
        self._branch, self._branch_number = [], 0

    def _write_bookmarks(self) -> str:
        if not self._bookmarks:
            return ""
        root = self._number()
        numbers = [self._number() for _ in self._bookmarks]
        for place, (title, page) in enumerate(self._bookmarks):
            before = f" /Prev {numbers[place - 1]} 0 R" if place else ""
            after = f" /Next {numbers[place + 1]} 0 R" if place + 1 < len(numbers) else ""
            self._object(
                numbers[place],
                b"<< /Title %b /Parent %d 0 R /Dest [%d 0 R /Fit]%b >>"
                % (_info(title), root, page, (before + after).encode()),
            )
        self._object(
            root,
            f"<< /Type /Outlines /First {numbers[0]} 0 R /Last {numbers[-1]} 0 R"
            f" /Count {len(numbers)} >>".encode(),
        )
        return f" /Outlines {root} 0 R"

    def _write_table(self) -> None:
        start, count = self._at, len(self._offsets)
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % count)
        for number in range(1, count):
            self._write(b"%010d 00000 n \n" % self._offsets[number])
        self._write(
            b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
            % (count, _CATALOG, _INFO, start)
        )

    def _number(self) -> int:
        self._offsets.append(0)
        return len(self._offsets) - 1

    def _object(self, number: int, body: bytes) -> int:
        self._offsets[number] = self._at
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
        return number

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._at += len(data)


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _string(text: str) -> str:
    """Text of a page, its codes as characters below 256."""
    if text.isalnum() and text.isascii():
        return text
    return encoded(text).decode("latin-1").translate(_ESCAPED)


def _info(text: str) -> bytes:
    """Text that a reader shows beside the pages: any characters at all."""
    if text.isascii() and text.isprintable():
        return f"({text.translate(_ESCAPED)})".encode()
    return b"<FEFF%b>" % text.encode("utf-16-be", "replace").hex().encode()
