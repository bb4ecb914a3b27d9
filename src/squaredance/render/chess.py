"""Marks on a checkered board as SVG: queens, dots; and words on a board of letters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from squaredance.render.frame import INK, PALE, color, framed, point, text_at

Cell = tuple[int, int]
_SIDE = 40
# A crown of five points over a base, in a square of 40: our own drawing, so that no font decides.
_QUEEN = "M9 32H31L34 14L27.5 22L25.5 10L20 21L14.5 10L12.5 22L6 14Z"
_TIPS = ((6, 12), (14.5, 8.5), (25.5, 8.5), (34, 12))


def queens_svg(title: str, size: int, queens: Collection[Cell]) -> str:
    """A chessboard with queens.

    >>> queens_svg("one", 1, [(0, 0)]).count("<g")
    1
    """
    body = [_checkered(size, "#f3ead7", "#c9a97c")]
    for row, col in sorted(queens):
        tips = "".join(f'<circle cx="{x}" cy="{y}" r="2.4"/>' for x, y in _TIPS)
        body.append(
            f'<g transform="translate({col * _SIDE} {row * _SIDE})" fill="{INK}">'
            f'<path d="{_QUEEN}"/><path d="M9 35H31" stroke="{INK}" stroke-width="2.5"/>{tips}</g>'
        )
    return framed(title, size * _SIDE, size * _SIDE, "".join(body))


def dots_svg(title: str, size: int, dots: Collection[Cell]) -> str:
    """A board with dots in some of its cells, and thin lines between all pairs of them.

    >>> dots_svg("two", 2, [(0, 0), (1, 1)]).count("<circle")
    2
    """
    middles = [((col + 0.5) * _SIDE, (row + 0.5) * _SIDE) for row, col in sorted(dots)]
    lines = "".join(
        f"M{point(*one)}L{point(*other)}"
        for place, one in enumerate(middles)
        for other in middles[place + 1 :]
    )
    body = [
        _checkered(size, "#ffffff", PALE),
        f'<path d="{lines}" stroke="{color(0)}" stroke-opacity=".55" fill="none"/>',
    ]
    body += [f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="{color(3)}" stroke="{INK}"'
             ' stroke-width="2"/>' for x, y in middles]  # fmt: skip
    return framed(title, size * _SIDE, size * _SIDE, "".join(body))


def _checkered(size: int, light: str, dark: str) -> str:
    side = size * _SIDE
    path = "".join(
        f"M{col * _SIDE} {row * _SIDE}h{_SIDE}v{_SIDE}h-{_SIDE}z"
        for row in range(size)
        for col in range(size)
        if (row + col) % 2
    )
    return (
        f'<rect width="{side}" height="{side}" fill="{light}"/><path d="{path}" fill="{dark}"/>'
        f'<rect width="{side}" height="{side}" fill="none" stroke="{INK}" stroke-width="2.5"/>'
    )


def words_svg(
    title: str, rows: int, cols: int, letters: Mapping[Cell, str], words: Sequence[Sequence[Cell]]
) -> str:
    """A board of letters with a band under each word; cells without a letter are pale.

    >>> words_svg("hi", 1, 3, {(0, 0): "H", (0, 1): "I"}, [[(0, 0), (0, 1)]]).count("<text")
    2
    """
    wide, high = cols * _SIDE, rows * _SIDE
    lines = "".join(f"M0 {r * _SIDE}H{wide}" for r in range(1, rows))
    lines += "".join(f"M{c * _SIDE} 0V{high}" for c in range(1, cols))
    empty = "".join(
        f"M{c * _SIDE} {r * _SIDE}h{_SIDE}v{_SIDE}h-{_SIDE}z"
        for r in range(rows)
        for c in range(cols)
        if (r, c) not in letters
    )
    body = [
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/><path d="{empty}" fill="{PALE}"/>'
        f'<path d="{lines}" stroke="{INK}" stroke-opacity=".18" fill="none"/>'
    ]
    for number, word in enumerate(words):
        ends = [((c + 0.5) * _SIDE, (r + 0.5) * _SIDE) for r, c in (word[0], word[-1])]
        body.append(
            f'<path d="M{"L".join(point(*end) for end in ends)}" stroke="{color(number)}"'
            f' stroke-opacity=".7" stroke-width="{_SIDE * 0.66:g}" stroke-linecap="round"/>'
        )
    for (r, c), letter in sorted(letters.items()):
        body.append(text_at((c + 0.5) * _SIDE, (r + 0.5) * _SIDE, letter, 21, bold=True))
    body.append(
        f'<rect width="{wide}" height="{high}" fill="none" stroke="{INK}" stroke-width="2.5"/>'
    )
    return framed(title, wide, high, "".join(body))
