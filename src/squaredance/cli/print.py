"""``squaredance print``: booklets of puzzles (PDF), and pictures of single ones (SVG, PNG)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from squaredance.cli.exits import LIMIT, code_of
from squaredance.cli.session import Session, add_input_arguments
from squaredance.errors import FormatError, SquaredanceError
from squaredance.explain import SCALES
from squaredance.render.page import PAPERS
from squaredance.replacing import replacing
from squaredance.result import Status
from squaredance.sheets import Plan, png, svg, write_booklet

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case

_KINDS: Final = ("pdf", "svg", "png")
_WORDS: Final = {
    "none": "no solution",
    "multiple": "several solutions",
    "unknown": "not been solved in time",
    "unique": "not been rated in time",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--output", metavar="OUT", required=True,
        help="the file, its kind by its ending .pdf, .svg or .png; -: stdout",
    )  # fmt: skip
    kinds = output.add_mutually_exclusive_group()
    kinds.add_argument("--svg", action="store_true", help="a picture of each puzzle, as SVG")
    kinds.add_argument("--png", action="store_true", help="a picture of each puzzle, as PNG")
    output.add_argument("--pixels", type=int, metavar="N", help="how wide a PNG is (default: 600)")
    output.add_argument(
        "--no-candidates", action="store_true", help="candidate puzzles: their clues alone"
    )
    pages = parser.add_argument_group("booklet")
    pages.add_argument(
        "--per-page", type=int, metavar="N", help="puzzles on a page (default: 4; large: 1)"
    )
    pages.add_argument("--paper", choices=PAPERS, default="a4", help="default: a4")
    pages.add_argument("--landscape", action="store_true", help="the paper's long side across")
    pages.add_argument("--title", default="", help="on every page")
    pages.add_argument("--author", default="", help="at the foot of every page")
    pages.add_argument("--footer", default="", help="there instead of the author")
    pages.add_argument(
        "--rating", action="store_true", help="rate puzzles, print it beside their numbers"
    )
    pages.add_argument("--scale", choices=SCALES, help="the scale of --rating (default: se121)")
    pages.add_argument("--solutions", choices=("end", "none"), default="end", help="default: end")
    pages.add_argument(
        "--contents", action="store_true", help="a first page with the contents, by difficulty"
    )
    pages.add_argument("--large", action="store_true", help="large print")
    pages.add_argument(
        "--timeout", type=float, metavar="SECONDS", help="time to solve and rate them all"
    )


def run(args: argparse.Namespace) -> int:
    kind = _kind(args)
    session = Session(args)
    if args.output == "-" and sys.stdout.isatty():
        raise SquaredanceError("expected -o FILE or a pipe, found a terminal")
    session.check_output(args.output)
    if kind == "pdf":
        _print_booklet(session, args)
    else:
        _print_pictures(session, args, kind)
    session.progress.end()
    return session.code


def _kind(args: argparse.Namespace) -> str:
    """What is made; what does not go with it is an error."""
    picture = next((kind for kind in ("svg", "png") if getattr(args, kind)), None)
    ending = Path(args.output).suffix.lower().removeprefix(".")
    if picture is None and args.output != "-" and ending not in _KINDS:
        raise SquaredanceError(
            f"expected -o with the ending .pdf, .svg or .png, found {args.output!r}"
        )
    kind = picture or (ending if ending in _KINDS else "pdf")
    numbers = ("per_page", "timeout")
    others = ("landscape", "title", "author", "footer", "rating", "scale", "contents", "large")
    wrong = []
    if kind != "pdf":
        wrong += [name for name in numbers if getattr(args, name) is not None]
        wrong += [name for name in others if getattr(args, name)]
    if kind != "png" and args.pixels is not None:
        wrong.append("pixels")
    if wrong:
        option = wrong[0].replace("_", "-")
        raise SquaredanceError(f"--{option} does not go with {kind.upper()}")
    if args.scale and not args.rating:
        raise SquaredanceError("expected --rating with --scale")
    return kind


def _print_booklet(session: Session, args: argparse.Namespace) -> None:
    per_page = args.per_page
    plan = Plan(
        title=args.title,
        author=args.author,
        footer=args.footer,
        paper=f"{args.paper}-landscape" if args.landscape else args.paper,
        per_page=(1 if args.large else 4) if per_page is None else per_page,
        scale=(args.scale or "se121") if args.rating else None,
        solutions=args.solutions == "end",
        candidates=not args.no_candidates,
        large=args.large,
        contents=args.contents,
        timeout=args.timeout,
    )

    def told(number: int, case: Case, status: Status) -> None:
        from squaredance.cli.main import complain

        has = f"puzzle {number} has {_WORDS[status.value]}"
        complain(str(SquaredanceError(has, source=case.source, line=case.line)))
        session.note(LIMIT if status is Status.UNIQUE else code_of(status, one_wanted=True))

    with replacing(args.output) as out:
        write_booklet(session.cases(), out, plan, told)


def _print_pictures(session: Session, args: argparse.Namespace, kind: str) -> None:
    """A file for each puzzle: OUT.svg, OUT-2.svg, OUT-3.svg."""
    from squaredance.cli.explain import numbered

    candidates = not args.no_candidates
    for case in session.cases():
        symbols = case.style.symbols_for(case.puzzle)
        if kind == "svg":
            data = (svg(case.puzzle, symbols=symbols, candidates=candidates) + "\n").encode()
        else:
            pixels = 600 if args.pixels is None else args.pixels
            data = png(case.puzzle, pixels=pixels, symbols=symbols, candidates=candidates)
        name = args.output
        if name == "-":
            if session.number > 1:
                raise FormatError(
                    f"expected one puzzle for {kind.upper()} on stdout, found more",
                    source=case.source,
                    line=case.line,
                )
        else:
            name = str(numbered(name, session))
        with replacing(name) as out:
            out.write(data)
