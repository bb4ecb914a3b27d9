"""The usual line: 9x9, in digits and a blank that all know."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_CELLS: Final = b"123456789.0-*?_"  # digits and most blanks
_BLANKS: Final = _CELLS[9:]


def is_usual(line: bytes) -> bool:
    """Whether it is a 9x9 puzzle and the first of such lines, which need not be found out.

    >>> is_usual(b"1" + b"." * 80), is_usual(b"1" * 16), is_usual(b"." * 81)
    (True, False, False)
    """
    return len(line) == 81 and not line.strip(_CELLS) and bool(line.strip(_BLANKS))
