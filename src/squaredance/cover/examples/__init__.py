"""A gallery of exact cover problems: each function builds an `Example`.

>>> from squaredance import cover
>>> from squaredance.cover import examples
>>> example = examples.langford(4, reduced=True)
>>> example.title, example.known, cover.count(example.problem).count
('Langford pairs, n = 4, without reversals', 1, 1)

`NAMES` has them all, and `example` builds one from its name and words, as a command line does.
"""

from squaredance.cover.examples.base import Example
from squaredance.cover.examples.partridge import partridge
from squaredance.cover.examples.permutations import costas, langford, queens
from squaredance.cover.examples.polyominoes import dominoes, pentominoes, y_pentominoes
from squaredance.cover.examples.registry import NAMES, example, usage
from squaredance.cover.examples.schedules import rota, tournament
from squaredance.cover.examples.sets import matchings, one_factorisations, partitions
from squaredance.cover.examples.soma import soma
from squaredance.cover.examples.squares import latin, sudoku
from squaredance.cover.examples.words import word_search, word_square

__all__ = [
    "NAMES",
    "Example",
    "costas",
    "dominoes",
    "example",
    "langford",
    "latin",
    "matchings",
    "one_factorisations",
    "partitions",
    "partridge",
    "pentominoes",
    "queens",
    "rota",
    "soma",
    "sudoku",
    "tournament",
    "usage",
    "word_search",
    "word_square",
    "y_pentominoes",
]
