"""The examples by name: a line about each, and how words become their arguments."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Final

from squaredance.cover.examples.base import Example
from squaredance.cover.examples.partridge import partridge
from squaredance.cover.examples.permutations import costas, langford, queens
from squaredance.cover.examples.polyominoes import dominoes, pentominoes, y_pentominoes
from squaredance.cover.examples.schedules import rota, tournament
from squaredance.cover.examples.sets import matchings, one_factorisations, partitions
from squaredance.cover.examples.soma import soma
from squaredance.cover.examples.squares import latin, sudoku
from squaredance.cover.examples.words import word_search, word_square
from squaredance.errors import SquaredanceError

_BUILDERS: Final[dict[str, tuple[Callable[..., Example], str]]] = {
    "pentominoes": (pentominoes, "the twelve pentominoes, or some of them, on any board"),
    "y_pentominoes": (y_pentominoes, "one piece as often as it goes"),
    "dominoes": (dominoes, "dominoes on any board"),
    "soma": (soma, "Hein's cube of seven pieces"),
    "partridge": (partridge, "one square of side 1, two of side 2 and so on; bounds"),
    "queens": (queens, "queens that do not attack each other; secondary items"),
    "langford": (langford, "two of each number, k places between the two k"),
    "costas": (costas, "dots no two pairs of which differ by the same vector; colors"),
    "sudoku": (sudoku, "a Sudoku of any size and geometry"),
    "latin": (latin, "Latin squares, or the completions of one"),
    "word_search": (word_search, "words packed into a board of letters; colors"),
    "word_square": (word_square, "words that are rows and cols of a square; colors"),
    "matchings": (matchings, "all points in pairs"),
    "partitions": (partitions, "things divided into sets"),
    "one_factorisations": (one_factorisations, "all pairs divided into perfect matchings"),
    "tournament": (tournament, "rounds in which everybody meets everybody"),
    "rota": (rota, "who works when, with the fewest wishes denied; costs"),
}
NAMES: Final = tuple(_BUILDERS)


def example(name: str, *words: str) -> Example:
    """The example of a name; words are its arguments in order, or ``name=value``.

    >>> example("queens", "6").title
    '6 queens'
    >>> example("langford", "7", "reduced=yes").known
    26
    >>> example("queens", "6", "7")
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: queens: expected [SIZE], found '7' too
    >>> example("kings")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected an example of pentominoes, ...; found 'kings'
    """
    plain = _known(name)
    build, _ = _BUILDERS[plain]
    parameters = signature(build).parameters
    places = [p for p in parameters.values() if p.kind is not Parameter.KEYWORD_ONLY]
    given: list[object] = []
    named: dict[str, object] = {}
    for word in map(str, words):
        key, equals, value = word.partition("=")
        if equals and key in parameters:
            named[key] = _converted(plain, parameters[key], value)
            continue
        many = bool(places) and places[-1].kind is Parameter.VAR_POSITIONAL
        if len(given) >= len(places) and not many:
            raise SquaredanceError(f"{plain}: expected {usage(plain)}, found {word!r} too")
        given.append(_converted(plain, places[min(len(given), len(places) - 1)], word))
    try:
        signature(build).bind(*given, **named)
    except TypeError:
        raise SquaredanceError(
            f"{plain}: expected {usage(plain)}, found one of them twice"
        ) from None
    return build(*given, **named)


def _converted(name: str, parameter: Parameter, word: str) -> object:
    """The word in the type that the function says; what it cannot be is the function's to say."""
    kind = str(parameter.annotation)
    if kind == "bool":
        if word not in ("yes", "no"):
            raise SquaredanceError(f"{name}: expected {parameter.name}=yes or no, found {word!r}")
        return word == "yes"
    return int(word) if kind.startswith("int") and word.isdecimal() else word


def _known(name: str) -> str:
    plain = str(name).replace("-", "_")
    if plain not in _BUILDERS:
        raise SquaredanceError(f"expected an example of {', '.join(NAMES)}; found {name!r}")
    return plain


def usage(name: str) -> str:
    """The arguments of an example as a command line has them.

    >>> usage("pentominoes")
    '[ROWS [COLS [PIECES]]] [reduced=yes]'
    >>> usage("word_search")
    '[ROWS [COLS [WORDS...]]]'
    """
    places, named = [], []
    for parameter in signature(_BUILDERS[_known(name)][0]).parameters.values():
        if parameter.kind is Parameter.VAR_POSITIONAL:
            places.append(f"{parameter.name.upper()}...")
        elif parameter.annotation == "bool":
            named.append(f"[{parameter.name}=yes]")
        elif parameter.kind is Parameter.KEYWORD_ONLY:
            named.append(f"[{parameter.name}={parameter.name.upper()}]")
        else:
            places.append(parameter.name.upper())
    nested = ""
    for place in reversed(places):
        nested = f"[{place}{' ' if nested else ''}{nested}]"
    return " ".join([nested, *named]).strip()


def about(name: str) -> str:
    """The line about an example.

    >>> about("dominoes")
    'dominoes on any board'
    """
    return _BUILDERS[name][1]
