"""The first page of a booklet: its title, and which puzzles are how hard."""

from __future__ import annotations

from typing import Final

from squaredance.render.canvas import Canvas, Font
from squaredance.render.helvetica import shortened, text_width
from squaredance.render.page import MARGIN, Design

_TEXT: Final = Font(12)
_WORD: Final = Font(12, bold=True)
_LEADING: Final = 1.5  # from line to line, of the font's size
_MOST_LINES: Final = 4  # of numbers in an entry
_WORD_ROOM: Final = 110.0


class Contents:
    """Collects numbers of puzzles by difficulty, as runs: a long booklet needs few of them."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._runs: dict[str, list[list[int]]] = {}
        self._easiest: dict[str, float] = {}

    def add(self, number: int, difficulty: str, rating: float) -> None:
        """The next puzzle; numbers grow."""
        runs = self._runs.setdefault(difficulty, [])
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
        self._easiest[difficulty] = min(rating, self._easiest.get(difficulty, rating))

    def draw(self, canvas: Canvas, count: int, solutions_page: int | None) -> None:
        """On a page of its own."""
        design = self._design
        wide, high = design.paper
        room = wide - 2 * MARGIN
        y = high * 0.24
        if design.title:
            font = Font(36, bold=True)
            fitting = 0.86 * room / text_width(design.title, bold=True)
            font = font._replace(size=max(16.0, min(font.size, fitting)))
            shown = shortened(design.title, font.size, room, bold=True)
            canvas.texts([(wide / 2, y, shown)], font)
        if design.author:
            y += 34
            canvas.texts([(wide / 2, y, shortened(design.author, 14, room))], Font(14, shade=0.3))
        y += 70
        for word in sorted(self._runs, key=lambda word: (not word, self._easiest[word])):
            y = self._draw_entry(canvas, y, word)
        if solutions_page is not None:
            x = self._left
            canvas.texts([(x, y, "Solutions")], _WORD, "start")
            text = f"from page {solutions_page}"
            canvas.texts([(x + _WORD_ROOM, y, text)], _TEXT, "start")

    @property
    def _left(self) -> float:
        """The entries stand in the middle three quarters of the page."""
        return MARGIN + (self._design.paper[0] - 2 * MARGIN) / 8

    def _draw_entry(self, canvas: Canvas, y: float, word: str) -> float:
        x = self._left
        room = self._design.paper[0] - x - self._left - _WORD_ROOM
        runs = self._runs[word]
        name = word.capitalize() or ("Puzzles" if len(self._runs) == 1 else "Not rated")
        canvas.texts([(x, y, name)], _WORD, "start")
        for line in _lines(runs, room):
            canvas.texts([(x + _WORD_ROOM, y, line)], _TEXT, "start")
            y += _TEXT.size * _LEADING
        return y + _TEXT.size * 0.5


def _lines(runs: list[list[int]], room: float) -> list[str]:
    """How many they are and which, in lines that fit; a long list is cut.

    >>> _lines([[1, 4], [7, 7], [9, 10]], 300)
    ['7 puzzles: 1-4, 7, 9-10']
    >>> _lines([[number, number] for number in range(1, 200, 2)], 70)
    ['100 puzzles:', '1, 3, 5, 7,', '9, 11, 13,', '15, 17, ...']
    """
    count = sum(last - first + 1 for first, last in runs)
    numbers = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    lines = [f"{count} puzzle{'' if count == 1 else 's'}:"]
    for part in [*(f"{number}," for number in numbers[:-1]), numbers[-1]]:
        if text_width(f"{lines[-1]} {part} ...") * _TEXT.size <= room:
            lines[-1] += f" {part}"
        elif len(lines) == _MOST_LINES:
            lines[-1] += " ..."
            break
        else:
            lines.append(part)
    return lines
