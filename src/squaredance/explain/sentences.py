"""Sentences: what a step says, in plain English, made from its technique and evidence alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.explain.catalog import entry
from squaredance.explain.tell_chain import chain_text
from squaredance.explain.tell_count import counts_text, table_text
from squaredance.explain.words import Words

if TYPE_CHECKING:
    from squaredance.explain.path import Path
    from squaredance.explain.step import Step
    from squaredance.explain.tell_chain import Told
    from squaredance.symbols import Symbols


def sentence(step: Step, symbols: Symbols | None = None) -> str:
    """What the step concludes, and why. Chains take several lines, an implication on each.

    ``symbols`` are those of the input, if they are others than the geometry's own.

    >>> from squaredance import hint
    >>> from squaredance.symbols import named_symbols
    >>> step = hint("1234341221434.21")
    >>> sentence(step)
    'R4C2 must be 3: it is the last open cell of box 3.'
    >>> sentence(step, named_symbols("letters", 4))
    'R4C2 must be C: it is the last open cell of box 3.'
    """
    return told_step(step, Words(step.geometry, symbols))


def told_step(step: Step, words: Words, prefix: str = "", told: Told | None = None) -> str:
    """A step in these words; within a chain the lines of its own have numbers with a prefix."""
    conclusion = words.conclusion(step)
    lemmas = step.evidence.lemmas
    if step.technique == "naked-single":
        return f"{conclusion}: no other value is left there."
    if not lemmas:
        return f"{entry(step.technique).title}: {conclusion}."
    if step.placements and lemmas[-1].kind == "count" and len(lemmas) <= 2:
        return f"{conclusion}: {_single(step, words)}."
    title = entry(step.technique).title
    if any(lemma.kind == "chain" for lemma in lemmas):
        return f"{title}: {chain_text(step, words, conclusion, prefix, told)}"
    if lemmas[0].kind == "table":
        return f"{title}: {table_text(lemmas, words)}, so {conclusion}."
    return f"{title}: {counts_text(step, words)}, so {conclusion}."


def _single(step: Step, words: Words) -> str:
    """Why there is one place for a value: at once, or after another count."""
    *before, last = step.evidence.lemmas
    base = last.bases[0] if last.bases else None
    if base is None or base.kind != "house":
        return counts_text(step, words)
    house, value = words.house(base.at), words.value(base.value)
    if before:
        reason = counts_text(
            step._replace(evidence=step.evidence._replace(lemmas=tuple(before))), words
        )
        return f"{reason}, which leaves no other place for {value} in {house}"
    if step.technique == "full-house":
        return f"it is the last open cell of {house}"
    return f"it is the only place for {value} in {house}"


def path_summary(path: Path) -> str:
    """How a path ends."""
    from squaredance.explain.path import PathStatus

    count = len(path.steps)
    steps = f"{count} step{'s' * (count != 1)}"
    if path.status is PathStatus.SOLVED and count == 0:
        return "The grid is full already."
    if path.status is PathStatus.SOLVED:
        hardest = max(path.steps, key=lambda step: step.rating)
        title = entry(hardest.technique).title
        return f"Solved in {steps}; the hardest is rated {hardest.rating_text}: {title}."
    if path.status is PathStatus.NONE:
        return "The puzzle has no solution, so there is no way to it."
    if path.status is PathStatus.MULTIPLE and path.uniqueness:
        return "The puzzle has several solutions, so there is no way to the one."
    if path.status is PathStatus.MULTIPLE:
        hold = "holds" if count == 1 else "hold"
        return f"The puzzle has several solutions; {steps} {hold} in all of them."
    if path.status is PathStatus.STOPPED:
        return f"Stopped after {steps}: the time is up."
    open_cells = path.states[-1].values.count(0)
    return (
        f"Stuck after {steps}: no technique of {path.scale} goes on; {open_cells} cells are open."
    )
