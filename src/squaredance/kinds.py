"""Kinds of puzzles in lines: what native code needs to know to take them where they lie."""

from __future__ import annotations

from functools import lru_cache

from squaredance import _core
from squaredance.geometry import standard_geometry
from squaredance.symbols import BAD, default_symbols
from squaredance.typed import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.symbols import Symbols

_NO_SYMBOLS: Final = bytes([BAD]) * 256  # a reading table: no line is plain


class Kind(NamedTuple):
    """What a block needs to know of its puzzles."""

    geometry: Geometry
    table: bytes  # for reading
    shape: _core.Shape


@lru_cache(maxsize=16)
def kind_of(geometry: Geometry, symbols: Symbols | None) -> Kind:
    """Without symbols, for puzzles that are given as values."""
    if symbols is None:
        return Kind(geometry, _NO_SYMBOLS, shape_of(geometry))
    table = symbols.reading_table()
    return Kind(geometry, table, shape_of(geometry, table, symbols.writing_table()))


def digits9() -> Kind:
    """The kind of nearly all puzzles."""
    return kind_of(standard_geometry(9), default_symbols(9))


def shape_of(
    geometry: Geometry, reading: bytes = _NO_SYMBOLS, writing: bytes = bytes(256)
) -> _core.Shape:
    """The native shape of puzzles; without tables, of those that are values."""
    standard9 = geometry.size == 9 and geometry.box == (3, 3) and not geometry.extra
    return _core.Shape(geometry.core, standard9, reading, writing, geometry.box or (0, 0))
