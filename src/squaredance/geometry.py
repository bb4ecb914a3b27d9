"""Geometry: the size of a puzzle and the houses that its values must fill."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from squaredance.errors import GeometryError
from squaredance.typed import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from squaredance import _core

MAX_SIZE: Final = 64
MAX_EXTRA: Final = 65_000  # the core numbers houses with 16 bits

Box = tuple[int, int]


def squarest_box(size: int) -> Box | None:
    """The box shape (rows, cols) nearest to a square, or None where only 1 x N fits.

    >>> squarest_box(9), squarest_box(6), squarest_box(12), squarest_box(7)
    ((3, 3), (2, 3), (3, 4), None)
    """
    rows = max(r for r in range(1, int(size**0.5) + 1) if size % r == 0)
    return None if rows == 1 else (rows, size // rows)


def cell_name(cell: int, size: int) -> str:
    """The name people use for a cell.

    >>> cell_name(0, 9), cell_name(80, 9)
    ('R1C1', 'R9C9')
    """
    return f"R{cell // size + 1}C{cell % size + 1}"


class Geometry:
    """The size, the boxes and any extra houses. Immutable, hashable, picklable.

    ``box`` is (rows, cols) of one box, ``None`` for rows and columns only, and by
    default the squarest shape that fits (none for a prime size). Each extra house is
    ``size`` cell numbers, counted row by row from 0.

    >>> Geometry(6)
    Geometry(6, box=(2, 3))
    >>> Geometry(4, box=None)
    Geometry(4, box=None)
    >>> diagonal = Geometry(4, extra=[(0, 5, 10, 15), (3, 6, 9, 12)])
    >>> len(diagonal.houses), diagonal.house_name(12)
    (14, 'extra 1')
    """

    __slots__ = ("__dict__", "box", "extra", "size")

    size: int
    box: Box | None
    extra: tuple[tuple[int, ...], ...]

    def __init__(
        self,
        size: int,
        box: Box | Literal["auto"] | None = "auto",
        extra: Iterable[Iterable[int]] = (),
    ) -> None:
        if type(size) is not int or not 1 <= size <= MAX_SIZE:
            raise GeometryError(f"expected a size from 1 to {MAX_SIZE}, found {size!r}")
        if box == "auto":
            box = squarest_box(size)
        elif box is not None:
            if not isinstance(box, tuple | list) or [type(n) for n in box] != [int, int]:
                raise GeometryError(f"expected a box (rows, cols), 'auto' or None, found {box!r}")
            rows, cols = box
            if rows < 1 or cols < 1 or rows * cols != size:
                raise GeometryError(
                    f"expected a box of R x C cells with R*C = {size}, found {rows}x{cols}"
                )
            # One row or column of boxes repeats the rows or columns: no boxes at all.
            box = None if 1 in (rows, cols) else (rows, cols)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "box", box)
        houses = tuple(_checked_house(house, size) for house in extra)
        if len(houses) > MAX_EXTRA:
            raise GeometryError(f"expected at most {MAX_EXTRA} extra houses, found {len(houses)}")
        object.__setattr__(self, "extra", houses)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Geometry cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Geometry cannot be changed ({name})")

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.size * self.size

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """Every house as a tuple of cells: rows, then columns, boxes and extras."""
        n = self.size
        rows = [tuple(range(r * n, r * n + n)) for r in range(n)]
        cols = [tuple(range(c, n * n, n)) for c in range(n)]
        return (*rows, *cols, *self._boxes(), *self.extra)

    def _boxes(self) -> list[tuple[int, ...]]:
        if self.box is None:
            return []
        n, (height, width) = self.size, self.box
        return [
            tuple((top + r) * n + left + c for r in range(height) for c in range(width))
            for top in range(0, n, height)
            for left in range(0, n, width)
        ]

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indexes of the houses that it lies in."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for index, house in enumerate(self.houses):
            for cell in house:
                found[cell].append(index)
        return tuple(map(tuple, found))

    def house_name(self, index: int) -> str:
        """What people call the house: 'row 1', 'col 1', 'box 1', 'extra 1'.

        >>> [Geometry(9).house_name(i) for i in (0, 9, 26)]
        ['row 1', 'col 1', 'box 9']
        """
        kinds = ["row", "col"] if self.box is None else ["row", "col", "box"]
        kind, number = divmod(index, self.size)
        if kind < len(kinds):
            return f"{kinds[kind]} {number + 1}"
        return f"extra {index - len(kinds) * self.size + 1}"

    @cached_property
    def core(self) -> _core.Geometry:
        """The same houses as the native engines see them."""
        from squaredance import _core

        return _core.Geometry(self.size, self.houses)

    def _key(self) -> tuple[object, ...]:
        return self.size, self.box, self.extra

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Geometry) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Geometry, self._key()

    def __repr__(self) -> str:
        extra = f", extra={list(self.extra)}" if self.extra else ""
        return f"Geometry({self.size}, box={self.box}{extra})"


def _checked_house(house: Iterable[int], size: int) -> tuple[int, ...]:
    cells = tuple(house)
    if any(type(cell) is not int for cell in cells):
        raise GeometryError(f"expected cells as whole numbers, found {cells}")
    if len(cells) != size or len(set(cells)) != size:
        raise GeometryError(f"expected a house of {size} different cells, found {len(set(cells))}")
    for cell in cells:
        if not 0 <= cell < size * size:
            raise GeometryError(f"expected cells from 0 to {size * size - 1}, found {cell}")
    return cells


@lru_cache(maxsize=64)
def standard_geometry(size: int, box: Box | Literal["auto"] | None = "auto") -> Geometry:
    """The shared Geometry without extra houses: cheaper than making a new one.

    >>> standard_geometry(9) is standard_geometry(9)
    True
    """
    return Geometry(size, box)
