"""``squaredance prove``: prove that each puzzle has no solution, or no second one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from squaredance.cli.exits import LIMIT, MULTIPLE, NO_SOLUTION, OK
from squaredance.cli.session import Session, add_input_arguments, add_limit_arguments
from squaredance.errors import FormatError, SquaredanceError
from squaredance.proof import check, prove
from squaredance.result import Status

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument(
        "--unique", action="store_true", help="prove that there is no second solution"
    )
    parser.add_argument("--proof", metavar="OUT", help="write the proof (DRAT) to this file")
    parser.add_argument("--check", metavar="PROOF", help="check this proof instead of making one")
    add_limit_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if args.proof and args.check:
        raise SquaredanceError("expected --proof or --check, found both")
    session = Session(args)
    if args.proof:
        session.check_output(args.proof)
    for case in session.cases():
        if (args.proof or args.check) and session.number > 1:
            raise SquaredanceError("expected one puzzle with --proof or --check, found more")
        session.put(
            f"{_check(case, session, args) if args.check else _prove(case, session, args)}\n"
        )
    session.progress.end()
    return session.code


def _prove(case: Case, session: Session, args: argparse.Namespace) -> str:
    proof = prove(case.puzzle, unique=args.unique, timeout=args.timeout, max_nodes=args.max_nodes)
    wanted = Status.UNIQUE if args.unique else Status.NONE
    if proof.status is Status.UNKNOWN:
        session.note(LIMIT)
        return f"unknown: out of {proof.reason}"
    session.note(_code(proof.status, wanted))
    if not proof.complete:
        return f"{proof.status}: not proved"
    if args.proof:
        proof.write(args.proof)
    return f"{proof.status}: proved in {proof.text.count(chr(10))} lines"


def _code(status: Status, wanted: Status) -> int:
    """0 when what was asked is proved, 1 when there is no solution, 4 when there are others."""
    if status is wanted:
        return OK
    return NO_SOLUTION if status is Status.NONE else MULTIPLE


def _check(case: Case, session: Session, args: argparse.Namespace) -> str:
    solution = None
    if args.unique:
        from squaredance.solve import solve

        result = solve(case.puzzle, timeout=args.timeout, max_nodes=args.max_nodes)
        solution = result.solution
        if result.status is Status.UNKNOWN:
            session.note(LIMIT)
            return f"unknown: out of {result.reason}"
        if solution is None:
            session.note(NO_SOLUTION)
            return "not valid: no solution was found that could be the only one"
    try:
        found = check(case.puzzle, Path(args.check).read_bytes(), solution=solution)
    except OSError as error:
        raise FormatError(error.strerror or "cannot be read", source=args.check) from None
    except FormatError as error:
        raise FormatError(error.message, source=args.check, line=error.line) from None
    if not found:
        session.note(NO_SOLUTION)
        place = "" if found.line is None else f"line {found.line}: "
        return f"not valid: {place}{found.problem}"
    return "valid"
