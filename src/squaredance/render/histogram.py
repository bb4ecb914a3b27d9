"""A histogram as SVG: how many of the numbers are in which range."""

from __future__ import annotations

from collections import Counter
from html import escape
from math import floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_BARS: Final = 24
_WIDTH, _HEIGHT, _BAR, _MARGIN = 24, 160, 20, 40


def histogram_svg(values: Sequence[float], *, title: str = "") -> str:
    """A stand-alone SVG text with a bar for each range of values, from the least to the most.

    Ranges are a half, one, two or five wide, or such a number of tens, hundreds and so on.

    >>> svg = histogram_svg([1.5, 2.6, 2.8, 7.1])
    >>> svg.count("<rect x"), "2.5 to 3: 2" in svg
    (3, True)
    """
    step = _step(values)
    counts = Counter(floor(value / step + 1e-9) for value in values)
    first, last = (min(counts), max(counts)) if counts else (0, 0)
    highest = max(counts.values(), default=1)
    width = 2 * _MARGIN + (last - first + 1) * _WIDTH
    height = _HEIGHT + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="10">',
        f"<title>{escape(title or 'histogram')}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{width / 2:g}" y="20" text-anchor="middle" font-size="13">'
        f"{escape(title)}</text>",
    ]
    floor_y = _MARGIN + _HEIGHT
    for number in range(first, last + 1):
        left = _MARGIN + (number - first) * _WIDTH
        middle = left + _BAR / 2
        count = counts[number]
        if count:
            tall = max(1.0, _HEIGHT * count / highest)
            name = f"{number * step:g} to {(number + 1) * step:g}: {count}"
            parts += [
                f'<rect x="{left}" y="{floor_y - tall:.1f}" width="{_BAR}" height="{tall:.1f}" '
                f'fill="#1f5fa8"><title>{name}</title></rect>',
                f'<text x="{middle:g}" y="{floor_y - tall - 3:.1f}" text-anchor="middle">'
                f"{count}</text>",
            ]
        parts.append(
            f'<text x="{middle:g}" y="{floor_y + 14}" text-anchor="middle">{number * step:g}</text>'
        )
    return "\n".join((*parts, "</svg>\n"))


def _step(values: Sequence[float]) -> float:
    """The width of a range: no more than so many bars."""
    if not values:
        return 1.0
    wanted = max((max(values) - min(values)) / (_MOST_BARS - 1), 0.5)
    if wanted == 0.5:
        return wanted
    ten = 10.0 ** floor(log10(wanted))
    return next(ten * times for times in (1, 2, 5, 10) if ten * times >= wanted)
