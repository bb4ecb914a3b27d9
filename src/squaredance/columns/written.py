"""Columns as a file can hold them: what comes along with puzzles may be of any Arrow type.

type of a column        parquet                        arrow (file)    arrows (stream)
dictionary              as it is; views become         its values      as it is
                        large strings
run_end_encoded         its values                     as it is        as it is

The Arrow file format has one dictionary for a column, and batches come with dictionaries of their
own: those of row groups, and of other files.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from squaredance.columns.arrow import pyarrow
from squaredance.columns.texts import decoded, without_views
from squaredance.errors import FormatError

if TYPE_CHECKING:
    import pyarrow as pa


def written_type(kind: pa.DataType, output: str) -> pa.DataType:
    """The type of a column of the input in a file of the kind ``output``.

    >>> import pyarrow as pa
    >>> words = pa.dictionary(pa.int8(), pa.string_view())
    >>> for output in ("parquet", "arrow", "arrows"):
    ...     print(written_type(words, output))
    dictionary<values=large_string, indices=int8, ordered=0>
    string_view
    dictionary<values=string_view, indices=int8, ordered=0>
    """
    pa = pyarrow()
    if pa.types.is_dictionary(kind):
        if output == "arrow":
            return kind.value_type
        if output == "parquet":
            return pa.dictionary(kind.index_type, without_views(kind.value_type), kind.ordered)
    if output == "parquet" and pa.types.is_run_end_encoded(kind):
        return kind.value_type
    return kind


def written_array(array: pa.Array, kind: pa.DataType, output: str) -> pa.Array:
    """The array as one of its `written_type`."""
    pa = pyarrow()
    if pa.types.is_run_end_encoded(array.type) and array.type != kind:
        from pyarrow import compute

        return compute.run_end_decode(array)
    if not pa.types.is_dictionary(array.type) or output == "arrows":
        return array
    if not pa.types.is_dictionary(kind):
        return decoded(array).cast(kind)
    return _coded_anew(array, kind)


def _coded_anew(array: pa.Array, kind: pa.DataType) -> pa.Array:
    """For Parquet: no views, and nulls among the indices only."""
    pa = pyarrow()
    if array.type == kind and not array.dictionary.null_count:
        return array
    indices, values = array.indices, array.dictionary.cast(kind.value_type)
    if values.null_count:
        new = pa.DictionaryArray.from_arrays(indices, values).dictionary_decode()
        new = new.dictionary_encode()
        indices, values = new.indices.cast(kind.index_type), new.dictionary
    return pa.DictionaryArray.from_arrays(indices, values, ordered=kind.ordered)


@contextmanager
def holding(output: str) -> Iterator[None]:
    """Around what writes: a file that cannot hold a type says so in one line."""
    pa = pyarrow()
    try:
        yield
    except pa.ArrowException as error:
        word = "Parquet" if output == "parquet" else "Arrow"
        first = str(error).strip().partition("\n")[0]
        raise FormatError(f"expected columns that {word} can hold, found: {first}") from None
