"""A command over a directory of parts, here or on a cluster."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Final

from squaredance.cli.exits import OK, graver
from squaredance.cli.main import complain
from squaredance.cli.output import COLUMNS
from squaredance.cli.part import answer_part_of_many, answer_summed_part, part_arguments
from squaredance.cluster import Mapped, Workers, open_workers
from squaredance.cluster.run import Work, map_work
from squaredance.errors import SquaredanceError
from squaredance.formats.columnar import kind_by_name
from squaredance.many.progress import Bar, clock

# Arguments that say what is read and written, and where it is done.
_PLACES: Final = ("help", "files", "output", "cluster")
# And those that decide nothing about the answer to a part; only whether there is one.
_NOT_IN_ANSWERS: Final = ("threads", "keep_going")

# Bytes of parts that go to a worker at once: what takes a tenth of a second or a few, of 9x9.
_TOGETHER: Final = {"solve": 1 << 26, "canon": 1 << 20, "check": 1 << 23, "rate": 1 << 16}

_LINE_EVERY: Final = 60.0  # seconds, where there is no terminal


def run_parts(args: argparse.Namespace) -> int:
    """The exit code of it all."""
    if len(args.files) != 1 or not os.path.isdir(args.files[0]):
        given = ", ".join(map(repr, args.files)) or "none"
        raise SquaredanceError(
            f"expected one directory of parts, and nothing else, as input; found {given}"
        )
    if args.output is None:
        raise SquaredanceError("expected --output DIR for the answers to a directory of parts")
    progress = _Progress()
    try:
        found = map_work(
            work_of(args),
            args.files[0],
            args.output,
            lambda: workers_of(args.cluster),
            complain=progress.complain,
            watch=progress.watch,
        )
    except BaseException:
        progress.clear()
        raise
    progress.end(found)
    code = OK
    for one in found.codes:
        code = graver(code, one)
    return code


def workers_of(cluster: str | None) -> Workers:
    """Without a cluster one part after the other, each on as many threads as the command takes."""
    return open_workers(cluster, threads=1)


def work_of(args: argparse.Namespace) -> Work:
    """What a worker does with each part: the same command, over one file."""
    made_by = _words(args, without=(*_PLACES, *_NOT_IN_ANSWERS))
    # Threads are for many puzzles at once: all solutions of one come in another order with them.
    is_threaded = not (getattr(args, "all", False) or getattr(args, "candidates", False))
    words = _words(args, without=_PLACES if is_threaded else (*_PLACES, "threads"))
    if args.cluster is not None and is_threaded and getattr(args, "threads", 1) is None:
        words += ["--threads", "1"]  # a worker runs as many parts at a time as it has threads
    part_arguments(words)  # a mistake is told here, and once
    answer = answer_summed_part if args.cluster is None else answer_part_of_many
    together = 0 if args.cluster is None else _TOGETHER[args.command]
    name = partial(name_of, args.to)
    return Work(answer, tuple(words), tuple(made_by), args.keep_going, name, together)


def _words(args: argparse.Namespace, without: Sequence[str]) -> list[str]:
    """The words that give these arguments; the same ones, however they were written."""
    parser = argparse.ArgumentParser()
    import_module(f"squaredance.cli.{args.command}").add_arguments(parser)
    words = [args.command]
    for action in parser._actions:
        value = getattr(args, action.dest, None)
        if action.dest in without or value == action.default:
            continue
        option, word = action.option_strings[-1], _word(value)
        if action.nargs == 0:
            words.append(option)
        elif word.startswith("-"):  # else it would be taken for an option
            words.append(f"{option}={word}")
        else:
            words += option, word
    return words


def _word(value: object) -> str:
    """As an argument.

    >>> _word((2, 3)), _word(None), _word(81)
    ('2x3', 'none', '81')
    """
    if isinstance(value, tuple):  # a box
        return "x".join(map(str, value))
    return "none" if value is None else str(value)


def name_of(to: str | None, name: str) -> str:
    """The name of the answer to a part: that of the part, but for the end when ``--to`` asks for
    what is not called so.

    >>> name_of(None, "a.txt"), name_of("parquet", "a.txt"), name_of("line", "a.parquet")
    ('a.txt', 'a.parquet', 'a.txt')
    """
    if to is None:
        return name
    wanted = to if to in COLUMNS else ""
    if (kind_by_name(name) or "").removesuffix("s") == wanted:
        return name
    return os.path.splitext(name)[0] + (f".{wanted}" if wanted else ".txt")


class _Progress:
    """How far all parts are, on a terminal; elsewhere a line every minute, for logs."""

    def __init__(self) -> None:
        self._start = monotonic()
        self._bar = Bar() if sys.stderr is not None and sys.stderr.isatty() else None
        self._next = self._start + (0.5 if self._bar else _LINE_EVERY)

    def watch(self, so_far: Mapped) -> None:
        now = monotonic()
        if now < self._next:
            return
        text = progress_text(so_far, now - self._start)
        if self._bar is not None:
            self._next = now + 0.1
            self._bar.tell(text)
        else:
            self._next = now + _LINE_EVERY
            complain(text)

    def complain(self, text: str) -> None:
        self.clear()
        complain(text)

    def clear(self) -> None:
        """Other words are to stand where the line is."""
        if self._bar is not None:
            self._bar.clear()

    def end(self, found: Mapped) -> None:
        if self._bar is not None:
            self._bar.tell(progress_text(found, monotonic() - self._start), last=True)


def progress_text(so_far: Mapped, seconds: float) -> str:
    """One line. The rate is that of this run, which may have found much of it done; the time left
    is by the bytes of the parts that are left.

    >>> progress_text(Mapped(20, 8, 4, 8_000, 4_000, 0, 2_000, 800, 400), 2.0)
    '8 of 20 parts (4 done before), 8,000 puzzles, 40 %, 2,000/s, 0:06 left'
    >>> progress_text(Mapped(2, 2, 0, 100, 0, 3, 50, 50, 0), 1.0)
    '2 of 2 parts, 100 puzzles (3 bad), 100/s'
    """
    kept = f" ({so_far.kept:,} done before)" if so_far.kept else ""
    bad = f" ({so_far.bad:,} bad)" if so_far.bad else ""
    rate = (so_far.rows - so_far.kept_rows) / max(seconds, 1e-9)
    puzzles = f"{so_far.rows:,} puzzle{'' if so_far.rows == 1 else 's'}"
    text = f"{so_far.done:,} of {so_far.parts:,} parts{kept}, {puzzles}{bad}"
    if so_far.done == so_far.parts:
        return f"{text}, {rate:,.0f}/s"
    share = so_far.done_bytes / max(so_far.bytes, 1)
    text += f", {100 * share:.0f} %, {rate:,.0f}/s"
    new_bytes = so_far.done_bytes - so_far.kept_bytes
    if not new_bytes:
        return text
    return f"{text}, {clock((so_far.bytes - so_far.done_bytes) * seconds / new_bytes)} left"
