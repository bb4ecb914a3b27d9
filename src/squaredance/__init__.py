"""Squaredance: Sudoku of every size, and exact cover.

>>> import squaredance
>>> print(squaredance.solve("1......2.3....4.", unique=True).status)
unique
"""

from squaredance.canonical import canonical, canonical_many, equivalent
from squaredance.check import Check, Clash, check
from squaredance.errors import FormatError, GeometryError, SquaredanceError
from squaredance.explain import all_steps, explain, hint, verify
from squaredance.explore import explore
from squaredance.formats import dumps, loads, read
from squaredance.generate import generate, random_grid, random_grids
from squaredance.geometry import Geometry
from squaredance.many import Answer, Results, solve_many
from squaredance.minimise import is_minimal, minimise, minimise_many, redundant_clues
from squaredance.puzzle import Grid, Puzzle
from squaredance.rate import rate, rate_many
from squaredance.result import Result, Status
from squaredance.solve import Solutions, count, solutions, solve, true_candidates
from squaredance.trace import trace
from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from squaredance.explain import Path, State, Step, Verdict
    from squaredance.exploring.found import Found
    from squaredance.generating.generated import Generated
    from squaredance.generating.grids import RandomGrids
    from squaredance.rating import Rating
    from squaredance.tracing import Frame
    from squaredance.transformation import Canonical, Transformation

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Canonical",
    "Check",
    "Clash",
    "FormatError",
    "Found",
    "Frame",
    "Generated",
    "Geometry",
    "GeometryError",
    "Grid",
    "Path",
    "Puzzle",
    "RandomGrids",
    "Rating",
    "Result",
    "Results",
    "Solutions",
    "SquaredanceError",
    "State",
    "Status",
    "Step",
    "Transformation",
    "Verdict",
    "all_steps",
    "canonical",
    "canonical_many",
    "check",
    "count",
    "dumps",
    "equivalent",
    "explain",
    "explore",
    "generate",
    "hint",
    "is_minimal",
    "loads",
    "minimise",
    "minimise_many",
    "random_grid",
    "random_grids",
    "rate",
    "rate_many",
    "read",
    "redundant_clues",
    "solutions",
    "solve",
    "solve_many",
    "trace",
    "true_candidates",
    "verify",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The types of the less common questions, when they are first asked for."""
        from importlib import import_module

        home = {"Path": "explain", "State": "explain", "Step": "explain", "Verdict": "explain"}
        home["Rating"] = "rating"
        home["Frame"] = "tracing"
        home["Found"] = "exploring.found"
        home |= {"Generated": "generating.generated", "RandomGrids": "generating.grids"}
        home["Canonical"] = home["Transformation"] = "transformation"
        if name not in home:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"squaredance.{home[name]}"), name)
        return found
