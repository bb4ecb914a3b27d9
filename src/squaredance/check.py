"""Check: is this grid a valid solution of this puzzle, and if not, where does it clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry, cell_name
from squaredance.puzzle import Puzzle, PuzzleLike, as_puzzle
from squaredance.symbols import default_symbols
from squaredance.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from squaredance.symbols import Symbols


class Clash(NamedTuple):
    """One value that stands several times in one house.

    >>> str(Clash("row 1", 3, (0, 4), Geometry(9)))
    '3 stands 2 times in row 1: R1C1 R1C5'
    >>> str(Clash("row 1", 3, (0, 4), Geometry(16)))
    'C stands 2 times in row 1: R1C1 R1C5'
    """

    house: str
    value: int
    cells: tuple[int, ...]
    geometry: Geometry

    def __str__(self) -> str:
        return self.text()

    def text(self, symbols: Symbols | None = None) -> str:
        """The clash in words, in the symbols of the input."""
        size = self.geometry.size
        names = " ".join(cell_name(cell, size) for cell in self.cells)
        symbol = (symbols or default_symbols(size)).text(self.value)
        return f"{symbol} stands {len(self.cells)} times in {self.house}: {names}"


class Check(NamedTuple):
    """What `check` found. True when the grid is a solution of the puzzle."""

    clashes: tuple[Clash, ...]
    empty_cells: tuple[int, ...]
    changed_clues: tuple[int, ...]  # cells whose clue the grid does not keep
    geometry: Geometry

    @property
    def valid(self) -> bool:
        """No clash, no empty cell, every clue kept."""
        return not (self.clashes or self.empty_cells or self.changed_clues)

    def __bool__(self) -> bool:
        return self.valid

    def problems(self, symbols: Symbols | None = None) -> list[str]:
        """A line for each thing that is wrong; none for a valid solution."""
        size = self.geometry.size
        lines = [clash.text(symbols) for clash in self.clashes]
        if self.empty_cells:
            lines.append(_named("no value in", self.empty_cells, size))
        if self.changed_clues:
            lines.append(_named("clue not kept in", self.changed_clues, size))
        return lines

    def __str__(self) -> str:
        return "; ".join(self.problems()) or "valid"


def check(puzzle: PuzzleLike, grid: PuzzleLike | None = None) -> Check:
    """Check a filled grid against a puzzle; without a grid, the puzzle's own values.

    >>> puzzle = "1......2.3....4."
    >>> print(check(puzzle, "1234341221434321"))
    clue not kept in R3C2 R4C3
    >>> print(check("11.............."))
    1 stands 2 times in row 1: R1C1 R1C2; 1 stands 2 times in box 1: R1C1 R1C2; \
