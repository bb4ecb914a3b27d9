"""Statuses and counts as we write them into Parquet: what pyarrow, polars and duckdb read."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import _core
from squaredance.columns.coded_pages import is_coded
from squaredance.columns.question import STATUS_WORDS, status_type, words_array
from squaredance.columns.spliced import SplicedWriter

STATUS = pa.field("status", status_type())
COUNT = pa.field("count", pa.uint32())
OTHER = pa.field("other", pa.list_(pa.int64()))
NUMBERS = st.integers(0, 3) | st.integers(0, 2**32 - 1)


def rows_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Single ones, and runs of one value."""
    some = st.tuples(st.none() | values, st.integers(1, 40)).map(lambda run: [run[0]] * run[1])
    return st.lists(some, max_size=12).map(lambda runs: [row for run in runs for row in run])


BATCHES = st.lists(rows_of(st.tuples(st.sampled_from(STATUS_WORDS), NUMBERS)), max_size=3)


def written(fields: list[pa.Field], groups: list[list[list[Any]]]) -> bytes:
    sink = io.BytesIO()
    coded = [field.name for field in fields if is_coded(field)]
    writer = SplicedWriter(sink, pa.schema(fields), [], coded)
    for batches in groups:
        writer.write_group([arrays_of(fields, rows) for rows in batches])
    writer.close()
    return sink.getvalue()


def arrays_of(fields: list[pa.Field], rows: list[Any]) -> list[pa.Array]:
    """With a row before and one behind that are cut off: arrays may be parts of others."""
    padded = [("bad", 7), *rows, ("none", 8)]
    made: dict[str, pa.Array] = {
        "status": words_array([row and row[0] for row in padded]),
        "count": pa.array([row and row[1] for row in padded], pa.uint32()),
        "other": pa.array([[1, 2]] * len(padded), OTHER.type),
    }
    return [made[field.name].slice(1, len(rows)) for field in fields]


@given(
    groups=st.lists(BATCHES.filter(bool), max_size=3),
    fields=st.sampled_from([[STATUS], [COUNT, STATUS], [STATUS, OTHER, COUNT]]),
)
def test_pyarrow_reads_what_was_written(groups: list[Any], fields: list[pa.Field]) -> None:
    data = written(fields, groups)
    rows = [row for batches in groups for batch in batches for row in batch]
    file = pq.ParquetFile(io.BytesIO(data))
    found = file.read()
    found.validate(full=True)
    assert found.schema.equals(pa.schema(fields))
    assert found["status"].to_pylist() == [row and row[0] for row in rows]
    if COUNT in fields:
        counts = [row and row[1] for row in rows]
        assert found["count"].to_pylist() == counts
        check_statistics(file.metadata, groups, fields.index(COUNT))
    assert file.metadata.num_row_groups == len(groups)


def check_statistics(metadata: pq.FileMetaData, groups: list[Any], column: int) -> None:
    for number, batches in enumerate(groups):
        known = [row[1] for batch in batches for row in batch if row]
        rows = sum(map(len, batches))
        told = metadata.row_group(number).column(column).statistics
        assert told.null_count == rows - len(known)
        assert told.has_min_max is bool(known)
        if known:
            assert (told.min, told.max) == (min(known), max(known))


@pytest.mark.parametrize("distinct", [1, 2, 3, 255, 256, 257, 3000])
@pytest.mark.parametrize("null", [False, True])
def test_any_number_of_counts(tmp_path: Path, distinct: int, null: bool) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    rows = [("found", n % distinct * 7) for n in range(5000)]
    rows += [("unique", 5)] * 3000 + [None] * null
    path = tmp_path / "a.parquet"
    path.write_bytes(written([STATUS, COUNT], [[rows], [rows[:1]]]))
    wanted = [*rows, rows[0]]
    words, numbers = [row and row[0] for row in wanted], [row and row[1] for row in wanted]
    table = pq.read_table(path)
    assert table["status"].to_pylist() == words
    assert table["count"].to_pylist() == numbers
    frame = polars.read_parquet(path)
    assert frame["status"].to_list() == words
    assert frame["count"].to_list() == numbers
    assert duckdb.sql(f"select status, count from '{path}'").fetchall() == [
        row or (None, None) for row in wanted
    ]
    assert pq.read_table(path, filters=[("count", "=", 5)]).num_rows == numbers.count(5)
    assert path.stat().st_size < 5 * len(rows)


def test_codes_are_refused_that_are_none() -> None:
    with pytest.raises(ValueError, match="expected codes of the dictionary"):
        _core.coded_values(b"\0\3", 3, None, 0, 2)
    with pytest.raises(ValueError, match="expected at most 256 entries"):
        _core.coded_values(b"\0", 257, None, 0, 1)
    with pytest.raises(ValueError, match="expected a value for each row"):
        _core.coded_values(b"\0", 1, None, 1, 1)
    with pytest.raises(ValueError, match="expected a bit for each row"):
        _core.coded_values(b"\0" * 9, 1, b"\xff", 0, 9)
    with pytest.raises(ValueError, match="expected a value for each row"):
        _core.codes_of(b"\0" * 7, None, 0, 2)
    assert _core.coded_values(b"\1" * 100, 2, None, 0, 100) == b"\1\xc8\1\1"
    assert _core.codes_of(b"\5\0\0\0\7\0\0\0\5\0\0\0", None, 1, 2) == (
        b"\7\0\0\0\5\0\0\0",
        b"\0\1",
    )
