"""The arguments of an output: to a file, as text or as columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from squaredance.errors import SquaredanceError
from squaredance.formats.columnar import COMPRESSIONS, kind_by_name

if TYPE_CHECKING:
    import argparse

COLUMNS: Final = ("parquet", "arrow")  # for --to, beside the formats of text


def add_output_arguments(group: argparse._ActionsContainer, formats: Iterable[str] = ()) -> None:
    """The arguments of commands whose answers may go to a file, and be columns."""
    group.add_argument(
        "-o", "--output", metavar="FILE", help="write here, whole or not at all (default: stdout)"
    )
    group.add_argument(
        "--to",
        choices=[*formats, *COLUMNS],
        help="the format (default: by the name of the output, else that of the input)",
    )
    group.add_argument("--column", metavar="NAME", help="of columns: that of the puzzles")
    group.add_argument("--prefix", metavar="TEXT", help="before the names of new columns")
    group.add_argument(
        "--answers-only",
        action="store_true",
        help="columns without those of the input, in the same order of rows",
    )
    group.add_argument(
        "--compression",
        choices=COMPRESSIONS,
        help="of columns that are written (default: none)",
    )
    group.add_argument(
        "--cluster",
        metavar="SPEC",
        help="for a directory of parts: local:N processes, or a Dask scheduler, tcp://host:8786",
    )


def columns_kind(args: argparse.Namespace) -> str | None:
    """What columns are written: parquet, arrow (a file) or arrows (a stream); None for text."""
    kind = _kind(args)
    if kind is None:
        for name in ("answers-only", "prefix", "compression"):
            if getattr(args, name.replace("-", "_"), None):
                raise SquaredanceError(f"expected an output of columns for --{name}, found text")
    return kind


def _kind(args: argparse.Namespace) -> str | None:
    to, name = getattr(args, "to", None), getattr(args, "output", None)
    named = kind_by_name(name) if name else None
    if to is not None and to not in COLUMNS:
        if named:
            raise SquaredanceError(f"expected --to {named.rstrip('s')} for {name}, found {to}")
        return None
    if to is None:
        return named
    if to == "arrow":
        return "arrow" if name not in (None, "-") and named != "arrows" else "arrows"
    return "parquet"
