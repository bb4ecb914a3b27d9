"""A font of strokes for pictures made of pixels: every printable ASCII character, drawn here.

A character is a box of some width, as high as a capital, in which a pen with a round tip moves.
Its strokes are parted by "/"; each goes from place to place, "x,y" in hundredths of the box, y up
from the line of writing. "@x,y,a,b,from,to" is an arc of an ellipse around x,y with radii a and
b, its angles in degrees as in mathematics. The box is that of the ink, so a heavier pen draws
the same height: places are where the middle of the pen goes, half its width inside.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, radians, sin
from typing import Final

from squaredance.render.canvas import CAP_HEIGHT

Point = tuple[float, float]

BEARING: Final = 0.045  # empty room on each side of a box, of the font's size
_PENS: Final = {False: 0.088, True: 0.132}  # the width of the pen, plain and bold
_ARC: Final = 11.25  # degrees between two points of an arc

_DIGITS: Final = {
    "0": "@50,64,50,36,0,180 0,36 @50,36,50,36,180,360 100,64",
    "1": "22,80 64,100 64,0",
    "2": "@50,71,48,29,170,-45 0,0 100,0",
    "3": "@47,75.5,44,24.5,152,-90 @47,25.5,50,25.5,90,-155 / 32,51 47,51",
    "4": "73,0 73,100 0,27 100,27",
    "5": "90,100 17,100 7,53 @47,33,50,33,143,-152",
    "6": "@60,40,60,60,62,180 0,32 / @50,32,50,32,0,360",
    "7": "0,100 100,100 34,0",
    "8": "@50,75.5,43,24.5,0,360 / @50,25.5,50,25.5,0,360",
    "9": "@40,60,60,60,242,360 100,68 / @50,68,50,32,0,360",
}
_CAPITALS: Final = {
    "A": "0,0 50,100 100,0 / 18,33 82,33",
    "B": "0,52 0,100 54,100 @54,76,40,24,90,-90 0,52 0,0 56,0 @56,26,44,26,-90,90",
    "C": "@52,50,52,50,46,314",
    "D": "0,0 0,100 38,100 @38,50,62,50,90,-90 0,0",
    "E": "100,100 0,100 0,0 100,0 / 0,52 86,52",
    "F": "100,100 0,100 0,0 / 0,50 84,50",
    "G": "@51,50,51,50,46,336 98,46 58,46",
    "H": "0,0 0,100 / 100,0 100,100 / 0,52 100,52",
    "I": "50,0 50,100",
    "J": "100,100 100,33 @50,33,50,33,0,-180",
    "K": "0,0 0,100 / 96,100 0,36 / 34,58 100,0",
    "L": "0,100 0,0 100,0",
    "M": "0,0 0,100 50,14 100,100 100,0",
    "N": "0,0 0,100 100,0 100,100",
    "O": "@50,50,50,50,0,360",
    "P": "0,0 0,100 58,100 @58,72.5,42,27.5,90,-90 0,45",
    "Q": "@50,50,50,50,0,360 / 64,26 100,-4",
    "R": "0,0 0,100 58,100 @58,73.5,40,26.5,90,-90 0,47 / 56,47 100,0",
    "S": "@51,75.5,45,24.5,32,270 @50,25.5,50,25.5,90,-148",
    "T": "0,100 100,100 / 50,100 50,0",
    "U": "0,100 0,37 @50,37,50,37,180,360 100,100",
    "V": "0,100 50,0 100,100",
    "W": "0,100 25,0 50,94 75,0 100,100",
    "X": "0,100 100,0 / 0,0 100,100",
    "Y": "0,100 50,47 100,100 / 50,47 50,0",
    "Z": "0,100 100,100 0,0 100,0",
}
_SMALL: Final = {
    "a": "@48,36,48,36,0,360 / 98,72 98,0",
    "b": "2,100 2,0 / @52,36,48,36,0,360",
    "c": "@51,36,51,36,46,314",
    "d": "98,100 98,0 / @48,36,48,36,0,360",
    "e": "1,38 99,38 @50,36,49,36,3,312",
    "f": "100,98 @84,76,44,23,75,180 40,0 / 0,72 92,72",
    "g": "98,72 98,-4 @50,-4,48,25,0,-148 / @48,36,48,36,0,360",
    "h": "0,100 0,0 / 0,38 @50,38,50,34,180,0 100,0",
    "i": "50,0 50,72 / 50,98 50,99",
    "j": "70,72 70,-8 @10,-8,60,21,0,-90 / 70,98 70,99",
    "k": "0,100 0,0 / 92,72 0,24 / 36,43 100,0",
    "l": "50,100 50,0",
    "m": "0,72 0,0 / 0,46 @25,46,25,26,180,0 50,0 / 50,46 @75,46,25,26,180,0 100,0",
    "n": "0,72 0,0 / 0,38 @50,38,50,34,180,0 100,0",
    "o": "@50,36,50,36,0,360",
    "p": "2,72 2,-28 / @52,36,48,36,0,360",
    "q": "98,72 98,-28 / @48,36,48,36,0,360",
    "r": "0,72 0,0 / 0,34 @72,34,72,37,180,75",
    "s": "@51,54,45,18,32,270 @50,18,50,18,90,-148",
    "t": "40,94 40,20 @84,20,44,20,180,285 / 0,72 92,72",
    "u": "0,72 0,34 @50,34,50,34,180,360 / 100,72 100,0",
    "v": "0,72 50,0 100,72",
    "w": "0,72 25,0 50,66 75,0 100,72",
    "x": "0,72 100,0 / 0,0 100,72",
    "y": "0,72 52,0 / 100,72 40,-18 @12,-14,30,14,-30,-110",
    "z": "0,72 100,72 0,0 100,0",
}
_SIGNS: Final = {
    " ": "",
    "!": "50,100 50,30 / 50,1 50,0",
    '"': "20,100 20,72 / 80,100 80,72",
    "#": "22,0 38,100 / 64,0 80,100 / 0,34 96,34 / 4,66 100,66",
    "$": "@51,70,45,20,32,270 @50,30,50,20,90,-148 / 50,104 50,-4",
    "%": "@20,78,20,22,0,360 / @80,22,20,22,0,360 / 22,0 78,100",
    "&": "100,0 26,72 @46,82,24,18,205,-40 @40,25,40,25,115,345 96,44",
    "'": "50,100 50,72",
    "(": "@100,42,100,64,105,255",
    ")": "@0,42,100,64,75,-75",
    "*": "50,100 50,50 / 5,88 95,62 / 5,62 95,88",
    "+": "0,42 100,42 / 50,82 50,2",
    ",": "60,2 30,-20",
    "-": "0,36 100,36",
    ".": "50,1 50,0",
    "/": "0,-4 100,104",
    ":": "50,62 50,61 / 50,11 50,10",
    ";": "60,62 60,61 / 60,8 30,-16",
    "<": "100,78 0,42 100,6",
    "=": "0,56 100,56 / 0,26 100,26",
    ">": "0,78 100,42 0,6",
    "?": "@50,74,48,26,165,-50 50,42 50,30 / 50,1 50,0",
    "@": "@50,42,18,20,0,360 68,64 68,34 @84,34,16,14,180,360 @50,42,50,56,0,300",
    "[": "100,104 0,104 0,-14 100,-14",
    "\\": "0,104 100,-4",
    "]": "0,104 100,104 100,-14 0,-14",
    "^": "0,50 50,100 100,50",
    "_": "0,-12 100,-12",
    "`": "20,104 80,84",
    "{": "100,104 @100,84,55,20,90,180 45,60 @0,60,45,15,0,-90 @0,30,45,15,90,0 45,6 "
    "@100,6,55,20,180,270",
    "|": "50,106 50,-18",
    "}": "0,104 @0,84,55,20,90,0 55,60 @100,60,45,15,180,270 @100,30,45,15,90,180 55,6 "
    "@0,6,55,20,0,-90",
    "~": "0,34 @25,34,25,14,180,0 @75,34,25,14,180,360",
}
_GLYPHS: Final = _DIGITS | _CAPITALS | _SMALL | _SIGNS

# The widths of boxes, of the font's size.
_WIDTHS: Final = {
    **dict.fromkeys(_DIGITS, 0.466),
    **dict.fromkeys(_CAPITALS, 0.56),
    **dict.fromkeys(_SMALL, 0.46),
    **dict.fromkeys(_SIGNS, 0.46),
}
_WIDTHS.update(
    (char, width)
    for width, chars in (
        (0.14, "!'.:Iil|,;`"),
        (0.2, "j "),
        (0.22, "([])"),
        (0.26, '-/\\"'),
        (0.3, "{}frt"),
        (0.34, "*"),
        (0.42, "J"),
        (0.47, "EFL"),
        (0.61, "ACGV&"),
        (0.65, "OQ"),
        (0.69, "Mmw"),
        (0.75, "%@"),
        (0.86, "W"),
    )
    for char in chars
)


def pen_width(size: float, bold: bool) -> float:
    """Of a font; never so thin that a small symbol fades."""
    return max(_PENS[bold] * size, 1.0)


def advance(char: str, size: float) -> float:
    """From the start of a character to that of the next.

    >>> round(advance("5", 100)), round(advance("W", 100))
    (56, 95)
    """
    return (_WIDTHS.get(char, 0.466) + 2 * BEARING) * size


@lru_cache(maxsize=512)
def strokes(char: str, size: float, bold: bool) -> tuple[tuple[Point, ...], ...]:
    """Where the pen goes, x from the start of the character, y down from the line of writing. A
    character that is not here is a box.

    >>> [len(stroke) for stroke in strokes("4", 10, False)]
    [4]
    """
    half = pen_width(size, bold) / 2
    wide, high = _WIDTHS.get(char, 0.466) * size - 2 * half, CAP_HEIGHT * size - 2 * half
    left = BEARING * size + half
    found = _GLYPHS.get(char, "0,0 100,0 100,100 0,100 0,0")
    return tuple(
        tuple((left + x / 100 * wide, -half - y / 100 * high) for x, y in _points(stroke))
        for stroke in found.split("/")
        if stroke.strip()
    )


def _points(stroke: str) -> list[Point]:
    points: list[Point] = []
    for part in stroke.split():
        if part.startswith("@"):
            x, y, a, b, start, end = map(float, part[1:].split(","))
            steps = max(2, ceil(abs(end - start) / _ARC))
            angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
            points += [(x + a * cos(angle), y + b * sin(angle)) for angle in angles]
        else:
            x, y = map(float, part.split(","))
            points.append((x, y))
    return points
