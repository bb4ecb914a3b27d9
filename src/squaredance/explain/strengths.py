"""Strengths: a hint in three parts, each telling more: where to look, what follows, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance.explain.catalog import entry
from squaredance.explain.sentences import sentence
from squaredance.explain.words import Words

if TYPE_CHECKING:
    from squaredance.explain.step import Lemma, Step
    from squaredance.symbols import Symbols

_MOST: Final = 4  # houses or cells to look at; of more, the first


class Strengths(NamedTuple):
    """``where`` to look, ``what`` follows there by which technique, and ``why``: the sentence."""

    where: str
    what: str
    why: str


def strengths(step: Step, symbols: Symbols | None = None) -> Strengths:
    """The three strengths of a hint.

    >>> from squaredance import hint
    >>> strengths(hint("1234341221434.21"))[:2]
    ('Look at box 3.', 'Full house: R4C2 must be 3.')
    """
    words = Words(step.geometry, symbols)
    return Strengths(
        f"Look at {_places(step, words)}.",
        f"{entry(step.technique).title}: {words.conclusion(step)}.",
        sentence(step, symbols),
    )


def _places(step: Step, words: Words) -> str:
    """The houses that the proof starts from, else its cells, else those that it changes."""
    houses: list[int] = []
    cells: list[int] = []
    for lemma in step.evidence.lemmas:
        more_houses, more_cells = _starts(step, lemma)
        houses += more_houses
        cells += more_cells
    if houses:
        return words.houses(list(dict.fromkeys(houses))[:_MOST])
    changed = [cell for cell, _ in (*step.placements, *step.eliminations)]
    return words.cells(list(dict.fromkeys(cells or changed))[:_MOST])


def _starts(step: Step, lemma: Lemma) -> tuple[list[int], list[int]]:
    if lemma.kind == "table":
        return [], list(lemma.cells)
    if lemma.kind == "chain":
        if lemma.split == "house":
            return [lemma.at], []
        if lemma.split == "cell":
            return [], [lemma.at]
        nodes = [step.evidence.nodes[case.assumption] for case in lemma.cases]
        return [], [cell for node in nodes for cell, _ in node.group]
    houses = [base.at for base in lemma.bases if base.kind == "house"]
    cells = [base.at for base in lemma.bases if base.kind == "cell"]
    for base in lemma.bases:
        if base.kind == "guardians":
            cells += step.evidence.patterns[base.at].cells
    return houses, cells
