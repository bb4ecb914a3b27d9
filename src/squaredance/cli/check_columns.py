"""Filled grids of a table, checked in words: against the column of puzzles where there is one."""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING

from squaredance.cli.columns import Input, checks_of, note
from squaredance.errors import EmptyError, FormatError

if TYPE_CHECKING:
    from squaredance.cli.session import Session
    from squaredance.columns.files import ColumnFile


def check_columns(session: Session, file: ColumnFile) -> None:
    """A line for each row, but for those without a grid or its puzzle, and for bad ones, which are
    reported in their turn.
    """
    rows, told = 0, False
    errors: deque[FormatError] = deque()
    with ExitStack() as stack:
        given = Input(session, file, in_place=False)
        stack.callback(given.close)
        question = checks_of(session, errors.append)(stack, given, None)
        for answered in question.answers(given.batches(stack), given.reader):
            note(session, answered, one_wanted=False)
            words = zip(*(column.to_pylist() for column in answered.columns), strict=True)
            bad = deque(sorted(errors, key=lambda error: error.line or 0))
            errors.clear()
            told = told or bool(bad)
            for row, (valid, problems) in enumerate(words, rows + 1):
                while bad and (bad[0].line or 0) <= row:
                    session.report(bad.popleft())
                if valid is not None:
                    told = True
                    _put(session, file.name, row, problems)
            rows += len(answered.batch.texts)
            session.number += len(answered.batch.texts)
            if session.progress.shown:
                session.progress.show(session.number)
    if not told and not session.may_be_empty:
        session.report(EmptyError(file.name))


def _put(session: Session, name: str, row: int, problems: str | None) -> None:
    if not session.args.json:
        session.put(f"{problems or 'valid'}\n")
        return
    from squaredance.cli.json_output import to_json

    found = problems.split("; ") if problems else []  # of which none has that within
    answer = {"source": name, "line": row, "valid": not found, "problems": found}
    session.put(to_json(answer) + "\n")
