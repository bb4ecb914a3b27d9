"""Pages: what is drawn lies where it should."""

from __future__ import annotations

from random import Random

import pytest

from squaredance import Geometry, Puzzle, SquaredanceError, solve
from squaredance.render.booklet import Booklet, Entry
from squaredance.render.grid import Look, draw_grid, ruling
from squaredance.render.page import MARGIN, PAPERS, Design
from squaredance.symbols import Symbols, default_symbols, named_symbols
from tests.paper import (
    NotedBook,
    Notes,
    Text,
    all_candidates,
    full,
    noted,
)
from tests.puzzles import (
    DIAGONALS4,
    UNIQUE4,
    empty,
    random_puzzle,
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
