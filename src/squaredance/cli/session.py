"""Session: the inputs, the output and the exit code of one command run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

from squaredance.cli.exits import BAD_INPUT, OK, graver
from squaredance.cli.progress import Progress
from squaredance.cli.write_all import write_all
from squaredance.errors import EmptyError, FormatError, SquaredanceError
from squaredance.formats import FORMATS, Style, open_source, read_cases, write
from squaredance.formats.case import one_line
from squaredance.formats.source import COLUMN_ENDINGS, MAGICS, LineSource
from squaredance.geometry import Geometry
from squaredance.symbols import named_symbols
from squaredance.typed import TYPE_CHECKING, Literal, Self

if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Any, BinaryIO, Protocol

    from squaredance.columns.files import ColumnFile
    from squaredance.formats import Case
    from squaredance.formats.judges import Judge
    from squaredance.geometry import Box
    from squaredance.many.lines import Buffer
    from squaredance.puzzle import Grid

    class Complaints(Protocol):
        """Takes what is to be told."""

        def append(self, text: str, /) -> object: ...


def add_input_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that reads puzzles."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="input (default or -: stdin)")
    group = parser.add_argument_group("input")
    group.add_argument("--judge", metavar="NAME", help="an online judge's input and output")
    group.add_argument("--format", choices=FORMATS, help="the format (default: detected)")
    group.add_argument("--size", type=int, metavar="N", help="the size (default: detected)")
    group.add_argument(
        "--box", type=box_shape, default="auto", metavar="RxC", help="box shape, or none"
    )
    group.add_argument(
        "--symbols", metavar="SET", help="digits, letters, 1-9A, 0-9A, decimal, or the symbols"
    )
    group.add_argument(
        "--keep-going", action="store_true", help="report bad cases and go on with the next"
    )


def is_data_set(args: argparse.Namespace) -> bool:
    """Whether the command is about a directory of parts. Without an output, a directory is no
    input, as for all commands.
    """
    is_wanted = args.output is not None and any(map(os.path.isdir, args.files))
    return is_wanted or args.cluster is not None


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that searches."""
    group = parser.add_argument_group("search")
    group.add_argument("--timeout", type=float, metavar="SECONDS", help="time limit per puzzle")
    group.add_argument("--max-nodes", type=int, metavar="K", help="node limit per puzzle")


def add_engine_argument(parser: argparse.ArgumentParser) -> None:
    from squaredance.solve import ENGINES

    parser.add_argument("--engine", choices=ENGINES, default="auto", help="default: auto")


def box_shape(text: str) -> Box | Literal["auto"] | None:
    """The box shape in an argument.

    >>> box_shape("2x3"), box_shape("none")
    ((2, 3), None)
    """
    if text in ("none", "auto"):
        return "auto" if text == "auto" else None
    rows, _, cols = text.lower().partition("x")
    if not (rows.isdecimal() and cols.isdecimal()):
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"expected RxC (such as 2x3) or none, found {text!r}")
    return int(rows), int(cols)


def _check_shape(args: argparse.Namespace) -> None:
    """A size, box or symbols that no puzzle can have are the caller's fault, not the input's."""
    size = args.size
    if isinstance(args.box, tuple) and size is None:
        size = args.box[0] * args.box[1]
    if size is not None:
        Geometry(size, args.box)
        if args.symbols:
            named_symbols(args.symbols, size)


