"""``squaredance cover``: exact cover problems, in Knuth's text or a judge's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from squaredance import cover
from squaredance.cli.exits import code_of
from squaredance.cli.session import Session, add_limit_arguments
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import JUDGES, knuth
from squaredance.result import Status

if TYPE_CHECKING:
    import argparse

    from squaredance.cover import CoverResult, Problem
    from squaredance.formats.judges.cover import CoverJudge


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="input (default or -: stdin)")
    parser.add_argument("--judge", metavar="NAME", help="an online judge's input and output")
    parser.add_argument("--keep-going", action="store_true", help="report bad cases and go on")
    question = parser.add_mutually_exclusive_group()
    question.add_argument("--unique", action="store_true", help="prove that there is one only")
    question.add_argument("--all", action="store_true", help="list every cover")
    question.add_argument("--count", action="store_true", help="count the covers")
    parser.add_argument("--limit", type=int, metavar="K", help="at most K covers")
    add_limit_arguments(parser)
    parser.add_argument("--json", action="store_true", help="JSON objects")


def run(args: argparse.Namespace) -> int:
    if args.judge:
        return _run_judge(args)
    session = Session(args)
    if args.limit is not None and (args.limit < 1 or not (args.all or args.count)):
        raise SquaredanceError("--limit K goes with --all or --count and is 1 or more")
    for problem in _problems(session):
        _answer(session, problem)
    return session.code


def _problems(session: Session) -> Iterator[Problem]:
    for source in session.inputs():
        try:
            yield knuth.read(source)
        except FormatError as error:
            session.report(error)
        finally:
            session.close(source)


def _answer(session: Session, problem: Problem) -> None:
    args = session.args
    limits = {"timeout": args.timeout, "max_nodes": args.max_nodes}
    if args.count:
        result = cover.count(problem, limit=args.limit, **limits)
        plus = "+" if result.reason or result.count == args.limit else ""
        _put(session, problem, result, f"{result.count}{plus}\n")
    elif args.all:
        result = _list_all(session, problem, limits)
    else:
        result = cover.solve(problem, unique=args.unique, **limits)
        show = args.unique <= (result.status is Status.UNIQUE)
        text = _options_text(problem, result.options) if show else None
        _put(session, problem, result, text or f"{_remark(result)}\n")
    session.note(code_of(result.status, one_wanted=args.unique))


def _list_all(session: Session, problem: Problem, limits: dict[str, float | None]) -> CoverResult:
    covers = cover.solutions(problem, **limits)  # type: ignore[arg-type]
    for number, options in enumerate(covers, 1):
        text = _options_text(problem, options)
        _put(session, problem, covers.result, ("" if number == 1 else "\n") + (text or ""))
        if number == session.args.limit:
            break
    result = covers.result
    if result.count == 0 or result.reason:
        _put(session, problem, result, f"{_remark(result)}\n")
    return result


def _options_text(problem: Problem, options: tuple[int, ...] | None) -> str | None:
    if options is None:
        return None
    return "".join(f"{' '.join(map(str, problem.options[o]))}\n" for o in options)


def _remark(result: CoverResult) -> str:
    if result.reason:
        return f"# unknown: out of {result.reason}"
    return "# no solution" if result.status is Status.NONE else "# multiple solutions"


def _put(session: Session, problem: Problem, result: CoverResult, text: str) -> None:
    if not session.args.json:
        session.put(text)
        return
    from squaredance.cli.json_output import to_json

    named = None
    if result.options is not None:
        named = [[str(item) for item in problem.options[o]] for o in result.options]
    fields = {**result._asdict(), "status": result.status.value, "options": named}
    session.put(to_json(fields) + "\n")


def _run_judge(args: argparse.Namespace) -> int:
    judge = _judge_named(args.judge)
    if args.all or args.count or args.unique or args.json:
        raise SquaredanceError("--judge sets the question and the output: no other goes with it")
    args.judge = None  # a Session takes only Sudoku judges
    session = Session(args)
    for source in session.inputs():
        for case in judge.cases(source):
            session.number += 1
            if isinstance(case, FormatError):
                session.report(case)
                continue
            problem = cover.Problem(range(case.items), case.options)
            result = cover.solve(problem, timeout=args.timeout, max_nodes=args.max_nodes)
            if result.status is Status.UNKNOWN:
                session.put(f"{judge.unknown}\n")
            else:
                session.put(judge.answer(session.number, result.options, case))
            session.note(code_of(result.status))
        session.close(source)
    session.put(judge.ending())
    return session.code


def _judge_named(name: str) -> CoverJudge:
    judges = {n: JUDGES[n] for n in JUDGES if JUDGES[n].kind == "cover"}
    if name not in judges:
        raise SquaredanceError(f"expected a judge of {', '.join(judges)}; found {name!r}")
    return judges[name]  # type: ignore[return-value]
