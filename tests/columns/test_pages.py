"""Texts of Parquet that are read and written as they lie in pages: the same as through pyarrow."""

import io
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import _core
from squaredance.cli.part import answer_part
from squaredance.columns import files
from squaredance.columns.packed_pages import PackedChunk
from squaredance.columns.plain_pages import PlainChunk
from squaredance.columns.rooms import Rooms
from squaredance.columns.spliced import SPLICED, SplicedWriter
from squaredance.columns.thrift import BINARY, BOOL, I32, I64, LIST, STRUCT, Reader, packed
from tests.cli.conftest import ENVIRONMENT, Run
from tests.many_inputs import KINDS9
from tests.puzzles import UNIQUE4, UNIQUE9, UNIQUE9_SOLVED

PLAIN: dict[str, Any] = {"compression": "none", "use_dictionary": False}
KINDS = [pa.type_for_alias(name) for name in SPLICED]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups and batches of few rows."""
    monkeypatch.setattr(files, "_FEW", 1)
    monkeypatch.setattr(files, "ROWS", 7)


@pytest.fixture
def in_place(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows that are read as they lie, each time some are."""
    rows: list[int] = []

    def note(kind: type[PlainChunk] | type[PackedChunk]) -> None:
        read = kind.read

        def noted(chunk: Any, start: int, some: int, room: memoryview) -> bool:
            is_read = read(chunk, start, some, room)
            rows.append(some if is_read else 0)
            return is_read

        monkeypatch.setattr(kind, "read", noted)

    note(PlainChunk)
    note(PackedChunk)
    return rows


VALUES: st.SearchStrategy[tuple[int, Any]] = st.deferred(
    lambda: st.one_of(
        st.tuples(st.sampled_from([I32, I64]), st.integers(-(2**63), 2**63 - 1)),
        st.tuples(st.just(BINARY), st.binary(max_size=20)),
        st.tuples(st.just(BOOL), st.booleans()),
        st.tuples(st.just(LIST), st.tuples(st.just(I32), st.lists(st.integers(-9, 9)))),
        st.tuples(st.just(STRUCT), st.dictionaries(st.integers(1, 99), VALUES, max_size=3)),
    )
)


@given(fields=st.dictionaries(st.integers(1, 200), VALUES, max_size=5))
def test_thrift_comes_back(fields: dict[int, Any]) -> None:
    data = packed(fields)
    reader = Reader(data)
    assert reader.struct() == fields
    assert reader.at == len(data)
    for cut in range(len(data)):
        with pytest.raises(ValueError, match="expected"):
            Reader(data[:cut]).struct()


def test_thrift_of_pyarrow_comes_back() -> None:
    table = pa.table({"a": ["x", None], "b": [[1.5], [2, 3]], "c": [{"d": True}, None]})
    sink = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({"k": "v"}), sink, row_group_size=1)
    data = sink.getvalue()
    footer = data[-8 - int.from_bytes(data[-8:-4], "little") : -8]
    assert packed(Reader(footer).struct()) == footer


TEXTS = st.lists(st.none() | st.text("1.\u00e9", max_size=5), max_size=40)


