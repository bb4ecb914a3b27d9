"""Checkpoint: a file of finished subproblems, so that a count can stop and go on anywhere.

{"squaredance": "0.1.0", "checkpoint": 2, "problem": "9f...", "engine": "bits", "asked": 96,
"subproblems": 99}
[57,12,8841,402,"4d1ae27ab0d51f2c"]
[33,0,12,0,"90a1e5df0a7e3b66"]

The head is one line. A line is only ever added: number, solutions, nodes and guesses of a
subproblem, and the checksum (XXH64) of all bytes of the file before it. So a line that is altered,
gone, or not in its place is found there. What a kill leaves of a last line has no end of line, and
is cut off by the next run.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, BinaryIO, Final

import squaredance
from squaredance._core import Checksum
from squaredance.errors import FormatError, SquaredanceError
from squaredance.splitting.job import Counted, Job

_VERSION: Final = 2  # of the file
_SYNC: Final = 1.0  # seconds between two times that it is sure to be on the disk
_END: Final = len('0123456789abcdef"]\n')  # of a line: its checksum
_LONGEST: Final = 1 << 27  # bytes of a line that is read; ours are shorter
_SHOWN: Final = 80  # bytes of a line that is wrong
# What must be the same, besides the problem, and how to say so.
_WORDS: Final = {
    "checkpoint": "a file of version",
    "squaredance": "squaredance",
    "engine": "the engine",
    "asked": "a number of subproblems of",
    "subproblems": "a number of subproblems of",
}


class Checkpoint:
    """The file of one count, held by one run at a time."""

    def __init__(self, path: str, job: Job) -> None:
        self._path = path
        self._size = job.size
        self.finished: dict[int, Counted] = {}
        self._sum = Checksum()  # of all lines so far
        self._file = self._held()
        self._synced = monotonic()
        try:
            self._read(_head(job))
        except BaseException:
            self._file.close()
            raise

    def add(self, finished: Mapping[int, Counted]) -> None:
        """Writes them; a kill from now on loses none."""
        self._write(b"".join(self._line(number, one) for number, one in finished.items()))

    def close(self) -> None:
        try:
            os.fsync(self._file.fileno())
        finally:
            with suppress(OSError):  # of a write that went wrong, and was told
                self._file.close()

    def _line(self, number: int, one: Counted) -> bytes:
        return self._summed(b'[%d,%d,%d,%d,"' % (number, *one))

    def _summed(self, start: bytes) -> bytes:
        """A line by its start: all but the checksum."""
        self._sum.add(start)
        end = b'%016x"]\n' % self._sum.value()
        self._sum.add(end)
        return start + end

    def _write(self, lines: bytes) -> None:
        try:
            self._file.write(lines)
            self._file.flush()
            if monotonic() > self._synced + _SYNC:
                os.fsync(self._file.fileno())
                self._synced = monotonic()
        except OSError as error:
            error.filename = self._path
            raise

    def _held(self) -> BinaryIO:
        """The file, locked: the lock goes with the process, however that ends."""
        try:
            file = open(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")  # noqa: SIM115
        except OSError as error:
            message = f"expected a file that can be written, found: {error.strerror}"
            raise SquaredanceError(message, source=self._path) from None
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            message = "expected a plain file for a checkpoint, found something else"
            raise SquaredanceError(message, source=self._path)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            message = "expected a checkpoint that no other run works on, found one that does"
            raise SquaredanceError(message, source=self._path) from None
        except OSError as error:  # a file system without locks
            file.close()
            message = f"expected a file that can be locked, found: {error.strerror}"
            raise SquaredanceError(message, source=self._path) from None
        return file

    def _read(self, head: dict[str, object]) -> None:
        whole = 0  # bytes
        first = json.dumps(head).encode("ascii") + b"\n"
        lines = iter(lambda: self._file.readline(_LONGEST), b"")
        for number, line in enumerate(lines, 1):
            if len(line) == _LONGEST:
                raise self._error(number, "expected a line of a checkpoint, found none that ends")
            if not line.endswith(b"\n"):
                if number == 1 and not first.startswith(line):
                    raise self._error(1, "expected the head of a checkpoint, found something else")
                break
            if number == 1:
                self._check_head(head, self._value(1, line))
                self._sum.add(line)
            else:
                self._take(number, self._checked(number, line))
            whole += len(line)
        self._file.seek(whole)
        self._file.truncate()
        if whole == 0:
            self._sum.add(first)
            self._write(first)

    def _checked(self, number: int, line: bytes) -> Any:
        """The values of a line whose checksum holds."""
        start = line[:-_END]
        expected = self._summed(start)
        if line != expected:
            digits = expected[len(start) :][:16].decode("ascii")
            raise self._error(
                number, f"expected a line with the checksum {digits}, found {_quoted(line)}"
            )
        return self._value(number, start.removesuffix(b',"') + b"]")

    def _value(self, number: int, line: bytes) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            message = f"expected a line of JSON, found {_quoted(line)}"
            raise self._error(number, message) from None

    def _check_head(self, head: dict[str, object], found: Any) -> None:
        if not isinstance(found, dict) or "checkpoint" not in found:
            raise self._error(1, "expected the head of a checkpoint, found something else")
        if found.get("problem") != head["problem"]:
            raise self._error(1, "expected a checkpoint of this problem, found one of another")
        for name, words in _WORDS.items():
            if found.get(name) != head[name]:
                raise self._error(
                    1, f"expected {words} {head[name]}, found a checkpoint with {found.get(name)}"
                )

    def _take(self, line: int, value: Any) -> None:
        match value:
            case [number, found, nodes, guesses] if (
                all(type(one) is int and one >= 0 for one in value) and number < self._size
            ):
                one = found, nodes, guesses
            case _:
                raise self._error(line, f"expected a finished subproblem, found {value!r}")
        if self.finished.setdefault(number, one) != one:
            raise self._error(line, f"expected {self.finished[number]} again, found {one}")

    def _error(self, line: int, message: str) -> FormatError:
        return FormatError(message, source=self._path, line=line)


def _quoted(line: bytes) -> str:
    return ascii(line[:_SHOWN].decode("latin-1").rstrip("\n"))


def _head(job: Job) -> dict[str, object]:
    return {
        "squaredance": squaredance.__version__,
        "checkpoint": _VERSION,
        "problem": job.key,
        "engine": job.engine,
        "asked": job.wanted,
        "subproblems": job.size,
    }
