"""A grid on any canvas: rules, shades of extra houses, symbols and candidates in their cells.

  cell
+------+------+     thin rules between cells, heavy ones around the grid and between
| clue | 1 2  |     regions: boxes, or extra houses that part the grid (a jigsaw)
|      |   4  |
+------+------+     cells of other extra houses are shaded
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance.puzzle import Puzzle
from squaredance.render.canvas import Canvas, Font, Place, Segment, writing_line
from squaredance.render.helvetica import text_width

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.puzzle import Grid
    from squaredance.symbols import Symbols

_THIN_SHADE: Final = 0.6
_EXTRA_SHADE: Final = 0.9
_CANDIDATE_SHADE: Final = 0.25


class Look(NamedTuple):
    """Lengths of a grid's drawing, in the units of its canvas. Symbols and candidates have the
    size of their font.
    """

    cell: float
    thin: float
    heavy: float
    symbol: float
    candidate: float

    @classmethod
    def of(cls, symbols: Symbols, geometry: Geometry, cell: float, *, large: bool = False) -> Look:
        """For a cell of that side; ``large``: symbols that fill it, and heavier rules.

        >>> from squaredance.geometry import Geometry
        >>> from squaredance.symbols import default_symbols
        >>> round(Look.of(default_symbols(9), Geometry(9), 20).symbol, 1)
        13.2
        """
        widest = widest_symbol(symbols)
        share, fill = (0.84, 0.86) if large else (0.66, 0.68)
        symbol = cell * min(share, fill / widest)
        part = cell * 0.94 / max(candidate_places(geometry))
        thin, heavy = (0.035, 0.1) if large else (0.025, 0.075)
        return cls(cell, thin * cell, heavy * cell, symbol, part * min(0.74, 0.8 / widest))

    def at_most(self, thin: float, heavy: float) -> Look:
        """The same with rules no heavier than that: on paper they need not grow with the cells."""
        return self._replace(thin=min(self.thin, thin), heavy=min(self.heavy, heavy))


@lru_cache(maxsize=64)
def widest_symbol(symbols: Symbols) -> float:
    """Of a font's size, where it is bold."""
    return max(text_width(symbols.text(v), bold=True) for v in range(1, symbols.size + 1))


