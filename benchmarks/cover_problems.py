"""The problems of the exact cover benchmark, made here in plain Python.

A problem is lists: nothing of the package is used, so that every contender begins with the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, Final, NamedTuple

from grids import Random

Item = Hashable
Cell = tuple[int, ...]
_WORDS: Final = Path(__file__).resolve().parent / "words4.txt"


class Colored(NamedTuple):
    """A secondary item with a color, in an option."""

    item: Item
    color: Hashable


@dataclass
class Instance:
    """Items and options, and the known number of solutions (None: not known)."""

    name: str
    primary: list[Item]
    options: list[tuple[Any, ...]]  # items, or Colored
    secondary: list[Item] = field(default_factory=list)
    count: int | None = None
    costs: list[int] | None = None
    what: str = ""

    @property
    def colored(self) -> bool:
        return any(isinstance(entry, Colored) for option in self.options for entry in option)


# Polyominoes. A shape is a set of cells; cells have two coordinates, or three.

PENTOMINOES: Final = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": "XXX. ..XX", "P": "XXX XX.",
    "T": "XXX .X. .X.", "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.",
    "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}  # fmt: skip
SOMA: Final = {
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
    "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "A": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "B": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
    "P": [(0, 0, 1), (0, 0, 0), (1, 0, 0), (1, 1, 0)],
}


def _drawn(picture: str) -> list[Cell]:
    rows = picture.split()
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"]


def _motions(dimensions: int, mirrors: bool) -> Iterator[Callable[[Cell], Cell]]:
    """The symmetries of the grid: coordinates exchanged and negated; without mirrors, those of
    determinant 1."""
    for order in permutations(range(dimensions)):
        inversions = sum(a > b for a, b in combinations(order, 2))
        for signs in product((1, -1), repeat=dimensions):
            if mirrors or (inversions + signs.count(-1)) % 2 == 0:
                yield lambda cell, o=order, s=signs: tuple(  # type: ignore[misc]
                    s[i] * cell[o[i]] for i in range(len(cell))
                )


def placements(shape: Sequence[Cell], board: Sequence[Cell], mirrors: bool) -> list[list[Cell]]:
    """Every way to put the shape on the board, each once, in the order of the board."""
    room = set(board)
    found = set()
    for move in _motions(len(shape[0]), mirrors):
        turned = sorted(move(cell) for cell in shape)
        for corner in board:
            shift = tuple(a - b for a, b in zip(corner, turned[0], strict=True))
            placed = [tuple(a + b for a, b in zip(cell, shift, strict=True)) for cell in turned]
            if room.issuperset(placed):
                found.add(tuple(placed))
    return [list(cells) for cells in sorted(found)]


def packing(
    name: str, shapes: dict[str, list[Cell]], board: list[Cell], mirrors: bool = True
) -> Instance:
    """Each shape once, every cell once."""
    options = [
        (shape, *cells)
        for shape, known in shapes.items()
        for cells in placements(known, board, mirrors)
    ]
    return Instance(name, [*shapes, *board], options)


def pentominoes(height: int, width: int) -> Instance:
    board: list[Cell] = list(product(range(height), range(width)))
    if height * width == 64:
        board = [cell for cell in board if not {*cell} <= {3, 4}]
    shapes = {name: _drawn(picture) for name, picture in PENTOMINOES.items()}
    return packing(f"pentominoes {height}x{width}", shapes, board)


def soma() -> Instance:
    shapes: dict[str, list[Cell]] = {name: list(cells) for name, cells in SOMA.items()}
    return packing("soma", shapes, list(product(range(3), repeat=3)), mirrors=False)


def one_shape(name: str, picture: str, height: int, width: int) -> Instance:
    """As many of one shape as fill the board."""
    board: list[Cell] = list(product(range(height), range(width)))
    options = [tuple(cells) for cells in placements(_drawn(picture), board, mirrors=True)]
    return Instance(f"{name} {height}x{width}", list(board), options)


def dominoes(height: int, width: int) -> Instance:
    return one_shape("dominoes", "XX", height, width)


def mutilated(size: int) -> Instance:
    """Dominoes on a board without two opposite corners: no solution, and no short way to see it."""
    made = dominoes(size, size)
    corners = {(0, 0), (size - 1, size - 1)}
    made.primary = [cell for cell in made.primary if cell not in corners]
    made.options = [option for option in made.options if corners.isdisjoint(option)]
    made.name = f"mutilated {size}x{size}"
    return made


# Combinatorial designs and sequences.


def queens(size: int) -> Instance:
    options = [(("r", r), ("c", c), ("a", r + c), ("b", r - c)) for r, c in _square(size)]
    lines = [(line, n) for line in "rc" for n in range(size)]
    diagonals = [("a", n) for n in range(2 * size - 1)] + [("b", n) for n in range(1 - size, size)]
    return Instance(f"queens {size}", list(lines), options, list(diagonals))


def langford(most: int) -> Instance:
    """Two of each number n, with n places between them. A sequence and its reversal both count."""
    options = [
        (("n", n), ("s", first), ("s", first + n + 1))
        for n in range(1, most + 1)
        for first in range(2 * most - n - 1)
    ]
    items: list[Item] = [("n", n) for n in range(1, most + 1)]
    return Instance(f"langford {most}", items + [("s", s) for s in range(2 * most)], options)


def matchings(points: int) -> Instance:
    """The perfect matchings of the complete graph."""
    pairs = list(combinations(range(points), 2))
    return Instance(f"matchings K{points}", list(range(points)), list(pairs))


def partitions(things: int) -> Instance:
    """The partitions of a set: every nonempty subset is an option."""
    subsets = [
        subset for size in range(1, things + 1) for subset in combinations(range(things), size)
    ]
    return Instance(f"partitions {things}", list(range(things)), list(subsets))


def one_factorisations(points: int) -> Instance:
    """The edges of the complete graph, covered by perfect matchings."""

    def perfect(left: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        if not left:
            yield ()
        for other in left[1:]:
            rest = tuple(point for point in left[1:] if point != other)
            for more in perfect(rest):
                yield ((left[0], other), *more)

    edges = list(combinations(range(points), 2))
    options = list(perfect(tuple(range(points))))
    return Instance(f"one-factorisations K{points}", list(edges), options)


def latin(size: int, given: Mapping[Cell, int] | None = None, name: str = "latin") -> Instance:
    """Latin squares with some cells given."""
    given = given or {}
    taken = {item for cell, value in given.items() for item in _latin_items(*cell, value)}
    options = [
        items
        for (r, c), v in product(_square(size), range(size))
        if taken.isdisjoint(items := _latin_items(r, c, v))
    ]
    items = [(kind, *pair) for kind in ("rc", "rv", "cv") for pair in _square(size)]
    return Instance(f"{name} {size}", [item for item in items if item not in taken], options)


def _latin_items(r: int, c: int, v: int) -> tuple[tuple[str, int, int], ...]:
    return (("rc", r, c), ("rv", r, v), ("cv", c, v))


def _square(size: int) -> list[tuple[int, int]]:
    return list(product(range(size), repeat=2))


def reduced_latin(size: int) -> Instance:
    """The first row and the first col are in order."""
    given = {(r, c): r + c for r, c in _square(size) if not r or not c}
    return latin(size, given, "reduced latin")


def latin_holes(size: int, per_line: int, seed: int) -> Instance:
    """A square with as many cells emptied in each row and col: the cells of some values of a
    second square. Hardest near 42 % of the cells."""
    random = Random(seed)
    solved, pattern = (_shuffled_latin(size, random) for _ in range(2))
    given = {cell: value for cell, value in solved.items() if pattern[cell] >= per_line}
    return latin(size, given, f"latin with {per_line} holes a row,")


def _shuffled_latin(size: int, random: Random) -> dict[Cell, int]:
    """The cyclic square with its rows, cols and values shuffled."""
    rows, cols, values = (random.shuffled(size) for _ in range(3))
    return {(rows[r], cols[c]): values[(r + c) % size] for r, c in _square(size)}


def sudoku(box: tuple[int, int], clues: bytes, name: str) -> Instance:
    size, (height, width) = box[0] * box[1], box

    def items_of(r: int, c: int, v: int) -> tuple[tuple[str, int, int], ...]:
        return (*_latin_items(r, c, v), ("bv", r // height * height + c // width, v))

    given = [(*divmod(cell, size), clue - 1) for cell, clue in enumerate(clues) if clue]
    taken = {item for triple in given for item in items_of(*triple)}
    options = [
        items
        for (r, c), v in product(_square(size), range(size))
        if taken.isdisjoint(items := items_of(r, c, v))
    ]
    kinds = ("rc", "rv", "cv", "bv")
    every = [(kind, *pair) for kind in kinds for pair in _square(size)]
    return Instance(name, [item for item in every if item not in taken], options)


def balanced_sudoku(seed: int) -> Instance:
    """25x25 with 345 cells emptied, 13 or 14 in each house, as in the set `balanced25`."""
    import large_sets

    spec = large_sets.Spec("one", (5, 5), "balanced holes", 1, 345, seed)
    return sudoku((5, 5), next(large_sets.made(spec)), f"sudoku 25x25, {seed}")


# Colors.


def costas(order: int) -> Instance:
    """Permutations whose differences at each distance are all different. The color of a position
    is its value; a pair of positions says which difference it has."""
    places, values = range(order), range(order)
    options: list[tuple[Any, ...]] = [
        (("place", p), ("value", v), Colored(("is", p), v)) for p in places for v in values
    ]
    options += [
        (
            ("pair", p, q),
            Colored(("is", p), v),
            Colored(("is", q), w),
            ("difference", q - p, w - v),
        )
        for p, q in combinations(places, 2)
        for v, w in permutations(values, 2)
    ]
    primary: list[Item] = [("place", p) for p in places] + [("value", v) for v in values]
    primary += [("pair", p, q) for p, q in combinations(places, 2)]
    secondary: list[Item] = [("is", p) for p in places]
    secondary += [
        ("difference", far, by) for far in range(1, order) for by in range(1 - order, order) if by
    ]
    return Instance(f"costas {order}", primary, options, secondary)


@cache
def words() -> tuple[str, ...]:
    return tuple(_WORDS.read_text().split())


def word_squares() -> Instance:
    """Eight different words of four letters, across and down. The color of a cell is its letter."""
    lines = [("across", n) for n in range(4)] + [("down", n) for n in range(4)]
    options = [
        (
            (way, n),
            *(
                Colored((n, k) if way == "across" else (k, n), letter)
                for k, letter in enumerate(word)
            ),
            word,
        )
        for way, n in lines
        for word in words()
    ]
    return Instance("word squares", list(lines), options, [*_square(4), *words()])


# Costs.


def random_costs(seed: int) -> Instance:
    """A small problem with costs; three of four have a cover for sure, since two are put in."""
    random = Random(seed)
    items = 12 + random.below(19)
    options: list[tuple[int, ...]] = []
    for _ in range(2 if seed % 4 else 0):
        order = random.shuffled(items)
        while order:
            size = 1 + random.below(4)
            options.append(tuple(sorted(order[:size])))
            del order[:size]
    options += [
        tuple(sorted(random.shuffled(items)[: 2 + random.below(4)]))
        for _ in range(40 + random.below(161))
    ]
    costs = [1 + random.below(10 * len(option)) for option in options]
    return Instance(f"random costs {seed}", list(range(items)), options, costs=costs)


def many_options(number: int = 1_000_000, items: int = 10_000) -> list[tuple[int, ...]]:
    """Options of five different items, one of each fifth of them."""
    random, fifth = Random(5), items // 5
    # Objects that are made once, as the names of items would be.
    blocks = [list(range(k * fifth, k * fifth + fifth)) for k in range(5)]
    made = []
    for _ in range(number):
        bits = random.bits64()
        made.append(tuple(block[(bits >> 12 * k) % fifth] for k, block in enumerate(blocks)))
    return made
