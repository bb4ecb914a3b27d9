"""How far a data set is: on a terminal, elsewhere once a minute, also while nothing is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from squaredance.cli import parts
from squaredance.cli.part import answer_part
from squaredance.cluster import Mapped
from squaredance.cluster.run import Work, map_work
from squaredance.cluster.workers import ThreadWorkers, never
from tests.cluster.gates import data_set


class Slow(ThreadWorkers):
    """Of which nothing is heard for three seconds; they ask each second whether it is over."""

    def answers(
        self,
        function: Callable[[Any, Any], Any],
        tasks: Iterable[Any],
        shared: Any,
        is_over: Callable[[], bool] = never,
    ) -> Iterator[tuple[Any, Any]]:
        assert [is_over() for _ in range(3)] == [False] * 3
        yield from super().answers(function, tasks, shared, is_over)


def test_the_clock_goes_on_while_nothing_is_done(tmp_path: Path) -> None:
    heard: list[Mapped] = []
    source = data_set(tmp_path / "in", parts=2)
    map_work(
        Work(answer_part, ("solve",), ("solve",), False, str),
        str(source),
        str(tmp_path / "out"),
        lambda: Slow(1),
        complain=print,
        watch=heard.append,
    )
    assert [so_far.done for so_far in heard] == [0, 0, 0, 0, 1, 2]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test sets."""
    now = [100.0]
    monkeypatch.setattr(parts, "monotonic", lambda: now[0])
    return now


HALF = Mapped(2, 1, 0, 600, 0, 0, 100, 50, 0)


def test_a_line_a_minute_for_logs(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    progress = parts._Progress()
    for seconds in (1, 59, 60, 61, 119, 121):
        clock[0] = 100.0 + seconds
        progress.watch(HALF)
    progress.end(HALF)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "squaredance: 1 of 2 parts, 600 puzzles, 50 %, 10/s, 1:00 left",
        "squaredance: 1 of 2 parts, 600 puzzles, 50 %, 5/s, 2:01 left",
    ]


def test_a_line_on_a_terminal_goes_before_other_words(
    clock: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    progress = parts._Progress()
    clock[0] += 60
    progress.watch(HALF)
    progress.complain("a bad row")
    progress.watch(HALF)  # too soon
    clock[0] += 60
    progress.watch(HALF)
    progress.end(HALF._replace(done=2, done_bytes=100, rows=1200))
    shown = "1 of 2 parts, 600 puzzles, 50 %, 10/s, 1:00 left"
    later = "1 of 2 parts, 600 puzzles, 50 %, 5/s, 2:00 left"
    end = "2 of 2 parts, 1,200 puzzles, 10/s"
    assert capsys.readouterr().err == (
        f"{shown}\r\r{' ' * len(shown)}\rsquaredance: a bad row\n"
        f"{later}\r\r{end.ljust(len(later))}\n"
    )
