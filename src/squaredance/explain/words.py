"""Words: cells, values, houses and candidates as sentences name them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from squaredance.geometry import Geometry, cell_name
from squaredance.symbols import Symbols, default_symbols

if TYPE_CHECKING:
    from squaredance.explain.step import Candidate, Step


def joined(items: Iterable[str], last: str = "and") -> str:
    """Items in a row, as in a sentence.

    >>> joined(["1", "2", "3"]), joined(["1", "2"], "or"), joined(["1"])
    ('1, 2 and 3', '1 or 2', '1')
    """
    *first, final = list(items) or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


class Words:
    """The names on one geometry, values by their symbols.

    >>> words = Words(Geometry(9))
    >>> words.cells([0, 10]), words.house(26), words.value(3)
    ('R1C1 and R2C2', 'box 9', '3')
    """

    def __init__(self, geometry: Geometry, symbols: Symbols | None = None) -> None:
        self.geometry = geometry
        self._symbols = symbols or default_symbols(geometry.size)

    def cell(self, cell: int) -> str:
        """One cell."""
        return cell_name(cell, self.geometry.size)

    def cells(self, cells: Iterable[int], last: str = "and") -> str:
        """Cells in a row."""
        return joined(map(self.cell, cells), last)

    def value(self, value: int) -> str:
        """A value as its symbol."""
        return self._symbols.text(value)

    def values(self, values: Iterable[int], last: str = "and") -> str:
        """Values in a row."""
        return joined(map(self.value, values), last)

    def a_value(self, value: int) -> str:
        """A value with its article, as it is spoken.

        >>> words = Words(Geometry(16))
        >>> words.a_value(2), words.a_value(5), Words(Geometry(9)).a_value(8)
        ('a B', 'an E', 'an 8')
        """
        text = self.value(value)
        vowel = text[0] == "8" or text in ("11", "18") or text.upper() in tuple("AEFHILMNORSX")
        return f"{'an' if vowel else 'a'} {text}"

    def excludes(self, one: Candidate, other: Candidate) -> bool:
        """Whether two candidates cannot both be true: one cell, or one value in one house."""
        if one.cell == other.cell or one.value != other.value:
            return one.cell == other.cell and one.value != other.value
        return any(one.cell in h and other.cell in h for h in self.geometry.houses)

    def house(self, house: int) -> str:
        """A house."""
        return self.geometry.house_name(house)

    def houses(self, houses: Iterable[int], last: str = "and") -> str:
        """Houses in a row: those of a kind share its name.

        >>> Words(Geometry(9)).houses([0, 3, 9])
        'rows 1 and 4 and col 1'
        """
        kinds: dict[str, list[str]] = {}
        for house in houses:
            kind, number = self.house(house).split()
            kinds.setdefault(kind, []).append(number)
        plurals = {"row": "rows", "col": "cols", "box": "boxes", "extra": "extras"}
        return joined(
            (
                f"{kind if len(numbers) == 1 else plurals[kind]} {joined(numbers, last)}"
                for kind, numbers in kinds.items()
            ),
            last,
        )

    def candidate(self, candidate: Candidate, on: bool = True) -> str:
        """A candidate that is true, or false: R4C7=3, R4C7<>3."""
        return f"{self.cell(candidate.cell)}{'=' if on else '<>'}{self.value(candidate.value)}"

    def placed(self, step: Step) -> str:
        """What a step places."""
        return joined(f"{self.cell(cell)} must be {self.value(v)}" for cell, v in step.placements)

    def struck(self, candidates: Iterable[Candidate]) -> str:
        """What is struck: by value where one value goes, else by cell.

        >>> from squaredance.explain.step import Candidate
        >>> words = Words(Geometry(9))
        >>> words.struck([Candidate(0, 3), Candidate(8, 3)])
        '3 cannot be in R1C1 or R1C9'
        >>> words.struck([Candidate(0, 3), Candidate(0, 4), Candidate(8, 5)])
        'R1C1 cannot be 3 or 4, and R1C9 cannot be 5'
        >>> words.struck([Candidate(0, 3), Candidate(0, 4), Candidate(8, 3), Candidate(8, 4)])
        'R1C1 and R1C9 cannot be 3 or 4'
        """
        of_value: dict[int, list[int]] = {}
        of_cell: dict[int, list[int]] = {}
        for cell, value in candidates:
            of_value.setdefault(value, []).append(cell)
            of_cell.setdefault(cell, []).append(value)
        by_value, by_cell = _alike(of_value), _alike(of_cell)
        if len(by_value) < len(by_cell) or (len(of_value) == 1 and len(of_cell) > 1):
            parts = [
                f"{self.values(values)} cannot be in {self.cells(cells, 'or')}"
                for cells, values in by_value.items()
            ]
        else:
            parts = [
                f"{self.cells(cells)} cannot be {self.values(values, 'or')}"
                for values, cells in by_cell.items()
            ]
        return ", and ".join(parts)

    def conclusion(self, step: Step) -> str:
        """What a step places and strikes."""
        struck = self.struck(step.eliminations) if step.eliminations else ""
        return ", and ".join(part for part in (self.placed(step), struck) if part)


def _alike(lists: dict[int, list[int]]) -> dict[tuple[int, ...], list[int]]:
    """The keys that have the same list, by that list."""
    keys: dict[tuple[int, ...], list[int]] = {}
    for key, items in lists.items():
        keys.setdefault(tuple(items), []).append(key)
    return keys
