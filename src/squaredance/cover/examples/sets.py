"""Pairs and sets: perfect matchings, partitions, one-factorisations of the complete graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod

from squaredance.cover import Problem
from squaredance.cover.examples.base import Example, term, whole
from squaredance.errors import SquaredanceError

FACTORISATIONS = (1, 1, 6, 6240, 1225566720, 252282619805368320)  # OEIS A000438, of K2, K4, ...


def matchings(points: int = 12) -> Example:
    """Perfect matchings of the complete graph: all points in pairs, (n-1)(n-3)...3 ways.

    >>> from squaredance import cover
    >>> cover.count(matchings(8).problem).count
    105
    """
    _even(whole(points, 2, 200, "a number of points"))
    pairs = list(combinations(range(points), 2))
    return _grouping(
        "matchings",
        f"A perfect matching of {points} points",
        points,
        pairs,
        prod(range(points - 1, 0, -2)),
        "(n-1)!!, OEIS A001147",
    )


def partitions(things: int = 8) -> Example:
    """All ways to divide things into sets: the options are all sets but the empty one.

    >>> from squaredance import cover
    >>> cover.count(partitions(5).problem).count
    52
    """
    whole(things, 1, 16, "a number of things")
    sets = [set_ for size in range(1, things + 1) for set_ in combinations(range(things), size)]
    title = f"A partition of {things} things"
    return _grouping("partitions", title, things, sets, _bell(things), "Bell, OEIS A000110")


def _bell(things: int) -> int:
    numbers = [1]
    for n in range(things):
        numbers.append(sum(comb(n, k) * numbers[k] for k in range(n + 1)))
    return numbers[things]


def _grouping(
    name: str, title: str, points: int, sets: Sequence[Sequence[int]], known: int, source: str
) -> Example:
    names = [str(point + 1) for point in range(points)]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.circle import circle_svg

        groups = sorted(tuple(sets[option]) for option in chosen)
        return circle_svg(title, names, [(group, n) for n, group in enumerate(groups)])

    problem = Problem(names, [[names[point] for point in one] for one in sets])
    return Example(name, title, problem, draw, known, source)


def one_factorisations(points: int = 8) -> Example:
    """All pairs of the points, divided into perfect matchings: a pair is an item, a perfect
    matching an option.

    >>> from squaredance import cover
    >>> cover.count(one_factorisations(6).problem).count
    6
    """
    _even(whole(points, 2, 12, "a number of points"))
    factors = list(_perfect_matchings(list(range(points))))
    pairs = [f"{a + 1}-{b + 1}" for a, b in combinations(range(points), 2)]

    def draw(chosen: Sequence[int]) -> str:
        from squaredance.render.circle import circle_svg

        groups = [(p, n) for n, option in enumerate(sorted(chosen)) for p in factors[option]]
        return circle_svg(title, [str(n + 1) for n in range(points)], groups)

    title = f"A one-factorisation of K{points}"
    return Example(
        "one_factorisations",
        title,
        Problem(pairs, [[f"{a + 1}-{b + 1}" for a, b in factor] for factor in factors]),
        draw,
        term(FACTORISATIONS, points // 2),
        "OEIS A000438",
    )


def _even(number: int) -> None:
    if number % 2:
        raise SquaredanceError(f"expected an even number, found {number}")


def _perfect_matchings(points: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not points:
        yield ()
        return
    first, *rest = points
    for mate in rest:
        for others in _perfect_matchings([point for point in rest if point != mate]):
            yield ((first, mate), *others)
