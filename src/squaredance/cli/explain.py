"""``squaredance explain``: the way to the solution of each puzzle, step by step."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from squaredance.cli.exits import LIMIT, MULTIPLE, NO_SOLUTION, OK
from squaredance.cli.session import Session, add_input_arguments, writable
from squaredance.explain import SCALES, Path, PathStatus, explain

if TYPE_CHECKING:
    import argparse

    from squaredance.explain import State, Step
    from squaredance.formats import Case


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_step_arguments(parser)
    parser.add_argument("--svg", metavar="DIR", help="write a picture of each step to this folder")
    parser.add_argument("--html", metavar="OUT", help="write the whole solve as a page")


def add_step_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of explain and hint."""
    add_input_arguments(parser)
    parser.add_argument(
        "--scale", choices=SCALES, default="se121", help="the order of techniques (default: se121)"
    )
    parser.add_argument(
        "--no-uniqueness", action="store_true", help="no techniques that assume one solution"
    )
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="time limit per puzzle")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="a JSON object per puzzle")
    output.add_argument(
        "--candidates", action="store_true", help="show the candidates before a step"
    )


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    writable(args.html)
    for case in session.cases():
        path = path_of(case, args)
        if args.json:
            from squaredance.cli.json_output import to_json

            where = {"source": case.source, "line": case.line}
            session.put(to_json(where | path.to_json()) + "\n")
        else:
            _put_steps(session, path, args.candidates)
        session.note(code_of_path(path.status))
        if args.svg:
            _write_pictures(path, numbered(args.svg, session))
        if args.html:
            from squaredance.render.solve_html import solve_html

            numbered(args.html, session).write_text(solve_html(path), encoding="utf-8")
    session.progress.end()
    return session.code


def path_of(case: Case, args: argparse.Namespace) -> Path:
    return explain(
        case.puzzle, scale=args.scale, uniqueness=not args.no_uniqueness, timeout=args.timeout
    )


def numbered(name: str, session: Session) -> FilePath:
    """Where the pictures or the page of this puzzle go: OUT.html, then OUT-2.html, OUT-3.html."""
    path = FilePath(name)
    if session.number == 1:
        return path
    return path.with_name(f"{path.stem}-{session.number}{path.suffix}")


def code_of_path(status: PathStatus) -> int:
    """The exit code: to be stuck is an answer.

    >>> code_of_path(PathStatus.STUCK), code_of_path(PathStatus.MULTIPLE)
    (0, 4)
    """
    codes = {
        PathStatus.NONE: NO_SOLUTION,
        PathStatus.MULTIPLE: MULTIPLE,
        PathStatus.STOPPED: LIMIT,
    }
    return codes.get(status, OK)


def write_picture(step: Step, state: State, file: FilePath) -> None:
    from squaredance.render.step_svg import step_svg

    file.write_text(step_svg(step, state), encoding="utf-8")


def _put_steps(session: Session, path: Path, candidates: bool) -> None:
    if session.number > 1:
        session.put("\n")
    state = path.start
    for number, step in enumerate(path, 1):
        if candidates and not step.is_single:
            session.put(f"\n{state}\n\n")
        state = state.apply(step)
        first, *lines = str(step).split("\n")
        session.put(f"{number:3}. {step.rating_text:>4}  {first}\n")
        for line in lines:
            session.put(f"{'':11}{line}\n")
        session.flush()
    session.put(f"{path.summary}\n")


def _write_pictures(path: Path, folder: FilePath) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    width = len(str(len(path.steps)))
    for number, (step, state) in enumerate(zip(path.steps, path.states, strict=False), 1):
        write_picture(step, state, folder / f"{number:0{width}}-{step.technique}.svg")
