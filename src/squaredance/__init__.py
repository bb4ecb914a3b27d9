"""Squaredance: Sudoku of every size, and exact cover.

>>> import squaredance
>>> print(squaredance.solve("1......2.3....4.", unique=True).status)
unique
"""

TYPE_CHECKING = False  # here, as to import it costs more than all of this
if TYPE_CHECKING:
    from squaredance.canonical import canonical, canonical_many, equivalent
    from squaredance.check import Check, Clash, check
    from squaredance.errors import FormatError, GeometryError, SquaredanceError
    from squaredance.explain import Path, State, Step, Verdict, all_steps, explain, hint, verify
    from squaredance.explore import explore
    from squaredance.exploring.found import Found
    from squaredance.formats import dumps, loads, read
    from squaredance.generate import generate, random_grid, random_grids
    from squaredance.generating.generated import Generated
    from squaredance.generating.grids import RandomGrids
    from squaredance.geometry import Geometry
    from squaredance.many import Answer, Results, solve_many
    from squaredance.minimise import is_minimal, minimise, minimise_many, redundant_clues
    from squaredance.puzzle import Grid, Puzzle
    from squaredance.rate import rate, rate_many
    from squaredance.rating import Rating
    from squaredance.result import Result, Status
    from squaredance.solve import Solutions, count, solutions, solve, true_candidates
    from squaredance.split import split_count, split_estimate, split_solutions
    from squaredance.splitting.listing import SplitSolutions
    from squaredance.splitting.result import SplitCount, SplitEstimate
    from squaredance.trace import trace
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
    "SplitCount",
    "SplitEstimate",
    "SplitSolutions",
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
    "split_count",
    "split_estimate",
    "split_solutions",
    "trace",
    "true_candidates",
    "verify",
]

if not TYPE_CHECKING:
    import sys

    _Module = type(sys)  # `types` and `importlib` would be half of this module's time

    _HOMES = {
        "canonical": "canonical canonical_many equivalent",
        "check": "Check Clash check",
        "errors": "FormatError GeometryError SquaredanceError",
        "explain": "Path State Step Verdict all_steps explain hint verify",
        "explore": "explore",
        "exploring.found": "Found",
        "formats": "dumps loads read",
        "generate": "generate random_grid random_grids",
        "generating.generated": "Generated",
        "generating.grids": "RandomGrids",
        "geometry": "Geometry",
        "many": "Answer Results solve_many",
        "minimise": "is_minimal minimise minimise_many redundant_clues",
        "puzzle": "Grid Puzzle",
        "rate": "rate rate_many",
        "rating": "Rating",
        "result": "Result Status",
        "solve": "Solutions count solutions solve true_candidates",
        "split": "split_count split_estimate split_solutions",
        "splitting.listing": "SplitSolutions",
        "splitting.result": "SplitCount SplitEstimate",
        "trace": "trace",
        "tracing": "Frame",
        "transformation": "Canonical Transformation",
    }
    _HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

    def _find(name):
        """A name that is asked for the first time, or a module."""
        from importlib import import_module

        try:
            home = import_module(f"{__name__}.{_HOME.get(name, name)}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
        globals()[name] = found = getattr(home, name) if name in _HOME else home
        return found

    class _Unopened(_Module):
        """This module until someone asks it for a name. The command never does: it is at work
        before all that the others may want is here.

        Some functions have the name of their module. When such a module is imported it would be
        put here in place of its function; once the function is here, it is not put here again.
        """

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            from importlib import import_module

            for home in _HOMES:
                if home in _HOME:
                    globals()[home] = getattr(import_module(f"{__name__}.{home}"), home)
            globals()["__getattr__"] = _find
            self.__class__ = _Module  # with which names are found faster, too
            return getattr(self, name)

        def __setattr__(self, name, value):
            if name not in _HOME or not isinstance(value, _Module):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Unopened
