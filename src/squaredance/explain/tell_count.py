"""The words of counts, deadly patterns and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from squaredance.explain.words import joined

if TYPE_CHECKING:
    from squaredance.explain.step import Lemma, Pattern, Set, Step
    from squaredance.explain.words import Words

_MOST_ROWS: Final = 12  # of a table, in words


def counts_text(step: Step, words: Words) -> str:
    """Why the counts of a step hold. Those that differ in their target only are told once."""
    told: dict[str, None] = {}
    for lemma in step.evidence.lemmas:
        told[_Count(step, lemma, words).text()] = None
    return "; ".join(told)


class _Count:
    """One count. Covers that hold what it strikes are its targets; the others are shared."""

    def __init__(self, step: Step, lemma: Lemma, words: Words) -> None:
        self.step, self.lemma, self.words = step, lemma, words
        self.bases = [base for base in lemma.bases if base.kind != "guardians"]
        self.targets = [cover for cover in lemma.covers if self._is_target(cover)]
        self.shared = [cover for cover in lemma.covers if cover not in self.targets]

    def text(self) -> str:
        guardians = [b for b in self.lemma.bases if b.kind == "guardians"]
        if guardians:
            return self._deadly(self.step.evidence.patterns[guardians[0].at])
        kinds = {base.kind for base in self.bases}
        if self.step.technique in ("xy-wing", "xyz-wing") and len(self.bases) == 3:
            return self._wing()
        if len(self.lemma.covers) > len(self.bases):
            return self._with_spare(kinds)
        if kinds == {"house"} and {cover.kind for cover in self.lemma.covers} == {"cell"}:
            values = self.words.values(dict.fromkeys(base.value for base in self.bases))
            houses = self.words.houses(dict.fromkeys(base.at for base in self.bases))
            cells = self.words.cells(cover.at for cover in self.lemma.covers)
            have = "has" if len(self.bases) == 1 else "have"
            return f"in {houses}, {values} {have} no place but {cells}"
        if kinds == {"house"}:
            value = self.words.value(self.bases[0].value)
            houses = self.words.houses(base.at for base in self.bases)
            places = self._sets(self.lemma.covers, "or")
            return f"in {houses} every place for {value} is in {places}"
        cells = self.words.cells(base.at for base in self.bases)
        return f"{cells} take {self._sets(self.lemma.covers)}, each once, and nothing else"

    def _is_target(self, cover: Set) -> bool:
        return any(
            (cover.kind == "cell" and cell == cover.at)
            or (
                cover.kind == "house"
                and value == cover.value
                and cell in self.words.geometry.houses[cover.at]
            )
            or (cell, value) in cover.candidates
            for cell, value in self.lemma.eliminations
        )

    def _with_spare(self, kinds: set[str]) -> str:
        """More covers than bases: the shared ones are too few, so a target must have one."""
        words = self.words
        values = {value for _, value in self.lemma.eliminations}
        if kinds == {"cell"} and len(values) == 1 and len(self.shared) < len(self.bases):
            cells = words.cells(base.at for base in self.bases)
            value, room = words.value(values.pop()), self._sets(self.shared)
            count = len(self.bases)
            room = f"room for only {room} beside {value}"
            return f"{cells} are {count} cells with {room}, so one is {value}"
        if kinds == {"house"}:
            need = joined(f"{words.house(b.at)} needs a {words.value(b.value)}" for b in self.bases)
        else:
            need = f"{self._sets(self.bases)} need a value each"
        links = {cover.kind for cover in self.targets} == {"link"}
        one = f"one of {self._ends('and')} is true" if links else f"one is in {self._ends('or')}"
        if not self.shared:
            return f"{need}, so {one}"
        few = "one" if len(self.shared) == 1 else str(len(self.shared))
        return f"{need}; {self._sets(self.shared)} can give only {few}, so {one}"

    def _ends(self, last: str) -> str:
        """What the targets have beside the candidates that are struck."""
        struck = set(self.step.eliminations) | set(self.lemma.eliminations)
        parts: dict[str, None] = {}
        for cover in self.targets:
            if cover.kind == "link":
                for candidate in cover.candidates:
                    if candidate not in struck:
                        parts[self.words.candidate(candidate)] = None
            else:
                parts[self._sets([cover])] = None
        return joined(parts, last)

    def _sets(self, sets: Iterable[Set], last: str = "and") -> str:
        """Sets in words: values by house, cells, links."""
        words = self.words
        sets = list(sets)
        one_value = len({s.value for s in (*sets, *self.bases) if s.kind == "house"}) == 1
        all_houses = all(base.kind == "house" for base in self.bases)
        of_house: dict[int, list[int]] = {}
        parts: list[str] = []
        for item in sets:
            if item.kind == "house":
                of_house.setdefault(item.at, []).append(item.value)
            elif item.kind == "cell":
                parts.append(words.cell(item.at))
            elif all_houses:
                struck = {cell for cell, _ in self.lemma.eliminations}
                parts.append(words.cells((c for c, _ in item.candidates if c not in struck), last))
            else:
                parts.append(joined(map(words.candidate, item.candidates), "or"))
        if of_house and one_value and all_houses:
            parts.insert(0, words.houses(of_house, last))
        else:
            parts[:0] = [f"{words.values(vs)} of {words.house(h)}" for h, vs in of_house.items()]
        return joined(parts, last)

    def _wing(self) -> str:
        """XY- and XYZ-wing: whatever the middle cell is, one of the ends has the value."""
        words = self.words
        links = [cover.candidates for cover in self.shared if cover.kind == "link"]
        cells = [{c.cell for c in link} for link in links]
        middle = set.intersection(*cells) if len(cells) == 2 else set()
        if len(middle) != 1:
            return self._with_spare({"cell"})
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

    def _deadly(self, pattern: Pattern) -> str:
        words = self.words
        guardians = joined(map(words.candidate, pattern.guardians), "or")
        if pattern.kind == "grave":
            text = (
                f"without {guardians} every open cell would have two values and every value two "
                "places in each house, which leaves two solutions or none"
            )
        else:
            text = (
                f"{words.cells(pattern.cells)} must not hold {words.values(pattern.values)} only, "
                f"or the puzzle would have two solutions, so {guardians}"
            )
        if self.bases:
            text += f"; with {self._others()} that takes {self._sets(self.lemma.covers)}"
        return text

    def _others(self) -> str:
        """The bases beside the guardians."""
        return joined(
            f"the {self.words.value(b.value)} of {self.words.house(b.at)}"
            if b.kind == "house"
            else self.words.cell(b.at)
            for b in self.bases
        )


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
        parts.append(f"{cells} have no combination left with it ({', '.join(reasons)}{rest})")
    return "; ".join(parts)
