"""A table as SVG: names of rows and cols, colored entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from squaredance.render.frame import INK, PALE, color, framed, text_at

_WIDE, _HIGH, _NAMES = 62, 40, 80


class Entry(NamedTuple):
    """Text on a color, or on pale; a marked one has a spot in its corner."""

    text: str
    color: int | None = None
    marked: bool = False


def table_svg(
    title: str,
    rows: Sequence[str],
    cols: Sequence[str],
    entries: Mapping[tuple[int, int], Entry],
) -> str:
    """The entries at (row, col).

    >>> table_svg("one", ["a"], ["b"], {(0, 0): Entry("x", 1)}).count("<text")
    3
    """
    body = [text_at(_NAMES + (n + 0.5) * _WIDE, 14, name, 14) for n, name in enumerate(cols)]
    for row, name in enumerate(rows):
        top = 28 + row * _HIGH
        body.append(text_at(_NAMES / 2, top + _HIGH / 2, name, 15))
        for col in range(len(cols)):
            entry = entries.get((row, col), Entry(""))
            left = _NAMES + col * _WIDE
            fill = PALE if entry.color is None else color(entry.color)
            body.append(
                f'<rect x="{left + 2}" y="{top + 2}" width="{_WIDE - 4}" height="{_HIGH - 4}"'
                f' rx="6" fill="{fill}" stroke="{INK}" stroke-opacity=".45"/>'
            )
            if entry.text:
                body.append(text_at(left + _WIDE / 2, top + _HIGH / 2, entry.text, 19, bold=True))
            if entry.marked:
                body.append(
                    f'<circle cx="{left + _WIDE - 11}" cy="{top + 11}" r="4" fill="{INK}"/>'
                )
    width, height = _NAMES + len(cols) * _WIDE, 28 + len(rows) * _HIGH
    return framed(title, width, height, "".join(body))
