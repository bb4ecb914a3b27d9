"""The words of chains: numbered implications, case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.explain.tell_count import counts_text, pattern_text
from squaredance.explain.words import joined

if TYPE_CHECKING:
    from squaredance.explain.step import Case, Lemma, Node, Step
    from squaredance.explain.words import Words

    Told = dict[Step, str]  # proofs of steps within chains, and the line that tells each


def chain_text(
    step: Step, words: Words, conclusion: str, prefix: str = "", told: Told | None = None
) -> str:
    """What the chains show, then each implication on a line of its own.

    Steps within a chain are told once, their lines numbered by that of the node: 8.1, 8.2.
    """
    teller = _Teller(step, words, prefix, {} if told is None else told)
    heads: dict[str, None] = {}
    for lemma in step.evidence.lemmas:
        if lemma.kind == "chain":
            heads[teller.head(lemma)] = None
            for case in lemma.cases:
                teller.case(case, lemma)
        elif lemma.kind == "count":
            alone = step.evidence._replace(lemmas=(lemma,))
            heads[counts_text(step._replace(evidence=alone), words)] = None
    return "\n".join([f"{'; '.join(heads)}, so {conclusion}.", *teller.lines])


class _Teller:
    """Numbers nodes in the order in which they are told; a node is told once."""

    def __init__(self, step: Step, words: Words, prefix: str, told: Told) -> None:
        self.step, self.words, self.prefix, self.told = step, words, prefix, told
        self.nodes = step.evidence.nodes
        self.numbers: dict[int, int] = {}
        self.lines: list[str] = []

    def head(self, lemma: Lemma) -> str:
        """Which cases there are, and that they agree."""
        words = self.words
        first = self.nodes[lemma.cases[0].assumption]
        if lemma.split == "refute":
            return f"{self.says(first)} leads to a conflict"
        if lemma.split == "either":
            on = first if first.on else self.nodes[lemma.cases[1].assumption]
            one = f"one of {self.says(on, 'and')} is true" if on.group[1:] else self.says(on)
            return f"whether {one} or not, it comes out the same"
        if lemma.split == "cell":
            return f"all values of {words.cell(lemma.at)} lead to the same"
        if lemma.split == "house":
            house, value = words.house(lemma.at), words.value(lemma.value)
            return f"all places for {value} in {house} lead to the same"
        pattern = self.step.evidence.patterns[lemma.at]
        return f"{pattern_text(pattern, words)}, and all lead to the same"

    def case(self, case: Case, lemma: Lemma) -> None:
        """The nodes that a case needs, in order, then its end."""
        ends = [case.end] if case.clash is None else [case.end, case.clash]
        needed: set[int] = set()
        todo = [case.assumption, *ends]
        while todo:
            number = todo.pop()
            if number not in needed:
                needed.add(number)
                todo += self.nodes[number].parents
        for number in sorted(needed - self.numbers.keys()):
            self.numbers[number] = len(self.numbers) + 1
            line = self.line(number).replace("\n", "\n  ")
            self.lines.append(f"  {self.number(number)}. {line}")
        if case.clash is not None:
            self.lines.append(f"  {self.both(case.end, case.clash)} cannot both be true.")
        elif lemma.split == "refute":
            self.lines.append(f"  {self.both(case.assumption, case.end)} cannot both be true.")

    def number(self, node: int) -> str:
        return f"{self.prefix}{self.numbers[node]}"

    def both(self, one: int, other: int) -> str:
        return joined(map(self.number, sorted((one, other), key=self.numbers.__getitem__)))

    def line(self, number: int) -> str:
        """One implication: what, why, from which numbers."""
        node = self.nodes[number]
        says = self.says(node)
        if node.cause == "assumption":
            return f"Suppose {says}."
        used = joined(map(self.number, sorted(node.parents, key=self.numbers.__getitem__)))
        by = f" (by {used})" if node.parents else ""
        if node.cause == "step":
            return f"Then {says}{self.inner(number, used, by)}"
        return f"Then {says}{self.reason(node)}{by}."

    def inner(self, number: int, used: str, by: str) -> str:
        """Why a step holds within the chain, given the parents of its node."""
        from squaredance.explain.sentences import told_step

        step, name = self.step.evidence.inner[self.nodes[number].at], self.number(number)
        before = self.told.setdefault(_proof(step), name)
        if before != name:
            return f" for the same reason as {before}{by}."
        rests = f" that rests on {used}" if used else ""
        return f" by a step{rests}. {told_step(step, self.words, f'{name}.', self.told)}"

    def says(self, node: Node, last: str = "or") -> str:
        """What a node says: a candidate or a group of them."""
        words = self.words
        if len(node.group) == 1:
            return words.candidate(node.group[0], node.on)
        names = [words.candidate(candidate, node.on) for candidate in node.group]
        return joined(names, last) if node.on else joined(names)

    def reason(self, node: Node) -> str:
        """Why a node follows, where its parents do not say it."""
        words = self.words
        value = words.value(node.group[0].value) if node.group else ""
        if node.cause == "cell":
            return f", the only value left in {words.cell(node.at)}"
        if node.cause == "house":
            places = "places" if len(node.group) > 1 else "place"
            return f", the only {places} left for {value} in {words.house(node.at)}"
        if node.cause == "subset":
            count = len(node.cells)
            return f", as the {count} cells {words.cells(node.cells)} have only {count} values left"
        if node.cause == "guardians":
            return ", or there would be two solutions"
        return ""


def _proof(step: Step) -> Step:
    """A step without what it strikes: those that are alike here have the same reason."""
    lemmas = tuple(lemma._replace(eliminations=()) for lemma in step.evidence.lemmas)
    evidence = step.evidence._replace(lemmas=lemmas)
    return step._replace(placements=(), eliminations=(), evidence=evidence)
