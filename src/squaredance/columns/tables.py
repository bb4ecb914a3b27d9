"""Tables and columns of pyarrow, polars, pandas and duckdb: a column out of one, answers into one.

None of these is imported here unless an object of theirs has come in: then it is there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from squaredance.columns.arrow import pyarrow
from squaredance.columns.texts import is_text, may_be_text
from squaredance.errors import SquaredanceError

if TYPE_CHECKING:
    import pyarrow as pa


def is_arrow(data: object) -> bool:
    """Whether `solve_many` takes it as an array of Arrow; objects of pandas only if they hold text.

    >>> is_arrow([1, 2]), is_arrow("text")
    (False, False)
    """
    kind = type(data)
    if not hasattr(kind, "__arrow_c_array__") and not hasattr(kind, "__arrow_c_stream__"):
        return False
    return not (library(data) == "pandas" and str(getattr(data, "dtype", "")) == "object")


def library(data: object) -> str:
    """Whose the type of an object is.

    >>> library(1)
    'builtins'
    """
    name = type(data).__module__.partition(".")[0]
    return "duckdb" if name == "_duckdb" else name


def chosen_column(
    names: Sequence[str], kinds: Sequence[pa.DataType], given: str | None, wanted: Sequence[str]
) -> str:
    """The column of puzzles: as given, else the first of those wanted, else the only one of text.

    >>> import pyarrow as pa
    >>> chosen_column(["a", "n"], [pa.string(), pa.int8()], None, ["puzzle"])
    'a'
    """
    texts = [name for name, kind in zip(names, kinds, strict=True) if is_text(kind)]
    if given is None:
        empty = [n for n, kind in zip(names, kinds, strict=True) if may_be_text(kind)]
        found = [name for name in wanted if name in texts]
        found = found or [name for name in wanted if name in empty] or texts
        if found and (found[0] in wanted or len(found) == 1):
            return _only(names, found[0])
        if not texts:
            _check_text(names, kinds, next((name for name in wanted if name in names), None))
        told = f"{len(texts)} ({', '.join(texts)})" if texts else "none"
        raise SquaredanceError(
            f"expected a column {' or '.join(wanted)}, or one column of strings, found {told}: "
            "a column can be given by its name"
        )
    if given not in names:
        raise SquaredanceError(f"expected a column {given!r}, found {', '.join(names) or 'none'}")
    _check_text(names, kinds, given)
    return _only(names, given)


def _check_text(names: Sequence[str], kinds: Sequence[pa.DataType], name: str | None) -> None:
    if name is None:
        return
    kind = kinds[list(names).index(name)]
    if not may_be_text(kind):
        raise SquaredanceError(f"expected strings in the column {name!r}, found {kind}")


def _only(names: Sequence[str], name: str) -> str:
    if list(names).count(name) > 1:
        raise SquaredanceError(f"expected one column {name!r}, found several")
    return name


def check_new(names: Sequence[str], fields: Sequence[pa.Field]) -> None:
    """An error when the table has a column of an answer's name already."""
    taken = [field.name for field in fields if field.name in names]
    if taken:
        raise SquaredanceError(
            f"expected no column {taken[0]!r}, which is to be written, found one: "
            "a prefix gives the new columns other names"
        )


def as_chunks(data: Any) -> pa.ChunkedArray:
    """An array or series of any library, without a copy where its type allows."""
    pa = pyarrow()
    if isinstance(data, pa.ChunkedArray):
        return data
    if isinstance(data, pa.Array):
        return pa.chunked_array([data])
    if hasattr(data, "__arrow_c_stream__"):
        return pa.chunked_array(data)
    return pa.chunked_array([pa.array(data)])


