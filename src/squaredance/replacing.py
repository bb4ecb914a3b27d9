"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOENT
from tempfile import mkstemp
from threading import Lock
from typing import BinaryIO

_asking = Lock()  # to ask for the umask is to set it: two threads at once would lose it


@contextmanager
def replacing(name: str, *, durable: bool = False) -> Iterator[BinaryIO]:
    """A file to write; it has its name when all went well. ``-`` is stdout. A ``durable`` one is
    whole even if the machine stops.

    Until then it lies beside its place under a name of its own, since a name can only be taken
    over within one file system. What is no plain file (a pipe, a terminal) is written as it is.
    """
    if name == "-":
        yield sys.stdout.buffer
        return
    if not name:  # it would be taken for this directory, and a file be made beside it
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), name)
    with _named(name):
        if os.path.exists(name) and not os.path.isfile(name):
            with open(name, "wb") as file:
                yield file
        else:
            with _beside(name, durable) as file:
                yield file


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Errors that name no file, such as of a full disk, name this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = name
        raise


@contextmanager
def _beside(name: str, durable: bool) -> Iterator[BinaryIO]:
    target = os.path.realpath(name)  # a link stays one
    try:
        handle, other = mkstemp(dir=os.path.dirname(target), prefix=".squaredance-")
    except OSError as error:
        error.filename = name  # what the user has called it
        raise
    try:
        os.close(handle)
        # By its name, for those who write it themselves.
        with open(other, "wb", opener=_not_cut) as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(other, _mode(target))
        os.replace(other, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(other)
        raise


def _not_cut(name: str, flags: int) -> int:
    """An empty file is not made empty again: what has been is on the disk at once when it is
    closed (ext4: auto_da_alloc), and the caller would wait for it.
    """
    return os.open(name, flags & ~os.O_TRUNC)


def _mode(target: str) -> int:
    """Who may read the file: as before, or as a new one."""
    with suppress(OSError):
        return os.stat(target).st_mode & 0o777
    with _asking:
        mask = os.umask(0)
        os.umask(mask)
    return 0o666 & ~mask
