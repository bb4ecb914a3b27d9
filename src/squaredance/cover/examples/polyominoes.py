"""Tilings: pentominoes, Y-pentominoes, dominoes, on any board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from squaredance.cover import Problem
from squaredance.cover.examples.base import Example
from squaredance.cover.examples.boards import Cell, board_cells, board_name, cell_item, sides
from squaredance.errors import SquaredanceError

# The letters are Golomb's, which everybody uses.
PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#####", "L": "#./#./#./##", "N": ".#/.#/##/#.",
    "P": "##/##/#.", "T": "###/.#./.#.", "U": "#.#/###", "V": "#../#../###",
    "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z": "##./.#./.##",
}  # fmt: skip
_PLACINGS = "Golomb, Polyominoes (1994)"
# Tilings with their turns and reflections: 4 times the classic number for a rectangle (2,339,
# 1,010, 368, 2) and 8 times for a square (65).
_KNOWN = {(6, 10): 9356, (5, 12): 4040, (4, 15): 1472, (3, 20): 8}
_KNOWN_HOLED = 520
_DOMINO_SQUARES = {  # OEIS A004003
    2: 2, 4: 36, 6: 6728, 8: 12988816, 10: 258584046368, 12: 53060477521960000,
    14: 112202208776036178000000, 16: 2444888770250892795802079170816,
}  # fmt: skip

Shape = tuple[Cell, ...]


def pentominoes(
    rows: int | str | Sequence[str] = 6,
    cols: int | None = None,
    pieces: str = "FILNPTUVWXYZ",
    reduced: bool = False,
) -> Example:
    """Each piece once on a board of five cells per piece.

    ``reduced`` counts a tiling once and not with its turns and reflections: a piece without
    symmetry of its own keeps one orientation of those that the board's symmetries make of it,
    so exactly one of the tilings that look alike remains.

    >>> from squaredance import cover
    >>> cover.count(pentominoes(3, 20).problem).count
    8
    >>> cover.count(pentominoes(3, 20, reduced=True).problem).count
    2
    >>> pentominoes(8, 8)
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a board of 60 cells for 12 pieces, found 64
    """
    if rows == 6 and cols is None:
        cols = 10
    cells = board_cells(rows, cols)
    pieces = _checked_pieces(pieces, len(cells))
    shapes = {piece: orientations(shape_of(PENTOMINOES[piece])) for piece in pieces}
    same = len(_symmetries(cells))
    if reduced:
        piece = next((p for p in pieces if len(shapes[p]) == 8), None)
        if piece is None:
            raise SquaredanceError("expected F, L, N, P or Y among the pieces of a reduced board")
        shapes[piece] = _one_of_each_orbit(shapes[piece], cells)
    placed = [(p, place) for p in pieces for place in places(shapes[p], cells)]
    options = [(p, *map(cell_item, place)) for p, place in placed]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.tiles import Tile, tiles_svg

        number = {piece: place for place, piece in enumerate(PENTOMINOES)}
        tiles = [Tile(place, number[p]) for p, place in (placed[o] for o in chosen)]
        names = {place[len(place) // 2]: p for p, place in (placed[o] for o in chosen)}
        return tiles_svg(title, tiles, board=cells, letters=names)

    title = f"{'Pentominoes' if len(pieces) > 1 else 'Pentomino'} on {board_name(cells)}"
    known = _known_pentominoes(cells) if len(pieces) == 12 else None
    return Example(
        "pentominoes",
        title + (", turns and reflections left out" if reduced else ""),
        Problem([*pieces, *map(cell_item, cells)], options),
        draw,
        known // same if known and reduced else known,
        _PLACINGS if known else "",
    )


def _checked_pieces(pieces: str, cells: int) -> str:
    for place, piece in enumerate(pieces):
        if piece not in PENTOMINOES or piece in pieces[:place]:
            raise SquaredanceError(
                f"expected different pieces of {''.join(PENTOMINOES)}, found {pieces!r}"
            )
    if cells != 5 * len(pieces):
        raise SquaredanceError(
            f"expected a board of {5 * len(pieces)} cells for {len(pieces)} pieces, found {cells}"
        )
    return pieces


def _known_pentominoes(cells: Sequence[Cell]) -> int | None:
    high, wide = sorted(sides(cells))
    if high * wide == len(cells):
        return _KNOWN.get((high, wide))
    holed = {(r, c) for r in range(8) for c in range(8)} - {(3, 3), (3, 4), (4, 3), (4, 4)}
    return _KNOWN_HOLED if set(cells) == holed else None


def y_pentominoes(rows: int | str | Sequence[str] = 10, cols: int | None = None) -> Example:
    """One piece, the Y-pentomino, as often as it goes: each cell once, no item for the piece.

    >>> from squaredance import cover
    >>> cover.count(y_pentominoes(5, 10).problem).count
    10
    """
    cells = board_cells(rows, cols)
    known, source = (
        (350, "counted by many programs, no first source known to us")
        if sides(cells) == (10, 10)
        else (None, "")
    )
    return _tiling("y_pentominoes", "Y-pentominoes", PENTOMINOES["Y"], cells, known, source)


def dominoes(rows: int | str | Sequence[str] = 8, cols: int | None = None) -> Example:
    """Dominoes on any board.

    >>> from squaredance import cover
    >>> cover.count(dominoes(4, 4).problem).count
    36
    >>> cover.count(dominoes(".##./####/####/.##.").problem).count  # an Aztec diamond: 2^3
    8
    """
    cells = board_cells(rows, cols)
    high, wide = sides(cells)
    known = _DOMINO_SQUARES.get(high) if high == wide and high * wide == len(cells) else None
    source = "Kasteleyn; Temperley and Fisher (1961); OEIS A004003" if known else ""
    return _tiling("dominoes", "Dominoes", "##", cells, known, source)


def _tiling(
    name: str, plural: str, piece: str, cells: list[Cell], known: int | None, source: str
) -> Example:
    placed = list(places(orientations(shape_of(piece)), cells))

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.tiles import Tile, apart, tiles_svg

        regions = sorted(placed[option] for option in chosen)
        colors = [_domino_kind(*r) for r in regions] if name == "dominoes" else apart(regions)
        tiles = [Tile(*pair) for pair in zip(regions, colors, strict=True)]
        return tiles_svg(title, tiles, board=cells)

    title = f"{plural} on {board_name(cells)}"
    problem = Problem(map(cell_item, cells), [tuple(map(cell_item, p)) for p in placed])
    return Example(name, title, problem, draw, known, source)


def _domino_kind(one: Cell, other: Cell) -> int:
    """Across or down, on a white or a black cell first: the four kinds of Aztec diamonds, whose
    frozen corners this shows.
    """
    return 2 * (one[0] != other[0]) + sum(one) % 2


def shape_of(text: str) -> Shape:
    """The cells of a piece, from rows of text.

    >>> shape_of("##/#.")
    ((0, 0), (0, 1), (1, 0))
    """
    return tuple(board_cells(text))


def _moved(shape: Iterable[Cell]) -> Shape:
    """In order, and as far up and to the left as it goes."""
    cells = sorted(shape)
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple((row - top, col - left) for row, col in cells)


def _turned(shape: Iterable[Cell], turn: int) -> Shape:
    """One of the 8 ways to turn and reflect: turns of 90 degrees, and 4 more with a flip."""
    cells = [(row, -col) for row, col in shape] if turn >= 4 else list(shape)
    for _ in range(turn % 4):
        cells = [(col, -row) for row, col in cells]
    return _moved(cells)


def orientations(shape: Shape) -> list[Shape]:
    """The different shapes that turns and reflections make of one.

    >>> [len(orientations(shape_of(text))) for text in ("#", "##", "##/#.", "##/##/#.")]
    [1, 2, 4, 8]
    """
    return sorted({_turned(shape, turn) for turn in range(8)})


def _symmetries(cells: Sequence[Cell]) -> list[int]:
    """Which of the 8 turns leave the board as it is."""
    board = _moved(cells)
    return [turn for turn in range(8) if _turned(board, turn) == board]


def _one_of_each_orbit(shapes: list[Shape], cells: Sequence[Cell]) -> list[Shape]:
    turns = _symmetries(cells)
    return [s for s in shapes if s == min(_turned(s, turn) for turn in turns)]


def places(shapes: Iterable[Shape], cells: Sequence[Cell]) -> Iterable[Shape]:
    """Every way to put one of the shapes on the board.

    >>> list(places([((0, 0), (0, 1))], board_cells(1, 3)))
    [((0, 0), (0, 1)), ((0, 1), (0, 2))]
    """
    board = set(cells)
    for shape in shapes:
        (_, first), *_ = shape  # the first cell has row 0, so a board cell is its place
        for row, col in cells:
            place = tuple((row + r, col + c - first) for r, c in shape)
            if board.issuperset(place):
                yield place
