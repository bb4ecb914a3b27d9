"""rate and rate_many: the scales, the statuses, order, threads, limits."""

import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from squaredance import (
    FormatError,
    Geometry,
    Grid,
    Puzzle,
    SquaredanceError,
    Status,
    all_steps,
    explain,
    rate,
    rate_many,
    solve,
)
from tests.explain.puzzles import PUZZLES, path
from tests.interrupts import interrupted
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE9, UNIQUE9_SOLVED, solved_values

# Puzzles rated by Sudoku Explainer 1.2.1; EP and ED of all are 1.2.
RATED = [
    (".....1.5....5...69.5..8.7....9..8...4.1.....272...6...96.....3....3....4...4..58.", 1.5),
    ("..4.....9...8.3...9....4..75...2.71.1..6.....6.9.153....543.9..7..2..............", 2.0),
    ("000000000000512000006704200070050020001000800090123070009301400010000080030946010", 2.8),
    ("000000000000532000100040007040050090700608003005000100490705036000804000006000400", 8.3),
]
HARD9 = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


@pytest.mark.parametrize(("puzzle", "rating"), RATED)
def test_ratings_of_others(puzzle: str, rating: float) -> None:
    assert str(rate(puzzle)) == f"{rating}/1.2/1.2"


def _dug(seed: int) -> str:
    """A puzzle with one solution and about as few clues as that takes, mostly easy ones."""
    random = Random(seed)
    values = list(solved_values(Geometry(9), random))
    for cell in random.sample(range(81), 81):
        value, values[cell] = values[cell], 0
        if solve(Grid(Geometry(9), values), unique=True).status is not Status.UNIQUE:
            values[cell] = value
    return "".join(map(str, values))


OF_ALL_LEVELS = [puzzle for puzzle, _ in PUZZLES + RATED[:3]] + [_dug(n) for n in range(36)]


@pytest.mark.parametrize("scale", ["se121", "sukaku118", "hodoku"])
def test_a_rating_is_that_of_the_path(scale: str) -> None:
    for puzzle in OF_ALL_LEVELS:
        rating, steps = rate(puzzle, scale), path(puzzle, scale).steps
        assert rating.steps == len(steps)
        assert rating.counts == Counter(step.technique for step in steps)
        if scale == "hodoku":
            assert rating.score == sum(step.rating for step in steps)
            assert (rating.level is None) == (rating.status == "stuck")
            assert rating.er is None
        else:
            assert rating.er == max(step.rating for step in steps)
            first = next(n for n, step in enumerate(steps) if step.placements)
            assert rating.ep == max(step.rating for step in steps[: first + 1])
            assert rating.ed == steps[0].rating
            assert rating.score is None


@pytest.mark.parametrize(
    ("puzzle", "status", "text"),
    [(NONE4, "none", "no solution"), (DOUBLE4, "multiple", "several solutions")],
)
def test_only_puzzles_with_one_solution_are_rated(puzzle: str, status: str, text: str) -> None:
    for scale in ("se121", "hodoku"):
        rating = rate(puzzle, scale)
        assert (rating.status, str(rating), rating.value) == (status, text, None)
        assert not rating.is_rated
        assert list(rate_many([puzzle], scale)) == [rating]


def test_only_9x9_is_calibrated() -> None:
    assert rate(UNIQUE9).calibrated
    assert not rate(UNIQUE4).calibrated
    assert not rate(Puzzle(Geometry(9, box=None), bytes(81))).calibrated


def test_nothing_or_one_cell_to_do_is_easy() -> None:
    assert str(rate(UNIQUE9_SOLVED, "hodoku")) == "0 Easy"
    assert [str(rate(".", scale)) for scale in ("se121", "sukaku118", "hodoku")] == [
        "1.0/1.0/1.0",
        "1.0/1.0/1.0",
        "4 Easy",
    ]
    assert explain(".", scale="hodoku").steps[0].technique == "full-house"
    assert [rating.level for rating in rate_many([".", "1"], "hodoku")] == ["Easy", "Easy"]


