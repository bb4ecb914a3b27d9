"""Which instructions of the processor the engines use: the best that it has, unless told; cores."""

from __future__ import annotations

import os

from squaredance import _core
from squaredance.errors import SquaredanceError


def levels() -> list[str]:
    """What this processor has, the best one last.

    >>> levels()[0]
    'portable'
    """
    return _core.cpu_levels()


def level() -> str:
    """What is used: the best, or what the variable SQUAREDANCE_CPU or `use` asked for.

    >>> level() in levels()
    True
    """
    return _core.cpu_level()


def use(name: str) -> None:
    """Use another level from now on, to test it or to measure it.

    >>> use("abacus")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a level of portable...; found 'abacus'
    """
    if name not in levels():
        raise SquaredanceError(f"expected a level of {', '.join(levels())}; found {name!r}")
    _core.use_cpu_level(name)


def core_count() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
