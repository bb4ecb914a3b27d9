"""The Soma cube: seven pieces of three and four small cubes that make a cube of 27."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from squaredance.cover import Problem
from squaredance.cover.examples.base import Example

Cube = tuple[int, int, int]  # layer, row, col

# Hein's seven, each in three digits per cube: bent, ell, tee, zig, left and right twist, claw.
PIECES = {
    "V": "000 001 010",
    "L": "000 001 002 010",
    "T": "000 001 002 011",
    "Z": "000 001 011 012",
    "A": "000 001 011 100",
    "B": "000 001 011 111",
    "P": "000 001 010 100",
}


def soma(reduced: bool = False) -> Example:
    """Hein's cube. Its 48 turns and reflections make 11,520 of the classic 240 solutions.

    ``reduced`` leaves one of the 48: L, which no turn maps to itself, keeps one orientation, and
    only its lower layer, as the reflection that leaves L as it is swaps the outer layers. (In
    the middle layer L has no solution, so nothing is lost.)

    >>> soma().problem
    <Problem with 34+0 items, 688 options>
    >>> from squaredance import cover
    >>> cover.count(soma(reduced=True).problem).count
    240
    """
    placed = []
    for piece, text in PIECES.items():
        shape = [(int(cube[0]), int(cube[1]), int(cube[2])) for cube in text.split()]
        shapes = sorted({_moved(turned) for turned in _turns(shape)})
        if piece == "L" and reduced:
            shapes = shapes[:1]
        low_only = piece == "L" and reduced
        placed += [(piece, p) for p in _places(shapes) if not low_only or min(p)[0] == 0]
    options = [(piece, *map(_item, place)) for piece, place in placed]
    cubes = [_item(cube) for cube in product(range(3), range(3), range(3))]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.slabs import slabs_svg

        colors = {piece: number for number, piece in enumerate(PIECES)}
        pieces = [placed[option] for option in chosen]
        return slabs_svg(
            "Soma cube, layer by layer",
            {cube: (colors[piece], piece) for piece, place in pieces for cube in place},
        )

    return Example(
        "soma",
        "Soma cube" + (", turns and reflections left out" if reduced else ""),
        Problem([*PIECES, *cubes], options),
        draw,
        240 if reduced else 11520,
        "Conway and Guy (1961); Berlekamp, Conway, Guy, Winning Ways (1982)",
    )


def _item(cube: Cube) -> str:
    return f"L{cube[0] + 1}R{cube[1] + 1}C{cube[2] + 1}"


def _turns(shape: Iterable[Cube]) -> Iterator[list[Cube]]:
    """The 24 ways to turn a solid: six faces to the top, four turns each."""
    cubes = list(shape)
    for face in range(6):
        for _ in range(4):
            yield cubes
            cubes = [(z, c, -r) for z, r, c in cubes]  # about the upright axis
        cubes = [(r, -z, c) if face % 2 else (c, r, -z) for z, r, c in cubes]


def _moved(shape: Iterable[Cube]) -> tuple[Cube, ...]:
    cubes = sorted(shape)
    low = [min(cube[axis] for cube in cubes) for axis in range(3)]
    return tuple((z - low[0], r - low[1], c - low[2]) for z, r, c in cubes)


def _places(shapes: Iterable[Sequence[Cube]]) -> Iterator[tuple[Cube, ...]]:
    for shape in shapes:
        for dz, dr, dc in product(range(3), repeat=3):
            place = tuple((z + dz, r + dr, c + dc) for z, r, c in shape)
            if max(max(cube) for cube in place) < 3:
                yield place
