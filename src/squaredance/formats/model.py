"""What a SAT solver answered to the clauses of `cnf`, as a Grid."""

from __future__ import annotations

from typing import Final, NoReturn

from squaredance.check import find_clashes
from squaredance.formats.cnf import LONGEST, next_text, quoted, read_cnf, source_of
from squaredance.formats.source import LineSource
from squaredance.geometry import Geometry, cell_name
from squaredance.puzzle import Grid, Puzzle

_SAID: Final = {"SATISFIABLE": True, "SAT": True, "UNSATISFIABLE": False, "UNSAT": False}


def read_model(text: str | bytes, puzzle: Puzzle | Geometry | str | bytes) -> Grid | None:
    """The Grid in the output of a SAT solver; None when it says that there is no solution.

    ``puzzle`` is what the model must be a solution of: the text of `to_cnf`, a Puzzle, or a
    Geometry. What is no solution of it is a `FormatError` with its line.

    >>> from squaredance.formats.cnf import to_cnf
    >>> puzzle = Puzzle.from_rows([[1, 0], [0, 0]])
    >>> read_model("s SATISFIABLE\\nv 1 -2 -3 4\\nv -5 6 7 -8 0\\n", to_cnf(puzzle)).rows()
    [[1, 2], [2, 1]]
    >>> read_model("s UNSATISFIABLE\\n", puzzle) is None
    True
    >>> read_model("s SATISFIABLE\\nv 1 -2 3 0\\n", puzzle)
    Traceback (most recent call last):
    squaredance.errors.FormatError: 2: expected a value in every cell, found none in R2C1 and 1 more
    """
    if isinstance(puzzle, Geometry):
        puzzle = Puzzle(puzzle, bytes(puzzle.cells))
    elif not isinstance(puzzle, Puzzle):
        puzzle = read_cnf(puzzle)
    return model_of(source_of(text), puzzle)


def model_of(source: LineSource, puzzle: Puzzle) -> Grid | None:
    """The model that a solver wrote, as a solution of the puzzle; see `read_model`."""
    source.max_line = max(source.max_line, LONGEST)
    model = _Model(source, puzzle)
    said: bool | None = None
    while (line := next_text(source)) is not None:
        words = line.split()
        key = words[0]
        if key == b"c":
            continue
        if key == b"s" or line.decode().upper() in _SAID:
            said = _answer(source, words[-1])
        elif key == b"v":
            model.take(words[1:])
        elif key.removeprefix(b"-").isdigit():  # the output file of MiniSat
            model.take(words)
        else:
            raise source.error(f"expected a line c, s or v of a solver, found {quoted(line)}")
    if said is None and not model.lines:
        raise source.error("expected a line 's SATISFIABLE' or 's UNSATISFIABLE', found none")
    if said is False:
        if model.lines:
            raise source.error("expected no model of UNSATISFIABLE, found one", model.last)
        return None
    return model.grid()


def _answer(source: LineSource, word: bytes) -> bool:
    said = _SAID.get(word.decode().upper())
    if said is None:
        raise source.error(f"expected SATISFIABLE or UNSATISFIABLE, found {quoted(word)}")
    return said


class _Model:
    """The literals of a model, each with its line."""

    def __init__(self, source: LineSource, puzzle: Puzzle) -> None:
        self._source = source
        self._puzzle = puzzle
        self.lines: dict[int, int] = {}  # variable -> line
        self.last = 0
        self._values = bytearray(puzzle.geometry.cells)
        self._false: set[int] = set()
        self._ended = False

    def take(self, words: list[bytes]) -> None:
        """The literals of one line."""
        top = self._puzzle.size**3
        self.last = self._source.line
        for word in words:
            if not word.removeprefix(b"-").isdigit() or len(word) > 20:
                raise self._source.error(f"expected a literal, found {quoted(word)}")
            literal = int(word)
            if self._ended:
                raise self._source.error(f"expected nothing after the 0, found {literal}")
            if abs(literal) > top:
                raise self._source.error(f"expected variables from 1 to {top}, found {literal}")
            if literal:
                self._set(literal)
            else:
                self._ended = True

    def _set(self, literal: int) -> None:
        n = self._puzzle.size
        variable = abs(literal)
        self.lines.setdefault(variable, self._source.line)
        cell, value = (variable - 1) // n, (variable - 1) % n + 1
        if literal < 0:
            if self._values[cell] == value:
                self._both(variable)
            self._false.add(variable)
        elif variable in self._false:
            self._both(variable)
        elif self._values[cell] not in (0, value):
            raise self._source.error(
                f"expected one value in {cell_name(cell, n)}, "
                f"found {self._values[cell]} and {value}"
            )
        else:
            self._values[cell] = value

    def _both(self, variable: int) -> NoReturn:
        raise self._source.error(f"expected variable {variable} once, found it true and false")

    def _line_of(self, cell: int) -> int:
        return self.lines[cell * self._puzzle.size + self._values[cell]]

    def grid(self) -> Grid:
        """The whole of it, if it is a solution."""
        puzzle, values = self._puzzle, bytes(self._values)
        n = puzzle.size
        if empty := [cell for cell, value in enumerate(values) if not value]:
            more = f" and {len(empty) - 1} more" if len(empty) > 1 else ""
            raise self._source.error(
                f"expected a value in every cell, found none in {cell_name(empty[0], n)}{more}",
                self.last or None,
            )
        for cell, value in enumerate(values):
            clue = puzzle.clues[cell]
            if clue not in (0, value):
                message = f"expected the clue {clue} in {cell_name(cell, n)}, found {value}"
                raise self._source.error(message, self._line_of(cell))
            if puzzle.candidates and not puzzle.candidates[cell] >> (value - 1) & 1:
                message = f"expected a candidate in {cell_name(cell, n)}, found {value}"
                raise self._source.error(message, self._line_of(cell))
        for clash in find_clashes(puzzle.geometry, values):
            line = max(map(self._line_of, clash.cells))
            raise self._source.error(f"expected a solution, found that {clash}", line)
        return Grid(puzzle.geometry, values)
