"""Small parts go to a worker several at once: which, and what becomes of a group with a bad one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from squaredance.cli.part import PartAnswer, answer_part
from squaredance.cli.parts import work_of
from squaredance.cluster import Mapped, map_parts, run
from squaredance.cluster.dataset import Part
from squaredance.cluster.groups import Groups
from squaredance.cluster.run import Work, _Task, _told, map_work
from squaredance.cluster.workers import ClusterError, open_workers, wanted_while
from squaredance.errors import FormatError
from tests.cluster.gates import contents, data_set

Function = Callable[[Sequence[str], str, str], PartAnswer]


class Sized(NamedTuple):
    """A part of so many bytes."""

    number: int
    bytes: int


def parts_of(*sizes: int) -> list[Sized]:
    return list(starmap(Sized, enumerate(sizes)))


@pytest.mark.parametrize(
    ("sizes", "workers", "together", "wanted"),
    [
        ([10] * 20, 2, 30, [3, 3, 3, 3, 2, 2, 1, 1, 1, 1]),
        ([10] * 20, 2, 1000, [6, 4, 3, 2, 1, 1, 1, 1, 1]),
        ([10] * 20, 2, 0, [1] * 20),
        ([0] * 3, 2, 0, [1] * 3),
        ([0] * 3, 0, 1000, [1] * 3),
        ([10] * 20, 0, 1000, [1] * 20),  # no worker yet: nobody knows how many will share them
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
    given = parts_of(*sizes)
    found = list(Groups(given, lambda: workers, together))
    assert [len(group) for group in found] == wanted
    assert [part for group in found for part in group] == given


def test_what_is_given_back_comes_first() -> None:
    given = parts_of(*[10] * 10)
    groups = Groups(given, lambda: 1, 1000)
    first = next(groups)
    assert first == tuple(given[:6])
    groups.give_back(first[1:])
    rest = list(groups)
    assert [len(group) for group in rest] == [6, 2, 1]
    assert [part for group in rest for part in group] == given[1:]
    groups.give_back(given[:1])  # after its end
    assert list(groups) == [tuple(given[:1])]


def one_group(source: Path, target: Path, function: Function, *, keep_going: bool) -> Mapped:
    """By one worker, to whom all goes at once but for the last few parts."""
    return map_work(
        Work(function, ("solve",), ("solve",), keep_going, str, together=1 << 20),
        str(source),
        str(target),
        lambda: open_workers(None, 1),
        complain=lambda text: None,
    )


def test_a_worker_gives_back_what_would_take_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = data_set(tmp_path / "in"), tmp_path / "out"
    groups: list[int] = []
    answer_all = run._answer_all

    def counted(shared: Any, group: Any) -> Any:
        groups.append(len(group))
        return answer_all(shared, group)

    monkeypatch.setattr(run, "_answer_all", counted)
    monkeypatch.setattr(run, "PATIENCE", float("inf"))
    found = one_group(source, target, answer_part, keep_going=False)
    assert groups == [4, 1, 1]
    monkeypatch.setattr(run, "PATIENCE", -1.0)  # it is over after each part
    groups.clear()
    assert one_group(source, tmp_path / "again", answer_part, keep_going=False) == found
    assert groups == [4, 3, 2, 2, 1, 1]
    assert contents(tmp_path / "again") == contents(target)


def test_a_worker_leaves_a_group_that_nobody_waits_for(tmp_path: Path) -> None:
    source = data_set(tmp_path / "in")
    done: list[str] = []

    def noted(words: Sequence[str], source: str, target: str) -> PartAnswer:
        done.append(Path(source).name)
        return answer_part(words, source, target)

    with wanted_while(lambda: not done):
        one_group(source, tmp_path / "out", noted, keep_going=False)
        assert done == ["0.txt", "1.txt", "2.txt", "3.txt", "4.txt", "5.txt"]
        done[:] = ["not wanted"]
        shared = run._Shared(noted, ("solve",), False)
        names = [f"{number}.txt" for number in range(3)]
        group = tuple(
            run._Task(Part(name, name, 1), str(source / name), "", str(tmp_path / name), name, None)
            for name in names
        )
        assert len(run._answer_all(shared, group)) == 1
        assert done == ["not wanted", "0.txt"]


@pytest.mark.parametrize("keep_going", [True, False])
def test_a_bad_part_ends_a_group_that_does_not_keep_going(
    tmp_path: Path, *, keep_going: bool
) -> None:
    source = data_set(tmp_path / "in")
    (source / "1.txt").write_text("12x4\n")
    done: list[str] = []

    def noted(words: Sequence[str], source: str, target: str) -> PartAnswer:
        done.append(Path(source).name)
        return answer_part([*words, "--keep-going"] if keep_going else words, source, target)

    with nullcontext() if keep_going else pytest.raises(FormatError):
        one_group(source, tmp_path / "out", noted, keep_going=keep_going)
    assert done == [f"{number}.txt" for number in range(6 if keep_going else 2)]


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
