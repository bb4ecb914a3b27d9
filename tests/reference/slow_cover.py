"""Two slow obvious ways to solve an exact cover problem; they check each other too.

Both take collections of hashable items. As in the library, an option without a primary
item is never chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import chain, combinations

Items = Collection[Hashable]
Options = Sequence[Items]


def covers_by_subsets(primary: Items, options: Options, secondary: Items = ()) -> set[frozenset]:
    """Every set of options that is a cover, found by trying every set of options."""
    useful = [o for o, option in enumerate(options) if set(option) & set(primary)]
    subsets = chain.from_iterable(combinations(useful, k) for k in range(len(useful) + 1))
    return {frozenset(s) for s in subsets if _is_cover(s, primary, options, secondary)}


def _is_cover(chosen: Collection[int], primary: Items, options: Options, secondary: Items) -> bool:
    used = [item for o in chosen for item in options[o]]
    return all(used.count(item) == 1 for item in primary) and all(
        used.count(item) <= 1 for item in secondary
    )


def covers_by_items(primary: Items, options: Options) -> Iterator[frozenset]:
    """Algorithm X on sets: take the first open item, try each option that has it.

    Secondary items need no mention: they are what options hold beside the primary ones.
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
