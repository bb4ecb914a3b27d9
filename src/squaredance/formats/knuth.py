"""Knuth's exact cover text: items on the first line, then an option on each line.

| a comment
a 0:2|b c | x y   items; b has bounds; those behind the bar are secondary
a b x:red |3      an option, with a color and a cost
c y

The syntax is that of his programs DLX2 (colors), DLX3 (bounds) and DLX5 (costs). Here names and
colors have any length, costs may be negative or have a point, and an upper bound may be 0.
"""

from __future__ import annotations

import io
import re
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Final

from squaredance.cover import Colored, Problem
from squaredance.cover.build import MOST_COST
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.source import LineSource

if TYPE_CHECKING:
    from squaredance.cover.build import Number

_FIELD: Final = re.compile(r"\S+")
_BOUNDS: Final = re.compile(r"(?:(\d{1,9}):)?(\d{1,9})\|")
_COST: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_MOST: Final = 999_999_999  # of a bound: more than there can be options
LARGEST_LINE: Final = 1 << 27  # the line of items of a large problem is long


def loads(text: str) -> Problem:
    """The problem of a text.

    >>> loads("a b | c\\na c\\nb\\n")
    <Problem with 2+1 items, 2 options>
    """
    if not isinstance(text, str):
        raise SquaredanceError(f"expected a text, found {type(text).__name__}")
    return read(LineSource(io.StringIO(text)))


def read(source: LineSource) -> Problem:
    """The one problem of a source.

    >>> read(LineSource(io.BytesIO(b"a b | c\\na c\\nb\\n")))
    <Problem with 2+1 items, 2 options>
    """
    source.max_line = max(source.max_line, LARGEST_LINE)
    text = _next_line(source)
    if text is None:
        raise source.error("expected a line of items, found the end of the input")
    primary, secondary, bounds = _read_items(source, text)
    lines = _OptionLines(source, {*primary, *secondary}, set(secondary))
    try:
        # The costs are there when the last option is.
        return Problem(primary, lines, secondary, bounds=bounds, costs=lines.costs)
    except FormatError:
        raise
    except SquaredanceError as error:  # native code found it: now see where it is
        lines.check()
        raise source.error(error.message) from None


def _next_line(source: LineSource) -> str | None:
    """The next line that is neither empty nor a comment."""
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError):
            raise raw
        start = raw.lstrip()[:1]
        if start and start != b"|":
            return raw.decode("utf-8")
    return None


Bounds = dict[Hashable, tuple[int, int]]


def _read_items(source: LineSource, text: str) -> tuple[list[str], list[str], Bounds]:
    primary: list[str] = []
    secondary: list[str] = []
    bounds: Bounds = {}
    seen: set[str] = set()
    names = primary
    for field in _FIELD.finditer(text):
        column, name = field.start() + 1, field[0]
        if name == "|":
            if names is secondary:
                raise source.error("expected one | at most, found more", column=column)
            names = secondary
            continue
        if names is primary and (limits := _BOUNDS.match(name)):
            low, high = int(limits[1] or limits[2]), int(limits[2])
            if low > high:
                message = f"expected bounds least:most|item in order, found {name!r}"
                raise source.error(message, column=column)
            name = name[limits.end() :]
            bounds[name] = (low, high)
        if not name or ":" in name or "|" in name:
            wanted = "item or least:most|item" if names is primary else "item"
            raise source.error(f"expected {wanted}, found {field[0]!r}", column=column)
        if name in seen:
            raise source.error(f"expected different items, found {name!r} twice", column=column)
        seen.add(name)
        names.append(name)
    return primary, secondary, bounds


