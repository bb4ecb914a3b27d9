"""``squaredance count``: how many solutions each puzzle has, a number per line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from squaredance.cli.exits import code_of
from squaredance.cli.session import (
    Session,
    add_engine_argument,
    add_input_arguments,
    add_limit_arguments,
)
from squaredance.cli.splitting import add_split_arguments, check_split, split_wishes
from squaredance.errors import SquaredanceError
from squaredance.solve import count

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument("--limit", type=int, metavar="K", help="count to K at most")
    parser.add_argument(
        "--estimate", action="store_true", help="guess the size of the search by random dives"
    )
    parser.add_argument("--probes", type=int, metavar="K", help="so many dives (default: 1000)")
    add_limit_arguments(parser)
    add_engine_argument(parser)
    add_split_arguments(parser, threads=True)
    parser.add_argument("--json", action="store_true", help="a JSON object per puzzle")


def run(args: argparse.Namespace) -> int:
    wishes = split_wishes(args)
    if wishes:
        check_split(args)
    if args.probes is not None and not args.estimate:
        raise SquaredanceError("--probes goes with --estimate")
    if args.estimate and (wishes or args.limit is not None or args.max_nodes is not None):
        raise SquaredanceError("--estimate counts nothing: only --probes and --timeout go with it")
    session = Session(args)
    for number, case in enumerate(session.cases()):
        if args.estimate:
            _estimate(session, case)
        elif not wishes:
            _count(session, case)
        elif number and args.checkpoint:
            raise SquaredanceError("expected one puzzle with --checkpoint, found two")
        else:
            _split(session, case, wishes)
    session.progress.end()
    return session.code


def _count(session: Session, case: Case) -> None:
    args = session.args
    result = count(
        case.puzzle,
        limit=args.limit,
        engine=args.engine,
        timeout=args.timeout,
        max_nodes=args.max_nodes,
    )
    if args.json:
        from squaredance.cli.json_output import result_object, to_json

        session.put(to_json(result_object(case, result)) + "\n")
    else:
        # A plus: at least so many, the count was cut short.
        plus = "+" if result.reason or result.count == args.limit else ""
        reason = f" out of {result.reason}" if result.reason else ""
        session.put(f"{result.count}{plus}{reason}\n")
    session.note(code_of(result.status))


def _estimate(session: Session, case: Case) -> None:
    from squaredance.cli.cover_output import put_estimate
    from squaredance.split import split_estimate

    args = session.args
    probes = {} if args.probes is None else {"probes": args.probes}
    put_estimate(session, split_estimate(case.puzzle, timeout=args.timeout, **probes))


def _split(session: Session, case: Case, wishes: dict[str, Any]) -> None:
    from squaredance.cli.splitting import count_object, count_text
    from squaredance.split import split_count

    args = session.args
    session.progress.show_beside_output()  # a number: nothing is written before the end
    shown = session.progress.shown or None
    result = split_count(
        case.puzzle, engine=args.engine, timeout=args.timeout, progress=shown, **wishes
    )
    if args.json:
        from squaredance.cli.json_output import puzzle_object, to_json

        session.put(to_json({**puzzle_object(case), **count_object(result)}) + "\n")
    else:
        session.put(count_text(result))
    session.note(code_of(result.status))
