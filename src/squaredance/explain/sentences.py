"""Sentences: what a step says, in plain English, made from its technique and evidence alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.explain.words import Words

if TYPE_CHECKING:
    from squaredance.explain.path import Path
    from squaredance.explain.step import Step


def sentence(step: Step) -> str:
    """The sentence of a step."""
    words = Words(step.geometry)
    if step.technique == "naked-single":
        return f"{words.conclusion(step)}: no other value is left there."
    if step.technique in ("hidden-single", "full-house"):
        base = step.evidence.lemmas[0].bases[0]
        house, value = words.house(base.at), words.value(base.value)
        if step.technique == "full-house":
            return f"{words.conclusion(step)}: it is the last open cell of {house}."
        return f"{words.conclusion(step)}: it is the only place for {value} in {house}."
    return f"{words.conclusion(step)}."


def path_summary(path: Path) -> str:
    """How a path ends."""
    from squaredance.explain.path import PathStatus

    count = len(path.steps)
    steps = f"{count} step{'s' * (count != 1)}"
    if path.status is PathStatus.SOLVED and count == 0:
        return "The grid is full already."
    if path.status is PathStatus.SOLVED:
        hardest = max(path.steps, key=lambda step: step.rating)
        name = hardest.technique.replace("-", " ")
        return f"Solved in {steps}; the hardest is rated {hardest.rating:g}: {name}."
    if path.status is PathStatus.NONE:
        return "The puzzle has no solution, so there is no way to it."
    if path.status is PathStatus.MULTIPLE and path.uniqueness:
        return "The puzzle has several solutions, so there is no way to the one."
    if path.status is PathStatus.MULTIPLE:
        return f"The puzzle has several solutions; {steps} hold in all of them."
    if path.status is PathStatus.STOPPED:
        return f"Stopped after {steps}: the time is up."
    open_cells = path.states[-1].values.count(0)
    return (
        f"Stuck after {steps}: no technique of {path.scale} goes on; {open_cells} cells are open."
    )
