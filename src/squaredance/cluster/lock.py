"""One run at a time for an output directory."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from squaredance.errors import SquaredanceError

NAME = "_lock"


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Holds the directory. The system lets go of it when the process ends, however it ends, so
    that a lock is never stale; what stands in the file is for who has to wait.
    """
    path = os.path.join(folder, NAME)
    handle = _taken(path, folder)
    try:
        now = datetime.now().isoformat(" ", "seconds")
        holder = f"process {os.getpid()} on {socket.gethostname()} since {now}"
        with suppress(OSError):  # a full disk
            os.ftruncate(handle, 0)
            os.write(handle, holder.encode())
        yield
    finally:
        with suppress(OSError):
            os.unlink(path)
        os.close(handle)


def _taken(path: str, folder: str) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(path, handle):
                return handle
        except BlockingIOError:
            holder = os.read(handle, 1000).decode(errors="replace") or "another process"
            os.close(handle)
            raise SquaredanceError(
                f"expected an output that no other run writes, found {folder!r} held by {holder}"
            ) from None
        except OSError as error:
            os.close(handle)
            error.filename = path
            raise
        os.close(handle)  # the one who held it has just removed it


def _is_at(path: str, handle: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False
