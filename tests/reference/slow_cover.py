"""Two slow obvious ways to solve an exact cover problem; they check each other too.

Both take collections of hashable items. As in the library, an option without a primary
item is never chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import chain, combinations

Items = Collection[Hashable]
Options = Sequence[Items]  # an option that is a mapping gives its items colors, or None
Bounds = Mapping[Hashable, tuple[int, int]]


def covers_by_subsets(
    primary: Items, options: Options, secondary: Items = (), bounds: Bounds | None = None
) -> set[frozenset]:
    """Every set of options that is a cover, found by trying every set of options."""
    useful = [o for o, option in enumerate(options) if set(option) & set(primary)]
    subsets = chain.from_iterable(combinations(useful, k) for k in range(len(useful) + 1))
    return {
        frozenset(chosen)
        for chosen in subsets
        if all(_is_covered(item, chosen, options, bounds or {}) for item in primary)
        and all(_is_agreed(item, chosen, options) for item in secondary)
    }


def _is_covered(item: Hashable, chosen: Items, options: Options, bounds: Bounds) -> bool:
    least, most = bounds.get(item, (1, 1))
    return least <= sum(item in options[o] for o in chosen) <= most


def _is_agreed(item: Hashable, chosen: Items, options: Options) -> bool:
    """Whether one option at most has the item, or all give it the same color."""
    colors = [_color(options[o], item) for o in chosen if item in options[o]]
    return len(colors) <= 1 or (None not in colors and len(set(colors)) == 1)


def _color(option: Items, item: Hashable) -> Hashable:
    return option[item] if isinstance(option, Mapping) else None


def covers_by_items(primary: Items, options: Options) -> Iterator[frozenset]:
    """Algorithm X on sets: take the first open item, try each option that has it.

    Knows no colors and bounds. Secondary items need no mention: they are what options hold
    beside the primary ones.
    """
    yield from _extend(tuple(primary), {o: set(option) for o, option in enumerate(options)}, ())


def _extend(
    items: tuple[Hashable, ...], options: dict[int, set], chosen: tuple[int, ...]
) -> Iterator[frozenset]:
    if not items:
        yield frozenset(chosen)
        return
    for o, option in options.items():
        if items[0] in option:
            left = tuple(item for item in items if item not in option)
            apart = {p: other for p, other in options.items() if not other & option}
            yield from _extend(left, apart, (*chosen, o))
