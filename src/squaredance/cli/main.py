"""The command ``squaredance``: picks the sub-command and turns every end into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from squaredance.cli.exits import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, USAGE
from squaredance.errors import FormatError, SquaredanceError
from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from types import ModuleType, SimpleNamespace

COMMANDS = {
    "solve": "solve puzzles",
    "count": "count the solutions of puzzles",
    "explain": "tell the way to the solution of puzzles, step by step",
    "hint": "tell the next step of puzzles",
    "rate": "tell how hard puzzles are",
    "generate": "make puzzles as wished, or random solved grids",
    "minimise": "take away clues that are not needed, or tell which they are",
    "explore": "look for puzzles with fewer clues or a higher rating near to others",
    "check": "check filled grids",
    "canon": "write puzzles in their canonical form, or without equivalent ones",
    "convert": "write puzzles in another format",
    "print": "make booklets of puzzles (PDF), or pictures of them (SVG, PNG)",
    "prove": "prove that puzzles have no (other) solution, or check a proof",
    "cover": "solve exact cover problems",
    "serve": "serve the page and the JSON API on this machine",
    "info": "tell about this installation, or about the puzzles of a file",
}

EPILOG = """\
exit codes: 0 all answered; 1 a puzzle had no solution (check: a grid was not valid;
minimise --check: a puzzle was not minimal); 2 usage; 3 bad input; 4 several solutions
where one was asked for; 124 time or node limit; 130 Ctrl-C; 141 the reader of the
output went away; 143 SIGTERM, where there was an output to take away
"""


def parser_for(command: str | None) -> argparse.ArgumentParser:
    """The parser with one command's arguments; the others only by name, to start fast."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="squaredance",
        description="Sudoku of every size, and exact cover.",
        epilog=EPILOG,
        formatter_class=_formatter,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            formatter_class=_formatter,
        )
        if name == command:
            import_module(f"squaredance.cli.{name}").add_arguments(one)
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    """argparse makes one for every argument, and without a width looks for it with shutil,
    whose import is a tenth of a start.
    """
    import argparse

    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 80
    return argparse.RawDescriptionHelpFormatter(prog, width=columns - 2)


def _version() -> str:
    from squaredance import __version__

    return f"squaredance {__version__}"


def main(arguments: Sequence[str] | None = None, plain: SimpleNamespace | None = None) -> int:
    """Run a command line and return its exit code. ``plain`` are its arguments, if read before."""
    parsed = plain or _parsed(list(sys.argv[1:] if arguments is None else arguments))
    module = import_module(f"squaredance.cli.{parsed.command}")
    if sys.stdout is None:  # closed by the caller: >&-
        complain("output: expected an open stream, found it closed")
        return BAD_INPUT
    try:
        return _run(module, parsed)
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename is None:
            _drop_output()
        complain(f"{error.filename or 'output'}: {error.strerror}")
        return BAD_INPUT


def _parsed(given: list[str]) -> argparse.Namespace | SimpleNamespace:
    if given[:1] == ["solve"]:
        from squaredance.cli.plain import plain_arguments

        plain = plain_arguments(given[1:])
        if plain is not None:
            return plain
    command = next((word for word in given if word in COMMANDS), None)
    return parser_for(command).parse_args(given)


def _run(module: ModuleType, parsed: argparse.Namespace | SimpleNamespace) -> int:
    """Whatever ends the command: what it has answered so far is written first."""
    try:
        code: int
        if any(getattr(parsed, name, None) for name in ("output", "cluster")):
            from squaredance.cli.ending import ended_once

            with ended_once():
                code = module.run(parsed)
        else:
            code = module.run(parsed)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt as error:
        sys.stdout.flush()
        return getattr(error, "code", INTERRUPTED)
    except SquaredanceError as error:
        sys.stdout.flush()
        complain(str(error))
        return BAD_INPUT if isinstance(error, FormatError) else USAGE


def _drop_output() -> None:
    """Python flushes stdout again on exit: give it somewhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """One line on stderr, in red on a terminal."""
    if sys.stderr is None:  # closed by the caller: 2>&-
        return
    colored = sys.stderr.isatty() and "NO_COLOR" not in os.environ
    before, after = ("\x1b[31m", "\x1b[0m") if colored else ("", "")
    print(f"{before}squaredance: {message}{after}", file=sys.stderr)
