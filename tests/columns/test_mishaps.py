"""Files that change or lie where they should not: one line, and nothing is lost."""

import os
import subprocess
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import COMMAND, ENVIRONMENT, Run
from tests.puzzles import UNIQUE4, UNIQUE4_SOLVED, UNIQUE9, UNIQUE9_SOLVED

ROWS = 400_000


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_file_that_is_cut_while_it_is_read(ending: str, tmp_path: Path) -> None:
    """The reader is held by a pipe that nobody empties, and cannot have come to the end."""
    source = tmp_path / f"in.{ending}"
    table = pa.table({"puzzle": [UNIQUE9] * ROWS})
    if ending == "parquet":
        pq.write_table(table, source, 20_000, use_dictionary=False, compression="none")
    else:
        with pa.ipc.new_file(source, table.schema) as writer:
            writer.write_table(table, 20_000)
    with subprocess.Popen(
        [*COMMAND, "solve", "--threads", "1", str(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        bufsize=0,  # what is read ahead here would be lost below
    ) as child:
        assert child.stdout is not None
        first = child.stdout.read(82)
        os.truncate(source, source.stat().st_size // 3 - 40)
        rest, told = child.communicate(timeout=60)
    lines = (first + rest).decode().splitlines()
    assert set(lines) == {UNIQUE9_SOLVED}
    assert 0 < len(lines) < ROWS
    assert child.returncode == 3
    assert told.decode().startswith(f"squaredance: {source}:")
    assert told.count(b"\n") == 1


def test_a_stream_that_asks_for_more_than_there_is(run: Run, tmp_path: Path) -> None:
    """As much memory as is told there is not to be had."""
    source = tmp_path / "in.arrows"
    table = pa.table({"puzzle": [UNIQUE9] * 3})
    with pa.ipc.new_stream(source, table.schema) as writer:
        writer.write_table(table)
    data = source.read_bytes()
    body = (16 + 248).to_bytes(8, "little")  # the bytes of offsets and texts
    assert data.count(body) == 1
    source.write_bytes(data.replace(body, (1 << 48).to_bytes(8, "little")))
    ran = run("solve", source)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert ran.err.startswith(f"squaredance: {source}: expected a whole file of columns, found: ")


@pytest.mark.parametrize("ending", ["parquet", "txt"])
@pytest.mark.parametrize("kind", ["same", "link", "hard link"])
def test_an_output_that_is_its_input(kind: str, ending: str, run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / f"in.{ending}", tmp_path / f"out.{ending}"
    if ending == "parquet":
        pq.write_table(pa.table({"puzzle": [UNIQUE4]}), source)
    else:
        source.write_text(f"{UNIQUE4}\n")
    before = source.read_bytes()
    if kind == "same":
        target = source
    elif kind == "link":
        target.symlink_to(source)
    else:
        target.hardlink_to(source)
    ran = run("solve", source, "-o", target)
    message = f"squaredance: expected an output that is no input, found '{target}' as both\n"
    assert (ran.code, ran.out, ran.err) == (2, "", message)
    assert source.read_bytes() == target.read_bytes() == before


@pytest.mark.parametrize("ending", ["parquet", "arrow", "txt"])
def test_an_output_in_a_directory_that_is_not_there(ending: str, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / f"out.{ending}"
    ran = run("solve", "-o", target, stdin=f"{UNIQUE4}\n")
    message = f"squaredance: {target}: No such file or directory\n"
    assert (ran.code, ran.out, ran.err) == (3, "", message)
    assert os.listdir(tmp_path) == []


def test_rows_that_pyarrow_leaves_out_are_an_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it does where the pages of a group are damaged in some ways, without a word."""
    pq.write_table(pa.table({"puzzle": [UNIQUE9, "odd"] * 50}), tmp_path / "in.parquet")
    monkeypatch.setattr(pq.ParquetFile, "iter_batches", lambda *a, **b: iter([]))
    ran = run("solve", "--keep-going", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert (ran.code, ran.err) == (
        3,
        f"squaredance: {tmp_path}/in.parquet: expected a whole file of columns, "
        "found 0 of 100 rows\n",
    )
    assert not (tmp_path / "out.parquet").exists()


def test_an_output_that_is_standard_input(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE4]}), source)
    before = source.read_bytes()
    for words in ([], ["-"]):
        with source.open("rb") as file:
            ran = subprocess.run(
                [*COMMAND, "solve", *words, "-o", source],
                stdin=file,
                capture_output=True,
                env=ENVIRONMENT,
                check=False,
            )
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert ran.stderr.decode() == (
            f"squaredance: expected an output that is no input, found '{source}' as both\n"
        )
        assert source.read_bytes() == before


def test_rows_with_line_ends_are_bad_rows_of_text_too(run: Run, tmp_path: Path) -> None:
    rows = [UNIQUE4, f"{UNIQUE4}\n", "1......2\n3....4.", None, UNIQUE4]
    raw = pa.array([*rows, b"\xff......2.3....4."], pa.binary())
    texts = pa.Array.from_buffers(pa.string(), len(raw), raw.buffers(), raw.null_count)
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": texts}), source)
    split = f"squaredance: {source}:3: expected a puzzle on one line, found a line end\n"
    ran = run("solve", source)
    assert (ran.code, ran.out, ran.err) == (3, f"{UNIQUE4_SOLVED}\n" * 2, split)
    ran = run("solve", "--keep-going", source)
    other = f"squaredance: {source}:6:1: expected UTF-8 text, found byte 0xff\n"
    assert (ran.code, ran.out, ran.err) == (3, f"{UNIQUE4_SOLVED}\n" * 3, split + other)
    ran = run("rate", "--keep-going", source)
    assert (ran.code, ran.out.count("se121"), ran.err) == (3, 1, split + other)


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_no_thread_to_be_had(
    ending: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    source = tmp_path / "in.txt"
    source.write_text(f"{UNIQUE9}\n")
    ran = run("solve", source, "--threads", "1", "-o", tmp_path / f"out.{ending}")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "squaredance: a new thread: Resource temporarily unavailable\n"
    assert os.listdir(tmp_path) == ["in.txt"]
