"""Exact cover: choose options so that each primary item is in exactly one of them.

>>> problem = Problem("abcdefg", ["df", "bf", "ace", "bdg", "acd", "eg"])
>>> solve(problem).options
(1, 4, 5)
"""

from squaredance.cover.colored import Colored
from squaredance.cover.problem import Problem
from squaredance.cover.questions import count, solutions, solve
from squaredance.cover.result import CoverResult, Covers

__all__ = ["Colored", "CoverResult", "Covers", "Problem", "count", "solutions", "solve"]
