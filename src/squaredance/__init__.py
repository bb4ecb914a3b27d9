"""Squaredance: Sudoku of every size, and exact cover.

>>> import squaredance
>>> print(squaredance.solve("1......2.3....4.", unique=True).status)
unique
"""

from squaredance.check import Check, Clash, check
from squaredance.errors import FormatError, GeometryError, SquaredanceError
from squaredance.explain import Path, State, Step, Verdict, all_steps, explain, hint, verify
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
    "Path",
    "Puzzle",
    "Result",
    "Results",
    "Solutions",
    "SquaredanceError",
    "State",
    "Status",
    "Step",
    "Verdict",
    "all_steps",
    "check",
    "count",
    "dumps",
    "explain",
    "hint",
    "loads",
    "read",
    "solutions",
    "solve",
    "solve_many",
    "true_candidates",
    "verify",
]
