"""Tables of pyarrow, polars, pandas and duckdb: the same kind out, with the answers added."""

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from squaredance import FormatError, SquaredanceError, columns, rate, solve_many
from tests.puzzles import NONE4, UNIQUE4, UNIQUE4_SOLVED

DATA: dict[str, list[Any]] = {
    "id": [1, 2, 3],
    "puzzle": [UNIQUE4, None, NONE4],
    "x": ["a", "b", "c"],
}


def arrow_table() -> tuple[Any, Callable[[Any], list[dict[str, Any]]]]:
    return pa.table(DATA), lambda table: table.to_pylist()


def arrow_batch() -> tuple[Any, Callable[[Any], list[dict[str, Any]]]]:
    return pa.RecordBatch.from_pydict(DATA), lambda table: table.to_pylist()


def polars_frame() -> tuple[Any, Callable[[Any], list[dict[str, Any]]]]:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    return polars.DataFrame(DATA), lambda table: table.to_dicts()


def pandas_frame() -> tuple[Any, Callable[[Any], list[dict[str, Any]]]]:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")

    def rows(table: Any) -> list[dict[str, Any]]:
        assert list(table.index) == ["p", "q", "r"][: len(table)]
        return [
            {key: None if pandas.isna(value) else value for key, value in row.items()}
            for row in table.to_dict("records")
        ]

    return pandas.DataFrame(DATA, index=["p", "q", "r"]), rows


def duckdb_relation() -> tuple[Any, Callable[[Any], list[dict[str, Any]]]]:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    return duckdb.from_arrow(pa.table(DATA)), lambda table: pa.table(table).to_pylist()


@pytest.fixture(params=[arrow_table, arrow_batch, polars_frame, pandas_frame, duckdb_relation])
def table(request: pytest.FixtureRequest) -> tuple[Any, Callable[[Any], list[dict[str, Any]]]]:
    made: tuple[Any, Callable[[Any], list[dict[str, Any]]]] = request.param()
    return made


def test_solve(table: tuple[Any, Callable[[Any], list[dict[str, Any]]]]) -> None:
    data, rows = table
    answered = columns.solve(data, unique=True)
    kinds = {type(data), pa.Table} if isinstance(data, pa.RecordBatch) else {type(data)}
    assert type(answered) in kinds
    names = ("id", "puzzle", "x", "solution", "status", "count")
    wanted = [
        (1, UNIQUE4, "a", UNIQUE4_SOLVED, "unique", 1),
        (2, None, "b", None, None, None),
        (3, NONE4, "c", None, "none", 0),
    ]
    assert rows(answered) == [dict(zip(names, row, strict=True)) for row in wanted]


def test_rate(table: tuple[Any, Callable[[Any], list[dict[str, Any]]]]) -> None:
    data, rows = table
    first, second, third = rows(columns.rate(data, ["se121", "hodoku"]))
    rating = rate(UNIQUE4)
    assert first["se121_er"] == rating.er
    assert first["se121_hardest"] == rating.hardest
    assert first["hodoku_score"] == rate(UNIQUE4, "hodoku").score
    assert {second[name] for name in second if name.startswith("se121")} == {None}
    assert (third["se121_status"], third["se121_er"]) == ("none", None)


def test_canon(table: tuple[Any, Callable[[Any], list[dict[str, Any]]]]) -> None:
    data, rows = table
    assert [row["form_status"] for row in rows(columns.canon(data))] == ["found", None, "found"]


def test_check(table: tuple[Any, Callable[[Any], list[dict[str, Any]]]]) -> None:
    data, rows = table
    checked = columns.check(columns.solve(data))
    assert [row["valid"] for row in rows(checked)] == [True, None, None]
    wrong = rows(columns.check(data, column="puzzle", prefix="p_"))
    assert [row["p_valid"] for row in wrong] == [False, None, False]
    assert "no value in" in wrong[0]["p_problems"]


def test_a_solution_that_changes_a_clue_is_not_valid() -> None:
    table = pa.table({"puzzle": [UNIQUE4], "solution": ["1234341221434321"]})
    assert columns.check(table)["problems"].to_pylist() == ["clue not kept in R3C2 R4C3"]
    assert columns.check(table, puzzles="solution")["valid"].to_pylist() == [True]


def test_distinct() -> None:
    table = pa.table({"id": [1, 2, 3], "puzzle": [UNIQUE4, "..4.1......3.2..", None]})
    assert columns.canon(table, distinct=True)["id"].to_pylist() == [1, 3]
    polars = pytest.importorskip("polars", reason="polars is not installed")
    assert columns.canon(polars.DataFrame(table), distinct=True)["id"].to_list() == [1, 3]
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = columns.canon(pandas.DataFrame(table.to_pydict()), distinct=True)
    assert frame["id"].tolist() == [1, 3]


