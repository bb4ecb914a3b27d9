"""``squaredance hint``: the next easiest step of each puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from squaredance.cli.explain import (
    add_step_arguments,
    code_of_path,
    numbered,
    path_of,
    state_text,
    write_picture,
)
from squaredance.cli.session import Session
from squaredance.explain.sentences import sentence

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_step_arguments(parser)
    parser.add_argument("--svg", metavar="OUT", help="write a picture of the step")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    if args.svg:
        session.check_output(args.svg)
    for case in session.cases():
        path = path_of(case, args)
        step, symbols = next(iter(path), None), case.style.symbols
        if args.json:
            from squaredance.cli.json_output import to_json

            answer: dict[str, object] = {"source": case.source, "line": case.line}
            if step is None:
                answer |= {"status": str(path.status), "sentence": path.summary}
            else:
                answer |= {
                    "status": "found",
                    "sentence": sentence(step, symbols),
                    "page": step.page,
                }
                answer["step"] = step.to_json()
            session.put(to_json(answer) + "\n")
        elif step is None:
            session.put(f"{path.summary}\n")
        else:
            if args.candidates:
                session.put(f"{state_text(path.start, symbols)}\n\n")
            session.put(f"{sentence(step, symbols)}\nMore: {step.page}\n")
        if step is None:
            session.note(code_of_path(path.status))
        elif args.svg:
            write_picture(step, path.start, numbered(args.svg, session), symbols)
    session.progress.end()
    return session.code
