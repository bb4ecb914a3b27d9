"""Things on a circle as SVG: pairs as chords, sets as polygons, a row of things with arcs."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from squaredance.render.frame import INK, color, framed, point, text_at

_RADIUS = 150.0
_DOT = 15.0


def circle_svg(
    title: str, names: Sequence[str], groups: Sequence[tuple[Sequence[int], int]]
) -> str:
    """Names around a circle; each group (which names, color number) is a dot, chord or polygon.

    >>> picture = circle_svg("three", "abc", [([0, 1], 0), ([2], 1)])
    >>> picture.count("<circle"), picture.count("<text")
    (3, 3)
    """
    places = [_place(number, len(names)) for number in range(len(names))]
    body = []
    colors: dict[int, int] = {}
    for group, number in groups:
        colors |= dict.fromkeys(group, number) if len(groups) < len(names) else {}
        path = "L".join(point(*places[member]) for member in sorted(group))
        fill = color(number) if len(group) > 2 else "none"
        body.append(
            f'<path d="M{path}Z" fill="{fill}" fill-opacity=".55" stroke="{color(number)}"'
            ' stroke-width="5" stroke-linejoin="round"/>'
        )
    for number, (x, y) in enumerate(places):
        fill = color(colors[number]) if number in colors else "#ffffff"
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT:g}" fill="{fill}" stroke="{INK}"'
            ' stroke-width="2"/>' + text_at(x, y, names[number], 15)
        )
    side = 2 * (_RADIUS + _DOT)
    return framed(title, side, side, "".join(body))


def _place(number: int, total: int) -> tuple[float, float]:
    angle = 2 * pi * number / total - pi / 2
    middle = _RADIUS + _DOT
    return middle + _RADIUS * cos(angle), middle + _RADIUS * sin(angle)


def arcs_svg(title: str, names: Sequence[str], pairs: Sequence[tuple[int, int, int]]) -> str:
    """Names in a row; each pair (place, place, color number) is joined by an arc above it.

    >>> arcs_svg("pair", ["1", "x", "1"], [(0, 2, 0)]).count("A")
    1
    """
    side = 44
    reach = max((right - left for left, right, _ in pairs), default=0)
    top = reach * side * 0.32 + 10
    fills = {place: color(number) for left, right, number in pairs for place in (left, right)}
    body = []
    for left, right, number in sorted(pairs, key=lambda pair: pair[0] - pair[1]):
        x, far = (left + 0.5) * side, (right + 0.5) * side
        wide = (far - x) / 2
        body.append(
            f'<path d="M{point(x, top)}A{point(wide, wide * 0.64)} 0 0 1 {point(far, top)}"'
            f' fill="none" stroke="{color(number)}" stroke-width="5"/>'
        )
    for place, name in enumerate(names):
        fill = fills.get(place, "#ffffff")
        body.append(
            f'<rect x="{place * side + 3}" y="{point(top, 0)[:-2]}" width="{side - 6}"'
            f' height="{side - 6}" rx="7" fill="{fill}" stroke="{INK}" stroke-width="2"/>'
            + text_at((place + 0.5) * side, top + side / 2 - 3, name, 20, bold=True)
        )
    return framed(title, len(names) * side, top + side, "".join(body))
