"""Exit codes: which status gives which, and which one wins."""

from itertools import combinations

import pytest

from squaredance import Status
from squaredance.cli import exits

GRAVEST_FIRST = [3, 124, 4, 1, 0]


@pytest.mark.parametrize(("grave", "light"), list(combinations(GRAVEST_FIRST, 2)))
def test_the_graver_code_wins(grave: int, light: int) -> None:
    assert exits.graver(grave, light) == exits.graver(light, grave) == grave


def test_the_codes_are_the_documented_ones() -> None:
    names = ("OK", "NO_SOLUTION", "USAGE", "BAD_INPUT", "MULTIPLE", "LIMIT", "INTERRUPTED")
    assert [getattr(exits, name) for name in names] == [0, 1, 2, 3, 4, 124, 130]
    assert exits.BROKEN_PIPE == 141


@pytest.mark.parametrize(
    ("status", "code", "code_when_one_is_wanted"),
    [
        (Status.UNIQUE, 0, 0),
        (Status.FOUND, 0, 0),
        (Status.MULTIPLE, 0, 4),
        (Status.NONE, 1, 1),
        (Status.UNKNOWN, 124, 124),
    ],
)
def test_codes_of_statuses(status: Status, code: int, code_when_one_is_wanted: int) -> None:
    assert exits.code_of(status) == code
    assert exits.code_of(status, one_wanted=True) == code_when_one_is_wanted
