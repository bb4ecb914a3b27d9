"""Faults: each is survived, and what comes out is what an undisturbed run of one process gives."""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from squaredance.cluster import ClusterError, dask_workers, map_parts
from squaredance.errors import SquaredanceError
from tests.cluster.gates import (
    ROOT,
    contents,
    data_set,
    full_disk,
    is_running,
    map_gated,
    names_in,
    until,
    waiting,
)

pytestmark = pytest.mark.long  # processes are started and killed


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return data_set(tmp_path_factory.mktemp("faults") / "in")


@pytest.fixture(scope="module")
def expected(source: Path) -> dict[str, bytes]:
    map_parts(["solve"], source, source.parent / "expected")
    return contents(source.parent / "expected")


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    (tmp_path / "gate").mkdir()
    return tmp_path / "gate"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def client(source: Path, gate: Path, target: Path) -> Iterator[subprocess.Popen[str]]:
    """A client with two worker processes, all of them at the gate. A session of its own."""
    words = [sys.executable, "-m", "tests.cluster.gates", gate, source, target, "local:2"]
    process = subprocess.Popen(
        words, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until(lambda: len(waiting(gate)) == 2 or process.poll() is not None)
    yield process
    process.kill()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


def test_a_worker_is_killed_in_the_middle_of_a_part(
    client: subprocess.Popen[str], gate: Path, target: Path, expected: dict[str, bytes]
) -> None:
    first = waiting(gate)
    assert names_in(target) == set()
    assert len([name for name in contents(target) if ".squaredance-" in name]) == 2  # half parts
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len(waiting(gate)) == 3)  # another worker has the part now
    (gate / "open").touch()
    _, told = client.communicate(timeout=60)
    assert (client.returncode, told) == (0, "")
    assert contents(target) == expected


def test_a_worker_is_killed_in_the_middle_of_several_parts(
    tmp_path: Path, gate: Path, target: Path
) -> None:
    """All of them are made again, also the one that was whole: nobody had heard of it."""
    source = data_set(tmp_path / "in", parts=12)  # three of them go to the first worker
    map_parts(["solve"], source, tmp_path / "expected")

    def starter() -> list[int]:
        files = gate.glob("*.waits")
        return [int(file.name.partition(".")[0]) for file in files if file.read_text() == "1.txt"]

    (gate / "0.txt").touch()
    words = (gate, source, target, "local:2", 1 << 20)
    running = threading.Thread(target=map_gated, args=words)
    running.start()
    until(starter)
    assert "0.txt" not in names_in(target)  # it is whole, but its worker has told nobody
    os.kill(starter()[0], signal.SIGKILL)
    (gate / "open").touch()
    running.join()
    assert contents(target) == contents(tmp_path / "expected")


def test_the_client_is_killed_and_started_again(
    client: subprocess.Popen[str],
    source: Path,
    gate: Path,
    target: Path,
    expected: dict[str, bytes],
) -> None:
    workers = waiting(gate)
    client.kill()
    client.communicate()
    until(lambda: not any(map(is_running, workers)))  # they end with the client
    assert names_in(target) == set()
    (gate / "open").touch()
    found = map_gated(gate, source, target, None)
    assert (found.parts, found.done, found.kept) == (6, 6, 0)
    assert contents(target) == expected


def test_the_client_is_killed_half_way_and_started_again(
    client: subprocess.Popen[str],
    source: Path,
    gate: Path,
    target: Path,
    expected: dict[str, bytes],
) -> None:
    first = {path.read_text() for path in gate.glob("*.waits")}
    assert len(first) == 2
    for name in first:
        (gate / name).touch()
    manifest = target / "_manifest.jsonl"
    until(lambda: manifest.exists() and manifest.read_bytes().count(b"\n") == 3)
    client.kill()
    client.communicate()
    assert {Path(name).name for name in names_in(target)} == first
    before = {name: (target / name).stat().st_mtime_ns for name in names_in(target)}
    manifest.write_bytes(manifest.read_bytes() + b'{"part": "5.t')  # a torn line
    (gate / "open").touch()
    found = map_gated(gate, source, target, None)
    assert (found.parts, found.done, found.kept) == (6, 6, 2)
    assert {name: (target / name).stat().st_mtime_ns for name in before} == before
    assert contents(target) == expected


def test_ctrl_c_ends_the_client_and_its_workers(
    client: subprocess.Popen[str],
    source: Path,
    gate: Path,
    target: Path,
    expected: dict[str, bytes],
) -> None:
    os.killpg(client.pid, signal.SIGINT)  # as a terminal does: to all of them
    _, told = client.communicate(timeout=30)
    assert [line for line in told.splitlines() if line and not line.startswith(" ")][-1:] == [
        "KeyboardInterrupt"
    ]
    assert told.count("Traceback") == 1  # that of the client, which is no command
    until(lambda: not any(map(is_running, waiting(gate))))
    assert not target.exists()  # nothing was done
    (gate / "open").touch()
    map_gated(gate, source, target, None)
    assert contents(target) == expected


