"""``squaredance rate``: how hard each puzzle is, as a table, CSV, JSON and a histogram."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from squaredance.cli.exits import LIMIT, MULTIPLE, NO_SOLUTION, OK
from squaredance.cli.in_order import InOrder
from squaredance.cli.output import add_output_arguments
from squaredance.cli.session import Session, add_input_arguments, is_data_set
from squaredance.errors import SquaredanceError
from squaredance.explain import SCALES
from squaredance.formats import dumps
from squaredance.rating import rated_many

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case
    from squaredance.rating import Rating

    Put = Callable[[Case, int, tuple[Rating, ...]], None]

_CODES: Final = {"none": NO_SOLUTION, "multiple": MULTIPLE, "stopped": LIMIT}
_FIELDS: Final = (
    "scale", "status", "er", "ep", "ed", "score", "level", "steps", "hardest", "calibrated",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument(
        "--scale",
        default="se121",
        metavar="NAMES",
        help=f"{', '.join(SCALES)}, or several with commas (default: se121)",
    )
    parser.add_argument(
        "--no-uniqueness", action="store_true", help="no techniques that assume one solution"
    )
    add_output_arguments(parser)
    parser.add_argument("--csv", action="store_true", help="comma-separated values, with a header")
    parser.add_argument("--json", action="store_true", help="a JSON object per puzzle")
    parser.add_argument(
        "--histogram", metavar="OUT", help="draw how many puzzles have which rating (SVG)"
    )
    parser.add_argument("--threads", type=int, metavar="K", help="default: one for each core")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="time limit of the run")


def run(args: argparse.Namespace) -> int:
    if is_data_set(args):
        from squaredance.cli.parts import run_parts

        return run_parts(args)
    with InOrder(args) as session:
        return answer(session)


def answer(session: InOrder) -> int:
    """Answers all inputs; the exit code."""
    args = session.args
    if args.csv and args.json:
        raise SquaredanceError("expected --csv or --json, found both")
    if session.columns:
        from squaredance.cli.columns import answer_columns, ratings_of

        return answer_columns(session, ratings_of(session), one_wanted=True)
    scales = tuple(args.scale.split(","))
    rated: list[Rating] = []
    ratings = rated_many(
        session.puzzles(),
        scales,
        not args.no_uniqueness,
        args.threads,
        args.timeout,
        None,
        session.is_ready,
    )
    session.check_writable(args.histogram)
    put = _putter(session, args, scales)
    for some in ratings:
        put(*session.next_case(), some)
        session.note(_CODES.get(some[0].status, OK))
        if args.histogram:
            rated.append(some[0])
    session.report_waiting()
    session.progress.end()
    if args.histogram:
        _draw(rated, scales[0], Path(args.histogram))
    return session.code


def _putter(session: Session, args: argparse.Namespace, scales: tuple[str, ...]) -> Put:
    """What writes a puzzle's ratings; the head of the output is written here."""
    if args.json:
        return lambda case, number, ratings: session.put(_json(case, number, ratings))
    if args.csv:
        session.put(",".join(("number", "source", "line", "puzzle", *_FIELDS)) + "\n")
        return lambda case, number, ratings: session.put(_csv(case, number, ratings))
    heads = "".join(f"{scale:21}" for scale in scales)
    session.put(f"{'number':>7}  {heads}hardest step\n")
    return lambda case, number, ratings: session.put(_row(number, ratings))


def _row(number: int, ratings: tuple[Rating, ...]) -> str:
    from squaredance.explain.catalog import entry

    marks = [f"{rating}{'' if rating.calibrated else ' *'}" for rating in ratings]
    hardest = ratings[0].hardest
    title = entry(hardest).title if hardest else ""
    return f"{number:7}  {''.join(f'{mark:21}' for mark in marks)}{title}".rstrip() + "\n"


def _csv(case: Case, number: int, ratings: tuple[Rating, ...]) -> str:
    import csv
    import io

    from squaredance.cli.json_output import symbols_of

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    where = (number, case.source or "", case.line, dumps(case.puzzle, symbols=symbols_of(case)))
    for rating in ratings:
        values = [getattr(rating, field) for field in _FIELDS]
        writer.writerow((*where, *("" if value is None else value for value in values)))
    return out.getvalue()


def _json(case: Case, number: int, ratings: tuple[Rating, ...]) -> str:
    from squaredance.cli.json_output import symbols_of, to_json

    answer: dict[str, Any] = {
        "number": number,
        "source": case.source,
        "line": case.line,
        "puzzle": dumps(case.puzzle, symbols=symbols_of(case)),
        "ratings": [rating.to_json() for rating in ratings],
    }
    return to_json(answer) + "\n"


def _draw(ratings: list[Rating], scale: str, file: Path) -> None:
    from squaredance.render.histogram import histogram_svg

    values = [rating.value for rating in ratings if rating.value is not None]
    title = f"{len(values)} puzzles by {scale}"
    file.write_text(histogram_svg(values, title=title), encoding="utf-8")
