"""Difficulty: the words for how hard a puzzle is, and the ratings that they stand for."""

from __future__ import annotations

from squaredance.typed import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from squaredance.rating import Rating

# The least and the most of each on the scales of Sudoku Explainer.
RANGES: Final = {
    "easy": (1.0, 1.5),
    "medium": (1.6, 2.9),
    "hard": (3.0, 5.9),
    "expert": (6.0, 8.9),
    "extreme": (9.0, 20.0),
}


def difficulty_of(rating: Rating) -> str:
    """The word for a rating; on HoDoKu's scale it is its level.

    >>> from squaredance import rate
    >>> difficulty_of(rate("1234341221434.21")), difficulty_of(rate("1234341221434.21", "hodoku"))
    ('easy', 'easy')
    >>> difficulty_of(rate("." * 16))
    ''
    """
    if rating.scale == "hodoku":
        return (rating.level or "").lower()
    value = rating.value
    return "" if value is None else next(w for w, (_, most) in RANGES.items() if value <= most)
