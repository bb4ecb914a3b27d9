"""What tests of faults need: data sets, a worker's function that waits, a client to kill."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from squaredance.cli.part import PartAnswer, answer_part, answer_part_of_many
from squaredance.cluster import open_workers
from squaredance.cluster.run import Mapped, Work, map_work
from squaredance.columns.files import ColumnWriter
from squaredance.geometry import Geometry
from squaredance.replacing import replacing
from tests.puzzles import dig, solved_values

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds; a busy machine is no failure


def until(is_so: Callable[[], object]) -> None:
    """Waits; what never comes is a failure."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def data_set(folder: Path, parts: int = 6, lines: int = 40) -> Path:
    """Text parts, one of them in a directory below."""
    (folder / "deep").mkdir(parents=True)
    random = Random(9)
    for part in range(parts):
        name = f"deep/{part}.txt" if part == parts - 1 else f"{part}.txt"
        grids = (dig(solved_values(Geometry(9), random), 30, random) for _ in range(lines))
        (folder / name).write_text("".join("".join(map(str, grid)) + "\n" for grid in grids))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """All files, hidden ones as well, with all their bytes."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def names_in(target: Path) -> set[str]:
    """Parts with a final name."""
    return {name for name in contents(target) if not Path(name).name.startswith((".", "_"))}


def full_disk(size: int, target: Path) -> bool:
    """A real one, where we may mount it."""
    target.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(target)]
    return subprocess.run(words, capture_output=True).returncode == 0


def gated(words: Sequence[str], source: str, target: str) -> PartAnswer:
    """The real command, but half a part is written first, and only an open gate lets it go on.

    The first word is the folder of the gate: ``open`` opens it, a file with the name of a part
    for that one only, and who waits leaves its name, with the part in it.
    """
    gate, *rest = words
    with replacing(target) as file:
        file.write(b"half")
        file.flush()
        wait_at(Path(gate), Path(source).name)
    return answer_part(rest, source, target)


def gated_columns(words: Sequence[str], source: str, target: str) -> PartAnswer:
    """The same within a part of columns: its first row group is really written."""
    gate, *rest = words
    write_group = ColumnWriter._write_group

    def write_and_wait(writer: ColumnWriter) -> None:
        write_group(writer)
        wait_at(Path(gate), Path(source).name)

    ColumnWriter._write_group = write_and_wait  # type: ignore[method-assign]
    try:
        return answer_part_of_many(rest, source, target)
    finally:
        ColumnWriter._write_group = write_group  # type: ignore[method-assign]


def threads_asked(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Those that `solve` is asked for from now on, one puzzle after the other."""
    module, asked = import_module("squaredance.solve"), list[int | None]()
    solve = module.solve

    def noted(puzzle: object, **options: Any) -> object:
        asked.append(options.get("threads"))
        return solve(puzzle, **options)

    monkeypatch.setattr(module, "solve", noted)
    return asked


def wait_at(gate: Path, part: str) -> None:
    """Who waits is seen with the name of the part, never without."""
    note = gate / f"{os.getpid()}.note"
    note.write_text(part)
    note.rename(note.with_suffix(".waits"))
    until(lambda: (gate / "open").exists() or (gate / part).exists())


def gated_work(gate: Path, source: Path, together: int = 0) -> Work:
    """A part goes to a worker at a time, or parts of so many bytes ``together``."""
    function = gated_columns if any(source.rglob("*.parquet")) else gated
    return Work(function, (str(gate), "solve"), ("solve",), False, str, together)


def map_gated(
    gate: Path, source: Path, target: Path, cluster: str | None, together: int = 0
) -> Mapped:
    return map_work(
        gated_work(gate, source, together),
        str(source),
        str(target),
        lambda: open_workers(cluster, 1),
        complain=print,
    )


def waiting(gate: Path) -> list[int]:
    """The processes that wait at the gate, or did."""
    return [int(path.name.partition(".")[0]) for path in gate.glob("*.waits")]


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


if __name__ == "__main__":  # a client of its own: GATE SOURCE TARGET CLUSTER
    map_gated(*map(Path, sys.argv[1:4]), sys.argv[4])  # type: ignore[arg-type]
