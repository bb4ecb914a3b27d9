"""Bytes to an output, all of them."""

from __future__ import annotations

from io import RawIOBase

from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

    from squaredance.many.lines import Buffer


def write_all(out: BinaryIO, data: Buffer) -> None:
    """Where Python does not buffer (``python -u``), a write may take a part only: of a disk that
    is nearly full, or of a pipe that is left.
    """
    if not isinstance(out, RawIOBase):
        out.write(data)
        return
    rest = memoryview(data)
    while (new := out.write(rest)) != len(rest):
        if new is None:
            from errno import EAGAIN

            raise BlockingIOError(EAGAIN, "write could not complete without blocking")
        rest = rest[new:]
