"""The run of generate: seeds, threads, limits, values, progress, Ctrl-C."""

import gc
import os
import pickle
import time
from itertools import islice
from typing import Any

import pytest

from squaredance import Geometry, Puzzle, Result, count, generate, random_grids, rate, solve
from tests.generated import verify
from tests.interrupts import interrupted


def lines(**wish: Any) -> list[tuple[int | None, bytes]]:
    return [(made.number, made.puzzle.clues if made.puzzle else b"") for made in generate(**wish)]


@pytest.mark.parametrize(
    "wish",
    [
        {}, {"symmetry": "full"}, {"clues": (22, 23)}, {"difficulty": (3.0, 3.4)}, {"geometry": 6},
    ],
)  # fmt: skip
def test_threads_make_no_difference(wish: dict[str, Any]) -> None:
    one, two, three = (lines(seed=9, count=60, threads=n, **wish) for n in (1, 2, 3))
    assert len(one) == 60
    assert one == two == three
    assert one[:7] == lines(seed=9, count=7, threads=2, **wish)
    assert one[0] == lines(seed=9, count=1, **wish)[0]
    assert generate(seed=9, **wish).puzzle == Puzzle(Geometry(wish.get("geometry", 9)), one[0][1])


def test_seeds() -> None:
    assert generate(seed=7) == generate(seed=7) == generate(seed=7 + 2**64)
    assert generate(seed=-1) == generate(seed=2**64 - 1)
    assert len({generate(seed=seed).puzzle for seed in range(20)}) == 20
    fresh = generate()
    assert fresh != generate()
    assert generate(seed=fresh.seed) == fresh


def test_a_time_limit_gives_the_first_ones() -> None:
    wish: dict[str, Any] = {"difficulty": (7.0, 8.0), "seed": 4}
    some = list(generate(count=10**6, timeout=0.3, threads=2, **wish))
    *made, last = some
    assert all(one.is_met for one in made)
    assert not last.is_met
    assert last.reason is not None
    assert last.reason.startswith(f"the time was up after {last.tries:,} tries: ")
    assert f"{len(made):,} as wished" in last.reason
    expected = list(generate(count=len(made), threads=1, **wish))
    assert made == expected


def test_a_wish_that_luck_does_not_meet() -> None:
    started = time.perf_counter()
    made = generate(clues=17, seed=1, timeout=0.3)
    assert time.perf_counter() - started < 2
    assert not made.is_met
    assert (
        made.reason == f"the time was up after {made.tries:,} tries: {made.tries:,} too many clues"
    )
    assert made.puzzle is not None
    assert 17 < made.puzzle.clue_count < 23
    assert count(made.puzzle, limit=2, engine="dance").solution == made.solution
    assert made.reason in str(made)
    nothing = generate(seed=1, timeout=0)
    assert (nothing.is_met, nothing.puzzle, nothing.solution, nothing.tries) == (
        False,
        None,
        None,
        0,
    )
    assert nothing.reason == "the time was up after 0 tries"
    assert (nothing.clues, nothing.rating, nothing._repr_svg_()) == (0, None, None)
    assert str(nothing) == "seed 1\nthe time was up after 0 tries"
    assert [one.is_met for one in generate(seed=1, timeout=0, count=3)] == [False]


def test_the_nearest_may_be_what_was_under_way() -> None:
    made = generate(25, minimal=True, seed=1, timeout=0.8, threads=1)
    assert (made.is_met, made.tries, made.number) == (False, 0, 0)
    assert made.puzzle is not None
    assert 0 < made.clues < 625
    assert solve(made.puzzle, unique=True).solution == made.solution


def test_the_time_counts_once_with_extra_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """To see whether there is a grid at all takes of the same time."""
    monkeypatch.setattr("squaredance.generating.wish.solve", slow_solve)
    started = time.perf_counter()
    made = generate(Geometry(9, extra=[range(0, 81, 10)]), clues=17, seed=1, timeout=1.5)
    assert not made.is_met
    assert time.perf_counter() - started < 2.8  # and not 2.9, twice the time


def slow_solve(puzzle: Puzzle, timeout: float) -> Result:
    time.sleep(timeout - 0.1)
    return solve(puzzle)


