"""PDF: the files are right, whatever reads them."""

from __future__ import annotations

import re
import string
from io import BytesIO
from random import Random

import pytest

from squaredance import Geometry, Puzzle, SquaredanceError
from squaredance.render.booklet import Booklet, Entry
from squaredance.render.canvas import Font
from squaredance.render.helvetica import text_width
from squaredance.render.page import PAPERS, Design
from squaredance.render.pdf import PdfBook
from squaredance.sheets import booklet
from squaredance.symbols import default_symbols
from tests.paper import (
    noted,
    pdf_objects,
)
from tests.puzzles import (
    DOUBLE4,
    UNIQUE4,
    UNIQUE9,
    random_puzzle,
)


class TestPdf:
    def test_the_structure(self) -> None:
        data = booklet([UNIQUE4] * 9, title="Nine (9) \\ small", per_page=2, contents=True)
        objects = pdf_objects(data)
        kinds = [m[1] for m in (re.match(rb"<< /Type /(\w+)", o) for o in objects.values()) if m]
        assert kinds.count(b"Page") == 5 + 1 + 1
        assert kinds.count(b"Catalog") == kinds.count(b"Outlines") == 1
        assert rb"/Title (Nine \(9\) \\ small)" in data

    def test_more_pages_than_a_node_of_the_tree_has(self) -> None:
        out = BytesIO()
        book = PdfBook(out, 100, 100)
        for number in range(150):
            book.page().texts([(50, 50, str(number))], Font(10))
        book.page(front=True)
        book.close()
        objects = pdf_objects(out.getvalue())
        (root,) = [o for o in objects.values() if b"/MediaBox" in o]
        assert b"/Count 151" in root
        assert len(re.findall(rb"\d+ 0 R", root.partition(b"/Resources")[0])) == 1 + 3

    def test_pages_are_written_when_they_are_full(self) -> None:
        out = BytesIO()
        book = PdfBook(out, *PAPERS["a4"])
        pages = Booklet(book, Design(per_page=1))
        entry = Entry(Puzzle.from_text(UNIQUE9), default_symbols(9))
        sizes = []
        for _ in range(4):
            pages.add(entry)
            sizes.append(len(out.getvalue()))
        assert sizes == sorted(set(sizes))

    def test_the_same_bytes_every_time(self) -> None:
        options = {"title": "Same", "scale": "se121", "contents": True}
        one = booklet([UNIQUE9, UNIQUE4], **options)  # type: ignore[arg-type]
        assert one == booklet([UNIQUE9, UNIQUE4], **options)  # type: ignore[arg-type]
        assert b"Date" not in one

    def test_characters_beyond_ascii(self) -> None:
        data = booklet(UNIQUE4, title="naïve – 5 €")
        assert b"<FEFF006e006100ef" in data
        assert any("(naïve \x96 5 \x80) Tj".encode("latin-1") in o
                   for o in pdf_objects(data).values())  # fmt: skip
        with pytest.raises(SquaredanceError, match=r"found 'Ł' \(U\+0141\) in 'Łódź'"):
            booklet(UNIQUE4, title="Łódź")
        with pytest.raises(SquaredanceError, match=r"found '\\n' \(U\+000A\)"):
            booklet(UNIQUE4, footer="two\nlines")

    def test_widths(self) -> None:
        assert text_width("0123456789") == pytest.approx(5.56)
        assert text_width("Wi", bold=True) == pytest.approx(0.944 + 0.278)
        assert text_width("é") == text_width("e")


class TestReader:
    """What another program, PDFium, reads and shows."""

    @pytest.fixture(autouse=True)
    def _needs_pdfium(self) -> None:
        pytest.importorskip("pypdfium2", reason="pypdfium2 (of the extra test) is not installed")

    def test_pages_and_their_text(self) -> None:
        import pypdfium2 as pdfium

        puzzles = [UNIQUE9, DOUBLE4, UNIQUE4]
        data = booklet(puzzles, title="Three", author="Me", per_page=2, scale="se121")
        with pdfium.PdfDocument(data) as document:
            assert len(document) == 3
            assert document.get_metadata_dict(skip_empty=True) == {
                "Title": "Three", "Author": "Me", "Producer": "squaredance",
            }  # fmt: skip
            assert [item.get_title() for item in document.get_toc()] == ["Puzzles", "Solutions"]
            texts = []
            for page in document:
                assert page.get_size() == pytest.approx(PAPERS["a4"], abs=0.01)
                text = page.get_textpage()
                texts.append(text.get_text_range())
                text.close()
                page.close()
        assert re.search(r"Three\s+Me\s+1\s+1\s+SE 1.5\s+Easy", texts[0])
        assert re.search(r"2\s+several solutions", texts[0])
        assert re.search(r"3\s+SE 1\.\d\s+Easy", texts[1])
        assert "Three: solutions" in texts[2]
        digits = re.sub(r"\D", "", texts[2])
        assert len(digits) >= 81 + 16

    @pytest.mark.parametrize("size", [4, 9, 16, 25])
    def test_ink_where_a_clue_is_and_none_where_none_is(self, size: int) -> None:
        import pypdfium2 as pdfium

        puzzle = random_puzzle(Geometry(size), 0.4, Random(size))
        design = Design(per_page=1)
        notes = noted([puzzle], design).pages[0]
        (left, top, right, _), _ = max(notes.rules, key=lambda rule: rule[1])
        cell, scale = (right - left) / size, 3
        data = booklet([puzzle], per_page=1, solutions=False)
        with pdfium.PdfDocument(data) as document:
            page = document[0]
            shown = page.render(scale=scale, grayscale=True).to_numpy()
            page.close()
        for place, clue in enumerate(puzzle.clues):
            row, col = divmod(place, size)
            x, y = round((left + col * cell) * scale), round((top + row * cell) * scale)
            edge, side = round(cell * scale * 0.1), round(cell * scale)
            inner = shown[y + edge : y + side - edge, x + edge : x + side - edge]
            assert (inner.min() < 100) == bool(clue)

    @pytest.mark.parametrize("bold", [False, True])
    def test_characters_are_as_wide_as_the_reader_has_them(self, bold: bool) -> None:
        """But j and k, whose boxes PDFium widens to their ink."""
        import pypdfium2 as pdfium

        chars = "".join(c for c in string.ascii_letters + string.digits if c not in "jk")
        out = BytesIO()
        book = PdfBook(out, 1000, 100)
        book.page().texts([(10, 50, chars)], Font(10, bold), "start")
        book.close()
        with pdfium.PdfDocument(out.getvalue()) as document:
            page = document[0]
            text = page.get_textpage()
            boxes = [text.get_charbox(place, loose=True) for place in range(len(chars))]
            text.close()
            page.close()
        for char, (left, _, right, _) in zip(chars, boxes, strict=True):
            assert right - left == pytest.approx(10 * text_width(char, bold), abs=0.04), char
