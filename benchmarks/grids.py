"""Random solved grids from a seed: no solver, no `random` module, the same on every machine.

A grid starts as the textbook pattern and is mixed by moves that keep it solved:

- shuffles: rows within a band, cols within a stack, bands, stacks, values, transposition;
- switches, which leave the family of the pattern: take two values (or two rows of a band, or two
  cols of a stack), split their cells into the smallest closed sets, and swap within one set.
"""

from __future__ import annotations

from typing import Final

_MASK64: Final = (1 << 64) - 1

Grid = list[list[int]]  # rows of values 1..N


class Random:
    """SplitMix64 (Steele, Lea, Flood 2014): 64 bits of state, the same in any language."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK64

    def bits64(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK64
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """0..limit-1; the bias of a 64-bit multiply-shift is far below what anyone can see."""
        return (self.bits64() * limit) >> 64

    def shuffled(self, count: int) -> list[int]:
        """0..count-1 in random order."""
        order = list(range(count))
        for i in range(count - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def two_of(self, count: int) -> tuple[int, int]:
        """Two different numbers of 0..count-1."""
        first = self.below(count)
        second = self.below(count - 1)
        return first, second + (second >= first)


def pattern_grid(order: int) -> Grid:
    """The textbook solved grid: each row is the one above, shifted by a box (or by one more)."""
    size = order * order
    return [
        [(order * (row % order) + row // order + col) % size + 1 for col in range(size)]
        for row in range(size)
    ]


def transposed(grid: Grid) -> Grid:
    return [list(col) for col in zip(*grid, strict=True)]


def shuffled_grid(grid: Grid, order: int, random: Random) -> Grid:
    """Rows, bands, cols, stacks and values permuted; transposed one time in two."""

    def lines() -> list[int]:
        return [b * order + r for b in random.shuffled(order) for r in random.shuffled(order)]

    rows, cols = lines(), lines()
    values = [0, *(v + 1 for v in random.shuffled(order * order))]
    mixed = [[values[grid[row][col]] for col in cols] for row in rows]
    return transposed(mixed) if random.below(2) else mixed


def switch_rows(grid: Grid, order: int, random: Random) -> None:
    """Swap a closed set of cols between two rows of one band, in place.

    The two rows are a permutation of each other; one cycle of it can be swapped alone. Cells
    move within their col and box, and each row keeps its set of values.
    """
    top = random.below(order) * order
    first, second = random.two_of(order)
    above, below = grid[top + first], grid[top + second]
    start = col = random.below(order * order)
    while True:
        above[col], below[col] = below[col], above[col]
        if above[col] == below[start]:
            return
        col = _other_index(above, col)


def _other_index(row: list[int], col: int) -> int:
    """Where else the value at `col` stands in the row."""
    value = row[col]
    at = row.index(value)
    return at if at != col else row.index(value, col + 1)


def switch_values(grid: Grid, order: int, random: Random) -> None:
    """Swap two values in one connected set of their cells (shared row, col or box), in place."""
    size = order * order
    one, other = (v + 1 for v in random.two_of(size))
    cells = [(r, row.index(v)) for r, row in enumerate(grid) for v in (one, other)]
    by_house: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for cell in cells:
        for house in _houses(cell, order):
            by_house.setdefault(house, []).append(cell)
    start = cells[random.below(len(cells))]
    reached, queue = {start}, [start]
    while queue:
        for house in _houses(queue.pop(), order):
            for cell in by_house[house]:
                if cell not in reached:
                    reached.add(cell)
                    queue.append(cell)
    for row, col in reached:
        grid[row][col] = other if grid[row][col] == one else one


def _houses(cell: tuple[int, int], order: int) -> tuple[tuple[str, int], ...]:
    row, col = cell
    return ("row", row), ("col", col), ("box", row // order * order + col // order)


class GridSource:
    """An endless supply of solved grids: each one is the last one, mixed again."""

    def __init__(self, order: int, seed: int) -> None:
        self.order = order
        self.random = Random(seed)
        self._grid = shuffled_grid(pattern_grid(order), order, self.random)
        self._mix(20 * order * order)  # far away from the pattern before the first grid

    def next_grid(self) -> Grid:
        self._mix(2 * self.order * self.order)
        self._grid = shuffled_grid(self._grid, self.order, self.random)
        return [row[:] for row in self._grid]

    def _mix(self, moves: int) -> None:
        for _ in range(moves):
            kind = self.random.below(3)
            if kind == 0:
                switch_rows(self._grid, self.order, self.random)
            elif kind == 1:
                self._grid = transposed(self._grid)
                switch_rows(self._grid, self.order, self.random)
            else:
                switch_values(self._grid, self.order, self.random)
