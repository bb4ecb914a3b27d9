"""Arrays of every type of text: what solve_many and squaredance.columns make of their rows."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squaredance import (
    FormatError,
    SquaredanceError,
    Status,
    canonical_many,
    columns,
    solve_many,
)
from squaredance.geometry import Geometry
from tests.puzzles import DOUBLE4, NONE4, UNIQUE4, UNIQUE4_SOLVED, UNIQUE9, UNIQUE9_SOLVED

KINDS = [
    pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(),
    pa.binary_view(), pa.dictionary(pa.int32(), pa.string()),
]  # fmt: skip
# Those that are read in place.
PLAIN_KINDS = [pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.binary(81)]


def texts(array: pa.Array) -> list[str | None]:
    values = array.to_pylist()
    return [value.decode() if isinstance(value, bytes) else value for value in values]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_type(kind: pa.DataType) -> None:
    array = pa.array([UNIQUE4, None, NONE4, f"{UNIQUE4} easy", DOUBLE4]).cast(kind)
    results = solve_many(array, unique=True)
    found = texts(results.solutions)
    assert found[:4] == [UNIQUE4_SOLVED, None, None, UNIQUE4_SOLVED]
    assert found[4] is not None
    assert [str(status) for status in results.statuses] == [
        "unique", "unknown", "none", "unique", "multiple",
    ]  # fmt: skip
    wanted = kind.value_type if pa.types.is_dictionary(kind) else kind
    assert results.solutions.type == wanted
    results.solutions.validate(full=True)


@pytest.mark.parametrize("kind", PLAIN_KINDS, ids=str)
def test_the_puzzles_are_read_in_place_and_the_offsets_shared(kind: pa.DataType) -> None:
    array = pa.array([UNIQUE9] * 1000).cast(pa.binary()).cast(kind)
    before = [buffer and buffer.address for buffer in array.buffers()]
    solved = solve_many(array).solutions
    assert set(texts(solved)) == {UNIQUE9_SOLVED}
    if len(before) == 3:
        assert solved.buffers()[1].address == before[1]
    assert solved.buffers()[-1].address != before[-1]
    assert set(texts(array)) == {UNIQUE9}


def test_a_slice_is_no_copy_of_the_whole() -> None:
    array = pa.array([NONE4, *[UNIQUE4] * 50_000, None])[49_901:]
    solved = solve_many(array).solutions
    assert texts(solved) == [*[UNIQUE4_SOLVED] * 100, None]
    assert solved.nbytes < 100 * 16 + 101 * 4 + 100
    assert sum(buffer.size for buffer in solved.buffers() if buffer) < 10_000  # of 800,000


def test_a_fixed_width_that_no_puzzle_has() -> None:
    array = pa.array([f"{UNIQUE4} ab".encode()], pa.binary(19))
    solved = solve_many(array).solutions
    assert (solved.type, texts(solved)) == (pa.binary(), [UNIQUE4_SOLVED])


def test_chunks() -> None:
    chunked = pa.chunked_array([[UNIQUE4], [], [NONE4, UNIQUE4]])
    solved = solve_many(chunked).solutions
    assert isinstance(solved, pa.ChunkedArray)
    assert solved.to_pylist() == [UNIQUE4_SOLVED, None, UNIQUE4_SOLVED]
    assert solve_many(pa.chunked_array([], pa.string())).solutions.to_pylist() == []
    assert solve_many(pa.array([], pa.string())).solutions.to_pylist() == []


class Capsule:
    """An object of no library, with the PyCapsule interface only."""

    def __init__(self, array: pa.Array) -> None:
        self._array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return self._array.__arrow_c_array__(requested_schema)


def test_any_object_with_the_pycapsule_interface() -> None:
    results = solve_many(Capsule(pa.array([UNIQUE4])))
    assert results.solutions.to_pylist() == [UNIQUE4_SOLVED]
    assert columns.solve(Capsule(pa.array([UNIQUE4]))).column_names[0] == "puzzle"
    table = Capsule(pa.StructArray.from_arrays([pa.array([UNIQUE4])], ["a"]))
    assert columns.solve(table)["solution"].to_pylist() == [UNIQUE4_SOLVED]


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (pa.array([1, 2]), "expected an array of strings, found int64"),
        (pa.array([UNIQUE4, "bad"]), "2:4: expected 16 symbols, found 3"),
        (pa.array([UNIQUE4, ""]), "2: expected a puzzle, found none"),
        (pa.array([UNIQUE4, "1..\n..2"]), "2: expected a puzzle on one line"),
        (pa.array([UNIQUE4, "\x00"]), "2:1: expected text, found a NUL byte"),
        (pa.array([b"\xff" * 16]), "1:1: expected UTF-8 text, found byte 0xff"),
        (pa.array([UNIQUE4, "1" * (1 << 21)]), "2: expected a line of at most"),
    ],
)
def test_what_is_wrong_is_told_with_its_row(array: pa.Array, message: str) -> None:
    with pytest.raises(SquaredanceError, match=message):
        solve_many(array)


def test_other_geometries_and_symbols() -> None:
    array = pa.array(["1.....2....." + "." * 24])
    found = solve_many(array, geometry=Geometry(6, (3, 2))).solutions.to_pylist()
    assert len(found[0]) == 36
    letters = pa.array(["A......B.C....D."])
    assert solve_many(letters).solutions.to_pylist() == ["ABCDCDABDCBABADC"]


def test_canonical_many() -> None:
    assert canonical_many(pa.array([UNIQUE4])).to_pylist() == canonical_many([UNIQUE4])


def test_out_of_time_is_unknown() -> None:
    results = solve_many(pa.array([UNIQUE9, None] * 5000), timeout=0)
    assert results.tally() == {Status.UNKNOWN: 10_000}
    table = columns.solve(pa.table({"puzzle": [UNIQUE9, None] * 5000}), timeout=0)
    assert set(table["status"].to_pylist()) == {"unknown", None}
    assert table["count"].null_count == len(table)


ROWS = st.lists(
    st.one_of(
        st.none(),
        st.sampled_from([UNIQUE4, NONE4, DOUBLE4, "." * 16, "0" * 16, f"{UNIQUE4} # x"]),
        st.text("1234.0x? #", max_size=20),
    ),
    max_size=30,
)


@settings(max_examples=200, deadline=None)
@given(rows=ROWS, kind=st.sampled_from(KINDS), cut=st.integers(0, 5), unique=st.booleans())
def test_rows_are_answered_as_lines_are(
    rows: list[str | None], kind: pa.DataType, cut: int, unique: bool
) -> None:
    """A row that `solve_many` would refuse is bad, a null is null, all others are as in a list."""
    rows = [UNIQUE4, *rows]  # the first tells the size
    array = pa.array(["pad", None, *rows], pa.string()).cast(kind)[2:]
    table = columns.solve(
        pa.table({"puzzle": pa.chunked_array([array[:cut], array[cut:]])}),
        unique=unique,
        keep_going=True,
    )
    for row, answer in zip(rows, table.to_pylist(), strict=True):
        if row is None:
            assert (answer["solution"], answer["status"], answer["count"]) == (None, None, None)
            continue
        try:
            wanted = solve_many([UNIQUE4, row], unique=unique)
        except FormatError:
            assert (answer["solution"], answer["status"], answer["count"]) == (None, "bad", None)
            continue
        assert answer["status"] == str(wanted.statuses[1])
        assert answer["count"] == wanted.counts[1]
        solution = answer["solution"]
        text = solution.decode() if isinstance(solution, bytes) else solution
        assert (text is None) == (wanted.counts[1] == 0)
        if text is not None:
            assert wanted.solutions[1].startswith(text)
