"""``squaredance canon``: canonical forms, and puzzles without those like one before."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from squaredance.canonical import canonical
from squaredance.cli.exits import LIMIT
from squaredance.cli.lines import LineAnswers, answer_lines
from squaredance.cli.output import add_output_arguments
from squaredance.cli.session import (
    Session,
    add_input_arguments,
    add_limit_arguments,
    is_data_set,
)
from squaredance.errors import FormatError, SquaredanceError
from squaredance.formats import FORMATS, Style, dumps
from squaredance.many import thread_count
from squaredance.many.classes import Classes
from squaredance.many.flow import Flow
from squaredance.many.items import check_has_form
from squaredance.many.lines import LineBlock, OddLine
from squaredance.many.results import UNANSWERED
from squaredance.puzzle import Grid, Puzzle
from squaredance.transformation import Canonical, check_limits, checked_nodes

if TYPE_CHECKING:
    import argparse

    from squaredance.cli.lines import Watch
    from squaredance.formats import Case
    from squaredance.formats.source import LineSource

_NOT_FOUND = "no canonical form within the limit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_input_arguments(parser)
    parser.add_argument(
        "--distinct", action="store_true", help="only the first of those that are equivalent"
    )
    parser.add_argument(
        "--original", action="store_true", help="with --distinct: the puzzles as they were"
    )
    parser.add_argument(
        "--count", action="store_true", help="tell on stderr how many puzzles and classes there are"
    )
    add_limit_arguments(parser)
    parser.add_argument("--threads", type=int, metavar="N", help="default: one for each core")
    output = parser.add_argument_group("output")
    add_output_arguments(output, FORMATS)
    output.add_argument(
        "--json", action="store_true", help="a JSON object per puzzle, with its transformation"
    )


def run(args: argparse.Namespace) -> int:
    if is_data_set(args):
        from squaredance.cli.parts import run_parts

        return run_parts(args)
    with Session(args) as session:
        return answer(session)


def answer(session: Session) -> int:
    """Answers all inputs; the exit code."""
    args = session.args
    thread_count(args.threads)
    check_limits(args.timeout, args.max_nodes)
    if args.original and not args.distinct:
        raise SquaredanceError("--original goes with --distinct")
    if args.json and args.to:
        raise SquaredanceError("--json is the format of the output: it does not go with --to")
    classes = Classes()
    if session.columns:
        _answer_columns(session, classes)
    else:
        for source in session.inputs():
            if not _canon_lines(session, source, classes):
                for case in session.cases_of(source):
                    _answer(session, case, classes)
            session.close(source)
        session.progress.end()
    if args.count and sys.stderr is not None:
        puzzles = "puzzle" if classes.added == 1 else "puzzles"
        forms = "class" if len(classes) == 1 else "classes"
        sys.stdout.flush()  # what is counted stands above it
        print(f"{classes.added:,} {puzzles}, {len(classes):,} {forms}", file=sys.stderr)
    return session.code


def _answer_columns(session: Session, classes: Classes) -> None:
    from squaredance.cli.columns import answer_columns, forms_of

    if session.args.timeout is None:
        answer_columns(session, forms_of(session, classes), in_place=True)
        return

    def found(case: Case) -> tuple[Grid | None, str, int | None]:
        args = session.args
        try:
            form = canonical(case.puzzle, timeout=args.timeout, max_nodes=args.max_nodes).form
        except SquaredanceError:
            return None, "unknown", None
        return form, "found", 1

    if session.args.distinct or session.args.count:
        raise SquaredanceError(
            "--timeout does not go with --distinct, --count and columns: --max-nodes does"
        )
    answer_columns(session, forms_of(session, classes, found))


def _canon_lines(session: Session, source: LineSource, classes: Classes) -> bool:
    """Many lines at once; False when it is asked for what they do not tell, or there are none."""
    args = session.args
    if args.judge or args.json or args.to or args.timeout is not None:
        return False

    def flow_of(watch: Watch | None) -> Flow[LineBlock]:
        nodes = checked_nodes(args.max_nodes)
        return Flow(thread_count(args.threads), 1, watch=watch, form_nodes=nodes)

    def answers_of(session: Session, flow: Flow[LineBlock]) -> _Forms:
        return _Forms(session, flow, classes)

    return answer_lines(session, source, flow_of, answers_of)


class _Forms(LineAnswers):
    """The forms of lines, or those lines that are the first of their class."""

    def __init__(self, session: Session, flow: Flow[LineBlock], classes: Classes) -> None:
        super().__init__(session, flow)
        self._classes = classes
        self._known: set[int] = set()  # in the block at hand: those whose class is not new

    def view(self, block: LineBlock) -> memoryview:
        return memoryview(block.text) if self.session.args.original else block.view()

    def exceptions(self, block: LineBlock) -> Iterator[OddLine]:
        """Those without a form, and those that are left out."""
        args = self.session.args
        known = self._classes.add_block(block) if args.distinct or args.count else []
        self._known = set(known) if args.distinct else set()
        for puzzle in sorted([*block.native.exceptions(UNANSWERED), *self._known]):
            place = block.line_of(puzzle)
            if place is not None and puzzle in self._known:
                yield OddLine(*place, None, None)
            elif place is not None:
                yield OddLine(*place, block.case(puzzle), puzzle)

    def put_case(self, block: LineBlock, puzzle: int, case: Case) -> bool:
        session = self.session
        if puzzle in self._known:
            return True
        if not block.native.has_solution(puzzle):
            if self.flow.late:
                return False
            session.note(LIMIT)
            session.put_grid(case.puzzle, case.style, _NOT_FOUND)
        elif session.args.original:
            session.put_grid(case.puzzle, case.style)
        else:
            form = Puzzle._trusted(block.geometry, block.native.solution(puzzle))
            session.put_grid(form, case.style)
        return True


def _answer(session: Session, case: Case, classes: Classes) -> None:
    """One case, of any format."""
    args = session.args
    puzzle = case.puzzle
    try:
        check_has_form(puzzle.geometry, puzzle.candidates is not None)
    except SquaredanceError as error:
        session.report(FormatError(error.message, source=case.source, line=case.line))
        return
    found: Canonical[Puzzle] | None = None
    try:
        found = canonical(puzzle, timeout=args.timeout, max_nodes=args.max_nodes)
    except SquaredanceError:
        session.note(LIMIT)
    if found is not None and (args.distinct or args.count):
        is_new = classes.add(found.form)
        if args.distinct and not is_new:
            return
    if args.json:
        session.put(_json(session, case, found))
    elif found is None:
        _put(session, case, puzzle, _NOT_FOUND)
    else:
        _put(session, case, puzzle if args.original else found.form)


def _put(session: Session, case: Case, grid: Grid, remark: str = "") -> None:
    to = session.args.to
    if to is None:
        session.put_grid(grid, case.style, remark)
    else:
        notes = [note for note in (case.comment, remark) if note]
        session.put_grid(grid, Style(to), " # ".join(notes))


def _json(session: Session, case: Case, found: Canonical[Puzzle] | None) -> str:
    from squaredance.cli.json_output import symbols_of, to_json

    symbols = symbols_of(case)
    answer = {
        "number": session.number,
        "source": case.source,
        "line": case.line,
        "size": case.puzzle.size,
        "puzzle": dumps(case.puzzle, symbols=symbols),
        "form": None if found is None else dumps(found.form, symbols=symbols),
        "automorphisms": None if found is None else found.automorphisms,
        "transformation": None if found is None else found.transformation.to_json(),
    }
    return to_json(answer) + "\n"
