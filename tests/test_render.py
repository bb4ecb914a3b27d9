"""Pictures: SVG that is well formed and shows what is there."""

from random import Random
from xml.etree import ElementTree

import pytest

from squaredance import Geometry, Grid, Puzzle
from squaredance.render.svg import grid_svg
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
        return paths[1].get("d", "").replace("V", "H").split("M")[1:]

    assert len(rules(Puzzle(Geometry(6), bytes(36)))) == 4 + 3
    assert len(rules(Puzzle(Geometry(6, (3, 2)), bytes(36)))) == 3 + 4
    assert len(rules(Puzzle(Geometry(6, None), bytes(36)))) == 2 + 2


def test_clues_are_bold_and_solutions_are_not() -> None:
    assert 'font-weight="bold"' in Puzzle(Geometry(2), [1, 0, 0, 0])._repr_svg_()
    assert 'font-weight="normal"' in Grid(Geometry(2), [1, 0, 0, 0])._repr_svg_()
