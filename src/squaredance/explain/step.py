"""Step: one use of a technique, with the evidence that proves it.

The words are those of `core/include/squaredance/technique/step.hpp`, which native code fills; what
each part must say for the proof to hold is in `verify`.
"""

from __future__ import annotations

from functools import cache

from squaredance import _core
from squaredance.geometry import cell_name
from squaredance.symbols import default_symbols
from squaredance.typed import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.symbols import Symbols

SET_KINDS: Final = ("cell", "house", "guardians", "link")
PATTERN_KINDS: Final = ("loop", "grave", "avoidable")
CAUSES: Final = ("assumption", "weak", "cell", "house", "subset", "step", "guardians")
LEMMA_KINDS: Final = ("count", "chain", "table")
SPLITS: Final = ("refute", "either", "cell", "house", "guardians")


class Candidate(NamedTuple):
    """A cell, counted row by row from 0, and a value from 1: possible, placed or struck.

    >>> Candidate(33, 3).text(9)
    'R4C7=3'
    """

    cell: int
    value: int

    def text(self, size: int) -> str:
        """Its name on a grid of that size, the value as a number."""
        return f"{cell_name(self.cell, size)}={self.value}"


class Set(NamedTuple):
    """Candidates that a count speaks of: those of cell ``at``, the places of ``value`` in house
    ``at``, the guardians of pattern ``at``, or the ``candidates`` of a link.
    """

    kind: str
    at: int = 0
    value: int = 0
    candidates: tuple[Candidate, ...] = ()


class Pattern(NamedTuple):
    """Cells that would leave two solutions if none of the ``guardians`` were true."""

    kind: str
    cells: tuple[int, ...]
    values: tuple[int, ...]
    guardians: tuple[Candidate, ...]


class Node(NamedTuple):
    """Says that one of a group of candidates is true (on), or that all are false (off), and why."""

    group: tuple[Candidate, ...]
    on: bool
    cause: str
    at: int = 0
    cells: tuple[int, ...] = ()
    parents: tuple[int, ...] = ()


class Case(NamedTuple):
    """One case of a chain: the nodes where it starts, where it ends, and what that clashes with."""

    assumption: int
    end: int
    clash: int | None = None


class Row(NamedTuple):
    """One combination of values in the cells of a table, and the cell that forbids it (None: two
    equal values in cells that see each other).
    """

    values: tuple[int, ...]
    excluder: int | None = None


class Lemma(NamedTuple):
    """One part of a proof: strikes candidates by a count, a chain or a table."""

    kind: str
    eliminations: tuple[Candidate, ...]
    bases: tuple[Set, ...] = ()
    covers: tuple[Set, ...] = ()
    split: str = "refute"
    at: int = 0
    value: int = 0
    cases: tuple[Case, ...] = ()
    cells: tuple[int, ...] = ()
    rows: tuple[Row, ...] = ()


