"""How far a command is, on a terminal."""

from __future__ import annotations

import sys

from squaredance.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from squaredance.many.progress import Bar


class Progress:
    """Cases and rate on stderr, twice a second, when that is a terminal and stdout is not."""

    def __init__(self) -> None:
        self.shown = bool(sys.stderr) and sys.stderr.isatty() and not sys.stdout.isatty()
        self.count = 0
        self._next = 0.0
        self._is_cleared = False
        self._bar: Bar | None = None

    def step(self) -> None:
        """One more."""
        self.count += 1
        if self.shown:
            self.show(self.count)

    def show_beside_output(self) -> None:
        """Also when stdout is a terminal: `clear` must then be called before what is written."""
        self.shown = bool(sys.stderr) and sys.stderr.isatty()
        self._is_cleared = sys.stdout.isatty()

    def show_beside_file(self) -> None:
        """Also when stdout is a terminal, since nothing is written there."""
        self.shown = bool(sys.stderr) and sys.stderr.isatty()

    def clear(self) -> None:
        """Takes the line away where it would stand between what is written."""
        if self._bar is not None and self._is_cleared:
            self._bar.clear()

    def show(self, count: int, share: float | None = None, effort: str = "") -> None:
        """So many by now; how much of the input that is, where it is known; and what it took."""
        self.count = count
        from time import perf_counter

        now = perf_counter()
        if self._bar is None:
            from squaredance.many.progress import Bar

            self._bar = Bar()
        if now >= self._next:
            self._next = now + 0.5
            self._bar.show(count, share=share, effort=effort)

    def end(self) -> None:
        """The total, for good."""
        self.clear()
        if self._bar is not None and not self._is_cleared:
            self._bar.end(self.count)
