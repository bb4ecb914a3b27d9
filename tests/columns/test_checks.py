"""Columns of grids, most of which native code sees to be solutions: as if each was read alone."""

import json
from pathlib import Path
from random import Random
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import Geometry, Grid, Puzzle, SquaredanceError, check, columns
from squaredance.columns.rows import RowLines
from squaredance.columns.texts import Texts
from squaredance.formats import write
from squaredance.formats.case import Style
from squaredance.geometry import standard_geometry
from squaredance.symbols import default_symbols
from tests.cli.conftest import Run
from tests.puzzles import (
    DOUBLE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    UNIQUE9,
    UNIQUE9_SOLVED,
    dig,
    examples,
    randoms,
    solved_values,
)

SOLVED, PUZZLE = UNIQUE9_SOLVED, UNIQUE9
WRONG = "1" + SOLVED[1:]


def answers(table: pa.Table, **options: object) -> list[tuple[bool | None, str | None]]:
    found = columns.check(table, **options)  # type: ignore[arg-type]
    return list(zip(*(found[name].to_pylist() for name in ("valid", "problems")), strict=True))


def text_of(geometry: Geometry, values: bytes) -> str:
    style = Style("line", default_symbols(geometry.size))
    return write(Puzzle(geometry, values), style).removesuffix("\n")


class Row(NamedTuple):
    """A puzzle, and a grid that is a solution, or nearly one; and their values."""

    puzzle: str | None
    grid: str | None
    clues: bytes
    values: bytes


