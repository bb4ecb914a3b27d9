"""``squaredance cover``: exact cover problems, in any of their texts or a judge's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from squaredance import cover
from squaredance.cli import cover_examples as gallery
from squaredance.cli import cover_output as output
from squaredance.cli.exits import code_of
from squaredance.cli.json_output import to_json
from squaredance.cli.session import Session, add_limit_arguments
from squaredance.cli.splitting import (
    add_split_arguments,
    as_cover_result,
    check_split,
    count_object,
    count_text,
    split_wishes,
)
from squaredance.cover.questions import COUNTING_ENGINES, ENGINES
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import JUDGES, covers
from squaredance.result import Status
from squaredance.split import split_count, split_solutions
from squaredance.whole import decimal

if TYPE_CHECKING:
    import argparse

    from squaredance.cover import Problem
    from squaredance.formats.judges.cover import CoverJudge
    from squaredance.splitting.listing import SplitSolutions

# Which arguments go with which question; the others go with all.
_TAKEN = {
    "limit": ("all", "count"),
    "threads": ("all", "count"),
    "memory": ("count", "sample"),
    "engine": ("first", "unique", "all", "count"),
    "cluster": ("all", "count"),
    "checkpoint": ("count",),
    "subproblems": ("all", "count"),
    "probes": ("estimate",),
}
_OF_A_SPLIT = ("threads", "cluster", "checkpoint", "subproblems")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="input (default or -: stdin)")
    parser.add_argument("--judge", metavar="NAME", help="an online judge's input and output")
    parser.add_argument(
        "--from", dest="format", choices=covers.FORMATS, help="the format (default: detected)"
    )
    parser.add_argument("--keep-going", action="store_true", help="report bad cases and go on")
    _add_questions(parser)
    parser.add_argument("--limit", type=int, metavar="K", help="at most K covers")
    for name, text in (("forced", "options in every cover"), ("excluded", "options in none")):
        parser.add_argument(
            f"--{name}", metavar="LIST", default="", help=f"{text}: numbers from 1, or names"
        )
    add_limit_arguments(parser)
    search = parser.add_argument_group("engine")
    engines = [*dict.fromkeys((*ENGINES, *COUNTING_ENGINES))]
    search.add_argument("--engine", choices=engines, help="default: auto")
    search.add_argument("--threads", type=int, metavar="N", help="for --count, --all (default: 1)")
    search.add_argument("--memory", type=_bytes, metavar="BYTES", help="such as 500M (default: 1G)")
    search.add_argument("--seed", type=int, metavar="N", help="breaks ties; draws samples")
    add_split_arguments(parser, threads=False)
    parser.add_argument("--json", action="store_true", help="JSON objects")
    gallery.add_arguments(parser)


def _add_questions(parser: argparse.ArgumentParser) -> None:
    question = parser.add_mutually_exclusive_group()
    for name, text in (
        ("first", "find one cover (default)"),
        ("unique", "prove that there is one only"),
        ("all", "list every cover"),
        ("count", "count the covers"),
        ("minimum", "find the cheapest cover"),
        ("estimate", "guess the size of the search by random dives"),
    ):
        question.add_argument(f"--{name}", action="store_true", help=text)
    question.add_argument("--sample", type=int, metavar="K", help="draw K covers at random")
    parser.add_argument("--probes", type=int, metavar="K", help="dives of --estimate (1000)")


def _bytes(text: str) -> int:
    """A number of bytes, with K, M or G.

    >>> _bytes("500M"), _bytes("1G") == 2**30
    (524288000, True)
    """
    from argparse import ArgumentTypeError

    number, unit = (text[:-1], text[-1:].upper()) if text[-1:].isalpha() else (text, "")
    if not number.isdecimal() or unit not in ("", "K", "M", "G"):
        raise ArgumentTypeError(f"expected bytes such as 500M, found {text!r}")
    return int(number) << 10 * " KMG".index(unit or " ")


def run(args: argparse.Namespace) -> int:
    question = _question(args)
    gallery.check(args, question)
    if args.judge:
        return _run_judge(args, question)
    _check(args, question)
    if args.limit is not None and args.limit < 1:
        raise SquaredanceError("--limit K goes with --all or --count and is 1 or more")
    session = Session(args)
    if args.example == ["list"]:
        session.put(gallery.listing())
        return session.code
    for number, problem in enumerate(_problems(session)):
        if number and args.checkpoint:
            raise SquaredanceError("expected one problem with --checkpoint, found two")
        if args.to_text:
            session.put(problem.to_text())
            continue
        _ANSWERS[question](session, problem, _wishes(session, problem, question))
    return session.code


def _question(args: argparse.Namespace) -> str:
    if args.sample is not None:
        return "sample"
    names = ("unique", "all", "count", "minimum", "estimate")
    return next((name for name in names if getattr(args, name)), "first")


def _check(args: argparse.Namespace, question: str) -> None:
    for name, questions in _TAKEN.items():
        if getattr(args, name) is not None and question not in questions:
            wanted = " or ".join(f"--{q}" for q in questions)
            bound = " and is 1 or more" if name == "limit" else ""
            raise SquaredanceError(f"--{name} goes with {wanted}{bound}")
    if question == "estimate" and args.max_nodes is not None:
        raise SquaredanceError("--max-nodes does not go with --estimate")


def _problems(session: Session) -> Iterator[Problem]:
    if session.args.example:
        yield gallery.built(session.args)
        return
    for source in session.inputs():
        try:
            yield from covers.read(source, session.args.format)
        except FormatError as error:
            session.report(error)
        finally:
            session.close(source)


def _wishes(session: Session, problem: Problem, question: str) -> dict[str, Any]:
    """The arguments of a question, as the library takes them."""
    args = session.args
    if question == "count":  # a number: nothing is written before the end
        session.progress.show_beside_output()
    wishes: dict[str, Any] = {
        "forced": _options(problem, args.forced, "--forced"),
        "excluded": _options(problem, args.excluded, "--excluded"),
        "timeout": args.timeout,
        "progress": session.progress.shown or None,
    }
    if question != "estimate":
        wishes["max_nodes"] = args.max_nodes
    names = [name for name in _TAKEN if name not in ("limit", *_OF_A_SPLIT)] + ["seed"]
    wishes |= {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    return wishes


def _options(problem: Problem, text: str, argument: str) -> list[int]:
    """Options by their names, or by their numbers from 1, with commas between them."""
    names = {str(name): k for k, name in enumerate(problem.names or ())}
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word in names:
            found.append(names[word])
        elif word.isdecimal() and len(word) < 20 and 1 <= int(word) <= len(problem.options):
            found.append(int(word) - 1)
        else:
            wanted = f"numbers from 1 to {len(problem.options)}{' or names' if names else ''}"
            raise SquaredanceError(f"{argument}: expected options by {wanted}; found {word!r}")
    return found


def _first(session: Session, problem: Problem, wishes: dict[str, Any]) -> None:
    unique = session.args.unique
    result = cover.solve(problem, unique=unique, **wishes)
    show = unique <= (result.status is Status.UNIQUE)
    text = output.options_text(problem, result.options) if show else None
    output.put(session, problem, result, text or f"{output.remark(result)}\n")
    session.note(code_of(result.status, one_wanted=unique))


def _split(args: argparse.Namespace, wishes: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments of a question that is split; None when it is not. Threads alone do not split
    a count: `cover.count` has better ways for many problems.
    """
    given = split_wishes(args)
    if not given or (given.keys() == {"threads"} and args.count):
        return None
    for name in ("memory", "seed", "max_nodes"):
        if wishes.pop(name, None) is not None:
            raise SquaredanceError(f"--{name.replace('_', '-')} does not go with a split problem")
    return {**wishes, **given}


