"""``squaredance solve``: the solution of each puzzle, in the format it came in."""

from __future__ import annotations

import os

from squaredance.cli.exits import code_of
from squaredance.cli.lines import remark, solve_lines
from squaredance.cli.session import (
    Session,
    add_engine_argument,
    add_input_arguments,
    add_limit_arguments,
    is_data_set,
)
from squaredance.errors import SquaredanceError
from squaredance.formats import FORMATS, Style
from squaredance.many import thread_count
from squaredance.puzzle import Puzzle
from squaredance.result import Result, Status
from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from squaredance.formats import Case
    from squaredance.formats.source import LineSource
    from squaredance.puzzle import Grid


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from squaredance.cli.output import add_output_arguments  # not for a plain start

    add_input_arguments(parser)
    question = parser.add_mutually_exclusive_group()
    question.add_argument("--unique", action="store_true", help="prove that there is one only")
    question.add_argument("--least", action="store_true", help="the lexicographically least one")
    question.add_argument("--all", action="store_true", help="list every solution")
    question.add_argument(
        "--candidates", action="store_true", help="the values each cell has in some solution"
    )
    parser.add_argument("--limit", type=int, metavar="K", help="with --all: at most K solutions")
    add_limit_arguments(parser)
    add_engine_argument(parser)
    parser.add_argument(
        "--threads",
        type=int,
        metavar="N",
        help="for many lines (default: all cores), a race on each hard puzzle, or --all",
    )
    output = parser.add_argument_group("output")
    add_output_arguments(output, FORMATS)
    output.add_argument("--json", action="store_true", help="a JSON object per puzzle")


def run(args: argparse.Namespace) -> int:
    if is_data_set(args) and not _is_split(args):
        from squaredance.cli.parts import run_parts

        return run_parts(args)
    with Session(args) as session:
        return answer(session)


def answer(session: Session) -> int:
    """Answers all inputs; the exit code."""
    args = session.args
    _check_arguments(args)
    if session.columns:
        return _answer_columns(session)
    for source in session.inputs():
        if not (not args.to and _is_plain_question(args) and solve_lines(session, source)):
            _solve_cases(session, source)
        session.close(source)
    if session.judge:
        session.put(session.judge.ending())
    session.progress.end()
    return session.code


def _answer_columns(session: Session) -> int:
    from squaredance.cli.columns import answer_columns, solutions_of

    args = session.args
    if _is_plain_question(args):
        asked = solutions_of(session)
        return answer_columns(session, asked, one_wanted=args.unique, in_place=True)

    def solved(case: Case) -> tuple[Grid | None, str, int | None]:
        result = _ask(session, case, _limits(args))
        count = None if result.status is Status.UNKNOWN else result.count
        return result.solution, result.status.value, count

    return answer_columns(session, solutions_of(session, solved), one_wanted=args.unique)


def _limits(args: argparse.Namespace) -> dict[str, object]:
    return {"engine": args.engine, "timeout": args.timeout, "max_nodes": args.max_nodes}


def _solve_cases(session: Session, source: LineSource) -> None:
    """One case after the other: any format, any question."""
    args = session.args
    limits = _limits(args)
    for case in session.cases_of(source):
        if args.all:
            _list_all(session, case, limits)
        else:
            result = _ask(session, case, limits)
            _answer(session, case, result)
            session.note(code_of(result.status, one_wanted=args.unique))


def _is_split(args: argparse.Namespace) -> bool:
    """Whether the solutions of each puzzle are listed by many workers."""
    if not args.all or (args.threads is None and args.cluster is None):
        return False
    return not any(map(os.path.isdir, args.files))


def _is_plain_question(args: argparse.Namespace) -> bool:
    """Whether many puzzles can be asked at once."""
    other = args.judge or args.least or args.all or args.candidates or args.json
    limited = args.timeout is not None or args.max_nodes is not None
    return not other and not limited and args.engine == "auto"


