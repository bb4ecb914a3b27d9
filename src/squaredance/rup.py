"""A checker of proofs that shares nothing with the engine which writes them.

The formula of a puzzle, variable ``cell * N + value``: each cell and each (house, value) is an
item with at least one and at most one of its variables true; a unit clause for each clue and each
candidate that is not there. A proof is a list of clauses, each of which must follow by reverse
unit propagation (RUP): suppose all its literals false, set what is forced, and meet a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from squaredance.errors import FormatError
from squaredance.puzzle import Puzzle


class ProofCheck(NamedTuple):
    """What `check` found: true when the proof holds. Else the line and what is wrong there."""

    valid: bool
    line: int | None = None
    problem: str | None = None

    def __bool__(self) -> bool:
        return self.valid


class Line(NamedTuple):
    """A line of a proof: a clause that is added, or dropped."""

    number: int
    drop: bool
    clause: tuple[int, ...]


def read_lines(text: str, variables: int) -> Iterator[Line]:
    """The lines of a DRAT proof in text form.

    >>> list(read_lines("1 -2 0\\nd 1 -2 0\\n", 64))
    [Line(number=1, drop=False, clause=(1, -2)), Line(number=2, drop=True, clause=(1, -2))]
    >>> list(read_lines("1 -65 0\\n", 64))
    Traceback (most recent call last):
    squaredance.errors.FormatError: 1: expected variables from 1 to 64, found '-65'
    """
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        drop = words[0] == "d"
        if drop:
            del words[0]
        if not words or words[-1] != "0":
            raise FormatError("expected a clause that ends with 0", line=number)
        clause = tuple(_literal(word, variables, number) for word in words[:-1])
        yield Line(number, drop, clause)


def _literal(word: str, variables: int, line: int) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise FormatError(f"expected a number, found {word[:20]!r}", line=line)
    if len(digits) > 20 or not 1 <= int(digits) <= variables:
        word = word[:20]
        raise FormatError(f"expected variables from 1 to {variables}, found {word!r}", line=line)
    return int(word)


class Checker:
    """Unit propagation over the formula of a puzzle and the clauses added to it.

    A literal is ``2 * variable``, or that plus 1 for its negation. ``values[literal]`` is 1 when
    it is true. Assignments made outside of `follows` stay.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        n = puzzle.size
        self._values = bytearray(2 * n**3 + 2)
        self._trail: list[int] = []
        self._head = 0
        self._clauses: dict[tuple[int, ...], list[list[int]]] = {}
        self._watched: list[list[list[int]]] = [[] for _ in self._values]
        self._items = _items(puzzle)
        self._items_of: list[list[list[int]]] = [[] for _ in range(n**3 + 1)]
        for item in self._items:
            for variable in item:
                self._items_of[variable].append(item)
        self.contradiction = False
        for item in self._items:
            self._add([2 * variable for variable in item])
        for literal in _units(puzzle):
            self._add([literal])
        self._keep_open()

    def _keep_open(self) -> None:
        """What is settled for good need not be walked again: 3 times as fast."""
        settled = self._values
        for item in self._items:
            item[:] = [v for v in item if not (settled[2 * v] or settled[2 * v + 1])]

    def add(self, clause: Iterable[int]) -> None:
        """Adds a clause, unchecked."""
        literals = sorted({_index(number) for number in clause})
        stored = self._add(literals)
        if stored is not None:
            self._clauses.setdefault(tuple(literals), []).append(stored)

    def drop(self, clause: Iterable[int]) -> None:
        """Forgets a clause that was added; what it forced for good stays."""
        key = tuple(sorted({_index(number) for number in clause}))
        same = self._clauses.get(key)
        if same:
            same.pop().clear()  # an empty list is skipped and leaves the watches

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether the clause follows by reverse unit propagation."""
        if self.contradiction:
            return True
        start = len(self._trail)
        conflict = False
        for literal in map(_index, clause):
            if self._values[literal]:
                conflict = True  # true for good, or the clause holds a literal and its negation
                break
            if not self._values[literal ^ 1]:
                self._assign(literal ^ 1)
        conflict = conflict or not self._propagate()
        for literal in self._trail[start:]:
            self._values[literal] = 0
        del self._trail[start:]
        self._head = start
        return conflict

    def _add(self, literals: list[int]) -> list[int] | None:
        values = self._values
        if any(values[literal] for literal in literals):
            return None  # true for good
        open_first = sorted(literals, key=lambda literal: values[literal ^ 1])
        count = sum(not values[literal ^ 1] for literal in literals)
        if count >= 2:
            self._watched[open_first[0]].append(open_first)
            self._watched[open_first[1]].append(open_first)
            return open_first
        if count == 1:
            self._assign(open_first[0])
        self.contradiction = self.contradiction or count == 0 or not self._propagate()
        return None

    def _assign(self, literal: int) -> None:
        self._values[literal] = 1
        self._trail.append(literal)

    def _propagate(self) -> bool:
        while self._head < len(self._trail):
            literal = self._trail[self._head]
            self._head += 1
            if not literal & 1 and not self._strike_others(literal):
                return False
            if not self._visit(literal ^ 1):
                return False
        return True

    def _strike_others(self, literal: int) -> bool:
        """At most one of an item: the others are false."""
        values = self._values
        variable = literal >> 1
        for item in self._items_of[variable]:
            for other in item:
                if values[2 * other + 1] or other == variable:
                    continue
                if values[2 * other]:
                    return False
                self._assign(2 * other + 1)
        return True

    def _visit(self, literal: int) -> bool:
        """The clauses that watch a literal which is false now. False on a conflict."""
        values = self._values
        watched = self._watched[literal]
        kept: list[list[int]] = []
        self._watched[literal] = kept
        for place, clause in enumerate(watched):
            if not clause:
                continue
            if clause[0] == literal:
                clause[0], clause[1] = clause[1], literal
            first = clause[0]
            if values[first]:
                kept.append(clause)
                continue
            for i in range(2, len(clause)):
                if not values[clause[i] ^ 1]:
                    clause[1], clause[i] = clause[i], literal
                    self._watched[clause[1]].append(clause)
                    break
            else:
                kept.append(clause)
                if values[first ^ 1]:
                    kept += watched[place + 1 :]
                    return False
                self._assign(first)
        return True


def _index(number: int) -> int:
    return 2 * number if number > 0 else 1 - 2 * number


def _items(puzzle: Puzzle) -> list[list[int]]:
    n = puzzle.size
    cells = [[cell * n + value for value in range(1, n + 1)] for cell in range(n * n)]
    houses = puzzle.geometry.houses
    places = [[c * n + value for c in house] for house in houses for value in range(1, n + 1)]
    return cells + places


def _units(puzzle: Puzzle) -> Iterator[int]:
    n = puzzle.size
    for cell, clue in enumerate(puzzle.clues):
        if clue:
            yield 2 * (cell * n + clue)
    for cell, mask in enumerate(puzzle.candidates or ()):
        for value in range(1, n + 1):
            if not mask >> (value - 1) & 1:
                yield 2 * (cell * n + value) + 1


def check_lines(checker: Checker, lines: Iterable[Line]) -> ProofCheck:
    """Every added clause must follow, and one of them must be the empty one."""
    for number, drop, clause in lines:
        if drop:
            checker.drop(clause)
            continue
        if not checker.follows(clause):
            return ProofCheck(False, number, "the clause does not follow by unit propagation")
        if not clause:
            return ProofCheck(True)
        checker.add(clause)
    return ProofCheck(False, None, "expected the empty clause at the end")
