"""What columns that are written tell of how they were made."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from squaredance import __version__

if TYPE_CHECKING:
    import pyarrow as pa

_KEY: Final = b"squaredance"  # of the schema: what was done, as JSON
# What has a say in the answers, and nothing else: the bytes are the same everywhere.
_TOLD: Final = (
    "unique", "least", "engine", "timeout", "max_nodes", "scale", "no_uniqueness", "distinct",
    "format", "size", "box", "symbols", "column", "prefix",
)  # fmt: skip


def metadata_of(schema: pa.Schema, args: Any) -> dict[bytes, bytes]:
    """That of the input, and what is done now behind what was done before."""
    before = dict(schema.metadata or {})
    try:
        steps = json.loads(before.get(_KEY, b"[]"))
    except ValueError:
        steps = []
    given = {name: getattr(args, name) for name in _TOLD if hasattr(args, name)}
    options = {name: _word(value) for name, value in given.items() if _is_given(name, value)}
    step = {"command": args.command, "options": options, "version": __version__}
    steps = [*steps, step] if isinstance(steps, list) else [step]
    before[_KEY] = json.dumps(steps, sort_keys=True).encode()
    if args.answers_only:
        before.pop(b"pandas", None)  # which tells of columns that are not there
    return before


def _is_given(name: str, value: object) -> bool:
    """Whether an option is other than it is without a word. A limit of 0 is one."""
    if name in ("engine", "box"):
        return value != "auto"
    return value is not None and value is not False


def _word(value: object) -> object:
    """No box is ``--box none``."""
    return "none" if value is None else value
