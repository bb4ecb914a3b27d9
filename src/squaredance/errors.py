"""What the package raises: one family of exceptions, each with a place where there is one."""

from __future__ import annotations


class SquaredanceError(ValueError):
    """Bad input or a wrong argument.

    An outcome of solving (no solution, out of time) is never an exception: it is a
    `Status`. ``str(error)`` is one line: ``file:line:column: what is wrong``.

    >>> print(SquaredanceError("expected 9 rows, found 8", source="a.txt", line=12))
    a.txt:12: expected 9 rows, found 8
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [str(part) for part in (self.source, self.line, self.column) if part is not None]
        return ":".join(place) + ": " + self.message if place else self.message

    def __reduce__(self) -> tuple[object, ...]:
        state = {"source": self.source, "line": self.line, "column": self.column}
        return type(self), (self.message,), state


class GeometryError(SquaredanceError):
    """A size, a box shape or a list of houses that no Sudoku can have."""


class FormatError(SquaredanceError):
    """A text that does not follow its format; lines and columns count from 1."""


class EmptyError(FormatError):
    """An input without a puzzle."""

    def __init__(self, source: str | None) -> None:
        super().__init__("expected a puzzle, found none", source=source)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.source,)
