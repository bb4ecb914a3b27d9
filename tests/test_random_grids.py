"""Random grids: solved, the same for a seed, and as likely as each other where that is told."""

from collections import Counter

import pytest

from squaredance import Geometry, SquaredanceError, check, generate, random_grid, random_grids
from tests.puzzles import DIAGONALS4


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 8, 12, 16, 25])
def test_random_grids_are_solved(size: int) -> None:
    grids = list(random_grids(3, size, seed=1))
    assert all(check(grid).valid for grid in grids)
    assert grids == list(random_grids(3, size, seed=1, threads=3))
    assert random_grid(size, seed=1) == grids[0]


def test_random_grids_of_other_geometries() -> None:
    for geometry in (Geometry(6, box=(3, 2)), Geometry(9, box=None), DIAGONALS4):
        assert all(check(grid).valid for grid in random_grids(5, geometry, seed=1))
    with pytest.raises(SquaredanceError, match="expected a geometry that has a grid"):
        random_grid(Geometry(4, extra=[(0, 1, 2, 7)]))


def test_a_solution_is_the_grid_of_its_number() -> None:
    grids = list(random_grids(20, seed=6))
    assert [made.solution for made in generate(seed=6, count=20)] == grids


def test_fresh_grids_differ() -> None:
    assert random_grid() != random_grid()
    grids = random_grids(2)
    assert list(random_grids(2, seed=grids.seed)) == list(grids)


def chi_square(counts: Counter[bytes], cells: int) -> float:
    expected = counts.total() / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def test_all_grids_of_4x4_are_equally_likely() -> None:
    grids = random_grids(288 * 100, 4, seed=1)
    assert grids.is_uniform
    counts = Counter(grid.values for grid in grids)
    assert len(counts) == 288
    # 287 degrees of freedom: mean 287, standard deviation 24.
    assert chi_square(counts, 288) < 287 + 4 * 24


def test_all_grids_of_6x6_are_equally_likely() -> None:
    """28,200,960 = 720 x 39,168 by the names of values: the rows below the first, renamed."""
    grids = random_grids(39_168 * 3, 6, seed=1)
    assert grids.is_uniform
    counts: Counter[bytes] = Counter()
    for grid in grids:
        names = bytes([0, *(grid.values.index(value) + 1 for value in range(1, 7)), *range(7, 256)])
        counts[grid.values.translate(names)] += 1
    # 39,167 degrees of freedom: standard deviation 280.
    assert chi_square(counts, 39_168) < 39_167 + 4 * 280


def test_which_sizes_are_uniform() -> None:
    uniform = {size for size in (1, 2, 3, 4, 5, 6, 9, 16) if random_grids(0, size).is_uniform}
    assert uniform >= {4, 6, 9}
    assert 16 not in uniform
