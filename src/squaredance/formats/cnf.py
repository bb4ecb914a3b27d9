"""A puzzle as clauses in DIMACS text, for SAT solvers; `model` reads what they answer.

The variable of a cell (from 0, row by row) and a value (1 to N) is cell * N + value; it is
true when the cell holds the value. The comments say the geometry, so that the text is all
that is needed to read an answer:

    c squaredance cnf 1
    c size 4
    c box 2 2                  rows and cols of a box, or none
    c extra 0 5 10 15          a line for each extra house
    c candidates               when the puzzle says which candidates each cell starts with
    p cnf 64 452
    1 2 3 4 0                  each cell has a value ...
    -1 -2 0                    ... and no two
    1 5 9 13 0                 each house has a place for each value ...
    -1 -5 0                    ... and no two
    1 0                        a clue
    -7 0                       a candidate that is excluded
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from typing import Final

from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.case import Case, Options, Style, check_size, one_line, placed, shown
from squaredance.formats.source import LineSource
from squaredance.geometry import Box, Geometry, cell_name
from squaredance.puzzle import Grid, Puzzle

HEADER: Final = b"c squaredance cnf 1"
LONGEST: Final = 1 << 26  # of a line: some solvers write the whole model on one


def to_cnf(puzzle: Grid) -> str:
    """The puzzle as DIMACS text, whose models are its solutions.

    >>> from squaredance.puzzle import Puzzle
    >>> print(to_cnf(Puzzle.from_rows([[1, 0], [0, 0]])), end="")
    c squaredance cnf 1
    c size 2
    c box none
    p cnf 8 25
    1 2 0
    -1 -2 0
    3 4 0
    -3 -4 0
    5 6 0
    -5 -6 0
    7 8 0
    -7 -8 0
    1 3 0
    -1 -3 0
    2 4 0
    -2 -4 0
    5 7 0
    -5 -7 0
    6 8 0
    -6 -8 0
    1 5 0
    -1 -5 0
    2 6 0
    -2 -6 0
    3 7 0
    -3 -7 0
    4 8 0
    -4 -8 0
    1 0
    """
    return "".join(pieces(puzzle))


def read_cnf(text: str | bytes) -> Puzzle:
    """The puzzle of a text that `to_cnf` wrote.

    >>> read_cnf(to_cnf(Puzzle.from_text("1......2.3....4.")))
    <Puzzle 4x4 1......2.3....4.>
    """
    return _case(source_of(text)).puzzle


def source_of(text: str | bytes) -> LineSource:
    """The lines of a text, which may be long.

    >>> source_of("p cnf 1 0").next()
    b'p cnf 1 0'
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return LineSource(BytesIO(data), max_line=LONGEST)


# Writing


def pieces(grid: Grid, comment: str = "") -> Iterator[str]:
    """The text in pieces of some lines: the whole of a 64x64 is half a gigabyte.

    >>> [len(piece) for piece in pieces(Puzzle.from_rows([[0]]))]
    [50, 4, 4, 4, 0]
    """
    geometry = grid.geometry
    box = "none" if geometry.box is None else "{} {}".format(*geometry.box)
    lines = [HEADER.decode(), f"c size {geometry.size}", f"c box {box}"]
    lines += [f"c extra {' '.join(map(str, house))}" for house in geometry.extra]
    if isinstance(grid, Puzzle) and grid.candidates is not None:
        lines.append("c candidates")
    if comment:
        lines.append(f"c comment {one_line(comment)}")
    units = _units(grid)
    count = _rule_count(geometry) + len(units)
    yield "\n".join([*lines, f"p cnf {geometry.size**3} {count}", ""])
    for group in _groups(geometry):
        yield "".join(line + "\n" for line in _exactly_one(group))
    yield "".join(f"{unit} 0\n" for unit in units)


def _groups(geometry: Geometry) -> Iterator[list[int]]:
    """The sets of variables of which exactly one is true: cells, then houses and values."""
    n = geometry.size
    for cell in range(geometry.cells):
        yield [cell * n + value for value in range(1, n + 1)]
    for house in geometry.houses:
        for value in range(1, n + 1):
            yield [cell * n + value for cell in house]


def _exactly_one(group: list[int]) -> Iterator[str]:
    yield f"{' '.join(map(str, group))} 0"
    for pair in combinations([f"-{variable}" for variable in group], 2):
        yield f"{pair[0]} {pair[1]} 0"