class Evidence(NamedTuple):
    """The proof of a step: lemmas in order, and the patterns, nodes and steps they refer to."""

    lemmas: tuple[Lemma, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    nodes: tuple[Node, ...] = ()
    inner: tuple[Step, ...] = ()


class Step(NamedTuple):
    """One use of a technique: what it places and strikes, and why that is so.

    ``rating`` is what ``scale`` gives for it: 2.3 on the scales of Sudoku Explainer, points on
    HoDoKu's. ``complexity`` and ``level`` are of chains: how many nodes, and what is nested in
    them. ``str(step)`` is the sentence that explains it; `verify` checks it.

    >>> from squaredance import hint
    >>> step = hint("1234341221434.21")
    >>> step
    <Step full-house 1.0 R4C2=3>
    >>> print(step)
    R4C2 must be 3: it is the last open cell of box 3.
    """

    technique: str
    geometry: Geometry
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    evidence: Evidence
    rating: float = 0
    scale: str = "se121"
    complexity: int = 0
    level: int = 0

    @property
    def conclusion(self) -> str:
        """What the step places and strikes, in short.

        >>> from squaredance import hint
        >>> hint("1234341221434.21").conclusion
        'R4C2=3'
        """
        return conclusion_text(self)

    @property
    def rating_text(self) -> str:
        """The rating as people write it: 1.0, 140.

        >>> from squaredance import hint
        >>> hint("1234341221434.21").rating_text
        '1.0'
        """
        return f"{self.rating:.0f}" if self.scale == "hodoku" else f"{self.rating:.1f}"

    @property
    def is_single(self) -> bool:
        """True for full houses, hidden and naked singles: no candidates are needed to see them.

        >>> from squaredance import hint
        >>> hint("1234341221434.21").is_single
        True
        """
        return self.technique in ("full-house", "hidden-single", "naked-single")

    @property
    def page(self) -> str:
        """The page of its technique, from the root of the project.

        >>> from squaredance import hint
        >>> hint("1234341221434.21").page
        'docs/techniques/full-house.md'
        """
        return f"docs/techniques/{self.technique}.md"

    def to_json(self) -> dict[str, Any]:
        """The step as plain data for JSON, with the names that people use: see docs/steps.md.

        >>> from squaredance import hint
        >>> hint("1234341221434.21").to_json()["placements"]
        ['R4C2=3']
        """
        from squaredance.explain.step_json import step_data

        return step_data(self)

    @classmethod
    def from_json(cls, data: object) -> Step:
        """The step that `to_json` wrote.

        >>> from squaredance import hint
        >>> step = hint("1234341221434.21")
        >>> Step.from_json(step.to_json()) == step
        True
        """
        from squaredance.explain.step_json import step_of_data

        return step_of_data(data)

    def __repr__(self) -> str:
        return f"<Step {self.technique} {self.rating_text} {self.conclusion}>"

    def __str__(self) -> str:
        from squaredance.explain.sentences import sentence

        return sentence(self)


def conclusion_text(step: Step, symbols: Symbols | None = None) -> str:
    """What a step places and strikes, in short, in the symbols of the input if given."""
    size = step.geometry.size
    symbols = symbols or default_symbols(size)
    placed = [f"{cell_name(cell, size)}={symbols.text(v)}" for cell, v in step.placements]
    values: dict[int, list[str]] = {}
    for cell, value in step.eliminations:
        values.setdefault(cell, []).append(symbols.text(value))
    between = "," if symbols.is_decimal else ""
    struck = [f"{cell_name(c, size)}<>{between.join(vs)}" for c, vs in values.items()]
    return ", ".join((*placed, *struck))


@cache
def technique_names() -> tuple[str, ...]:
    """Every technique by its name, from easy to hard by family.

    >>> technique_names()[:3]
    ('full-house', 'hidden-single', 'naked-single')
    """
    return tuple(name for name, *_ in _core.technique_names())


@cache
def uniqueness_techniques() -> frozenset[str]:
    """Those that assume that the puzzle has a single solution.

    >>> "unique-rectangle-1" in uniqueness_techniques()
    True
    """
    return frozenset(name for name, needs, *_ in _core.technique_names() if needs)


def step_of_raw(raw: Any, geometry: Geometry, scale: str) -> Step:
    """The step that native code tells in numbers: values there count from 0."""
    return _Raw(geometry, scale).step(raw)


def shown_rating(rating: int, scale: str) -> float:
    """A rating of native code as people write it: tenths on the scales of Sudoku Explainer.

    >>> shown_rating(83, "se121"), shown_rating(140, "hodoku")
    (8.3, 140)
    """
    return rating if scale == "hodoku" else rating / 10


class _Raw:
    """Takes the tuples of bindings/technique.cpp apart."""

    def __init__(self, geometry: Geometry, scale: str) -> None:
        self.geometry = geometry
        self.scale = scale
        self.size = geometry.size

    def step(self, raw: Any) -> Step:
        technique, rating, complexity, level, placements, eliminations, evidence = raw
        lemmas, patterns, nodes, inner = evidence
        return Step(
            technique_names()[technique],
            self.geometry,
            tuple(Candidate(cell, value + 1) for cell, value in placements),
            self.candidates(eliminations),
            Evidence(
                tuple(map(self.lemma, lemmas)),
                tuple(map(self.pattern, patterns)),
                tuple(map(self.node, nodes)),
                tuple(map(self.step, inner)),
            ),
            shown_rating(rating, self.scale),
            self.scale,
            complexity,
            level,
        )

    def candidates(self, numbers: list[int]) -> tuple[Candidate, ...]:
        size = self.size
        return tuple(Candidate(n // size, n % size + 1) for n in numbers)

    def set(self, raw: Any) -> Set:
        kind, index, value, candidates = raw
        name = SET_KINDS[kind]
        return Set(name, index, value + 1 if name == "house" else 0, self.candidates(candidates))

    def pattern(self, raw: Any) -> Pattern:
        kind, cells, mask, guardians = raw
        values = tuple(v for v in range(1, self.size + 1) if mask >> (v - 1) & 1)
        return Pattern(PATTERN_KINDS[kind], tuple(cells), values, self.candidates(guardians))

    def node(self, raw: Any) -> Node:
        group, on, cause, index, cells, parents = raw
        return Node(self.candidates(group), on, CAUSES[cause], index, tuple(cells), tuple(parents))

    def lemma(self, raw: Any) -> Lemma:
        kind, eliminations, bases, covers, split, index, value, cases, cells, rows = raw
        split_name = SPLITS[split]
        return Lemma(
            LEMMA_KINDS[kind],
            self.candidates(eliminations),
            tuple(map(self.set, bases)),
            tuple(map(self.set, covers)),
            split_name,
            index,
            value + 1 if split_name == "house" else 0,
            tuple(Case(a, end, None if clash < 0 else clash) for a, end, clash in cases),
            tuple(cells),
            tuple(
                Row(tuple(v + 1 for v in values), None if excluder < 0 else excluder)
                for values, excluder in rows
            ),
        )
