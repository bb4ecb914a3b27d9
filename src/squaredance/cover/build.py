"""What a Problem is given, checked: items, odd options, bounds and costs.

Native code takes the plain options: collections of known items, with or without colors. What it
does not understand comes here, one option at a time: a rare kind of mapping, or a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any, Final

from squaredance.cover.colored import Colored
from squaredance.errors import SquaredanceError
from squaredance.whole import written

MOST_COST: Final = 1e300  # so that no sum is infinite
Number = int | float | Fraction
Numbered = tuple[list[int], list[int]]  # the items of an option, and the colors beside them


def members(things: Iterable[Any], what: str) -> Iterator[Any]:
    """An iterator over what must be a collection.

    >>> members(5, "a collection of options")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a collection of options, found 5
    """
    try:
        return iter(things)
    except TypeError:
        raise SquaredanceError(f"expected {what}, found {written(things)}") from None


class Items:
    """The items of a problem and their numbers, the primary ones first."""

    __slots__ = ("numbers", "primary", "secondary")

    def __init__(self, primary: tuple[Hashable, ...], secondary: tuple[Hashable, ...]) -> None:
        self.primary = primary
        self.secondary = secondary
        self.numbers: dict[Hashable, int] = {}
        for item in (*primary, *secondary):
            if isinstance(item, Colored):
                raise SquaredanceError(f"expected items without colors, found {written(item)}")
            if not _is_hashable(item):
                raise SquaredanceError(f"expected hashable items, found {written(item)}")
            if item in self.numbers:
                raise SquaredanceError(f"expected different items, found {written(item)} twice")
            self.numbers[item] = len(self.numbers)


def _is_hashable(thing: object) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def place_of(position: int, names: tuple[Hashable, ...] | None) -> str:
    """How errors name an option.

    >>> place_of(0, None), place_of(1, ("one", "two"))
    ('option 1', "option 2 ('two')")
    """
    return f"option {position + 1}" + (f" ({written(names[position])})" if names else "")


def odd_reader(
    items: Items, names: tuple[Hashable, ...] | None, colors: dict[Hashable, int]
) -> Callable[[int, object], Numbered]:
    """A reader of options that native code does not take; new colors enter ``colors``."""

    def read(position: int, option: object) -> Numbered:
        try:
            return _read_option(option, items, colors)
        except SquaredanceError as error:
            raise SquaredanceError(f"{place_of(position, names)}: {error.message}") from None

    return read


def _read_option(option: Any, items: Items, colors: dict[Hashable, int]) -> Numbered:
    numbers: list[int] = []
    shades: list[int] = []
    seen: set[int] = set()
    for item, color in _pairs(option):
        number = _number_of(item, items)
        if number in seen:
            raise SquaredanceError(f"expected different items, found {written(item)} twice")
        seen.add(number)
        numbers.append(number)
        shades.append(_color_number(item, color, number < len(items.primary), colors))
    return numbers, shades


def _pairs(option: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(option, Mapping) or hasattr(option, "keys"):
        return [(item, option[item]) for item in option.keys()]  # noqa: SIM118
    found = members(option, "a collection of items")
    return [(m.item, m.color) if isinstance(m, Colored) else (m, None) for m in found]


def _number_of(item: Any, items: Items) -> int:
    if not _is_hashable(item):
        raise SquaredanceError(f"expected hashable items, found {written(item)}")
    number = items.numbers.get(item)
    if number is None:
        raise SquaredanceError(f"expected items of the problem, found {written(item)}")
    return number


def _color_number(item: Any, color: Any, primary: bool, colors: dict[Hashable, int]) -> int:
    if color is None:
        return 0
    if primary:
        raise SquaredanceError(
            f"expected no color on the primary item {written(item)}, found {written(color)}"
        )
    if not _is_hashable(color):
        raise SquaredanceError(
            f"expected a hashable color of {written(item)}, found {written(color)}"
        )
    return colors.setdefault(color, len(colors) + 1)


def checked_bounds(
    bounds: Mapping[Any, tuple[int, int]], items: Items
) -> dict[Hashable, tuple[int, int]]:
    """The bounds that are not (1, 1)."""
    if not isinstance(bounds, Mapping):
        raise SquaredanceError(f"expected bounds as item: (least, most), found {written(bounds)}")
    found: dict[Hashable, tuple[int, int]] = {}
    for item, pair in bounds.items():
        if items.numbers.get(item, len(items.primary)) >= len(items.primary):
            raise SquaredanceError(f"expected bounds of primary items, found {written(item)}")
        limits = _whole_pair(pair)
        if limits is None or not 0 <= limits[0] <= limits[1]:
            raise SquaredanceError(
                f"bounds of {written(item)}: expected (least, most) with 0 <= least <= most, "
                f"found {written(pair)}"
            )
        if limits != (1, 1):
            found[item] = limits
    return found


def _whole_pair(pair: Any) -> tuple[int, int] | None:
    try:
        least, most = pair
    except (TypeError, ValueError):
        return None
    if any(isinstance(n, bool) or not hasattr(n, "__index__") for n in (least, most)):
        return None
    return int(least), int(most)


def checked_costs(
    costs: Iterable[Number] | Mapping[Any, Number],
    options: int,
    names: tuple[Hashable, ...] | None,
) -> tuple[Number, ...]:
    """A number for each option."""
    if isinstance(costs, Mapping):
        if names is None:
            raise SquaredanceError("expected costs beside the options, which have no names")
        strange = set(costs).difference(names)
        if strange:
            name = next(name for name in costs if name in strange)
            raise SquaredanceError(f"costs: expected names of options, found {written(name)}")
        found = tuple(costs.get(name, 0) for name in names)
    else:
        tolist = getattr(costs, "tolist", None)  # an array of numpy: its own numbers as Python's
        found = tuple(members(costs if tolist is None else tolist(), "a collection of costs"))
    if len(found) != options:
        raise SquaredanceError(f"expected {options} costs, one for each option, found {len(found)}")
    for position, cost in enumerate(found):
        real = isinstance(cost, Real)  # a Decimal is not: it has no sum with a float
        if not real or not -MOST_COST <= cost <= MOST_COST:
            raise SquaredanceError(
                f"{place_of(position, names)}: expected a number up to 1e300 as its cost, "
                f"found {written(cost)}"
            )
    return found
