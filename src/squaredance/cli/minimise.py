"""``squaredance minimise``: puzzles none of whose clues can go, or which of them can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from squaredance.cli.exits import LIMIT, MULTIPLE, NO_SOLUTION
from squaredance.cli.in_order import InOrder
from squaredance.cli.lines import remark
from squaredance.cli.session import add_input_arguments
from squaredance.geometry import cell_name
from squaredance.many import thread_count
from squaredance.minimising import Call, cells_of
from squaredance.puzzle import Puzzle
from squaredance.result import Status

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case
    from squaredance.minimising import Minimised

NOT_MINIMAL: Final = NO_SOLUTION  # the same exit code, as for `check` and a grid that is not valid
_NOT_ONE: Final = {0: (Status.NONE, NO_SOLUTION), 2: (Status.MULTIPLE, MULTIPLE)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument(
        "--check", action="store_true", help="tell which clues are redundant: none may go"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="a random order (default: row by row)"
    )
    parser.add_argument("--threads", type=int, metavar="K", help="default: one for each core")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="time limit of the run")


def run(args: argparse.Namespace) -> int:
    call = Call(args.seed, args.check, thread_count(args.threads), args.timeout)
    session = InOrder(args)
    for answer in call.answers(session.puzzles(_wrong), session.is_ready):
        _put(session, session.next_case()[0], answer)
    session.report_waiting()
    session.progress.end()
    return session.code


def _wrong(puzzle: Puzzle) -> str | None:
    has_own = puzzle.candidates is not None
    return "expected a puzzle of clues, found one with candidates" if has_own else None


def _put(session: InOrder, case: Case, answer: Minimised) -> None:
    """What is not minimised is written as it was, and why."""
    puzzle = case.puzzle
    comment = ""
    if answer.solutions in _NOT_ONE:
        status, code = _NOT_ONE[answer.solutions]
        comment = remark(case, status)
        session.note(code)
    elif answer.solutions != 1:
        comment = "not done within the limit"
        session.note(LIMIT)
    elif session.args.check:
        names = [cell_name(cell, puzzle.size) for cell in cells_of(answer.values)]
        comment = f"redundant: {' '.join(names)}" if names else "minimal"
        if names:
            session.note(NOT_MINIMAL)
    else:
        puzzle = Puzzle._trusted(puzzle.geometry, answer.values)
    session.put_grid(puzzle, case.style, comment)
