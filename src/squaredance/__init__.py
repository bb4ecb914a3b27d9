"""Squaredance: Sudoku of every size, and exact cover.

>>> import squaredance
>>> print(squaredance.solve("1......2.3....4.", unique=True).status)
unique
"""

from squaredance.check import Check, Clash, check
from squaredance.errors import FormatError, GeometryError, SquaredanceError
from squaredance.explain import all_steps, explain, hint, verify
from squaredance.formats import dumps, loads, read
from squaredance.geometry import Geometry
from squaredance.many import Answer, Results, solve_many
from squaredance.minimise import is_minimal, minimise, minimise_many, redundant_clues
from squaredance.puzzle import Grid, Puzzle
from squaredance.rate import rate, rate_many
from squaredance.result import Result, Status
from squaredance.solve import Solutions, count, solutions, solve, true_candidates
from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from squaredance.explain import Path, State, Step, Verdict
    from squaredance.rating import Rating

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
    "Rating",
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
    "is_minimal",
    "loads",
    "minimise",
    "minimise_many",
    "rate",
    "rate_many",
    "read",
    "redundant_clues",
    "solutions",
    "solve",
    "solve_many",
    "true_candidates",
    "verify",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The types of explain and rate, when they are first asked for."""
        from importlib import import_module

        home = {"Path": "explain", "State": "explain", "Step": "explain", "Verdict": "explain"}
        home["Rating"] = "rating"
        if name not in home:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"squaredance.{home[name]}"), name)
        return found
