"""Exact cover: choose options so that each primary item is in exactly one of them.

>>> problem = Problem("abcdefg", ["df", "bf", "ace", "bdg", "acd", "eg"])
>>> solve(problem).options
(1, 4, 5)
"""

from squaredance.cover.colored import Colored
from squaredance.cover.counting import count
from squaredance.cover.diagram import Diagram, diagram
from squaredance.cover.problem import Problem
from squaredance.cover.questions import Estimate, estimate, minimum, solutions, solve
from squaredance.cover.result import CoverResult, Covers
from squaredance.cover.sample import Sample, sample

__all__ = [
    "Colored",
    "CoverResult",
    "Covers",
    "Diagram",
    "Estimate",
    "Problem",
    "Sample",
    "count",
    "diagram",
    "estimate",
    "minimum",
    "sample",
    "solutions",
    "solve",
]