def candidate_places(geometry: Geometry) -> tuple[int, int]:
    """Rows and cols of the candidates in a cell: as wide as a box, so 9x9 has a keypad.

    >>> from squaredance.geometry import Geometry
    >>> candidate_places(Geometry(6)), candidate_places(Geometry(7))
    ((2, 3), (3, 3))
    """
    n = geometry.size
    across = geometry.box[1] if geometry.box else max(1, round(n**0.5))
    return -(-n // across), across


class Ruling(NamedTuple):
    """The rules of a geometry and the cells that are shaded, with cells of side 1."""

    thin: tuple[Segment, ...]
    heavy: tuple[Segment, ...]
    shaded: tuple[int, ...]


@lru_cache(maxsize=64)
def ruling(geometry: Geometry) -> Ruling:
    """Rules run as far as they can: few strokes make small files.

    >>> from squaredance.geometry import Geometry
    >>> drawn = ruling(Geometry(6))
    >>> len(drawn.thin), len(drawn.heavy), drawn.shaded
    (7, 7, ())
    """
    n = geometry.size
    regions, others = _regions(geometry)
    across = _rules(n, lambda line, at: regions[(line - 1) * n + at] != regions[line * n + at])
    down = _rules(n, lambda line, at: regions[at * n + line - 1] != regions[at * n + line])
    frame = [(0, 0, n), (n, 0, n)]
    heavy = [
        *((start, line, end, line) for line, start, end in [*frame, *across]),
        *((line, start, line, end) for line, start, end in [*frame, *down]),
    ]
    drawn = set(heavy)
    thin = [(0, line, n, line) for line in range(1, n)] + [
        (line, 0, line, n) for line in range(1, n)
    ]
    shaded = sorted({cell for house in others for cell in house})
    return Ruling(tuple(rule for rule in thin if rule not in drawn), tuple(heavy), tuple(shaded))


def _regions(geometry: Geometry) -> tuple[Sequence[int], Sequence[tuple[int, ...]]]:
    """The number of the region of each cell, and the extra houses that are no regions."""
    n, extra = geometry.size, geometry.extra
    if geometry.box is not None:
        high, wide = geometry.box
        return [cell // n // high * n + cell % n // wide for cell in range(n * n)], extra
    numbers = {cell: number for number, house in enumerate(extra[:n]) for cell in house}
    if len(numbers) == n * n:
        return [numbers[cell] for cell in range(n * n)], extra[n:]
    return bytes(n * n), extra


def _rules(n: int, differ: Callable[[int, int], bool]) -> Iterator[tuple[int, int, int]]:
    """(line, start, end) of each run along an inner line with different regions on its sides."""
    for line in range(1, n):
        start = 0
        for at in range(n + 1):
            if at == n or not differ(line, at):
                if at > start:
                    yield line, start, at
                start = at + 1


def draw_grid(
    canvas: Canvas,
    grid: Grid,
    x: float,
    y: float,
    look: Look,
    symbols: Symbols,
    *,
    solution: Grid | None = None,
    candidates: bool = True,
) -> None:
    """A grid with its upper left corner at a point; clues of a Puzzle are bold.

    ``solution`` fills the other cells. The candidates of a candidate puzzle stand in open cells,
    unless they are not wanted.
    """
    n, cell = grid.size, look.cell
    drawn = ruling(grid.geometry)
    if drawn.shaded:
        canvas.rects(
            ((x + c % n * cell, y + c // n * cell, cell, cell) for c in drawn.shaded), _EXTRA_SHADE
        )
    if drawn.thin:
        canvas.lines(_scaled(drawn.thin, x, y, cell), look.thin, _THIN_SHADE)
    canvas.lines(_scaled(drawn.heavy, x, y, cell), look.heavy)
    values = grid.values
    if any(values):
        bold = isinstance(grid, Puzzle)
        canvas.texts(_symbols(values, n, x, y, look, symbols), Font(look.symbol, bold))
    if solution is not None:
        rest = bytes(0 if clue else v for clue, v in zip(values, solution.values, strict=True))
        canvas.texts(_symbols(rest, n, x, y, look, symbols), Font(look.symbol))
    elif candidates and isinstance(grid, Puzzle) and grid.candidates is not None:
        canvas.texts(
            _candidates(grid, x, y, look, symbols), Font(look.candidate, shade=_CANDIDATE_SHADE)
        )


def _scaled(rules: Iterable[Segment], x: float, y: float, cell: float) -> Iterator[Segment]:
    return ((x + a * cell, y + b * cell, x + c * cell, y + d * cell) for a, b, c, d in rules)


def _symbols(
    values: bytes, n: int, x: float, y: float, look: Look, symbols: Symbols
) -> Iterator[Place]:
    side, text = look.cell, symbols.text
    middles = [x + (col + 0.5) * side for col in range(n)]
    line = writing_line(y + side / 2, look.symbol)
    for cell, value in enumerate(values):
        if value:
            yield middles[cell % n], line + cell // n * side, text(value)


def _candidates(
    puzzle: Puzzle, x: float, y: float, look: Look, symbols: Symbols
) -> Iterator[Place]:
    n, side = puzzle.size, look.cell
    down, across = candidate_places(puzzle.geometry)
    edge, room = side * 0.03, side * 0.94
    for cell, mask in enumerate(puzzle.candidates or ()):
        if puzzle.values[cell]:
            continue
        left, top = x + cell % n * side + edge, y + cell // n * side + edge
        for value in range(n):
            if mask >> value & 1:
                middle = top + (value // across + 0.5) * room / down
                yield (
                    left + (value % across + 0.5) * room / across,
                    writing_line(middle, look.candidate),
                    symbols.text(value + 1),
                )
