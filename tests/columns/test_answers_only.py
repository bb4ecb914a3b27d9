"""--answers-only: columns of answers without those of the input."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import Run
from tests.columns.test_commands import ENDINGS, read
from tests.puzzles import UNIQUE9, UNIQUE9_SOLVED

CLASH9 = "11" + "." * 79


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("command", ["solve", "rate", "canon", "check"])
def test_answers_only(run: Run, tmp_path: Path, command: str, ending: str) -> None:
    """The same answers in the same order, without the columns of the input."""
    rows = 5000  # enough for puzzles that are solved in place
    puzzles = [UNIQUE9_SOLVED if command == "check" else UNIQUE9] * rows
    puzzles[7] = CLASH9
    table = pa.table({"id": range(rows), "puzzle": puzzles, "other": ["x"] * rows})
    for number, options in enumerate(({"compression": "none", "use_dictionary": False}, {})):
        source = tmp_path / f"{number}.parquet"
        pq.write_table(table, source, **options)
        all_of_it, answers = tmp_path / f"all.{ending}", tmp_path / f"answers.{ending}"
        code = run(command, source, "-o", all_of_it).code
        assert run(command, source, "--answers-only", "-o", answers).code == code
        wanted = read(all_of_it)
        assert read(answers).equals(wanted.drop_columns(table.column_names))
        assert read(answers).num_rows == rows


def test_answers_only_take_any_name(run: Run, tmp_path: Path) -> None:
    """No column is in their way, and those of a text are left out, too."""
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE9], "solution": ["-"]}), source)
    assert run("solve", source, "-o", target).code == 3
    assert run("solve", source, "--answers-only", "-o", target).code == 0
    assert read(target).to_pydict()["solution"] == [UNIQUE9_SOLVED]
    assert run("solve", "--answers-only", "-o", target, stdin=f"{UNIQUE9}\n").code == 0
    assert read(target).column_names == ["solution", "status", "count"]


def test_answers_only_are_columns(run: Run, tmp_path: Path) -> None:
    for more in ([], ["-o", tmp_path / "a.txt"]):
        ran = run("solve", "--answers-only", *more, stdin=UNIQUE9)
        message = "squaredance: expected an output of columns for --answers-only, found text\n"
        assert (ran.code, ran.out, ran.err) == (2, "", message)


@pytest.mark.parametrize("cluster", [None, "local:1"])
def test_answers_only_to_a_data_set(run: Run, tmp_path: Path, cluster: str | None) -> None:
    parts = tmp_path / "parts"
    parts.mkdir()
    for name in ("a", "b"):
        (parts / f"{name}.txt").write_text(f"{UNIQUE9}\n" * 5)
    where = [] if cluster is None else ["--cluster", cluster]
    words = ["solve", parts, "-o", tmp_path / "out", "--to", "parquet", *where]
    assert run(*words, "--answers-only").code == 0
    for name in ("a", "b"):
        table = read(tmp_path / "out" / f"{name}.parquet")
        assert table.column_names == ["solution", "status", "count"]
        assert table["solution"].to_pylist() == [UNIQUE9_SOLVED] * 5
    ran = run(*words)  # made with other options
    assert (ran.code, "--answers-only" in ran.err) == (2, True)


def test_no_room_is_kept_for_what_is_not_there(tmp_path: Path, run: Run) -> None:
    """Room is reserved for what is written, not for nulls."""
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table({"puzzle": [CLASH9] * 100_000})
    pq.write_table(table, source, compression="none", use_dictionary=False)
    assert run("solve", source, "--answers-only", "-o", target).code == 1
    assert target.stat().st_blocks * 512 <= target.stat().st_size + (1 << 16)


def test_what_pandas_said_of_other_columns_is_left_out(tmp_path: Path, run: Run) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table({"puzzle": [UNIQUE9]}).replace_schema_metadata({"pandas": "{}", "k": "v"})
    pq.write_table(table, source)
    run("solve", source, "-o", target)
    assert set(pq.read_schema(target).metadata) == {b"pandas", b"k", b"squaredance"}
    run("solve", source, "--answers-only", "-o", target)
    assert set(pq.read_schema(target).metadata) == {b"k", b"squaredance"}
