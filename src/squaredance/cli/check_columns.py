"""Filled grids of a table, checked in words: against the column of puzzles where there is one."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from squaredance.cli.columns import Input, checks_of, note

if TYPE_CHECKING:
    from squaredance.cli.session import Session
    from squaredance.columns.files import ColumnFile


def check_columns(session: Session, file: ColumnFile) -> None:
    """A line for each row, but for those without a grid or its puzzle, and for bad ones."""
    with ExitStack() as stack:
        given = Input(session, file, in_place=False)
        stack.callback(given.close)
        question = checks_of(session)(stack, given, None)
        for answered in question.answers(given.batches(stack), given.reader):
            note(session, answered, one_wanted=False)
            words = zip(*(column.to_pylist() for column in answered.columns), strict=True)
            for row, (valid, problems) in enumerate(words, session.number + 1):
                if valid is not None:
                    _put(session, file.name, row, problems)
            session.number += len(answered.batch.texts)
            if session.progress.shown:
                session.progress.show(session.number)


def _put(session: Session, name: str, row: int, problems: str | None) -> None:
    if not session.args.json:
        session.put(f"{problems or 'valid'}\n")
        return
    from squaredance.cli.json_output import to_json

    told = problems.split("; ") if problems else []
    found = {"source": name, "line": row, "valid": not told, "problems": told}
    session.put(to_json(found) + "\n")
