"""Every engine answers every question about every conformance case."""

import pytest

from squaredance import Status, check, count, solutions, solve
from tests.conformance.cases import Conformance, load_cases
from tests.puzzles import ENGINES

CASES = load_cases()
PATIENCE = 60.0  # seconds: far more than any case takes, so that a hang is a failure


def test_there_are_cases_of_every_kind_at_every_size() -> None:
    kinds = {(case.puzzle.size, min(case.count, 2)) for case in CASES}
    sizes = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 25, 36, 49, 64)
    assert kinds == {(1, 1)} | {(size, kind) for size in sizes for kind in (0, 1, 2)}
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Conformance, engine: str) -> None:
    if engine in case.skip:
        pytest.skip(case.skip[engine])
    limits = {"engine": engine, "timeout": PATIENCE}
    status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(case.count, 2)]

    counted = count(case.puzzle, limit=case.count if case.more else None, **limits)
    assert (counted.status, counted.count, counted.reason) == (status, case.count, None)

    result = solve(case.puzzle, unique=True, **limits)
    assert (result.status, result.count, result.reason) == (status, min(case.count, 2), None)
    listed = list(zip(range(3), solutions(case.puzzle, **limits), strict=False))
    assert len(listed) == min(case.count, 3)

    if case.count == 0:
        assert (result.solution, counted.solution) == (None, None)
    else:
        for grid in (result.solution, counted.solution, *(grid for _, grid in listed)):
            assert check(case.puzzle, grid).problems() == []
    if case.solution is not None:
        assert result.solution is not None
        assert result.solution.values == case.solution
