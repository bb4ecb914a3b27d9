"""Whole numbers: taken from any type that has them, and written at any size."""

from __future__ import annotations

from operator import index

from squaredance.typed import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from decimal import Decimal

_PLAIN: Final = 2_000  # bits: fewer digits than 640, the lowest limit that Python can be given


def whole(thing: Any) -> int | None:
    """The int that a thing is, also one of numpy; None when it is none. A bool is none.

    >>> whole(3), whole(True), whole(3.0), whole("3")
    (3, None, None, None)
    """
    if isinstance(thing, bool):
        return None
    try:
        return index(thing)
    except TypeError:
        return None


def written(thing: Any) -> str:
    """What errors show of an argument: its repr, also where that has numbers of many digits.

    >>> written("x"), len(written(10**5_000)), written([10**5_000])
    ("'x'", 5001, 'a list with a large number')
    """
    try:
        return repr(thing)
    except ValueError:
        if isinstance(thing, int):
            return decimal(thing)
        return f"a {type(thing).__name__} with a large number"


def decimal(number: int) -> str:
    """The digits of a number; `str` refuses to write more than some thousands of them.

    The halves of its bits become Decimals, which are put together by fast multiplication: a
    hundred thousand digits take a tenth of a second. The idea is that of CPython's own `_pylong`.

    >>> decimal(-15), len(decimal(10**5_000))
    ('-15', 5001)
    """
    if number.bit_length() <= _PLAIN:
        return str(number)
    from decimal import MAX_EMAX, MAX_PREC, Inexact, localcontext

    with localcontext() as context:
        context.prec, context.Emax = MAX_PREC, MAX_EMAX
        context.traps[Inexact] = True
        return ("-" if number < 0 else "") + str(_decimal(abs(number)))


def _decimal(number: int) -> Decimal:
    """The same number; the depth of the calls is the logarithm of its length."""
    from decimal import Decimal

    length = number.bit_length()
    if length <= _PLAIN:
        return Decimal(number)
    half = length // 2
    high = number >> half
    return _decimal(high) * Decimal(2) ** half + _decimal(number - (high << half))