def test_several_scales_at_once() -> None:
    ratings = rate(UNIQUE9, ["se121", "sukaku118", "hodoku"])
    assert [rating.scale for rating in ratings] == ["se121", "sukaku118", "hodoku"]
    assert ratings[0] == rate(UNIQUE9)
    assert list(rate_many([UNIQUE9], ("se121", "hodoku"))) == [(ratings[0], ratings[2])]


def test_many_are_the_same_as_one_by_one(tmp_path: Path) -> None:
    puzzles = [puzzle for puzzle, _ in PUZZLES] + [puzzle for puzzle, _ in RATED]
    expected = [rate(puzzle) for puzzle in puzzles]
    text = "".join(f"{puzzle}\n" for puzzle in puzzles)
    file = tmp_path / "puzzles.txt"
    file.write_text(text)
    for threads in (1, 2, 5):
        assert list(rate_many(puzzles, threads=threads)) == expected
    assert list(rate_many(text)) == expected
    assert list(rate_many(text.encode())) == expected
    assert list(rate_many(file)) == expected
    assert list(rate_many(iter(puzzles))) == expected


def test_sizes_may_change() -> None:
    puzzles = [UNIQUE4, UNIQUE9, UNIQUE9, UNIQUE4]
    assert list(rate_many(puzzles)) == [rate(puzzle) for puzzle in puzzles]
    assert list(rate_many([])) == []


def test_an_error_comes_after_what_was_before_it() -> None:
    ratings = rate_many([UNIQUE4, UNIQUE4, "12"])
    assert next(ratings) == next(ratings) == rate(UNIQUE4)
    with pytest.raises(SquaredanceError):
        next(ratings)
    with pytest.raises(FormatError, match="found int"):
        rate_many(5)
    with pytest.raises(SquaredanceError, match="expected a scale of se121"):
        rate_many([UNIQUE4], "se")
    with pytest.raises(SquaredanceError, match="found none"):
        rate(UNIQUE4, [])
    for scale in (None, 3, {"se121": 1}):
        with pytest.raises(SquaredanceError, match="expected a scale or a list"):
            rate(UNIQUE4, scale)  # type: ignore[call-overload]
    assert rate(UNIQUE4, timeout=10**400).status == "solved"


def test_progress_is_told() -> None:
    told: list[tuple[int, int | None]] = []
    list(rate_many([UNIQUE4] * 5, progress=lambda done, total: told.append((done, total))))
    assert told[-1] == (5, 5)


def test_a_time_limit() -> None:
    started = time.perf_counter()
    for puzzle in (HARD9, UNIQUE4, NONE4, DOUBLE4):
        stopped = rate(puzzle, timeout=0)
        assert stopped.status == "stopped"
        assert list(rate_many([puzzle] * 3, timeout=0)) == [stopped] * 3
    ratings = list(rate_many([UNIQUE9] * 3 + [HARD9] * 2000, timeout=0.2, threads=2))
    assert time.perf_counter() - started < 5
    assert len(ratings) == 2003
    assert ratings[-1].status == "stopped"
    assert ratings[0] == rate(UNIQUE9)


def test_it_can_be_left() -> None:
    ratings = rate_many([HARD9] * 100)
    started = time.perf_counter()
    ratings.close()  # type: ignore[attr-defined]
    del ratings
    assert time.perf_counter() - started < 1


def test_ctrl_c_answers_soon() -> None:
    program = f"""
import time
from squaredance import rate_many
print("started", flush=True)
try:
    for _ in rate_many(["{HARD9}"] * 100000, threads=2): pass
except KeyboardInterrupt:
    print("interrupted", time.time())
"""
    _, seconds = interrupted(program, after=0.3)
    assert seconds < 0.5


def test_houses_beyond_all_bounds_are_refused() -> None:
    # The table of all pairs of houses would take gigabytes.
    puzzle = Puzzle(Geometry(9, extra=[range(9)] * 4096), [0] * 81)
    wanted = "expected at most 4096 houses to explain or rate, found 4123"
    with pytest.raises(SquaredanceError, match=wanted):
        all_steps(puzzle)
    with pytest.raises(SquaredanceError, match=wanted):
        list(rate_many([puzzle]))
