"""The puzzles of a text, a file or a list, for calls that take them one by one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from squaredance.errors import FormatError
from squaredance.puzzle import Grid, Puzzle, as_puzzle


def puzzles_of(puzzles: Any) -> Iterator[Puzzle]:
    """The puzzles of a text, a file or anything that can be iterated over.

    >>> [puzzle.clue_count for puzzle in puzzles_of("1......2.3....4.")]
    [4]
    """
    from squaredance.formats import loads_all, read

    if isinstance(puzzles, str | bytes | bytearray):
        return iter(loads_all(bytes(puzzles) if isinstance(puzzles, bytearray) else puzzles))
    if isinstance(puzzles, os.PathLike):
        return iter(read(puzzles))
    if isinstance(puzzles, Iterable) and not isinstance(puzzles, Grid):
        return map(as_puzzle, puzzles)
    raise FormatError(
        f"expected text, a path or puzzles one by one, found {type(puzzles).__name__}"
    )
