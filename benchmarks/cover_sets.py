"""The sets of the exact cover benchmark: problems by name, and Knuth's text of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

from cover_problems import (
    PENTOMINOES,
    Colored,
    Instance,
    balanced_sudoku,
    costas,
    dominoes,
    langford,
    latin,
    latin_holes,
    matchings,
    mutilated,
    one_factorisations,
    one_shape,
    partitions,
    pentominoes,
    queens,
    reduced_latin,
    soma,
    word_squares,
)


def knuth_text(instance: Instance) -> str:
    """What Knuth's programs read: names of at most eight characters, costs after a bar."""
    items = {item: f"i{n}" for n, item in enumerate([*instance.primary, *instance.secondary])}
    colors: dict[Hashable, str] = {}
    lines = [" ".join(items[item] for item in instance.primary)]
    if instance.secondary:
        lines[0] += " | " + " ".join(items[item] for item in instance.secondary)
    for number, option in enumerate(instance.options):
        words = []
        for entry in option:
            if isinstance(entry, Colored):
                color = colors.setdefault(entry.color, _short(len(colors)))
                words.append(f"{items[entry.item]}:{color}")
            else:
                words.append(items[entry])
        if instance.costs is not None:
            words.append(f"|{instance.costs[number]}")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def _short(number: int) -> str:
    """A color of one character, as SSXCC and its kin want it."""
    if number >= len(_DIGITS):
        raise ValueError(f"more than {len(_DIGITS)} colors have no text that Knuth's programs read")
    return _DIGITS[number]


# name -> how it is made, and its number of solutions (all placements are options, so that
# symmetric solutions all count, and Langford's sequences twice)
KNOWN: Final[dict[str, tuple[Callable[[], Instance], int | None]]] = {
    "pentominoes 6x10": (partial(pentominoes, 6, 10), 9_356),
    "pentominoes 8x8": (partial(pentominoes, 8, 8), 520),
    "pentominoes 5x12": (partial(pentominoes, 5, 12), 4_040),
    "pentominoes 4x15": (partial(pentominoes, 4, 15), 1_472),
    "pentominoes 3x20": (partial(pentominoes, 3, 20), 8),
    "Y-pentominoes 10x10": (
        partial(one_shape, "Y-pentominoes", PENTOMINOES["Y"], 10, 10),
        350,
    ),
    "soma": (soma, 11_520),
    "queens 8": (partial(queens, 8), 92),
    "queens 10": (partial(queens, 10), 724),
    "queens 12": (partial(queens, 12), 14_200),
    "langford 7": (partial(langford, 7), 2 * 26),
    "langford 8": (partial(langford, 8), 2 * 150),
    "langford 11": (partial(langford, 11), 2 * 17_792),
    "langford 12": (partial(langford, 12), 2 * 108_144),
    "matchings K10": (partial(matchings, 10), 945),
    "matchings K16": (partial(matchings, 16), 2_027_025),
    "partitions 8": (partial(partitions, 8), 4_140),
    "partitions 12": (partial(partitions, 12), 4_213_597),
    "dominoes 8x8": (partial(dominoes, 8, 8), 12_988_816),
    "dominoes 10x10": (partial(dominoes, 10, 10), 258_584_046_368),
    "dominoes 12x12": (partial(dominoes, 12, 12), 53_060_477_521_960_000),
    "dominoes 16x16": (
        partial(dominoes, 16, 16),
        2_444_888_770_250_892_795_802_079_170_816,
    ),
    "one-factorisations K6": (partial(one_factorisations, 6), 6),
    "one-factorisations K8": (partial(one_factorisations, 8), 6_240),
    "one-factorisations K10": (partial(one_factorisations, 10), 1_225_566_720),
    "latin 4": (partial(latin, 4), 576),
    "latin 5": (partial(latin, 5), 161_280),
    "latin 6": (partial(latin, 6), 812_851_200),
    "reduced latin 5": (partial(reduced_latin, 5), 56),
    "reduced latin 7": (partial(reduced_latin, 7), 16_942_080),
    "costas 5": (partial(costas, 5), 40),
    "costas 8": (partial(costas, 8), 444),
    "word squares": (word_squares, 214),
    # Of these only the first solution is asked for, or that there is none.
    "langford 10": (partial(langford, 10), 0),
    "langford 13": (partial(langford, 13), 0),
    "mutilated 8x8": (partial(mutilated, 8), 0),
    "Y-pentominoes 15x15": (
        partial(one_shape, "Y-pentominoes", PENTOMINOES["Y"], 15, 15),
        None,
    ),
    "latin 30 with holes": (partial(latin_holes, 30, 12, 1), None),
    "latin 35 with holes": (partial(latin_holes, 35, 15, 3), None),
    "sudoku 25x25": (partial(balanced_sudoku, 2), None),
    "sudoku 25x25, another": (partial(balanced_sudoku, 3), None),
}


def load(name: str) -> Instance:
    """The problem of this name, with its count."""
    make, count = KNOWN[name]
    made = make()
    made.name, made.count = name, count
    return made
