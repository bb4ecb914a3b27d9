"""HoDoKu library lines: a state on the way to a solution, and the step that is known there.

``:technique:values:cells:deleted:eliminations:placements:extra:``, a line each. Cells are symbols
row by row, with ``+`` before a value that was placed and is no clue; the lists hold ``vrc``: value,
row and col. As a Puzzle, a line is its filled cells and, if some are deleted, its candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.case import Case, Options, Style, flat, many, placed, shown
from squaredance.formats.source import LineSource
from squaredance.geometry import Geometry, standard_geometry
from squaredance.puzzle import Grid, Puzzle

_SIZES: Final = {n * n: n for n in range(1, 10)}  # a value, a row and a col are one digit each
_BLANKS: Final = ".0"

# The techniques by their code, under our names. Sizes from 5 on share a name.
TECHNIQUES: Final[dict[str, str]] = {
    "0000": "full-house",
    "0002": "hidden-single",
    "0003": "naked-single",
    "0100": "pointing",
    "0101": "claiming",
    "0110": "locked-pair",
    "0111": "locked-triple",
    "0200": "naked-pair",
    "0201": "naked-triple",
    "0202": "naked-quad",
    "0210": "hidden-pair",
    "0211": "hidden-triple",
    "0212": "hidden-quad",
    **{
        f"03{kind}{at}": prefix + size
        for kind, prefix in enumerate(
            ("", "finned-", "sashimi-", "franken-", "finned-franken-", "mutant-", "finned-mutant-")
        )
        for at, size in enumerate(("x-wing", "swordfish", "jellyfish"))
    },
    "0303": "large-fish",
    "0304": "large-fish",
    "0305": "large-fish",
    "0371": "kraken-fish-1",
    "0372": "kraken-fish-2",
    "0400": "skyscraper",
    "0401": "two-string-kite",
    "0402": "empty-rectangle",
    "0403": "turbot-fish",
    "0404": "dual-two-string-kite",
    "0405": "dual-empty-rectangle",
    "0500": "simple-colors-trap",
    "0501": "simple-colors-wrap",
    "0502": "multi-colors-1",
    "0503": "multi-colors-2",
    **{f"060{at}": f"unique-rectangle-{at + 1}" for at in range(6)},
    "0606": "hidden-rectangle",
    "0607": "avoidable-rectangle-1",
    "0608": "avoidable-rectangle-2",
    "0610": "bug-1",
    "0701": "x-chain",
    "0702": "xy-chain",
    "0703": "remote-pair",
    "0706": "continuous-nice-loop",
    "0707": "discontinuous-nice-loop",
    "0708": "aic",
    "0709": "grouped-continuous-nice-loop",
    "0710": "grouped-discontinuous-nice-loop",
    "0711": "grouped-aic",
    "0800": "xy-wing",
    "0801": "xyz-wing",
    "0803": "w-wing",
    "0901": "als-xz",
    "0902": "als-xy-wing",
    "0903": "als-xy-chain",
    "0904": "death-blossom",
    "1101": "sue-de-coq",
    "1301": "forcing-chain-contradiction",
    "1302": "forcing-chain-verity",
    "1303": "forcing-net-contradiction",
    "1304": "forcing-net-verity",
}

Candidates = tuple[tuple[int, int], ...]  # (cell, value) each


class LibraryLine(NamedTuple):
    """One line: the clues, what was placed and deleted since, and what the step does.

    ``code`` is the technique's number and ``variant`` what follows it: a digit, or ``x`` where the
    technique must find nothing. ``values`` are those that the step speaks of.
    """

    code: str
    variant: str
    values: str
    clues: Puzzle
    placed: Candidates
    deleted: Candidates
    eliminations: Candidates
    placements: Candidates
    extra: str = ""

    @property
    def technique(self) -> str | None:
        """Our name for the technique, None for no step or a code that is not known.

        HoDoKu itself writes ``:0000:x:`` where it means a state and no step.

        >>> parse_line(":0300:1:1......2.3....4.::411:::").technique
        'x-wing'
        """
        return None if self.values == "x" else TECHNIQUES.get(self.code)

    @property
    def state(self) -> Puzzle:
        """Clues and placed values as one Puzzle, with candidates where some are deleted.

        >>> parse_line(":0300:1:1+2.....2.3....4.:313:411:::").state.clue_count
        5
        """
        cells = bytearray(self.clues.values)
        for cell, value in self.placed:
            cells[cell] = value
        geometry = self.clues.geometry
        if not self.deleted:
            return Puzzle(geometry, bytes(cells))
        masks = left_by(geometry, cells)
        for cell, value in self.deleted:
            masks[cell] &= ~(1 << value - 1)
        return Puzzle(geometry, bytes(cells), masks)

    @property
    def text(self) -> str:
        """The line as HoDoKu writes it.

        >>> parse_line(":0402-1:3:1+2....02.3....4.:313:411").text
        ':0402-1:3:1+2.....2.3....4.:313:411:::'
        """
        size = self.clues.size
        cells = [_symbol(value) for value in self.clues.values]
        for cell, value in self.placed:
            cells[cell] = f"+{value}"
        variant = f"-{self.variant}" if self.variant else ""
        lists = (self.deleted, self.eliminations, self.placements)
        parts = [self.code + variant, self.values, "".join(cells)]
        parts += [_listed(candidates, size) for candidates in lists]
        return ":".join(["", *parts, self.extra, ""])


def left_by(geometry: Geometry, values: bytes | bytearray) -> list[int]:
    """The candidate masks that filled cells leave; a filled cell has its own value.

    >>> left_by(standard_geometry(2), bytes([1, 0, 0, 0]))
    [1, 2, 2, 3]
    """
    taken = [0] * len(geometry.houses)
    for number, house in enumerate(geometry.houses):
        for cell in house:
            taken[number] |= (1 << values[cell]) >> 1
    masks = []
    for cell, numbers in enumerate(geometry.houses_of):
        mask = (1 << geometry.size) - 1
        for number in numbers:
            mask &= ~taken[number]
        masks.append((1 << values[cell]) >> 1 if values[cell] else mask)
    return masks


def parse_line(text: str | bytes) -> LibraryLine:
    """A line; an error has its column.

    >>> parse_line(":0300:1:1......2.3....4.::419:::")
    Traceback (most recent call last):
    squaredance.errors.FormatError: 27: expected value, row and col from 1 to 4, found '419'
    """
    raw = text.encode() if isinstance(text, str) else text
    parts, starts = _fields(raw)
    code, variant = _code(parts[1], starts[1])
    values, marks = _cells(raw, parts[3], starts[3])
    geometry = standard_geometry(_SIZES[len(values)])
    clues = bytes(0 if mark else value for value, mark in zip(values, marks, strict=True))
    deleted, eliminations, placements = (
        _listing(parts[at], starts[at], geometry.size) for at in (4, 5, 6)
    )
    return LibraryLine(
        code,
        variant,
        parts[2].strip(),
        Puzzle(geometry, clues),
        tuple((cell, values[cell]) for cell, mark in enumerate(marks) if mark),
        deleted,
        eliminations,
        placements,
        parts[7].strip(),
    )


def _fields(raw: bytes) -> tuple[list[str], list[int]]:
    """The eight fields (the first is empty, the last ones may be left out) and their columns."""
    text = flat(raw.rstrip()).decode("latin-1")
    parts = text.split(":")
    if parts[0].strip() or len(parts) < 4:
        message = "expected :technique:values:cells: and so on, found no such line"
        raise FormatError(message, column=1)
    starts = [1]
    for part in parts:
        starts.append(starts[-1] + len(part) + 1)
    if len(parts) > 9:
        raise FormatError(f"expected at most 7 fields, found {len(parts) - 2}", column=starts[8])
    missing = 8 - len(parts)
    return parts + [""] * missing, starts[: len(parts)] + [len(text) + 1] * missing


def _code(text: str, column: int) -> tuple[str, str]:
    code, _, variant = text.strip().partition("-")
    if len(code) == 5 and not variant:  # 03111 is 0311-1
        code, variant = code[:4], code[4]
    known = variant in ("", "x") or variant.isdecimal()
    if len(code) != 4 or not code.isdecimal() or not known:
        wanted = "a technique of 4 digits and perhaps -1 or -x"
        raise FormatError(f"expected {wanted}, found {text!r}", column=column)
    return code, variant


def _cells(raw: bytes, text: str, column: int) -> tuple[list[int], list[bool]]:
    """The value of each cell, and whether it was placed."""
    values: list[int] = []
    marks: list[bool] = []
    mark = False
    size = _SIZES.get(len(text.replace("+", "").strip()), 9)
    for place, char in enumerate(text, column):
        if char == "+" and not mark:
            mark = True
        elif char in "123456789"[:size] or (char in _BLANKS and not mark):
            values.append(0 if char in _BLANKS else int(char))
            marks.append(mark)
            mark = False
        elif not char.isspace():
            wanted = f"1-{size}" + ("" if mark else ", + or a blank (. or 0)")
            raise FormatError(f"expected {wanted}, found {shown(raw, place - 1)}", column=place)
    if len(values) not in _SIZES or mark:
        message = f"expected N*N cells for a size N from 1 to 9, found {len(values)}"
        raise FormatError(message, column=column + len(text))
    return values, marks


def _listing(text: str, column: int, size: int) -> Candidates:
    found = []
    place = column
    for part in text.split(" "):
        if part:
            digits = [int(c) for c in part if c in "123456789"]
            if len(digits) != 3 or len(part) != 3 or max(digits) > size:
                message = f"expected value, row and col from 1 to {size}, found {part!r}"
                raise FormatError(message, column=place)
            found.append(((digits[1] - 1) * size + digits[2] - 1, digits[0]))
        place += len(part) + 1
    return tuple(found)


def _symbol(value: int) -> str:
    return str(value) if value else "."


def _listed(candidates: Iterable[tuple[int, int]], size: int) -> str:
    return " ".join(f"{value}{c // size + 1}{c % size + 1}" for c, value in candidates)


def read_library(source: LineSource) -> Iterator[tuple[int, LibraryLine] | FormatError]:
    """Every line with its number; empty lines and those that start with # are passed over.

    >>> import io
    >>> list(read_library(LineSource(io.BytesIO(b"# fish\\n:0300:1:123:::\\n"))))
    [FormatError('expected N*N cells for a size N from 1 to 9, found 3')]
    """
    while (raw := source.next()) is not None:
        if isinstance(raw, FormatError):
            yield raw
        elif raw.strip() and not raw.lstrip().startswith(b"#"):
            try:
                yield source.line, parse_line(raw)
            except SquaredanceError as error:
                yield placed(error, source, source.line)


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The state of each line as a Puzzle."""
    for item in read_library(source):
        if isinstance(item, FormatError):
            yield item
            continue
        number, line = item
        size = line.clues.size
        if options.size not in (None, size):
            cells = many((options.size or 0) ** 2, "cell")
            message = f"expected {cells}, found {size * size}"
            yield FormatError(message, source=source.name, line=number)
            continue
        state = line.state
        if options.box != "auto":
            geometry = standard_geometry(size, options.box)
            state = Puzzle(geometry, state.values, state.candidates)
        _, code, values, _, _, eliminations, placements, extra, _ = line.text.split(":")
        headers = (code, values, eliminations, placements, extra)
        style = Style("hodoku", clues=line.clues, headers=headers)
        yield Case(state, source.name, number, style, line.technique or "")


def write(grid: Grid, style: Style) -> str:
    """One line: values that were no clues of the case are marked as placed."""
    if grid.size > 9:
        raise SquaredanceError(f"expected a size from 1 to 9 for hodoku, found {grid.size}")
    clues = style.clues.values if style.clues is not None else grid.values
    cells = "".join(
        _symbol(value) if clue == value else f"+{value}"
        for clue, value in zip(clues, grid.values, strict=True)
    )
    masks = grid.candidates if isinstance(grid, Puzzle) else None
    left = left_by(grid.geometry, grid.values) if masks else []
    gone = (
        (cell, value)
        for cell, (mask, all_of) in enumerate(zip(masks or (), left, strict=True))
        for value in range(1, grid.size + 1)
        if (all_of & ~mask) >> value - 1 & 1
    )
    code, values, eliminations, placements, extra = style.headers or ("0000", "x", "", "", "")
    deleted = _listed(gone, grid.size)
    return ":".join(["", code, values, cells, deleted, eliminations, placements, extra, "\n"])
