"""Difficulty: how hard a wished puzzle is: a range on a scale, a name, the hardest technique."""

from __future__ import annotations

import re
from math import ceil, floor
from typing import Any, Final, NamedTuple

from squaredance import _core
from squaredance.difficulty import RANGES
from squaredance.errors import SquaredanceError
from squaredance.explain.catalog import catalog
from squaredance.explain.path import SCALES
from squaredance.explain.state import seen
from squaredance.geometry import Geometry
from squaredance.whole import written

_STUCK: Final = 20.0  # what no technique solves
_ENDLESS: Final = 1 << 30
_HAIR: Final = 1e-6  # 2.3 * 10 is a little less than 23
_CROSSING: Final = (  # of two houses that share several cells, as boxes do with rows and cols
    "direct-pointing", "direct-claiming", "pointing", "claiming", "locked-pair", "locked-triple",
)  # fmt: skip
_LARGE: Final = ("naked-subset", "hidden-subset", "large-fish")  # of five and more: beyond 9x9


class Difficulty(NamedTuple):
    """As native code takes it: ``least`` and ``most`` are tenths of an ER, or points of HoDoKu."""

    scale: str
    least: int
    most: int
    technique: str | None


def difficulty_of(
    difficulty: Any, scale: str, technique: str | None, geometry: Geometry
) -> Difficulty | None:
    """The arguments of a call, checked.

    >>> difficulty_of("easy", "se121", None, Geometry(9))
    Difficulty(scale='se121', least=10, most=15, technique=None)
    """
    if scale not in SCALES:
        raise SquaredanceError(f"expected a scale of {', '.join(SCALES)}; found {written(scale)}")
    if difficulty is None and technique is None:
        return None
    seen(geometry)
    least, most = (0, _ENDLESS) if difficulty is None else _range(difficulty, scale)
    made = Difficulty(scale, least, most, technique)
    if difficulty is not None:
        _check_range(made, geometry)
    if technique is not None:
        _check_technique(made, geometry)
    return made


def _range(difficulty: Any, scale: str) -> tuple[int, int]:
    if isinstance(difficulty, str):
        if difficulty not in RANGES:
            raise SquaredanceError(
                f"expected a difficulty of {', '.join(RANGES)}, a number or (least, most); "
                f"found {difficulty!r}"
            )
        if scale == "hodoku":
            raise SquaredanceError(
                f"expected points on the scale hodoku, found {difficulty!r}, a name on the others"
            )
        difficulty = RANGES[difficulty]
    pair = difficulty if isinstance(difficulty, tuple | list) else (difficulty, difficulty)
    if len(pair) != 2 or not all(map(_is_number, pair)):
        raise SquaredanceError(
            f"expected a difficulty of {', '.join(RANGES)}, a number or (least, most); "
            f"found {written(difficulty)}"
        )
    unit = 1 if scale == "hodoku" else 10
    low, high = (min(max(number, -1), _ENDLESS // unit) for number in pair)
    if low > high:
        raise SquaredanceError(
            f"expected a difficulty from least to most, found {pair[0]} to {pair[1]}"
        )
    least, most = ceil(low * unit - _HAIR), floor(high * unit + _HAIR)
    if least > most:
        what = "whole points" if unit == 1 else "tenths"
        found = pair[0] if low == high else f"{pair[0]} to {pair[1]}, with none between"
        raise SquaredanceError(f"expected a difficulty in {what}, found {found}")
    return least, most


def _is_number(thing: Any) -> bool:
    return isinstance(thing, int | float) and not isinstance(thing, bool) and thing == thing


def _check_range(made: Difficulty, geometry: Geometry) -> None:
    """No range in which no rating lies."""
    if made.scale == "hodoku":
        if made.most < 0:
            raise SquaredanceError(f"expected a difficulty of 0 or more, found {made.most}")
        return
    least, most = made.least / 10, made.most / 10
    if most < 1.0 or least > _STUCK:
        raise SquaredanceError(
            f"expected a difficulty from 1.0 to {_STUCK} on {made.scale}, found {least} to {most}"
        )
    fixed, open_from = _ratings(made.scale)
    if geometry.size == 9 and most < open_from and not any(least <= r <= most for r in fixed):
        near = [f"{rating:.1f}" for rating in fixed if rating < open_from]
        raise SquaredanceError(
            f"expected a difficulty that a step can have on {made.scale} ({', '.join(near)}, and "
            f"all from {open_from:.1f} on), found {least} to {most}"
        )


def _ratings(scale: str) -> tuple[list[float], float]:
    """The ratings that steps have on a scale of Sudoku Explainer, and from where on any is
    possible."""
    fixed: set[float] = set()
    open_from = _STUCK
    for entry in catalog().values():
        for number, more in re.findall(r"(\d+\.\d)(\+?)", entry.ratings.get(scale, "")):
            fixed.add(float(number))
            if more:
                open_from = min(open_from, float(number))
    return sorted(fixed), open_from


def _check_technique(made: Difficulty, geometry: Geometry) -> None:
    known = {name: _core.technique_range(made.scale, name) for name in catalog()}
    known = {name: ends for name, ends in known.items() if ends[1]}
    if geometry.size <= 9:
        known = {name: ends for name, ends in known.items() if name not in _LARGE}
    if geometry.box is None and not geometry.extra:
        known = {name: ends for name, ends in known.items() if name not in _CROSSING}
    if not isinstance(made.technique, str) or made.technique not in known:
        raise SquaredanceError(
            f"expected a technique that the scale {made.scale} knows ({', '.join(known)}), "
            f"found {written(made.technique)}"
        )
    least, most = known[made.technique]
    if made.scale != "hodoku" and (made.most < least or made.least > most):
        more = "and more" if most >= _ENDLESS else f"to {most / 10}"
        raise SquaredanceError(
            f"expected a difficulty that {made.technique} has on {made.scale} "
            f"({least / 10} {more}), found {made.least / 10} to {made.most / 10}"
        )
