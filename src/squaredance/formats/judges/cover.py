"""The exact cover judges, as plain data: items are columns, options are rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from squaredance.errors import FormatError
from squaredance.formats.case import many, placed, shown
from squaredance.formats.judges.base import next_text
from squaredance.formats.numbers import fields
from squaredance.formats.source import LineSource

_LARGEST: Final = 1_000_000


class MatrixCase(NamedTuple):
    """A matrix: how many items there are, and each option's items, counted from 0."""

    items: int
    options: tuple[tuple[int, ...], ...]
    source: str | None
    line: int


class CoverJudge:
    """An exact cover profile, with the same calls as `Judge`.

    The answer takes the indexes of the chosen options, counted from 0, or None.
    """

    kind: ClassVar = "cover"
    name: str
    title: str
    question: str = "first"
    none: str
    unknown: str = "Unknown"
    several: bool = False  # cases until the end, not one

    def cases(self, source: LineSource) -> Iterator[MatrixCase | FormatError]:
        """The matrices of an input; a bad one is an error object."""
        found = 0
        while (raw := next_text(source)) is not None:
            if found and not self.several:
                yield source.error("expected the end of the input, found more")
                return
            found += 1
            yield self._case(source, raw)
        if not found:
            yield source.error("expected the line N M, found the end of the input", 1)

    def _case(self, source: LineSource, raw: bytes | FormatError) -> MatrixCase | FormatError:
        first = source.line
        if isinstance(raw, FormatError):
            return raw
        try:
            rows, items = _integers(raw, 2, _LARGEST, "the line N M")
        except FormatError as error:
            return placed(error, source, first)
        options: list[tuple[int, ...]] = []
        problem: FormatError | None = None
        for number in range(rows):
            line = next_text(source)
            if line is None:
                message = f"expected {many(rows, 'row')}, found {number}"
                return problem or source.error(message)
            try:
                if isinstance(line, FormatError):
                    raise line
                options.append(self.option(line, items))
            except FormatError as error:
                problem = problem or placed(error, source, source.line)
        return problem or MatrixCase(items, tuple(options), source.name, first)

    def option(self, raw: bytes, items: int) -> tuple[int, ...]:
        """The items of a row."""
        raise NotImplementedError

    def answer(self, number: int, chosen: Sequence[int] | None, case: MatrixCase) -> str:
        """The output line of a case; ``chosen`` is None when there is no cover."""
        return (self.none if chosen is None else self.cover(sorted(chosen))) + "\n"

    def cover(self, chosen: list[int]) -> str:
        """The line for a cover."""
        raise NotImplementedError

    def ending(self) -> str:
        """What follows the last case."""
        return ""

    def __repr__(self) -> str:
        return f"<CoverJudge {self.name}: {self.title}>"


class _LuoguP4929(CoverJudge):
    name = "luogu-p4929"
    title = "Luogu P4929, a 0/1 matrix"
    none = "No Solution!"

    def option(self, raw: bytes, items: int) -> tuple[int, ...]:
        places = [i for i, c in enumerate(raw) if c not in b" \t"]
        for place in places:
            if raw[place] not in b"01":
                found = shown(raw[place:])  # what stands before it is ASCII
                raise FormatError(f"expected 0 or 1, found {found}", column=place + 1)
        if len(places) != items:
            column = places[items] + 1 if len(places) > items else len(raw.rstrip()) + 1
            message = f"expected a row of {items} digits, found {len(places)}"
            raise FormatError(message, column=column)
        return tuple(item for item, place in enumerate(places) if raw[place] == ord("1"))

    def cover(self, chosen: list[int]) -> str:
        return " ".join(str(option + 1) for option in chosen)


class _Hust1017(CoverJudge):
    name = "hust1017"
    title = "HUST 1017, sparse rows until the end"
    none = "NO"
    several = True

    def option(self, raw: bytes, items: int) -> tuple[int, ...]:
        numbers = _integers(raw, None, _LARGEST, "a row: a count and as many columns")
        count, columns = numbers[0], numbers[1:]
        if len(columns) != count:
            raise FormatError(
                f"expected {many(count, 'column')} in the row, found {len(columns)}",
                column=len(raw.rstrip()) + 1,
            )
        for (_, place), column in zip(fields(raw)[1:], columns, strict=True):
            if not 1 <= column <= items:
                message = f"expected a column from 1 to {items}, found {column}"
                raise FormatError(message, column=place)
        if len(set(columns)) != count:
            raise FormatError("expected different columns in a row, found one twice")
        return tuple(column - 1 for column in columns)

    def cover(self, chosen: list[int]) -> str:
        return " ".join(str(number) for number in (len(chosen), *(c + 1 for c in chosen)))


def _integers(raw: bytes, count: int | None, largest: int, what: str) -> list[int]:
    row = raw.split()
    if count is not None and len(row) != count:
        raise FormatError(f"expected {what}, found {many(len(row), 'field')}", column=1)
    out: list[int] = []
    for text in row:
        if not text.isdigit() or len(text) > 9 or int(text) > largest:
            column = raw.index(text) + 1
            raise FormatError(f"expected {what}, found {shown(text, length=20)}", column=column)
        out.append(int(text))
    return out


PROFILES: Final[dict[str, CoverJudge]] = {
    judge.name: judge for judge in (_LuoguP4929(), _Hust1017())
}
