"""The engine `auto`: who finishes, the race of threads, and what it holds."""

from __future__ import annotations

import random
from threading import Thread

import pytest

from squaredance import (
    Geometry,
    Puzzle,
    SquaredanceError,
    Status,
    check,
    count,
    solutions,
    solve,
    true_candidates,
)
from squaredance._core import Search
from tests.puzzles import UNIQUE4

HARD16 = (
    "...E...N..D.H......GI.M..L.HP..B.......E.J.B.ND..D.NL..J..M...I."
    "..G....M.C.JBPHE.F.H.APGK....L.MJ.....K.....I.......J...F..O.A.G"
    "..F.M.ICP.O.G...PJ...LA...CF....C....J.D.A...I...IO...H.EB.DLK.F"
    "..KOB.......F...AP.C......ENOG....DI.C.......HP.L....M...H.A...."
)


def holes25(seed: int) -> Puzzle:
    """A 25x25 near the hard density: a shuffled pattern with 345 cells emptied, evenly."""
    chance = random.Random(seed)
    geometry = Geometry(25)
    values = list(range(1, 26))
    chance.shuffle(values)
    rows = [
        5 * band + row for band in chance.sample(range(5), 5) for row in chance.sample(range(5), 5)
    ]
    cols = [
        5 * stack + c for stack in chance.sample(range(5), 5) for c in chance.sample(range(5), 5)
    ]
    clues = bytearray(values[(r % 5 * 5 + r // 5 + c) % 25] for r in rows for c in cols)
    for row in range(25):
        holes = 13 + (row % 5 < 4)
        for col in chance.sample(range(25), holes):
            clues[25 * row + col] = 0
    return Puzzle(geometry, bytes(clues))


def test_the_result_names_the_engine_that_finished() -> None:
    assert solve(UNIQUE4).engine == "rows"
    easy, hard = solve(HARD16, unique=True), solve(holes25(11))
    assert (easy.engine, easy.status) == ("rows", Status.UNIQUE)
    assert (hard.engine, hard.status) == ("learn", Status.FOUND)
    assert hard.solution is not None
    assert check(holes25(11), hard.solution)
    assert hard.memory > easy.memory > 0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_it_is_the_same_each_time(threads: int) -> None:
    first, second = (
        solve(holes25(2), threads=threads).replace(seconds=0, memory=0) for _ in range(2)
    )
    assert first.solution is not None
    assert check(holes25(2), first.solution)
    assert first == second


@pytest.mark.parametrize("threads", [1, 3])
def test_limits_hold_for_both_engines(threads: int) -> None:
    puzzle = holes25(28)
    whole = solve(puzzle, threads=threads)
    for nodes in (0, 1, 1000, whole.nodes - 1):
        part = solve(puzzle, max_nodes=nodes, threads=threads)
        assert (part.status, part.reason, part.nodes) == (Status.UNKNOWN, "nodes", nodes)
    assert solve(puzzle, timeout=0, threads=threads).reason == "time"
    for _ in range(3):  # as many as it needs are enough, however the work is cut
        again = solve(puzzle, max_nodes=whole.nodes, threads=threads)
        assert (again.status, again.nodes) == (Status.FOUND, whole.nodes)


def test_a_race_proves_uniqueness_and_finds_the_second() -> None:
    assert solve(HARD16, unique=True, threads=2).status is Status.UNIQUE
    several = solve(holes25(11), unique=True, threads=2)
    assert several.status is Status.MULTIPLE
    wrong = bytearray(Puzzle.from_text(HARD16).clues)
    wrong[0] = wrong[0] % 16 + 1
    assert solve(Puzzle(Geometry(16), bytes(wrong)), threads=2).status is Status.NONE


def test_counts_of_many_stay_with_rows() -> None:
    open16 = "." * 16 + HARD16[16:]
    result = count(open16, limit=3000)
    assert (result.count, result.engine) == (3000, "rows")
    assert count(open16, limit=3000, engine="search").count == 3000


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_bad_threads(threads: object) -> None:
    with pytest.raises(SquaredanceError, match="expected threads of 1 or more"):
        solve(HARD16, threads=threads)  # type: ignore[arg-type]


def test_threads_are_checked_on_a_plain_9x9_too() -> None:
    with pytest.raises(SquaredanceError, match="expected threads of 1 or more"):
        solve("." * 81, threads=0)
    assert solve("." * 81, threads=4).engine == "nine"


def test_the_result_of_a_search_that_runs_can_be_read() -> None:
    found = solutions(Puzzle(Geometry(16), bytes(256)), max_nodes=10**6, engine="rows")
    runner = Thread(target=lambda: sum(1 for _ in found))
    runner.start()
    seen = [found.result.engine for _ in range(20)]
    runner.join()
    assert set(seen) == {"rows"}


def test_a_question_of_many_searches_names_learn_when_one_needed_it() -> None:
    result = true_candidates(holes25(11), timeout=60)
    assert result.engine == "learn"


def test_only_auto_races() -> None:
    with pytest.raises(SquaredanceError, match="expected the engine auto with threads"):
        solve(HARD16, engine="rows", threads=2)
    for threads in (0, 2):
        with pytest.raises(ValueError, match="expected a thread, or the engine 'auto' for more"):
            Search(Geometry(4).core, bytes(16), "rows", threads=threads)


def test_two_searches_of_a_geometry_at_once() -> None:
    """They may be made of the same memory, one after the other; never at the same time."""
    geometry = Geometry(16)
    clues = Puzzle.from_text(HARD16).clues
    expected = solve(HARD16, engine="search").solution
    assert expected is not None
    searches = [Search(geometry.core, clues, "auto") for _ in range(5)]
    for _ in range(3):
        for search in searches:
            search.next(100, -1.0)
    for search in searches:
        assert search.next(2**63, -1.0) == 0
        assert search.solution() == expected.values
    del searches, search
    again = Search(geometry.core, bytes(256), "auto")
    assert (again.nodes, again.guesses) == (0, 0)
