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
Box = tuple[int, int]  # rows and cols of a box


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


def pattern_grid(box: Box) -> Grid:
    """The textbook solved grid: each row is the one above, shifted by a box (or by one more)."""
    height, width = box
    size = height * width
    return [
        [(width * (row % height) + row // height + col) % size + 1 for col in range(size)]
        for row in range(size)
    ]


def transposed(grid: Grid) -> Grid:
    return [list(col) for col in zip(*grid, strict=True)]


def shuffled_grid(grid: Grid, box: Box, random: Random) -> Grid:
    """Rows, bands, cols, stacks and values permuted; with square boxes also transposed one time
    in two.
    """
    height, width = box

    def lines(bands: int, each: int) -> list[int]:
        return [b * each + r for b in random.shuffled(bands) for r in random.shuffled(each)]

    rows, cols = lines(width, height), lines(height, width)
    values = [0, *(v + 1 for v in random.shuffled(height * width))]
    mixed = [[values[grid[row][col]] for col in cols] for row in rows]
    return transposed(mixed) if height == width and random.below(2) else mixed


def switch_rows(grid: Grid, height: int, random: Random) -> None:
    """Swap a closed set of cols between two rows of one band, in place.

    The two rows are a permutation of each other; one cycle of it can be swapped alone. Cells
    move within their col and box, and each row keeps its set of values.
    """
    size = len(grid)
    top = random.below(size // height) * height
    first, second = random.two_of(height)
    above, below = grid[top + first], grid[top + second]
    start = col = random.below(size)
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


def switch_values(grid: Grid, box: Box, random: Random) -> None:
    """Swap two values in one connected set of their cells (shared row, col or box), in place."""
    one, other = (v + 1 for v in random.two_of(len(grid)))
    cells = [(r, row.index(v)) for r, row in enumerate(grid) for v in (one, other)]
    by_house: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for cell in cells:
        for house in _houses(cell, box):
            by_house.setdefault(house, []).append(cell)
    start = cells[random.below(len(cells))]
    reached, queue = {start}, [start]
    while queue:
        for house in _houses(queue.pop(), box):
            for cell in by_house[house]:
                if cell not in reached:
                    reached.add(cell)
                    queue.append(cell)
    for row, col in reached:
        grid[row][col] = other if grid[row][col] == one else one


def _houses(cell: tuple[int, int], box: Box) -> tuple[tuple[str, int], ...]:
    row, col = cell
    height, width = box
    return ("row", row), ("col", col), ("box", row // height * height + col // width)


class GridSource:
    """An endless supply of solved grids: each one is the last one, mixed again."""

    def __init__(self, box: Box, seed: int) -> None:
        self.box = box
        self.random = Random(seed)
        self._grid = shuffled_grid(pattern_grid(box), box, self.random)
        self._mix(20 * len(self._grid))  # far away from the pattern before the first grid

    def next_grid(self) -> Grid:
        self._mix(2 * len(self._grid))
        self._grid = shuffled_grid(self._grid, self.box, self.random)
        return [row[:] for row in self._grid]

    def _mix(self, moves: int) -> None:
        height, width = self.box
        flipped = False  # the grid as it is, or transposed
        for _ in range(moves):
            kind = self.random.below(3)
            if kind == 0:
                switch_rows(self._grid, width if flipped else height, self.random)
            elif kind == 1:
                self._grid = transposed(self._grid)
                flipped = not flipped
                switch_rows(self._grid, width if flipped else height, self.random)
            else:
                switch_values(self._grid, (width, height) if flipped else self.box, self.random)
        if flipped and height != width:
            self._grid = transposed(self._grid)
