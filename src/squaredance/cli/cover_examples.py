"""``squaredance cover --example``: problems of the gallery in the place of files, and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from squaredance.errors import FormatError, SquaredanceError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from squaredance.cover import Problem
    from squaredance.cover.examples import Example


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("gallery")
    group.add_argument(
        "--example",
        nargs="+",
        metavar=("NAME", "WORD"),
        help="a problem of the gallery and its arguments, in the place of a file; list: which",
    )
    group.add_argument("--svg", metavar="FILE", help="write a picture of the first cover")
    group.add_argument(
        "--to-text", action="store_true", help="print the problem in Knuth's text, solve nothing"
    )


def check(args: argparse.Namespace, question: str) -> None:
    """An error for arguments that do not go together."""
    if args.example and (args.files or args.judge or args.format):
        raise SquaredanceError("--example takes the place of files: no FILE, --from or --judge")
    if args.svg and not args.example:
        raise SquaredanceError("--svg goes with --example")
    if args.svg and question in ("count", "estimate"):
        raise SquaredanceError(f"--svg draws a cover, and --{question} finds none")
    if args.to_text and (args.svg or question != "first"):
        raise SquaredanceError("--to-text prints the problem: no question goes with it")


def listing() -> str:
    """A line about each example, with its arguments.

    >>> print(listing().splitlines()[0])
    pentominoes [ROWS [COLS [PIECES]]] [reduced=yes]
    """
    from squaredance.cover.examples.registry import NAMES, about, usage

    return "".join(f"{name.replace('_', '-')} {usage(name)}\n    {about(name)}\n" for name in NAMES)


def built(args: argparse.Namespace) -> Problem:
    """The problem that --example asks for; from now on ``args.svg`` draws its covers."""
    from squaredance.cover.examples import example

    made = example(*args.example)
    if args.svg:
        args.svg = Picture(made, args.svg)
    return made.problem


class Picture:
    """The picture of an example, drawn of the first cover that is found."""

    def __init__(self, example: Example, path: str) -> None:
        self._example = example
        self._path: str | None = path

    def draw(self, options: Iterable[int]) -> None:
        """Writes the file, the first time."""
        if self._path is None:
            return
        path, self._path = self._path, None
        try:
            Path(path).write_text(self._example.picture(options) + "\n")
        except OSError as error:
            raise FormatError(error.strerror or "cannot be written", source=path) from None
