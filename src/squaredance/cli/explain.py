"""``squaredance explain``: the way to the solution of each puzzle, step by step."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from squaredance.cli.exits import LIMIT, MULTIPLE, NO_SOLUTION, OK
from squaredance.cli.session import Session, add_input_arguments
from squaredance.explain import SCALES, Path, PathStatus, explain
from squaredance.explain.sentences import sentence

if TYPE_CHECKING:
    import argparse

    from squaredance.explain import State, Step
    from squaredance.formats import Case
    from squaredance.symbols import Symbols


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
    session.check_writable(args.html)
    for case in session.cases():
        path, symbols = path_of(case, args), case.style.symbols
        if args.json:
            from squaredance.cli.json_output import symbols_of, to_json

            where = {"source": case.source, "line": case.line}
            session.put(to_json(where | path.to_json(symbols_of(case))) + "\n")
        else:
            _put_steps(session, path, args.candidates, symbols)
        session.note(code_of_path(path.status))
        if args.svg:
            _write_pictures(path, numbered(args.svg, session), symbols)
        if args.html:
            from squaredance.render.solve_html import solve_html

            page = solve_html(path, symbols=symbols)
            numbered(args.html, session).write_text(page, encoding="utf-8")
    session.progress.end()
    return session.code


def path_of(case: Case, args: argparse.Namespace) -> Path:
    return explain(
        case.puzzle, scale=args.scale, uniqueness=not args.no_uniqueness, timeout=args.timeout
    )


def numbered(name: str, session: Session) -> FilePath:
    """Where the pictures or the page of this puzzle go: OUT.html, then OUT-2.html, OUT-3.html."""
    path = FilePath(name)
    if session.number > 1:
        path = path.with_name(f"{path.stem}-{session.number}{path.suffix}")
    session.check_output(path)
    return path


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


def state_text(state: State, symbols: Symbols | None) -> str:
    """The candidates before a step."""
    from squaredance.render.text import candidates_text

    return candidates_text(state.grid, state.candidates, symbols)


def write_picture(step: Step, state: State, file: FilePath, symbols: Symbols | None) -> None:
    from squaredance.render.step_svg import step_svg

    file.write_text(step_svg(step, state, symbols=symbols), encoding="utf-8")


def _put_steps(session: Session, path: Path, candidates: bool, symbols: Symbols | None) -> None:
    if session.number > 1:
        session.put("\n")
    state = path.start
    for number, step in enumerate(path, 1):
        if candidates and not step.is_single:
            session.put(f"\n{state_text(state, symbols)}\n\n")
        state = state.apply(step)
        first, *lines = sentence(step, symbols).split("\n")
        session.put(f"{number:3}. {step.rating_text:>4}  {first}\n")
        for line in lines:
            session.put(f"{'':11}{line}\n")
        session.flush()
    session.put(f"{path.summary}\n")


def _write_pictures(path: Path, folder: FilePath, symbols: Symbols | None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    width = len(str(len(path.steps)))
    for number, (step, state) in enumerate(zip(path.steps, path.states, strict=False), 1):
        file = folder / f"{number:0{width}}-{step.technique}.svg"
        write_picture(step, state, file, symbols)
