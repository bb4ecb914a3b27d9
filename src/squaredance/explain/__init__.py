"""Explain: the steps of a solver by hand, their proofs, and the sentences that tell them.

>>> from squaredance.explain import explain, verify
>>> path = explain("1234341221434.21")
>>> all(verify(step, state) for step, state in zip(path.steps, path.states))
True

What it is made of is imported when it is first used: a plain solve needs none of it.
"""

from __future__ import annotations

from importlib import import_module

from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from squaredance.explain.path import SCALES, Path, PathStatus
    from squaredance.explain.proof import Verdict
    from squaredance.explain.state import State, StateLike
    from squaredance.explain.step import Candidate, Evidence, Step, technique_names

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

_HOMES = {
    "SCALES": "path",
    "Candidate": "step",
    "Evidence": "step",
    "Path": "path",
    "PathStatus": "path",
    "State": "state",
    "Step": "step",
    "Verdict": "proof",
    "technique_names": "step",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = found
        return found


def explain(
    puzzle: StateLike,
    *,
    scale: str = "se121",
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Path:
    """The way to the solution, the easiest step first: a `Path`, made while it is read.

    ``scale`` is the order in which techniques are tried: that of Sudoku Explainer 1.2.1 ('se121'),
    SukakuExplainer 1.18.1 ('sukaku118') or HoDoKu ('hodoku'). Without ``uniqueness``, techniques
    that assume a single solution are left out. ``timeout`` is in seconds; 0 finds nothing.

    A puzzle without solution has no steps, and one with several has none either; but without
    ``uniqueness`` it has those that hold in all of its solutions.

    >>> path = explain("1234341221434.21")
    >>> print(path.steps[0])
    R4C2 must be 3: it is the last open cell of box 3.
    >>> print(path.status, len(path.steps))
    solved 1
    >>> print(explain("................").summary)
    The puzzle has several solutions, so there is no way to the one.
    """
    from squaredance.explain.path import Path
    from squaredance.explain.state import as_state

    return Path(as_state(puzzle), scale, bool(uniqueness), timeout)


def hint(
    puzzle: StateLike,
    *,
    scale: str = "se121",
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Step | None:
    """The next easiest step; None where `explain` has none, and its ``summary`` says why: also
    which of the values placed so far, or candidates struck, are wrong.

    A state does not tell in which order its singles came up, so on scale 'hodoku' a hint on the way
    may take another single than the path from the puzzle does.

    >>> print(hint("1234341221434.21"))
    R4C2 must be 3: it is the last open cell of box 3.
    """
    return next(iter(explain(puzzle, scale=scale, uniqueness=uniqueness, timeout=timeout)), None)


def all_steps(
    puzzle: StateLike,
    *,
    scale: str = "se121",
    uniqueness: bool = True,
    timeout: float | None = None,
) -> list[Step]:
    """The steps that can be made now by the techniques of the scale, easy ones first.

    All of each technique, but dynamic and nested chains are looked for only where nothing easier is
    found: they may take minutes. As many as there are when the ``timeout`` stops it. There are none
    where there is no solution; and where the puzzle has several, techniques that assume a single
    one are left out.

    >>> {step.conclusion for step in all_steps("1234341221434.21")}
    {'R4C2=3'}
    """
    return explain(puzzle, scale=scale, uniqueness=uniqueness, timeout=timeout).all_now()


def verify(step: Step, state: StateLike, *, uniqueness: bool = True) -> Verdict:
    """Check that the evidence of a step proves it in this state.

    Without ``uniqueness`` a step that needs the puzzle to have a single solution is not proved.

    >>> from squaredance import hint
    >>> step = hint("1234341221434.21")
    >>> verify(step, "1234341221434.21")
    Verdict(reason='')
    >>> from squaredance.explain import Candidate
    >>> wrong = step._replace(placements=(Candidate(13, 2),))
    >>> print(verify(wrong, "1234341221434.21"))
    R4C2=2: the lemmas leave 3 in its cell
    """
    from squaredance.explain import proof

    return proof.verify(step, state, uniqueness=uniqueness)
