"""Exit codes. When several apply, the one that stands first in `_GRAVEST` wins."""

from __future__ import annotations

from squaredance.result import Status
from squaredance.typed import Final

OK: Final = 0
NO_SOLUTION: Final = 1
USAGE: Final = 2
BAD_INPUT: Final = 3
MULTIPLE: Final = 4
LIMIT: Final = 124
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
TERMINATED: Final = 143

_GRAVEST: Final = (BAD_INPUT, LIMIT, MULTIPLE, NO_SOLUTION, OK)


def graver(one: int, other: int) -> int:
    """The exit code of a run that deserves both.

    >>> graver(NO_SOLUTION, LIMIT)
    124
    """
    return min(one, other, key=_GRAVEST.index)


def code_of(status: Status, *, one_wanted: bool = False) -> int:
    """The exit code for the status of one puzzle.

    >>> code_of(Status.NONE), code_of(Status.MULTIPLE), code_of(Status.MULTIPLE, one_wanted=True)
    (1, 0, 4)
    """
    if status is Status.NONE:
        return NO_SOLUTION
    if status is Status.UNKNOWN:
        return LIMIT
    return MULTIPLE if one_wanted and status is Status.MULTIPLE else OK
