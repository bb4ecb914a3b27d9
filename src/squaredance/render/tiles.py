"""Tilings of a board as SVG: regions of cells in color with a dark outline, letters in cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from squaredance.render.frame import INK, PALE, PAPER, color, framed, text_at

Cell = tuple[int, int]  # row, col
_SIDE = 40
_FEW = 6


class Tile(NamedTuple):
    """Cells that belong together. Without a color number the fill is white."""

    cells: Collection[Cell]
    color: int | None = None
    label: str = ""  # in the middle of the tile


def tiles_svg(
    title: str,
    tiles: Sequence[Tile],
    *,
    board: Collection[Cell] = (),
    letters: Mapping[Cell, str] | None = None,
    bold: Collection[Cell] = (),
    side: int = _SIDE,
    over: str = "",
) -> str:
    """Tiles on a board; cells of the board without a tile are pale, ``over`` is drawn last.

    >>> picture = tiles_svg("two", [Tile([(0, 0), (0, 1)], 0), Tile([(1, 0), (1, 1)], 1)])
    >>> picture.count("<path"), picture.count("M0 0H80V40H0Z")
    (3, 1)
    """
    cells = {cell for tile in tiles for cell in tile.cells} | set(board)
    rows = 1 + max((row for row, _ in cells), default=0)
    cols = 1 + max((col for _, col in cells), default=0)
    bare = set(board).difference(*(tile.cells for tile in tiles))
    body = [_shape(bare, PALE, side, 1.0, "#b4bac4")] if bare else []
    body += [_tile(tile, side) for tile in tiles]
    body.append(_inner_lines([*(tile.cells for tile in tiles), bare], side))
    body += [_label(tile, side) for tile in tiles if tile.label]
    marked = set(bold)
    for (row, col), text in sorted((letters or {}).items()):
        middle = (col + 0.5) * side, (row + 0.5) * side
        body.append(text_at(*middle, text, _fitted(text, side), bold=(row, col) in marked))
    return framed(title, cols * side, rows * side, "".join(body) + over)


def _fitted(text: str, side: int) -> float:
    """A size of font with which so many letters stay inside of a cell."""
    return side * (0.55 if len(text) < 3 else min(0.55, 1.4 / len(text)))


def _tile(tile: Tile, side: int) -> str:
    fill = PAPER if tile.color is None else color(tile.color)
    return _shape(tile.cells, fill, side, 2.5, INK)


def _shape(cells: Collection[Cell], fill: str, side: int, width: float, stroke: str) -> str:
    path = "".join(_loop_path(loop, side) for loop in outline(cells))
    return (
        f'<path d="{path}" fill="{fill}" fill-rule="evenodd" stroke="{stroke}"'
        f' stroke-width="{width:g}" stroke-linejoin="round"/>'
    )


def _loop_path(loop: Sequence[Cell], side: int) -> str:
    (row, col), *rest = loop
    parts = [f"M{col * side} {row * side}"]
    for next_row, next_col in rest:
        parts.append(f"V{next_row * side}" if next_col == col else f"H{next_col * side}")
        row, col = next_row, next_col
    return "".join(parts) + "Z"


def outline(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The corners of the region's borders, each border a closed loop, holes included.

    Every cell gives four directed sides, clockwise; a side that two cells share comes in both
    directions and drops out. What is left links up into loops, and where two cells touch in a
    corner only, either way on gives the same area.

    >>> outline([(0, 0), (0, 1), (1, 0)])
    [[(0, 0), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0)]]
    """
    sides: dict[Cell, list[Cell]] = {}
    region = set(cells)
    for row, col in sorted(region):
        corners = [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)]
        beyond = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for place, other in enumerate(beyond):
            if other not in region:
                sides.setdefault(corners[place], []).append(corners[(place + 1) % 4])
    loops = []
    while sides:
        loop = [next(iter(sides))]
        while (ends := sides.get(loop[-1])) is not None:
            following = ends.pop()
            if not ends:
                del sides[loop[-1]]
            loop.append(following)
        loops.append(_corners_only(loop[:-1]))
    return loops


def _corners_only(loop: list[Cell]) -> list[Cell]:
    """Without the points in the middle of a straight line."""
    turns = []
    for place, here in enumerate(loop):
        before, after = loop[place - 1], loop[(place + 1) % len(loop)]
        if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1]):
            turns.append(here)
    return turns


def _inner_lines(regions: Iterable[Collection[Cell]], side: int) -> str:
    """Thin lines between the cells of one region."""
    path = []
    for region in map(set, regions):
        for row, col in sorted(region):
            if (row, col + 1) in region:
                path.append(f"M{(col + 1) * side} {row * side}v{side}")
            if (row + 1, col) in region:
                path.append(f"M{col * side} {(row + 1) * side}h{side}")
    return f'<path d="{"".join(path)}" stroke="{INK}" stroke-opacity=".18" fill="none"/>'


def _label(tile: Tile, side: int) -> str:
    rows = [row for row, _ in tile.cells]
    cols = [col for _, col in tile.cells]
    height, width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    size = min(height, width) * side * 0.6
    middle = (min(cols) + width / 2) * side, (min(rows) + height / 2) * side
    return text_at(*middle, tile.label, min(size, 2.2 * side), bold=True)


def apart(regions: Sequence[Collection[Cell]]) -> list[int]:
    """A color number for each region, so that regions with a common side differ.

    Of the first six numbers the one that was used least, for a lively picture; more only where
    six do not do.

    >>> apart([[(0, 0)], [(0, 1)], [(0, 2)]])
    [0, 1, 2]
    """
    owner = {cell: number for number, region in enumerate(regions) for cell in region}
    numbers: list[int] = []
    for number, region in enumerate(regions):
        beside = {
            owner.get(place)
            for row, col in region
            for place in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        }
        taken = {numbers[other] for other in beside if other is not None and other < number}
        free = [n for n in range(len(taken) + _FEW) if n not in taken]
        numbers.append(min(free, key=lambda n: (n >= _FEW, numbers.count(n), n)))
    return numbers
