"""Pool: the best puzzles known, which of them were explored, and which is next.

    entries   form -> score, generation, explored or not     the truth; what a state has
    open      a heap of ranks, the best first                which is next (some are no longer open)
    worst     a heap of the same, the worst first            which goes when there are too many

A rank is (cost, lot): forms of the same score are in a random order that only the seed decides. So
the best ``keep`` of all forms that ever came are one set, in whatever order they came; and a form
that went never comes back, since so many better ones stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from typing import TYPE_CHECKING, NamedTuple

from squaredance.exploring.vicinities import lot

if TYPE_CHECKING:
    from squaredance.exploring.options import Options


class Entry(NamedTuple):
    """What is known of a form."""

    score: float
    generation: int
    is_explored: bool = False


class Round(NamedTuple):
    """What a round changes."""

    explored: Sequence[bytes]
    new: Mapping[bytes, Entry]
    total: int  # explored after it, in all


class Pool:
    """See above."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.entries: dict[bytes, Entry] = {}
        self._explored = 0
        self._open: list[tuple[float, int, bytes]] = []
        self._worst: list[tuple[float, int, bytes]] = []
        self._pending: Round | None = None

    @property
    def explored(self) -> int:
        """How many were explored in all, those that are no longer here included."""
        return self._explored if self._pending is None else self._pending.total

    @property
    def best(self) -> float | None:
        """The best score."""
        if not self._worst:
            return None
        scores = (entry.score for entry in self.entries.values())
        return min(scores) if self._options.is_fewest else max(scores)

    def cost(self, score: float) -> float:
        """Less is better."""
        return score if self._options.is_fewest else -score

    def is_out(self, score: float) -> bool:
        """Whether a form with this score has no place, whatever its lot."""
        return len(self._worst) >= self._options.keep and self.cost(score) > -self._worst[0][0]

    def restore(self, entries: Mapping[bytes, Entry], explored: int) -> None:
        """Takes over what another pool had."""
        self.add(entries)
        self._explored = explored

    def add(self, new: Mapping[bytes, Entry]) -> list[bytes]:
        """Those of the new forms that stay, the best first."""
        for form, entry in new.items():
            if form not in self.entries:
                self._add(form, entry)
        if len(self._open) > 2 * len(self.entries) + 1000:
            self._open = [rank for rank in self._open if self._is_open(rank[2])]
            heapify(self._open)
        return [
            form for form, _ in self._sorted((f, e) for f, e in new.items() if f in self.entries)
        ]

    def next(self, count: int) -> list[bytes]:
        """The best forms that are not explored."""
        some: list[tuple[float, int, bytes]] = []
        while self._open and len(some) < count:
            rank = heappop(self._open)
            if self._is_open(rank[2]):
                some.append(rank)
        for rank in some:
            heappush(self._open, rank)
        return [form for _, _, form in some]

    def commit(self, round: Round) -> list[bytes]:
        """Makes the changes of a round; returns the new forms that stay, the best first.

        Ctrl-C can come between any two of its steps. From the first one on the round counts, and
        `ranked` makes up for what is missing.
        """
        self._pending = round
        for form in round.explored:
            self.entries[form] = self.entries[form]._replace(is_explored=True)
        stayed = self.add(round.new)
        self._explored = round.total
        self._pending = None
        return stayed

    def ranked(self) -> list[tuple[bytes, Entry]]:
        """All forms, the best first."""
        entries = dict(self.entries)
        if self._pending is not None:
            for form, entry in self._pending.new.items():
                entries.setdefault(form, entry)
            for form in self._pending.explored:
                if form in entries:
                    entries[form] = entries[form]._replace(is_explored=True)
        return self._sorted(entries.items())[: self._options.keep]

    def _add(self, form: bytes, entry: Entry) -> None:
        cost, drawn = self.cost(entry.score), lot(self._options.seed, form)
        worst = (-cost, -drawn, form)
        if len(self._worst) < self._options.keep:
            heappush(self._worst, worst)
        elif worst > self._worst[0]:
            del self.entries[heapreplace(self._worst, worst)[2]]
        else:
            return
        self.entries[form] = entry
        if not entry.is_explored:
            heappush(self._open, (cost, drawn, form))

    def _is_open(self, form: bytes) -> bool:
        entry = self.entries.get(form)
        return entry is not None and not entry.is_explored

    def _sorted(self, some: Iterable[tuple[bytes, Entry]]) -> list[tuple[bytes, Entry]]:
        seed = self._options.seed
        return sorted(some, key=lambda item: (self.cost(item[1].score), lot(seed, item[0])))
