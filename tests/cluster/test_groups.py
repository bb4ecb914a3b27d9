"""Small parts go to a worker several at once: which, and what becomes of a group with a bad one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from squaredance.cli.part import PartAnswer, answer_part
from squaredance.cli.parts import work_of
from squaredance.cluster import map_parts
from squaredance.cluster.dataset import Part
from squaredance.cluster.run import Work, _groups, _Task, _told, map_work
from squaredance.cluster.workers import ClusterError, open_workers
from tests.cluster.gates import contents, data_set


def tasks(*sizes: int) -> list[_Task]:
    return [_Task(Part(str(n), "", size), "", "", "", "", None) for n, size in enumerate(sizes)]


@pytest.mark.parametrize(
    ("sizes", "workers", "together", "wanted"),
    [
        ([10] * 20, 2, 30, [3, 3, 3, 3, 2, 2, 1, 1, 1, 1]),
        ([10] * 20, 2, 1000, [6, 4, 3, 2, 1, 1, 1, 1, 1]),
        ([10] * 20, 2, 0, [1] * 20),
        ([10] * 20, 0, 1000, [13, 4, 2, 1]),  # no worker yet
        ([10] * 20, 50, 1000, [1] * 20),
        ([90, 10, 10, 90, 10, 10, 10, 10], 1, 100, [2, 1, 1, 2, 1, 1]),
        ([100, *[1] * 9], 2, 1000, [1, 3, 2, 1, 1, 1, 1]),  # by bytes
        ([500, 500], 1, 100, [1, 1]),
        ([], 1, 100, []),
    ],
)
def test_what_goes_together(
    sizes: list[int], workers: int, together: int, wanted: list[int]
) -> None:
    given = tasks(*sizes)
    found = list(_groups(given, lambda: workers, together))
    assert [len(group) for group in found] == wanted
    assert [task for group in found for task in group] == given


def full(words: Sequence[str], source: str, target: str) -> PartAnswer:
    """The command, on a disk that is full at the part 1.txt."""
    if source.endswith("1.txt"):
        raise OSError(28, "No space left on device", target)
    return answer_part(words, source, target)


def test_what_was_done_before_a_part_that_fails_stays(tmp_path: Path) -> None:
    source, target = data_set(tmp_path / "in"), tmp_path / "out"
    with pytest.raises(OSError, match="No space left") as caught:
        map_work(
            Work(full, ("solve",), ("solve",), True, str, together=1 << 20),
            str(source),
            str(target),
            lambda: open_workers(None, 1),
            complain=print,
        )
    assert caught.value.filename == str(target / "1.txt")
    assert set(contents(target)) >= {"0.txt"}
    assert map_parts(["solve"], source, target).kept == 1
    map_parts(["solve"], source, tmp_path / "expected")
    assert contents(target) == contents(tmp_path / "expected")


@pytest.mark.parametrize("command", ["solve", "rate", "canon", "check"])
def test_only_a_cluster_gets_several(command: str) -> None:
    from squaredance.cli.part import part_arguments

    args = part_arguments([command])
    args.cluster = None
    assert work_of(args).together == 0
    args.cluster = "local:2"
    assert work_of(args).together > 0


def test_all_that_went_together_are_named_when_a_worker_is_lost() -> None:
    """Nobody knows which of them it was."""
    error = ClusterError("expected an answer, found its worker lost 4 times")
    some = [_Task(Part(name, f"in/{name}", 1), "", "", "", "", None) for name in "abc"]
    assert str(_told(error, some[0])) == f"in/a: {error}"
    assert str(_told(error, *some)) == f"in/a to in/c: {error}"
