"""Example: a problem with a name, what is known about it, and a way to draw its solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from squaredance.cover import Problem
from squaredance.errors import SquaredanceError


@dataclass(frozen=True, slots=True)
class Example:
    """A problem of the gallery.

    ``known`` is the published number of solutions of exactly this problem, where there is one,
    and ``source`` says where it is published.
    """

    name: str
    title: str
    problem: Problem
    draw: Callable[[Sequence[int]], str] = field(repr=False)
    known: int | None = None
    source: str = ""

    def picture(self, options: Iterable[int]) -> str:
        """A cover as an SVG text; ``options`` are the positions of the chosen options.

        >>> from squaredance.cover import examples, solve
        >>> example = examples.queens(6)
        >>> example.picture(solve(example.problem).options)[:4]
        '<svg'
        """
        chosen = sorted(options)
        for position in chosen:
            if not 0 <= position < len(self.problem.options):
                raise SquaredanceError(
                    f"expected options from 0 to {len(self.problem.options) - 1}, found {position}"
                )
        return self.draw(chosen)


def whole(number: object, least: int, most: int, what: str) -> int:
    """The argument, if it is a whole number from ``least`` to ``most``.

    >>> whole(3, 1, 8, "a number of queens")
    3
    >>> whole(0, 1, 8, "a number of queens")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a number of queens from 1 to 8, found 0
    """
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise SquaredanceError(f"expected {what} from {least} to {most}, found {number!r}")
    return number


def term(sequence: Sequence[int], number: int, first: int = 1) -> int | None:
    """A number out of a published sequence whose first term has this number, if it goes so far.

    >>> term((1, 0, 0, 2), 4), term((1, 0, 0, 2), 5)
    (2, None)
    """
    place = number - first
    return sequence[place] if 0 <= place < len(sequence) else None
