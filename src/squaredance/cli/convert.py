"""``squaredance convert``: the same puzzles in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.cli.session import Session, add_input_arguments
from squaredance.formats import FORMATS, Style
from squaredance.symbols import named_symbols

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--to", choices=FORMATS, required=True, help="the format")
    output.add_argument("--to-symbols", metavar="SET", help="the symbols, named as for --symbols")
    output.add_argument("--blank", metavar="C", help="the symbol of an empty cell")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    for case in session.cases():
        symbols = None
        if args.to_symbols:
            symbols = named_symbols(args.to_symbols, case.puzzle.size)
        if args.blank:
            base = symbols or Style(args.to).symbols_for(case.puzzle)
            symbols = base.with_blank(args.blank)
        session.put_grid(case.puzzle, Style(args.to, symbols), case.comment)
    session.progress.end()
    return session.code
