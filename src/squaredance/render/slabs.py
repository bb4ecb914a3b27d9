"""A solid of small cubes as SVG: its layers side by side, the lowest first, seen from a corner."""

from __future__ import annotations

from collections.abc import Mapping

from squaredance.render.frame import INK, color, framed, point, text_at

Cube = tuple[int, int, int]  # layer (0 at the bottom), row, col
_X, _Y, _HIGH = 34.0, 17.0, 34.0  # half a diamond across, half of it down, the height of a cube
_GAP = 16.0  # between layers


def slabs_svg(title: str, cubes: Mapping[Cube, tuple[int, str]]) -> str:
    """Each cube with its (color number, letter); faces between cubes of one piece have no line.

    >>> slabs_svg("one", {(0, 0, 0): (0, "V")}).count("<path")
    4
    """
    rows = 1 + max(row for _, row, _ in cubes)
    cols = 1 + max(col for _, _, col in cubes)
    layers = 1 + max(layer for layer, _, _ in cubes)
    wide = (rows + cols) * _X
    body = []
    for layer in range(layers):
        flat = {(r, c): cubes[z, r, c] for z, r, c in cubes if z == layer}
        body.append(_slab(flat, rows * _X + layer * (wide + _GAP)))
    width = layers * (wide + _GAP) - _GAP
    return framed(title, width, (rows + cols) * _Y + _HIGH, "".join(body))


def _slab(flat: Mapping[tuple[int, int], tuple[int, str]], left: float) -> str:
    def corner(row: float, col: float, drop: float = 0.0) -> tuple[float, float]:
        return left + (col - row) * _X, (row + col) * _Y + drop

    body, edges = [], []
    for (row, col), (number, letter) in sorted(flat.items()):
        near, right, far = (row + 1, col + 1), (row, col + 1), (row + 1, col)
        top = [corner(row, col), corner(*right), corner(*near), corner(*far)]
        sides = []
        if (row + 1, col) not in flat:
            sides.append((far, near, 0.82))
        if (row, col + 1) not in flat:
            sides.append((right, near, 0.66))
        for one, other, shade in sides:
            face = [corner(*one), corner(*other), corner(*other, _HIGH), corner(*one, _HIGH)]
            body.append(_face(face, _darker(color(number), shade)))
            edges.append((face[0], face[3]))
            edges.append((face[1], face[2]))
            edges.append((face[2], face[3]))
        body.append(_face(top, color(number)))
        around = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for place, beside in enumerate(around):
            if flat.get(beside) != (number, letter):
                edges.append((top[place], top[(place + 1) % 4]))
        x, y = corner(row + 0.5, col + 0.5)
        body.append(text_at(x, y, letter, 15, bold=True))
    path = "".join(f"M{point(*one)}L{point(*other)}" for one, other in edges)
    lines = f'<path d="{path}" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'
    return "".join(body) + lines


def _face(corners: list[tuple[float, float]], fill: str) -> str:
    path = "L".join(point(*corner) for corner in corners)
    return f'<path d="M{path}Z" fill="{fill}" stroke="{INK}" stroke-opacity=".2"/>'


def _darker(fill: str, share: float) -> str:
    parts = [int(fill[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(part * share):02x}" for part in parts)