class _OptionLines:
    """The options as they are read. A plain line goes on as it is split, and is checked by the
    builder of the problem; where that finds something wrong, `check` finds it again, with its
    column.
    """

    def __init__(self, source: LineSource, items: set[str], secondary: set[str]) -> None:
        self.costs: list[Number] = []
        self._source = source
        self._items = items
        self._secondary = secondary
        self._text = ""

    def __iter__(self) -> Iterator[list[Hashable]]:
        source, costs = self._source, self.costs
        while (text := _next_line(source)) is not None:
            self._text = text
            if ":" in text or "|" in text:
                option, cost = self._fields()
                costs.append(cost)
                yield option
            else:
                costs.append(0)
                yield text.split()  # type: ignore[misc]

    def _fields(self) -> tuple[list[Hashable], Number]:
        option: list[Hashable] = []
        cost: Number = 0
        for field in _FIELD.finditer(self._text):
            word = field[0]
            if word.startswith("|"):
                cost += self._cost(word[1:], field.start() + 1)
                continue
            item, colon, color = word.partition(":")
            if not colon:
                option.append(word)
                continue
            if not color:
                raise self._error(f"expected a color behind the colon of {word!r}", field.end() + 1)
            option.append(Colored(item, color))
        return option, cost

    def _cost(self, text: str, column: int) -> Number:
        if not _COST.fullmatch(text):
            raise self._error(f"expected a cost, a number, behind |, found {text!r}", column + 1)
        cost = float(text)
        if not -MOST_COST <= cost <= MOST_COST:
            raise self._error(f"expected a cost up to 1e300, found {_short(text)}", column + 1)
        if not text.removeprefix("-").isdecimal():
            return cost
        # `int` refuses some thousands of digits, and here more than 309 are zeros at the front.
        size = int(text.lstrip("-0") or "0")
        return -size if text.startswith("-") else size

    def _error(self, message: str, column: int) -> FormatError:
        return self._source.error(message, column=column)

    def check(self) -> None:
        """Raises the error of the line that was read last, if it has one."""
        seen: set[str] = set()
        for field in _FIELD.finditer(self._text):
            column = field.start() + 1
            if field[0].startswith("|"):
                continue
            item, colon, _ = field[0].partition(":")
            if item not in self._items:
                raise self._error(f"expected an item of the first line, found {item!r}", column)
            if colon and item not in self._secondary:
                raise self._error(
                    f"expected no color on the primary item {item!r}, found {field[0]!r}", column
                )
            if item in seen:
                raise self._error(f"expected different items, found {item!r} twice", column)
            seen.add(item)


def _short(text: str) -> str:
    """A long number for an error message.

    >>> _short("1e999"), _short("123456789" * 9)
    ("'1e999'", "'12345678912345678912...' of 81 characters")
    """
    return repr(text) if len(text) <= 40 else f"'{text[:20]}...' of {len(text)} characters"


def dumps(problem: Problem) -> str:
    """The text of a problem; names are written without blanks.

    >>> problem = Problem([(0, 1)], [[(0, 1)]], bounds={(0, 1): (0, 2)})
    >>> dumps(problem)
    '0:2|(0,1)\\n(0,1)\\n'
    """
    words: dict[Hashable, str] = {}
    for item in (*problem.primary, *problem.secondary):
        words[item] = _word(item, "an item")
    if len(set(words.values())) != len(words):
        raise SquaredanceError("expected items that are written differently, found two alike")
    if not problem.primary:
        raise SquaredanceError("expected a primary item or more, found none: a text begins so")
    lines = [_items_line(problem, words)]
    shades: dict[Hashable, str] = {}
    for number, option in enumerate(problem.options):
        if not option:
            message = "expected an item or more, found none: an empty line is no option"
            raise SquaredanceError(f"option {number + 1}: {message}")
        fields = [_option_word(member, words, shades) for member in option]
        cost = problem.costs[number] if problem.costs else 0
        if cost:
            fields.append(f"|{_cost_word(cost)}")
        lines.append(" ".join(fields))
    if len(set(shades.values())) != len(shades):
        raise SquaredanceError("expected colors that are written differently, found two alike")
    return "\n".join(lines) + "\n"


def _items_line(problem: Problem, words: dict[Hashable, str]) -> str:
    fields = []
    for item in problem.primary:
        low, high = (min(n, _MOST) for n in problem.bounds.get(item, (1, 1)))
        limits = f"{low}:{high}|" if low != high else f"{low}|" if low != 1 else ""
        fields.append(limits + words[item])
    if problem.secondary:
        fields += ["|", *(words[item] for item in problem.secondary)]
    return " ".join(fields)


def _option_word(member: Hashable, words: dict[Hashable, str], shades: dict[Hashable, str]) -> str:
    if not isinstance(member, Colored):
        return words[member]
    if member.color not in shades:
        shades[member.color] = _word(member.color, "a color")
    return f"{words[member.item]}:{shades[member.color]}"


def _word(name: Hashable, kind: str) -> str:
    word = "".join(str(name).split())
    if not word or "|" in word or (":" in word and kind == "an item"):
        raise SquaredanceError(
            f"expected {kind} that can be written, without : and |; found {name!r}"
        )
    return word


def _cost_word(cost: Number) -> str:
    return str(cost) if isinstance(cost, int) else repr(float(cost))
