"""Rows of cells with rules between the boxes: how a grid is drawn in plain text, everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from squaredance.geometry import Geometry


def ruled(geometry: Geometry, cells: Sequence[str], gap: str = "", cross: str = "+") -> str:
    """The cells, aligned, ``gap`` between two of a box and ``cross`` where rules meet.

    >>> from squaredance.geometry import Geometry
    >>> print(ruled(Geometry(4), "1......2.3....4."))
    1.|..
    ..|.2
    --+--
    .3|..
    ..|4.
    """
    n = geometry.size
    height, width = geometry.box or (n, n)
    longest = max(map(len, cells))
    bar, corner = f"{gap}|{gap}", cross.join(["-" * len(gap)] * 2)
    rule = corner.join(["-" * (width * (longest + len(gap)) - len(gap))] * (n // width))
    lines: list[str] = []
    for row in range(n):
        if row and row % height == 0:
            lines.append(rule)
        line = [cell.rjust(longest) for cell in cells[row * n : row * n + n]]
        lines.append(bar.join(gap.join(line[c : c + width]) for c in range(0, n, width)))
    return "\n".join(lines)


def ruled_groups(geometry: Geometry, groups: Sequence[str], *, rules: bool = True) -> str:
    """Cells that hold several symbols: each column as wide as its longest.

    >>> from squaredance.geometry import Geometry
    >>> print(ruled_groups(Geometry(4), ["1", "24", *"3" * 14]))
    1 24 | 3 3
    3 3  | 3 3
    -----+----
    3 3  | 3 3
    3 3  | 3 3
    """
    n = geometry.size
    widths = [max(len(groups[cell]) for cell in range(col, n * n, n)) for col in range(n)]
    height, width = geometry.box if rules and geometry.box else (n, n)
    bar = " | " if rules else " "
    lines: list[str] = []
    for row in range(n):
        cells = [groups[row * n + col].ljust(widths[col]) for col in range(n)]
        boxes = [" ".join(cells[c : c + width]) for c in range(0, n, width)]
        if row and row % height == 0:
            lines.append("-+-".join("-" * len(box) for box in boxes))
        lines.append(bar.join(boxes).rstrip())
    return "\n".join(lines)
