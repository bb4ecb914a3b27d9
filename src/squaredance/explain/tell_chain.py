"""The words of chains: numbered implications, case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.explain.words import joined

if TYPE_CHECKING:
    from squaredance.explain.step import Case, Lemma, Node, Step
    from squaredance.explain.words import Words


def chain_text(step: Step, words: Words, conclusion: str) -> str:
    """What the chains show, then each implication on a line of its own."""
    teller = _Teller(step, words)
    heads: dict[str, None] = {}
    for lemma in step.evidence.lemmas:
        if lemma.kind == "chain":
            heads[teller.head(lemma)] = None
            for case in lemma.cases:
                teller.case(case, lemma)
        elif lemma.kind == "count":
            from squaredance.explain.tell_count import counts_text

            alone = step.evidence._replace(lemmas=(lemma,))
            heads[counts_text(step._replace(evidence=alone), words)] = None
    return "\n".join([f"{'; '.join(heads)}, so {conclusion}.", *teller.lines])


class _Teller:
    """Numbers nodes in the order in which they are told; a node is told once."""

    def __init__(self, step: Step, words: Words) -> None:
        self.step, self.words = step, words
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
            return f"whether {self.says(on)} or not, it comes out the same"
        if lemma.split == "cell":
            return f"all values of {words.cell(lemma.at)} lead to the same"
        if lemma.split == "house":
            house, value = words.house(lemma.at), words.value(lemma.value)
            return f"all places for {value} in {house} lead to the same"
        return "one of the guardians of a deadly pattern is true, and all lead to the same"

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
            self.lines.append(f"  {self.numbers[number]}. {self.line(self.nodes[number])}")
        if case.clash is not None:
            self.lines.append(
                f"  {self.numbers[case.end]} and {self.numbers[case.clash]} cannot both be."
            )
        elif lemma.split == "refute":
            numbers = f"{self.numbers[case.assumption]} and {self.numbers[case.end]}"
            self.lines.append(f"  {numbers} cannot both be.")

    def line(self, node: Node) -> str:
        """One implication: what, why, from which numbers."""
        says = self.says(node)
        if node.cause == "assumption":
            return f"Suppose {says}."
        used = joined(str(n) for n in sorted(self.numbers[p] for p in node.parents))
        by = f" (by {used})" if node.parents else ""
        return f"Then {says}{self.reason(node)}{by}."

    def says(self, node: Node) -> str:
        """What a node says: a candidate or a group of them."""
        words = self.words
        if len(node.group) == 1:
            return words.candidate(node.group[0], node.on)
        names = [words.candidate(candidate, node.on) for candidate in node.group]
        return joined(names, "or") if node.on else joined(names)

    def reason(self, node: Node) -> str:
        """Why a node follows, where its parents do not say it."""
        words = self.words
        value = words.value(node.group[0].value) if node.group else ""
        if node.cause == "cell":
            return f", the only value left in {words.cell(node.at)}"
        if node.cause == "house":
            return f", the only place left for {value} in {words.house(node.at)}"
        if node.cause == "subset":
            return f", as {words.cells(node.cells)} have only as many values left"
        if node.cause == "guardians":
            return ", or there would be two solutions"
        if node.cause == "step":
            inner = str(self.step.evidence.inner[node.at]).rstrip(".").replace("\n", "\n    ")
            return f": {inner}"
        return ""
