"""The pictures of the documents: which examples, and which of their solutions.

The solutions are written down, by the positions of their options, so that a picture does not
change with the engine that would find it; `python -m squaredance.cover.examples FOLDER` draws
them all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from squaredance.cover.examples.base import Example
from squaredance.cover.examples.registry import example

# By the name of the file: the words that make the example, and the options.
PICTURES: Final[dict[str, tuple[str, str]]] = {
    "pentominoes-6x10": (
        "pentominoes 6 10",
        "84 256 464 590 940 1174 1248 1519 1631 1664 1721 1965",
    ),
    "pentominoes-8x8": (
        "pentominoes ########/########/########/###..###/###..###/########/########/########",
        "80 239 286 517 750 912 1018 1090 1190 1268 1469 1563",
    ),
    "y-pentominoes": (
        "y-pentominoes 10 10",
        "5 64 126 165 178 200 203 215 234 248 308 323 327 330 356 361 396 431 435 503",
    ),
    "dominoes": (
        "dominoes "
        ".........##........./........####......../.......######......./"
        "......########....../.....##########...../....############..../"
        "...##############.../..################../.##################./"
        "####################/####################/.##################./"
        "..################../...##############.../....############..../"
        ".....##########...../......########....../.......######......./"
        "........####......../.........##.........",
        """
        0 1 3 4 6 8 11 13 15 20 23 27 30 38 40 42 51 54 56 59 67 86 108 113 131 145 147
        156 159 161 166 168 170 172 177 180 182 188 190 193 195 196 198 199 212 213 220
        223 226 229 230 238 239 241 242 250 253 255 256 260 269 271 272 274 278 279 280
        281 282 283 284 285 287 289 290 292 294 305 307 309 310 312 314 315 316 319 320
        321 325 327 328 330 334 335 341 343 344 346 347 348 351 357 358 369 370 379 380
        383 388 389
        """,
    ),
    "soma": (
        "soma",
        "126 257 288 381 491 581 642",
    ),
    "partridge": (
        "partridge 8",
        """
        0 8 16 24 232 240 248 473 1290 1338 1500 1501 1711 1724 1731 2013 2019 2237 2472
        2492 2678 3174 3334 3483 3494 3721 3758 3890 4682 4814 5365 5467 5796 6748 7013
        8041
        """,
    ),
    "queens": (
        "queens 8",
        "1 12 22 24 34 47 53 59",
    ),
    "langford": (
        "langford 8",
        "11 15 33 39 58 62 76 80",
    ),
    "costas": (
        "costas 10",
        """
        7 15 22 39 43 58 61 70 84 96 168 255 351 436 530 614 703 797 889 957 1053 1138
        1232 1316 1405 1499 1590 1656 1740 1835 1919 2008 2101 2193 2344 2439 2522 2611
        2705 2797 2834 2918 3007 3100 3192 3323 3412 3506 3598 3619 3712 3804 3883 3975
        4101
        """,
    ),
    "sudoku": (
        "sudoku",
        """
        0 1 16 21 33 45 46 48 56 62 66 68 76 89 101 111 115 127 138 143 155 157 159 170
        178 185 199 210 212 217 225 233 246 249 258 267 274 285 286 299 304 310 314 317
        325 335 345 356 368 369 371 385 392 404 407 422 432 433 437 443 448 453 454 463
        470 475 482 491 492 506 517 522 528 534 538 546 554 561 567 583 586
        """,
    ),
    "latin": (
        "latin 7",
        """
        2 13 17 26 32 35 43 55 57 63 73 82 88 93 99 105 116 125 128 136 145 147 159 162
        170 178 188 193 200 205 215 217 230 232 241 250 255 265 270 274 282 287 297 305
        310 316 322 334 342
        """,
    ),
    "word-search": (
        "word-search 7 8",
        "104 261 446 479 733 760 863 993 1092 1352 1497 1925",
    ),
    "word-square": (
        "word-square 4 double=yes",
        "65 495 1430 1577 2011 2756 3169 3502",
    ),
    "matchings": (
        "matchings 12",
        "2 16 29 42 47 54",
    ),
    "partitions": (
        "partitions 10",
        "0 23 143 344",
    ),
    "one-factorisations": (
        "one-factorisations 8",
        "7 15 42 52 71 81 91",
    ),
    "tournament": (
        "tournament 8",
        """
        0 1 2 3 4 5 6 11 20 26 31 36 44 54 58 69 70 80 88 91 101 106 113 125 126 135 145
        151
        """,
    ),
    "rota": (
        "rota",
        "340 1092 1147 1674",
    ),
}


def pictured(name: str) -> tuple[Example, list[int]]:
    """The example of a picture and the options that it shows.

    >>> example, options = pictured("queens")
    >>> example.title, len(options)
    ('8 queens', 8)
    """
    words, options = PICTURES[name]
    return example(*words.split()), [int(option) for option in options.split()]


def draw_all(folder: Path) -> list[Path]:
    """Writes all pictures into a folder, and tells which files they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name in PICTURES:
        shown, options = pictured(name)
        path = folder / f"{name}.svg"
        path.write_text(shown.picture(options) + "\n")
        paths.append(path)
    return paths
