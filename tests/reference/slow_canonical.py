"""Canonical forms by brute force: all arrangements are made, and the least of them is taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, permutations, product

import numpy

from squaredance import Geometry


def orders(size: int, width: int) -> Iterator[tuple[int, ...]]:
    """All orders of lines in which those of a band (or stack) stay together."""
    bands = [range(start, start + width) for start in range(0, size, width)]
    for order in permutations(bands):
        for inside in product(*map(permutations, order)):
            yield tuple(chain(*inside))


def renamed(values: list[int]) -> bytes:
    """The values under new names: 1 for the first that is met, and so on."""
    names = {0: 0}
    return bytes(names.setdefault(value, len(names)) for value in values)


def canonical(geometry: Geometry, values: bytes) -> tuple[bytes, int]:
    """The least form, and how many arrangements give it: the number of automorphisms."""
    n = geometry.size
    height, width = geometry.box or (n, n)
    col_orders = list(orders(n, width))
    ways = [(n, 1), (1, n)] if height == width else [(n, 1)]
    forms = [
        renamed([values[down * row + across * col] for row in rows for col in cols])
        for down, across in ways
        for rows in orders(n, height)
        for cols in col_orders
    ]
    return min(forms), forms.count(min(forms))


def canonical9(values: bytes) -> tuple[bytes, int]:
    """The same for 9x9: all arrangements of three rows, then those that are least with all others
    of the six rows below.
    """
    grid = numpy.frombuffer(values, dtype=numpy.uint8).reshape(9, 9)
    cols = numpy.array(list(orders(9, 3)))
    all_rows = numpy.array(list(orders(9, 3)))
    heads = numpy.unique(all_rows[:, :3], axis=0)
    starts = []  # (grid as it is or transposed, first rows, number of the order of cols)
    best = None
    for way in (grid, grid.T):
        for head in heads:
            made = _renamed_all(way[head][:, cols].transpose(1, 0, 2).reshape(len(cols), 27))
            least = _least(made)
            form = bytes(made[least[0]])
            if best is None or form < best:
                best, starts = form, []
            if form == best:
                starts += [(way, head, number) for number in least]
    forms = []
    for way, head, number in starts:
        rows = all_rows[(all_rows[:, :3] == head).all(axis=1)]
        made = _renamed_all(way[rows][:, :, cols[number]].reshape(len(rows), 81))
        forms += [bytes(made[i]) for i in _least(made)]
    return min(forms), forms.count(min(forms))


def _renamed_all(made: numpy.ndarray) -> numpy.ndarray:
    """`renamed` for each row: a value's name is how many come first before it, and 1."""
    length = made.shape[1]
    first = numpy.full((len(made), 10), 2 * length)
    for value in range(1, 10):
        found = made == value
        first[:, value] = numpy.where(found.any(axis=1), found.argmax(axis=1), length + value)
    names = first.argsort(axis=1).argsort(axis=1) + 1
    names[:, 0] = 0
    return numpy.take_along_axis(names, made.astype(int), axis=1).astype(numpy.uint8)


def _least(made: numpy.ndarray) -> list[int]:
    """The numbers of the rows that are least."""
    left = numpy.arange(len(made))
    for column in range(made.shape[1]):
        entries = made[left, column]
        left = left[entries == entries.min()]
    return left.tolist()
