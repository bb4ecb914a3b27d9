"""Formats: text <-> Puzzle, and the judge profiles. Nothing here solves anything.

`read` and `loads` find out which format a text is in; `dumps` writes any of them. Each
format is a module of its own, imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module

from squaredance.errors import EmptyError, FormatError, SquaredanceError
from squaredance.formats.case import Case, Options, Style, one_line
from squaredance.formats.source import ByteStream, LineSource
from squaredance.symbols import Symbols, alphabet_size, named_symbols
from squaredance.typed import TYPE_CHECKING, Final, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from os import PathLike
    from types import ModuleType

    from squaredance.geometry import Box
    from squaredance.puzzle import Grid, Puzzle

__all__ = [
    "FORMATS",
    "JUDGES",
    "Case",
    "Format",
    "Style",
    "dumps",
    "loads",
    "loads_all",
    "open_source",
    "read",
    "read_cases",
    "write",
]


class Format(NamedTuple):
    """One entry of `FORMATS`. ``separator`` stands between two cases of an output."""

    name: str
    title: str
    module: str
    separator: str = ""
    extensions: tuple[str, ...] = ()

    def load(self) -> ModuleType:
        """The module that reads and writes it.

        >>> FORMATS["line"].load().__name__
        'squaredance.formats.line'
        """
        return _module(self.module)


@lru_cache
def _module(name: str) -> ModuleType:
    return import_module(f"squaredance.formats.{name}")


FORMATS: Final[dict[str, Format]] = {
    entry.name: entry
    for entry in (
        Format("line", "one puzzle per line", "line", extensions=(".sdm",)),
        Format("grid", "rows of symbols, with or without rules", "grid", "\n"),
        Format("numbers", "numbers with spaces or commas", "numbers", "\n", (".csv", ".tsv")),
        Format("sdk", "rows with headers", "sdk", "\n", (".sdk",)),
        Format("ss", "Simple Sudoku", "ss", "\n", (".ss",)),
        Format("candidates", "what is left in each cell", "candidates"),
        Format("hodoku", "HoDoKu library lines, a state and a step each", "hodoku"),
        Format("json", "JSON, an object per puzzle", "jsonlines", "", (".json", ".jsonl")),
        Format("cnf", "clauses for SAT solvers, one puzzle", "cnf", "", (".cnf",)),
    )
}


def __getattr__(name: str) -> object:
    if name == "JUDGES":  # on demand: the judges are not needed to read a line
        from squaredance.formats.judges import JUDGES

        return JUDGES
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if TYPE_CHECKING:
    from squaredance.formats.judges import JUDGES as JUDGES


def open_source(
    input: str | PathLike[str] | ByteStream,
    *,
    name: str | None = None,
    before_wait: Callable[[], object] | None = None,
) -> LineSource:
    """The lines of a path or a stream; a path that cannot be opened is a `FormatError`.

    >>> open_source("no/such/file")
    Traceback (most recent call last):
    squaredance.errors.FormatError: no/such/file: expected a readable file, found: \
No such file or directory
    """
    if not isinstance(input, str):
        fspath = getattr(input, "__fspath__", None)
        if fspath is None:
            found = name or getattr(input, "name", None)
            stream = cast("ByteStream", input)
            return LineSource(stream, found if isinstance(found, str) else None, before_wait)
        input = fspath()
    path = cast("str", input)
    try:
        file = open(path, "rb", buffering=0)  # noqa: SIM115 (see LineSource.close)
    except OSError as error:
        message = f"expected a readable file, found: {error.strerror}"
        raise FormatError(message, source=name or path) from None
    return LineSource(file, name or path, before_wait)


def read_cases(
    input: str | PathLike[str] | ByteStream | LineSource,
    *,
    format: str | None = None,
    size: int | None = None,
    box: Box | Literal["auto"] | None = "auto",
    symbols: str | Symbols | None = None,
    before_wait: Callable[[], object] | None = None,
) -> Iterator[Case | FormatError]:
    """Every case of one input, in order; a case that is bad is an error object.

    After an error the cases that follow are still read. An input without any puzzle gives
    one error.

    >>> import io
    >>> for item in read_cases(io.BytesIO(b"1......2.3....4.\\n1x.\\n")):
    ...     print(item.line, item if isinstance(item, FormatError) else item.puzzle.clue_count)
    1 4
    2 2:4: expected 16 symbols, found 3
    """
    options = reading_options(size, box, symbols)
    if format is not None and format not in FORMATS:
        raise SquaredanceError(f"expected a format {', '.join(FORMATS)}, found {format!r}")
    if isinstance(input, LineSource):
        yield from _cases(input, options, format)
        return
    try:
        source = open_source(input, before_wait=before_wait)
    except FormatError as error:
        yield error
        return
    try:
        yield from _cases(source, options, format)
    finally:
        if isinstance(input, str) or hasattr(input, "__fspath__"):
            source.close()


def reading_options(
    size: int | None = None,
    box: Box | Literal["auto"] | None = "auto",
    symbols: str | Symbols | None = None,
) -> Options:
    """What the caller fixed, and what follows from it: a box or an alphabet has a size.

    >>> reading_options(box=(2, 3)).size, reading_options(symbols="WXYZ").size
    (6, 4)
    """
    if size is None and isinstance(box, tuple):
        size = box[0] * box[1]
    if isinstance(symbols, str):
        implied = alphabet_size(symbols)
        size = implied if size is None else size
    return Options(size, box, symbols)


def is_line_format(source: LineSource, options: Options, format: str | None = None) -> bool:
    """Whether the input is certainly in the line format; takes empty lines only.

    >>> import io
    >>> is_line_format(open_source(io.BytesIO(b"1......2.3....4.")), Options())
    True
    """
    from squaredance.formats.detect import detect

    try:
        known = source.format or format or _by_extension(source.name)
        return (known or detect(source, options)) == "line"
    except FormatError:
        return False


def _cases(
    source: LineSource, options: Options, format: str | None
) -> Iterator[Case | FormatError]:
    found = False
    known = source.format or format or _by_extension(source.name)
    for item in _items(source, options, known):
        found = True
        yield item
    if not found:
        yield EmptyError(source.name)


def _items(
    source: LineSource, options: Options, format: str | None
) -> Iterator[Case | FormatError]:
    from squaredance.formats.detect import detect

    while format is None:
        try:
            format = detect(source, options)
        except FormatError as error:
            if (error.line or 0) <= source.line:
                raise  # no line is bad: the input itself cannot be read
            # Not one line more than the one that says nothing: the next may be good.
            yield error
            while source.line < (error.line or 0) and source.next() is not None:
                pass
            continue
        if format is None:
            return
    yield from FORMATS[format].load().read(source, options)


def _by_extension(name: str | None) -> str | None:
    """The format that a file's name promises; plain text is looked into."""
    dot = name.rfind(".") if name else -1
    if name is None or dot < 0:
        return None
    extension = name[dot:].lower()
    return next((f.name for f in FORMATS.values() if extension in f.extensions), None)