def _check_arguments(args: argparse.Namespace) -> None:
    thread_count(args.threads)
    if args.limit is not None and (not args.all or args.limit < 1):
        raise SquaredanceError("--limit K goes with --all and is 1 or more")
    if args.threads and args.candidates:
        raise SquaredanceError("--threads does not go with --candidates")
    if _is_split(args) and (args.max_nodes is not None or args.engine != "auto"):
        raise SquaredanceError("--max-nodes and --engine do not go with --all and many workers")
    if args.json and args.to:
        raise SquaredanceError("--json is the format of the output: it does not go with --to")
    if args.judge and (args.to or args.json or args.all or args.candidates):
        raise SquaredanceError(
            "--judge sets the output: it does not go with --to, --json, --all, --candidates"
        )


def _ask(session: Session, case: Case, limits: dict[str, object]) -> Result:
    from squaredance.solve import solve, true_candidates

    args = session.args
    if args.candidates:
        return true_candidates(case.puzzle, **limits)  # type: ignore[arg-type]
    least = args.least or (session.judge is not None and session.judge.question == "least")
    if args.threads and session.may_race:
        limits = {**limits, "threads": args.threads}
    return solve(case.puzzle, unique=args.unique, least=least, **limits)  # type: ignore[arg-type]


def _answer(session: Session, case: Case, result: Result) -> None:
    args = session.args
    if session.judge:
        session.put(session.judge.answer(session.number, result, case))
    elif args.json:
        _put_json(session, case, result)
    elif args.candidates:
        _put_candidates(session, case, result)
    else:
        wanted = (Status.UNIQUE,) if args.unique else (Status.FOUND, Status.UNIQUE, Status.MULTIPLE)
        if result.solution is not None and result.status in wanted:
            _put(session, case, result.solution)
        else:
            _put(session, case, case.puzzle, _remark(case, result))


def _put(session: Session, case: Case, grid: Grid, remark: str = "") -> None:
    """A grid as the answer to a case: as the case was written, or as --to says."""
    to = session.args.to
    if to is None:
        session.put_grid(grid, case.style, remark)
    else:
        notes = [note for note in (case.comment, remark) if note]
        session.put_grid(grid, Style(to), " # ".join(notes))


def _remark(case: Case, result: Result) -> str:
    """Why there is no solution to show, for people: it follows the puzzle as a comment."""
    if result.status is Status.UNKNOWN:
        return f"unknown: out of {result.reason}"
    return remark(case, result.status, explained=result.clash is not None)


def _put_json(session: Session, case: Case, result: Result) -> None:
    from squaredance.cli.json_output import result_object, to_json

    session.put(to_json(result_object(case, result)) + "\n")


def _put_candidates(session: Session, case: Case, result: Result) -> None:
    style = Style(session.args.to or "candidates")
    if result.status not in (Status.UNIQUE, Status.MULTIPLE):
        session.put_grid(case.puzzle, style, _remark(case, result))
        return
    masks = [sum(1 << (v - 1) for v in values) for values in result.candidates or ()]
    clues = bytes(0 if mask & (mask - 1) else mask.bit_length() for mask in masks)
    session.put_grid(Puzzle(case.puzzle.geometry, clues, masks), style)


def _list_all(session: Session, case: Case, limits: dict[str, object]) -> None:
    if not _is_split(session.args):
        from squaredance.solve import solutions

        found = solutions(case.puzzle, **limits)  # type: ignore[arg-type]
        _put_all(session, case, found, lambda grid: found.result)
        return
    from squaredance.cli.splitting import as_result, split_wishes
    from squaredance.split import split_solutions

    wishes = split_wishes(session.args)
    with split_solutions(case.puzzle, timeout=session.args.timeout, **wishes) as split:
        _put_all(session, case, split, lambda grid: as_result(split.result, grid))


def _put_all(
    session: Session,
    case: Case,
    found: Iterator[Grid],
    result_of: Callable[[Grid | None], Result],
) -> None:
    args = session.args
    number = 0
    for number, grid in enumerate(found, 1):
        if args.json:
            _put_json(session, case, result_of(grid))
        else:
            _put(session, case, grid)
        if number == args.limit:
            return
    result = result_of(None)
    session.note(code_of(result.status))
    if number == 0 or result.status is Status.UNKNOWN:
        if args.json:
            _put_json(session, case, result)
        else:
            _put(session, case, case.puzzle, _remark(case, result))
