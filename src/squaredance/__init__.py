"""Squaredance: Sudoku of every size, and exact cover.

>>> import squaredance
>>> print(squaredance.solve("1......2.3....4.", unique=True).status)
unique
"""

from squaredance.check import Check, Clash, check
from squaredance.errors import FormatError, GeometryError, SquaredanceError
from squaredance.formats import dumps, loads, read
from squaredance.geometry import Geometry
from squaredance.many import Answer, Results, solve_many
from squaredance.puzzle import Grid, Puzzle
from squaredance.result import Result, Status
from squaredance.solve import Solutions, count, solutions, solve, true_candidates

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Check",
    "Clash",
    "FormatError",
    "Geometry",
    "GeometryError",
    "Grid",
    "Puzzle",
    "Result",
    "Results",
    "Solutions",
    "SquaredanceError",
    "Status",
    "check",
    "count",
    "dumps",
    "loads",
    "read",
    "solutions",
    "solve",
    "solve_many",
    "true_candidates",
]
