"""Pictures: SVG that is well formed and shows what is there."""

from random import Random
from xml.etree import ElementTree

import pytest

from squaredance import Geometry, Grid, Puzzle
from squaredance.render.chess import dots_svg, queens_svg, words_svg
from squaredance.render.circle import arcs_svg, circle_svg
from squaredance.render.slabs import slabs_svg
from squaredance.render.svg import grid_svg
from squaredance.render.table import Entry, table_svg
from squaredance.render.tiles import Tile, apart, outline, tiles_svg
from squaredance.symbols import default_symbols
from tests.puzzles import random_puzzle

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("size", [1, 2, 4, 6, 9, 13, 16, 25, 36, 64])
def test_svg_is_well_formed_and_shows_every_clue(size: int) -> None:
    puzzle = random_puzzle(Geometry(size), 0.5, Random(size))
    root = ElementTree.fromstring(puzzle._repr_svg_())
    assert root.tag == f"{SVG}svg"
    shown = [text.text for text in root.iter(f"{SVG}text")]
    symbols = default_symbols(size)
    assert shown == [symbols.text(clue) for clue in puzzle.clues if clue]


def test_svg_texts_stand_in_their_cells() -> None:
    root = ElementTree.fromstring(grid_svg(Grid(Geometry(2), [0, 0, 2, 0])))
    (text,) = root.iter(f"{SVG}text")
    assert (text.text, text.get("x")) == ("2", "20")
    assert 40 < float(text.get("y", "0")) < 80


def test_svg_draws_the_boxes() -> None:
    def rules(puzzle: Puzzle) -> list[str]:
        paths = list(ElementTree.fromstring(puzzle._repr_svg_()).iter(f"{SVG}path"))
        return paths[-1].get("d", "").replace("V", "H").split("M")[1:]

    assert len(rules(Puzzle(Geometry(6), bytes(36)))) == 4 + 3
    assert len(rules(Puzzle(Geometry(6, (3, 2)), bytes(36)))) == 3 + 4
    assert len(rules(Puzzle(Geometry(6, None), bytes(36)))) == 2 + 2


def test_clues_are_bold_and_solutions_are_not() -> None:
    assert 'font-weight="bold"' in Puzzle(Geometry(2), [1, 0, 0, 0])._repr_svg_()
    assert 'font-weight="normal"' in Grid(Geometry(2), [1, 0, 0, 0])._repr_svg_()


class TestTiles:
    def test_an_outline_goes_around_holes(self) -> None:
        ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
        assert sorted(map(len, outline(ring))) == [4, 4]
        assert outline([(0, 0)]) == [[(0, 0), (0, 1), (1, 1), (1, 0)]]

    @pytest.mark.parametrize("seed", range(20))
    def test_an_outline_encloses_the_cells(self, seed: int) -> None:
        """By the shoelace formula, holes counting against, cells that touch in a corner too."""
        cells = set(Random(seed).sample([(r, c) for r in range(6) for c in range(6)], 20))
        area = 0
        for loop in outline(cells):
            for (row, col), (next_row, next_col) in zip(loop, loop[1:] + loop[:1], strict=True):
                assert (row == next_row) != (col == next_col)
                area += col * next_row - next_col * row
        assert area == 2 * len(cells)

    def test_neighbours_have_different_colors(self) -> None:
        rows = [[(r, c), (r, c + 1)] for r in range(6) for c in range(0, 6, 2)]
        of = {cell: n for region, n in zip(rows, apart(rows), strict=True) for cell in region}
        for (r, c), number in of.items():
            assert of.get((r + 1, c)) != number
            assert c % 2 == 0 or of.get((r, c + 1)) != number


def test_pictures_have_a_title_that_is_escaped() -> None:
    pictures = [
        tiles_svg("a < b", [Tile([(0, 0)])], letters={(0, 0): "&"}),
        queens_svg("a < b", 4, [(0, 1)]),
        dots_svg("a < b", 4, [(0, 1), (2, 2)]),
        words_svg("a < b", 1, 2, {(0, 0): "<", (0, 1): "A"}, [[(0, 0), (0, 1)]]),
        circle_svg("a < b", ["1", "2", "<"], [([0, 1, 2], 0)]),
        arcs_svg("a < b", ["1", "<"], [(0, 1, 0)]),
        slabs_svg("a < b", {(0, 0, 0): (0, "<")}),
        table_svg("a < b", ["<"], ["&"], {(0, 0): Entry("<", 0, True)}),
    ]
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == "a < b"
        assert "nan" not in picture
