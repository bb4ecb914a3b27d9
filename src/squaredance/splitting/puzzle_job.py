"""A puzzle as a Job: subproblems are puzzles with more clues."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from time import perf_counter
from typing import Any

from squaredance import _core
from squaredance.check import candidate_masks
from squaredance.cluster.workers import is_wanted
from squaredance.cover.problem import Problem
from squaredance.puzzle import Grid, Puzzle
from squaredance.solve import symmetric_parts
from squaredance.splitting.job import Counted, Job, ListedPiece, Piece
from squaredance.splitting.searching import Kept, Lister

_ALL = 2**64 - 1


class PuzzleJob(Job):
    """To be counted, values that no clue holds are taken as interchangeable: their orders in a
    house are counted once and multiplied. To be listed, all are there.
    """

    what = "solutions"

    def __init__(
        self, puzzle: Puzzle, wanted: int, listed: bool, parts: bytes | None = None
    ) -> None:
        super().__init__(parts)
        self._puzzle = puzzle
        self.wanted = wanted
        self._listed = listed
        self._kept = Kept()
        self._is_stopped = False
        self.factor, roots = (1, [puzzle.clues]) if listed else symmetric_parts(puzzle)
        self._roots = list(roots)

    def __reduce__(self) -> tuple[Any, ...]:
        return PuzzleJob, (self._puzzle, self.wanted, self._listed, self._parts_to_send())

    @cached_property
    def _split(self) -> _core.GridSplit:
        puzzle = self._puzzle
        masks = None if puzzle.candidates is None else list(puzzle.candidates)
        return _core.GridSplit(puzzle.geometry.core, self._roots, masks, self.wanted, self._parts)

    @property
    def engine(self) -> str:
        return "auto"

    @property
    def key(self) -> str:
        puzzle = self._puzzle
        told = (puzzle.size, puzzle.geometry.houses, puzzle.clues, puzzle.candidates)
        return sha256(repr((*told, self._listed)).encode()).hexdigest()

    def count(self, numbers: list[int], seconds: float, patience: float) -> list[Counted]:
        return self._split.count(numbers, seconds, patience, is_wanted)

    def list_some(self, piece: Piece) -> ListedPiece:
        lister = Lister(piece, self._kept, lambda: self._is_stopped or not is_wanted())
        end = lister.run(self._search, _more)
        return lister.answer(b"".join(lister.solutions), end)

    def _search(self, number: int) -> _core.Search:
        puzzle = self._puzzle
        masks = None if puzzle.candidates is None else list(puzzle.candidates)
        return _core.Search(puzzle.geometry.core, self._split.clues(number), "auto", masks)

    def unpacked(self, solutions: Any) -> list[Any]:
        geometry = self._puzzle.geometry
        cells = geometry.cells
        starts = range(0, len(solutions), cells)
        return [Grid._trusted(geometry, solutions[start : start + cells]) for start in starts]

    def stop(self) -> None:
        self._is_stopped = True
        self._kept.close()
        self._split.stop()


def _more(search: _core.Search, most: int, seconds: float) -> tuple[int, list[bytes]]:
    found: list[bytes] = []
    until = perf_counter() + seconds
    outcome = _core.SOLUTION
    while len(found) < most and outcome == _core.SOLUTION and perf_counter() < until:
        outcome = search.next(_ALL, seconds)
        if outcome == _core.SOLUTION:
            found.append(search.solution())
    return outcome, found


def cover_of(puzzle: Puzzle) -> Problem:
    """The puzzle as exact cover: items for cells and for (house, value), options for candidates.

    >>> cover_of(Puzzle.from_text("1......2.3....4."))
    <Problem with 64+0 items, 24 options>
    """
    geometry = puzzle.geometry
    size, houses = geometry.size, geometry.houses_of
    first = geometry.cells - 1  # values are from 1
    options = [
        [cell, *(first + house * size + value for house in houses[cell])]
        for cell, mask in enumerate(candidate_masks(puzzle))
        for value in range(1, size + 1)
        if mask >> (value - 1) & 1
    ]
    return Problem(range(geometry.cells + len(geometry.houses) * size), options)
