"""Seeds: what decides all that is random, and the numbers that Python code draws from one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final, TypeVar

from squaredance.errors import SquaredanceError
from squaredance.whole import whole, written

T = TypeVar("T")

_ALL: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def seed_of(seed: Any) -> int:
    """The seed of a call in 64 bits; a fresh one has 53, so that every reader of JSON can keep it.

    >>> seed_of(7), seed_of(-1) == seed_of(2**64 - 1)
    (7, True)
    """
    if seed is None:
        return int.from_bytes(os.urandom(7), "little") >> 3
    number = whole(seed)
    if number is None:
        raise SquaredanceError(f"expected a whole number as seed, found {written(seed)}")
    return number & _ALL


class Draw:
    """Numbers drawn from a seed, as `Draw` of the core draws them: SplitMix64 (Steele, Lea and
    Flood, 2014). Python's own `random` promises no order of a list from one version to the next.

    >>> draw = Draw(7)
    >>> hex(draw.next()), draw.below(9), draw.shuffled("abcd")
    ('0x63cbe1e459320dd7', 6, ['b', 'd', 'a', 'c'])
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _ALL

    def next(self) -> int:
        """64 random bits."""
        self._state = z = (self._state + _STEP) & _ALL
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
        return z ^ (z >> 31)

    def below(self, most: int) -> int:
        """A number from 0 on; uneven by ``most`` / 2**64, which nobody can see."""
        return self.next() % most

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The same things in an order as likely as any other."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
