"""Sheets: what is drawn lies where it should; the files are right, whatever reads them."""

from __future__ import annotations

import re
import runpy
import string
from io import BytesIO
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from squaredance import FormatError, Geometry, Grid, Puzzle, SquaredanceError, Status, solve
from squaredance.formats import read_cases
from squaredance.render.booklet import Booklet, Entry
from squaredance.render.canvas import Font
from squaredance.render.grid import Look, draw_grid, ruling
from squaredance.render.helvetica import text_width
from squaredance.render.page import MARGIN, PAPERS, Design
from squaredance.render.pdf import PdfBook
from squaredance.render.png import PngCanvas, glyph
from squaredance.render.strokes import advance
from squaredance.sheets import Plan, booklet, png, svg, write_booklet
from squaredance.symbols import Symbols, default_symbols, named_symbols
from tests.paper import NotedBook, Notes, Text, pdf_objects, png_pixels
from tests.puzzles import (
    DIAGONALS4,
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE9,
    empty,
    pigeonholes,
    random_puzzle,
    solved_values,
)

SYMBOLS = [
    named_symbols("digits", 4),
    default_symbols(6),
    default_symbols(9),
    named_symbols("letters", 9),
    default_symbols(12),
    named_symbols("0-9A", 16),
    named_symbols("decimal", 16),
    default_symbols(25),
    named_symbols("decimal", 25),
    named_symbols("decimal", 64),
]


def full(geometry: Geometry) -> Puzzle:
    return Puzzle(geometry, solved_values(geometry, Random(geometry.size)))


def all_candidates(geometry: Geometry) -> Puzzle:
    """A candidate puzzle in which everything is possible."""
    mask = (1 << geometry.size) - 1
    return Puzzle(geometry, bytes(geometry.cells), [mask] * geometry.cells)


def is_inside(text: Text, cell: int, size: int, side: float, edge: float) -> bool:
    row, col = divmod(cell, size)
    return (
        col * side + edge < text.left < text.right < (col + 1) * side - edge
        and row * side + edge < text.top < text.below < (row + 1) * side - edge
    )


