"""Columns of every Arrow type: answered, or refused in one line; and what comes along is kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from squaredance import columns, solve_many
from squaredance.cli.main import main
from squaredance.columns.files import ROWS
from squaredance.errors import SquaredanceError

EASY, CLASH = "1......2.3....4.", "11.............."
SOLUTION = "1234341243212143"
PUZZLES = [EASY, None, CLASH, EASY]
SOLUTIONS = [SOLUTION, None, None, SOLUTION]
STATUS = ["found", None, "none", "found"]


def coded(kind: pa.DataType, index: pa.DataType) -> pa.Array:
    """The puzzles as a dictionary with null indices."""
    words = [EASY, CLASH] if str(kind).endswith(("string", "string_view")) else None
    values = pa.array(words or [EASY.encode(), CLASH.encode()], kind)
    return pa.DictionaryArray.from_arrays(pa.array([0, None, 1, 0], index), values)


TEXTS: dict[str, Callable[[], Any]] = {
    "categorical": lambda: polars.Series("puzzle", PUZZLES, polars.Categorical),
    "enum": lambda: polars.Series("puzzle", PUZZLES, polars.Enum([CLASH, EASY])),
    "pandas category": lambda: pandas.Series(PUZZLES, dtype="category", name="puzzle"),
    "null value": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, 0], pa.int8()), pa.array([EASY, None, CLASH])
    ),
    "sliced dictionary": lambda: pa.array([CLASH, *PUZZLES]).dictionary_encode().slice(1),
    "chunks": lambda: pa.chunked_array(
        [
            pa.array([EASY, None]).dictionary_encode(),
            pa.array([], pa.string()).dictionary_encode(),
            pa.array([CLASH, EASY]).dictionary_encode(),
        ]
    ),
    "empty chunks": lambda: pa.chunked_array(
        [pa.array(some, pa.string_view()) for some in ([], [EASY, None], [], [CLASH, EASY], [])]
    ),
    "sliced views": lambda: pa.array([CLASH, *PUZZLES, CLASH], pa.string_view()).slice(1, 4),
    "sliced bytes": lambda: pa.array(
        [text and text.encode() for text in [CLASH, *PUZZLES, CLASH]], pa.binary(16)
    ).slice(1, 4),
} | {
    f"{index} {kind}": lambda kind=kind, index=index: coded(kind, index)  # type: ignore[misc]
    for kind, index in [
        (pa.string(), pa.int8()),
        (pa.large_string(), pa.uint32()),
        (pa.string_view(), pa.int64()),
        (pa.binary(), pa.int16()),
        (pa.large_binary(), pa.uint8()),
        (pa.binary_view(), pa.int32()),
        (pa.binary(16), pa.uint16()),
    ]
}


def texts(values: list[Any]) -> list[str | None]:
    """Whether of bytes or of text, and with the null of any library."""
    found = [None if pandas.isna(value) else value for value in values]
    return [value.decode() if isinstance(value, bytes) else value for value in found]


def as_arrow(data: Any) -> pa.Table:
    """One table, with another column of the same kind."""
    if isinstance(data, polars.Series):
        return polars.DataFrame({"puzzle": data, "also": data}).to_arrow()
    if isinstance(data, pandas.Series):
        data = pa.array(data, from_pandas=True)
    return pa.table({"puzzle": data, "also": data})


@pytest.mark.parametrize("name", TEXTS)
def test_in_memory(name: str) -> None:
    data = TEXTS[name]()
    solved = columns.solve(data)
    listed = solved["solution"].to_pylist if isinstance(solved, pa.Table) else solved["solution"]
    assert texts(listed() if callable(listed) else listed.to_list()) == SOLUTIONS
    table = columns.solve(as_arrow(data))
    assert texts(table["solution"].to_pylist()) == SOLUTIONS
    assert table["status"].to_pylist() == STATUS
    assert columns.canon(as_arrow(data))["form_status"].to_pylist()[1] is None
    assert columns.rate(as_arrow(data))["se121_status"].to_pylist()[0] == "solved"
    assert columns.check(as_arrow(data), column="puzzle")["valid"].to_pylist()[1] is None
    found = solve_many(as_arrow(data)["puzzle"])
    assert texts(found.solutions.to_pylist()) == SOLUTIONS


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, in this process: exit code, stdout, stderr. A traceback is an exception."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        return (code, *capsys.readouterr())

    return run


def write(table: Any, path: Path) -> None:
    """By polars where the data is of polars: its files are not those of pyarrow."""
    if isinstance(table, polars.DataFrame):
        {".parquet": table.write_parquet, ".arrow": table.write_ipc}[path.suffix](path)
    elif path.suffix == ".parquet":
        pq.write_table(table, path)
    else:
        new = pa.ipc.new_file if path.suffix == ".arrow" else pa.ipc.new_stream
        with new(path, table.schema) as writer:
            writer.write_table(table)


def read(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pq.read_table(path)
    opened = pa.ipc.open_file if path.suffix == ".arrow" else pa.ipc.open_stream
    with opened(path) as reader:
        return reader.read_all()


@pytest.mark.parametrize("end", ["parquet", "arrow"])
@pytest.mark.parametrize("kind", [polars.Categorical, polars.Enum([CLASH, EASY])], ids=str)
def test_files_of_polars(kind: Any, end: str, tmp_path: Path, run: Run) -> None:
    """As the puzzles, and as a column that comes along."""
    series = polars.Series("puzzle", PUZZLES, kind)
    given = tmp_path / f"given.{end}"
    write(polars.DataFrame({"puzzle": series, "also": series}), given)
    lines = f"{SOLUTION}\n{CLASH} # no solution: 1 stands 2 times in row 1: R1C1 R1C2\n{SOLUTION}\n"
    assert run("solve", given) == (1, lines, "")
    for to in ("parquet", "arrow", "arrows"):
        out = tmp_path / f"out.{to}"
        assert run("solve", given, "-o", out) == (1, "", "")
        found = read(out)
        assert texts(found["solution"].to_pylist()) == SOLUTIONS
        assert found["also"].to_pylist() == found["puzzle"].to_pylist() == PUZZLES
        assert found["status"].to_pylist() == STATUS


@pytest.mark.parametrize("to", ["parquet", "arrow", "arrows"])
@pytest.mark.parametrize("name", TEXTS)
def test_what_comes_along_is_kept(name: str, to: str, tmp_path: Path, run: Run) -> None:
    data = TEXTS[name]()
    table = as_arrow(data).append_column("number", pa.array(range(4)))
    write(table, tmp_path / "given.arrows")
    assert run("solve", tmp_path / "given.arrows", "-o", tmp_path / f"out.{to}") == (1, "", "")
    found = read(tmp_path / f"out.{to}")
    assert texts(found["solution"].to_pylist()) == SOLUTIONS
    for column in ("puzzle", "also", "number"):
        assert found[column].to_pylist() == table[column].to_pylist()


def test_row_groups_with_dictionaries_of_their_own(tmp_path: Path, run: Run) -> None:
    """The Arrow file format takes one dictionary of a column: there its values are written."""
    words = [f"{number:07}" for number in range(2 * ROWS)]
    puzzles = [EASY if number < ROWS else CLASH for number in range(2 * ROWS)]
    table = pa.table({"puzzle": puzzles, "word": words}).cast(
        pa.schema({name: pa.dictionary(pa.int32(), pa.string()) for name in ("puzzle", "word")})
    )
    pq.write_table(table, tmp_path / "given.parquet", row_group_size=ROWS)
    for to in ("arrow", "arrows", "parquet"):
        out = tmp_path / f"out.{to}"
        assert run("solve", tmp_path / "given.parquet", "-o", out) == (1, "", "")
        found = read(out)
        assert (found["word"].to_pylist(), found["puzzle"].to_pylist()) == (words, puzzles)
        is_coded = pa.types.is_dictionary(found.schema.field("word").type)
        assert is_coded == (to != "arrow")


OTHERS: dict[str, Callable[[], Any]] = {
    "list<": lambda: pa.array([[EASY]]),
    "struct<": lambda: pa.array([{"a": EASY}]),
    "map<": lambda: pa.array([[("a", EASY)]], pa.map_(pa.string(), pa.string())),
    "fixed_size_list<": lambda: pa.array([[1] * 16], pa.list_(pa.int8(), 16)),
    "run_end_encoded<": lambda: pa.RunEndEncodedArray.from_arrays([1], pa.array([EASY])),
    "dictionary<values=int64": lambda: pa.array([1]).dictionary_encode(),
    "extension<arrow.uuid>": lambda: pa.ExtensionArray.from_storage(
        pa.uuid(), pa.array([EASY.encode()], pa.binary(16))
    ),
    "extension<arrow.json>": lambda: pa.ExtensionArray.from_storage(pa.json_(), pa.array([EASY])),
    "bool": lambda: pa.array([True]),
    "double": lambda: pa.array([1.5]),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_what_holds_no_puzzles(kind: str, tmp_path: Path, run: Run) -> None:
    table = pa.table({"puzzle": OTHERS[kind](), "number": [1]})
    message = "expected strings in the column 'puzzle', found " + kind
    for column in (None, "puzzle"):
        with pytest.raises(SquaredanceError) as error:
            columns.solve(table, column=column)
        assert str(error.value).startswith(message)
    with pytest.raises(SquaredanceError, match=r"^expected an array of strings, found "):
        solve_many(table["puzzle"])
    given = tmp_path / "given.arrows"
    write(table, given)
    for words in ([], ["-o", tmp_path / "out.parquet"]):
        code, out, err = run("solve", given, *words)
        assert (code, out, err.count("\n")) == (3, "", 1)
        assert err.startswith(f"squaredance: {given}: {message}")


@pytest.mark.parametrize("ending", ["parquet", "arrow", "arrows"])
def test_a_column_of_nothing_has_answers_of_nothing(ending: str, tmp_path: Path, run: Run) -> None:
    """So pandas writes a column of objects that are all None, such as a part of a data set."""
    table = pa.table({"id": [1, 2], "puzzle": pa.nulls(2)})
    given, out = tmp_path / f"in.{ending}", tmp_path / f"out.{ending}"
    write(table, given)
    for words in ([], ["--column", "puzzle"]):
        assert run("solve", given, "-o", out, *words) == (0, "", "")
        found = read(out)
        assert found.schema.field("solution").type == pa.string()
        assert found["solution"].to_pylist() == found["status"].to_pylist() == [None, None]
    assert columns.solve(table)["count"].to_pylist() == [None, None]
    named = pa.table({"puzzle": [EASY], "note": pa.nulls(1)})
    assert columns.solve(named)["count"].to_pylist() == [1]


@pytest.mark.parametrize("to", ["parquet", "arrow"])
def test_columns_of_any_type_come_along(to: str, tmp_path: Path, run: Run) -> None:
    """Or the file that cannot hold them says so."""
    others = {**OTHERS, "null": lambda: pa.nulls(1)}
    for number, (kind, make) in enumerate(others.items()):
        table = pa.table({"puzzle": [EASY], "also": make()})
        given, out = tmp_path / f"{number}.arrows", tmp_path / f"{number}.{to}"
        write(table, given)
        assert (kind, *run("solve", given, "-o", out)) == (kind, 0, "", "")
        assert read(out)["also"].to_pylist() == table["also"].to_pylist()
    union = pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])
    write(pa.table({"puzzle": [EASY], "also": union}), tmp_path / "union.arrows")
    code, _, err = run("solve", tmp_path / "union.arrows", "-o", tmp_path / f"union.{to}")
    if to == "arrow":
        assert (code, err) == (0, "")
        return
    assert (code, err.count("\n")) == (3, 1)
    assert err.startswith("squaredance: expected columns that Parquet can hold, found: ")
    assert not (tmp_path / "union.parquet").exists()


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string_view()), pa.binary(16)],
    ids=str,
)
def test_no_rows(kind: pa.DataType, tmp_path: Path, run: Run) -> None:
    table = pa.table({"puzzle": none(kind)})
    assert columns.solve(table).num_rows == 0
    assert columns.solve(pa.table({"puzzle": pa.chunked_array([], kind)})).num_rows == 0
    given = tmp_path / "given.arrows"
    with pa.ipc.new_stream(given, table.schema) as writer:
        writer.write_batch(pa.RecordBatch.from_arrays([none(kind)], schema=table.schema))
    for to in ("parquet", "arrow", "arrows"):
        assert run("solve", given, "-o", tmp_path / f"out.{to}") == (0, "", "")
        assert read(tmp_path / f"out.{to}").num_rows == 0


def none(kind: pa.DataType) -> pa.Array:
    is_coded = pa.types.is_dictionary(kind)
    return coded(kind.value_type, kind.index_type)[:0] if is_coded else pa.array([], kind)