class Table:
    """A table of any library: its columns by name, and the same with more of them."""

    def __init__(self, data: Any) -> None:
        pa = pyarrow()
        self._data = data
        self._library = library(data)
        kind = type(data).__name__
        if self._library in ("pandas", "polars") and kind == "Series":
            self._data = data.to_frame(data.name or "puzzle")
        elif isinstance(data, pa.Array | pa.ChunkedArray):
            self._data = pa.table({"puzzle": data})
        elif isinstance(data, pa.RecordBatch):
            self._data = pa.Table.from_batches([data])
        elif self._library not in ("pandas", "polars") and not isinstance(data, pa.Table):
            self._data = _table_of(data)
        if self._library == "polars" and not hasattr(self._data, "with_columns"):
            raise SquaredanceError(f"expected a DataFrame or a Series of polars, found {kind}")
        if kind == "LazyFrame":
            raise SquaredanceError("expected a DataFrame of polars, found a LazyFrame: collect it")

    def __len__(self) -> int:
        """How many rows."""
        return len(self._data)

    @property
    def names(self) -> list[str]:
        """Those of the columns."""
        if self._library == "pandas":
            return list(map(str, self._data.columns))
        return list(self._data.columns if self._library == "polars" else self._data.column_names)

    def column(self, name: str) -> pa.ChunkedArray:
        """One of them."""
        if self._library == "pandas":
            return as_chunks(self._from_pandas(name))
        return as_chunks(self._data[name])

    def _from_pandas(self, name: str) -> pa.Array:
        """By its place: the names of pandas may be anything."""
        pa = pyarrow()
        try:
            return pa.array(self._data.iloc[:, self.names.index(name)], from_pandas=True)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
            reason = str(error).partition("\n")[0]
            raise SquaredanceError(
                f"expected strings in the column {name!r}, found others: {reason}"
            ) from None

    def kinds(self) -> list[pa.DataType]:
        """The type of each column; objects of pandas that are not alike have none that fits."""
        pa = pyarrow()
        if self._library == "pandas":
            return [_kind_in_pandas(self._data.iloc[:, n]) for n in range(len(self.names))]
        if self._library == "polars":
            return list(pa.table(self._data[:0]).schema.types)
        return list(self._data.schema.types)

    def with_columns(
        self, names: Sequence[str], columns: Sequence[pa.ChunkedArray], keep: pa.ChunkedArray | None
    ) -> Any:
        """The table with these columns behind its own; with ``keep``, some of its rows only."""
        if self._library == "pandas":
            return self._in_pandas(names, columns, keep)
        if self._library == "polars":
            import polars

            series = [
                polars.Series(name, polars.from_arrow(column))
                for name, column in zip(names, columns, strict=True)
            ]
            frame = self._data.with_columns(series)
            return frame if keep is None else frame.filter(polars.Series(polars.from_arrow(keep)))
        table = self._data
        for name, column in zip(names, columns, strict=True):
            table = table.append_column(name, column)
        if keep is not None:
            table = table.filter(keep)
        if self._library == "duckdb":
            import duckdb

            return duckdb.from_arrow(table)
        return table

    def _in_pandas(
        self, names: Sequence[str], columns: Sequence[pa.ChunkedArray], keep: pa.ChunkedArray | None
    ) -> Any:
        import pandas

        pa = pyarrow()
        # Numbers and truths with gaps would become floats and objects.
        kinds = {pa.uint32(): pandas.UInt32Dtype(), pa.bool_(): pandas.BooleanDtype()}
        frame = self._data.copy(deep=False)
        for name, column in zip(names, columns, strict=True):
            series = column.to_pandas(types_mapper=kinds.get)
            series.index = frame.index
            frame[name] = series
        return frame if keep is None else frame[keep.to_pandas().to_numpy()]


def _table_of(data: Any) -> pa.Table:
    """Any other object with Arrow's PyCapsule interface."""
    pa = pyarrow()
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        chunks = as_chunks(data)
        if pa.types.is_struct(chunks.type):
            return pa.Table.from_struct_array(chunks)
        return pa.table({"puzzle": chunks})
    raise SquaredanceError(
        "expected a table or an array of pyarrow, polars, pandas or duckdb, "
        f"found {type(data).__name__}"
    )


def _kind_in_pandas(series: Any) -> pa.DataType:
    """By some values: the first rows may all be empty."""
    pa = pyarrow()
    if series.dtype == object:
        series = series[series.notna()]
    try:
        return pa.array(series.iloc[:100], from_pandas=True).type
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return pa.null()


def like(data: Any, answers: pa.ChunkedArray) -> Any:
    """A column in the kind of the array or series it answers."""
    pa = pyarrow()
    kind = library(data)
    if isinstance(data, pa.ChunkedArray):
        return answers
    if kind == "polars":
        import polars

        return polars.Series(data.name, polars.from_arrow(answers))
    if kind == "pandas":
        series = answers.to_pandas().rename(data.name)
        series.index = data.index
        # The categories of puzzles are no categories of their answers.
        return series.astype(getattr(data.dtype, "categories", data).dtype)
    if answers.num_chunks == 1:
        return answers.chunk(0)
    return answers.combine_chunks() if isinstance(data, pa.Array) else answers