@pytest.mark.parametrize(
    ("wish", "least", "most"),
    [
        ({"difficulty": 3.8}, 3.8, 3.8),
        ({"difficulty": 5.2}, 5.2, 5.2),
        ({"difficulty": (9.0, 11.0), "geometry": 6}, 9.0, 11.0),
        ({"technique": "jellyfish"}, 5.4, 5.4),
        ({"technique": "jellyfish", "difficulty": (3.0, 9.0)}, 5.4, 5.4),
        ({"difficulty": 201, "scale": "hodoku"}, 201, 201),
        ({"difficulty": (0, 100), "scale": "hodoku"}, 0, 100),
    ],
)
def test_the_nearest_by_rating(wish: dict[str, Any], least: float, most: float) -> None:
    """All tries rated to their end: none that is too easy is nearer, and one that is too hard comes
    out only where all are."""
    made = generate(minimal=True, seed=1, timeout=0.08, threads=1, **wish)
    if made.is_met or not made.tries:  # on a fast or slow machine there is nothing to see
        return
    assert made.puzzle is not None
    scale = wish.get("scale", "se121")
    size = wish.get("geometry", 9)
    tries = list(generate(size, minimal=True, seed=1, count=made.tries))
    assert made.number is not None
    assert made.puzzle == tries[made.number].puzzle
    values = [rate(verify(one), scale).value or 0.0 for one in tries]
    value = values[made.number]
    easier = [one for one in values if one < least]
    if any(least <= one <= most for one in values):  # with another hardest technique
        assert "technique" in wish
        assert least <= value <= most
    elif easier:
        assert value == max(easier)
        assert made.rating is not None
        assert made.rating.value == value
    else:
        assert value > most
        assert made.rating is None


def test_no_puzzles_at_all() -> None:
    assert list(generate(count=0)) == []
    assert list(random_grids(0)) == []


def test_a_generated_is_a_value() -> None:
    made = generate(4, seed=1)
    assert pickle.loads(pickle.dumps(made)) == made
    assert len({made, generate(4, seed=1)}) == 1
    assert made != 3
    with pytest.raises(AttributeError, match=r"a Generated cannot be changed \(seed\)"):
        made.seed = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot be changed"):
        del made.seed
    assert made.puzzle is not None
    assert made._repr_svg_() == made.puzzle._repr_svg_()
    assert str(made).startswith(str(made.puzzle))
    assert repr(made).startswith("<Generated 4x4 ")
    assert (made.number, made.tries, made.rating) == (0, 1, None)
    rated = generate(difficulty="easy", seed=1)
    assert pickle.loads(pickle.dumps(rated)).rating == rated.rating


def test_it_streams_and_can_be_left() -> None:
    some = generate(seed=1, count=10**9)
    assert len(list(islice(some, 100))) == 100
    started = time.perf_counter()
    some.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - started < 1
    grids = random_grids(10**9, seed=1)
    assert next(grids).is_full
    grids.close()


def test_grids_that_are_left_alone_end_their_threads() -> None:
    gc.disable()
    try:
        before = native_threads()
        grids = random_grids(10**9, threads=2)
        assert len(list(islice(grids, 100))) == 100
        del grids
        assert native_threads() == before
    finally:
        gc.enable()


def native_threads() -> int:
    return len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0


def test_progress_is_told() -> None:
    told: list[tuple[int, int | None]] = []
    list(generate(4, seed=1, count=5, progress=lambda done, total: told.append((done, total))))
    assert told[-1] == (5, 5)


INTERRUPTED = """
import time
from squaredance import generate, random_grids, Geometry
print("started", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.time())
"""


@pytest.mark.parametrize(
    "call",
    [
        "generate(clues=17, seed=1, threads=2)",
        "generate(25, minimal=True, seed=1)",
        "generate(16, difficulty=(9.5, 9.9), seed=1)",
        "list(generate(count=10**9))",
        "for _ in random_grids(10**9, 16): pass",
        "generate(64, clues=1500)",
    ],
)
def test_ctrl_c_answers_soon(call: str) -> None:
    _, seconds = interrupted(INTERRUPTED.format(call=call), after=0.4)
    assert seconds < 0.5
