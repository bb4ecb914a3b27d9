"""Arrays from lists: the same as pyarrow's, and no command imports pandas for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance.columns.listed import listed
from tests.puzzles import UNIQUE9, UNIQUE9_SOLVED

VALUES = {
    pa.string(): st.text(st.characters(exclude_categories=["Cs"])),
    pa.large_string(): st.text(st.characters(exclude_categories=["Cs"])),
    pa.binary(): st.binary(),
    pa.int8(): st.integers(-128, 127),
    pa.uint32(): st.integers(0, 2**32 - 1),
    pa.float64(): st.floats(allow_nan=False),
    pa.bool_(): st.booleans(),
}


@pytest.mark.parametrize("kind", VALUES, ids=str)
@given(data=st.data())
def test_the_same_as_of_pyarrow(kind: pa.DataType, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.none() | VALUES[kind], max_size=40))
    made = listed(values, kind)
    made.validate(full=True)
    assert made.equals(pa.array(values, kind))


COMMANDS = [
    ["solve"], ["solve", "--engine", "dance"], ["rate"], ["canon"], ["canon", "--distinct"],
    ["check", "--column", "solved", "--prefix", "x_"],
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_does_without_pandas(tmp_path: Path, words: list[str]) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE9, None], "solved": [UNIQUE9_SOLVED, None]}), source)
    command = [
        sys.executable,
        "-X",
        "importtime",
        "-m",
        "squaredance",
        *words,
        source,
        "-o",
        target,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "pyarrow" in imported
    assert "pandas" not in imported