def _count(session: Session, problem: Problem, wishes: dict[str, Any]) -> None:
    split = _split(session.args, wishes)
    if split is not None:
        check_split(session.args)
        counted = split_count(problem, **split)
        text = f"{to_json(count_object(counted))}\n" if session.args.json else count_text(counted)
        session.put(text)
        session.note(code_of(counted.status))
        return
    threads = {} if session.args.threads is None else {"threads": session.args.threads}
    result = cover.count(problem, limit=session.args.limit, **threads, **wishes)
    plus = "+" if result.reason or result.count == session.args.limit else ""
    output.put(session, problem, result, f"{decimal(result.count)}{plus}\n")
    session.note(code_of(result.status))


def _all(session: Session, problem: Problem, wishes: dict[str, Any]) -> None:
    split = _split(session.args, wishes)
    if split is None:
        _put_all(session, problem, cover.solutions(problem, **wishes))
        return
    split.pop("progress")
    with split_solutions(problem, **split) as found:
        _put_all(session, problem, found)


def _put_all(session: Session, problem: Problem, found: cover.Covers | SplitSolutions) -> None:
    for number, options in enumerate(found, 1):
        text = output.options_text(problem, options)
        result = as_cover_result(found.result, options)
        output.put(session, problem, result, ("" if number == 1 else "\n") + (text or ""))
        if number == session.args.limit:
            break
    result = as_cover_result(found.result, None)
    if result.count == 0 or result.reason:
        output.put(session, problem, result, f"{output.remark(result)}\n")
    session.note(code_of(result.status))


def _minimum(session: Session, problem: Problem, wishes: dict[str, Any]) -> None:
    result = cover.minimum(problem, **wishes)
    text = output.options_text(problem, result.options) or ""
    if result.options is not None:
        text += f"# cost {result.cost}\n"
    if result.options is None or result.reason:
        text += f"{output.remark(result)}\n"
    output.put(session, problem, result, text)
    session.note(code_of(result.status))


def _sample(session: Session, problem: Problem, wishes: dict[str, Any]) -> None:
    drawn = cover.sample(problem, session.args.sample, **wishes)
    for number, options in enumerate(drawn):
        text = output.options_text(problem, options) or ""
        one = drawn.result._replace(options=options)
        output.put(session, problem, one, ("\n" if number else "") + text)
    if drawn.result.reason or drawn.result.status is Status.NONE:
        output.put(session, problem, drawn.result, f"{output.remark(drawn.result)}\n")
    session.note(code_of(drawn.result.status))


def _estimate(session: Session, problem: Problem, wishes: dict[str, Any]) -> None:
    output.put_estimate(session, cover.estimate(problem, **wishes))


_ANSWERS = {
    "first": _first,
    "unique": _first,
    "all": _all,
    "count": _count,
    "minimum": _minimum,
    "sample": _sample,
    "estimate": _estimate,
}


def _run_judge(args: argparse.Namespace, question: str) -> int:
    judge = _judge_named(args.judge)
    given = (args.limit, args.engine, args.threads, args.memory, args.seed, args.format)
    others = any(argument is not None for argument in given)
    if question != "first" or args.json or args.forced or args.excluded or others:
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
