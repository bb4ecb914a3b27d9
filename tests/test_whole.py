"""Whole numbers of any type and size."""

import sys
from collections.abc import Iterator
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import SquaredanceError
from squaredance.budget import check_whole
from squaredance.whole import decimal, whole


@pytest.fixture
def any_digits() -> Iterator[None]:
    """`str` writes numbers of any length, to compare with."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@given(st.integers())
def test_small_numbers(number: int) -> None:
    assert decimal(number) == str(number)


@pytest.mark.usefixtures("any_digits")
@pytest.mark.parametrize("bits", [1999, 2000, 2001, 4000, 14_000, 15_001])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_large_numbers(bits: int, more: int) -> None:
    for number in (2**bits + more, -(2**bits) + more, 10 ** (bits // 3) + more):
        assert decimal(number) == str(number)


def test_a_hundred_thousand_digits_are_quick() -> None:
    start = perf_counter()
    assert decimal(10**100_000) == "1" + "0" * 100_000
    assert perf_counter() - start < 5


def test_the_lowest_limit_of_digits() -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert [len(decimal(10**n)) for n in (600, 601, 602, 603, 640, 700)] == [
            601, 602, 603, 604, 641, 701,
        ]  # fmt: skip
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize("number", [np.int8(5), np.uint64(5), np.array(5), 5])
def test_what_is_whole(number: object) -> None:
    found = whole(number)
    assert (found, type(found)) == (5, int)


@pytest.mark.parametrize("thing", [True, np.True_, 5.0, np.float64(5), "5", None, np.array([5, 6])])
def test_what_is_not(thing: object) -> None:
    assert whole(thing) is None


def test_an_argument_of_many_digits() -> None:
    with pytest.raises(SquaredanceError, match=r"expected a seed of 0 or more, found -10{5000}$"):
        check_whole(-(10**5000), 0, "a seed")
