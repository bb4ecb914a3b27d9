"""RandomGrids: solved grids, drawn one after the other."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any, Final

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.errors import SquaredanceError
from squaredance.generating.blocks import Blocks
from squaredance.generating.wish import geometry_of
from squaredance.many import thread_count
from squaredance.many.clock import Clock
from squaredance.puzzle import Grid
from squaredance.seed import seed_of

if TYPE_CHECKING:
    from squaredance.geometry import Geometry

_FIRST: Final = 16  # grids of the first block at the most


class RandomGrids(Iterator[Grid]):
    """An iterator over random grids. ``is_uniform`` tells whether every grid of the geometry is
    exactly as likely as any other; ``seed`` makes the same ones again.

    >>> from squaredance import random_grids
    >>> grids = random_grids(2, 4, seed=1)
    >>> grids.seed, grids.is_uniform, len(list(grids))
    (1, True, 2)
    """

    geometry: Geometry
    seed: int
    is_uniform: bool

    def __init__(self, count: int, geometry: Any, seed: int | None, threads: int | None) -> None:
        self.geometry = geometry_of(geometry)
        self.seed = seed_of(seed)
        count, threads = check_whole(count, 0, "a count"), thread_count(threads)
        shape = self.geometry
        native = _core.Grids(shape.core, shape.box, not shape.extra, self.seed, threads)
        self.is_uniform = native.is_uniform
        self._grids = _made(native, shape, count, threads)

    def __next__(self) -> Grid:
        return next(self._grids)

    def close(self) -> None:
        """End the threads before all grids were taken."""
        self._grids.close()


def _made(
    native: _core.Grids, geometry: Geometry, count: int, threads: int
) -> Generator[Grid, None, None]:
    """No method: with a way back to the iterator that holds it, the threads of one that was left
    alone would not end with it, but when the cycle is collected."""
    taken = Blocks(native, threads, Clock(None)).taken(count, min(count, _FIRST))
    try:
        for values, asked, _ in taken:
            for grid in values:
                yield Grid._trusted(geometry, grid)
            if len(values) < asked:
                raise SquaredanceError(
                    "expected a geometry that has a grid, found one that has none"
                )
    finally:
        taken.close()  # type: ignore[attr-defined]
