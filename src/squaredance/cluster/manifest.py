"""The manifest of an output directory: how it was made, and which parts are done.

    {"manifest": 1, "squaredance": "0.1.0", "words": ["solve", "--unique"], "checksum": "xxh64"}
    {"part": "a.txt", "source": "a.txt", "input": "0f...", "rows": 9, "bad": 0, "code": 0, ...}

A line of JSON for each part, added when the part has its name. So a line may be lost, or be torn,
and its part is made again; a line whose part did not get to the disk has another checksum than
the file, and that part is made again too. The file is there before the first part has its name,
and goes when there is none: a directory without answers is free for any command.

Nothing here depends on when, where and in which order parts were done: when all are, the lines
stand in the order of their names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

import squaredance
from squaredance.cluster.dataset import names_in
from squaredance.errors import SquaredanceError
from squaredance.replacing import replacing

NAME = "_manifest.jsonl"


class Entry(NamedTuple):
    """A part that is done."""

    part: str  # the name of the answer
    source: str  # the name of what it answers
    input: str  # the checksum of that
    rows: int
    bad: int
    code: int  # the exit code that it deserves
    size: int  # of the answer, in bytes
    checksum: str


class Manifest:
    """What is known of an output directory, and the file that it is kept in.

    One that was made by another version or with other words is an error, if it has answers.
    """

    def __init__(self, folder: str, words: Sequence[str]) -> None:
        self._folder = folder
        self.path = os.path.join(folder, NAME)
        self.entries: dict[str, Entry] = {}  # by part
        self._head: dict[str, Any] = {
            "manifest": 1,
            "squaredance": squaredance.__version__,
            "words": list(words),
            "checksum": "xxh64",
        }
        self._file: BinaryIO | None = None
        if os.path.exists(self.path):
            self._read()
        else:
            _check_unused(folder)

    def open(self) -> None:
        """Writes what is known, without a torn line; from now on parts may have their names."""
        if self._file is not None:
            return
        self._write(self.entries.values())
        self._file = open(self.path, "ab")  # noqa: SIM115 (until `close`)

    def add(self, entry: Entry) -> None:
        """One more part is done; its file has its name already."""
        assert self._file is not None
        self.entries[entry.part] = entry
        try:
            self._file.write(_line(entry._asdict()))
            self._file.flush()
        except OSError as error:
            error.filename = self.path
            raise

    def finish(self) -> None:
        """The lines in the order of the parts."""
        self._write(entry for _, entry in sorted(self.entries.items()))

    def close(self) -> None:
        """The lines as they are: on a full disk no others can be written."""
        with suppress(OSError):
            if self._file is not None:
                self._file.close()
            if not _has_answers(self._folder):
                os.unlink(self.path)

    def _write(self, entries: Iterable[Entry]) -> None:
        with replacing(self.path, durable=True) as file:
            file.write(_line(self._head))
            file.writelines(_line(entry._asdict()) for entry in entries)

    def _read(self) -> None:
        with open(self.path, "rb") as file:
            lines = list(file)
        if len(lines) < 2 and _line(self._head).startswith(b"".join(lines)):
            return  # torn, or not on the disk when the machine stopped
        found = [_object(line) for line in lines]
        head = found[0]
        if head != self._head:
            if _is_ours(head) and not _has_answers(self._folder):
                return
            raise SquaredanceError(
                f"expected an output of {_told(self._head)}, found {self._folder!r} to be one of "
                f"{_told(head)}: choose another directory, or remove it"
            )
        for values in found[1:]:
            entry = _entry(values)
            if entry is not None:
                self.entries[entry.part] = entry


def _check_unused(folder: str) -> None:
    strange = min(names_in(folder), default=None)
    if strange is not None:
        raise SquaredanceError(
            f"expected an empty directory, or one with a manifest, found {strange!r} in {folder!r}"
        )


def _has_answers(folder: str) -> bool:
    return any(True for _ in names_in(folder))


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values).encode() + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _entry(values: dict[str, Any]) -> Entry | None:
    if tuple(values) != Entry._fields:
        return None
    numbers = {"rows", "bad", "code", "size"}
    if any(type(value) is not (int if name in numbers else str) for name, value in values.items()):
        return None
    return Entry(**values)


def _is_ours(head: dict[str, Any]) -> bool:
    return "manifest" in head and isinstance(head.get("words"), list)


def _told(head: dict[str, Any]) -> str:
    if not _is_ours(head):
        return "another program"
    return f"squaredance {head.get('squaredance')}, {' '.join(map(str, head['words']))!r}"