def read(
    input: str | PathLike[str] | ByteStream,
    *,
    format: str | None = None,
    size: int | None = None,
    box: Box | Literal["auto"] | None = "auto",
    symbols: str | Symbols | None = None,
) -> Iterator[Puzzle]:
    """The puzzles of a file (a path) or a stream, one by one, in bounded memory.

    >>> import io
    >>> [puzzle.clue_count for puzzle in read(io.BytesIO(b"1......2.3....4.\\n"))]
    [4]
    """
    for item in read_cases(input, format=format, size=size, box=box, symbols=symbols):
        if isinstance(item, FormatError):
            raise item
        yield item.puzzle


def loads_all(
    text: str | bytes,
    *,
    format: str | None = None,
    size: int | None = None,
    box: Box | Literal["auto"] | None = "auto",
    symbols: str | Symbols | None = None,
) -> list[Puzzle]:
    """Every puzzle of a text.

    >>> len(loads_all("1......2.3....4.\\n4......2.3....1."))
    2
    """
    from io import BytesIO

    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return list(read(BytesIO(data), format=format, size=size, box=box, symbols=symbols))


def loads(
    text: str | bytes,
    *,
    format: str | None = None,
    size: int | None = None,
    box: Box | Literal["auto"] | None = "auto",
    symbols: str | Symbols | None = None,
) -> Puzzle:
    """The one puzzle of a text; a `FormatError` when there is none or more than one.

    >>> loads("12|..\\n..|.3\\n--+--\\n..|..\\n.4|..").geometry.box
    (2, 2)
    """
    puzzles = loads_all(text, format=format, size=size, box=box, symbols=symbols)
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}")
    return puzzles[0]


def dumps(
    grid: Grid,
    format: str = "line",
    *,
    symbols: str | Symbols | None = None,
    blank: str | None = None,
    comment: str = "",
) -> str:
    """The puzzle or grid as text, without a last line end.

    Symbols are digits up to size 9, letters up to 25 and numbers above, unless given.

    >>> from squaredance.puzzle import Puzzle
    >>> puzzle = Puzzle.from_rows([[1, 0, 0, 0], [0, 0, 0, 2], [0, 3, 0, 0], [0, 0, 4, 0]])
    >>> dumps(puzzle), dumps(puzzle, blank="0")
    ('1......2.3....4.', '1000000203000040')
    >>> print(dumps(puzzle, "numbers"))
    1 0 0 0
    0 0 0 2
    0 3 0 0
    0 0 4 0
    """
    if format not in FORMATS:
        raise SquaredanceError(f"expected a format {', '.join(FORMATS)}, found {format!r}")
    if isinstance(symbols, str):
        symbols = named_symbols(symbols, grid.size)
    if blank is not None:
        from squaredance.symbols import default_symbols

        decimal = format == "numbers"
        base = named_symbols("decimal", grid.size) if decimal else default_symbols(grid.size)
        symbols = (symbols or base).with_blank(blank)
    if format != "json":
        comment = one_line(comment)
    note = f" {comment}" if comment and format in ("line", "candidates") else comment
    return write(grid, Style(format, symbols, comment=note)).removesuffix("\n")


def write(grid: Grid, style: Style) -> str:
    """The puzzle or grid in the style of a case, with its last line end.

    >>> import io
    >>> case = next(read_cases(io.BytesIO(b"1......2.3....4. # easy")))
    >>> write(case.puzzle, case.style)
    '1......2.3....4. # easy\\n'
    """
    text: str = FORMATS[style.format].load().write(grid, style)
    return text
