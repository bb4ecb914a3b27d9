"""The native block of rows with what no right array has, and files whose rows are large."""

from array import array
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from squaredance import SquaredanceError, _core, columns
from squaredance.columns import files
from squaredance.columns.threads import Ahead, Behind
from squaredance.kinds import digits9
from tests.puzzles import UNIQUE4, UNIQUE9


def block(offsets: list[int], text: bytes = UNIQUE9.encode() * 2, rows: int = 2) -> _core.RowBlock:
    out = bytearray(len(text))
    return _core.RowBlock(digits9().shape, text, out, array("i", offsets), 4, None, 0, rows, 0)


@pytest.mark.parametrize(
    "offsets",
    [[-81, 0, 81], [81, 0, 81], [162, 243, 324], [1 << 30, (1 << 30) + 81, 0], [82, 163, 244]],
)
def test_offsets_outside_of_the_text_are_odd_rows(offsets: list[int]) -> None:
    made = block(offsets)
    assert made.take_rows(0, 10) == 0
    made.pass_row(0)
    made.prepare(1)
    made.finish()


def test_an_offset_that_goes_wrong_later_ends_the_run() -> None:
    assert block([0, 81, 1 << 20]).take_rows(0, 10) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (array("i", [0, 81]), 4, None, 0, 2, 0),
        (array("i", [0, 81, 162]), 3, None, 0, 2, 0),
        (array("i", [0, 81, 162]), 4, b"", 0, 2, 0),
    ],
)
def test_buffers_that_are_too_small_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.RowBlock(digits9().shape, UNIQUE9.encode() * 2, bytearray(162), *arguments)  # type: ignore[arg-type]


def test_counts_need_room() -> None:
    made = block([0, 81, 162])
    assert made.take_rows(0, 10) == 2
    made.prepare(1)
    assert made.solve_now(1 << 20)
    made.finish()
    with pytest.raises(ValueError, match="expected room"):
        made.put_counts(bytearray(8), 1)
    counts = bytearray(12)
    made.put_counts(counts, 1)
    assert array("I", bytes(counts)).tolist() == [0, 1, 1]


def test_large_rows_come_in_small_batches(tmp_path: Path) -> None:
    table = pa.table({"puzzle": ["." * 4096] * 20_000})
    pq.write_table(table, tmp_path / "a.parquet", use_dictionary=False)
    file = files.ColumnFile("a", "parquet", str(tmp_path / "a.parquet"))
    sizes = [batch.num_rows for batch in file.batches()]
    file.close()
    assert sum(sizes) == 20_000
    assert max(sizes) * 4096 <= 1 << 25


def test_small_row_groups_are_read_together(tmp_path: Path) -> None:
    table = pa.table({"puzzle": [UNIQUE9] * 1000})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=10)
    file = files.ColumnFile("a", "parquet", str(tmp_path / "a.parquet"))
    assert [batch.num_rows for batch in file.batches()] == [1000]
    file.close()


def test_an_error_of_the_reading_thread_comes_after_what_it_read() -> None:
    def items() -> object:
        yield 1
        raise ValueError("bad")

    with Ahead(items()) as ahead:  # type: ignore[arg-type]
        given = (item for item in ahead.items() if item is not None)
        assert next(given) == 1
        with pytest.raises(ValueError, match="bad"):
            next(given)
    with Ahead(iter(range(100))) as ahead:
        assert [item for item in ahead.items() if item is not None] == list(range(100))
    with Ahead(iter(range(10**9))) as endless:
        assert next(item for item in endless.items() if item is not None) == 0


def test_an_error_of_the_writing_thread_is_raised() -> None:
    def write(item: int) -> None:
        if item == 3:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"), Behind(write) as behind:
        list(map(behind.put, range(100)))
    with pytest.raises(OSError, match="No space"), Behind(write) as behind:
        behind.put(3)


@pytest.mark.parametrize("first", ["-", "0", "1", "????", "1...", "abc"])
def test_a_first_row_that_is_cut_spoils_no_other(first: str) -> None:
    """As the first puzzle it would tell the size of all; but the next one has more symbols."""
    table = pa.table({"puzzle": [None, first, UNIQUE9, None, UNIQUE9]})
    answered = columns.solve(table, keep_going=True)
    assert answered["status"].to_pylist() == [None, "bad", "found", None, "found"]
    with pytest.raises(SquaredanceError, match=r"^2:(4:)? expected "):
        columns.solve(table)
    checked = columns.check(table, column="puzzle", keep_going=True)
    assert checked["valid"].to_pylist() == [None, None, False, None, False]


def test_the_second_row_does_not_tell_the_size() -> None:
    table = pa.table({"puzzle": [UNIQUE4, UNIQUE9, UNIQUE4]})
    assert columns.solve(table, keep_going=True)["status"].to_pylist() == ["found", "bad", "found"]