def test_series() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    series = polars.Series("p", [UNIQUE4, None])
    solved = solve_many(series).solutions
    assert (type(solved), solved.name, solved.to_list()) == (
        polars.Series,
        "p",
        [UNIQUE4_SOLVED, None],
    )
    assert columns.solve(series).columns == ["p", "solution", "status", "count"]
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    series = pandas.Series([UNIQUE4], index=["z"], name="q")
    solved = solve_many(series).solutions
    assert (solved.to_dict(), solved.name, solved.dtype) == (
        {"z": UNIQUE4_SOLVED},
        "q",
        series.dtype,
    )
    assert list(columns.solve(series).columns) == ["q", "solution", "status", "count"]
    objects = pandas.Series([UNIQUE4], dtype=object)
    assert [answer.solution for answer in solve_many(objects)] == [UNIQUE4_SOLVED]


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        ({"a": [1]}, {}, "expected a column puzzle, or one column of strings, found none"),
        ({"a": ["x"], "b": ["y"]}, {}, r"one column of strings, found 2 \(a, b\)"),
        ({"a": ["x"]}, {"column": "b"}, "expected a column 'b', found a"),
        ({"a": [1]}, {"column": "a"}, "expected strings in the column 'a', found int64"),
        ({"puzzle": ["x"], "status": [1]}, {}, "expected no column 'status'"),
    ],
)
def test_columns_that_do_not_fit(
    data: dict[str, Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SquaredanceError, match=message):
        columns.solve(pa.table(data), **options)


def test_what_is_no_table() -> None:
    with pytest.raises(SquaredanceError, match="expected a table or an array"):
        columns.solve([UNIQUE4])
    polars = pytest.importorskip("polars", reason="polars is not installed")
    with pytest.raises(SquaredanceError, match="LazyFrame"):
        columns.solve(polars.LazyFrame(DATA))


def test_a_bad_row_is_raised_or_kept() -> None:
    table = pa.table({"puzzle": [UNIQUE4, "?!"]})
    for ask in (columns.solve, columns.canon, columns.rate, columns.check):
        with pytest.raises(FormatError, match="2:"):
            ask(table)
        assert len(ask(table, keep_going=True)) == 2


def test_without_pyarrow_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SquaredanceError, match=r"pip install 'squaredance\[data\]'"):
        columns.solve([UNIQUE4])


def test_pandas_with_names_of_any_kind() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = columns.solve(pandas.DataFrame([[UNIQUE4]]))
    assert list(map(str, frame.columns)) == ["0", "solution", "status", "count"]
    assert frame["solution"].to_list() == [UNIQUE4_SOLVED]
    series = pandas.Series([UNIQUE4], name=5)
    assert columns.solve(series)["solution"].to_list() == [UNIQUE4_SOLVED]


def test_pandas_with_strings_and_others() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame({"puzzle": pandas.Series([UNIQUE4] * 200 + [5], dtype=object)})
    with pytest.raises(SquaredanceError, match=r"^expected strings in the column 'puzzle', found"):
        columns.solve(frame)


def test_answers_to_categories_are_no_categories() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    series = pandas.Series([UNIQUE4, UNIQUE4], dtype="category", index=[7, 8])
    answers = solve_many(series).solutions
    assert answers.to_dict() == {7: UNIQUE4_SOLVED, 8: UNIQUE4_SOLVED}
    assert answers.dtype == series.dtype.categories.dtype


def test_a_prefix_is_text() -> None:
    with pytest.raises(SquaredanceError, match=r"^expected a prefix that is text, found 5$"):
        columns.solve(pa.table(DATA), prefix=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [columns.solve, columns.canon])
def test_progress_knows_how_many_rows_there_are(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("squaredance.many.flow._TELL", 0.0)
    told: list[tuple[int, int | None]] = []
    ask(
        pa.table({"puzzle": [UNIQUE4] * 50}),
        progress=lambda done, total: told.append((done, total)),
    )
    assert {total for _, total in told} == {50}
    assert told[-1][0] == 50
    assert len(told) > 1


def test_pandas_with_many_gaps_before_the_first_puzzle() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame({"puzzle": pandas.Series([None] * 300 + [UNIQUE4], dtype=object)})
    found = columns.solve(frame)
    assert found["solution"].tolist()[-1] == UNIQUE4_SOLVED
    assert found["solution"].isna().sum() == 300