@given(kind=st.sampled_from(KINDS), groups=st.lists(st.lists(TEXTS, min_size=1, max_size=3)))
def test_a_spliced_file_is_read_by_pyarrow(kind: pa.DataType, groups: list[Any]) -> None:
    """With columns before and behind the text that have several leaves, or a dictionary."""
    schema = pa.schema(
        [
            ("before", pa.struct([("x", pa.int64()), ("y", pa.list_(pa.string()))])),
            ("text", kind),
            ("behind", pa.dictionary(pa.int8(), pa.string())),
            ("other", kind),
        ],
        metadata={"k": "v"},
    )
    sink = io.BytesIO()
    writer = SplicedWriter(sink, schema, ["text", "other"], [], use_dictionary=["behind"])
    rows: dict[str, list[Any]] = {name: [] for name in schema.names}
    encoded = "string" not in str(kind)
    for group in groups:
        batches = []
        for texts in group:
            size = len(texts)
            if encoded:
                texts = [None if text is None else text.encode() for text in texts]
            values = {
                "before": [{"x": n, "y": ["a"] * (n % 3)} for n in range(size)],
                "text": texts,
                "behind": ["yes" if n % 2 else None for n in range(size)],
                "other": texts[::-1],
            }
            batches.append([pa.array(v, schema.field(name).type) for name, v in values.items()])
            for name, some in values.items():
                rows[name] += some
        writer.write_group(batches)
    writer.close()
    sink.seek(0)
    found = pq.read_table(sink, page_checksum_verification=True)
    assert found.schema.equals(schema)
    assert found.schema.metadata == {b"k": b"v"}
    assert found.to_pydict() == rows
    sink.seek(0)
    metadata = pq.ParquetFile(sink).metadata
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        chunks = [group.column(leaf) for leaf in range(group.num_columns)]
        assert group.total_byte_size == sum(chunk.total_uncompressed_size for chunk in chunks)


