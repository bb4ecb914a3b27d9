"""The widths of Helvetica and Helvetica-Bold, which every PDF reader has, and their characters.

The numbers are facts of Adobe's font metrics, in thousandths of the size, for the codes 32 to 255
of WinAnsiEncoding; Arial has the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from squaredance.errors import SquaredanceError


def _widths(text: str) -> tuple[int, ...]:
    """``667*6`` is six times 667; codes below 32 are no characters."""
    parts = (part.partition("*") for part in text.split())
    known = [int(width) for width, _, times in parts for _ in range(int(times or 1))]
    return (*[0] * 32, *known)


_PLAIN: Final = _widths(
    "278*2 355 556*2 889 667 191 333*2 389 584 278 333 278*2 556*10 278*2 584*3 556 "
    "1015 667*2 722*2 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 "
    "722 667 944 667*2 611 278*3 469 556 "
    "333 556*2 500 556*2 278 556*2 222*2 500 222 833 556*4 333 500 278 556 500 722 500*3 "
    "334 260 334 584 350 "
    "556 350 222 556 333 1000 556*2 333 1000 667 333 1000 350 611 350*2 222*2 333*2 350 "
    "556 1000 333 1000 500 333 944 350 500 667 "
    "278 333 556*4 260 556 333 737 370 556 584 333 737 333 400 584 333*3 556 537 278 "
    "333*2 365 556 834*3 611 "
    "667*6 1000 722 667*4 278*4 722*2 778*5 584 778 722*4 667*2 611 "
    "556*6 889 500 556*4 278*4 556*7 584 611 556*4 500 556 500"
)
_BOLD: Final = _widths(
    "278 333 474 556*2 889 722 238 333*2 389 584 278 333 278*2 556*10 333*2 584*3 611 "
    "975 722*4 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 "
    "722 667 944 667*2 611 333 278 333 584 556 "
    "333 556 611 556 611 556 333 611*2 278*2 556 278 889 611*4 389 556 333 611 556 778 556*2 500 "
    "389 280 389 584 350 "
    "556 350 278 556 500 1000 556*2 333 1000 667 333 1000 350 611 350*2 278*2 500*2 350 "
    "556 1000 333 1000 556 333 944 350 500 667 "
    "278 333 556*4 280 556 333 737 370 556 584 333 737 333 400 584 333*3 611 556 278 "
    "333*2 365 556 834*3 611 "
    "722*6 1000 722 667*4 278*4 722*2 778*5 584 778 722*4 667*2 611 "
    "556*6 889 556*5 278*4 611*7 584 611*5 556 611 556"
)


@lru_cache(maxsize=1024)
def text_width(text: str, bold: bool = False) -> float:
    """How wide a text is at size 1.

    >>> text_width("11"), text_width("W", bold=True)
    (1.112, 0.944)
    """
    widths = _BOLD if bold else _PLAIN
    return sum(widths[code] for code in encoded(text)) / 1000


def encoded(text: str) -> bytes:
    """The codes of a text; an error names what Helvetica does not have.

    >>> encoded("naïve 5 €")
    b'na\\xefve 5 \\x80'
    >>> encoded("Łódź")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected characters of Western European languages \
(Windows-1252), found 'Ł' (U+0141) in 'Łódź'
    """
    try:
        codes = text.encode("cp1252")
    except UnicodeEncodeError as error:
        bad = text[error.start]
    else:
        if text.isprintable():
            return codes
        bad = next(char for char in text if not char.isprintable())
        if bad == "\xa0":
            return codes
    raise SquaredanceError(
        "expected characters of Western European languages (Windows-1252), "
        f"found {bad!r} (U+{ord(bad):04X}) in {text!r}"
    )


def shortened(text: str, size: float, width: float, bold: bool = False) -> str:
    """As much of the text as fits, with dots for the rest.

    >>> shortened("Sunday puzzles", 10, 50)
    'Sunday...'
    """
    if text_width(text, bold) * size <= width:
        return text
    while text and text_width(text + "...", bold) * size > width:
        text = text[:-1].rstrip()
    return text + "..."
