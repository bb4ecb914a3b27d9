"""The partridge puzzle: one square of side 1, two of side 2, up to n of side n, in one square."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from squaredance.cover import Problem
from squaredance.cover.examples.base import Example, term, whole
from squaredance.cover.examples.boards import cell_item

PARTRIDGE = (1, 0, 0, 0, 0, 0, 0, 18656, 1730280)  # from n = 1, turns and reflections included


def partridge(order: int = 8) -> Example:
    """Wainwright's puzzle: 1 + 8 + 27 + ... + n^3 is a square, and so may the pieces be.

    A side k is an item with bounds (k, k). Order 8, on 36x36, is the first above 1 that has
    solutions.

    >>> partridge(2).problem
    <Problem with 11+0 items, 13 options>
    >>> from squaredance import cover
    >>> cover.count(partridge(3).problem).count
    0
    """
    whole(order, 1, 12, "an order of the partridge puzzle")
    side = order * (order + 1) // 2
    placed = [
        (size, row, col)
        for size in range(order, 0, -1)
        for row, col in product(range(side - size + 1), repeat=2)
    ]
    options = [(f"{size}x{size}", *_covered(size, row, col)) for size, row, col in placed]
    sizes = {f"{size}x{size}": (size, size) for size in range(1, order + 1)}
    cells = [cell_item(cell) for cell in product(range(side), range(side))]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.tiles import Tile, tiles_svg

        tiles = [
            Tile(
                [(row + r, col + c) for r, c in product(range(size), repeat=2)],
                size - 1,
                str(size),
            )
            for size, row, col in (placed[option] for option in chosen)
        ]
        return tiles_svg(title, tiles, side=16)

    title = f"The partridge puzzle of order {order}"
    return Example(
        "partridge",
        title,
        Problem([*sizes, *cells], options, bounds=sizes),
        draw,
        term(PARTRIDGE, order),
        "Cutler (1996), 2,332 times 8 for order 8; Scroggs (2025) for order 9",
    )


def _covered(size: int, row: int, col: int) -> list[str]:
    return [cell_item((row + r, col + c)) for r, c in product(range(size), repeat=2)]