class Session:
    """Feeds the cases of all inputs to a command and keeps its output in order.

    With ``--output``, the file is there when ``with`` ends without an error.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.code = OK
        self.judge: Judge | None = None
        if hasattr(args, "size"):
            _check_shape(args)
        if args.judge:
            self.judge = judge_named(args.judge)
            if args.format or args.size or args.symbols or args.box != "auto":
                raise SquaredanceError(
                    "--judge sets the input: it does not go with --format, --size, --box, --symbols"
                )
        self.columns = self._columns()  # what columns are written; None for text
        stdout: Any = sys.stdout
        self.out: BinaryIO = getattr(stdout, "buffer", stdout)  # that of a notebook has none
        self._at_error: Callable[[BaseException], object] | None = None
        self._file: AbstractContextManager[BinaryIO] | None = None
        self._first = True
        self._source: LineSource | None = None
        self._open: LineSource | None = None  # the file that is read
        self.number = 0  # cases so far, good and bad
        self.bad = 0  # and those that were reported
        self.complaints: Complaints | None = None  # to collect them, not to tell them
        self.has_one_core = False  # of this machine: others have the rest
        self.maps_files = True  # see `LineSource.map_text`
        # Another number of threads may find another solution: where the same is wanted of all
        # machines they are for many puzzles at once.
        self.may_race = self.columns is None
        self.may_be_empty = False  # an input without a puzzle is an error, but in a data set
        self.progress = Progress()

    def __enter__(self) -> Self:
        name = getattr(self.args, "output", None)  # not every command has one
        if name is not None and name != "-":
            from squaredance.replacing import replacing

            self.check_output(name)
            self._file = replacing(name)
            self.out = self._file.__enter__()
            self.progress.show_beside_file()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and self._at_error is not None:
            self._at_error(error)
        if self._open is not None:
            self._open.close()  # again, unless it ended early
        if self._file is None:
            return
        self._file.__exit__(kind, error, trace)

    def _columns(self) -> str | None:
        names = ("to", "output", "answers_only", "prefix", "compression")
        if not any(getattr(self.args, name, None) for name in names):
            return None
        from squaredance.cli.output import columns_kind

        return columns_kind(self.args)

    def inputs(self) -> Iterator[LineSource]:
        """Each input, opened; one that cannot be opened is reported. Columns come as lines."""
        for source in self.opened():
            if isinstance(source, LineSource):
                yield source
                continue
            try:
                yield self._lines_of(source)
            except FormatError as error:
                self.report(error)

    def opened(self) -> Iterator[LineSource | ColumnFile]:
        """Each input as what it is, text or columns."""
        for name in self.args.files or ["-"]:
            try:
                yield self._opened(name)
            except FormatError as error:
                self.report(error)

    def _opened(self, name: str) -> LineSource | ColumnFile:
        if name == "-":
            if sys.stdin is None:  # closed by the caller: <&-
                raise FormatError("expected an open input, found none", source="stdin")
            # Unbuffered: a buffered stream cannot tell "nothing yet" from the end.
            stream = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
            source = open_source(stream, name="stdin", before_wait=self.flush)
        else:
            if os.path.isdir(name):
                is_mapped = self.args.command in ("solve", "rate", "canon", "check")
                more = ", or --output DIR for the answers to its parts" if is_mapped else ""
                raise FormatError(f"expected a file{more}; found a directory", source=name)
            source = open_source(name, before_wait=self.flush)
            source.is_mapped = self.maps_files
            self._open = source
        head = source.head(MAGICS)
        if not head.startswith(MAGICS):
            if name.lower().endswith(COLUMN_ENDINGS):
                found = "something else" if head else "an empty file"
                raise FormatError(f"expected Parquet or Arrow, found {found}", source=name)
            return source
        from squaredance.columns.files import open_columns

        return open_columns(source, None if name == "-" else name)

    def _lines_of(self, file: ColumnFile) -> LineSource:
        from squaredance.columns.as_text import column_of, line_source

        wanted = ("solution", "puzzle") if self.args.command == "check" else ("puzzle",)
        column = column_of(file, getattr(self.args, "column", None), wanted)
        return line_source(file, column, self.flush)

    def on_end(self, at_error: Callable[[BaseException], object]) -> None:
        """What to do first when an error ends the session."""
        self._at_error = at_error

    def cases(self, on_bad: Callable[[], object] | None = None) -> Iterator[Case]:
        """Every good case of every input; bad ones are reported, and ``on_bad`` is called.

        ``number`` is the place of the case among all, good and bad, counted from 1.
        """
        for source in self.inputs():
            self._source = source
            yield from self.cases_of(source, on_bad)
            self.close(source)

    def cases_of(
        self, source: LineSource, on_bad: Callable[[], object] | None = None
    ) -> Iterator[Case]:
        """The good cases of one input."""
        args = self.args
        items = (
            self.judge.cases(source)
            if self.judge
            else read_cases(
                source, format=args.format, size=args.size, box=args.box, symbols=args.symbols
            )
        )
        for item in items:
            if self.may_be_empty and isinstance(item, EmptyError):
                continue
            self.number += 1
            if isinstance(item, FormatError):
                self.report(item)
                if on_bad is not None:
                    on_bad()
            else:
                self.progress.step()
                yield item

    def is_ready(self) -> bool:
        """Whether the next of `cases` need not wait for an interactive input."""
        return self._source is None or self._source.is_ready()

    def close(self, source: LineSource) -> None:
        """Closes an input, but not stdin, which is not ours and may be named twice."""
        if source.name != "stdin":
            source.close()

    def report(self, error: SquaredanceError) -> None:
        """Ends the run with this error, or with --keep-going notes it."""
        self.report_now(error)

    def report_now(self, error: SquaredanceError) -> None:
        """The same, whatever waits to be told before it."""
        self.bad += 1
        if not self.args.keep_going:
            raise error
        self.flush()
        self.complain(str(error))
        self.code = graver(self.code, BAD_INPUT)

    def complain(self, message: str) -> None:
        """One line on stderr, or for who collects them."""
        if self.complaints is not None:
            self.complaints.append(message)
            return
        from squaredance.cli.main import complain

        complain(message)

    def note(self, code: int) -> None:
        """An exit code that some case deserves."""
        self.code = graver(self.code, code)

    def put(self, text: str) -> None:
        """Text for the output."""
        try:
            data = text.encode("utf-8", "surrogateescape")  # file names may be any bytes
        except UnicodeEncodeError:  # half a character, out of a JSON string
            data = text.encode("utf-8", "backslashreplace")
        write_all(self.out, data)

    def put_bytes(self, data: Buffer) -> None:
        """Lines for the output."""
        if len(data):
            self._first = False
            write_all(self.out, data)

    def put_grid(self, grid: Grid, style: Style, comment: str = "") -> None:
        """A grid in a style, separated from the one before as its format asks."""
        separator = FORMATS[style.format].separator
        if separator and not self._first:
            self.put(separator)
        if style.format == "cnf":
            self._put_cnf(grid, comment or style.comment)
            return
        self._first = False
        if comment and style.format != "json":
            comment = one_line(comment)
        if comment:
            if style.format in ("line", "candidates"):
                style = style._replace(comment=f"{style.comment} # {comment}")
            elif style.format == "json":
                style = style._replace(comment=comment)
            else:
                self.put(f"# {comment}\n")
        self.put(write(grid, style))

    def _put_cnf(self, grid: Grid, comment: str) -> None:
        """Clauses, as they are made: they may be many megabytes. One text holds one puzzle."""
        from squaredance.formats.cnf import pieces

        if not self._first:
            raise SquaredanceError("expected one puzzle for cnf, which holds no more, found two")
        self._first = False
        for piece in pieces(grid, comment):
            self.put(piece)

    def flush(self) -> None:
        self.out.flush()

    def check_output(self, name: str | os.PathLike[str]) -> None:
        """An error when a file to be written is one of those that are read."""
        if not os.path.isfile(name):
            return
        puzzles = getattr(self.args, "puzzles", None)  # of check
        for file in [*(self.args.files or ["-"]), *([puzzles] if puzzles else [])]:
            if _is_same(file, name):
                raise SquaredanceError(
                    f"expected an output that is no input, found {os.fspath(name)!r} as both"
                )

    def check_writable(self, name: str | None) -> None:
        """An error now, rather than after all the work, when a file cannot be written."""
        if name:
            self.check_output(name)
            with open(name, "ab"):
                pass


def _is_same(source: str, name: str | os.PathLike[str]) -> bool:
    """Whether an input, which may be ``-``, is the file of that name."""
    try:
        status = os.fstat(sys.stdin.fileno()) if source == "-" else os.stat(source)
        return os.path.samestat(status, os.stat(name))
    except (AttributeError, OSError, ValueError):  # it is closed, or no file
        return False


def judge_named(name: str) -> Judge:
    """The Sudoku judge profile of this name."""
    from squaredance.formats import JUDGES  # here: a run without a judge need not know any

    if name not in JUDGES or JUDGES[name].kind != "sudoku":
        names = ", ".join(n for n in JUDGES if JUDGES[n].kind == "sudoku")
        raise SquaredanceError(f"expected a judge of {names}; found {name!r}")
    return JUDGES[name]  # type: ignore[return-value]
