"""``squaredance check``: is each filled grid a valid solution (of its puzzle)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from squaredance.check import check
from squaredance.cli.exits import NO_SOLUTION
from squaredance.cli.output import add_output_arguments
from squaredance.cli.session import Session, add_input_arguments, is_data_set
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import read_cases
from squaredance.formats.source import LineSource

if TYPE_CHECKING:
    import argparse

    from squaredance.columns.files import ColumnFile
    from squaredance.formats import Case
    from squaredance.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument(
        "--puzzles", metavar="FILE", help="the puzzles of the grids, in the same order"
    )
    add_output_arguments(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object per grid")


def run(args: argparse.Namespace) -> int:
    if is_data_set(args):
        from squaredance.cli.parts import run_parts

        return run_parts(args)
    with Session(args) as session:
        return answer(session)


def answer(session: Session) -> int:
    """Answers all inputs; the exit code."""
    args = session.args
    if session.columns:
        from squaredance.cli.columns import answer_columns, checks_of

        return answer_columns(session, checks_of(session))
    if args.puzzles or session.judge:
        _check_cases(session, session.cases, _puzzles(args) if args.puzzles else None)
    else:
        for source in session.opened():
            _check_input(session, source)
    session.progress.end()
    return session.code


def _check_input(session: Session, source: ColumnFile | LineSource) -> None:
    if isinstance(source, LineSource):
        _check_cases(session, lambda skip: session.cases_of(source, skip), None)
        session.close(source)
        return
    from squaredance.cli.check_columns import check_columns

    try:
        check_columns(session, source)
    except FormatError as error:  # of the file; without --keep-going, perhaps of a row
        if not session.args.keep_going:
            raise
        session.report(error)


def _check_cases(
    session: Session,
    cases_of: Callable[[Callable[[], object] | None], Iterator[Case]],
    puzzles: Iterator[Puzzle] | None,
) -> None:
    args = session.args
    # A grid that cannot be read still uses up its puzzle.
    skip = None if puzzles is None else lambda: next(puzzles, None)
    for case in cases_of(skip):
        puzzle = case.puzzle if puzzles is None else _next_puzzle(puzzles, case)
        found = check(puzzle, case.puzzle)
        if args.json:
            from squaredance.cli.json_output import to_json

            where = {"source": case.source, "line": case.line}
            problems = found.problems(case.style.symbols)
            session.put(to_json({**where, "valid": found.valid, "problems": problems}) + "\n")
        else:
            session.put(("; ".join(found.problems(case.style.symbols)) or "valid") + "\n")
        if not found:
            session.note(NO_SOLUTION)
    if puzzles is not None and next(puzzles, None) is not None:
        raise FormatError("expected a grid for every puzzle, found fewer", source=args.puzzles)


def _puzzles(args: argparse.Namespace) -> Iterator[Puzzle]:
    if args.puzzles == "-" and (not args.files or "-" in args.files):
        raise SquaredanceError("stdin is given for the grids and for the puzzles")
    for item in read_cases(
        sys.stdin.buffer if args.puzzles == "-" else args.puzzles,
        format=args.format,
        size=args.size,
        box=args.box,
        symbols=args.symbols,
    ):
        if isinstance(item, FormatError):
            raise item
        yield item.puzzle


def _next_puzzle(puzzles: Iterator[Puzzle], case: Case) -> Puzzle:
    puzzle = next(puzzles, None)
    if puzzle is None:
        raise FormatError(
            "expected a puzzle for every grid, found fewer", source=case.source, line=case.line
        )
    if puzzle.size != case.puzzle.size:
        raise FormatError(
            f"expected a grid of size {puzzle.size}, found {case.puzzle.size}",
            source=case.source,
            line=case.line,
        )
    return puzzle
