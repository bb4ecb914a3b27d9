"""``squaredance generate``: puzzles as wished, or random solved grids."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from squaredance.cli.convert import check_writable
from squaredance.cli.exits import LIMIT
from squaredance.cli.session import Session, box_shape
from squaredance.difficulty import RANGES
from squaredance.errors import SquaredanceError
from squaredance.explain import SCALES
from squaredance.formats import FORMATS, Style, dumps
from squaredance.generate import random_grids
from squaredance.generating.pattern import marks_of
from squaredance.generating.run import Run
from squaredance.generating.symmetry import SYMMETRIES
from squaredance.generating.wish import wish_of
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle
from squaredance.seed import seed_of
from squaredance.symbols import named_symbols

if TYPE_CHECKING:
    import argparse

    from squaredance.generating.generated import Generated
    from squaredance.rating import Rating

    Rated = tuple[Generated, Rating | None]

# What is said of puzzles only.
_OF_PUZZLES: Final = (
    "clues", "minimal", "pattern", "difficulty", "scale", "technique", "timeout",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from argparse import BooleanOptionalAction

    parser.set_defaults(
        judge=None, symbols=None, files=[]
    )  # of a Session, which reads nothing here
    wish = parser.add_argument_group("wish")
    wish.add_argument("--size", type=int, metavar="N", help="default: 9")
    wish.add_argument(
        "--box", type=box_shape, default="auto", metavar="RxC", help="box shape, or none"
    )
    wish.add_argument("--count", type=int, default=1, metavar="K", help="how many (default: 1)")
    wish.add_argument("--clues", type=_clues, metavar="N|N-M", help="how many clues")
    wish.add_argument(
        "--minimal",
        action=BooleanOptionalAction,
        help="no clue can go (default: unless --clues, --difficulty or --technique are given)",
    )
    wish.add_argument(
        "--symmetry",
        default="none",
        metavar="NAME",
        help=f"of the cells with clues: {', '.join(SYMMETRIES)}",
    )
    wish.add_argument(
        "--pattern", metavar="FILE|TEXT", help="the cells that may hold clues: not . or 0"
    )
    wish.add_argument(
        "--difficulty",
        type=_difficulty,
        metavar="A-B|NAME",
        help=f"on the scale, from least to most; or {', '.join(RANGES)}",
    )
    wish.add_argument("--scale", choices=SCALES, help="default: se121")
    wish.add_argument("--technique", metavar="NAME", help="the hardest that is needed")
    wish.add_argument("--grids", action="store_true", help="random solved grids")
    run = parser.add_argument_group("run")
    run.add_argument("--seed", type=int, metavar="S", help="the same again (default: a fresh one)")
    run.add_argument("--threads", type=int, metavar="K", help="default: one for each core")
    run.add_argument("--timeout", type=float, metavar="SECONDS", help="time limit of the run")
    output = parser.add_argument_group("output")
    output.add_argument("--to", choices=FORMATS, default="line", help="the format (default: line)")
    output.add_argument("--to-symbols", metavar="SET", help="the symbols, as for other commands")
    output.add_argument("--solutions", action="store_true", help="each solution after its puzzle")
    output.add_argument("--rating", action="store_true", help="the rating as a comment")
    output.add_argument("--json", action="store_true", help="all that is known, an object each")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    # A rare wish takes long: it is told how far it is, also where the puzzles will be written.
    session.progress.show_beside_output()
    geometry = _geometry(args)
    style = Style(args.to, args.to_symbols and named_symbols(args.to_symbols, geometry.size))
    if not args.json:  # which has the boxes beside the line
        check_writable(Puzzle(geometry, bytes(geometry.cells)), style)
    if args.json and args.to != "line":
        raise SquaredanceError("expected --json or --to, found both")
    if args.json and args.grids:
        raise SquaredanceError("expected --json or --grids, found both; write grids --to json")
    seed = seed_of(args.seed)
    output = _Output(session, style, args)
    if args.grids:
        _check_of_grids(args)
        grids = random_grids(args.count, geometry, seed=seed, threads=args.threads)
        _tell_seed(args, seed)
        for number, grid in enumerate(grids, 1):
            session.put_grid(grid, style)
            output.told(number, ended=False)
    else:
        _puzzles(session, geometry, seed, output)
    session.progress.end()
    return session.code


def _puzzles(session: Session, geometry: Geometry, seed: int, output: _Output) -> None:
    args = session.args
    wish = wish_of(
        geometry,
        args.clues,
        args.minimal,
        args.symmetry,
        _pattern(args.pattern, geometry.cells),
        args.difficulty,
        args.scale or "se121",
        args.technique,
    )

    def told(done: int, total: int | None) -> None:
        output.told(done, ended=done == total, tries=call.tries)

    call = Run(wish, seed, args.count, args.threads, args.timeout, told)
    _tell_seed(args, seed)
    for made, rating in _rated(call.made(), args):
        if made.is_met or args.json:
            output.put(made, rating)
        if rating is not None and rating.status == "stopped":
            session.note(LIMIT)
        if not made.is_met:
            session.note(LIMIT)
            session.progress.clear()
            session.flush()
            _complain(made)


def _rated(some: Iterator[Generated], args: argparse.Namespace) -> Iterator[Rated]:
    """Each with its rating, if that is asked for: a wished difficulty has brought it along."""
    if not args.rating or args.difficulty is not None or args.technique is not None:
        return ((made, made.rating) for made in some)
    from squaredance.rate import rate_many

    waiting: deque[Generated] = deque()

    def puzzles() -> Iterator[Puzzle]:
        for made in some:
            waiting.append(made)
            if made.puzzle is not None:
                yield made.puzzle

    scale = args.scale or "se121"
    ratings = rate_many(puzzles(), scale, threads=args.threads, timeout=args.timeout)

    def pairs() -> Iterator[Rated]:
        for rating in ratings:
            yield waiting.popleft(), rating
        yield from ((made, None) for made in waiting)

    return pairs()


class _Output:
    """Writes what was made, and lets it out at least every tenth of a second."""

    def __init__(self, session: Session, style: Style, args: argparse.Namespace) -> None:
        self.session = session
        self.style = style
        self.args = args

    def put(self, made: Generated, rating: Rating | None) -> None:
        if self.args.json:
            self.session.put(_json(made, rating))
            return
        assert made.puzzle is not None
        assert made.solution is not None
        comment = f"{rating.scale} {rating}" if rating and self.args.rating else ""
        self.session.put_grid(made.puzzle, self.style, comment)
        if self.args.solutions:
            self.session.put_grid(made.solution, self.style)

    def told(self, done: int, ended: bool, tries: int | None = None) -> None:
        """So many are made by now; called while others are made, too."""
        progress = self.session.progress
        progress.clear()
        if not ended:
            self.session.flush()
        if progress.shown:
            share = done / self.args.count if self.args.count else None
            progress.show(done, share, "" if tries is None else f"{tries:,} tries")
        progress.count = done


def _json(made: Generated, rating: Rating | None) -> str:
    from squaredance.cli.json_output import to_json

    answer: dict[str, Any] = {
        "size": made.geometry.size,
        "box": made.geometry.box,
        "seed": made.seed,
        "number": made.number,
        "tries": made.tries,
        "is_met": made.is_met,
        "reason": made.reason,
        "clues": made.clues,
        "puzzle": made.puzzle and dumps(made.puzzle),
        "solution": made.solution and dumps(made.solution),
        "rating": rating and rating.to_json(),
    }
    return to_json(answer) + "\n"


def _complain(made: Generated) -> None:
    from squaredance.cli.main import complain

    nearest = f"; the nearest: {dumps(made.puzzle)}" if made.puzzle else ""
    complain(f"{made.reason}{nearest}")


def _tell_seed(args: argparse.Namespace, seed: int) -> None:
    """A fresh seed, to people; --json has it in the data."""
    if args.seed is None and sys.stderr and sys.stderr.isatty():
        print(f"seed {seed}", file=sys.stderr)


def _geometry(args: argparse.Namespace) -> Geometry:
    size = args.size
    if size is None:
        size = args.box[0] * args.box[1] if isinstance(args.box, tuple) else 9
    return Geometry(size, args.box)


def _pattern(text: str | None, cells: int) -> str | None:
    """The pattern itself, if it has a mark for each cell; or what is in the file of that name."""
    if text is None or len(marks_of(text)) == cells:
        return text
    if text == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    is_file = False
    with suppress(OSError, ValueError):  # too long for a name, or no name at all
        is_file = Path(text).is_file()
    if is_file:
        return Path(text).read_text("utf-8", "replace")
    raise SquaredanceError(
        f"expected a pattern of {cells} cells, found {len(marks_of(text))}, "
        "and no file of that name"
    )


def _clues(text: str) -> int | tuple[int, int]:
    """The number of clues, or the least and the most.

    >>> _clues("24"), _clues("22-26")
    (24, (22, 26))
    """
    least, dash, most = text.partition("-")
    if not least.isdecimal() or (dash and not most.isdecimal()):
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"expected clues such as 24 or 22-26, found {text!r}")
    return (int(least), int(most)) if dash else int(least)


def _difficulty(text: str) -> str | float | tuple[float, float]:
    """A name, a number, or the least and the most.

    >>> _difficulty("easy"), _difficulty("2.0-3.0"), _difficulty("7.1")
    ('easy', (2.0, 3.0), 7.1)
    """
    if text in RANGES:
        return text
    least, dash, most = text.partition("-")
    try:
        return (float(least), float(most)) if dash else float(least)
    except ValueError:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(
            f"expected a difficulty such as 2.0-3.0, or of {', '.join(RANGES)}; found {text!r}"
        ) from None


def _check_of_grids(args: argparse.Namespace) -> None:
    given = [name for name in _OF_PUZZLES if getattr(args, name) is not None]
    given += [name for name in ("solutions", "rating") if getattr(args, name)]
    if args.symmetry != "none":
        given.append("symmetry")
    if given:
        no = "no-" if given[0] == "minimal" and not args.minimal else ""
        raise SquaredanceError(f"expected --grids alone, found it with --{no}{given[0]}")
