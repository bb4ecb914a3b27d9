"""How subproblems are handed out: in one order everywhere, in few batches, all of them once."""

from __future__ import annotations

import pytest

from squaredance import _core
from squaredance.seed import Draw
from squaredance.splitting.batches import FAR, LONGEST, NEAR, Batches, Way


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
@pytest.mark.parametrize("size", [0, 1, 2, 500])
def test_native_order_is_that_of_draw(seed: int, size: int) -> None:
    assert _core.shuffled(seed, size) == Draw(seed).shuffled(range(size))


@pytest.mark.parametrize("way", [NEAR, FAR])
@pytest.mark.parametrize("workers", [1, 2, 7, 100])
def test_each_is_handed_out_once(way: Way, workers: int) -> None:
    batches = Batches(range(2048), lambda: workers, lambda: -1.0, way)
    given = [batch.numbers for batch in batches]
    assert [number for numbers in given for number in numbers] == list(range(2048))
    sizes = [len(numbers) for numbers in given]
    assert sizes == sorted(sizes, reverse=True)
    assert len(batches) == 0


def test_few_go_far() -> None:
    near, far = (
        len(list(Batches(range(2048), lambda: 2, lambda: -1.0, way))) for way in (NEAR, FAR)
    )
    assert far < near
    assert far <= 12  # with two workers they are handed out at once


def test_the_last_round_is_shared_by_all() -> None:
    for way in (NEAR, FAR):
        sizes = [len(b.numbers) for b in Batches(range(2050), lambda: 2, lambda: -1.0, way)]
        assert sum(sizes) == 2050
        assert sizes[::2] == sizes[1::2]
        assert sizes == sorted(sizes, reverse=True)


def test_those_given_back_come_first_and_none_is_too_long() -> None:
    batches = Batches(range(10_000), lambda: 2, lambda: -1.0, FAR)
    first = next(batches).numbers
    batches.note(10, 1.0)  # 0.1 s each
    batches.give_back(first[10:])
    assert next(batches).numbers[0] == first[10]  # the last of the first round
    sizes = [len(next(batches).numbers) for _ in range(20)]
    assert set(sizes) == {int(LONGEST / 0.1)}


def test_none_is_shorter_than_is_worth_its_way() -> None:
    batches = Batches(range(1000), lambda: 2, lambda: -1.0, FAR)
    first = [next(batches).numbers for _ in range(2)]
    batches.note(500, 0.005)  # 10 microseconds each
    batches.give_back(first[1])
    assert [batch.numbers for batch in batches] == [first[1]]


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_all_goes_far_at_once_and_comes_back_when_it_takes_long(workers: int) -> None:
    batches = Batches(range(2048), lambda: workers, lambda: -1.0, FAR)
    first = list(batches)
    assert len(first) == workers
    assert {batch.patience for batch in first} == {FAR.patience}
    given = first[0].numbers
    batches.note(100, FAR.patience)
    batches.give_back(given[100:])
    later = list(batches)
    assert [number for batch in later for number in batch.numbers] == given[100:]
    assert {batch.patience for batch in later} == {LONGEST}
    if workers > 1:
        assert len(later) >= workers  # the others get of it, too
