"""State: a puzzle on its way to the solution, with the candidates that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from squaredance import _core
from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry, cell_name
from squaredance.puzzle import Grid, Puzzle, PuzzleLike, as_puzzle, bits
from squaredance.typed import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from squaredance.explain.step import Step


class State:
    """The values placed so far and the candidates of the open cells. Immutable, hashable.

    ``puzzle`` is what it started from: its clues tell apart what was placed since. ``candidates``
    is one mask per cell (bit v-1 for value v), 0 for a filled cell. Without any, they are what the
    values leave.

    >>> state = State("1234341221434.21")
    >>> state.values_of(13), state.is_solved
    ((3,), False)
    >>> from squaredance import hint
    >>> state.apply(hint(state)).grid
    <Grid 4x4 1234341221434321>
    >>> print(State("1......2.3....4."))
    1  24 | 3  34
    34 4  | 13 2
    ------+------
    24 3  | 12 1
    2  12 | 4  13
    """

    __slots__ = ("candidates", "puzzle", "values")

    puzzle: Puzzle
    values: bytes
    candidates: tuple[int, ...]

    def __init__(
        self,
        puzzle: PuzzleLike,
        values: Iterable[int] | None = None,
        candidates: Sequence[int] | None = None,
    ) -> None:
        start = as_puzzle(puzzle)
        filled = start.values if values is None else Grid(start.geometry, values).values
        for cell, clue in enumerate(start.clues):
            if clue and filled[cell] != clue:
                name = cell_name(cell, start.size)
                raise SquaredanceError(f"{name}: expected its clue {clue}, found {filled[cell]}")
        masks = list(_full_masks(start, candidates))
        for cell, value in enumerate(filled):
            if value:
                masks[cell] = 0
                for peer in peers(start.geometry)[cell]:
                    masks[peer] &= ~(1 << (value - 1))
        self._fill(start, filled, tuple(masks))

    def _fill(self, puzzle: Puzzle, values: bytes, candidates: tuple[int, ...]) -> None:
        object.__setattr__(self, "puzzle", puzzle)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "candidates", candidates)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a State cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a State cannot be changed ({name})")

    @property
    def geometry(self) -> Geometry:
        """The size, the boxes and the houses."""
        return self.puzzle.geometry

    @property
    def grid(self) -> Grid:
        """The values as a Grid."""
        return Grid._trusted(self.geometry, self.values)

    @property
    def is_solved(self) -> bool:
        """True when no cell is open."""
        return 0 not in self.values

    @property
    def is_dead(self) -> bool:
        """True when an open cell has no candidate left: there is no solution."""
        return any(not v and not m for v, m in zip(self.values, self.candidates, strict=True))

    def values_of(self, cell: int) -> tuple[int, ...]:
        """The candidates of one cell, none for a filled one.

        >>> State("1234341221434.21").values_of(0)
        ()
        """
        return tuple(bits(self.candidates[cell]))

    def apply(self, step: Step) -> Self:
        """The state after a step: its eliminations struck, its placements made.

        >>> from squaredance import hint
        >>> state = State("1234341221434.21")
        >>> state.apply(hint(state)).values_of(13)
        ()
        """
        check_step(step, self.geometry)
        size, cells = self.geometry.size, self.geometry.cells
        for cell, value in (*step.eliminations, *step.placements):
            if not 0 <= cell < cells:
                raise SquaredanceError(f"expected cells from 0 to {cells - 1}, found {cell}")
            if not 1 <= value <= size:
                name = cell_name(cell, size)
                raise SquaredanceError(f"{name}: expected a value from 1 to {size}, found {value}")
        masks = list(self.candidates)
        values = bytearray(self.values)
        for cell, value in step.eliminations:
            masks[cell] &= ~(1 << (value - 1))
        for cell, value in step.placements:
            if values[cell] not in (0, value):
                name = cell_name(cell, size)
                raise SquaredanceError(f"{name}: expected an open cell, found {values[cell]}")
            values[cell], masks[cell] = value, 0
            for peer in peers(self.geometry)[cell]:
                masks[peer] &= ~(1 << (value - 1))
        after = object.__new__(type(self))
        after._fill(self.puzzle, bytes(values), tuple(masks))
        return after

    def _key(self) -> tuple[object, ...]:
        return self.puzzle, self.values, self.candidates

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return State, self._key()

    def __repr__(self) -> str:
        left = sum(mask.bit_count() for mask in self.candidates)
        return f"<State {self.grid!r} {left} candidates>"

    def __str__(self) -> str:
        from squaredance.render.text import candidates_text

        return candidates_text(self.grid, self.candidates)

    def _repr_svg_(self) -> str:
        from squaredance.render.marked_svg import marked_svg

        return marked_svg(self.geometry, self.values, self.candidates, clues=self.puzzle.clues)


StateLike = State | PuzzleLike


def as_state(puzzle: StateLike) -> State:
    """A State from a State, or from anything that makes a Puzzle.

    >>> as_state("1234341221434.21").puzzle.clue_count
    15
    """
    return puzzle if isinstance(puzzle, State) else State(puzzle)


def check_step(step: object, geometry: Geometry) -> None:
    """An error unless it is a step on this geometry.

    >>> check_step(None, Geometry(9))
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a Step, found NoneType
    """
    from squaredance.explain.step import Step

    if not isinstance(step, Step):
        raise SquaredanceError(f"expected a Step, found {type(step).__name__}")
    if step.geometry != geometry:
        raise SquaredanceError("expected a step on the geometry of the state")


@lru_cache(maxsize=16)
def peers(geometry: Geometry) -> tuple[frozenset[int], ...]:
    """For each cell, the others that share a house with it.

    >>> len(peers(Geometry(9))[0])
    20
    """
    found: list[set[int]] = [set() for _ in range(geometry.cells)]
    for house in geometry.houses:
        for cell in house:
            found[cell].update(house)
    return tuple(frozenset(cells - {cell}) for cell, cells in enumerate(found))


def seen(geometry: Geometry) -> _core.Geometry:
    """The native geometry, when techniques can be looked for on it: they keep a table of all pairs
    of houses."""
    houses = len(geometry.houses)
    if houses > _core.MOST_HOUSES:
        raise SquaredanceError(
            f"expected at most {_core.MOST_HOUSES} houses to explain or rate, found {houses}"
        )
    return geometry.core


@lru_cache(maxsize=16)
def techniques(geometry: Geometry) -> _core.Techniques:
    """The native techniques on a geometry, made once."""
    return _core.Techniques(seen(geometry), geometry.box is not None)


def _full_masks(puzzle: Puzzle, candidates: Sequence[int] | None) -> Sequence[int]:
    masks = puzzle.candidates
    if candidates is not None:
        given = Puzzle(puzzle.geometry, bytes(len(puzzle.values)), candidates).candidates
        assert given is not None
        both = zip(given, masks or given, strict=True)
        masks = tuple(mask & allowed for mask, allowed in both)
    return masks or ((1 << puzzle.size) - 1,) * puzzle.geometry.cells
