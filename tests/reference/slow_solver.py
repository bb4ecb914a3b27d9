"""The slow obvious Sudoku solver: recursive, row by row, no cleverness.

It knows nothing but houses, so it works for every Geometry, and it is what the engines are
compared with. Solutions come in lexicographic order because cells are filled in order and
values are tried in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

Houses = Sequence[Sequence[int]]


def solutions(
    size: int, houses: Houses, clues: Sequence[int], candidates: Sequence[int] | None = None
) -> Iterator[bytes]:
    """Every solution, in lexicographic order. A candidate mask has bit v-1 for value v."""
    peers = [_peers(cell, houses) for cell in range(size * size)]
    values = list(clues)
    for cell, value in enumerate(clues):
        if value and not _fits(cell, value, values, peers, candidates):
            return
    yield from _fill(0, size, values, peers, candidates)


def count(
    size: int,
    houses: Houses,
    clues: Sequence[int],
    candidates: Sequence[int] | None = None,
    limit: int | None = None,
) -> int:
    """How many solutions there are, up to the limit."""
    return sum(1 for _ in islice(solutions(size, houses, clues, candidates), limit))


def _peers(cell: int, houses: Houses) -> set[int]:
    return {other for house in houses if cell in house for other in house} - {cell}


def _fits(
    cell: int,
    value: int,
    values: list[int],
    peers: list[set[int]],
    candidates: Sequence[int] | None,
) -> bool:
    if candidates is not None and not candidates[cell] >> (value - 1) & 1:
        return False
    return all(values[peer] != value for peer in peers[cell])


def _fill(
    cell: int,
    size: int,
    values: list[int],
    peers: list[set[int]],
    candidates: Sequence[int] | None,
) -> Iterator[bytes]:
    while cell < size * size and values[cell]:
        cell += 1
    if cell == size * size:
        yield bytes(values)
        return
    for value in range(1, size + 1):
        if _fits(cell, value, values, peers, candidates):
            values[cell] = value
            yield from _fill(cell + 1, size, values, peers, candidates)
    values[cell] = 0
