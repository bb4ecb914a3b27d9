"""Proof: does the evidence of a step prove it?

Shares nothing with the finders, uses no native code and never searches. What it proves: if a
candidate is struck, no solution of the state has it (where a deadly pattern is used: no solution
of a puzzle that has only one).

A candidate is *live* when it is left in the state and no lemma has struck it. All that is not
live is false. Lemmas strike in order, so each may use what those before have proved. Two
candidates *exclude* each other when they are in one cell, or have one value and share a house.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, product

from squaredance.explain.state import StateLike, as_state, check_step, peers
from squaredance.explain.step import Candidate
from squaredance.puzzle import bits
from squaredance.typed import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from squaredance.explain.state import State
    from squaredance.explain.step import Case, Lemma, Node, Pattern, Set, Step
    from squaredance.geometry import Geometry

Live = frozenset[Candidate]


class Verdict(NamedTuple):
    """Whether a step is proved; false with a ``reason`` when it is not.

    >>> bool(Verdict("")), bool(Verdict("count 1: R1C1=2 is not struck"))
    (True, False)
    """

    reason: str

    def __bool__(self) -> bool:
        return not self.reason

    def __str__(self) -> str:
        return self.reason or "proved"


def verify(step: Step, state: StateLike, *, uniqueness: bool = True) -> Verdict:
    """Check that the evidence of a step proves it in this state.

    Without ``uniqueness`` a step that needs the puzzle to have a single solution is not proved.

    >>> from squaredance import hint
    >>> step = hint("1234341221434.21")
    >>> verify(step, "1234341221434.21")
    Verdict(reason='')
    >>> wrong = step._replace(placements=(Candidate(13, 2),))
    >>> print(verify(wrong, "1234341221434.21"))
    R4C2=2: the lemmas leave 3 in its cell
    """
    state = as_state(state)
    check_step(step, state.geometry)
    live = frozenset(Candidate(c, v) for c, m in enumerate(state.candidates) for v in bits(m))
    try:
        for candidate in step.eliminations:
            if candidate not in live:
                _fail(f"{candidate.text(state.geometry.size)} is no candidate")
        _prove(step, state, live, uniqueness)
    except _Unproved as failure:
        return Verdict(str(failure))
    except (IndexError, KeyError, ValueError):  # of a node, cell, house, value that there is not
        return Verdict("the evidence refers to something that is not there")
    return Verdict("")


class _Sets(NamedTuple):
    of_cell: tuple[Live, ...]
    of_house: dict[tuple[int, int], Live]  # by house and value


@lru_cache(maxsize=16)
def _sets(geometry: Geometry) -> _Sets:
    values = range(1, geometry.size + 1)
    of_cell = (frozenset(Candidate(cell, v) for v in values) for cell in range(geometry.cells))
    of_house = {
        (index, value): frozenset(Candidate(cell, value) for cell in house)
        for index, house in enumerate(geometry.houses)
        for value in values
    }
    return _Sets(tuple(of_cell), of_house)


class _Unproved(Exception):  # noqa: N818 - an answer, not an error
    """Why a step is not proved."""


def _fail(reason: str) -> NoReturn:
    raise _Unproved(reason)


def _prove(step: Step, state: State, live: Live, uniqueness: bool) -> Live:
    """What is live after the step, or _Unproved."""
    size = state.geometry.size
    if not step.placements and not step.eliminations:
        _fail("the step places and strikes nothing")
    proof = _Proof(step, state, live, uniqueness)
    for number, lemma in enumerate(step.evidence.lemmas, 1):
        proof.lemma(lemma, f"lemma {number}")
    for candidate in step.eliminations:
        if candidate in proof.live:
            _fail(f"{candidate.text(size)} is not struck by any lemma")
    for cell, value in step.placements:
        left = sorted(v for c, v in proof.live if c == cell)
        if left != [value]:
            name = Candidate(cell, value).text(size)
            _fail(f"{name}: the lemmas leave {', '.join(map(str, left)) or 'nothing'} in its cell")
    return proof.live


class _Proof:
    """The lemmas of one step in one state; ``live`` shrinks from lemma to lemma."""

    def __init__(self, step: Step, state: State, live: Live, uniqueness: bool) -> None:
        self.step = step
        self.evidence = step.evidence
        self.state = state
        self.geometry = state.geometry
        self.peers = peers(state.geometry)
        self.sets = _sets(state.geometry)
        self.start = live
        self.live = live
        self.uniqueness = uniqueness
        self.proved_patterns: set[int] = set()

    def lemma(self, lemma: Lemma, name: str) -> None:
        try:
            {"count": self._count, "chain": self._chain, "table": self._table}[lemma.kind](lemma)
        except _Unproved as failure:
            _fail(f"{name}: {failure}")
        self.live -= frozenset(lemma.eliminations)

    def excludes(self, a: Candidate, b: Candidate) -> bool:
        if a.cell == b.cell:
            return a.value != b.value
        return a.value == b.value and b.cell in self.peers[a.cell]

    def text(self, candidates: Iterable[Candidate]) -> str:
        return " ".join(c.text(self.geometry.size) for c in sorted(candidates))

    # Sets of candidates of which one is true

    def in_cell(self, cell: int) -> Live:
        """The live candidates of an open cell: exactly one is true."""
        if cell < 0 or self.state.values[cell]:
            _fail("a filled cell is used as an open one")
        return self.sets.of_cell[cell] & self.live

    def in_house(self, house: int, value: int) -> Live:
        """The live places of a value that is not yet in the house: exactly one is true."""
        if value in (self.state.values[cell] for cell in self.geometry.houses[house]):
            _fail(f"{self.geometry.house_name(house)} has its {value} already")
        return self.sets.of_house[house, value] & self.live

    def guardians(self, index: int) -> Live:
        """The live guardians of a deadly pattern: one or more are true.

        A pattern is looked at in the state that the step starts from. That suffices: it says of
        the solution that one of its guardians is true, and lemmas do not change the solution.
        """
        pattern = self.evidence.patterns[index]
        if not self.uniqueness:
            _fail("it needs the puzzle to have a single solution")
        if index not in self.proved_patterns:
            (self._grave if pattern.kind == "grave" else self._loop)(pattern)
            self.proved_patterns.add(index)
        return frozenset(pattern.guardians) & self.live

    def _loop(self, pattern: Pattern) -> None:
        """Cells that hold two values only, two of them in each house that they touch.

        Were that so in the solution, exchanging the two values in all of these cells would make
        another one: each house keeps both values, and no clue is changed.
        """
        cells, values = frozenset(pattern.cells), pattern.values
        if len(cells) != len(pattern.cells) or len(frozenset(values)) != 2 or not cells:
            _fail("a deadly pattern needs two values in cells that differ")
        for cell in cells:
            filled, allowed = self.state.values[cell], self.state.puzzle.candidates
            if cell < 0 or self.state.puzzle.clues[cell] or (filled and filled not in values):
                _fail("a clue or another value stands in the deadly pattern")
            if allowed and any(not allowed[cell] >> (value - 1) & 1 for value in values):
                _fail("the puzzle does not allow both values in the deadly pattern")
        for house in self.geometry.houses:
            if len(cells.intersection(house)) not in (0, 2):
                _fail("a house has not two cells of the deadly pattern")
        others = frozenset(c for c in self.start if c.cell in cells and c.value not in values)
        if missing := others.difference(pattern.guardians):
            _fail(f"{self.text(missing)} is no guardian of the deadly pattern")

    def _grave(self, pattern: Pattern) -> None:
        """Without the guardians every open cell has two candidates, and every value two places or
        none in each house.

        Were no guardian true, taking the other candidate in each open cell would be a solution too.
        """
        rest = self.start.difference(pattern.guardians)
        in_cells = Counter(c.cell for c in rest)
        if any(in_cells[cell] != 2 for cell, value in enumerate(self.state.values) if not value):
            _fail("an open cell has not two candidates beside the guardians")
        of_house = self.geometry.houses_of
        places = Counter((house, c.value) for c in rest for house in of_house[c.cell])
        if any(count != 2 for count in places.values()):
            _fail("a value has not two places in a house beside the guardians")

    # Counts

    def _base(self, base: Set) -> Live:
        if base.kind == "cell":
            return self.in_cell(base.at)
        if base.kind == "house":
            return self.in_house(base.at, base.value)
        if base.kind == "guardians":
            return self.guardians(base.at)
        _fail("a link cannot be a base")

    def _cover(self, cover: Set) -> Live:
        """Candidates of which at most one is true."""
        if cover.kind == "link":
            for a, b in combinations(cover.candidates, 2):
                if not self.excludes(a, b):
                    _fail(f"{self.text((a, b))} do not exclude each other")
            return frozenset(cover.candidates) & self.live
        if cover.kind == "guardians":
            _fail("guardians cannot be a cover")
        if cover.kind == "cell":
            return self.sets.of_cell[cover.at] & self.live
        return self.sets.of_house[cover.at, cover.value] & self.live

    def _count(self, lemma: Lemma) -> None:
        """Let T be the true candidates. Each cover has at most one of them, each base at least one,
        so the sum over T of (covers - bases that hold a candidate) is at most the difference of
        their numbers. No term of it is negative, so none is above that difference.
        """
        spare = len(lemma.covers) - len(lemma.bases)
        surplus = Counter(c for cover in lemma.covers for c in self._cover(cover))
        surplus.subtract(c for base in lemma.bases for c in self._base(base))
        if short := [c for c, more in surplus.items() if more < 0]:
            _fail(f"{self.text(short)} is in more bases than covers")
        for candidate in lemma.eliminations:
            if candidate in self.live and surplus[candidate] <= spare:
                _fail(f"{self.text((candidate,))} does not follow from the count")

    # Chains

    def _chain(self, lemma: Lemma) -> None:
        """One of the cases holds, and each strikes the eliminations or cannot be."""
        needs: dict[int, frozenset[int]] = {}  # node: the assumptions that it rests on
        for number, node in enumerate(self.evidence.nodes):
            if any(not 0 <= parent < number for parent in node.parents):
                _fail(f"node {number} has a parent that does not come before it")
        open_cases = [case for case in lemma.cases if not self._is_refuted(case, needs)]
        self._split(lemma)
        if lemma.split == "refute":
            if open_cases:
                _fail("the assumption does not lead to a clash")
            assumption = self.evidence.nodes[lemma.cases[0].assumption]
            ends = [assumption._replace(on=not assumption.on)]
        else:
            ends = [self.evidence.nodes[case.end] for case in open_cases]
        for candidate in lemma.eliminations:
            if candidate in self.live and not all(self._strikes(end, candidate) for end in ends):
                _fail(f"{self.text((candidate,))} is not struck in every case")

    def _strikes(self, node: Node, candidate: Candidate) -> bool:
        """Whether the candidate is false if the node is true."""
        if not node.on:
            return candidate in node.group
        return all(self.excludes(candidate, c) for c in node.group if c in self.live)

    def _is_refuted(self, case: Case, needs: dict[int, frozenset[int]]) -> bool:
        """Checks the nodes of a case; whether they clash."""
        if self.evidence.nodes[case.assumption].cause != "assumption":
            _fail(f"node {case.assumption} is no assumption")
        clash = case.assumption if case.clash is None else case.clash
        for node in (case.end, clash):
            if self._rests_on(node, needs) - {case.assumption}:
                _fail(f"node {node} rests on another assumption than that of its case")
        on, off = self.evidence.nodes[case.end], self.evidence.nodes[clash]
        if not on.on:
            on, off = off, on
        clashes = on.on and not off.on and self.live.intersection(on.group) <= set(off.group)
        if case.clash is not None and not clashes:
            _fail(f"nodes {case.end} and {case.clash} do not clash")
        return clashes

    def _split(self, lemma: Lemma) -> None:
        """Whether one of the cases must hold."""
        starts = [self.evidence.nodes[case.assumption] for case in lemma.cases]
        if lemma.split == "refute":
            if len(starts) != 1:
                _fail("a refutation has one case")
            return
        if lemma.split == "either":
            if len(starts) != 2 or {node.on for node in starts} != {True, False}:
                _fail("expected the cases on and off")
            if frozenset(starts[0].group) != frozenset(starts[1].group):
                _fail("the two cases are not opposites")
            return
        if lemma.split == "cell":
            wanted = self.in_cell(lemma.at)
        elif lemma.split == "house":
            wanted = self.in_house(lemma.at, lemma.value)
        else:
            wanted = self.guardians(lemma.at)
        if missing := wanted.difference(*(node.group for node in starts if node.on)):
            _fail(f"there is no case for {self.text(missing)}")

    def _rests_on(self, number: int, needs: dict[int, frozenset[int]]) -> frozenset[int]:
        """Checks a node and all that it follows from; the assumptions among these."""
        todo = [number]
        while todo:
            node = self.evidence.nodes[todo[-1]]
            if waiting := [p for p in node.parents if p not in needs]:
                todo += waiting
                continue
            this = todo.pop()
            if this in needs:
                continue
            if node.cause == "assumption":
                needs[this] = frozenset((this,))
            else:
                if not self._follows(node):
                    _fail(f"node {this} does not follow by {node.cause}")
                needs[this] = frozenset().union(*(needs[p] for p in node.parents))
        return needs[number]

    def _follows(self, node: Node) -> bool:
        """Whether a node follows from its parents."""
        parents = [self.evidence.nodes[number] for number in node.parents]
        group, off = (
            frozenset(node.group),
            frozenset(c for p in parents if not p.on for c in p.group),
        )
        if not group or node.on != (node.cause not in ("weak", "step")):
            return False
        if node.cause == "weak":
            on = [p for p in parents if p.on]
            return all(any(self._strikes(p, c) for p in on) for c in group & self.live)
        if node.cause == "step":
            return not group & self._after_inner(self.evidence.inner[node.at], off)
        if node.cause == "subset":
            return self._is_subset(node, off)
        if node.cause == "cell":
            one_of = self.in_cell(node.at)
        elif node.cause == "house":
            one_of = self.in_house(node.at, node.group[0].value)
        else:
            one_of = self.guardians(node.at)
        return one_of - off <= group

    def _after_inner(self, step: Step, off: Live) -> Live:
        """What a step leaves that is used where the candidates ``off`` are false."""
        return _prove(step, self.state, self.live - off, self.uniqueness)

    def _is_subset(self, node: Node, off: Live) -> bool:
        """n cells that see each other have only n values left: each value is in one of them."""
        cells = frozenset(node.cells)
        left = frozenset().union(*(self.in_cell(cell) for cell in cells)) - off
        if any(b not in self.peers[a] for a, b in combinations(cells, 2)):
            return False
        value = node.group[0].value
        values = {c.value for c in left}
        places = {c for c in left if c.value == value}
        return len(values) <= len(cells) and value in values and places <= frozenset(node.group)

    # Tables

    def _table(self, lemma: Lemma) -> None:
        """Every combination of live values with the candidate is in the rows, with a reason."""
        cells = lemma.cells
        if len(frozenset(cells)) != len(cells):
            _fail("a cell is twice in the table")
        excluders = {row.values: row.excluder for row in lemma.rows}
        choices = [sorted(c.value for c in self.in_cell(cell)) for cell in cells]
        for candidate in lemma.eliminations:
            if candidate.cell not in cells:
                _fail(f"{self.text((candidate,))} is in no cell of the table")
            place = cells.index(candidate.cell)
            for values in product(*choices[:place], [candidate.value], *choices[place + 1 :]):
                if values not in excluders:
                    _fail(f"the combination {values} is missing")
                if not self._cannot_be(cells, values, excluders[values]):
                    _fail(f"the combination {values} is not excluded")

    def _cannot_be(
        self, cells: tuple[int, ...], values: tuple[int, ...], excluder: int | None
    ) -> bool:
        taken = list(zip(cells, values, strict=True))
        if excluder is None:
            return any(a[1] == b[1] and b[0] in self.peers[a[0]] for a, b in combinations(taken, 2))
        seen = {value for cell, value in taken if cell in self.peers[excluder]}
        return {c.value for c in self.in_cell(excluder)} <= seen
