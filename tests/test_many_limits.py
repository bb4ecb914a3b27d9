"""solve_many: time limits, progress, threads, forks and Ctrl-C."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

import numpy
import pytest

from squaredance import (
    FormatError,
    Geometry,
    Puzzle,
    Results,
    SquaredanceError,
    Status,
    _core,
    solve_many,
)
from squaredance.many import UNANSWERED, flow
from squaredance.many.arrays import Rows
from tests.interrupts import interrupted
from tests.many_inputs import EMPTY9, KINDS9, TEXT9, shape4, values_of
from tests.puzzles import (
    UNIQUE4,
    UNIQUE4_SOLVED,
    UNIQUE9,
    UNIQUE9_SOLVED,
    pigeonholes,
)

SOON = 2.0  # seconds: far more than it takes, so that only a hang fails


@pytest.mark.parametrize("line", [EMPTY9, "." * 256, "." * 625], ids=len)
def test_what_is_not_reached_in_time_is_unknown(line: str) -> None:
    for puzzles in (f"{line}\n" * 3, [line] * 3):
        started = time.monotonic()
        results = solve_many(puzzles, limit=2**32 - 2, timeout=0.1, threads=2)
        assert time.monotonic() - started < SOON
        assert list(results.counts) == [UNANSWERED] * 3
        assert list(results.statuses) == [Status.UNKNOWN] * 3
        assert results.solutions == puzzles
        assert results.tally() == {Status.UNKNOWN: 3}


def test_no_time_at_all() -> None:
    results = solve_many(TEXT9.encode(), timeout=0)
    assert results.solutions == TEXT9.encode()
    assert results.tally() == {Status.UNKNOWN: 6}
    values = values_of(KINDS9)
    assert numpy.array_equal(solve_many(values, timeout=0).solutions, values)
    answers = list(solve_many(iter([UNIQUE4, pigeonholes()]), timeout=0))
    assert [str(answer.status) for answer in answers] == ["unknown", "unknown"]


SPACED9 = " ".join(UNIQUE9)
ODD_INPUTS = {
    "lines": lambda: f"{SPACED9}\n" * 30_000,
    "comments above ASCII": lambda: f"{UNIQUE9}\n" + "# é\n" * 1_000_000,
    "list": lambda: [SPACED9] * 30_000,
    "iterator": lambda: iter([SPACED9] * 30_000),
    "rows": lambda: (
        [[list(map(int, UNIQUE4_SOLVED))[i : i + 4] for i in range(0, 16, 4)]] * 300_000
    ),
}


@pytest.mark.parametrize("kind", ODD_INPUTS)
def test_time_is_kept_while_odd_puzzles_are_read(kind: str) -> None:
    puzzles = ODD_INPUTS[kind]()
    started = time.process_time()
    results = solve_many(puzzles, timeout=0.2)
    if kind == "iterator":
        last = list(results)[-1]
        assert (last.status, last.solution) == (Status.UNKNOWN, SPACED9)
    elif kind == "comments above ASCII":
        assert (len(results), results.solutions[-100:]) == (1, puzzles[-100:])
    else:
        assert (results.statuses[0], results.statuses[-1]) == (Status.FOUND, Status.UNKNOWN)
        assert results.solutions[-100:] == puzzles[-100:]
    assert time.process_time() - started < SOON / 2  # others may be at work, too
    if kind == "lines":
        assert len(results) == 30_000
        assert results.solutions.startswith(" ".join(UNIQUE9_SOLVED) + "\n")


def test_what_is_left_unread_is_as_it_was() -> None:
    text = "\ufeff# x\n\n" + "# no puzzle\r\n" + f"{UNIQUE9}\n\ud800" * 3
    results = _late(text)
    assert results.solutions == text
    assert list(results.counts) == [UNANSWERED] * 4


def _late(text: str) -> Results[str]:
    """Nothing is read: the time is up before the first block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            flow.Flow, "late", property(lambda _: True, lambda _, value: None), raising=False
        )
        return solve_many(text, timeout=0)


