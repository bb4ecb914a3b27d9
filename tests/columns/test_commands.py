"""Parquet and Arrow in the command line: every command, both directions, faults."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from squaredance.cli.part import answer_part, answer_part_of_many
from squaredance.cluster.checksums import checksum
from squaredance.columns import files
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run
from tests.cluster.gates import until
from tests.many_inputs import KINDS9
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE4_SOLVED, UNIQUE9, UNIQUE9_SOLVED

ENDINGS = ["parquet", "arrow", "arrows"]
LINES = [*KINDS9, f"{UNIQUE9} with a comment"]


def read(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pq.read_table(path)
    with pa.OSFile(str(path)) as file:
        opened = pa.ipc.open_stream if path.suffix == ".arrows" else pa.ipc.open_file
        return opened(file).read_all()


def write(path: Path, table: pa.Table) -> Path:
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=3)
        return path
    new = pa.ipc.new_stream if path.suffix == ".arrows" else pa.ipc.new_file
    with pa.OSFile(str(path), "wb") as file, new(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)
    return path


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "words",
    [["solve"], ["solve", "--unique"], ["solve", "--json"], ["solve", "--to", "grid"],
     ["solve", "--all", "--limit", "2"], ["canon"], ["canon", "--distinct"], ["check"],
     ["rate", "--csv"], ["count"], ["convert", "--to", "grid"]],
    ids=" ".join,
)  # fmt: skip
def test_columns_in_are_as_lines_in(
    run: Run, tmp_path: Path, words: list[str], ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text out is byte for byte what the same lines give (but for times and names of files)."""
    rows = [line for line in LINES if "count" not in words or line.count(".") < 70]
    lines = tmp_path / "in.txt"
    lines.write_text("".join(f"{line}\n" for line in rows))
    table = pa.table({"n": list(range(len(rows))), "puzzle": rows})
    source = write(tmp_path / f"in.{ending}", table)
    wanted, found = run(*words, lines), run(*words, source)
    if "--json" in words:
        for text in wanted, found:
            assert len(text.out.splitlines()) == len(LINES)
        return
    assert found.out == wanted.out.replace(str(lines), str(source))
    assert (found.code, found.err) == (wanted.code, wanted.err)


@pytest.mark.parametrize("ending", ENDINGS)
def test_columns_out(run: Run, tmp_path: Path, ending: str) -> None:
    table = pa.table({"n": [7, 8, 9, 10], "puzzle": [UNIQUE4, DOUBLE4, NONE4, None]})
    source = write(tmp_path / f"in.{ending}", table)
    target = tmp_path / f"out.{ending}"
    assert run("solve", "--unique", source, "-o", target) == (4, "", "")
    found = read(target)
    assert found.column_names == ["n", "puzzle", "solution", "status", "count"]
    assert found["n"].to_pylist() == [7, 8, 9, 10]
    assert found["solution"].to_pylist()[::2] == [UNIQUE4_SOLVED, None]
    assert found["status"].to_pylist() == ["unique", "multiple", "none", None]
    assert found["count"].to_pylist() == [1, 2, 0, None]
    steps = json.loads(found.schema.metadata[b"squaredance"])
    assert [step["command"] for step in steps] == ["solve"]
    assert steps[0]["options"] == {"unique": True}


