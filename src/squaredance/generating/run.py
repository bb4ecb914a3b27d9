"""The run of a call: tries through the threads, puzzles out in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from squaredance import _core
from squaredance.budget import Budget, check_whole
from squaredance.generating.blocks import Blocks
from squaredance.generating.generated import Generated
from squaredance.generating.wish import Wish, check_grid
from squaredance.many import thread_count, watch
from squaredance.many.clock import Clock
from squaredance.seed import seed_of

if TYPE_CHECKING:
    from squaredance.many import Progress

_VERDICTS: Final = tuple(_core.verdicts())
_STOPPED: Final = _VERDICTS.index("stopped")
_FIRST: Final = 16  # tries of the first block at the most


def generated(
    wish: Wish,
    seed: int | None,
    count: int,
    threads: int | None,
    timeout: float | None,
    progress: Progress,
) -> Iterator[Generated]:
    """What `generate` does; the arguments are checked at once."""
    return Run(wish, seed, count, threads, timeout, progress).made()


class Run:
    """One call: how far it is, and what it makes."""

    def __init__(
        self,
        wish: Wish,
        seed: int | None,
        count: int,
        threads: int | None,
        timeout: float | None,
        progress: Progress,
    ) -> None:
        self.wish = wish
        self.seed = seed_of(seed)
        self.count = check_whole(count, 0, "a count")
        self.threads = thread_count(threads)
        self.clock = Clock(Budget(timeout, None).timeout, self.tell)
        self.watch = watch(progress, self.count)
        self.done = 0
        self.tally = [0] * len(_VERDICTS)
        self.nearest: Any = None  # how far from the wish, and the try
        check_grid(wish.geometry, self.clock)

    @property
    def tries(self) -> int:
        """How many there were, but for those that were stopped."""
        return sum(self.tally) - self.tally[_STOPPED]

    def made(self) -> Iterator[Generated]:
        """The puzzles; at the end of the time one that is not as wished."""
        if not self.count:
            return
        blocks = Blocks(self._native(), self.threads, self.clock)
        taken = blocks.taken(None, min(self.count, _FIRST))
        make, wish, scale = Generated._of, self.wish, self._scale()
        try:
            for made, tally, nearest, _ in taken:
                for number, clues, solved, rating in made:
                    self.done += 1
                    tries = number + 1
                    yield make(
                        wish.geometry, clues, solved, scale, rating, self.seed, number, tries, None
                    )
                    if self.done == self.count:
                        return
                self._note(tally, nearest)
                if tally[_STOPPED]:
                    break
            yield self._unmet()
        finally:
            taken.close()  # type: ignore[attr-defined]
            self.tell(ended=True)

    def tell(self, ended: bool = False) -> None:
        """How many are made by now."""
        if self.watch is not None:
            self.watch(self.done, ended)

    def _native(self) -> _core.Tries:
        wish, geometry = self.wish, self.wish.geometry
        return _core.Tries(
            geometry.core,
            geometry.box,
            not geometry.extra,
            wish.groups,
            wish.clues,
            wish.minimal,
            wish.difficulty,
            self.seed,
            self.threads,
        )

    def _scale(self) -> str | None:
        return None if self.wish.difficulty is None else self.wish.difficulty.scale

    def _note(self, tally: list[int], nearest: Any) -> None:
        self.tally = [a + b for a, b in zip(self.tally, tally, strict=True)]
        if nearest and (self.nearest is None or nearest[0] < self.nearest[0]):
            self.nearest = nearest

    def _unmet(self) -> Generated:
        number, clues, solved, rating = self.nearest[1] if self.nearest else (None,) * 4
        return Generated._of(
            self.wish.geometry,
            clues,
            solved,
            self._scale(),
            rating,
            self.seed,
            number,
            self.tries,
            self._reason(self.tries),
        )

    def _reason(self, tries: int) -> str:
        counts = zip(_VERDICTS, self.tally, strict=True)
        told = [
            f"{count:,} {'as wished' if verdict == 'made' else verdict}"
            for verdict, count in counts
            if count and verdict != "stopped"
        ]
        what = f"{tries:,} {'try' if tries == 1 else 'tries'}"
        return f"the time was up after {what}" + (": " if told else "") + ", ".join(told)