def test_progress_is_told_while_odd_lines_are_read() -> None:
    told: list[int] = []
    solve_many(f"{SPACED9}\n" * 5000, progress=lambda done, total: told.append(done))
    assert len(told) >= 3
    assert told == sorted(told)
    assert told[-1] == 5000


def test_progress_counts_candidate_puzzles() -> None:
    free = Puzzle(Geometry(2), bytes(4), [1, 3, 3, 3])
    told: list[tuple[int, int | None]] = []
    puzzles = [free, UNIQUE4, free, Puzzle.from_text(UNIQUE4)]
    solve_many(puzzles, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (4, 4)


@pytest.mark.parametrize("kind", [list, iter], ids=["list", "iterator"])
@pytest.mark.parametrize("bad", ["\ud800......2.3....4.", f"{UNIQUE4} \ud800"])
def test_half_a_character_is_a_bad_item(kind: Callable[[list[str]], object], bad: str) -> None:
    with pytest.raises(FormatError, match=r"2:.*expected UTF-8 text, found byte 0xed"):
        list(solve_many(kind([UNIQUE4, bad])))  # type: ignore[call-overload]


@pytest.mark.long
@pytest.mark.parametrize("kind", [lambda line: line, lambda line: [line]], ids=["text", "list"])
def test_hard_puzzles_are_not_tried_twice(
    kind: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    solve_now = _core.Block.solve_now

    def count_tries(block: _core.Block, guesses: int) -> bool:
        tried.append(block)
        return solve_now(block, guesses)

    monkeypatch.setattr(_core.Block, "solve_now", count_tries)
    assert list(solve_many(kind(EMPTY9), limit=200_000).counts) == [200_000]
    assert len(tried) == 1


def test_an_interrupt_loses_no_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the first block is done but not handed over."""

    def interrupted(flow: flow.Flow[Rows], size: int) -> None:
        raise KeyboardInterrupt

    rows = memoryview(bytes(16)).cast("B", (1, 16))
    blocks = [Rows(_core.ValueBlock(shape4(), rows, bytearray(16), 0, 1), 1) for _ in range(3)]
    with flow.Flow(threads=1, limit=1) as ours:
        with monkeypatch.context() as patch:
            patch.setattr(flow.Flow, "_adapt", interrupted)
            with pytest.raises(KeyboardInterrupt):
                list(ours.answered(blocks))
        assert ours.rescue() is blocks[0]
    with flow.Flow(threads=1, limit=1) as ours:
        blocks = [Rows(_core.ValueBlock(shape4(), rows, bytearray(16), 0, 1), 1) for _ in range(3)]
        answers = ours.answered(blocks)
        assert next(answers) is blocks[0]
        assert ours.rescue() is blocks[0]  # who has it already knows so
        assert next(answers) is blocks[1]


FORKED = """
import os, time
from squaredance import solve_many
answers = solve_many(iter(["." * 81] * 2000), limit=2000, threads=2)
next(answers)
time.sleep(0.5)
child = os.fork()
if child == 0:
    {then}
    os._exit(7)
for _ in range(500):
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        break
    time.sleep(0.01)
else:
    os.kill(child, 9)
print(os.waitstatus_to_exitcode(status) if ended else "hangs", sum(1 for _ in answers))
"""
THEN = {
    "drop": "del answers",
    "go on": """
    try:
        list(answers)
    except RuntimeError as error:
        assert str(error) == "this crew is of the process before the fork"
        del answers
    else:
        os._exit(1)
""",
}


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("then", THEN)
def test_a_forked_child_leaves_the_threads_alone(then: str) -> None:
    program = FORKED.format(then=THEN[then].strip("\n").removeprefix("    "))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"7 1999\n", b"")


def test_what_is_answered_in_time_is_kept() -> None:
    """One endless count among easy ones."""
    puzzles = [UNIQUE9, EMPTY9, UNIQUE9]
    results = solve_many(puzzles, limit=2**32 - 2, timeout=0.3, threads=2)
    assert results.counts[1] == UNANSWERED
    assert results.solutions[1] == EMPTY9


ENDLESS = """
import time
from squaredance import Puzzle, Geometry, solve_many
print("started", flush=True)
try:
    {question}
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
import os
deadline = time.time() + 1  # a thread that is joined may be listed for a moment yet
while len(os.listdir("/proc/self/task")) > 1 and time.time() < deadline:
    time.sleep(0.01)
print(len(os.listdir("/proc/self/task")))
"""
QUESTIONS = {
    "9x9": "solve_many('.' * 81, limit=2**32 - 2)",
    "16x16": "solve_many([('.' * 256)] * 5, limit=2**32 - 2, threads=3)",
    "64x64": "solve_many([Puzzle(Geometry(64), bytes(4096))], limit=2**32 - 2)",
    "iterator": "list(solve_many(iter(['.' * 81]), limit=2**32 - 2))",
    "progress": "solve_many('.' * 81, limit=2**32 - 2, progress=lambda done, total: None)",
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="no /proc here")
def test_ctrl_c(question: str) -> None:
    program = ENDLESS.format(question=QUESTIONS[question])
    tasks, seconds = interrupted(program, 0.3)  # the signal must find it inside of native code
    assert tasks == ["1"]
    assert seconds < SOON


def test_progress_is_told_in_the_calling_thread() -> None:
    told: list[tuple[int, int | None, int]] = []

    def progress(done: int, total: int | None) -> None:
        told.append((done, total, threading.get_ident()))

    solve_many(f"{EMPTY9}\n{UNIQUE9}\n", limit=2**32 - 2, timeout=0.4, progress=progress)
    assert {ident for _, _, ident in told} == {threading.get_ident()}
    assert len(told) >= 2
    assert told[0][1] == 2
    done = [number for number, _, _ in told]
    assert done == sorted(done)
    solve_many(TEXT9, progress=progress)
    assert told[-1][:2] == (6, 6)
    list(solve_many(iter(KINDS9), progress=progress))
    assert told[-1][:2] == (6, 6)


def test_an_error_in_progress_ends_it() -> None:
    def progress(done: int, total: int | None) -> None:
        raise ZeroDivisionError

    started = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        solve_many(EMPTY9, limit=2**32 - 2, progress=progress)
    assert time.monotonic() - started < SOON


def test_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    solve_many(f"{EMPTY9}\n{UNIQUE9}\n", limit=2**32 - 2, timeout=0.3, progress=True)
    shown = capsys.readouterr().err
    assert "puzzles, " in shown
    assert shown.endswith("2 puzzles".ljust(len(shown.split("\r")[-1]) - 1) + "\n")


def test_calls_in_several_threads() -> None:
    text = (TEXT9 * 50).encode()
    expected = solve_many(text, unique=True).solutions
    found: list[bytes] = []

    def work() -> None:
        for _ in range(5):
            found.append(solve_many(text, unique=True, threads=2).solutions)  # noqa: PERF401

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 20


def test_input_that_changes_meanwhile_does_no_harm() -> None:
    values = numpy.tile(values_of(KINDS9), (2000, 1))
    text = bytearray(TEXT9.encode() * 2000)
    ended = threading.Event()

    def disturb() -> None:
        random = Random(1)
        while not ended.is_set():
            values[random.randrange(len(values))] = random.randrange(256)
            text[random.randrange(len(text))] = random.randrange(256)
            values[values > 9] = 0

    disturber = threading.Thread(target=disturb)
    disturber.start()
    try:
        for _ in range(5):
            for puzzles in (values, text):
                with suppress(SquaredanceError):  # it may be noticed
                    assert len(solve_many(puzzles, unique=True)) > 0
    finally:
        ended.set()
        disturber.join()


def test_an_abandoned_iterator_ends_its_threads() -> None:
    if not os.path.exists("/proc/self/task"):
        pytest.skip("threads are counted by /proc")
    before = len(os.listdir("/proc/self/task"))  # other libraries have some too
    answers = solve_many(iter([UNIQUE9] * 1000))
    next(answers)
    del answers
    deadline = time.monotonic() + SOON
    while len(os.listdir("/proc/self/task")) > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(os.listdir("/proc/self/task")) <= before


def test_the_text_is_held_during_the_call() -> None:
    """And free afterwards: a bytearray can grow again."""
    text = bytearray(TEXT9.encode())
    solve_many(text)
    text += b"1"
