"""``squaredance convert``: the same puzzles in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from squaredance.cli.session import Session, add_input_arguments
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import FORMATS, Style, write
from squaredance.geometry import squarest_box
from squaredance.symbols import Symbols, named_symbols

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case
    from squaredance.puzzle import Puzzle

_DRAWN: Final = ("grid", "numbers", "ss")  # the formats whose rules show the boxes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--to", choices=FORMATS, required=True, help="the format")
    output.add_argument("--to-symbols", metavar="SET", help="the symbols, named as for --symbols")
    output.add_argument("--blank", metavar="C", help="the symbol of an empty cell")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    for case in session.cases():
        style = Style(args.to, _symbols(args, case.puzzle))
        try:
            _check(case.puzzle, style)
        except SquaredanceError as error:
            session.report(_placed(error, case))
            continue
        session.put_grid(case.puzzle, style, case.comment)
    session.progress.end()
    return session.code


def _symbols(args: argparse.Namespace, puzzle: Puzzle) -> Symbols | None:
    symbols = named_symbols(args.to_symbols, puzzle.size) if args.to_symbols else None
    if args.blank:
        return (symbols or Style(args.to).symbols_for(puzzle)).with_blank(args.blank)
    return symbols


def _check(puzzle: Puzzle, style: Style) -> None:
    """An error when the text would be read back as another puzzle, or cannot be written."""
    geometry = puzzle.geometry
    if style.format == "json":
        return
    if geometry.extra:
        raise SquaredanceError(
            f"expected a puzzle without extra houses for {style.format}, "
            f"found {len(geometry.extra)}; write it --to json"
        )
    box, default = geometry.box, squarest_box(puzzle.size)
    if box != default and (box is None or style.format not in _DRAWN):
        also = "" if box is None else " or --to grid"
        raise SquaredanceError(
            f"expected boxes {_shape(default)} for {style.format}, which has no way to say "
            f"others, found {_shape(box)}; write it --to json{also}"
        )
    if puzzle.size > 25 and style.format in ("sdk", "candidates"):
        write(puzzle, style)  # fails before anything of the case is put out


def _shape(box: tuple[int, int] | None) -> str:
    return f"{box[0]}x{box[1]}" if box else "none"


def _placed(error: SquaredanceError, case: Case) -> FormatError:
    return FormatError(error.message, source=case.source, line=case.line)