class TestGrid:
    @pytest.mark.parametrize("large", [False, True])
    @pytest.mark.parametrize("symbols", SYMBOLS, ids=lambda s: f"{s.size}:{s.span}")
    def test_every_symbol_lies_in_the_middle_of_its_cell(
        self, symbols: Symbols, large: bool
    ) -> None:
        puzzle, notes = full(Geometry(symbols.size)), Notes()
        look = Look.of(symbols, puzzle.geometry, 40, large=large)
        draw_grid(notes, puzzle, 0, 0, look, symbols)
        assert notes.words() == [symbols.text(value) for value in puzzle.values]
        for cell, text in enumerate(notes.written):
            assert is_inside(text, cell, symbols.size, 40, look.heavy / 2)
            row, col = divmod(cell, symbols.size)
            assert (text.left + text.right) / 2 == pytest.approx(col * 40 + 20)
            assert (text.top + text.below) / 2 == pytest.approx(row * 40 + 20)

    @pytest.mark.parametrize("symbols", SYMBOLS[:-1], ids=lambda s: f"{s.size}:{s.span}")
    def test_candidates_lie_in_their_cells_and_apart(self, symbols: Symbols) -> None:
        size = symbols.size
        puzzle, notes = all_candidates(Geometry(size)), Notes()
        draw_grid(notes, puzzle, 0, 0, Look.of(symbols, puzzle.geometry, 40), symbols)
        assert len(notes.written) == size**3
        for number, text in enumerate(notes.written):
            assert is_inside(text, number // size, size, 40, 0.5)
        first = notes.written[:size]
        for one in first:
            for other in first:
                across = one.left < other.right and other.left < one.right
                down = one.top < other.below and other.top < one.below
                assert one is other or not (across and down)

    def test_candidates_only_where_there_is_no_clue(self) -> None:
        puzzle = Puzzle(Geometry(4), bytes([3, *[0] * 15]), [15, 2, *[0] * 14])
        for wanted, words in ((True, ["3", "2"]), (False, ["3"])):
            notes = Notes()
            look = Look.of(default_symbols(4), puzzle.geometry, 40)
            draw_grid(notes, puzzle, 0, 0, look, default_symbols(4), candidates=wanted)
            assert notes.words() == words

    def test_clues_are_bold_in_a_solution_too(self) -> None:
        puzzle, notes = Puzzle.from_text(UNIQUE4), Notes()
        look = Look.of(default_symbols(4), puzzle.geometry, 40)
        solution = solve(puzzle).solution
        draw_grid(notes, puzzle, 0, 0, look, default_symbols(4), solution=solution)
        bold = [text.text for text in notes.written if text.font.bold]
        assert bold == ["1", "2", "3", "4"]
        assert len(notes.written) == 16

    def test_rules_of_boxes(self) -> None:
        heavy = ruling(Geometry(6)).heavy
        inner = {rule for rule in heavy if not {rule[0], rule[2]} <= {0, 6} or 0 < rule[1] < 6}
        assert inner - {(0, 0, 6, 0), (0, 6, 6, 6)} == {
            (0, 2, 6, 2), (0, 4, 6, 4), (3, 0, 3, 6),
        }  # fmt: skip

    def test_rules_without_boxes(self) -> None:
        assert len(ruling(Geometry(7)).heavy) == 4
        assert len(ruling(Geometry(7)).thin) == 12

    def test_rules_around_the_regions_of_a_jigsaw(self) -> None:
        regions = "AABBAABBCDDDCCCD"
        houses = [[cell for cell in range(16) if regions[cell] == name] for name in "ABCD"]
        drawn = ruling(Geometry(4, None, houses))
        assert drawn.shaded == ()
        assert set(drawn.heavy[4:]) >= {(0, 2, 4, 2)} or (0, 2, 4, 2) in drawn.heavy
        assert {(1, 3, 3, 3), (2, 0, 2, 2), (1, 2, 1, 3), (3, 3, 3, 4)} <= set(drawn.heavy)

    def test_other_extra_houses_are_shaded_once(self) -> None:
        assert ruling(DIAGONALS4).shaded == (0, 3, 5, 6, 9, 10, 12, 15)
        notes = Notes()
        look = Look.of(default_symbols(4), DIAGONALS4, 10)
        draw_grid(notes, empty(DIAGONALS4), 5, 5, look, default_symbols(4))
        assert [rect for rect, _ in notes.rectangles][:2] == [(5, 5, 10, 10), (35, 5, 10, 10)]


def noted(puzzles: list[Puzzle], design: Design, **options: bool) -> NotedBook:
    book = NotedBook()
    pages = Booklet(book, design, **options)
    for puzzle in puzzles:
        solution = Grid(puzzle.geometry, full(puzzle.geometry).values)
        entry = Entry(puzzle, default_symbols(puzzle.size), solution, "SE 3.2  Hard")
        pages.add(entry)
    pages.end()
    return book


class TestPages:
    @pytest.mark.parametrize("paper", [*PAPERS.values(), (792.0, 612.0)])
    @pytest.mark.parametrize("per_page", [1, 2, 3, 4, 6, 8, 12])
    @pytest.mark.parametrize("size", [4, 9, 16])
    def test_nothing_leaves_the_margins(
        self, size: int, per_page: int, paper: tuple[float, float]
    ) -> None:
        design = Design(paper, per_page, "A title that is long enough " * 9, "Somebody", "A footer")
        puzzles = [full(Geometry(size))] * (per_page + 1)
        if size == 16 and per_page >= 8 and paper == PAPERS["a5"]:
            with pytest.raises(SquaredanceError, match="expected fewer puzzles per page"):
                noted(puzzles, design)
            return
        book = noted(puzzles, design, contents=True)
        assert len(book.pages) >= 4
        wide, high = paper
        for page in book.pages:
            for (x1, y1, x2, y2), pen in page.rules:
                assert MARGIN - pen / 2 <= x1 <= x2 <= wide - MARGIN + pen / 2
                assert MARGIN <= y1 <= y2 < high - MARGIN - 9  # above the footer
            for text in page.written:
                assert MARGIN - 0.01 <= text.left <= text.right <= wide - MARGIN + 0.01
                assert MARGIN - 3 <= text.top <= text.below <= high - MARGIN + 0.01

    def test_captions_stand_above_their_grids_and_touch_nothing(self) -> None:
        book = noted([full(Geometry(9))] * 6, Design(per_page=6, title="Title"))
        (page, *_) = book.pages
        tops = sorted({round(y1, 3) for (x1, y1, x2, y2), _ in page.rules if y1 == y2})
        for text in page.written:
            if text.text == "SE 3.2  Hard":
                below = [top for top in tops if top > text.below]
                above = [top for top in tops if top < text.top]
                assert 2 < below[0] - text.below < 12
                assert not above or text.top - above[-1] > 5

    def test_numbers_titles_and_bookmarks(self) -> None:
        book = noted([full(Geometry(4))] * 5, Design(per_page=2, title="Small", footer="By me"))
        assert len(book.pages) == 3 + 1
        assert book.bookmarks == ["Puzzles", "Solutions"]
        assert book.pages[2].words()[:4] == ["Small", "By me", "3", "5"]
        assert book.pages[3].words()[:4] == ["Small: solutions", "By me", "4", "1"]
        last = {text.text for text in book.pages[3].written if text.font.size == 8}
        assert last == {"1", "2", "3", "4", "5"}

    def test_without_solutions(self) -> None:
        book = noted([full(Geometry(4))], Design(), solutions=False)
        assert book.bookmarks == ["Puzzles"]

    def test_solutions_of_several_sizes_share_a_page(self) -> None:
        puzzles = [full(Geometry(size)) for size in (4, 9, 6, 4, 12)]
        assert len(noted(puzzles, Design(per_page=6)).pages) == 2

    def test_the_symbols_are_told_where_they_are_not_plain(self) -> None:
        words = noted([full(Geometry(16)), full(Geometry(9))], Design()).pages[0].words()
        assert words.count("A-P") == 1
        assert "1-9" not in words

    def test_contents_by_difficulty(self) -> None:
        book = NotedBook()
        pages = Booklet(book, Design(title="All", author="Me"), contents=True)
        puzzle, symbols = Puzzle.from_text(UNIQUE4), default_symbols(4)
        for rating, word in [(7.1, "expert"), (1.2, "easy"), (1.5, "easy"), (0, "")]:
            pages.add(Entry(puzzle, symbols, rating=rating, difficulty=word))
        pages.end()
        assert book.pages[0].words() == [
            "All", "Me", "Easy", "2 puzzles: 2-3", "Expert", "1 puzzle: 1",
            "Not rated", "1 puzzle: 4", "Solutions", "from page 2",
        ]  # fmt: skip

    @pytest.mark.parametrize("size", [25, 64])
    def test_large_sizes_stand_alone_on_a_page(self, size: int) -> None:
        puzzle = random_puzzle(Geometry(size), 0.5, Random(1))
        entry = Entry(puzzle, named_symbols("decimal", size))
        Booklet(NotedBook(), Design(per_page=1)).add(entry)

    def test_what_nobody_could_read_is_refused(self) -> None:
        with pytest.raises(SquaredanceError) as caught:
            Booklet(NotedBook(), Design(per_page=2)).add(
                Entry(empty(Geometry(64)), default_symbols(64))
            )
        assert str(caught.value) == (
            "expected fewer puzzles per page or larger paper for 64x64: "
            "symbols would be 3.3 points high, less than 4.5"
        )
        with pytest.raises(SquaredanceError, match="candidates would be"):
            Booklet(NotedBook(), Design(per_page=4)).add(
                Entry(all_candidates(Geometry(25)), default_symbols(25))
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


class TestPng:
    @pytest.mark.parametrize(("size", "pixels"), [(4, 97), (9, 600), (9, 80), (16, 400), (25, 700)])
    def test_ink_where_a_clue_is_and_none_where_none_is(self, size: int, pixels: int) -> None:
        puzzle = random_puzzle(Geometry(size), 0.4, Random(size))
        rows = png_pixels(png(puzzle, pixels=pixels))
        assert len(rows) == len(rows[0]) == pixels
        margin = next(x for x in range(pixels) if rows[pixels // 2][x] == 0)
        cell = (pixels - 2 * margin) // size
        corner = (pixels - cell * size) // 2
        edge = max(2, cell // 12)
        for place, clue in enumerate(puzzle.clues):
            top, left = (corner + part * cell for part in divmod(place, size))
            inner = b"".join(
                row[left + edge : left + cell - edge]
                for row in rows[top + edge : top + cell - edge]
            )
            assert (min(inner) < 80) == bool(clue)
            assert clue or set(inner) == {255}

    def test_a_candidate_puzzle(self) -> None:
        puzzle = all_candidates(Geometry(9))
        assert len(set(b"".join(png_pixels(png(puzzle))))) > 50
        plain = b"".join(png_pixels(png(puzzle, candidates=False)))
        assert set(plain) == {0, 153, 255}

    def test_the_same_bytes_every_time(self) -> None:
        assert png(UNIQUE9) == png(UNIQUE9)

    @pytest.mark.parametrize("pixels", [0, 75, 10_001])
    def test_sizes_that_cannot_be(self, pixels: int) -> None:
        with pytest.raises(SquaredanceError) as caught:
            png(UNIQUE9, pixels=pixels)
        assert str(caught.value) == f"expected 76 to 10000 pixels for 9x9, found {pixels}"

    @pytest.mark.parametrize("bold", [False, True])
    @pytest.mark.parametrize("size", [10.0, 16.0, 43.7, 200.0])
    def test_glyphs_keep_to_their_width(self, size: float, bold: bool) -> None:
        chars = map(chr, range(33, 127))
        for char in chars if size < 50 else "0123456789W@":
            ink = glyph(char, size, bold)
            assert any(map(any, ink.rows)), char
            assert ink.left >= -1
            assert ink.left + ink.width <= advance(char, size) + 2
            if char.isupper() or char.isdigit():
                assert -ink.top == pytest.approx(0.718 * size, abs=1.6)
        assert glyph(" ", size, bold).rows == ()

    def test_every_digit_is_another(self) -> None:
        assert len({glyph(char, 16.0, True).rows for char in "0123456789"}) == 10

    def test_drawing_over_the_edge(self) -> None:
        canvas = PngCanvas(10, 10)
        canvas.texts([(0, 4, "8"), (10, 12, "8"), (50, 50, "8")], Font(12))
        canvas.lines([(-5, 5, 50, 5)], 1)
        canvas.rects([(20, 20, 5, 5)], 0)
        rows = png_pixels(canvas.png())
        assert [len(row) for row in rows] == [10] * 10

    def test_shades_mix(self) -> None:
        canvas = PngCanvas(40, 40)
        canvas.rects([(0, 0, 40, 40)], 0.9)
        canvas.texts([(20, 34, "8")], Font(40, bold=True, shade=0.5))
        values = set(b"".join(png_pixels(canvas.png())))
        assert max(values) == 230
        assert 110 <= min(values) <= 120


class TestSvg:
    def test_symbols_and_candidates(self) -> None:
        letters = named_symbols("letters", 4)
        root = ElementTree.fromstring(svg(UNIQUE4, symbols=letters))
        assert [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")] == list("ABCD")
        assert svg(UNIQUE4, symbols="letters") == svg(UNIQUE4, symbols=letters)
        puzzle = all_candidates(Geometry(4))
        assert svg(puzzle).count("<text") == 64
        assert svg(puzzle, candidates=False).count("<text") == 0

    def test_a_grid_is_not_bold(self) -> None:
        assert 'font-weight="bold"' not in svg(Grid(Geometry(2), [1, 2, 2, 1]))


class TestBooklet:
    def test_what_puzzles_may_be(self, tmp_path: Path) -> None:
        path = tmp_path / "two.txt"
        path.write_text(f"{UNIQUE4}\n{UNIQUE4}\n")
        expected = booklet(path.read_text())
        assert booklet(path.read_bytes()) == expected
        assert booklet(path) == expected
        assert booklet([UNIQUE4, Puzzle.from_text(UNIQUE4)]) == expected
        assert booklet(read_cases(path)) == expected
        assert booklet(iter([UNIQUE4] * 2)) == expected

    def test_symbols_are_kept(self) -> None:
        text = "A......B.C....D."
        shown = b"".join(pdf_objects(booklet(text, solutions=False)).values())
        assert b"(A) Tj" in shown
        assert b"(A-D) Tj" in shown

    @pytest.mark.parametrize("puzzles", [5, None, Puzzle.from_text(UNIQUE4)])
    def test_what_puzzles_may_not_be(self, puzzles: object) -> None:
        with pytest.raises(FormatError, match="expected text, a path or puzzles one by one"):
            booklet(puzzles)

    def test_no_puzzles(self) -> None:
        for puzzles in ([], ""):
            with pytest.raises(FormatError, match="expected a puzzle, found none"):
                booklet(puzzles)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"paper": "b4"}, "expected paper a3, a4, a5, letter, legal, with -landscape or not, "
             "found 'b4'"),
            ({"paper": "a4-upside"}, "found 'a4-upside'"),
            ({"per_page": 0}, "expected 1 to 60 puzzles per page, found 0"),
            ({"per_page": 61}, "expected 1 to 60 puzzles per page, found 61"),
            ({"scale": "none"}, "expected a scale of"),
        ],
    )  # fmt: skip
    def test_wrong_options(self, options: dict[str, object], message: str) -> None:
        with pytest.raises(SquaredanceError, match=re.escape(message)):
            booklet(UNIQUE4, **options)  # type: ignore[arg-type]

    def test_those_without_one_solution_are_told_and_marked(self) -> None:
        told: list[tuple[int, Status]] = []
        out = BytesIO()
        puzzles = [UNIQUE4, DOUBLE4, NONE4]
        count = write_booklet(
            puzzles, out, Plan(), lambda number, case, status: told.append((number, status))
        )
        assert count == 3
        assert told == [(2, Status.MULTIPLE), (3, Status.NONE)]
        shown = b"".join(pdf_objects(out.getvalue()).values())
        assert shown.count(b"(several solutions) Tj") == 2  # the puzzle, the solution
        assert shown.count(b"(no solution) Tj") == 2

    def test_nothing_is_solved_when_nothing_asks_for_it(self) -> None:
        shown = b"".join(pdf_objects(booklet(DOUBLE4, solutions=False)).values())
        assert b"several" not in shown

    def test_out_of_time(self) -> None:
        told: list[Status] = []
        out = BytesIO()
        plan = Plan(timeout=0.1, per_page=1, candidates=False)
        write_booklet([pigeonholes()], out, plan, lambda _, case, status: told.append(status))
        assert told == [Status.UNKNOWN]
        assert b"(not solved in time) Tj" in b"".join(pdf_objects(out.getvalue()).values())

    @pytest.mark.parametrize("scale", ["se121", "sukaku118", "hodoku"])
    def test_ratings_stand_beside_the_numbers(self, scale: str) -> None:
        shown = b"".join(pdf_objects(booklet(UNIQUE9, scale=scale)).values())
        label = {"se121": "SE 1.5  Easy", "sukaku118": "Sukaku 1.5  Easy"}.get(scale, "HoDoKu ")
        assert f"({label}".encode() in shown


def test_the_pictures_of_the_page_are_what_the_code_draws() -> None:
    """If not: python docs/print/build.py, and look at them."""
    folder = Path(__file__).parents[1] / "docs" / "print"
    built = runpy.run_path(str(folder / "build.py"))["pictures"]()
    assert {name: (folder / name).read_bytes() for name in built} == built
    page = (folder.parent / "print.md").read_text()
    assert [name for name in built if f"](print/{name})" not in page] == []
