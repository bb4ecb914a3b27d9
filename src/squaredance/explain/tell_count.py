"""The words of counts, deadly patterns and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from squaredance.explain.words import joined

if TYPE_CHECKING:
    from squaredance.explain.step import Candidate, Lemma, Pattern, Set, Step
    from squaredance.explain.words import Words

_MOST_ROWS: Final = 12  # of a table, in words
_MOST_NAMES: Final = 12  # in a list; the rest is told as a number


def counts_text(step: Step, words: Words) -> str:
    """Why the counts of a step hold. Those that differ in their target only are told once.

    Where a count rests on what those before have struck, that is told before it.
    """
    text = ""
    told: set[str] = set()
    gone: list[Candidate] = []  # by the counts so far
    untold: list[Candidate] = []  # those of them that the text does not say yet
    for lemma in step.evidence.lemmas:
        count = _Count(step, lemma, words)
        rests = any(map(count.rests_on, gone))
        parts = [part for part in count.parts() if part not in told]
        if parts and any(map(count.rests_on, untold)):
            text += f", so {words.struck(untold)}"
            untold.clear()
        if parts:
            text += "; " * bool(text) + "then " * rests + "; ".join(parts)
        told.update(parts)
        gone += lemma.eliminations
        untold += lemma.eliminations
    return text


def pattern_text(pattern: Pattern, words: Words) -> str:
    """Why one of the guardians of a deadly pattern is true."""
    guardians = joined(map(words.candidate, pattern.guardians), "or")
    if pattern.kind == "grave":
        return (
            f"unless {guardians}, every open cell would have two values and every value two "
            "places or none in each house, which leaves two solutions or none"
        )
    return (
        f"{words.cells(pattern.cells)} must not hold {words.values(pattern.values)} only, "
        f"or the puzzle would have two solutions, so {guardians}"
    )


def _times(names: Iterable[str], last: str = "and") -> str:
    """Names in a row, each once, with how often it is there; long rows are cut.

    >>> _times(["R1C5", "R4C5", "R1C5"])
    'R1C5 (twice) and R4C5'
    """
    counts = Counter(names)
    often = [
        name if n == 1 else f"{name} (twice)" if n == 2 else f"{name} ({n} times)"
        for name, n in counts.items()
    ]
    if len(often) > _MOST_NAMES:
        often[_MOST_NAMES - 1 :] = [f"{len(often) - _MOST_NAMES + 1} more"]
    return joined(often, last)


def _number(count: int) -> str:
    return "one" if count == 1 else str(count)


class _Count:
    """One count. Covers that hold what it strikes are its targets; the others are shared."""

    def __init__(self, step: Step, lemma: Lemma, words: Words) -> None:
        self.step, self.lemma, self.words = step, lemma, words
        self.bases = [base for base in lemma.bases if base.kind != "guardians"]
        self.targets = [cover for cover in lemma.covers if self._is_target(cover)]
        self.shared = [cover for cover in lemma.covers if cover not in self.targets]
        self.kinds = {base.kind for base in self.bases}
        values = {base.value for base in self.bases}
        self.one_value = self.kinds == {"house"} and len(values) == 1

    def parts(self) -> list[str]:
        """Why it holds: a deadly pattern is told apart, as several counts may use it."""
        for base in self.lemma.bases:
            if base.kind == "guardians":
                pattern = self.step.evidence.patterns[base.at]
                parts = [pattern_text(pattern, self.words)]
                return [*parts, self._with_guardian(pattern)] if self.bases else parts
        return [self._text()]

    def rests_on(self, candidate: Candidate) -> bool:
        """Whether it holds only as this candidate is gone: no cover has it."""
        inside = [sum(self._has(s, candidate) for s in sets) for sets in (self.bases, self.covers)]
        return inside[0] > inside[1]

    @property
    def covers(self) -> tuple[Set, ...]:
        return self.lemma.covers

    def _text(self) -> str:
        words, spare = self.words, len(self.covers) - len(self.bases)
        if self.step.technique in ("xy-wing", "xyz-wing") and len(self.bases) == 3:
            return self._wing()
        if spare > 0:
            return self._with_spare()
        if spare < 0:
            return self._conflict()
        if self.one_value:
            return self._places()
        houses = {base.at for base in self.bases}
        if self.kinds == {"house"} and len(houses) == 1:
            values = words.values(base.value for base in self.bases)
            house = words.house(houses.pop())
            return f"in {house} the values {values} have no place but {self._sets(self.covers)}"
        if self.kinds == {"cell"}:
            cells = _times(words.cell(base.at) for base in self.bases)
            return f"{cells} take {self._sets(self.covers)}, each once, and nothing else"
        return f"{self._needs()}; together they take {self._sets(self.covers)}, one each"

    def _has(self, one: Set, candidate: Candidate) -> bool:
        cell, value = candidate
        if one.kind == "cell":
            return cell == one.at
        if one.kind == "house":
            return value == one.value and cell in self.words.geometry.houses[one.at]
        return candidate in one.candidates

    def _is_target(self, cover: Set) -> bool:
        return any(self._has(cover, candidate) for candidate in self.lemma.eliminations)

    def _places(self) -> str:
        houses = self.words.houses(base.at for base in self.bases)
        value = self.words.value(self.bases[0].value)
        return f"in {houses} every place for {value} is in {self._sets(self.covers, 'or')}"

    def _conflict(self) -> str:
        """Fewer covers than bases."""
        if not self.covers:
            return f"{self._needs()}, but there is no place left: a conflict"
        few = f"can have only {_number(len(self.covers))}"
        if self.one_value:
            return f"{self._places()}, which {few}: a conflict"
        return f"{self._needs()}, but {self._sets(self.covers)} {few}: a conflict"

    def _needs(self) -> str:
        """What the bases ask for: a value in a cell, a place in a house."""
        words = self.words
        houses: dict[int, list[int]] = {}
        for base in self.bases:
            if base.kind == "house":
                houses.setdefault(base.value, []).append(base.at)
        cells = [words.cell(base.at) for base in self.bases if base.kind == "cell"]
        parts = []
        if cells:
            many = len(cells) > 1
            parts.append(f"{_times(cells)} {'need a value each' if many else 'needs a value'}")
        for value, of_value in houses.items():
            need = "need" if len(of_value) > 1 else "needs"
            each = " each" if len(of_value) > 1 else ""
            parts.append(f"{words.houses(of_value)} {need} {words.a_value(value)}{each}")
        return joined(parts)

    def _with_spare(self) -> str:
        """More covers than bases: the shared ones are too few, so a target must have one."""
        words = self.words
        values = {value for _, value in self.lemma.eliminations}
        few = 0 < len(self.shared) < len(self.bases)
        if self.kinds == {"cell"} and len(values) == 1 and few:
            names = [words.cell(base.at) for base in self.bases]
            value, room = words.value(values.pop()), self._sets(self.shared)
            is_plain = len(set(names)) == len(names)
            are = "are" if is_plain else "(a cell counts for each set it is in) are"
            room = f"room for only {room} beside {value}"
            return f"{_times(names)} {are} {len(names)} cells with {room}, so one is {value}"
        return "; ".join(filter(None, (self._needs(), self._shared()))) + f", so {self._ends()}"

    def _shared(self) -> str:
        plain = [cover for cover in self.shared if cover.kind != "link"]
        links = [cover for cover in self.shared if cover.kind == "link"]
        parts = [f"at most {self._sets([link])} is true" for link in links]
        if plain:
            parts.insert(0, f"{self._sets(plain)} can have only {_number(len(plain))}")
        return joined(parts)

    def _ends(self) -> str:
        """What the targets have beside the candidates that are struck."""
        if {cover.kind for cover in self.targets} == {"link"}:
            struck = self.lemma.eliminations
            names = dict.fromkeys(
                self.words.candidate(candidate)
                for cover in self.targets
                for candidate in cover.candidates
                if candidate not in struck
            )
            return f"one of {joined(names)} is true" if len(names) > 1 else f"{joined(names)}"
        targets = self._sets(dict.fromkeys(self.targets), "or", flat=True)
        return f"one is in {targets}" if self.one_value else f"one of them is {targets}"

    def _sets(self, sets: Iterable[Set], last: str = "and", *, flat: bool = False) -> str:
        """Sets in words: values by house, cells, links (flat: their candidates) but what is struck."""
        words = self.words
        of_house: dict[int, list[int]] = {}
        names: list[str] = []
        for item in sets:
            if item.kind == "house":
                of_house.setdefault(item.at, []).append(item.value)
            elif item.kind == "cell":
                names.append(words.cell(item.at))
            else:
                left = [c for c in item.candidates if c not in self.lemma.eliminations]
                name = (lambda c: words.cell(c.cell)) if self.one_value else words.candidate
                some = list(map(name, left))
                names += some if flat or len(left) == 1 else [f"one of {joined(some)}"]
        if of_house and self.one_value:
            houses = [house for house, values in of_house.items() for _ in values]
            once = len(of_house) == len(houses)
            text = words.houses(houses, last) if once else _times(map(words.house, houses), last)
            return _times([text, *names], last)
        of = [f"{_times(map(words.value, vs))} of {words.house(h)}" for h, vs in of_house.items()]
        return _times([*of, *names], last)

    def _wing(self) -> str:
        """XY- and XYZ-wing: whatever the middle cell is, one of the ends has the value."""
        words = self.words
        links = [cover.candidates for cover in self.shared if cover.kind == "link"]
        cells = [{c.cell for c in link} for link in links]
        middle = set.intersection(*cells) if len(cells) == 2 else set()
        if len(middle) != 1:
            return self._with_spare()
        pivot = middle.pop()
        value = words.value(self.lemma.eliminations[0].value)
        parts = []
        for link in links:
            start = next(c for c in link if c.cell == pivot)
            end = next(c for c in link if c.cell != pivot)
            parts.append(f"if {words.candidate(start)}, then {words.cell(end.cell)}={value}")
        if self.step.technique == "xyz-wing":
            parts.append(f"else {words.cell(pivot)}={value}")
        return "; ".join(parts)

    def _with_guardian(self, pattern: Pattern) -> str:
        """What follows from one of the guardians and the other bases."""
        others = joined(
            f"the {self.words.value(b.value)} of {self.words.house(b.at)}"
            if b.kind == "house"
            else self.words.cell(b.at)
            for b in self.bases
        )
        if len(self.covers) <= len(self.bases) + 1:
            one = "one of these" if len(pattern.guardians) > 1 else "this"
            return f"{one} and {others} take {self._sets(self.covers)}, one each"
        without = f"with {others} that leaves no room for {self._struck()}"
        return self._refuted(pattern) or without

    def _struck(self) -> str:
        return joined(map(self.words.candidate, self.lemma.eliminations), "or")

    def _refuted(self, pattern: Pattern) -> str:
        """Where the values of the houses would go, were the struck candidate true.

        The places of a value in a house are the cells that covers have: all others are gone.
        Empty where it is not as plain as that.
        """
        words, houses = self.words, self.words.geometry.houses
        if len(self.lemma.eliminations) != 1 or self.kinds != {"house"}:
            return ""
        true = [self.lemma.eliminations[0]]
        said: list[str] = []
        for base in self.bases:
            places = [true[0]._replace(cell=c, value=base.value) for c in houses[base.at]]
            places = [c for c in places if any(self._has(cover, c) for cover in self.covers)]
            left = [c for c in places if not words.excludes(c, true[0])]
            if len(left) != 1:
                return ""
            true += left
            of_house = f"the {words.value(base.value)} of {words.house(base.at)}"
            said.append(f"{of_house} is in {words.cells((c.cell for c in places), 'or')}")
        if not all(any(words.excludes(c, t) for t in true) for c in pattern.guardians):
            return ""
        they = "it" if len(self.bases) == 1 else "they"
        then = f"{they} would be in {words.cells(c.cell for c in true[1:])}"
        none = f"which leaves none of {joined(map(words.candidate, pattern.guardians))}"
        return f"{joined(said)}; were {self._struck()}, {then}, {none}"


def table_text(lemmas: Sequence[Lemma], words: Words) -> str:
    """Why no combination of values goes."""
    parts: list[str] = []
    for lemma in lemmas:
        cells = words.cells(lemma.cells)
        reasons = []
        for row in lemma.rows[:_MOST_ROWS]:
            values = "/".join(map(words.value, row.values))
            if row.excluder is None:
                reasons.append(f"{values} twice in a house")
            else:
                reasons.append(f"{values} leaves nothing for {words.cell(row.excluder)}")
        more = len(lemma.rows) - len(reasons)
        rest = f" and {more} more" if more > 0 else ""
        struck = joined(map(words.candidate, lemma.eliminations), "or")
        parts.append(
            f"with {struck} no values of {cells} go together ({', '.join(reasons)}{rest})"
        )
    return "; ".join(parts)
