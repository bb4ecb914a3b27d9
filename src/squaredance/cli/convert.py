"""``squaredance convert``: the same puzzles in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from squaredance.cli.exits import NO_SOLUTION, OK
from squaredance.cli.session import Session, add_input_arguments
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import FORMATS, Style, read_cases, write
from squaredance.geometry import squarest_box
from squaredance.symbols import Symbols, named_symbols

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case
    from squaredance.puzzle import Puzzle

_DRAWN: Final = ("grid", "numbers", "ss")  # the formats whose rules show the boxes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument(
        "--cnf", metavar="CNF", help="the input is what a SAT solver said to this file of clauses"
    )
    output = parser.add_argument_group("output")
    output.add_argument("--to", choices=FORMATS, required=True, help="the format")
    output.add_argument("--to-symbols", metavar="SET", help="the symbols, named as for --symbols")
    output.add_argument("--blank", metavar="C", help="the symbol of an empty cell")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    if args.cnf:
        return _convert_models(session)
    for case in session.cases():
        style = Style(args.to, _symbols(args, case.puzzle))
        try:
            check_writable(case.puzzle, style)
        except SquaredanceError as error:
            session.report(_placed(error, case))
            continue
        session.put_grid(case.puzzle, style, case.comment)
    session.progress.end()
    return session.code


def _convert_models(session: Session) -> int:
    """The solution in each answer of a SAT solver; without one, the puzzle and a remark."""
    args = session.args
    if args.judge or args.format or args.size or args.symbols or args.box != "auto":
        raise SquaredanceError(
            "--cnf sets the input: it does not go with --judge, --format, --size, --box, --symbols"
        )
    from squaredance.formats.model import model_of

    puzzle = _puzzle_of(args.cnf)
    style = Style(args.to, _symbols(args, puzzle))
    check_writable(puzzle, style)
    for source in session.inputs():
        try:
            grid = model_of(source, puzzle)
        except FormatError as error:
            session.report(error)
        else:
            session.put_grid(grid or puzzle, style, "" if grid else "no solution")
            session.note(OK if grid else NO_SOLUTION)
        finally:
            session.close(source)
    return session.code


def _puzzle_of(path: str) -> Puzzle:
    for item in read_cases(path, format="cnf"):
        if isinstance(item, FormatError):
            raise item
        return item.puzzle
    raise AssertionError("an input without a puzzle is an error")


def _symbols(args: argparse.Namespace, puzzle: Puzzle) -> Symbols | None:
    symbols = named_symbols(args.to_symbols, puzzle.size) if args.to_symbols else None
    if args.blank:
        return (symbols or Style(args.to).symbols_for(puzzle)).with_blank(args.blank)
    return symbols


def check_writable(puzzle: Puzzle, style: Style) -> None:
    """An error when the text would be read back as another puzzle, or cannot be written."""
    geometry = puzzle.geometry
    if style.format in ("json", "cnf"):
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