def _rule_count(geometry: Geometry) -> int:
    n = geometry.size
    groups = geometry.cells + len(geometry.houses) * n
    return groups * (1 + n * (n - 1) // 2)


def _units(grid: Grid) -> list[int]:
    """Clues, and what is excluded in cells without one (or a clue that is excluded itself)."""
    n = grid.size
    units = [cell * n + clue for cell, clue in enumerate(grid.values) if clue]
    for cell, mask in enumerate(grid.candidates or () if isinstance(grid, Puzzle) else ()):
        clue = grid.values[cell]
        values = [clue] if clue else range(1, n + 1)
        units += [-(cell * n + value) for value in values if not mask >> (value - 1) & 1]
    return units


def write(grid: Grid, style: Style) -> str:
    """The text of one puzzle."""
    return "".join(pieces(grid, style.comment))


# Reading a puzzle


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The one puzzle of an input."""
    if source.peek() is None:
        return
    try:
        case = _case(source)
        if options.size not in (None, case.puzzle.size):
            message = f"expected size {options.size}, found {case.puzzle.size}"
            raise source.error(message, case.line)
    except SquaredanceError as error:
        yield placed(error, source, source.line or 1)
        while source.batch():  # nothing behind an error can be trusted
            pass
        return
    yield case


class _Head:
    """What the comments say."""

    def __init__(self, source: LineSource) -> None:
        self.size: int | None = None
        self.box: Box | None = None
        self.extra: list[list[int]] = []
        self.has_candidates = False
        self.comment = ""
        text = next_text(source)
        if text != HEADER:
            found = shown(text or b"", 0, len(HEADER)) if text else "nothing"
            raise source.error(f"expected {HEADER.decode()!r}, found {found}")
        while (text := next_text(source)) is not None and text.startswith(b"c"):
            self._take(source, text.decode("utf-8").split())
        self.last = text or b""

    def _take(self, source: LineSource, words: list[str]) -> None:
        match words[1:]:
            case ["size", size]:
                self.size = check_size(_number(source, size))
            case ["box", "none"]:
                self.box = None
            case ["box", rows, cols]:
                self.box = _number(source, rows), _number(source, cols)
            case ["extra", *cells]:
                self.extra.append([_number(source, cell) for cell in cells])
            case ["candidates"]:
                self.has_candidates = True
            case ["comment", *rest]:
                self.comment = " ".join(rest)

    def geometry(self, source: LineSource) -> Geometry:
        if self.size is None:
            raise source.error("expected a line 'c size N' above the clauses, found none")
        return Geometry(self.size, self.box, self.extra)


def _case(source: LineSource) -> Case:
    while isinstance(line := source.peek(), bytes) and not line.strip():
        source.next()
    start = source.line + 1
    head = _Head(source)
    geometry = head.geometry(source)
    n = geometry.size
    match head.last.split():
        case [b"p", b"cnf", variables, count] if _is_number(variables) and _is_number(count):
            units = int(count) - _rule_count(geometry)
            if int(variables) != n**3 or units < 0:
                least = _rule_count(geometry)
                raise source.error(
                    f"expected 'p cnf {n**3} M' with M from {least} on, found {quoted(head.last)}"
                )
        case _:
            raise source.error(f"expected 'p cnf {n**3} M', found {quoted(head.last)}")
    for group in _groups(geometry):
        for wanted in _exactly_one(group):
            _expect_rule(source, wanted)
    clues = bytearray(geometry.cells)
    masks = [(1 << n) - 1] * geometry.cells
    for _ in range(units):
        _take_unit(source, n, clues, masks)
    if (rest := next_text(source)) is not None:
        raise source.error(f"expected the end after {units} clues, found {quoted(rest)}")
    puzzle = Puzzle(geometry, bytes(clues), masks if head.has_candidates else None)
    if not head.has_candidates and min(masks) != (1 << n) - 1:
        raise source.error("expected a line 'c candidates' for excluded candidates, found none")
    style = Style("cnf", comment=head.comment)
    return Case(puzzle, source.name, start, style, head.comment)


def _is_number(word: bytes) -> bool:
    return word.isdigit() and len(word) <= 20


def _expect_rule(source: LineSource, wanted: str) -> None:
    text = next_text(source)
    if text != wanted.encode():
        found = "the end" if text is None else quoted(text)
        raise source.error(f"expected the clause {wanted!r} of this geometry, found {found}")


def _take_unit(source: LineSource, n: int, clues: bytearray, masks: list[int]) -> None:
    text = next_text(source)
    match (text or b"").split():
        case [literal, b"0"] if _is_number(literal.removeprefix(b"-")):
            variable = int(literal)
            if 1 <= abs(variable) <= n**3:
                cell, value = divmod(abs(variable) - 1, n)
                if variable < 0:
                    masks[cell] &= ~(1 << value)
                elif clues[cell] in (0, value + 1):
                    clues[cell] = value + 1
                else:
                    raise source.error(f"expected one clue in {cell_name(cell, n)}, found two")
                return
    found = "the end" if text is None else quoted(text)
    raise source.error(f"expected a clue such as '1 0', found {found}")


def next_text(source: LineSource) -> bytes | None:
    """The next line that is not empty, with single spaces.

    >>> next_text(source_of("\\n 1  2 0")), next_text(source_of(""))
    (b'1 2 0', None)
    """
    while (line := source.next()) is not None:
        if isinstance(line, FormatError):
            raise line
        if text := b" ".join(line.split()):
            return text
    return None


def _number(source: LineSource, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise source.error(f"expected a number, found {text!r}")
    return int(text)


def quoted(text: bytes) -> str:
    """The start of a line, for an error message.

    >>> quoted(b"v 1")
    "'v 1'"
    """
    return shown(text, 0, 40)
