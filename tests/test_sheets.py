"""Sheets: pictures of single puzzles, and booklets of many."""

from __future__ import annotations

import re
import runpy
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from squaredance import FormatError, Geometry, Grid, Puzzle, SquaredanceError, Status, generate
from squaredance.formats import read_cases
from squaredance.render.canvas import Font
from squaredance.render.png import PngCanvas, glyph
from squaredance.render.strokes import advance
from squaredance.sheets import Plan, booklet, png, svg, write_booklet
from squaredance.symbols import named_symbols
from tests.paper import (
    all_candidates,
    pdf_objects,
    png_pixels,
)
from tests.puzzles import (
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE9,
    pigeonholes,
    random_puzzle,
)


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

    @pytest.mark.parametrize("pixels", [0, 75, 10_001, 100.5, "200"])
    def test_sizes_that_cannot_be(self, pixels: object) -> None:
        with pytest.raises(SquaredanceError) as caught:
            png(UNIQUE9, pixels=pixels)  # type: ignore[arg-type]
        assert str(caught.value) == f"expected 76 to 10000 pixels for 9x9, found {pixels!r}"

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

    def test_one_puzzle_and_those_that_were_made(self) -> None:
        made = generate(4, seed=1)
        assert made.puzzle is not None
        assert booklet(made.puzzle) == booklet([made.puzzle]) == booklet(made) == booklet([made])
        assert (svg(made), png(made)) == (svg(made.puzzle), png(made.puzzle))
        nothing = generate(seed=1, timeout=0)
        for draw in (booklet, svg, png):
            with pytest.raises(SquaredanceError, match="expected a puzzle, found none: the time"):
                draw(nothing)

    def test_errors_name_no_line_where_there_is_none(self) -> None:
        with pytest.raises(SquaredanceError) as caught:
            booklet(["." * 4096], solutions=False)
        assert str(caught.value).startswith("expected fewer puzzles per page")

    def test_what_is_no_stream_or_plan(self) -> None:
        wrong: Any = "x.pdf"
        with pytest.raises(SquaredanceError, match="expected a stream of bytes to write to, found"):
            write_booklet([UNIQUE4], wrong, Plan())
        with pytest.raises(SquaredanceError, match=r"expected a Plan, found 'x\.pdf'"):
            write_booklet([UNIQUE4], BytesIO(), wrong)
        with pytest.raises(SquaredanceError, match="expected Symbols or their name, found 5"):
            png(UNIQUE4, symbols=5)  # type: ignore[arg-type]

    @pytest.mark.parametrize("puzzles", [5, None])
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
            ({"per_page": 2.5}, "expected 1 to 60 puzzles per page, found 2.5"),
            ({"timeout": "x"}, "expected a timeout of 0 seconds or more, found 'x'"),
            ({"timeout": -1}, "expected a timeout of 0 seconds or more, found -1"),
            ({"scale": "none"}, "expected a scale of"),
            ({"title": 5}, "expected title as text, found 5"),
            ({"author": b"x"}, "expected author as text, found b'x'"),
            ({"paper": None}, "expected paper as text, found None"),
            ({"solutions": "none"}, "expected solutions as True or False, found 'none'"),
            ({"scale": ["se121"]}, "expected scale as text or None, found"),
            ({"per_page": True}, "expected 1 to 60 puzzles per page, found True"),
            ({"timeout": float("nan")}, "expected a timeout of 0 seconds or more, found nan"),
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
