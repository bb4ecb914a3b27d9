"""Arrays from lists, without pandas: `pa.array` asks of every list whether it is one of pandas',
and imports that to know, which takes longer than all else about the start of a command.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from squaredance.columns.arrow import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

_CODES: Final = {"int8": "b", "uint32": "I", "double": "d"}  # types of numbers, for `array`


def listed(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """An array of texts, numbers or truths; None is null.

    >>> import pyarrow as pa
    >>> listed([True, None, False], pa.bool_()).to_pylist()
    [True, None, False]
    """
    pa = pyarrow()
    if kind == pa.string():
        builder = pa.lib.StringBuilder()
        builder.append_values(values)
        return builder.finish()
    if kind != pa.bool_() and str(kind) not in _CODES:
        return pa.array(values, kind)
    nulls = sum(value is None for value in values)
    known = None
    if nulls:
        known = pa.py_buffer(_bits([value is not None for value in values]))
        values = [value or 0 for value in values]
    data = _bits(values) if kind == pa.bool_() else array(_CODES[str(kind)], values)
    return pa.Array.from_buffers(kind, len(values), [known, pa.py_buffer(data)], nulls)


def _bits(flags: Sequence[Any]) -> bytes:
    """One for each flag, the first is the lowest."""
    text = "".join("1" if flag else "0" for flag in reversed(flags))
    return int(text or "0", 2).to_bytes((len(flags) + 7) // 8, "little")