def row_of(kind: int, geometry: Geometry, random: Random) -> Row:
    values = solved_values(geometry, random)
    clues = dig(values, geometry.cells // 3, random)
    grid = bytearray(values)
    if kind in (1, 2) and geometry.cells > 1:  # other values; or two that trade places
        some = random.sample(range(geometry.cells), 2)
        one, two = (grid[cell] for cell in some)
        grid[some[0]], grid[some[1]] = (two, one) if kind == 2 else (two, two)
    if kind == 3:
        grid[random.randrange(geometry.cells)] = 0
    puzzle, text = text_of(geometry, clues), text_of(geometry, bytes(grid))
    if kind == 4:
        text += " # a comment"
    if kind == 5:
        puzzle, text = f"  {puzzle}", text.lower()
    texts = (None if kind == 6 else puzzle), (None if kind == 7 else text)
    return Row(*texts, clues, bytes(grid))


@given(
    st.sampled_from([1, 4, 6, 9, 12, 16, 25]),
    st.lists(st.integers(0, 7), min_size=1, max_size=30),
    st.sampled_from(["string", "large_string", "string_view"]),
    st.booleans(),
    randoms,
)
@examples(120)
def test_as_each_row_alone(
    size: int, kinds: list[int], kind: str, has_puzzles: bool, random: Random
) -> None:
    geometry = standard_geometry(size)
    rows = [row_of(0, geometry, random), *(row_of(kind, geometry, random) for kind in kinds)]
    puzzles = pa.array([row.puzzle for row in rows], kind)
    grids = pa.array([row.grid for row in rows], kind)
    names = {"puzzle": puzzles} if has_puzzles else {}
    start = random.randrange(3)
    table = pa.table({**names, "solution": grids}).slice(min(start, len(rows) - 1))
    wanted: list[tuple[bool | None, str | None]] = []
    for row in rows[min(start, len(rows) - 1) :]:
        if row.grid is None or (has_puzzles and row.puzzle is None):
            wanted.append((None, None))
            continue
        grid = Grid(geometry, row.values)
        found = check(Puzzle(geometry, row.clues) if has_puzzles else grid, grid)
        wanted.append((found.valid, "; ".join(found.problems()) or None))
    assert answers(table, geometry=geometry) == wanted


def test_rows_that_are_wrong_stand_between_those_that_are_not() -> None:
    rows = 70_000
    grids = [SOLVED] * rows
    for row in (0, 1, 65_535, 65_536, rows - 1):
        grids[row] = WRONG
    found = answers(pa.table({"solution": grids}))
    assert [row for row, (valid, _) in enumerate(found) if not valid] == [
        0, 1, 65_535, 65_536, rows - 1,
    ]  # fmt: skip
    assert {problems for valid, problems in found if not valid} == {str(check(WRONG))}
    assert {problems for valid, problems in found if valid} == {None}


@pytest.mark.parametrize("first", [None, "12", WRONG, f"{SOLVED} a comment", "." * 81])
def test_the_first_row_may_be_anything(first: str | None) -> None:
    table = pa.table({"solution": pa.array([first, SOLVED, WRONG, SOLVED], pa.string())})
    found = answers(table, keep_going=True)
    assert [valid for valid, _ in found[1:]] == [True, False, True]


def test_an_error_names_its_row() -> None:
    table = pa.table({"solution": [SOLVED] * 1000 + [SOLVED[:-1] + "!"]})
    with pytest.raises(SquaredanceError, match=r"^1001:81: expected .* found '!'"):
        columns.check(table)
    table = pa.table({"puzzle": [PUZZLE] * 1000 + [PUZZLE[1:]], "solution": [SOLVED] * 1001})
    with pytest.raises(SquaredanceError, match=r"^1001:"):
        columns.check(table)


def test_a_puzzle_and_a_grid_of_other_sizes() -> None:
    table = pa.table({"puzzle": ["1......2.3....4."] * 2, "solution": [SOLVED] * 2})
    with pytest.raises(SquaredanceError, match="1: expected a grid of size 4, found 9"):
        columns.check(table)
    assert answers(table, keep_going=True) == [(None, None)] * 2


def test_no_row_is_read_again_where_all_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    read_row = RowLines.read_row

    def noted(self: RowLines, raw: bytes) -> object:
        read.append(raw)
        return read_row(self, raw)

    monkeypatch.setattr(RowLines, "read_row", noted)
    table = pa.table({"puzzle": [PUZZLE] * 1000, "solution": [SOLVED] * 999 + [WRONG]})
    assert [valid for valid, _ in answers(table)] == [True] * 999 + [False]
    # Each with the row before it, on which it depends how a row is read.
    assert read == [row.encode() for row in (SOLVED, WRONG, PUZZLE, PUZZLE)]
    letters = text_of(standard_geometry(16), solved_values(standard_geometry(16), Random(1)))
    read.clear()
    assert answers(pa.table({"solution": [letters] * 100})) == [(True, None)] * 100
    assert read == [letters.encode()]  # the first, to know what the symbols are


def test_columns_that_do_not_fit_together_are_refused() -> None:
    from squaredance import _core
    from squaredance.kinds import digits9

    def column(rows: int) -> _core.Column:
        return Texts(pa.array([SOLVED] * rows)).column(digits9().shape)

    assert _core.solved_rows(column(3), column(3)) == b"\1\1\1"
    with pytest.raises(ValueError, match="expected a puzzle"):
        _core.solved_rows(column(3), column(2))


@pytest.mark.parametrize("plain", [1, 3, 70_000])
@pytest.mark.parametrize("nulls", [0, 2])
def test_rows_that_are_not_read_are_those_before_the_next(plain: int, nulls: int) -> None:
    """What a space is depends on the row before: a blank, or what stands between symbols."""
    blank, spaced = f"{SOLVED[:40]} {SOLVED[41:]}", " ".join(SOLVED)
    grids = [blank, *[SOLVED] * plain, *[None] * nulls, spaced]
    found = [valid for valid, _ in answers(pa.table({"solution": grids}))]
    assert found == [False, *[True] * plain, *[None] * nulls, True]


def test_later_rows_do_not_explain_the_first() -> None:
    letters = text_of(standard_geometry(16), solved_values(standard_geometry(16), Random(1)))
    for grids in ([letters + "A", letters], [letters + "A"]):
        with pytest.raises(SquaredanceError, match=r"^1:258: expected N\*N symbols"):
            columns.check(pa.table({"solution": grids}))


@pytest.mark.parametrize("ending", ["parquet", "arrows"])
def test_text_tells_of_a_table_what_columns_tell(ending: str, run: Run, tmp_path: Path) -> None:
    """The clues are looked at; rows that have no answer give no line."""
    clues = [UNIQUE4, UNIQUE4, None, DOUBLE4, UNIQUE4]
    grids = [UNIQUE4_SOLVED, UNIQUE4_SOLVED[::-1], UNIQUE4_SOLVED, None, UNIQUE4]
    source = tmp_path / f"in.{ending}"
    table = pa.table({"puzzle": clues, "solution": grids})
    if ending == "parquet":
        pq.write_table(table, source)
    else:
        with pa.ipc.new_stream(source, table.schema) as writer:
            writer.write_table(table)
    assert run("check", source, "-o", tmp_path / "out.parquet").code == 1
    problems = pq.read_table(tmp_path / "out.parquet")["problems"].to_pylist()
    told = [problems[row] or "valid" for row in (0, 1, 4)]
    assert told[0] == "valid"
    assert "clue not kept" in told[1]
    assert "no value in" in told[2]
    assert run("check", source) == (1, "".join(f"{line}\n" for line in told), "")
    found = [json.loads(line) for line in run("check", "--json", source).out.splitlines()]
    assert [one["line"] for one in found] == [1, 2, 5]
    assert [one["valid"] for one in found] == [True, False, False]
    assert [one["source"] for one in found] == [str(source)] * 3
    assert ["; ".join(one["problems"]) or "valid" for one in found] == told
    assert run("check", source, tmp_path / "nowhere").code == 3


def test_numbers_and_order_of_rows_in_words(run: Run, tmp_path: Path) -> None:
    """Rows are counted in each file, and those before a bad one are told."""
    good, bad = tmp_path / "good.parquet", tmp_path / "bad.parquet"
    pq.write_table(pa.table({"solution": [UNIQUE4_SOLVED, UNIQUE4, UNIQUE4_SOLVED]}), good)
    pq.write_table(pa.table({"solution": [UNIQUE4_SOLVED, "12x4", None, UNIQUE4_SOLVED]}), bad)
    text = tmp_path / "in.txt"
    text.write_text(f"{UNIQUE4_SOLVED}\n")
    ran = run("check", "--json", good, text, good)
    assert [json.loads(line)["line"] for line in ran.out.splitlines()] == [1, 2, 3, 1, 1, 2, 3]
    error = f"squaredance: {bad}:2:5: expected 16 symbols, found 4\n"
    assert run("check", bad) == (3, "valid\n", error)
    assert run("check", "--keep-going", bad) == (3, "valid\n" * 2, error)
    ran = run("check", "--judge", "uva12988", good)
    assert (ran.code, ran.out) == (3, "")


def test_a_table_without_a_grid_is_told(run: Run, tmp_path: Path) -> None:
    for grids in ([], [None]):
        table = pa.table({"solution": pa.array(grids, pa.string())})
        pq.write_table(table, tmp_path / "in.parquet")
        assert run("check", tmp_path / "in.parquet") == (
            3,
            "",
            f"squaredance: {tmp_path}/in.parquet: expected a puzzle, found none\n",
        )
