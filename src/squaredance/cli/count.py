"""``squaredance count``: how many solutions each puzzle has, a number per line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.cli.exits import code_of
from squaredance.cli.session import (
    Session,
    add_engine_argument,
    add_input_arguments,
    add_limit_arguments,
)
from squaredance.solve import count

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument("--limit", type=int, metavar="K", help="count to K at most")
    add_limit_arguments(parser)
    add_engine_argument(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object per puzzle")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    for case in session.cases():
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
    session.progress.end()
    return session.code
