"""Which format an input is in, told from its first case and from no line after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt

from squaredance.errors import FormatError
from squaredance.formats.case import Options, flat
from squaredance.formats.line import has_space_blanks
from squaredance.formats.rows import is_dashes, is_rule
from squaredance.formats.source import Line, LineSource
from squaredance.geometry import MAX_SIZE
from squaredance.symbols import BLANKS
from squaredance.typed import Final

_BLANK_TEXTS: Final = frozenset([*(b.encode() for b in BLANKS), b"x", b""])
_SDK_HEADERS: Final = tuple(bytes([c]) for c in b"ABCDLSU")
_CSV: Final = b",;"
_LOOK_AHEAD: Final = 1000  # lines that may be held to find the format
REMOVED: Final = b".0-*_?"  # what stands for a candidate that is gone

Cells = Callable[[bytes], list[bytes]]


def detect(source: LineSource, options: Options | None = None) -> str | None:
    """The name of the format, None when there is no puzzle; takes empty lines only.

    A FormatError when a line cannot be read, or when comments and rules go on and on: they
    are kept, as they may belong to the first case.

    >>> import io
    >>> detect(LineSource(io.BytesIO(b"12..\\n..3.\\n.1..\\n...2\\n")))
    'grid'
    >>> detect(LineSource(io.BytesIO(b"1......2.3....4.\\n")))
    'line'
    """
    options = options or Options()
    while (first := source.peek()) is not None and _is_empty(first):
        source.next()
    comments = headers = 0
    rule_seen = False
    for at in range(_LOOK_AHEAD + 1):
        raw = _peek(source, at)
        text = raw.strip() if raw is not None else b""
        if text.startswith(b"#"):
            comments += 1
            headers += text[1:2] in _SDK_HEADERS
        elif text and not is_drawn(text):
            break
        elif text:
            rule_seen = True
        elif rule_seen:
            return "grid"  # of dashes, or a drawing with nothing in it
        elif raw is None:
            return None
    else:
        raise source.error(
            f"expected a puzzle after at most {_LOOK_AHEAD} lines of comments and rules, "
            "found none; choose the format with --format",
            source.line + _LOOK_AHEAD + 1,
        )
    assert raw is not None
    if text.startswith((b"[Puzzle]", b"[State]", b"[puzzle]", b"[state]")):
        return "sdk"
    if text.startswith((b"{", b"[")):
        return "json"
    if text.startswith((b"c squaredance ", b"p cnf ")):
        return "cnf"
    if text.startswith(b":") and text.count(b":") >= 3:
        return "hodoku"
    name = _by_cells(source, at, raw, options.size)
    _refuse_rules(source, at, _symbols(raw) if name == "line" else 0)
    return "sdk" if headers and name == "grid" and headers == comments else name


def is_drawn(text: bytes) -> bool:
    """True for a line that may be a rule, also in the forms candidate grids have."""
    if is_rule(text) or is_dashes(text):
        return True
    return b"--" in text and not text.translate(None, b"-+|*=.:' \t")


def _is_empty(raw: Line) -> bool:
    return isinstance(raw, bytes) and not raw.strip()


def _peek(source: LineSource, at: int) -> bytes | None:
    """A line with a byte per character, so that what is counted here are characters."""
    raw = source.peek(at)
    if isinstance(raw, FormatError):
        raise raw
    return raw if raw is None else flat(raw)


def _by_cells(source: LineSource, at: int, raw: bytes, size: int | None) -> str:
    """The format by how the first line of symbols divides into cells."""
    text = raw.split(b"#")[0].strip()
    if is_csv(text) or (is_tabbed(raw) and is_csv(raw.replace(b"\t", b","))):
        return "numbers"
    if any(c in text for c in _CSV):
        return "line"
    if has_space_blanks(raw, size) and len(raw) == 81 and len(text.split()) != 27:
        return "line"
    parts = text.replace(b"|", b" ").split()
    if not parts:
        return "grid"  # bars and a comment: its reader says what is wrong with them
    commented = len(parts) > 1 or b"#" in raw
    glued = b"|" in text and len(text.split()) == 1 and len({*map(len, parts)}) == 1
    if commented and len(parts[0]) >= 16 and _is_square(len(parts[0])) and b"|" not in text:
        return "candidates" if is_candidate_line(parts[0]) else "line"
    if len(parts) == 1:
        return _one_part(source, at, parts[0], size)
    if max(map(len, parts)) == 1:
        return _spaced(source, at, len(parts), size)
    name = _groups(source, at, parts, size)
    # Boxes such as 00|12 are no numbers; from 10 cells on 01|02 may be.
    return "grid" if name == "numbers" and glued and len(parts) < 10 else name


def is_csv(text: bytes) -> bool:
    """True when commas or semicolons stand between cells and not before a comment."""
    for mark in (b",", b";"):
        fields = [field.strip() for field in text.split(mark)]
        if len(fields) > 1 and all(
            (len(f) <= 2 and f.isalnum()) or f in _BLANK_TEXTS for f in fields
        ):
            return True
    return False


def is_tabbed(raw: bytes) -> bool:
    """True when tabs stand between cells and one of the fields is empty.

    >>> is_tabbed(b"1\\t\\t3\\t"), is_tabbed(b"1\\t2\\t3"), is_tabbed(b"1\\t \\t3")
    (True, False, False)
    """
    if b"\t" not in raw or any(c in raw for c in b" |#"):
        return False
    return b"" in raw.split(b"\t") and len(raw.split()) + raw.count(b"\t") > 2


def is_number_row(source: LineSource) -> bool:
    """True when the first row has more than 25 cells, all numbers or blanks."""
    while (first := source.peek()) is not None and _is_empty(first):
        source.next()
    for line in _block(source, 0, 1):
        cells = _between_spaces(line)
        return 25 < len(cells) <= MAX_SIZE and all(
            _is_number(cell) or cell in _BLANK_TEXTS for cell in cells
        )
    return False


def _one_part(source: LineSource, at: int, part: bytes, size: int | None) -> str:
    """Symbols without anything between them: a puzzle, a row, or candidates."""
    count = len(part)
    if is_candidate_line(part) and size in (None, round(count ** (1 / 3))):
        return "candidates"
    if size is not None:
        return "grid" if count == size and size > 1 else "line"
    if count < 4 and part.isdigit():
        _refuse_count(source, at, count)
    if count > MAX_SIZE:
        if not _is_square(count):
            raise source.error(
                f"expected N*N symbols, or a row of at most {MAX_SIZE}, found {count}",
                source.line + at + 1,
            )
        return "line"
    if count == 1 or is_single_line(source, at, count, _characters):
        return "line"
    _refuse_odd(source, at, count)
    return "grid"


def _refuse_odd(source: LineSource, at: int, count: int) -> None:
    """What is no row of a grid, since the next line is a puzzle and too long for a row: a header
    perhaps, or a puzzle that was cut. Lines after it are good then.
    """
    following = source.peek(at + 1)
    symbols = _symbols(following) if isinstance(following, bytes) else 0
    if symbols > MAX_SIZE and _is_square(symbols):
        raise source.error(
            f"expected {symbols} symbols as on the next line, found {count}", source.line + at + 1
        )


def _symbols(line: bytes) -> int:
    """How many a line of a puzzle has, without its comment."""
    text = flat(line).strip()
    for mark in (b"#", b",", b";"):
        text = text.partition(mark)[0]
    return len(text.split()[0]) if text.split() else 0


def _refuse_rules(source: LineSource, at: int, count: int) -> None:
    """Dashes before a line that is a puzzle, of so many symbols, are an empty one if they are as
    many; else nothing.
    """
    for ahead in range(at if count >= 16 and _is_square(count) else 0):
        raw = source.peek(ahead)
        text = flat(raw).strip() if isinstance(raw, bytes) else b""
        if text and not text.startswith(b"#") and len(text) != count:
            raise source.error(
                f"expected {count} symbols as on the first line of a puzzle, found {len(text)}",
                source.line + ahead + 1,
            )


def _refuse_count(source: LineSource, at: int, count: int) -> None:
    """A number above longer lines is how judges say how many cases come."""
    following = source.peek(at + 1)
    if isinstance(following, bytes) and len(following.strip()) > max(count, 3):
        raise source.error(
            "expected a puzzle, found a number: for a count of cases choose a --judge",
            source.line + at + 1,
        )


def _spaced(source: LineSource, at: int, count: int, size: int | None) -> str:
    """One character per cell with spaces between them."""
    block = list(_block(source, at, min(count, MAX_SIZE)))
    cells = [cell for line in block for cell in _between_spaces(line)]
    if any(map(is_tabbed, block)):
        return "numbers"
    if any(len(cell) > 1 for cell in cells):
        return _groups(source, at, _between_spaces(block[0]), size)
    if any(cell.isalpha() and cell not in _BLANK_TEXTS for cell in cells):
        return "numbers" if count > MAX_SIZE or (size == isqrt(count) and size > 1) else "grid"
    if size is not None and size * size == count and size > 1:
        return "numbers"
    return "grid" if count <= 9 else "numbers"


def _groups(source: LineSource, at: int, parts: list[bytes], size: int | None) -> str:
    """Parts of several characters: numbers, groups of candidates, or boxes of a row."""
    count = len(parts)
    rows = [_between_spaces(line) for line in _block(source, at, min(count, MAX_SIZE))]
    cells = [cell for row in rows for cell in row]
    if all(_is_number(cell) or cell in _BLANK_TEXTS for cell in cells):
        top = isqrt(count) if count > MAX_SIZE else count
        if all(int(cell) <= top for cell in cells if cell.isdigit()):
            return "numbers"
    groups = [len(row) == count for row in rows]
    if 1 < count <= MAX_SIZE and all(groups) and all(_is_group(cell, count) for cell in cells):
        return "candidates"
    total = sum(map(len, parts))
    if total > MAX_SIZE and not _is_square(len(parts[0])):
        raise source.error(
            f"expected a row of at most {MAX_SIZE} symbols, found {total}", source.line + at + 1
        )
    return "grid" if total <= MAX_SIZE else "line"


def is_single_line(source: LineSource, at: int, count: int, cells: Cells) -> bool:
    """True when a line of n*n cells is a puzzle of size n, not a row of size n*n.

    Both are possible for 16, 25, 36, 49 and 64 cells. A symbol that size n does not have
    makes it a row, unless the line stands alone: then it is wrong there. A symbol twice in
    the line makes it a puzzle, and so do all n symbols of the small size and no other: a row
    of size n*n has just those by chance only once in 1,820 (n = 4) or less. Else
    the lines that follow without a gap decide, and fewer of them than a grid needs make it a
    puzzle.
    """
    size = isqrt(count)
    if size * size != count or size < 4:
        return False
    if count > MAX_SIZE:
        return True
    for number, line in enumerate(_block(source, at, count)):
        # What is no letter or digit is a symbol of no size: it decides nothing.
        found = [c for c in cells(line) if c not in _BLANK_TEXTS and c.isalnum()]
        if number and len(cells(line)) != count:
            return True  # a comment or another length: no row of this grid
        if not all(_is_small(c, size) for c in found):
            return number == 0 and _is_alone(source, at)
        if number == 0 and (len(set(found)) < len(found) or len(found) == size):
            return True
    return True


def _is_alone(source: LineSource, at: int) -> bool:
    """True when no row and no rule stands beside the line."""
    after = source.peek(at + 1)
    if after is not None and not _is_gap(after):
        return False
    before = (source.peek(ahead) for ahead in range(at))
    return all(isinstance(raw, bytes) and raw.lstrip()[:1] in (b"#", b"") for raw in before)


def _is_gap(raw: Line) -> bool:
    """True for an empty line; nothing but tabs may be a row of empty cells."""
    return isinstance(raw, bytes) and not raw.strip() and b"\t" not in raw


def _block(source: LineSource, at: int, most: int) -> Iterable[bytes]:
    """The lines of cells from ``at`` to the first gap, and at most so many."""
    for ahead in range(at, at + _LOOK_AHEAD):
        raw = source.peek(ahead) if most else None
        if not isinstance(raw, bytes) or not raw.strip():
            return
        text = flat(raw.strip())
        if not text.startswith(b"#") and not is_drawn(text):
            yield raw if is_tabbed(raw) else text.partition(b"#")[0].strip()
            most -= 1


def is_candidate_line(text: bytes) -> bool:
    """True when every symbol stands where its value stands among the N of a cell."""
    size = round(len(text) ** (1 / 3))
    if size < 2 or size**3 != len(text) or size > 35:
        return False
    order = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    if size > 9 and not any(c in text for c in b"123456789"):
        order = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    for start in range(0, len(text), size):
        cell = text[start : start + size].upper()
        marks = [c in REMOVED for c in cell]
        # Every cell has something left: so 64 symbols of an 8x8 are not taken for a 4x4.
        if all(marks) or any(c != o and not m for c, o, m in zip(cell, order, marks, strict=False)):
            return False
    return True


def _is_group(cell: bytes, size: int) -> bool:
    """True for different symbols of the size, in rising order."""
    if cell in _BLANK_TEXTS:
        return True
    letters = size > 9 and not any(c in b"123456789" for c in cell)
    order = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letters else b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    places = [order[:size].find(c) for c in cell.upper()]
    return min(places) >= 0 and places == sorted(set(places))


def _is_small(cell: bytes, size: int) -> bool:
    if cell.isdigit():
        return int(cell) <= size
    return len(cell) == 1 and 0 <= cell.upper()[0] - ord("A") < size


def _is_number(cell: bytes) -> bool:
    return cell.isdigit() and len(cell) <= 2


def _is_square(count: int) -> bool:
    return isqrt(count) ** 2 == count


def _characters(line: bytes) -> list[bytes]:
    return [bytes([c]) for c in line]


def _between_spaces(line: bytes) -> list[bytes]:
    return line.replace(b"|", b" ").split()
