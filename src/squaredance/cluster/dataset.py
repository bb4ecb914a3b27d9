"""A data set: a directory whose files are its parts, also those of directories below.

Names that start with a dot or an underscore are no parts; so say Arrow, DuckDB and Spark as well,
and so a finished output, with its manifest, is a data set again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from squaredance.errors import FormatError, SquaredanceError

TEMPORARY = ".squaredance-"  # how the names of files start that are not whole yet


class Part(NamedTuple):
    """A file of a data set; its name is its path from there, with slashes."""

    name: str
    path: str
    size: int


def parts_of(folder: str) -> list[Part]:
    """The parts, in the order of their names."""
    parts = []
    for name in names_in(folder):
        path = os.path.join(folder, name)
        if not os.path.isfile(path):  # to read from a pipe may take for ever
            raise FormatError(f"expected a file, found {_what_is_at(path)}", source=path)
        parts.append(Part(name, path, os.path.getsize(path)))
    if not parts:
        raise FormatError("expected a directory with parts, found no file in it", source=folder)
    return sorted(parts)


def names_in(folder: str) -> Iterator[str]:
    """The names of all that others would take for a part, in any order."""
    for path in _files_of(folder):
        if not os.path.basename(path).startswith((".", "_")):
            yield os.path.relpath(path, folder)


@contextmanager
def folders() -> Iterator[Callable[[str], None]]:
    """Makes directories, and those above; at the end the empty ones of them go again."""
    made: list[str] = []

    def make(path: str) -> None:
        new = []
        above = os.path.abspath(path)
        while not os.path.exists(above):
            new.append(above)
            above = os.path.dirname(above)
        made.extend(reversed(new))
        os.makedirs(path, exist_ok=True)

    try:
        yield make
    finally:
        for path in reversed(made):
            with suppress(OSError):  # not empty
                os.rmdir(path)


def sweep(folder: str) -> None:
    """Removes what was written and never came to be whole."""
    for path in _files_of(folder):
        if os.path.basename(path).startswith(TEMPORARY):
            with suppress(FileNotFoundError):  # of a worker that writes it still, and is done
                os.unlink(path)


def check_apart(source: str, target: str) -> None:
    """An output within its input would be read again, or written over it."""
    one, other = os.path.realpath(source), os.path.realpath(target)
    if os.path.commonpath([one, other]) in (one, other):
        raise SquaredanceError(
            f"expected an output beside the input {source!r}, found {target!r}: one is within "
            "the other"
        )


def _files_of(folder: str) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise error

    for path, folders, files in os.walk(folder, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        # What a link leads to may be above it, or elsewhere: it is not gone into.
        links = [name for name in folders if os.path.islink(os.path.join(path, name))]
        yield from (os.path.join(path, name) for name in (*files, *links))


def _what_is_at(path: str) -> str:
    if os.path.isdir(path):
        return "a link to a directory"
    return "something else" if os.path.exists(path) else "a link to none"
