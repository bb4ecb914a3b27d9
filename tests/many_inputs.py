"""Inputs of solve_many that its tests share."""

import numpy

from squaredance import Geometry, _core
from squaredance.kinds import shape_of
from squaredance.symbols import default_symbols
from tests.puzzles import UNIQUE9, UNIQUE9_SOLVED

EMPTY9 = "." * 81
CLASH9 = "11" + "." * 79
NONE9 = "..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....7"
KINDS9 = [UNIQUE9, NONE9, CLASH9, EMPTY9, UNIQUE9.replace(".", "0"), UNIQUE9_SOLVED]
TEXT9 = "".join(f"{line}\n" for line in KINDS9)


def values_of(lines: list[str]) -> numpy.ndarray:
    rows = [[int(c) if c.isdigit() else 0 for c in line] for line in lines]
    return numpy.array(rows, dtype=numpy.uint8)


def shape4() -> _core.Shape:
    return shape_of(Geometry(4), default_symbols(4).reading_table(), bytes(256))
