"""Exact cover problems for tests: random small ones, and families with published counts."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import NamedTuple

from squaredance.cover import Problem, examples
from tests.reference import slow_cover


class Small(NamedTuple):
    """A random problem as plain data, for the oracle and for the library."""

    primary: list[int]
    options: list[dict[int, int | None]]
    secondary: list[int]
    bounds: dict[int, tuple[int, int]]
    costs: list[int]

    def problem(self) -> Problem:
        return Problem(
            self.primary, self.options, self.secondary, bounds=self.bounds, costs=self.costs
        )

    def covers(self) -> set[frozenset[int]]:
        return slow_cover.covers_by_subsets(self.primary, self.options, self.secondary, self.bounds)


def small(random: Random, colors: bool = True, bounds: bool = True, most: int = 8) -> Small:
    """A problem with up to so many options; options may repeat, be empty or useless."""
    primary = list(range(random.randint(0, 5)))
    secondary = list(range(10, 10 + random.randint(0, 3)))
    items = primary + secondary
    shades = [None, *range(random.randint(0, 3))] if colors else [None]
    options: list[dict[int, int | None]] = []
    for _ in range(random.randint(0, most)):
        if options and random.random() < 0.1:
            options.append(dict(random.choice(options)))
            continue
        size = min(len(items), random.choice((0, 1, 1, 2, 2, 2, 3, 3, 4)))
        chosen = random.sample(items, size)
        options.append({i: random.choice(shades) if i >= 10 else None for i in chosen})
    limits = {}
    if bounds and random.random() < 0.5:
        for item in primary:
            low = random.choice((0, 0, 1, 1, 1, 2))
            limits[item] = (low, low + random.choice((0, 0, 1, 1, 5)))
    return Small(primary, options, secondary, limits, [random.randint(-3, 9) for _ in options])


def queens(n: int) -> Problem:
    """Rows and columns are covered, diagonals at most once."""
    options = [(f"r{r}", f"c{c}", f"d{r + c}", f"u{r - c}") for r, c in product(range(n), range(n))]
    primary = [f"{kind}{i}" for kind in "rc" for i in range(n)]
    diagonals = sorted({item for option in options for item in option[2:]})
    return Problem(primary, options, secondary=diagonals)


def dominoes(rows: int, cols: int) -> Problem:
    cells = list(product(range(rows), range(cols)))
    pairs = [((r, c), (r, c + 1)) for r, c in cells] + [((r, c), (r + 1, c)) for r, c in cells]
    return Problem(cells, [pair for pair in pairs if pair[1] in set(cells)])


def matchings(n: int) -> Problem:
    """All ways to pair n things."""
    return Problem(range(n), [(i, j) for i in range(n) for j in range(i)])


def made(words: str) -> examples.Example:
    """An example of the gallery, by the words of the command line."""
    name, *arguments = words.split()
    return examples.example(name, *arguments)