no value in R1C3 R1C4 R2C1 R2C2 R2C3 R2C4 R3C1 R3C2 and 6 more
    """
    given = as_puzzle(puzzle)
    filled = given if grid is None else as_puzzle(grid)
    if filled.geometry.size != given.geometry.size:
        raise SquaredanceError(
            f"expected a grid of size {given.geometry.size}, found {filled.geometry.size}"
        )
    if given.candidates is None and given.geometry.core.is_solution(filled.values, given.clues):
        return Check((), (), (), given.geometry)  # nearly always; to find nothing takes long
    pairs = enumerate(zip(given.clues, filled.values, strict=True))
    return Check(
        clashes=tuple(find_clashes(given.geometry, filled.values)),
        empty_cells=tuple(cell for cell, value in enumerate(filled.values) if not value),
        changed_clues=tuple(c for c, (clue, value) in pairs if _breaks_clue(given, c, clue, value)),
        geometry=given.geometry,
    )


def _breaks_clue(puzzle: Puzzle, cell: int, clue: int, value: int) -> bool:
    if clue:
        return value != clue
    return bool(puzzle.candidates and value and not puzzle.candidates[cell] >> (value - 1) & 1)


def find_clashes(geometry: Geometry, values: Sequence[int]) -> Iterator[Clash]:
    """Every value that stands twice in a house.

    >>> [str(clash) for clash in find_clashes(Geometry(2), [1, 1, 0, 2])]
    ['1 stands 2 times in row 1: R1C1 R1C2']
    """
    for index, house in enumerate(geometry.houses):
        places: dict[int, list[int]] = {}
        for cell in house:
            if values[cell]:
                places.setdefault(values[cell], []).append(cell)
        for value, cells in places.items():
            if len(cells) > 1:
                yield Clash(geometry.house_name(index), value, tuple(cells), geometry)


_TWICE, _NO_VALUE, _NO_PLACE = 1, 2, 3  # kinds of conflicts, as native code numbers them


def explain_conflict(puzzle: Puzzle, symbols: Symbols | None = None) -> str | None:
    """Why a puzzle has no solution, when its clues alone show it.

    >>> explain_conflict(Puzzle.from_text("123....4........"))
    'R1C4 has no value left'
    """
    if puzzle.candidates is None:
        return explain_clues(puzzle.geometry, puzzle.clues, symbols)
    return _sentence(find_conflict(puzzle), puzzle.geometry, puzzle.clues, symbols)


def explain_clues(geometry: Geometry, clues: bytes, symbols: Symbols | None = None) -> str | None:
    """The same of clues alone, quickly: a file may have millions of these."""
    return _sentence(geometry.core.conflict(clues), geometry, clues, symbols)


def find_conflict(puzzle: Puzzle) -> tuple[int, int, int] | None:
    """What native code finds in clues, also where candidates are given: the kind, the house or
    the cell, and the value.
    """
    geometry = puzzle.geometry
    for index, house in enumerate(geometry.houses):
        values = [puzzle.clues[cell] for cell in house if puzzle.clues[cell]]
        for value in values:
            if values.count(value) > 1:
                return _TWICE, index, value
    masks = candidate_masks(puzzle)
    for cell, mask in enumerate(masks):
        if not mask:
            return _NO_VALUE, cell, 0
    for index, house in enumerate(geometry.houses):
        union = 0
        for cell in house:
            union |= masks[cell]
        for value in range(1, geometry.size + 1):
            if not union >> (value - 1) & 1:
                return _NO_PLACE, index, value
    return None


def _sentence(
    conflict: tuple[int, int, int] | None,
    geometry: Geometry,
    clues: bytes,
    symbols: Symbols | None,
) -> str | None:
    if conflict is None:
        return None
    kind, place, value = conflict
    if kind == _NO_VALUE:
        return f"{cell_name(place, geometry.size)} has no value left"
    house = geometry.house_name(place)
    if kind == _NO_PLACE:
        symbol = (symbols or default_symbols(geometry.size)).text(value)
        return f"no place is left for {symbol} in {house}"
    cells = tuple(cell for cell in geometry.houses[place] if clues[cell] == value)
    return Clash(house, value, cells, geometry).text(symbols)


def candidate_masks(puzzle: Puzzle) -> list[int]:
    """What the clues leave in each cell, bit v-1 for value v.

    >>> candidate_masks(Puzzle.from_rows([[1, 0], [0, 0]]))
    [1, 2, 2, 3]
    """
    geometry = puzzle.geometry
    taken = [0] * len(geometry.houses)
    for cell, clue in enumerate(puzzle.clues):
        if clue:
            for house in geometry.houses_of[cell]:
                taken[house] |= 1 << (clue - 1)
    full = (1 << geometry.size) - 1
    masks = list(puzzle.candidates or [full] * geometry.cells)
    for cell, clue in enumerate(puzzle.clues):
        if clue:
            masks[cell] &= 1 << (clue - 1)
        else:
            for house in geometry.houses_of[cell]:
                masks[cell] &= ~taken[house]
    return masks


def _named(text: str, cells: Iterable[int], size: int, most: int = 8) -> str:
    names = [cell_name(cell, size) for cell in cells]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{text} {' '.join(names[:most])}{more}"