def test_other_programs_read_it(run: Run, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    rows = [*KINDS9, None] * 50
    table = pa.table({"puzzle": pa.array(rows)})
    pq.write_table(table, tmp_path / "in.parquet", **PLAIN)
    run("solve", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    wanted = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert polars.read_parquet(tmp_path / "out.parquet").to_dicts() == wanted
    found = duckdb.sql(f"select * from '{tmp_path / 'out.parquet'}'").fetchall()
    assert found == [tuple(row.values()) for row in wanted]


WAYS: dict[str, dict[str, Any]] = {
    "plain": PLAIN,
    "small pages": {**PLAIN, "data_page_size": 500, "write_batch_size": 5},
    "groups": {**PLAIN, "row_group_size": 10},
    "pages of version 2": {**PLAIN, "data_page_version": "2.0"},
    "delta": {**PLAIN, "column_encoding": {"puzzle": "DELTA_LENGTH_BYTE_ARRAY"}},
    "snappy": {"compression": "snappy", "use_dictionary": False},
    "small snappy": {"compression": "snappy", "data_page_size": 300, "write_batch_size": 3},
    "zstd": {"compression": "zstd", "use_dictionary": False},
    "gzip": {"compression": "gzip", "use_dictionary": False},
    "dictionary": {"compression": "none"},
    "dictionary, zstd": {"compression": "zstd", "row_group_size": 11},
    "dictionary that is full": {
        "compression": "snappy",
        "dictionary_pagesize_limit": 100,
        "write_batch_size": 2,
        "data_page_size": 200,
    },
    "defaults": {},
    "statistics": {**PLAIN, "write_statistics": True, "write_page_index": True},
    "checksums": {**PLAIN, "write_page_checksum": True},
}
NOT_IN_PLACE = {"pages of version 2", "delta", "gzip"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("nullable", [True, False])
def test_every_way_to_write_a_column_is_answered_alike(
    way: str, kind: pa.DataType, nullable: bool, run: Run, tmp_path: Path, in_place: list[int]
) -> None:
    rows = [line for line in KINDS9 if len(line) == 81] * 5
    texts = pa.array([row.encode() for row in rows], pa.binary()).cast(kind)
    schema = pa.schema(
        [
            ("n", pa.int64()),
            pa.field("puzzle", kind, nullable=nullable),
            ("z", pa.struct([("x", pa.int8()), ("y", pa.int8())])),
        ]
    )
    columns = [range(len(rows)), texts, [{"x": n % 5, "y": None} for n in range(len(rows))]]
    table = pa.Table.from_arrays(
        [
            pa.array(c, f.type) if c is not texts else c
            for c, f in zip(columns, schema, strict=True)
        ],
        schema=schema,
    )
    pq.write_table(table, tmp_path / "in.parquet", **WAYS[way])
    ran = run("solve", "--unique", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert (ran.out, ran.err) == ("", "")
    assert sum(in_place) == (0 if way in NOT_IN_PLACE else len(rows))
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.select(["n", "puzzle", "z"]).equals(table)
    run("solve", "--unique", tmp_path / "in.parquet", "-o", tmp_path / "other.arrow")
    with pa.OSFile(str(tmp_path / "other.arrow")) as file:
        assert found.to_pydict() == pa.ipc.open_file(file).read_all().to_pydict()


ODD = [f"{UNIQUE9}", UNIQUE9.replace(".", "0"), UNIQUE9[:80] + "x", f"{UNIQUE9[:40]}{' ' * 41}"]


@given(
    rows=st.lists(st.sampled_from([*ODD, *KINDS9, UNIQUE4, None]) | st.just(UNIQUE9), max_size=60),
    way=st.sampled_from(["plain", "defaults", "zstd", "dictionary that is full"]),
)
def test_odd_rows_in_place(rows: list[str | None], way: str, tmp_path_factory: Any) -> None:
    """Rows that are bad, or read one by one: the same as through pyarrow, row by row."""
    from squaredance.cli.part import answer_part

    folder = tmp_path_factory.mktemp("odd")
    table = pa.table({"puzzle": pa.array(rows, pa.string())})
    pq.write_table(table, folder / "a.parquet", **WAYS[way])
    pq.write_table(table, folder / "b.parquet", compression="gzip")
    found = []
    for name in ("a", "b"):
        words = ["solve", "--keep-going", "--unique"]
        answer = answer_part(words, f"{folder}/{name}.parquet", f"{folder}/{name}.out.parquet")
        told = [text.replace(f"{name}.parquet", "") for text in answer.complaints]
        found.append((told, answer.rows, answer.bad, pq.read_table(f"{folder}/{name}.out.parquet")))
    assert found[0][:3] == found[1][:3]
    assert found[0][3].to_pydict() == found[1][3].to_pydict()


@pytest.mark.parametrize("lengths", [(80, 82), (82, 80), (81, 81, 81, 80, 82, 81)])
def test_texts_whose_lengths_are_alike_in_sum_only(
    lengths: tuple[int, ...], run: Run, tmp_path: Path, in_place: list[int]
) -> None:
    """The bytes of a page do not tell: each length does."""
    rows = [UNIQUE9.ljust(size) if size > 80 else UNIQUE9[:size] for size in lengths] * 4
    pq.write_table(pa.table({"puzzle": rows}), tmp_path / "in.parquet", **PLAIN)
    ran = run("solve", "--keep-going", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert ran.code == 3
    assert in_place[0] == 0
    found = pq.read_table(tmp_path / "out.parquet")
    assert found["puzzle"].to_pylist() == rows
    wanted = [UNIQUE9_SOLVED if size > 80 else None for size in lengths] * 4
    assert found["solution"].to_pylist() == wanted


def test_later_batches_of_other_lengths(run: Run, tmp_path: Path, in_place: list[int]) -> None:
    rows = [UNIQUE9] * 14 + [UNIQUE9[:80], f"{UNIQUE9} "] * 3 + [UNIQUE9] * 5
    table = pa.table({"n": range(len(rows)), "puzzle": rows})
    pq.write_table(table, tmp_path / "in.parquet", **PLAIN)
    run("solve", "--keep-going", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert in_place == [7, 7, 0]
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.select(["n", "puzzle"]).equals(table)
    wanted = [None if len(row) == 80 else UNIQUE9_SOLVED for row in rows]
    assert found["solution"].to_pylist() == wanted


def test_distinct_forms_in_place(run: Run, tmp_path: Path, in_place: list[int]) -> None:
    rows = [UNIQUE9, UNIQUE9[::-1], UNIQUE9_SOLVED] * 9
    pq.write_table(pa.table({"puzzle": rows}), tmp_path / "in.parquet", **PLAIN)
    run("canon", "--distinct", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert sum(in_place) == 27
    found = pq.read_table(tmp_path / "out.parquet")
    assert found["puzzle"].to_pylist() == [UNIQUE9, UNIQUE9_SOLVED]


def test_what_is_dropped_holds_no_memory(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that keeps one row of thousands has as many rooms as one batch at a time needs."""
    rooms = Rooms()
    monkeypatch.setattr(files, "_ROOMS", rooms)
    pq.write_table(pa.table({"puzzle": [UNIQUE9] * 7000}), tmp_path / "in.parquet", **PLAIN)
    ran = run("canon", "--distinct", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert (ran.code, ran.err) == (0, "")
    assert pq.read_metadata(tmp_path / "out.parquet").num_rows == 1
    assert len(rooms._free) < 50  # two each of a thousand batches


def test_empty_texts(run: Run, tmp_path: Path, in_place: list[int]) -> None:
    rows = [""] * 20 + [UNIQUE9] * 20
    pq.write_table(pa.table({"puzzle": rows}), tmp_path / "in.parquet", row_group_size=20, **PLAIN)
    ran = run("solve", "--keep-going", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert (ran.code, ran.err.count("expected a puzzle, found none\n")) == (3, 20)
    assert sum(in_place) == 20
    found = pq.read_table(tmp_path / "out.parquet")
    assert found["solution"].to_pylist() == [None] * 20 + [UNIQUE9_SOLVED] * 20
    assert found["puzzle"].to_pylist() == rows


@pytest.mark.parametrize("way", ["plain", "snappy"])
@pytest.mark.parametrize(
    "first", [range(20), ["y"] * 20, [{"y": 1, "z": [2]}] * 20], ids=["numbers", "texts", "structs"]
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_columns_of_one_name(
    place: int, first: list[Any], way: str, run: Run, tmp_path: Path
) -> None:
    """Before, around and behind the puzzles."""
    columns, names = [pa.array(first), pa.array(["x"] * 20)], ["x", "x"]
    columns.insert(place, pa.array([UNIQUE9] * 20))
    names.insert(place, "puzzle")
    table = pa.Table.from_arrays(columns, names)
    pq.write_table(table, tmp_path / "in.parquet", **WAYS[way])
    ran = run("solve", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")
    assert (ran.code, ran.err) == (0, "")
    found = pq.ParquetFile(tmp_path / "out.parquet").read()
    assert found.column_names == [*names, "solution", "status", "count"]
    assert [found.column(n).to_pylist() for n in range(3)] == [c.to_pylist() for c in columns]


@pytest.mark.parametrize("place", range(4, 44))
def test_a_damaged_page_is_an_error_or_another_text(place: int, run: Run, tmp_path: Path) -> None:
    """Never a crash: what is no plain page is left to pyarrow, which knows all of the format."""
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE9] * 30}), source, **PLAIN)
    data = bytearray(source.read_bytes())
    for value in (0, 0x7F, 0xFF, data[place] ^ 1, data[place] ^ 128):  # 1: less than nothing
        source.write_bytes(data[:place] + bytes([value]) + data[place + 1 :])
        ran = run("solve", source, "-o", tmp_path / "out.parquet")
        assert ran.code in (0, 3)
        assert ran.err.count("\n") == (ran.code == 3)


@pytest.mark.parametrize("seed", [1, 4])
def test_a_damaged_file_ends_in_one_line(seed: int, tmp_path: Path) -> None:
    """Anywhere, in a process of its own: pyarrow has ended those that asked it for a chunk."""
    draw = random.Random(seed)
    source = tmp_path / "in.parquet"
    columns = {"n": range(300), "puzzle": [UNIQUE9] * 300, "z": [[1], None, []] * 100}
    pq.write_table(pa.table(columns), source, row_group_size=150, **PLAIN)
    data = source.read_bytes()
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    names = []
    for number in range(60):
        place = draw.choice([draw.randrange(4, 60), draw.randrange(footer, len(data) - 4)])
        damaged = data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :]
        names.append(str(tmp_path / f"{number}.parquet"))
        Path(names[-1]).write_bytes(damaged)
    script = (
        "import sys; from squaredance.columns import files; files._FEW = 1\n"
        "from squaredance.cli.part import answer_part\n"
        "for name in sys.argv[1:]:\n"
        "    print(name, flush=True)\n"
        "    answer = answer_part(['solve', '--keep-going'], name, name + '.out.parquet')\n"
        "    told = answer.complaints\n"
        "    assert all(text.count('\\n') == 0 for text in told), told\n"
        "    assert not told or told[0].startswith(name), told\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *names], capture_output=True, text=True, env=ENVIRONMENT
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout.splitlines()[-1]


def test_a_name_that_is_no_utf8(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE9]}), source, **PLAIN)
    source.write_bytes(source.read_bytes().replace(b"puzzle", b"puz\xffle"))
    for words in ((), ("-o", tmp_path / "out.parquet")):
        ran = run("solve", source, *words)
        assert ran.code == 3
        assert ran.err.startswith(f"squaredance: {source}: expected a whole file of columns, ")
        assert ran.err.count("\n") == 1


def test_a_file_that_is_cut_while_it_is_read(run: Run, tmp_path: Path) -> None:
    """Its end, with the directory, was read before."""
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"puzzle": [UNIQUE9] * 30}), source, **PLAIN)
    opened = files.ColumnFile(str(source), "parquet", str(source))
    with source.open("r+b") as file:
        file.truncate(1000)
    with pytest.raises(files.FormatError, match=r"in\.parquet: expected a whole file"):
        list(opened.rows_of("puzzle", in_place=True))


def test_plain_values_within_their_text() -> None:
    import struct

    offsets = struct.pack("<3i", 0, 2, 3)
    assert _core.plain_values(b"abc", offsets, 4, None, 0, 2) == b"\2\0\0\0ab\1\0\0\0c"
    assert _core.plain_values(b"abc", offsets, 4, b"\2", 0, 2) == b"\1\0\0\0c"
    assert _core.plain_values(b"\1\0\0\0a\1\0\0\0b", None, 5, b"\2", 0, 2) == b"\1\0\0\0b"
    for wrong in ((0, 2, 4), (-1, 2, 3), (0, 3, 2)):
        with pytest.raises(ValueError, match="expected offsets within the text"):
            _core.plain_values(b"abc", struct.pack("<3i", *wrong), 4, None, 0, 2)
    with pytest.raises(ValueError, match="expected a bit"):
        _core.plain_values(b"abc", offsets, 4, b"", 0, 2)
    with pytest.raises(ValueError, match="expected an offset"):
        _core.plain_values(b"abc", offsets, 4, None, 0, 3)
    for width, first, rows in (
        (5, 0, 1),
        (0, 0, 1),
        (1, 3, 1),
        (1, 0, 2**64 - 1),
        (3, 2**64 - 1, 1),
    ):
        with pytest.raises(ValueError, match="expected offsets within the text"):
            _core.plain_values(b"abc", None, width, None, first, rows)
    with pytest.raises(ValueError, match="expected an offset"):
        _core.plain_values(b"abc", offsets, 4, None, 1, 2**64 - 2)
    assert [_core.has_lengths(b"\1\0\0\0a" * 2, width) for width in (5, 10, 3, 0)] == [
        True, False, False, False,
    ]  # fmt: skip


def test_values_begin_where_a_line_of_the_cache_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every chunk of texts; and a batch of 9x9 is one page."""
    monkeypatch.setattr(files, "ROWS", 1 << 16)
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    for name, rows in (("a", [UNIQUE9] * 70_000), ("b", [UNIQUE9] * 3 + [None])):
        table = pa.table({"id": range(len(rows)), "puzzle": rows, "more": [name] * len(rows)})
        pq.write_table(table, source, **PLAIN)
        answer_part(["solve"], str(source), str(target))
        data, metadata = target.read_bytes(), pq.read_metadata(target)
        assert pq.read_table(target)["puzzle"].to_pylist() == rows
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            chunks = {group.column(n).path_in_schema: group.column(n) for n in range(6)}
            for column in ("puzzle", "solution"):
                start = chunks[column].data_page_offset
                values = data.index((81).to_bytes(4, "little"), start)
                assert values - start < 64
                assert values % 64 == 0
                end = start + chunks[column].total_compressed_size
                assert end - values == 85 * (group.num_rows - rows.count(None))
