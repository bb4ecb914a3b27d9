"""What is asked of a column, and the answers as columns: the parts that all questions share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from squaredance.columns.arrow import pyarrow
from squaredance.columns.listed import listed

if TYPE_CHECKING:
    import pyarrow as pa

    from squaredance.columns.rooms import Lease
    from squaredance.columns.rows import RowLines
    from squaredance.formats.case import Options
    from squaredance.geometry import Geometry

    OpenReader = Callable[[str | None, Options | None, Geometry | None], RowLines]

# By the codes that native code gives (RowAnswers).
STATUS_WORDS: Final = ("none", "unique", "multiple", "found", "unknown", "bad")
NONE, MULTIPLE, UNKNOWN, BAD = (
    STATUS_WORDS.index(word) for word in ("none", "multiple", "unknown", "bad")
)
NO_ROW: Final = 0xFFFFFFFE  # in the place of a count: the row is null
BAD_ROW: Final = 0xFFFFFFFD  # or no puzzle


class Batch(NamedTuple):
    """Some rows of an input: its puzzles, all that goes along with them, and rows that are known
    to be bad.

    With a ``kind``, that of the column, the puzzles are values as they are in a page of Parquet:
    bytes of one width, each behind its length. With a ``lease`` their answers are in a room of it.
    """

    texts: pa.Array
    record: pa.RecordBatch | None = None
    bad: frozenset[int] = frozenset()
    kind: pa.DataType | None = None
    lease: Lease | None = None


class Answered(NamedTuple):
    """A batch with the columns of its answers; ``keep`` tells which rows stay, None for all.

    ``tally`` has how many rows have each of `STATUS_WORDS`. ``counts`` are those of solutions or
    forms, where native code counted.
    """

    batch: Batch
    columns: list[pa.Array]
    tally: dict[str, int]
    keep: pa.Array | None = None
    counts: pa.Array | None = None


class Question(Protocol):
    """A question to every puzzle of a column."""

    def fields(self, kind: pa.DataType) -> list[pa.Field]:
        """The columns of the answers to a column of puzzles of this type."""

    def answers(self, batches: Iterator[Batch | None], reader: RowLines) -> Iterator[Answered]:
        """All batches of one input. A None asks for what is under way before more is read."""


def status_type() -> pa.DataType:
    """Six words for any number of rows."""
    pa = pyarrow()
    return pa.dictionary(pa.int8(), pa.string())


def status_array(codes: bytes, known: tuple[bytes | None, int]) -> pa.Array:
    """The statuses by their codes, null where a bit is not set."""
    pa = pyarrow()
    bits, nulls = known
    buffers = [None if bits is None else pa.py_buffer(bits), pa.py_buffer(codes)]
    indices = pa.Array.from_buffers(pa.int8(), len(codes), buffers, nulls)
    return pa.DictionaryArray.from_arrays(indices, _words(), safe=False)


@cache
def _words() -> pa.Array:
    return listed(STATUS_WORDS, pyarrow().string())


def words_array(words: list[str | None]) -> pa.Array:
    """The same from words."""
    pa = pyarrow()
    codes = [None if word is None else STATUS_WORDS.index(word) for word in words]
    return pa.DictionaryArray.from_arrays(listed(codes, pa.int8()), _words())


def tally_of(words: list[Any]) -> dict[str, int]:
    """How many rows have which status.

    >>> tally_of(["found", None, "found"])
    {'found': 2}
    """
    return {word: words.count(word) for word in set(words) - {None}}
