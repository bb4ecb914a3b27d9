"""Sudoku of any geometry and Latin squares: a value in each cell, each value once in a house."""

from __future__ import annotations

from collections.abc import Sequence

from squaredance.cover import Problem
from squaredance.cover.examples.base import Example, term, whole
from squaredance.cover.examples.boards import cell_item
from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle, PuzzleLike, as_puzzle
from squaredance.symbols import default_symbols

# Empty grids: 4x4 and 6x6 are easily counted, 9x9 is Felgenhauer and Jarvis (2005).
_EMPTY = {(4, (2, 2)): 288, (6, (2, 3)): 28200960, (9, (3, 3)): 6670903752021072936960}
LATIN = (  # OEIS A002860, from n = 1
    1, 2, 12, 576, 161280, 812851200, 61479419904000, 108776032459082956800,
    5524751496156892842531225600, 9982437658213039871725064756920320000,
    776966836171770144107444346734230682311065600000,
)  # fmt: skip
REDUCED_LATIN = (  # OEIS A000315, from n = 1
    1, 1, 1, 4, 56, 9408, 16942080, 535281401856, 377597570964258816,
    7580721483160132811489280, 5363937773277371298119673540771840,
)  # fmt: skip
_SUDOKU = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def sudoku(puzzle: PuzzleLike = _SUDOKU) -> Example:
    """Any Puzzle (a text, rows of values): a candidate is an option, and covers its cell and the
    (house, value) of each of its houses.

    >>> sudoku("1......2.3....4.").problem
    <Problem with 64+0 items, 52 options>
    >>> from squaredance import cover
    >>> print(cover.solve(sudoku("1......2.3....4.").problem, unique=True).status)
    unique
    """
    given = as_puzzle(puzzle)
    geometry = given.geometry
    plain = not geometry.extra and given.candidates is None and geometry.box is not None
    known = None
    if plain and not given.clue_count and geometry.box is not None:
        height, width = sorted(geometry.box)
        known = _EMPTY.get((geometry.size, (height, width)))
    title = f"Sudoku {geometry.size}x{geometry.size}"
    source = "Jarvis, Sudoku enumeration problems; OEIS A107739" if known else ""
    return _filling("sudoku", title, given, known, source, colored=False)


def latin(size: int = 5, rows: str | Sequence[str] | None = None, reduced: bool = False) -> Example:
    """Latin squares; with ``rows`` the completions of a partial one.

    ``rows`` have a symbol or a ``.`` per cell, with line ends or slashes between them.
    ``reduced`` fixes the first row and the first col to be in order: n!(n-1)! times fewer.

    >>> from squaredance import cover
    >>> cover.count(latin(4).problem).count, cover.count(latin(4, reduced=True).problem).count
    (576, 4)
    >>> cover.count(latin(3, "1../.2./...").problem).count
    1
    >>> latin(3, "1../.2.")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected 3 rows of 3 symbols, found 2
    """
    geometry = Geometry(whole(size, 1, 64, "an order of Latin squares"), box=None)
    values = [0] * (size * size) if rows is None else _clues(size, rows)
    if reduced:
        if rows is not None:
            raise SquaredanceError("expected rows or reduced, found both")
        for n in range(size):
            values[n] = values[n * size] = n + 1
    known = term(REDUCED_LATIN if reduced else LATIN, size) if rows is None else None
    title = f"{'A reduced' if reduced else 'A'} Latin square of order {size}"
    source = "" if known is None else "OEIS " + ("A000315" if reduced else "A002860")
    return _filling("latin", title, Puzzle(geometry, values), known, source, colored=True)


def _clues(size: int, rows: str | Sequence[str]) -> list[int]:
    lines = rows.replace("/", "\n").split("\n") if isinstance(rows, str) else list(rows)
    if len(lines) != size:
        raise SquaredanceError(f"expected {size} rows of {size} symbols, found {len(lines)}")
    symbols = default_symbols(size)
    of = {symbols.text(value): value for value in range(1, size + 1)} | dict.fromkeys(".0", 0)
    values = []
    for number, line in enumerate(lines, 1):
        if len(line) != size or any(mark not in of for mark in line):
            raise SquaredanceError(f"row {number}: expected {size} symbols, found {line!r}")
        values += [of[mark] for mark in line]
    return values


def _filling(
    name: str, title: str, puzzle: Puzzle, known: int | None, source: str, *, colored: bool
) -> Example:
    geometry, size = puzzle.geometry, puzzle.size
    cells = [(cell // size, cell % size) for cell in range(size * size)]
    houses = [geometry.house_name(h).replace(" ", "") for h in range(len(geometry.houses))]
    everything = (1 << size) - 1
    candidates = []
    for cell, clue in enumerate(puzzle.values):
        mask = puzzle.candidates[cell] if puzzle.candidates else everything
        candidates += [
            (cell, value)
            for value in range(1, size + 1)
            if mask >> (value - 1) & 1 and clue in (0, value)
        ]
    options = [
        (cell_item(cells[cell]), *(f"{houses[h]}={value}" for h in geometry.houses_of[cell]))
        for cell, value in candidates
    ]
    values = [f"{house}={value}" for house in houses for value in range(1, size + 1)]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.tiles import Tile, tiles_svg

        filled = {cells[cell]: value for cell, value in (candidates[o] for o in chosen)}
        symbols = default_symbols(size)
        if colored:
            tiles = [Tile([cell], value - 1) for cell, value in sorted(filled.items())]
        else:
            boxes = geometry.houses[2 * size : 3 * size] if geometry.box else [range(size * size)]
            tiles = [Tile([cells[cell] for cell in box]) for box in boxes]
        clues = [cells[cell] for cell, clue in enumerate(puzzle.values) if clue]
        letters = {cell: symbols.text(value) for cell, value in filled.items()}
        return tiles_svg(title, tiles, board=cells, letters=letters, bold=clues)

    problem = Problem([*map(cell_item, cells), *values], options)
    return Example(name, title, problem, draw, known, source)
