"""Ctrl-C and threads: a search can be stopped, goes on afterwards, and lets others work."""

import signal
import threading

import pytest

from squaredance import Geometry, Status, _core, solutions
from tests.interrupts import interrupted
from tests.puzzles import ENGINES, empty, pigeonholes

SOON = 2.0  # seconds: far more than the milliseconds it takes, so that only a hang fails
NO_LIMIT = 2**64 - 1
both_engines = pytest.mark.parametrize("engine", ENGINES)


def native_search(geometry: Geometry, engine: str) -> _core.Search:
    return _core.Search(geometry.core, bytes(geometry.cells), engine)


ENDLESS = """
import time
from squaredance import Geometry, Puzzle, count, true_candidates
from squaredance.cover import Problem, count as count_covers
print("started", flush=True)
try:
    {question}
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
"""
QUESTIONS = {
    "search": "count(Puzzle(Geometry(16), bytes(256)), engine='search')",
    "rows": "count(Puzzle(Geometry(16), bytes(256)), engine='rows')",
    "dance": "count(Puzzle(Geometry(16), bytes(256)), engine='dance')",
    "learn": "count(Puzzle(Geometry(16), bytes(256)), engine='learn')",
    "large": "count(Puzzle(Geometry(64), bytes(4096)), engine='search')",
    "candidates": "true_candidates(Puzzle(Geometry(49), bytes(2401)))",
    "cover": "count_covers(Problem(range(40), [(i, j) for i in range(40) for j in range(i)]))",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_ctrl_c_raises_keyboard_interrupt(question: str) -> None:
    program = ENDLESS.format(question=QUESTIONS[question])
    others, seconds = interrupted(program, 0.2)  # the signal must find it inside of native code
    assert others == []
    assert seconds < SOON


def interrupt_soon() -> threading.Timer:
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    return timer


@both_engines
def test_a_search_goes_on_after_an_interrupt(engine: str) -> None:
    """The nodes of an interrupted search and of an undisturbed one are the same at the end."""
    search = native_search(Geometry(9), engine)
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        search.count(NO_LIMIT, NO_LIMIT, -1.0)
    timer.join()
    stopped_at = search.nodes
    assert stopped_at > 0
    assert search.count(5, NO_LIMIT, -1.0) == (_core.SOLUTION, 5)
    outcome, count = search.count(NO_LIMIT, stopped_at + 1000, -1.0)
    assert outcome == _core.OUT_OF_NODES
    undisturbed = native_search(Geometry(9), engine)
    assert undisturbed.count(NO_LIMIT, search.nodes, -1.0) == (_core.OUT_OF_NODES, count + 5)
    assert undisturbed.guesses == search.guesses
    assert search.next(NO_LIMIT, -1.0) == undisturbed.next(NO_LIMIT, -1.0) == _core.SOLUTION
    assert search.solution() == undisturbed.solution()


@both_engines
def test_an_iterator_goes_on_after_an_interrupt(engine: str) -> None:
    grids = solutions(pigeonholes(), engine=engine)
    nodes = 0
    for _ in range(2):
        timer = interrupt_soon()
        with pytest.raises(KeyboardInterrupt):
            next(grids)
        timer.join()
        assert (grids.result.status, grids.result.count) == (Status.UNKNOWN, 0)
        assert grids.result.nodes > nodes
        nodes = grids.result.nodes


def test_effort_up_to_an_interrupt_is_counted() -> None:
    from squaredance.budget import Budget

    search = native_search(Geometry(9), "search")
    budget = Budget(None, None)
    timer = interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        budget.count(search, None)
    timer.join()
    assert (budget.nodes, budget.guesses) == (search.nodes, search.guesses)
    assert budget.nodes > 0


@both_engines
def test_one_search_in_two_threads_is_an_error(engine: str) -> None:
    search = native_search(Geometry(16), engine)
    running = threading.Event()
    outcomes: list[int] = []

    def work() -> None:
        running.set()
        outcomes.append(search.count(NO_LIMIT, NO_LIMIT, 1.0)[0])

    thread = threading.Thread(target=work)
    thread.start()
    running.wait()
    while search.nodes == 0:
        pass
    with pytest.raises(RuntimeError, match="running in another thread"):
        search.next(NO_LIMIT, 0.0)
    with pytest.raises(RuntimeError, match="running in another thread"):
        search.count(1, NO_LIMIT, 0.0)
    with pytest.raises(RuntimeError, match="running in another thread"):
        search.solution()
    thread.join()
    assert outcomes == [_core.OUT_OF_TIME]
    assert search.next(NO_LIMIT, -1.0) == _core.SOLUTION  # and afterwards it is free


@both_engines
def test_other_threads_go_on_during_a_search(engine: str) -> None:
    """The GIL is released: this thread counts while the other one searches."""
    search = native_search(Geometry(16), engine)
    thread = threading.Thread(target=search.count, args=(NO_LIMIT, NO_LIMIT, 0.5))
    steps = 0
    thread.start()
    while thread.is_alive():
        steps += 1
    assert steps > 1000
    assert search.nodes > 0


@both_engines
def test_searches_in_threads_do_not_disturb_each_other(engine: str) -> None:
    totals: list[int] = []

    def work() -> None:
        search = native_search(Geometry(4), engine)
        totals.append(search.count(NO_LIMIT, NO_LIMIT, -1.0)[1])

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals == [288] * 8


def test_a_search_keeps_its_geometry_alive() -> None:
    search = _core.Search(Geometry(4).core, bytes(16), "search")
    assert search.count(NO_LIMIT, NO_LIMIT, -1.0) == (_core.EXHAUSTED, 288)


def test_an_empty_grid_is_really_endless() -> None:
    """What the tests above stand on."""
    grids = solutions(empty(Geometry(16)), max_nodes=10_000)
    assert sum(1 for _ in grids) > 100
    assert grids.result.reason == "nodes"


@both_engines
def test_a_search_that_is_at_no_solution_has_none_to_give(engine: str) -> None:
    clash = _core.Search(Geometry(4).core, bytes([1, 1, *[0] * 14]), engine)
    for search in (native_search(Geometry(4), engine), clash):
        with pytest.raises(RuntimeError, match="not at a solution"):
            search.solution()
    assert clash.next(NO_LIMIT, -1.0) == _core.EXHAUSTED
    with pytest.raises(RuntimeError, match="not at a solution"):
        clash.solution()