@pytest.mark.parametrize("fault", ["cut", "altered", "removed", "empty"])
def test_a_part_is_not_what_it_was(
    fault: str, source: Path, target: Path, expected: dict[str, bytes]
) -> None:
    map_parts(["solve"], source, target)
    part = target / "3.txt"
    data = part.read_bytes()
    if fault == "cut":
        part.write_bytes(data[:-100])
    elif fault == "altered":
        part.write_bytes(data[:500] + bytes([data[500] ^ 1]) + data[501:])
    elif fault == "empty":
        part.write_bytes(b"")
    else:
        part.unlink()
    found = map_parts(["solve"], source, target)
    assert (found.parts, found.kept) == (6, 5)
    assert contents(target) == expected


def test_two_clients(
    client: subprocess.Popen[str],
    source: Path,
    gate: Path,
    target: Path,
    expected: dict[str, bytes],
) -> None:
    before = contents(target)
    with pytest.raises(SquaredanceError) as error:
        map_parts(["solve"], source, target)
    assert str(error.value).startswith(
        f"expected an output that no other run writes, found '{target}' held by process "
        f"{client.pid} on "
    )
    assert contents(target) == before
    (gate / "open").touch()
    assert client.wait(60) == 0
    assert contents(target) == expected


@pytest.mark.parametrize(
    "more", [[], ["--to", "parquet"], ["--cluster", "local:1"]], ids=["text", "columns", "cluster"]
)
def test_the_disk_is_full(more: list[str], tmp_path: Path, target: Path) -> None:
    source = data_set(tmp_path / "in", parts=3, lines=40)
    (source / "1.txt").write_bytes((source / "1.txt").read_bytes() * 100)  # 328 kB
    command = [sys.executable, "-m", "squaredance", "solve", source, "-o", target, *more]
    is_mounted = full_disk(128 << 10, target)
    limit = (lambda: None) if is_mounted else _limit_files
    try:
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
        why = "No space left on device" if is_mounted else "File too large"
        end = "parquet" if "--to" in more else "txt"
        assert done.stderr.startswith(f"squaredance: {target}/1.{end}: ")
        assert done.stderr.endswith(f"{why}\n")
        assert done.stderr.count("\n") == 1
        assert done.returncode == 3
        assert names_in(target) <= {f"0.{end}", f"deep/2.{end}"}
        assert not [name for name in contents(target) if ".squaredance-" in name]
    finally:
        if is_mounted:
            rest = contents(target)
            subprocess.run(["umount", str(target)], check=True)
            for name, data in rest.items():
                (target / name).parent.mkdir(exist_ok=True)
                (target / name).write_bytes(data)
    words = ["solve", *(more if "--to" in more else [])]
    map_parts(words, source, target)  # there is room now
    map_parts(words, source, tmp_path / "expected")
    assert contents(target) == contents(tmp_path / "expected")


def _limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (128 << 10, 128 << 10))


def test_no_scheduler_is_told_in_time(source: Path, target: Path) -> None:
    """As it is promised: within 10 s, of which some are for a busy machine."""
    command = [sys.executable, "-m", "squaredance", "solve", source, "-o", target]
    started = monotonic()
    done = subprocess.run(
        [*command, "--cluster", "tcp://127.0.0.1:9"], capture_output=True, text=True, check=False
    )
    assert monotonic() - started < 10
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "squaredance: expected a Dask scheduler at tcp://127.0.0.1:9, found none: "
        "Connection refused\n"
    )
    assert not target.exists()


def test_no_scheduler(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "ANSWERS_WITHIN", 1.0)
    with pytest.raises(
        ClusterError, match=r"^expected a Dask scheduler at tcp://127.0.0.1:9, "
    ) as e:
        map_parts(["solve"], source, target, cluster="tcp://127.0.0.1:9")
    assert str(e.value).endswith("Connection refused")
    assert not target.exists()


@pytest.mark.parametrize("says", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n"], ids=["mute", "http"])
def test_something_else_than_a_scheduler(
    says: bytes, source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_workers, "ANSWERS_WITHIN", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    taken.append(server.accept()[0])
                    taken[-1].sendall(says)

        taken: list[socket.socket] = []
        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        started = monotonic()
        with pytest.raises(ClusterError) as error:
            map_parts(["solve"], source, target, cluster=address)
        assert monotonic() - started < 6
        server.shutdown(socket.SHUT_RDWR)
    for one in taken:
        one.close()
    assert taken
    assert str(error.value).startswith(f"expected a Dask scheduler at {address}, found none: ")
    assert "\n" not in str(error.value)
    assert not target.exists()
