"""The oracles themselves: against published counts and against each other."""

import pytest
from hypothesis import given

from squaredance import Geometry
from tests.puzzles import cover_problems, examples
from tests.reference import slow_cover, slow_solver


@pytest.mark.parametrize(
    ("geometry", "count"),
    [
        (Geometry(1), 1),
        (Geometry(2), 2),
        (Geometry(3), 12),
        (Geometry(4, None), 576),
        (Geometry(4), 288),
        (Geometry(4, extra=[(0, 5, 10, 15), (3, 6, 9, 12)]), 48),
    ],
)
def test_published_counts(geometry: Geometry, count: int) -> None:
    assert slow_solver.count(geometry.size, geometry.houses, bytes(geometry.cells)) == count


def test_solutions_come_in_lexicographic_order() -> None:
    geometry = Geometry(4)
    found = list(slow_solver.solutions(4, geometry.houses, bytes(16)))
    assert found == sorted(set(found))


def test_clashing_clues_have_no_solution() -> None:
    assert slow_solver.count(2, Geometry(2).houses, [1, 1, 0, 0]) == 0


def test_candidates_limit_what_a_cell_may_hold() -> None:
    assert list(slow_solver.solutions(2, Geometry(2).houses, [0] * 4, [2, 3, 3, 3])) == [
        b"\2\1\1\2"
    ]


@examples(50)
@given(cover_problems(max_options=8))
def test_the_cover_oracles_agree(problem: tuple[list[int], list[list[int]], list[int]]) -> None:
    primary, options, secondary = problem
    by_items = list(slow_cover.covers_by_items(primary, options))
    assert len(by_items) == len(set(by_items))
    assert set(by_items) == slow_cover.covers_by_subsets(primary, options, secondary)