@pytest.mark.parametrize("ending", ENDINGS)
def test_text_in_columns_out(run: Run, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"out.{ending}"
    text = f"# head\n{UNIQUE4} easy\n\n{NONE4}\r\n"
    assert run("solve", "-o", target, stdin=text).code == 1
    found = read(target)
    assert found["puzzle"].to_pylist() == [UNIQUE4, NONE4]
    assert found["comment"].to_pylist() == ["easy", None]
    assert found["status"].to_pylist() == ["found", "none"]
    assert run("solve", target).out.splitlines()[0] == UNIQUE4_SOLVED


def test_other_formats_in_columns_out(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    grid = "1.|..\n..|.2\n--+--\n.3|..\n..|4.\n"
    assert run("solve", "-o", target, stdin=grid).code == 0
    assert pq.read_table(target)["solution"].to_pylist() == [UNIQUE4_SOLVED]


def test_box_shapes_of_a_text_are_kept(run: Run, tmp_path: Path) -> None:
    """3x2 boxes are seen in the rules of a grid only: a column of strings alone would lose them."""
    empty, rule = ". . | . . | . .\n", "----+-----+----\n"
    grid = "1 2 | . . | . .\n" + empty * 2 + rule + empty * 3
    ran = run("solve", "--to", "line", stdin=grid)
    assert run("solve", "-o", tmp_path / "out.parquet", stdin=grid).code == 0
    assert pq.read_table(tmp_path / "out.parquet")["solution"].to_pylist() == [ran.out.strip()]


def test_candidate_puzzles_fit_in_no_column(run: Run, tmp_path: Path) -> None:
    text = run("solve", "--candidates", stdin=DOUBLE4).out
    ran = run("solve", "-o", tmp_path / "out.parquet", stdin=text)
    assert ran.code == 3
    assert "expected clues only for columns, found a candidate puzzle" in ran.err


def test_a_chain_of_commands_over_pipes(tmp_path: Path) -> None:
    source = write(tmp_path / "in.arrows", pa.table({"puzzle": [UNIQUE9] * 10}))
    command = " ".join(COMMAND)
    script = (
        f"cat {source} | {command} solve --to arrow | {command} rate --to arrow "
        f"| {command} canon --to arrow | {command} check --to arrow > {tmp_path}/out.arrows"
    )
    subprocess.run(["sh", "-c", script], check=True, env=ENVIRONMENT, timeout=60)
    found = read(tmp_path / "out.arrows")
    assert found["valid"].to_pylist() == [True] * 10
    assert set(found["solution"].to_pylist()) == {UNIQUE9_SOLVED}
    steps = json.loads(found.schema.metadata[b"squaredance"])
    assert [step["command"] for step in steps] == ["solve", "rate", "canon", "check"]


def test_a_batch_of_a_stream_is_answered_before_the_next_one_comes() -> None:
    schema = pa.schema([("puzzle", pa.string())])
    with subprocess.Popen(
        [*COMMAND, "solve", "--to", "arrow"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        writer = pa.ipc.new_stream(child.stdin, schema)
        reader = None
        for _ in range(3):
            writer.write_batch(pa.record_batch([[UNIQUE9]], schema=schema))
            child.stdin.flush()
            reader = reader or pa.ipc.open_stream(child.stdout)
            assert reader.read_next_batch()["solution"].to_pylist() == [UNIQUE9_SOLVED]
        writer.close()
        child.stdin.close()
        assert child.wait(timeout=60) == 0


@pytest.mark.parametrize("command", ["solve", "rate", "canon", "check"])
def test_bad_rows(run: Run, tmp_path: Path, command: str) -> None:
    table = pa.table({"puzzle": [UNIQUE4_SOLVED, "1..", None, UNIQUE4_SOLVED, "?" * 17]})
    source, target = write(tmp_path / "in.parquet", table), tmp_path / "out.parquet"
    stopped = run(command, source, "-o", target)
    assert (stopped.code, stopped.out) == (3, "")
    assert stopped.err == f"squaredance: {source}:2:4: expected 16 symbols, found 3\n"
    assert os.listdir(tmp_path) == ["in.parquet"]
    going = run(command, source, "-o", target, "--keep-going")
    assert going.code == 3
    assert [line.split(": ")[1] for line in going.err.splitlines()] == [
        f"{source}:2:4", f"{source}:5:17",
    ]  # fmt: skip
    found = pq.read_table(target)
    assert len(found) == 5
    name = {"rate": "se121_status", "canon": "form_status", "check": "valid"}.get(command, "status")
    bad = None if command == "check" else "bad"
    answers = found[name].to_pylist()
    assert (answers[1], answers[2], answers[4]) == (bad, None, bad)
    assert answers[0] == answers[3]
    for answer in answer_part, answer_part_of_many:
        part = answer([command, "--keep-going"], str(source), str(tmp_path / "part.parquet"))
        assert (part.code, part.rows, part.bad) == (3, 5, 2)
        assert (tmp_path / "part.parquet").read_bytes() == target.read_bytes()


@pytest.mark.parametrize("command", [["solve"], ["solve", "--unique"], ["canon"]], ids=" ".join)
@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_one_thread_alone_writes_the_same(
    command: list[str], ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where every core has a part of its own, nothing is read or written in other threads."""
    rows = [UNIQUE9, None, UNIQUE9[::-1], UNIQUE9 + " # odd"] + 5_000 * [UNIQUE9]
    table = pa.table({"id": range(len(rows)), "puzzle": rows})
    names = [str(tmp_path / f"in.{ending}"), str(tmp_path / f"out.{ending}")]
    if ending == "parquet":  # from the second group on, puzzles are taken as they lie
        with pq.ParquetWriter(
            names[0], table.schema, compression="none", use_dictionary=False
        ) as file:
            file.write_table(table[:4])
            file.write_table(table[4:])
    else:
        write(Path(names[0]), table)
    words = [*command, "--threads", "1"]
    beside = answer_part(words, *names)
    wanted = Path(names[1]).read_bytes()
    for name in "Ahead", "Behind":
        monkeypatch.delattr(f"squaredance.cli.columns.{name}")
    alone = answer_part_of_many(words, *names)
    assert alone._replace(checksum=None) == beside
    assert alone.checksum in (None, checksum(names[1]))
    assert (alone.checksum is None) == (ending == "arrow")  # which pyarrow writes
    assert Path(names[1]).read_bytes() == wanted


def test_bad_lines_are_rows_too(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    ran = run("solve", "--keep-going", "-o", target, stdin=f"{UNIQUE4}\nbad\n{UNIQUE4}\n")
    assert (ran.code, ran.err) == (3, "squaredance: stdin:2:4: expected 16 symbols, found 3\n")
    found = pq.read_table(target)
    assert found["puzzle"].to_pylist() == [UNIQUE4, None, UNIQUE4]
    assert found["status"].to_pylist() == ["found", "bad", "found"]


@pytest.mark.parametrize("output", [[], ["-o", "out.parquet"]], ids=["text", "columns"])
@pytest.mark.parametrize("case", ["cut", "head", "middle", "no parquet", "empty", "no file"])
def test_files_that_are_not_whole(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str, output: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = write(tmp_path / "in.parquet", pa.table({"puzzle": [UNIQUE9] * 1000}))
    data = source.read_bytes()
    damaged = {
        "cut": data[:-10],
        "head": data[:4],
        "middle": data[: len(data) // 2],
        "no parquet": b"this is text\n",
        "empty": b"",
    }
    source.unlink() if case == "no file" else source.write_bytes(damaged[case])
    ran = run("solve", "in.parquet", *output)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("squaredance: in.parquet: expected ")
    assert ran.err.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ([] if case == "no file" else ["in.parquet"])


def test_an_arrow_file_that_was_cut(run: Run, tmp_path: Path) -> None:
    for ending in ("arrow", "arrows"):
        source = write(tmp_path / f"in.{ending}", pa.table({"puzzle": [UNIQUE9] * 1000}))
        source.write_bytes(source.read_bytes()[:5000])
        ran = run("solve", source, "-o", tmp_path / "out.parquet")
        assert ran.code == 3
        assert ran.err.startswith(f"squaredance: {source}: expected ")
        assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        (
            pa.table({"a": [1]}),
            [],
            "expected a column puzzle, or one column of strings, found none",
        ),
        (pa.table({"a": [1]}), ["--column", "b"], "expected a column 'b', found a"),
        (
            pa.table({"a": [1]}),
            ["--column", "a"],
            "expected strings in the column 'a', found int64",
        ),
        (pa.table({"puzzle": [UNIQUE4], "count": [1]}), [], "expected no column 'count'"),
    ],
)
def test_columns_that_do_not_fit(
    run: Run, tmp_path: Path, table: pa.Table, words: list[str], message: str
) -> None:
    source = write(tmp_path / "in.parquet", table)
    ran = run("solve", source, *words, "-o", tmp_path / "out.parquet")
    assert ran.code == 3
    assert ran.err.startswith(f"squaredance: {source}: {message}")
    assert os.listdir(tmp_path) == ["in.parquet"]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("command", ["solve", "rate", "canon", "check"])
def test_no_rows_at_all(run: Run, tmp_path: Path, command: str, ending: str) -> None:
    empty = pa.table({"puzzle": pa.array([], pa.string())})
    source, target = write(tmp_path / f"in.{ending}", empty), tmp_path / f"out.{ending}"
    assert run(command, source, "-o", target) == (0, "", "")
    found = read(target)
    assert (found.num_rows, found.column_names[0]) == (0, "puzzle")
    assert len(found.column_names) > 1


def test_only_nulls(run: Run, tmp_path: Path) -> None:
    source = write(tmp_path / "in.parquet", pa.table({"puzzle": pa.array([None] * 5, pa.string())}))
    assert run("solve", source, "-o", tmp_path / "out.parquet").code == 0
    assert pq.read_table(tmp_path / "out.parquet")["status"].to_pylist() == [None] * 5


def test_several_inputs_are_one_output(run: Run, tmp_path: Path) -> None:
    first = write(tmp_path / "a.parquet", pa.table({"puzzle": [UNIQUE4]}))
    second = write(tmp_path / "b.arrow", pa.table({"puzzle": [NONE4]}))
    other = write(tmp_path / "c.parquet", pa.table({"puzzle": [NONE4], "n": [1]}))
    target = tmp_path / "out.parquet"
    assert run("solve", first, second, "-o", target).code == 1
    assert pq.read_table(target)["status"].to_pylist() == ["found", "none"]
    ran = run("solve", first, other, "-o", target)
    assert (ran.code, ran.err) == (
        3,
        f"squaredance: {other}: expected the columns of {first}, found others\n",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "--all"], "--all does not go with an output of columns"),
        (["rate", "--csv"], "--csv does not go with"),
        (["check", "--json"], "--json does not go with"),
        (["solve", "--to", "grid"], "expected --to parquet for out.parquet, found grid"),
    ],
)
def test_options_that_do_not_go_with_columns(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*words, "-o", "out.parquet", stdin=UNIQUE4)
    assert ran.code == 2
    assert message in ran.err
    assert os.listdir(tmp_path) == []


def test_searches_with_limits_give_the_same_columns(run: Run, tmp_path: Path) -> None:
    table = pa.table({"puzzle": [UNIQUE9, None, "." * 81]})
    source = write(tmp_path / "in.parquet", table)
    plain, limited = tmp_path / "a.parquet", tmp_path / "b.parquet"
    run("solve", "--unique", source, "-o", plain)
    assert run("solve", "--unique", "--engine", "search", source, "-o", limited).code == 4
    a, b = pq.read_table(plain), pq.read_table(limited)
    assert a.drop_columns(["solution"]).equals(b.drop_columns(["solution"]))
    assert a["solution"][0].equals(b["solution"][0])
    ran = run("solve", "--max-nodes", "0", "--engine", "search", source, "-o", limited)
    assert ran.code == 124
    assert pq.read_table(limited)["status"].to_pylist()[2] == "unknown"
    assert run("canon", "--timeout", "10", source, "-o", limited).code == 0
    run("canon", source, "-o", plain)
    assert pq.read_table(limited).drop_columns([]).equals(pq.read_table(plain))


@pytest.mark.parametrize("compression", ["none", "snappy", "lz4", "zstd", "gzip"])
def test_compression(run: Run, tmp_path: Path, compression: str) -> None:
    target = tmp_path / "out.parquet"
    run("solve", "--compression", compression, "-o", target, stdin=f"{UNIQUE9}\n" * 100)
    group = pq.ParquetFile(target).metadata.row_group(0)
    found = {group.column(number).compression for number in range(group.num_columns)}
    assert found == {"UNCOMPRESSED" if compression == "none" else compression.upper()}
    ran = run("solve", "--compression", compression, "-o", tmp_path / "a.arrow", stdin=UNIQUE9)
    assert ran.code == (2 if compression in ("snappy", "gzip") else 0)


def test_the_bytes_do_not_depend_on_threads_or_on_how_the_text_came(
    run: Run, spawn: Run, tmp_path: Path
) -> None:
    text = f"{UNIQUE9}\n" * (files.GROUP + 10)
    (tmp_path / "in.txt").write_text(text)
    run("solve", "--threads", "1", tmp_path / "in.txt", "-o", tmp_path / "a.parquet")
    run("solve", "--threads", "3", "-o", tmp_path / "b.parquet", stdin=text)
    spawn("solve", "-o", tmp_path / "c.parquet", stdin=text)
    first = (tmp_path / "a.parquet").read_bytes()
    assert first == (tmp_path / "b.parquet").read_bytes() == (tmp_path / "c.parquet").read_bytes()
    metadata = pq.ParquetFile(tmp_path / "a.parquet").metadata
    groups = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert groups == [files.GROUP, 10]


def test_plain_lines_with_a_few_odd_ones(run: Run, tmp_path: Path) -> None:
    text = f"{UNIQUE9}\n" * 100 + f"# c\n{UNIQUE9} odd\n" + f"{UNIQUE9}\n" * 100
    run("solve", "-o", tmp_path / "a.parquet", stdin=text)
    found = pq.read_table(tmp_path / "a.parquet")
    assert set(found["solution"].to_pylist()) == {UNIQUE9_SOLVED}
    assert [c for c in found["comment"].to_pylist() if c] == ["odd"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk(run: Run) -> None:
    ran = run("solve", "--to", "parquet", "-o", "/dev/full", stdin=f"{UNIQUE9}\n" * 1000)
    assert ran.code == 3
    assert "No space left on device" in ran.err
    assert ran.err.startswith("squaredance: /dev/full: ")


def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    """In the middle of a stream: some of it is answered already, in a file of another name."""
    schema = pa.schema([("puzzle", pa.string())])
    words = [*COMMAND, "solve", "-o", str(tmp_path / "out.arrow")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, env=ENVIRONMENT) as child:
        assert child.stdin is not None
        writer = pa.ipc.new_stream(child.stdin, schema)
        writer.write_batch(pa.record_batch([[UNIQUE9] * 1000], schema=schema))
        child.stdin.flush()
        # The answers to the batch are written.
        until(lambda: [path for path in tmp_path.iterdir() if path.stat().st_size > 2 * 81 * 1000])
        assert os.listdir(tmp_path) != ["out.arrow"]
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=20) == 130
        child.stdin.close()
    assert os.listdir(tmp_path) == []


def test_a_plain_solve_imports_no_pyarrow(spawn: Run) -> None:
    script = (
        "import sys; sys.argv = ['squaredance', 'solve']\n"
        "from squaredance.cli.main import main; main()\n"
        "assert not {'pyarrow', 'numpy', 'squaredance.columns'} & set(sys.modules)"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", script], input=UNIQUE9.encode(), capture_output=True, env=ENVIRONMENT
    )
    assert (done.returncode, done.stderr) == (0, b"")


ROWS = st.lists(
    st.one_of(st.none(), st.sampled_from([UNIQUE4, NONE4, DOUBLE4, f"{UNIQUE4} x", "bad", ""])),
    min_size=1, max_size=20,
)  # fmt: skip


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rows=ROWS, ending=st.sampled_from(ENDINGS), other=st.sampled_from(ENDINGS))
def test_round_trips(rows: list[str | None], ending: str, other: str, tmp_path: Path) -> None:
    """The columns of one file in any format are those of any other, and text is as from lines."""
    rows = [UNIQUE4, *rows]
    table = pa.table({"puzzle": pa.array(rows, pa.string()), "n": list(range(len(rows)))})
    words = ["solve", "--keep-going"]

    def answered(ending: str, other: str) -> tuple[Any, tuple[str, ...]]:
        source, target = write(tmp_path / f"in.{ending}", table), tmp_path / f"out.{other}"
        part = answer_part(words, str(source), str(target))
        assert part.rows == len(rows)
        return read(target), tuple(line.partition(":")[2] for line in part.complaints)

    first, complaints = answered(ending, other)
    second, others = answered("parquet", "parquet")
    assert first.equals(second)
    assert complaints == others
    assert first.select(["puzzle", "n"]).equals(table)
    (tmp_path / "in.txt").write_text("".join(f"{row or ''}\n" for row in rows))
    by_lines = answer_part(words, str(tmp_path / "in.txt"), str(tmp_path / "lines.txt"))
    by_rows = answer_part(words, str(tmp_path / f"in.{ending}"), str(tmp_path / "rows.txt"))
    assert (tmp_path / "lines.txt").read_bytes() == (tmp_path / "rows.txt").read_bytes()
    assert by_lines.code == by_rows.code


def test_a_text_that_is_not_utf8_is_a_bad_row(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    good = UNIQUE9.encode()
    raw = pa.array([good, b"\xff" + good[1:], good], pa.binary())
    pq.write_table(pa.table({"puzzle": raw.view(pa.string())}), path)
    for words in (["solve"], ["rate"]):
        ran = run(*words, "--keep-going", path, "-o", tmp_path / "b.parquet")
        assert ran.code == 3
        assert "a.parquet:2:1: expected UTF-8 text" in ran.err
        assert pq.read_table(tmp_path / "b.parquet").num_rows == 3


def test_a_row_that_is_bad_twice_is_told_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": ["1.!", UNIQUE9], "solution": ["1.!", UNIQUE9]}), path)
    ran = run("check", "--keep-going", path, "-o", tmp_path / "b.parquet")
    assert ran.err.count("\n") == 1


def test_an_input_that_cannot_be_read_leaves_the_output(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "good.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE9] * 100}), good)
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(good.read_bytes()[:-9])
    before = good.read_bytes()
    ran = run("solve", "--keep-going", cut, "-o", good)
    assert ran.code == 3
    assert "cut.parquet" in ran.err
    assert good.read_bytes() == before


def test_the_puzzles_of_check_are_no_output(run: Run, tmp_path: Path) -> None:
    puzzles, grids = tmp_path / "puzzles.txt", tmp_path / "grids.txt"
    puzzles.write_text(f"{UNIQUE9}\n")
    grids.write_text(f"{UNIQUE9_SOLVED}\n")
    ran = run("check", "--puzzles", puzzles, grids, "-o", puzzles)
    assert (ran.code, puzzles.read_text()) == (2, f"{UNIQUE9}\n")
