"""Explain: the steps of a solver by hand, their proofs, and the sentences that tell them.

>>> from squaredance.explain import explain, verify
>>> path = explain("1234341221434.21")
>>> all(verify(step, state) for step, state in zip(path.steps, path.states))
True
"""

from squaredance.explain.path import SCALES, Path, PathStatus, all_steps, explain, hint
from squaredance.explain.state import State
from squaredance.explain.step import Candidate, Evidence, Step, technique_names
from squaredance.explain.verify import Verdict, verify

__all__ = [
    "SCALES",
    "Candidate",
    "Evidence",
    "Path",
    "PathStatus",
    "State",
    "Step",
    "Verdict",
    "all_steps",
    "explain",
    "hint",
    "technique_names",
    "verify",
]
