"""A Step as a picture: its evidence colored, its conclusion marked, chains as arrows.

Blue is what the proof starts from (bases), yellow what covers it, violet fins and guardians. In
chains green candidates are on and orange ones off; a green arrow makes its end true, a dashed red
one makes it false. What the step strikes is red and crossed out, what it places has a green ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from squaredance.explain.state import check_step
from squaredance.explain.step import conclusion_text
from squaredance.render.marked_svg import Arrow, Mark, Marks, Place, marked_svg

if TYPE_CHECKING:
    from squaredance.explain.state import State
    from squaredance.explain.step import Evidence, Lemma, Pattern, Set, Step
    from squaredance.symbols import Symbols


def step_svg(
    step: Step, state: State, *, case: int | None = None, symbols: Symbols | None = None
) -> str:
    """A stand-alone SVG text of the state before the step, with the step marked. ``case`` draws
    only that case of its chains (from 0): the whole of a large one is a tangle.

    >>> from squaredance import hint
    >>> from squaredance.explain import State
    >>> state = State("1234341221434.21")
    >>> step_svg(hint(state), state).count("<title>full-house: R4C2=3</title>")
    1
    """
    check_step(step, state.geometry)
    return marked_svg(
        state.geometry,
        state.values,
        state.candidates,
        marks_of(step, state, case),
        clues=state.puzzle.clues,
        title=f"{step.technique}: {conclusion_text(step, symbols)}",
        symbols=symbols,
    )


def case_count(step: Step) -> int:
    """How many cases the chains of the step have: 0 when it has none.

    >>> from squaredance import hint
    >>> case_count(hint("1......2.3....4."))
    0
    """
    return sum(len(lemma.cases) for lemma in step.evidence.lemmas)


def marks_of(step: Step, state: State, case: int | None = None) -> Marks:
    """What the picture of a step marks."""
    return _Marker(step, state, case).marks()


class _Marker:
    def __init__(self, step: Step, state: State, case: int | None) -> None:
        self.step, self.state, self.case = step, state, case
        self.evidence: Evidence = step.evidence
        self.houses: dict[int, Mark] = {}
        self.cells: dict[int, Mark] = {}
        self.candidates: dict[Place, Mark] = {}
        self.arrows: list[Arrow] = []

    def marks(self) -> Marks:
        before = 0
        for lemma in self.evidence.lemmas:
            if lemma.kind == "chain":
                self._chain(lemma, before)
                before += len(lemma.cases)
            elif lemma.kind == "count":
                self._count(lemma)
            else:
                self._table(lemma)
        struck = {c for lemma in self.evidence.lemmas for c in lemma.eliminations}
        placed = {cell for cell, _ in self.step.placements}
        for cell, value in struck:
            if cell not in placed:
                self._put([(cell, value)], Mark.STRUCK)
        self._put(self.step.eliminations, Mark.STRUCK)
        for place in self.step.placements:
            self.candidates[place[0], place[1]] = Mark.PLACED
        return Marks(self.houses, self.cells, self.candidates, self.arrows)

    def _put(self, places: Iterable[Place], mark: Mark) -> None:
        for cell, value in places:
            if self.state.candidates[cell] >> (value - 1) & 1:
                self.candidates[cell, value] = mark

    def _members(self, one: Set) -> Iterator[Place]:
        if one.kind == "cell":
            yield from ((one.at, value) for value in self.state.values_of(one.at))
        elif one.kind == "house":
            for cell in self.state.geometry.houses[one.at]:
                if self.state.candidates[cell] >> (one.value - 1) & 1:
                    yield cell, one.value
        elif one.kind == "guardians":
            yield from self.evidence.patterns[one.at].guardians
        else:
            yield from one.candidates

    def _count(self, lemma: Lemma) -> None:
        for one in lemma.covers:
            self._shade(one, Mark.COVER)
        for one in lemma.bases:
            self._shade(one, Mark.BASE)
            self._put(self._members(one), Mark.FIN if one.kind == "guardians" else Mark.BASE)
        # A fish with more covers than bases: what only the later covers hold are its fins.
        extra = len(lemma.covers) - len(lemma.bases)
        if extra > 0 and all(one.kind == "house" for one in lemma.bases):
            body = {p for one in lemma.covers[: len(lemma.bases)] for p in self._members(one)}
            fins = [p for one in lemma.bases for p in self._members(one) if p not in body]
            self._put(fins, Mark.FIN)
        for pattern in self.evidence.patterns:
            self._pattern(pattern)

    def _pattern(self, pattern: Pattern) -> None:
        """Its cells and its two values; of a grave, which is the whole grid, nothing."""
        for cell in pattern.cells:
            self.cells.setdefault(cell, Mark.FIN)
            for value in pattern.values:
                if (cell, value) not in self.candidates:
                    self._put([(cell, value)], Mark.COVER)

    def _shade(self, one: Set, mark: Mark) -> None:
        if one.kind == "cell":
            self.cells[one.at] = mark
        elif one.kind == "house":
            self.houses.setdefault(one.at, mark)

    def _table(self, lemma: Lemma) -> None:
        for row in lemma.rows:
            if row.excluder is not None:
                self.cells.setdefault(row.excluder, Mark.COVER)
        for cell in lemma.cells:
            self.cells[cell] = Mark.BASE

    def _chain(self, lemma: Lemma, before: int) -> None:
        if lemma.split == "cell":
            self.cells.setdefault(lemma.at, Mark.BASE)
        elif lemma.split == "house":
            self.houses.setdefault(lemma.at, Mark.BASE)
        for number, one in enumerate(lemma.cases, before):
            if self.case is None or number == self.case:
                self._nodes(end for end in (one.end, one.clash) if end is not None)

    def _nodes(self, ends: Iterable[int]) -> None:
        """All nodes that the ends rest on."""
        todo, seen = list(ends), set[int]()
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            node = self.evidence.nodes[number]
            self._put(node.group, Mark.ON if node.on else Mark.OFF)
            for cell in node.cells:
                self.cells.setdefault(cell, Mark.COVER)
            todo.extend(node.parents)
            if node.cause == "step":  # rests on most of what is before it: no arrows
                continue
            for parent in node.parents:
                start = self.evidence.nodes[parent].group[0]
                self.arrows.extend(Arrow(start, end, node.on) for end in node.group)
