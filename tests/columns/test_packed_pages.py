"""Compressed pages and pages of codes, unpacked by us: as pyarrow does it, whatever is in them."""

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import _core
from squaredance.cli.part import answer_part
from squaredance.columns import files, thrift
from squaredance.columns.packed_pages import PackedChunk, _unpacked_zstd
from squaredance.columns.parquet_numbers import CODED, DATA_PAGE, DICTIONARY_PAGE, PLAIN, RLE
from tests.cli.conftest import ENVIRONMENT, Run
from tests.many_inputs import NONE9
from tests.puzzles import UNIQUE9, UNIQUE9_SOLVED, examples

SNAPPY, ZSTD = pa.Codec("snappy"), pa.Codec("zstd")


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows that come out of pages, each time some do."""
    rows: list[int] = []
    read = PackedChunk.read

    def noted(chunk: PackedChunk, start: int, some: int, room: memoryview) -> bool:
        is_read = read(chunk, start, some, room)
        rows.append(some if is_read else 0)
        return is_read

    monkeypatch.setattr(PackedChunk, "read", noted)
    return rows


TEXTS = st.binary(max_size=300) | st.lists(st.sampled_from([b"81", b"....", b"1"])).map(b"".join)


@given(text=TEXTS, more=st.integers(0, 3))
@examples(300)
def test_snappy_comes_back(text: bytes, more: int) -> None:
    text *= 10**more
    packed = SNAPPY.compress(text, asbytes=True)
    room = bytearray(len(text))
    assert _core.unpack_snappy(packed, room)
    assert room == text
    for size in {len(text) + 1, max(len(text) - 1, 0)} - {len(text)}:
        assert not _core.unpack_snappy(packed, bytearray(size))


@given(text=TEXTS.filter(bool), at=st.integers(0), value=st.integers(0, 255))
@examples(300)
def test_damaged_snappy_is_told_or_another_text(text: bytes, at: int, value: int) -> None:
    """As by pyarrow, or stricter."""
    packed = bytearray(SNAPPY.compress(text, asbytes=True))
    packed[at % len(packed)] = value
    room = bytearray(len(text))
    if _core.unpack_snappy(packed, room):
        assert room == SNAPPY.decompress(bytes(packed), len(text), asbytes=True)


@given(text=TEXTS.filter(bool), cut=st.integers(0))
def test_zstd_tells_its_size(text: bytes, cut: int) -> None:
    packed = ZSTD.compress(text, asbytes=True)
    values = _unpacked_zstd(packed, len(text))
    assert values is not None
    assert values == text
    for size in (len(text) - 1, len(text) + 1):
        assert _unpacked_zstd(packed, size) is None
    assert _unpacked_zstd(packed[: cut % len(packed)], len(text)) is None


@pytest.mark.parametrize(
    ("codes", "rows", "wanted"),
    [
        ([1, 3 << 1, 1], 3, b"bbb"),
        ([1, 1 << 1 | 1, 0b01101001], 8, b"baababba"),
        ([1, 1 << 1 | 1, 0b01101001], 5, b"baaba"),
        ([2, 1 << 1 | 1, 0b11100100, 0b00011011, 2 << 1, 3], 10, b"abcddcbadd"),
        ([0, 4 << 1], 4, b"aaaa"),
        ([9, 2 << 1, 1, 0], 2, b"bb"),
        ([1, 3 << 1, 1], 4, None),  # too few
        ([1, 3 << 1], 3, None),
        ([2, 1 << 1 | 1, 0b11100100], 8, None),
        ([3, 3 << 1, 4], 3, None),  # no such entry
        ([33, 3 << 1, 0, 0, 0, 0, 0], 3, None),
        ([1, 5 << 1, 1], 3, b"bbb"),  # too many, which DuckDB writes
        ([1, 2 << 1 | 1, 0b01101001, 0], 3, b"baa"),
        ([1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], 3, None),
        ([1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1], 3, None),  # of more bytes than there are,
        ([1, 0, 1] * 3, 3, None),
        ([], 3, None),
    ],
)
def test_codes(codes: list[int], rows: int, wanted: bytes | None) -> None:
    room = bytearray(rows)
    is_whole = _core.looked_up(b"abcd", 1, bytes(codes), rows, room)
    assert (bytes(room) if is_whole else None) == wanted


def test_codes_need_room() -> None:
    with pytest.raises(ValueError, match="expected room"):
        _core.looked_up(b"abcd", 2, b"", 3, bytearray(5))


WAYS: list[dict[str, Any]] = [
    {"compression": "snappy"},
    {"compression": "zstd", "use_dictionary": False, "data_page_size": 5000},
    {"compression": "none", "dictionary_pagesize_limit": 9000},
]


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_a_damaged_file_is_told_or_read_as_pyarrow_does(way: int, tmp_path: Path) -> None:
    """In a process of its own: pyarrow has ended those that asked it for what is damaged."""
    draw = Random(way)
    rows = [UNIQUE9.replace(".", draw.choice(".0")) for _ in range(200)]
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": rows}), source, **WAYS[way])
    data = source.read_bytes()
    names = []
    for number in range(80):
        place = draw.choice([draw.randrange(4, 60), draw.randrange(4, len(data) - 4)])
        damaged = data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :]
        names.append(str(tmp_path / f"{number}.parquet"))
        Path(names[-1]).write_bytes(damaged)
    script = (
        "import sys; from squaredance.columns import files; files._FEW = 1\n"
        "from squaredance.cli.part import answer_part\n"
        "if sys.argv[1] == 'through pyarrow': files.packed_chunk = lambda *a, **b: None\n"
        "for name in sys.argv[2:]:\n"
        "    answer_part(['solve', '--keep-going'], name, f'{name}.{sys.argv[1]}')\n"
    )
    for how in ("ours", "through pyarrow"):
        subprocess.run([sys.executable, "-c", script, how, *names], check=True, env=ENVIRONMENT)
    whole = [UNIQUE9_SOLVED] * len(rows)
    alike = 0
    for name in names:
        ours, theirs = (Path(f"{name}.{how}") for how in ("ours", "through pyarrow"))
        if not ours.exists():
            continue
        if theirs.exists() and ours.read_bytes() == theirs.read_bytes():
            alike += 1
            continue
        # What is damaged says nothing about the texts, or they are not those of the pages.
        assert pq.read_table(ours)["solution"].to_pylist() == whole, name
    assert alike > 10


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_large_groups_of_many_pages(way: int, tmp_path: Path, unpacked: list[int]) -> None:
    """Batches that begin and end within pages; some rows have no solution."""
    draw = Random(5)
    rows = [UNIQUE9.replace(".", draw.choice(".0-")) for _ in range(150_000)]
    rows[70_001] = NONE9
    table = pa.table({"n": range(len(rows)), "puzzle": rows})
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    options = {**WAYS[way], "data_page_size": 1 << 20, "dictionary_pagesize_limit": 1 << 20}
    pq.write_table(table, source, row_group_size=100_000, **options)
    assert answer_part(["solve"], str(source), str(target)).code == 1
    assert unpacked == [files.ROWS, 100_000 - files.ROWS, 50_000]
    found = pq.read_table(target)
    assert found.select(["n", "puzzle"]).equals(table)
    wanted = [UNIQUE9_SOLVED] * len(rows)
    wanted[70_001] = None  # type: ignore[call-overload]
    assert found["solution"].to_pylist() == wanted


def test_other_writers(tmp_path: Path, unpacked: list[int]) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    table = pa.table({"puzzle": [UNIQUE9, NONE9, UNIQUE9.replace(".", "0")] * 3000})
    polars.from_arrow(table).write_parquet(tmp_path / "polars.parquet")
    duckdb.from_arrow(table).write_parquet(f"{tmp_path}/duckdb.parquet")
    for name in ("polars", "duckdb"):
        target = tmp_path / f"{name}.out.parquet"
        answer_part(["solve"], str(tmp_path / f"{name}.parquet"), str(target))
        found = pq.read_table(target)
        assert found["puzzle"].to_pylist() == table["puzzle"].to_pylist()
        assert found["solution"].to_pylist() == [UNIQUE9_SOLVED, None, UNIQUE9_SOLVED] * 3000
    assert sum(unpacked) == 2 * len(table)


def page(kind: int, body: bytes, about: dict[int, Any]) -> bytes:
    size, field = (thrift.I32, len(body)), 7 if kind == DICTIONARY_PAGE else 5
    head = {1: (thrift.I32, kind), 2: size, 3: size, field: (thrift.STRUCT, about)}
    return thrift.packed(head) + body


def test_a_second_dictionary_is_told(tmp_path: Path, run: Run) -> None:
    """No writer makes such a chunk, and there is no saying which codes are whose."""

    def numbers(*found: int) -> dict[int, Any]:
        return {field: (thrift.I32, number) for field, number in enumerate(found, 1)}

    def texts(text: str) -> bytes:
        body = len(text).to_bytes(4, "little") + text.encode()
        return page(DICTIONARY_PAGE, body, numbers(1, PLAIN))

    codes = page(
        DATA_PAGE, b"\x01" + thrift.varint(5000 << 1) + b"\0", numbers(5000, CODED, RLE, RLE)
    )
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    schema = pa.schema([pa.field("puzzle", pa.string(), nullable=False)])
    table = pa.table({"puzzle": [UNIQUE9] * 10_000}, schema)
    pq.write_table(table, source, compression="none", store_schema=False)
    data = source.read_bytes()
    size = int.from_bytes(data[-8:-4], "little")
    footer = thrift.Reader(data[-8 - size : -8]).struct()
    chunk = footer[4][1][1][0][1][1][1][0]
    first = texts(UNIQUE9)
    pages = first + codes + texts(UNIQUE9_SOLVED) + codes
    about = chunk[3][1]
    chunk.pop(4, None), chunk.pop(5, None), chunk.pop(6, None), chunk.pop(7, None)
    for field in (6, 7):
        about[field] = thrift.I64, len(pages)
    about[9], about[11] = (thrift.I64, 4 + len(first)), (thrift.I64, 4)
    told = thrift.packed(footer)
    source.write_bytes(b"PAR1" + pages + told + len(told).to_bytes(4, "little") + b"PAR1")
    ran = run("solve", source, "-o", target)
    assert (ran.code, ran.err.count("\n"), target.exists()) == (3, 1, False)
    assert "more than one dictionary" in ran.err
