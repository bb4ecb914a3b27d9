"""Many puzzles at once: on all cores, from text, arrays, lists, iterators and files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from squaredance.budget import Budget, check_whole
from squaredance.cpu import core_count
from squaredance.errors import FormatError, SquaredanceError
from squaredance.geometry import Geometry
from squaredance.many.results import UNANSWERED, Answer, Results
from squaredance.puzzle import Grid
from squaredance.typed import TYPE_CHECKING, Any, Final, overload
from squaredance.whole import written

if TYPE_CHECKING:
    from mmap import mmap

    from squaredance.many.flow import Flow

    Progress = bool | Callable[[int, int | None], object] | None
    Path = os.PathLike[str] | os.PathLike[bytes]

__all__ = ["UNANSWERED", "Answer", "Results", "solve_many"]


@overload
def solve_many(
    puzzles: bytes | bytearray | mmap | Path,
    *,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Results[bytes]: ...
@overload
def solve_many(
    puzzles: str,
    *,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Results[str]: ...
@overload
def solve_many(
    puzzles: list[Any] | tuple[Any, ...],
    *,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Results[list[Any]]: ...
@overload
def solve_many(
    puzzles: Iterator[Any],
    *,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Iterator[Answer]: ...
@overload
def solve_many(
    puzzles: Any,
    *,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Any: ...
def solve_many(
    puzzles: Any,
    *,
    unique: bool = False,
    limit: int | None = None,
    geometry: Geometry | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Progress = None,
) -> Any:
    """Solve many puzzles at once; the solutions come in the kind that the puzzles are.

    ``puzzles`` is text with a puzzle per line (bytes, a bytearray, an mmap, a flat memoryview
    or a str), a path of a file of such lines, an array of values (n, cells) of uint8, or a
    list of puzzles: `Results`. So does an Arrow array of strings (of pyarrow, a Series of polars
    or pandas, or anything with Arrow's PyCapsule interface): its solutions are null where there
    is none; for tables see `squaredance.columns`. Anything else that can be iterated over gives
    an iterator of `Answer`, which takes puzzles as it needs them. Where there is no solution the
    puzzle stays. A file is read as a whole.

    A first solution is found, with ``unique`` also whether there is a second, with ``limit``
    up to so many are counted. ``threads`` is by default the number of cores. What is not
    answered after ``timeout`` seconds is UNKNOWN. ``progress`` is True for a line on stderr,
    or a function of the puzzles done and those in all (None when that is not known).

    >>> results = solve_many(b"1......2.3....4.\\n4......2.3....1.\\n", unique=True)
    >>> results.solutions
    b'1234341243212143\\n4231314213242413\\n'
    >>> [str(status) for status in results.statuses]
    ['unique', 'unique']
    >>> solve_many(["1......2.3....4."]).solutions
    ['1234341243212143']
    """
    return Call(limit_of(unique, limit), geometry, threads, timeout, progress).answer(puzzles)


def _refuse_path(text: str) -> None:
    """A str is text, never a path: who gave one anyway is told what to do."""
    if len(text) < 1000 and text.isprintable() and os.path.isfile(text):
        raise FormatError(f"expected lines of text, found the name of a file: Path({text!r})?")


def limit_of(unique: bool, limit: int | None) -> int:
    """How many solutions of each puzzle are looked for.

    >>> limit_of(False, None), limit_of(True, None), limit_of(False, 5)
    (1, 2, 5)
    """
    if limit is None:
        return 2 if unique else 1
    if unique:
        raise SquaredanceError("expected unique or a limit, found both")
    limit = check_whole(limit, 1, "a limit")
    if limit >= UNANSWERED:
        raise SquaredanceError(
            f"expected a limit of {UNANSWERED - 1} or less, found {written(limit)}"
        )
    return limit


_MOST_THREADS: Final = 1024


def thread_count(threads: int | None) -> int:
    """The threads asked for; by default one for each core that this process may use."""
    if threads is not None:
        return check_whole(threads, 1, "threads", _MOST_THREADS)
    return core_count()


def _view_of(puzzles: object) -> memoryview | None:
    try:
        return memoryview(puzzles)  # type: ignore[arg-type]
    except TypeError:
        return None


def _is_text(puzzles: object, view: memoryview) -> bool:
    """An array of one dimension is no text: its numbers may be values."""
    flat = view.ndim == 1 and view.format in ("B", "b", "c") and view.contiguous
    kind = type(puzzles)
    named = isinstance(puzzles, bytes | bytearray | memoryview) or kind.__module__ == "mmap"
    return flat and named


def _has_arrow(puzzles: object) -> bool:
    """Whether it has the PyCapsule interface of Apache Arrow."""
    kind = type(puzzles)
    return hasattr(kind, "__arrow_c_stream__") or hasattr(kind, "__arrow_c_array__")


class Call:
    """One call for many puzzles: its arguments, checked, and a method for each kind of input.

    With ``form_nodes`` it makes canonical forms in the place of solutions, each within so many
    nodes; `solve_many` has none.
    """

    def __init__(
        self,
        limit: int,
        geometry: Geometry | None,
        threads: int | None,
        timeout: float | None,
        progress: Progress,
        form_nodes: int | None = None,
    ) -> None:
        if geometry is not None and not isinstance(geometry, Geometry):
            raise SquaredanceError(f"expected a Geometry, found {geometry!r}")
        plain = geometry is None and timeout is None and not progress
        self.is_plain = plain and form_nodes is None
        self.form_nodes = form_nodes
        self.limit = limit
        self.geometry = geometry
        self.threads = threads if threads is None else thread_count(threads)
        self.timeout = Budget(timeout, None).timeout
        self.progress = progress

    def answer(self, puzzles: Any) -> Any:
        """What becomes of the puzzles, in the kind that they are."""
        if isinstance(puzzles, list | tuple):
            return self.sequence(puzzles)
        if isinstance(puzzles, str):
            try:
                results = self.text(puzzles.encode("utf-8", "surrogatepass"))
            except FormatError:
                _refuse_path(puzzles)
                raise
            return results._replace_solutions(results.solutions.decode("utf-8", "surrogatepass"))
        if isinstance(puzzles, os.PathLike):
            return self.file(puzzles)
        view = _view_of(puzzles)
        if view is not None:
            return self.text(view) if _is_text(puzzles, view) else self.array(puzzles)
        if _has_arrow(puzzles):
            from squaredance.columns import solve_array
            from squaredance.columns.tables import is_arrow

            if is_arrow(puzzles):
                return solve_array(puzzles, self)
        if isinstance(puzzles, Iterable) and not isinstance(puzzles, Grid):
            return self.answers(puzzles)
        raise SquaredanceError(
            "expected lines of text, an array, a list, an iterator or a path, "
            f"found {type(puzzles).__name__}"
        )

    def text(self, text: bytes | memoryview, name: str | None = None) -> Results[bytes]:
        from squaredance import _core
        from squaredance.many.lines import Lines
        from squaredance.many.texts import TooHardError, solve_few, solve_text

        sizes = {}
        try:
            if self.is_plain and (few := solve_few(text, self.limit)) is not None:
                return few
        except TooHardError:
            sizes["few"] = 0
        total = _core.line_count(text) if self.progress else None
        with self.flow(total, **sizes) as flow:
            return solve_text(text, Lines(name, geometry=self.geometry), flow)

    def file(self, path: Path) -> Results[bytes]:
        name = os.fsdecode(path)
        try:
            with open(name, "rb") as file:
                text = file.read()
        except OSError as error:
            message = f"expected a readable file, found: {error.strerror}"
            raise FormatError(message, source=name) from None
        return self.text(text, name)

    def array(self, array: Any) -> Results[Any]:
        from squaredance.many.arrays import checked_view, solve_array

        with self.flow(len(checked_view(array))) as flow:
            return solve_array(array, self.geometry, flow)

    def sequence(self, puzzles: list[Any] | tuple[Any, ...]) -> Results[list[Any]]:
        from squaredance.many.items import LARGEST, item_blocks
        from squaredance.many.lines import Lines
        from squaredance.many.results import Tally
        from squaredance.many.texts import TooHardError, solve_few_lines

        sizes = {"largest": LARGEST}
        try:
            if self.is_plain and (few := solve_few_lines(puzzles, self.limit)) is not None:
                return few
        except TooHardError:
            sizes["few"] = 0
        tally = Tally(self.limit)
        solutions: list[Any] = []
        lines = Lines(geometry=self.geometry, skip=False)
        with self.flow(len(puzzles), **sizes) as flow:
            for block in flow.answered(item_blocks(puzzles, lines, flow)):
                counts, some = block.answers(flow)
                if len(block.native):
                    tally.add(block.native)
                else:
                    tally.add_counts(counts)
                solutions += some
        return tally.results(solutions)

    def answers(self, puzzles: Iterable[Any]) -> Iterator[Answer]:
        from squaredance.many.items import FIRST, LARGEST, item_blocks
        from squaredance.many.lines import Lines
        from squaredance.many.results import Statuses

        lines = Lines(geometry=self.geometry, skip=False)
        with self.flow(None, most=FIRST, largest=LARGEST) as flow:
            for block in flow.answered(item_blocks(puzzles, lines, flow)):
                counts, solutions = block.answers(flow)
                yield from map(Answer, Statuses(counts, self.limit), solutions, counts)

    def flow(self, total: int | None, **sizes: int) -> Flow[Any]:
        from squaredance.many.flow import Flow

        threads = self.threads or thread_count(None)
        return Flow(
            threads,
            self.limit,
            works_here=threads == 1 and self.form_nodes is None,
            form_nodes=self.form_nodes,
            timeout=self.timeout,
            watch=watch(self.progress, total),
            **sizes,
        )


def watch(progress: Progress, total: int | None) -> Callable[[int, bool], object] | None:
    """What is called with the number of answers, and whether that was all, for ``progress``."""
    if progress is None or progress is False:
        return None
    if callable(progress):
        return lambda done, ended: progress(done, done if ended else total)
    if progress is not True:
        raise SquaredanceError(f"expected progress True or a function, found {progress!r}")
    from squaredance.many.progress import Bar

    bar = Bar()
    return lambda done, ended: bar.end(done) if ended else bar.show(done, total)
