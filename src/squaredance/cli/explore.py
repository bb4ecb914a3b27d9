"""``squaredance explore``: puzzles with fewer clues or a higher rating, near to others."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

from squaredance.cli.session import Session, add_input_arguments
from squaredance.errors import FormatError
from squaredance.explain import SCALES
from squaredance.explore import explore
from squaredance.exploring.clock import RunClock
from squaredance.exploring.options import GOALS
from squaredance.exploring.run import not_one, unfit
from squaredance.exploring.vicinities import Vicinities
from squaredance.formats import Style
from squaredance.many import thread_count

if TYPE_CHECKING:
    import argparse

    from squaredance.exploring.found import Found
    from squaredance.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from argparse import BooleanOptionalAction

    add_input_arguments(parser)
    find = parser.add_argument_group("finds")
    find.add_argument("--goal", choices=GOALS, default="clues", help="fewest clues, or rating")
    find.add_argument("--scale", choices=SCALES, default="se121", help="default: se121")
    find.add_argument("--drop", type=int, default=1, metavar="K", help="clues to drop (default: 1)")
    find.add_argument("--add", type=int, default=1, metavar="K", help="clues to add (default: 1)")
    find.add_argument(
        "--minimal", action=BooleanOptionalAction, default=True, help="the default: minimal only"
    )
    find.add_argument(
        "--threshold",
        type=float,
        metavar="SCORE",
        help="what is worth telling (default: as good as where it came from)",
    )
    find.add_argument(
        "--keep",
        type=int,
        default=100_000,
        metavar="N",
        help="puzzles in the pool (default: 100000)",
    )
    find.add_argument("--seed", type=int, default=0, metavar="S", help="another order among equals")
    run = parser.add_argument_group("run")
    run.add_argument("--state", metavar="FILE", help="go on with this file, and keep it up to date")
    run.add_argument("--limit", type=int, metavar="N", help="end after so many finds")
    run.add_argument("--timeout", type=float, metavar="SECONDS", help="end after so long")
    run.add_argument("--threads", type=int, metavar="K", help="default: one for each core")


def run(args: argparse.Namespace) -> int:
    session = Session(args)
    output = _Output(session)
    names = ("goal", "scale", "drop", "add", "minimal", "threshold", "keep", "seed")
    options: dict[str, Any] = {name: getattr(args, name) for name in names}
    found = explore(
        _starts(session),
        **options,
        limit=args.limit,
        timeout=args.timeout,
        threads=args.threads,
        state=args.state,
        progress=output.told,
    )
    try:
        with closing(found) as finds:  # type: ignore[type-var]
            for find in finds:
                output.put(find)
    finally:  # Ctrl-C too
        output.end()
    return session.code


def _starts(session: Session) -> list[Puzzle]:
    """The puzzles that can be explored; the others are bad input. With a state that is there
    already, stdin is not waited for.
    """
    args = session.args
    if not args.files and args.state and os.path.exists(args.state):
        return []
    good = []
    with Vicinities(thread_count(args.threads), RunClock(None)) as vicinities:
        for case in session.cases():
            wrong = unfit(case.puzzle)
            if wrong is None and vicinities.forms([case.puzzle.clues])[0] is None:
                wrong = not_one(case.puzzle)
            if wrong is None:
                good.append(case.puzzle)
            else:
                session.report(FormatError(wrong, source=case.source, line=case.line))
    return good


class _Output:
    """Writes what was found, and lets it out at least every tenth of a second."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.explored = self.found = 0
        self.best: float | None = None

    def put(self, find: Found) -> None:
        self.found += 1
        best = min if self.session.args.goal == "clues" else max
        self.best = find.score if self.best is None else best(self.best, find.score)
        self.session.put_grid(find.puzzle, Style("line"), self._score(find.score))

    def told(self, explored: int, total: int | None) -> None:
        """So many are explored by now; called while others are, too."""
        self.explored = explored
        if total is None:
            self.session.flush()
            if self.session.progress.shown:
                self.session.progress.show(explored)

    def end(self) -> None:
        """What came of it, for people."""
        self.session.flush()
        self.session.progress.end()
        if sys.stderr is not None:
            best = "" if self.best is None else f", the best {self._score(self.best)}"
            print(f"{self.explored:,} explored, {self.found:,} found{best}", file=sys.stderr)

    def _score(self, score: float) -> str:
        args = self.session.args
        return f"{score} clues" if args.goal == "clues" else f"{args.scale} {score}"
