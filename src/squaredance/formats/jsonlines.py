"""Our own JSON: an object per puzzle, on lines of their own or in a list.

``{"size": 4, "box": [2, 2], "clues": "1......2.3....4.", "comment": "..."}``, where
``clues`` may also be rows of numbers, ``candidates`` is rows of lists of values, ``extra``
is lists of cell numbers, and ``symbols`` names the alphabet of a ``clues`` string. A Grid
is written with ``values`` in place of ``clues``, and either is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Final

from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats.case import Case, Options, Reading, Style, check_size, placed
from squaredance.formats.json_values import Value, parsed, values
from squaredance.formats.source import LineSource
from squaredance.geometry import Geometry
from squaredance.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from squaredance.geometry import Box

_KEYS: Final = ("size", "box", "clues", "values", "candidates", "extra", "symbols", "comment")


def read(source: LineSource, options: Options) -> Iterator[Case | FormatError]:
    """The puzzles of an input, each as soon as its object ends."""
    for value in values(source, unwrap=True):
        if isinstance(value, FormatError):
            yield value
            continue
        try:
            yield _case(source, options, value)
        except SquaredanceError as error:
            yield placed(error, source, value.line)


def _case(source: LineSource, options: Options, value: Value) -> Case:
    data = parsed(value)
    if not isinstance(data, dict):
        raise FormatError("expected a JSON object, found something else")
    for key in data:
        if key not in _KEYS:
            raise FormatError(f"expected the keys {', '.join(_KEYS)}, found {key!r}")
    size = data.get("size", options.size)
    if size is not None and (not isinstance(size, int) or isinstance(size, bool)):
        raise FormatError(f"expected a number for size, found {size!r}")
    if options.size not in (None, size):
        raise FormatError(f"expected size {options.size}, found {size}")
    symbols = data.get("symbols", options.symbols)
    if "symbols" in data and not isinstance(symbols, str):
        raise FormatError(f"expected a string for symbols, found {symbols!r}")
    reading = Reading(source, options._replace(size=size, symbols=symbols))
    clues = _clues(reading, data.get("clues", data.get("values")), data.get("candidates"))
    size = isqrt(len(clues))
    box = options.box if options.box != "auto" or "box" not in data else _box(data["box"])
    geometry = Geometry(check_size(size), box, _extra(data))
    masks = _masks(data.get("candidates"), size)
    comment = data.get("comment", "")
    if not isinstance(comment, str):
        raise FormatError(f"expected a string for comment, found {comment!r}")
    layout = "rows" if isinstance(data.get("clues"), list) else ""
    style = Style("json", reading.known, comment=comment, layout=layout)
    return Case(Puzzle(geometry, clues, masks), source.name, value.line, style, comment)


def _clues(reading: Reading, clues: object, candidates: object) -> bytes:
    if isinstance(clues, str):
        from squaredance.formats.line import is_spaced_numbers
        from squaredance.formats.numbers import single_line_case

        raw = clues.encode("utf-8", "replace")
        if is_spaced_numbers(raw, reading.size):
            return single_line_case(reading, raw, 0, "json").puzzle.clues
        return _symbol_string(reading, clues)
    if isinstance(clues, list):
        return _rows(clues, reading.size)
    if clues is None and isinstance(candidates, list) and candidates:
        return bytes(check_size(len(candidates)) ** 2)
    raise FormatError("expected clues as a string or as rows, found neither")


def _symbol_string(reading: Reading, clues: str) -> bytes:
    size = isqrt(len(clues)) if reading.size is None else check_size(reading.size)
    if size * size != len(clues):
        wanted = "N*N" if reading.size is None else str(size * size)
        raise FormatError(f"expected {wanted} symbols in clues, found {len(clues)}")
    symbols = reading.symbols(check_size(size), clues)
    return bytes(symbols.value(char) for char in clues)


def _rows(rows: list[object], size: int | None) -> bytes:
    size = check_size(len(rows) if size is None else size)
    if len(rows) != size:
        raise FormatError(f"expected {size} rows in clues, found {len(rows)}")
    out: list[int] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != size:
            raise FormatError(f"expected row {number} of clues to have {size} numbers")
        for value in row:
            if type(value) is not int or not 0 <= value <= size:
                raise FormatError(f"expected numbers from 0 to {size} in clues, found {value!r}")
            out.append(value)
    return bytes(out)


def _box(box: object) -> Box | None:
    if box is None:
        return None
    if isinstance(box, list) and len(box) == 2:
        rows, cols = box
        if type(rows) is int and type(cols) is int:
            return rows, cols
    raise FormatError(f"expected box as [rows, cols] or null, found {box!r}")


def _extra(data: dict[str, object]) -> list[list[int]]:
    extra = data.get("extra", [])
    if not isinstance(extra, list):
        raise FormatError(f"expected extra as lists of cells, found {extra!r}")
    for house in extra:
        if not isinstance(house, list) or any(type(cell) is not int for cell in house):
            raise FormatError(f"expected extra as lists of cells, found {house!r}")
    return extra


def _masks(rows: object, size: int) -> list[int] | None:
    if rows is None:
        return None
    if not isinstance(rows, list) or len(rows) != size:
        raise FormatError(f"expected candidates as {size} rows")
    masks: list[int] = []
    for row in rows:
        if not isinstance(row, list) or len(row) != size:
            raise FormatError(f"expected candidates as rows of {size} lists")
        for cell in row:
            if not isinstance(cell, list) or any(
                type(v) is not int or not 1 <= v <= size for v in cell
            ):
                raise FormatError(f"expected candidates from 1 to {size}, found {cell!r}")
            masks.append(sum(1 << v - 1 for v in set(cell)))
    return masks


def write(grid: Grid, style: Style) -> str:
    """One line of JSON."""
    import json

    from squaredance.formats import line

    n = grid.size
    data: dict[str, object] = {"size": n, "box": grid.geometry.box}
    symbols = style.symbols_for(grid)
    key = "clues" if isinstance(grid, Puzzle) else "values"
    if style.layout == "rows":
        data[key] = grid.rows()
    else:
        data[key] = line.write(grid, Style("line", symbols)).rstrip("\n")
        if n > 9 and not symbols.is_decimal:
            data["symbols"] = symbols.alphabet
    if isinstance(grid, Puzzle) and grid.candidates is not None:
        lists = [[v + 1 for v in range(n) if mask >> v & 1] for mask in grid.candidates]
        data["candidates"] = [lists[start : start + n] for start in range(0, n * n, n)]
    if grid.geometry.extra:
        data["extra"] = grid.geometry.extra
    if style.comment:
        data["comment"] = style.comment
    return json.dumps(data, ensure_ascii=False) + "\n"
