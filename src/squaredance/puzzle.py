"""Puzzle and Grid: values on a Geometry. Values are 1..N, 0 is an empty cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index

from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry, cell_name, standard_geometry
from squaredance.typed import Self

_new = object.__new__
_set = object.__setattr__


class Grid:
    """A full or partial filling of a Geometry. Immutable, hashable, picklable.

    >>> grid = Grid(Geometry(4), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> print(grid)
    12|34
    34|12
    --+--
    21|43
    43|21
    >>> grid[0, 3], grid.is_full
    (4, True)
    """

    __slots__ = ("geometry", "values")

    geometry: Geometry
    values: bytes

    def __init__(self, geometry: Geometry, values: Iterable[int]) -> None:
        raw = values if isinstance(values, bytes) else bytes(_checked_values(values))
        if len(raw) != geometry.cells:
            raise SquaredanceError(f"expected {geometry.cells} values, found {len(raw)}")
        if raw and max(raw) > geometry.size:
            cell = next(c for c, value in enumerate(raw) if value > geometry.size)
            raise SquaredanceError(
                f"{cell_name(cell, geometry.size)}: "
                f"expected a value from 0 to {geometry.size}, found {raw[cell]}"
            )
        object.__setattr__(self, "geometry", geometry)
        object.__setattr__(self, "values", raw)

    @classmethod
    def _trusted(cls, geometry: Geometry, values: bytes) -> Self:
        """A grid from values that a reader or an engine made: half the cost of a call."""
        grid = _new(cls)
        _set(grid, "geometry", geometry)
        _set(grid, "values", values)
        return grid

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed ({name})")

    @property
    def size(self) -> int:
        """N: the number of values, and of cells in a house."""
        return self.geometry.size

    @property
    def is_full(self) -> bool:
        """True when no cell is empty (which does not make it valid: see `check`)."""
        return 0 not in self.values

    def rows(self) -> list[list[int]]:
        """The values as a list of rows.

        >>> Grid(Geometry(2), [1, 2, 2, 1]).rows()
        [[1, 2], [2, 1]]
        """
        n = self.size
        return [list(self.values[start : start + n]) for start in range(0, n * n, n)]

    def __getitem__(self, place: tuple[int, int]) -> int:
        row, col = place
        if not (0 <= row < self.size and 0 <= col < self.size):
            raise IndexError(f"expected (row, col) from 0 to {self.size - 1}, found {place}")
        return self.values[row * self.size + col]

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def _key(self) -> tuple[object, ...]:
        return self.geometry, self.values

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._key()

    def __str__(self) -> str:
        from squaredance.render.text import grid_text

        return grid_text(self)

    def __repr__(self) -> str:
        from squaredance.formats import dumps

        return f"<{type(self).__name__} {self.size}x{self.size} {dumps(self, 'line').strip()}>"

    def _repr_svg_(self) -> str:
        from squaredance.render.svg import grid_svg

        return grid_svg(self)


class Puzzle(Grid):
    """A Geometry and its clues, and for a candidate puzzle what is left in each cell.

    Any text that `loads` reads makes a Puzzle, and so do rows of numbers. ``candidates``
    is one mask per cell (bit v-1 for value v); cells with a clue keep only that bit.

    >>> puzzle = Puzzle.from_rows([[1, 0, 0, 0], [0, 0, 0, 2], [0, 3, 0, 0], [0, 0, 4, 0]])
    >>> puzzle
    <Puzzle 4x4 1......2.3....4.>
    >>> puzzle == Puzzle.from_text("1......2.3....4."), puzzle.clue_count
    (True, 4)
    """

    __slots__ = ("candidates",)

    candidates: tuple[int, ...] | None

    def __init__(
        self,
        geometry: Geometry,
        clues: Iterable[int],
        candidates: Sequence[int] | None = None,
    ) -> None:
        super().__init__(geometry, clues)
        masks = None if candidates is None else self._checked_masks(candidates)
        object.__setattr__(self, "candidates", masks)

    @classmethod
    def _trusted(cls, geometry: Geometry, values: bytes) -> Self:
        puzzle = super()._trusted(geometry, values)
        _set(puzzle, "candidates", None)
        return puzzle

    def _checked_masks(self, candidates: Sequence[int]) -> tuple[int, ...]:
        n = self.size
        if len(candidates) != n * n:
            raise SquaredanceError(f"expected {n * n} candidate masks, found {len(candidates)}")
        for cell, mask in enumerate(candidates):
            if type(mask) is not int or not 0 <= mask < 1 << n:
                raise SquaredanceError(
                    f"{cell_name(cell, n)}: expected a candidate mask of {n} bits, found {mask!r}"
                )
        clue_masks = ((1 << clue) >> 1 for clue in self.clues)
        return tuple(m & c if c else m for m, c in zip(candidates, clue_masks, strict=True))

    @classmethod
    def from_text(cls, text: str | bytes) -> Puzzle:
        """The one puzzle in the text, in any format that `loads` detects.

        >>> Puzzle.from_text("1 0 0 0\\n0 0 0 2\\n0 3 0 0\\n0 0 4 0").clue_count
        4
        """
        from squaredance.formats import loads

        return loads(text)

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]], geometry: Geometry | None = None) -> Self:
        """A puzzle from rows of values, 0 for an empty cell.

        >>> Puzzle.from_rows([[0, 2], [0, 0]]).clues
        b'\\x00\\x02\\x00\\x00'
        """
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows):
                raise SquaredanceError(
                    f"row {number}: expected {len(rows)} values, found {len(row)}"
                )
        return cls(
            geometry or standard_geometry(len(rows)), [value for row in rows for value in row]
        )

    @property
    def clues(self) -> bytes:
        """The clue of each cell, 0 where there is none."""
        return self.values

    @property
    def clue_count(self) -> int:
        """How many cells hold a clue."""
        return len(self.values) - self.values.count(0)

    def with_clue(self, cell: int, value: int) -> Puzzle:
        """The same puzzle with one clue set (value 0 clears it, but for a candidate puzzle
        the cell keeps only the candidates that it has).

        >>> Puzzle.from_text("1......2.3....4.").with_clue(0, 0)
        <Puzzle 4x4 .......2.3....4.>
        """
        if not 0 <= cell < len(self.values):
            raise SquaredanceError(f"expected a cell from 0 to {len(self) - 1}, found {cell}")
        changed = [*self.values[:cell], value, *self.values[cell + 1 :]]
        return Puzzle(self.geometry, changed, self.candidates)

    def _key(self) -> tuple[object, ...]:
        return self.geometry, self.values, self.candidates


def _checked_values(values: Iterable[int]) -> Iterator[int]:
    for position, value in enumerate(values, 1):
        try:
            number = index(value)  # also the integers of numpy
        except TypeError:
            raise SquaredanceError(
                f"value {position}: expected a number, found {value!r}"
            ) from None
        if not 0 <= number <= 255:
            raise SquaredanceError(f"value {position}: expected 0 or more, found {number}")
        yield number


PuzzleLike = Puzzle | Grid | str | bytes | Sequence[Sequence[int]]


def as_puzzle(puzzle: PuzzleLike) -> Puzzle:
    """A Puzzle from a Puzzle, a Grid, a text in any format, or rows of values.

    >>> as_puzzle([[1, 0], [0, 0]]).clues
    b'\\x01\\x00\\x00\\x00'
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, Grid):
        return Puzzle(puzzle.geometry, puzzle.values)
    if isinstance(puzzle, str | bytes):
        return Puzzle.from_text(puzzle)
    rows = puzzle.tolist() if hasattr(puzzle, "tolist") else puzzle  # an array of numpy
    if isinstance(rows, list | tuple) and all(isinstance(row, list | tuple) for row in rows):
        return Puzzle.from_rows(rows)
    raise SquaredanceError(f"expected a puzzle, a text or rows of values, found {puzzle!r}")


def bits(mask: int) -> Iterator[int]:
    """The values of a mask, rising.

    >>> list(bits(0b101))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low
