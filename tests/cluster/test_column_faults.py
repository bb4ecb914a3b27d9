"""Faults in the middle of Parquet parts, of which some is really written by then."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_FSIZE, setrlimit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from squaredance.cluster import map_parts
from squaredance.columns.files import GROUP, WIDTH9
from tests.cli.conftest import COMMAND, ENVIRONMENT
from tests.cluster.gates import (
    ROOT,
    contents,
    data_set,
    full_disk,
    is_running,
    names_in,
    until,
    waiting,
)

pytestmark = pytest.mark.long  # processes are started and killed
LARGE = GROUP + 4_000  # rows: two row groups, of which the first is a known one
GROUP_BYTES = 2 * WIDTH9 * GROUP  # of its puzzles and solutions


def columns(folder: Path, sizes: dict[str, int]) -> Path:
    """Parquet parts of so many rows; those with an even number have other columns, too."""
    lines = (
        (data_set(folder.with_name(f"{folder.name}-text"), parts=1) / "deep/0.txt")
        .read_text()
        .split()
    )
    for number, (name, rows) in enumerate(sizes.items()):
        some = lines[number:] + lines[:number]  # no part is like another one
        table = pa.table({"puzzle": (some * (rows // len(lines) + 1))[:rows]})
        if number % 2 == 0:
            table = table.append_column("number", pa.array(range(rows)))
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, folder / name, compression="none", use_dictionary=["number"])
    return folder


def run(source: Path, target: Path, *words: str) -> tuple[int, str, str]:
    """The command."""
    command = [*COMMAND, "solve", str(source), "-o", str(target), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=ENVIRONMENT)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("columns")
    names = ("0.parquet", "1.parquet", "deep/2.parquet")
    yield columns(folder / "in", dict.fromkeys(names, LARGE))
    shutil.rmtree(folder)  # 70 MB


@pytest.fixture(scope="module")
def expected(source: Path) -> dict[str, bytes]:
    map_parts(["solve"], source, source.parent / "expected")
    return contents(source.parent / "expected")


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    (tmp_path / "gate").mkdir()
    return tmp_path / "gate"


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "out"
    shutil.rmtree(tmp_path / "out")  # 35 MB


@pytest.fixture
def client(source: Path, gate: Path, target: Path) -> Iterator["subprocess.Popen[str]"]:
    """A client with two worker processes, both with half a part."""
    words = [sys.executable, "-m", "tests.cluster.gates", gate, source, target, "local:2"]
    with subprocess.Popen(
        words, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            until(lambda: len(waiting(gate)) == 2 or process.poll() is not None)
            yield process
        finally:
            process.kill()


def half_parts(target: Path) -> list[bytes]:
    return [data for name, data in contents(target).items() if ".squaredance-" in name]


def begun(target: Path, expected: dict[str, bytes]) -> list[str]:
    """The parts of which the first row group is there and not the rest, under another name."""
    return sorted(
        Path(name).name
        for half in half_parts(target)
        for name, whole in expected.items()
        if GROUP_BYTES < len(half) < len(whole) and whole.startswith(half)
    )


def at_the_gate(gate: Path) -> list[str]:
    """The parts for which the workers wait, or waited."""
    return sorted(path.read_text() for path in gate.glob("*.waits"))


def test_a_worker_is_killed_behind_a_row_group(
    client: "subprocess.Popen[str]",
    source: Path,
    gate: Path,
    target: Path,
    expected: dict[str, bytes],
) -> None:
    first = waiting(gate)
    assert names_in(target) == set()
    assert begun(target, expected) == at_the_gate(gate)
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len(waiting(gate)) == 3)  # another worker has the part now
    (gate / "open").touch()
    _, told = client.communicate(timeout=60)
    assert (client.returncode, told) == (0, "")
    assert contents(target) == expected
    before = {name: (target / name).stat().st_mtime_ns for name in names_in(target)}
    assert run(source, target, "--cluster", "local:2") == (0, "", "")
    assert {name: (target / name).stat().st_mtime_ns for name in before} == before
    assert contents(target) == expected


@pytest.mark.parametrize("words", [[], ["--cluster", "local:2"]], ids=["here", "cluster"])
def test_the_client_is_killed_behind_a_row_group(
    words: list[str],
    client: "subprocess.Popen[str]",
    source: Path,
    gate: Path,
    target: Path,
    expected: dict[str, bytes],
) -> None:
    """One part is done then, and two are half there."""
    done, _ = at_the_gate(gate)
    (gate / done).touch()
    manifest = target / "_manifest.jsonl"
    until(lambda: manifest.exists() and manifest.read_bytes().count(b"\n") == 2)
    until(lambda: done not in at_the_gate(gate))
    halves = at_the_gate(gate)
    workers = waiting(gate)
    client.kill()
    client.communicate()
    until(lambda: not any(map(is_running, workers)))  # they end with the client
    assert names_in(target) == {done}
    assert begun(target, expected) == halves  # nobody was there to remove them
    assert len(halves) == 2
    before = (target / done).stat().st_mtime_ns
    assert run(source, target, *words) == (0, "", "")
    assert (target / done).stat().st_mtime_ns == before
    assert contents(target) == expected


@contextmanager
def little_room(target: Path, size: int) -> Iterator[tuple[Callable[[], None], str]]:
    """What a process must do to have only so many bytes there, and what the system says then. On
    a full disk if we may mount one; what is there stays when that is gone.
    """
    if not full_disk(size, target):
        yield lambda: setrlimit(RLIMIT_FSIZE, (size, size)), "File too large"
        return
    try:
        yield lambda: None, "No space left on device"
    finally:
        rest = contents(target)
        subprocess.run(["umount", str(target)], check=True)
        for name, data in rest.items():
            (target / name).parent.mkdir(exist_ok=True)
            (target / name).write_bytes(data)


@pytest.mark.parametrize("size", [1 << 20, GROUP_BYTES + (1 << 19)], ids=["first", "last"])
@pytest.mark.parametrize(
    "words",
    [[], ["--answers-only"], ["--cluster", "local:1"]],
    ids=["here", "answers", "cluster"],
)
def test_the_disk_is_full_within_a_row_group(
    words: list[str], size: int, tmp_path: Path, target: Path
) -> None:
    """The first one, or the last. A part is done before; that of now needs more than there is."""
    sizes = {"0.parquet": 100, "1.parquet": LARGE, "deep/2.parquet": 100}
    source = columns(tmp_path / "in", sizes)
    made_by = ["--answers-only"] if "--answers-only" in words else []
    map_parts(["solve", *made_by], source, tmp_path / "expected")
    expected = contents(tmp_path / "expected")
    command = [*COMMAND, "solve", str(source), "-o", str(target), *words]
    with little_room(target, size // 2 if made_by else size) as (limit, why):
        map_parts(["solve", *made_by], columns(tmp_path / "few", {"0.parquet": 100}), target)
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=ENVIRONMENT, preexec_fn=limit
        )
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == f"squaredance: {target}/1.parquet: {why}\n"
        found = {name: (target / name).read_bytes() for name in names_in(target)}
        assert half_parts(target) == []
    assert found == {"0.parquet": expected["0.parquet"]}
    assert run(source, target, *words) == (0, "", "")  # there is room now
    assert contents(target) == expected
    shutil.rmtree(tmp_path / "expected")
