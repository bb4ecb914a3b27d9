"""A session whose puzzles are read ahead of their answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from squaredance.cli.session import Session
from squaredance.errors import FormatError, SquaredanceError

if TYPE_CHECKING:
    import argparse

    from squaredance.formats import Case
    from squaredance.puzzle import Puzzle


class InOrder(Session):
    """Bad cases wait until those before them are told."""

    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__(args)
        self._waiting: deque[tuple[Case, int] | SquaredanceError] = deque()

    def puzzles(self, check: Callable[[Puzzle], str | None] | None = None) -> Iterator[Puzzle]:
        """The puzzles of all good cases. ``check`` tells what is wrong with one."""
        for case in self.cases():
            wrong = check(case.puzzle) if check is not None else None
            if wrong is not None:
                self.report(FormatError(wrong, source=case.source, line=case.line))
                continue
            self._waiting.append((case, self.number))
            yield case.puzzle

    def report(self, error: SquaredanceError) -> None:
        if not self.args.keep_going:
            super().report(error)
        self._waiting.append(error)

    def next_case(self) -> tuple[Case, int]:
        """The case that the next answer is for, with its number."""
        self.report_waiting()
        case = self._waiting.popleft()
        assert isinstance(case, tuple)
        return case

    def report_waiting(self) -> None:
        """Reports the bad cases before the next good one."""
        while self._waiting and isinstance(self._waiting[0], SquaredanceError):
            error = self._waiting.popleft()
            assert isinstance(error, SquaredanceError)
            super().report(error)
