"""Vicinities: what native threads find near to puzzles, and the forms of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from squaredance import _core
from squaredance.exploring.clock import RunClock
from squaredance.exploring.options import Options
from squaredance.many.clock import LOOK

CELLS: Final = 81
# Ways to drop clues that are looked at for a puzzle. Only with six clues to drop or more there
# can be more of them; then so many are drawn.
WAYS: Final = 100_000

_HANDFUL: Final = 4096  # puzzles that wait for their forms


def lot(seed: int, form: bytes) -> int:
    """A random number for a form, the same for the same seed. No two forms have the same: it has
    128 bits.

    >>> lot(0, bytes(81)) == lot(0, bytes(81)) != lot(1, bytes(81))
    True
    """
    key = seed.to_bytes(8, "little")
    return int.from_bytes(blake2b(form, digest_size=16, key=key).digest(), "little")


class Vicinities:
    """Native threads that look at puzzles as long as the block lasts."""

    def __init__(self, threads: int, clock: RunClock) -> None:
        self._native = _core.Vicinities(threads)
        self._clock = clock

    def __enter__(self) -> Vicinities:
        return self

    def __exit__(self, *_: object) -> None:
        self._native.stop()
        self._native.close()

    def forms(self, puzzles: Sequence[bytes]) -> list[bytes | None]:
        """The canonical form of each puzzle; None where it has not one solution."""
        found: list[bytes | None] = []
        for start in range(0, len(puzzles), _HANDFUL):
            some = puzzles[start : start + _HANDFUL]
            for puzzle in some:
                self._native.add(puzzle, 0, 0, False, True, 1, 0)
            found += [part or None for part in self._taken(len(some))]
        return found

    def neighbours(
        self, puzzles: Sequence[bytes], options: Options
    ) -> Iterator[tuple[bytes, bytes]]:
        """The canonical forms in the vicinity of each puzzle: the puzzle and a few of them in a
        row, in an order that depends on nothing else. Some may come twice.
        """
        drop, add, minimal = options.drop, options.add, options.minimal
        sizes = []
        for puzzle in puzzles:
            drawn = lot(options.seed, puzzle) % (1 << 64)
            sizes.append(self._native.add(puzzle, drop, add, minimal, True, WAYS, drawn))
        parts = self._taken(sum(sizes))
        for puzzle, size in zip(puzzles, sizes, strict=True):
            for _ in range(size):
                yield puzzle, next(parts)

    def _taken(self, count: int) -> Iterator[bytes]:
        """The next parts, in order."""
        while count:
            self._clock.check()
            if self._native.wait(LOOK):
                for part in self._native.take():
                    assert part is not None  # nothing is stopped before the block ends
                    count -= 1
                    yield part
