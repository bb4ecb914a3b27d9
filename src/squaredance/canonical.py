"""Canonical forms: which puzzles and grids are the same but for the order of their rows, cols and
the names of their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from squaredance.typed import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from mmap import mmap

    from squaredance.geometry import Geometry
    from squaredance.many import Path, Progress
    from squaredance.puzzle import Grid, Puzzle, PuzzleLike
    from squaredance.transformation import Canonical


@overload
def canonical(
    puzzle: Puzzle | str | bytes | Sequence[Sequence[int]],
    *,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Canonical[Puzzle]: ...
@overload
def canonical(
    puzzle: Grid, *, timeout: float | None = None, max_nodes: int | None = None
) -> Canonical[Grid]: ...
def canonical(
    puzzle: PuzzleLike, *, timeout: float | None = None, max_nodes: int | None = None
) -> Canonical[Any]:
    """The canonical form of a puzzle or grid, the transformation that leads to it, and how many
    automorphisms it has.

    The form is the least, read row by row with 0 for an empty cell, of all that are equivalent:
    rows may trade places within their band, and bands, cols and stacks likewise; rows may become
    cols where boxes are as high as wide; and values may be renamed. It is a Grid for a Grid, else
    a Puzzle. A 9x9 takes microseconds; a `SquaredanceError` tells when another one is not found
    after ``timeout`` seconds or ``max_nodes`` nodes. The clock is looked at after some nodes only;
    after a timeout of 0 nothing is found.

    >>> found = canonical("1......2.3....4.")
    >>> found.form
    <Puzzle 4x4 ...1.2....3.4...>
    >>> found.automorphisms
    8
    >>> found.transformation.apply("1......2.3....4.") == found.form
    True
    """
    from squaredance.transformation import found_canonical

    return found_canonical(puzzle, timeout, max_nodes)


def equivalent(a: PuzzleLike, b: PuzzleLike, *, timeout: float | None = None) -> bool:
    """Whether a transformation makes the one of the other: they have the same canonical form.

    `Transformation.between` tells which. Puzzles of two geometries are never equivalent.

    >>> equivalent("1......2.3....4.", "..4.1......3.2..")
    True
    >>> equivalent("1......2.3....4.", "1......2.3....1.")
    False
    """
    from squaredance.transformation import are_equivalent

    return are_equivalent(a, b, timeout)


@overload
def canonical_many(
    puzzles: bytes | bytearray | mmap | Path,
    *,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress = None,
) -> bytes: ...
@overload
def canonical_many(
    puzzles: str,
    *,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress = None,
) -> str: ...
@overload
def canonical_many(
    puzzles: list[Any] | tuple[Any, ...],
    *,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress = None,
) -> list[Any]: ...
@overload
def canonical_many(
    puzzles: Iterator[Any],
    *,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress = None,
) -> Iterator[Any]: ...
@overload
def canonical_many(
    puzzles: Any,
    *,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress = None,
) -> Any: ...
def canonical_many(
    puzzles: Any,
    *,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    progress: Progress = None,
) -> Any:
    """The canonical forms of many puzzles or grids at once, in the kind that they are.

    ``puzzles`` is what `solve_many` takes: text with a puzzle per line (bytes, a bytearray, an
    mmap, a flat memoryview or a str) or a path of a file of such lines, which give text of the same
    layout; an array of values (n, cells) of uint8, which gives an array; or a list, for a list.
    Anything else that can be iterated over gives an iterator. ``threads`` is by default the number
    of cores, ``progress`` as in `solve_many`. A `SquaredanceError` tells how many are not found
    after ``timeout`` seconds (or after ``max_nodes`` nodes each), and which is the first. An
    iterator has given all forms before that one by then.

    >>> canonical_many(b"1......2.3....4. easy\\n..4.1......3.2..\\n")
    b'...1.2....3.4... easy\\n...1.2....3.4...\\n'
    >>> canonical_many(["1234341221434321"])
    ['1234341221434321']
    """
    from squaredance.transformation import found_many

    return found_many(puzzles, geometry, threads, timeout, max_nodes, progress)
