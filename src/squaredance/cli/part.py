"""The command over one file, for who has many of them: in this process or another one.

What it writes is what ``squaredance COMMAND ... SOURCE -o TARGET`` writes, since it is the same
work; only the complaints are handed back.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from functools import lru_cache
from importlib import import_module
from io import BufferedWriter, StringIO
from typing import TYPE_CHECKING, Final, NamedTuple

from squaredance.cli.exits import BAD_INPUT
from squaredance.cli.in_order import InOrder
from squaredance.cli.main import parser_for
from squaredance.cli.session import Session
from squaredance.cluster.checksums import SummedFile
from squaredance.errors import FormatError, SquaredanceError

if TYPE_CHECKING:
    import argparse

_SESSIONS: Final[dict[str, type[Session]]] = {
    "solve": Session, "rate": InOrder, "canon": Session, "check": Session,
}  # fmt: skip
_MOST_COMPLAINTS: Final = 1000  # of a part: they are kept until it is done
# What these tell or leave out depends on all files of a run.
_OVER_ALL: Final = ("distinct", "count", "histogram", "puzzles")


class PartAnswer(NamedTuple):
    """What became of one file: the exit code, its cases in all and bad ones, and the complaints,
    a line each, of which only the first thousand are told. Only when it ``is_written``, the target
    is there (new, and whole), with its checksum if that was made as it was written.
    """

    code: int
    rows: int
    bad: int
    complaints: tuple[str, ...]
    is_written: bool
    checksum: str | None = None


def answer_part_of_many(words: Sequence[str], source: str, target: str) -> PartAnswer:
    """The same where every core has a part of its own to answer, with the checksum."""
    return answer_part(words, source, target, has_one_core=True, is_summed=True)


def answer_summed_part(words: Sequence[str], source: str, target: str) -> PartAnswer:
    """The same with the checksum."""
    return answer_part(words, source, target, is_summed=True)


def answer_part(
    words: Sequence[str],
    source: str,
    target: str,
    *,
    has_one_core: bool = False,
    is_summed: bool = False,
) -> PartAnswer:
    """Answers the file ``source`` into the file ``target``.

    ``words`` are the command and its options: ``["solve", "--unique"]``. Words that are wrong are
    an error, and so is a target that cannot be written; all else that may happen is in the answer.
    """
    args = copy(_arguments(tuple(words)))
    args.files, args.output = [source], target
    complaints = _Complaints(source)
    session: Session | None = None
    code, is_written, checksum = BAD_INPUT, False, None
    try:
        session = _SESSIONS[args.command](args)
        session.complaints = complaints
        session.has_one_core = has_one_core
        session.may_be_empty = True
        session.may_race = False
        session.maps_files = False  # one that is cut short meanwhile must not end all the others
        with session:
            session.progress.shown = False
            summed = SummedFile(session.out) if is_summed else None
            if summed is not None:
                session.out = BufferedWriter(summed)
            code = import_module(f"squaredance.cli.{args.command}").answer(session)
            session.flush()
        is_written = True
        if summed is not None and summed.tell() == os.path.getsize(target):
            checksum = summed.checksum  # else pyarrow wrote it, by its name
    except FormatError as error:
        complaints.end = str(error)
    except OSError as error:
        if error.filename in (None, target):
            raise
        complaints.end = f"{error.filename or target}: {error.strerror}"
        code = BAD_INPUT
    rows, bad = (session.number, session.bad) if session else (0, 0)
    return PartAnswer(code, rows, bad, complaints.all, is_written, checksum)


class _Complaints:
    """Some of them, how many more there were, and what ended it all."""

    def __init__(self, source: str) -> None:
        self.end: str | None = None
        self._source = source
        self._kept: list[str] = []
        self._more = 0

    def append(self, text: str) -> None:
        if len(self._kept) < _MOST_COMPLAINTS:
            self._kept.append(text)
        else:
            self._more += 1

    @property
    def all(self) -> tuple[str, ...]:
        more = f"{self._source}: {self._more:,} more, which are not told" if self._more else None
        return tuple(text for text in (*self._kept, more, self.end) if text is not None)


@lru_cache(maxsize=16)
def _arguments(words: tuple[str, ...]) -> argparse.Namespace:
    """Read once: to make a parser takes as long as to solve a few ten thousand puzzles."""
    return part_arguments(words)


def part_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The arguments, checked; they name no file, since files are given one by one.

    >>> part_arguments(["rate", "--scale", "hodoku"]).scale
    'hodoku'
    >>> part_arguments(["count"])
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: expected a command of solve, rate, canon, check; \
found 'count'
    """
    command = words[0] if words else ""
    if command not in _SESSIONS:
        names = ", ".join(_SESSIONS)
        raise SquaredanceError(f"expected a command of {names}; found {command!r}")
    args = _parsed(command, words)
    if args.files or args.output is not None:
        raise SquaredanceError("expected no FILE and no --output, which are set for each part")
    for name in _OVER_ALL:
        if getattr(args, name, None):
            raise SquaredanceError(f"--{name} is about all files: it does not go with parts")
    return args


def _parsed(command: str, words: Sequence[str]) -> argparse.Namespace:
    """argparse would write what is wrong to stderr, and end the process."""
    told = StringIO()
    try:
        with redirect_stderr(told), redirect_stdout(told):  # --help
            return parser_for(command).parse_args(list(words))
    except SystemExit as exit:
        reason = told.getvalue().strip().rpartition(": error: ")[2] if exit.code else "--help"
        raise SquaredanceError(f"expected options of {command}, found: {reason}") from None
