"""A cover problem as a Job: subproblems have options forced and excluded."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Any

from squaredance import _core
from squaredance.cluster.workers import is_wanted
from squaredance.cover.problem import Problem
from squaredance.cover.questions import LISTING_ENGINES, check_engine, not_taken
from squaredance.splitting.job import Counted, Job, ListedPiece, Piece
from squaredance.splitting.searching import Kept, Lister

_ALL = 2**64 - 1
_SOME = 4096  # covers in one crossing


class CoverJob(Job):
    """Options are given by their positions."""

    what = "covers"

    def __init__(
        self,
        problem: Problem,
        engine: str,
        forced: tuple[int, ...],
        excluded: tuple[int, ...],
        wanted: int,
        parts: bytes | None = None,
    ) -> None:
        super().__init__(parts)
        check_engine(engine, LISTING_ENGINES)
        self._made_from = (problem, engine, forced, excluded, wanted)
        self.wanted = wanted
        self._kept = Kept()
        self._is_stopped = False

    def __reduce__(self) -> tuple[Any, ...]:
        return CoverJob, (*self._made_from, self._parts_to_send())

    @cached_property
    def _split(self) -> _core.CoverSplit:
        problem, engine, forced, excluded, wanted = self._made_from
        try:
            return _core.CoverSplit(
                problem.core, engine, list(forced), list(excluded), wanted, self._parts
            )
        except _core.NotTakenError:
            raise not_taken(engine) from None

    @property
    def engine(self) -> str:
        return self._split.engine

    @property
    def key(self) -> str:
        problem, _, forced, excluded, _ = self._made_from
        primary = {item: number for number, item in enumerate(problem.primary)}
        bounds = sorted((primary[item], *pair) for item, pair in problem.bounds.items())
        told = (len(primary), len(problem.secondary), bounds)
        digest = sha256(repr((*told, sorted(set(forced)), sorted(set(excluded)))).encode())
        for array in problem.core.arrays():
            digest.update(b"%d:" % len(array) + array)
        return digest.hexdigest()

    def count(self, numbers: list[int], seconds: float, patience: float) -> list[Counted]:
        return self._split.count(numbers, seconds, patience, is_wanted)

    def list_some(self, piece: Piece) -> ListedPiece:
        lister = Lister(piece, self._kept, lambda: self._is_stopped or not is_wanted())
        end = lister.run(self._search, _more)
        return lister.answer(lister.solutions, end)

    def _search(self, number: int) -> _core.CoverSearch:
        problem, _, forced, excluded, _ = self._made_from
        more_forced, more_excluded = self._split.options(number)
        return _core.CoverSearch(
            problem.core, self.engine, [*forced, *more_forced], [*excluded, *more_excluded], None
        )

    def unpacked(self, solutions: Any) -> list[Any]:
        return list(solutions)

    def stop(self) -> None:
        self._is_stopped = True
        self._kept.close()
        self._split.stop()


def _more(
    search: _core.CoverSearch, most: int, seconds: float
) -> tuple[int, list[tuple[int, ...]]]:
    return search.next_some(min(most, _SOME), _ALL, seconds)
