"""
The native engines. Use the functions of the package squaredance instead.
"""

from collections.abc import Callable, Sequence

SOLUTION: int = 0

EXHAUSTED: int = 1

OUT_OF_NODES: int = 2

OUT_OF_TIME: int = 3

class Geometry:
    """The houses as the engines see them."""

    def __init__(self, size: int, houses: Sequence[Sequence[int]]) -> None: ...
    def conflict(self, clues: bytes) -> tuple[int, int, int] | None:
        """Why clues alone show no solution: kind, house or cell, value."""

    def is_solution(self, values: bytes, clues: bytes | None = None) -> bool:
        """Whether each house has each value, and all clues are kept."""

    @property
    def size(self) -> int: ...
    @property
    def house_count(self) -> int: ...

class Search:
    """One puzzle being solved: gives its solutions one by one."""

    def __init__(
        self,
        geometry: Geometry,
        clues: bytes,
        engine: str,
        candidates: Sequence[int] | None = None,
        seed: int = 0,
        proof: bool = False,
        threads: int = 1,
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """
        Search for the next solution; a negative number of seconds is no limit.
        """

    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]:
        """Count further solutions: the outcome and how many."""

    def solution(self) -> bytes:
        """The values of the solution just found."""

    def take_proof(self) -> bytes:
        """The DRAT lines since the last call (engine 'learn' with proof=True)."""

    @property
    def memory(self) -> int:
        """Bytes that the engine holds; 0 if it does not tell."""

    @property
    def engine(self) -> str:
        """The engine at work: 'auto' has two."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class CoverProblem:
    """Items and options by number."""

    def __init__(self, primary: int, secondary: int) -> None: ...
    def extend(
        self, options: object, items: object, colors: object, colored: object, odd: object | None
    ) -> None:
        """
        Add options by the names of their items; odd(position, option) reads odd ones.
        """

    def add_dense(self, matrix: object, item_of: Sequence[int]) -> tuple[int, int] | None:
        """
        Add the rows of a 0/1 matrix; the place of a wrong number, if there is one.
        """

    def add_compressed(
        self,
        indptr: object,
        indices: object,
        values: object | None,
        colors: object | None,
        item_of: Sequence[int],
    ) -> tuple[int, int] | None:
        """Add compressed rows; the place of a wrong number, if there is one."""

    def set_bounds(self, bounds: Sequence[tuple[int, int]]) -> None: ...
    def set_costs(self, costs: Sequence[float]) -> None: ...
    def items(self, option: int) -> list[int]:
        """The items of an option."""

    def colors(self, option: int) -> list[int]:
        """The colors beside them, 0 for none; empty when no item has one."""

    def arrays(self) -> tuple[bytes, bytes, bytes]:
        """Starts, items and colors of the options as bytes."""

    @property
    def option_count(self) -> int: ...

class NotTakenError(ValueError):
    pass

def cover_takes(problem: CoverProblem, engine: str) -> bool:
    """Whether the engine takes the problem."""

class CoverSearch:
    """One exact cover problem being solved."""

    def __init__(
        self,
        problem: CoverProblem,
        engine: str,
        forced: Sequence[int],
        excluded: Sequence[int],
        seed: int | None,
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """
        Search for the next solution; a negative number of seconds is no limit.
        """

    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]:
        """Count further solutions: the outcome and how many."""

    def next_some(
        self, most: int, max_nodes: int, seconds: float
    ) -> tuple[int, list[tuple[int, ...]]]:
        """
        The next solution and those that follow it quickly: the outcome and their options.
        """

    def solution(self) -> tuple[int, ...]:
        """The options of the solution just found, in rising order."""

    @property
    def engine(self) -> str:
        """The engine at work."""

    @property
    def progress(self) -> float:
        """The share of the tree that is done."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class CoverCounter:
    """The solutions of one problem being counted."""

    def __init__(
        self,
        problem: CoverProblem,
        engine: str,
        memory: int,
        forced: Sequence[int],
        excluded: Sequence[int],
        seed: int | None,
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """Count on: EXHAUSTED at the end, or where the memory is too small."""

    def total(self) -> bytes:
        """The number so far as bytes, the lowest first."""

    @property
    def is_out_of_memory(self) -> bool: ...
    @property
    def engine(self) -> str:
        """The engine at work."""

    @property
    def progress(self) -> float:
        """The share that is done, roughly."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class CoverParts:
    """One problem being counted on several threads."""

    def __init__(
        self,
        problem: CoverProblem,
        engine: str,
        threads: int,
        forced: Sequence[int],
        excluded: Sequence[int],
        seed: int | None,
    ) -> None: ...
    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]:
        """Count on: the outcome and how many more. There is no limit."""

    @property
    def engine(self) -> str:
        """The engine at work."""

    @property
    def progress(self) -> float:
        """The share of the parts that is done."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class CoverSplit:
    """One problem cut into subproblems, for many workers."""

    def __init__(
        self,
        problem: CoverProblem,
        engine: str,
        forced: Sequence[int],
        excluded: Sequence[int],
        wanted: int,
        parts: bytes | None = None,
    ) -> None: ...
    def cut(self, seconds: float, is_wanted: Callable[[], bool]) -> bool:
        """Go on with the cut: whether it is done, and there are subproblems."""

    def parts(self) -> bytes:
        """The subproblems, packed for another one."""

    def count(
        self, numbers: Sequence[int], seconds: float, patience: float, is_wanted: Callable[[], bool]
    ) -> list[tuple[int, int, int]]:
        """
        For the first of these subproblems, as far as it got: covers, nodes and guesses.
        """

    def options(self, number: int) -> tuple[list[int], list[int]]:
        """The options forced and those excluded in a subproblem."""

    def stop(self) -> None:
        """End what is counted in other threads, for good."""

    @property
    def size(self) -> int:
        """How many subproblems there are."""

    @property
    def engine(self) -> str:
        """The engine at work."""

class GridSplit:
    """One puzzle cut into subproblems, for many workers."""

    def __init__(
        self,
        geometry: Geometry,
        roots: Sequence[bytes],
        candidates: Sequence[int] | None,
        wanted: int,
        parts: bytes | None = None,
    ) -> None: ...
    def cut(self, seconds: float, is_wanted: Callable[[], bool]) -> bool:
        """Go on with the cut: whether it is done, and there are subproblems."""

    def parts(self) -> bytes:
        """The subproblems, packed for another one."""

    def count(
        self, numbers: Sequence[int], seconds: float, patience: float, is_wanted: Callable[[], bool]
    ) -> list[tuple[int, int, int]]:
        """
        For the first of these subproblems, as far as it got: solutions, nodes and guesses.
        """

    def clues(self, number: int) -> bytes:
        """The clues of a subproblem."""

    def stop(self) -> None:
        """End what is counted in other threads, for good."""

    @property
    def size(self) -> int:
        """How many subproblems there are."""

class CoverDiagram:
    """All solutions of a problem as a diagram."""

    def __init__(
        self, problem: CoverProblem, memory: int, forced: Sequence[int], excluded: Sequence[int]
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """Build on: EXHAUSTED at the end, or where the memory is too small."""

    def count(self) -> bytes:
        """How many solutions, as bytes, the lowest first."""

    def solution(self, index: bytes) -> list[int]:
        """
        The options of a solution by its number, which is bytes, the lowest first.
        """

    def contains(self, options: Sequence[int]) -> bool:
        """Whether options, in rising order, are a solution."""

    def __len__(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def is_out_of_memory(self) -> bool: ...
    @property
    def progress(self) -> float: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class CoverMinimum:
    """One problem whose cheapest solution is sought."""

    def __init__(
        self,
        problem: CoverProblem,
        forced: Sequence[int],
        excluded: Sequence[int],
        seed: int | None,
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """Search for a cheaper solution than all before."""

    def solution(self) -> list[int]:
        """The options of the solution just found."""

    @property
    def progress(self) -> float: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class CoverEstimator:
    """Random dives into a search tree."""

    def __init__(
        self, problem: CoverProblem, forced: Sequence[int], excluded: Sequence[int], seed: int
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """Dive so often in all."""

    def means(self) -> tuple[float, float, float, float]:
        """
        The mean of the nodes and its standard error, and those of the solutions.
        """

    @property
    def progress(self) -> float: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

UNANSWERED: int = 4294967295

MOST_SKIPPED: int = 16777216

class Output:
    """Memory that holds anything, for blocks to write their solutions to."""

    def __init__(self, size: int) -> None: ...
    def to_bytes(self) -> bytes:
        """The memory as bytes, for good; nobody may hold a view of it."""

def line_count(text: object) -> int:
    """How many lines end in the text."""

def line_end(text: object, start: int, end: int) -> int:
    """Behind the line end of the line that starts there, or the end."""

def tally(counts: object) -> tuple[int, int, int, int]:
    """
    How many of these counts, of 32 bits each, are no answer, none, one and several solutions.
    """

class Shape:
    """What the puzzles of an input have in common."""

    def __init__(
        self,
        geometry: Geometry,
        standard9: bool,
        reading: bytes,
        writing: bytes,
        box: tuple[int, int] = (0, 0),
    ) -> None: ...
    @staticmethod
    def digits9() -> Shape:
        """That of 9x9 in digits and the usual blanks, without any of the others."""

class Block:
    """Puzzles in memory, and what became of them."""

    def __len__(self) -> int: ...
    def prepare(self, limit: int) -> None:
        """All is here: make it ready for a crew."""

    def prepare_forms(self, nodes: int) -> None:
        """
        The same for canonical forms in the place of solutions: each has a count of 1.
        """

    def solve_now(self, guesses: int) -> bool:
        """
        Solve it here and now if it is 9x9 and takes no more guesses than that.
        """

    def finish(self) -> None:
        """The work is done: put the solutions where they belong."""

    def counts(self) -> bytes:
        """The solutions of each puzzle, up to the limit; 32 bits each."""

    def tally(self) -> tuple[int, int, int, int]:
        """How many have no answer, none, one and several solutions."""

    def exceptions(self, most: int) -> list[int]:
        """The puzzles with less than one solution or more than so many."""

    @property
    def answered(self) -> int: ...
    @property
    def is_started(self) -> bool:
        """Whether a crew is at work on it, or was."""

class TextBlock(Block):
    """Lines of text."""

    def __init__(self, shape: Shape, text: object, out: object) -> None: ...
    def take(self, start: int, end: int, most: int, skip: bool) -> int:
        """
        Take lines up to one that is odd, or to so many puzzles; tells where that is.

        With ``skip``, blank lines and comments are passed over.
        """

    def take_plain(self, start: int, end: int, most: int) -> bool:
        """
        Take all lines, if each is cells and a line feed and they are no more than that.
        """

    def is_full(self, most: int) -> bool:
        """
        Whether so many puzzles are here; fewer, if they cannot be solved where they lie.
        """

    def leave(self, start: int, end: int) -> None:
        """Count the lines that may hold a puzzle: they have no answer."""

    @property
    def lines(self) -> int:
        """How many were taken and skipped."""

    @property
    def skipped_bytes(self) -> int: ...
    def skipped(self) -> list[tuple[int, int]]:
        """Where the lines are that were skipped, as start and end."""

    def keep(self, start: int, end: int) -> None:
        """Copy a part of the text that has no puzzle."""

    def add(self, values: bytes) -> None:
        """A puzzle that is not taken from the text."""

    def place(self, puzzle: int) -> int | None:
        """Where the puzzle is in the text."""

    def count(self, puzzle: int) -> int:
        """The solutions of one puzzle, up to the limit."""

    def has_solution(self, puzzle: int) -> bool: ...
    def solution(self, puzzle: int) -> bytes:
        """The values of a solution."""

def row_answers(
    counts: object, limit: int
) -> tuple[
    bytes, list[int], tuple[bytes | None, int], tuple[bytes | None, int], tuple[bytes | None, int]
]:
    """
    What counts of rows say: codes of statuses, how many have each, and bits of what is there.
    """

def row_offsets(offsets: object, width: int, first: int, rows: int) -> bytes:
    """Offsets of rows, moved so that they begin with 0."""

class RowBlock(TextBlock):
    """Rows of an Arrow array of strings."""

    def __init__(
        self,
        shape: Shape,
        text: object,
        out: object,
        offsets: object | None,
        width: int,
        validity: object | None,
        first: int,
        rows: int,
        origin: int,
        gap: int = 0,
    ) -> None: ...
    def take_rows(self, start: int, most: int) -> int:
        """
        Take rows up to one that is odd, or to so many puzzles; tells where that is.
        """

    def add_row(self, row: int, values: bytes) -> None:
        """The puzzle of an odd row."""

    def pass_row(self, row: int) -> None:
        """An odd row has no puzzle."""

    @property
    def rows(self) -> int:
        """How many were taken."""

    def row_of(self, puzzle: int) -> int:
        """Its row, counted from the first one taken."""

    def put_counts(self, counts: object, start: int) -> None:
        """The counts, a place for each row; rows without a puzzle have a mark."""

class ValueBlock(Block):
    """Rows of values."""

    def __init__(
        self, shape: Shape, values: object, out: object, first: int, rows: int
    ) -> None: ...
    def first_bad(self) -> int:
        """The cell of the first value that is too large, or -1."""

class Crew:
    """
    Threads that work on blocks, in the order of their start.

    With ``works_here``, the thread that waits is one of them (9x9 only).
    """

    def __init__(self, threads: int, works_here: bool = False) -> None: ...
    def start(self, block: Block) -> None: ...
    def wait(self, block: Block, seconds: float) -> bool:
        """
        True when the work on the block is done, False when the time is up first.
        """

    def stop(self) -> None:
        """Ask for an early end of all blocks; wait for them still."""

    def close(self) -> None:
        """End the threads."""

def plain_values(
    data: object, offsets: object | None, width: int, validity: object | None, first: int, rows: int
) -> bytes:
    """Rows as the plain values of a Parquet page; nulls are left out."""

def has_lengths(values: object, width: int) -> bool:
    """Whether plain values are all of that width, with their lengths."""

def looked_up(dictionary: object, width: int, codes: object, rows: int, out: object) -> bool:
    """
    Puts values of one width there, by their codes as a page has them; False if those are damaged.
    """

def unpack_snappy(packed: object, out: object) -> bool:
    """
    Fills the room with what Snappy has compressed; False if that is damaged, or of another size.
    """

def coded_values(
    codes: object, entries: int, validity: object | None, first: int, rows: int
) -> bytes:
    """
    Codes of a dictionary as the values of a Parquet page; nulls are left out.
    """

def codes_of(
    numbers: object, validity: object | None, first: int, rows: int
) -> tuple[bytes, bytes] | None:
    """
    The different numbers of rows, and for each row a code; None when they are more than 256.
    """

class PageCrew:
    """
    Threads that answer pages of plain 9x9 texts from file to file.

    That is as long as each row has a solution; with a limit of 2, just one.
    """

    def __init__(
        self, shape: Shape, source: int, target: int, limit: int, threads: int
    ) -> None: ...
    def add(self, spans: Sequence[tuple[int, int]], given: int | None, answers: int) -> int:
        """
        A page whose rows lie at these places of the source, so many at each; its number.

        They go to the place ``given`` of the target, if anywhere, their solutions to ``answers``.
        """

    def put(self, place: int, bytes: bytes) -> None:
        """Bytes for the target, written before the pages that are added later."""

    def wait(self, page: int, seconds: float) -> bool | None:
        """
        True when the page is written, False when it will not be; None when the time is up first.
        """

    @property
    def answered(self) -> int:
        """Rows that are written."""

    def close(self) -> None:
        """End the threads; what is not written by now stays so."""

def reserve(descriptor: int, size: int) -> bool:
    """
    Room in a file for what is written next; False where there is no such thing.
    """

def verdicts() -> list[str]:
    """What may become of a try."""

def technique_range(scale: str, technique: str) -> tuple[int, int]:
    """
    What steps of a technique count on a scale, from least to most; 0 when none comes on its way.
    """

class Tries:
    """Threads that make the tries of a seed, in order."""

    def __init__(
        self,
        geometry: Geometry,
        box: tuple[int, int] | None,
        is_plain: bool,
        groups: Sequence[Sequence[int]],
        clues: tuple[int, int],
        minimal: bool,
        difficulty: tuple[str, int, int, str | None] | None,
        seed: int,
        threads: int,
    ) -> None:
        """
        ``difficulty`` is a scale, the least and the most on it, and the hardest technique or None.
        """

    def add(self, first: int, count: int) -> None:
        """A block of so many tries, from that number on."""

    def wait(self, seconds: float) -> bool:
        """
        Whether the oldest block is done (or there is none), after so long at the most.
        """

    def take(
        self,
    ) -> list[
        tuple[
            list[tuple[int, bytes, bytes, tuple[int, ...] | None]],
            list[int],
            tuple[tuple[int, int], tuple[int, bytes, bytes, tuple[int, ...] | None]] | None,
            float,
        ]
    ]:
        """
        The oldest blocks that are done: what was made as wished (its number, puzzle, solution and
        rating), how many tries had each of the verdicts, how far the nearest of the others is from
        the wish and that one, and how long it took. Nothing of tries behind one that was stopped.
        """

    def stop(self) -> None:
        """All that is not done ends soon, stopped."""

    def close(self) -> None:
        """End the threads."""

class Grids:
    """Threads that make random grids of a seed, in order."""

    def __init__(
        self,
        geometry: Geometry,
        box: tuple[int, int] | None,
        is_plain: bool,
        seed: int,
        threads: int,
    ) -> None: ...
    @property
    def is_uniform(self) -> bool:
        """Whether every grid is exactly as likely as any other."""

    def add(self, first: int, count: int) -> None:
        """A block of so many grids, from that number on."""

    def wait(self, seconds: float) -> bool:
        """
        Whether the oldest block is done (or there is none), after so long at the most.
        """

    def take(self) -> list[tuple[list[bytes], int, float]]:
        """
        The oldest blocks that are done: their grids, how many were asked for (there are fewer when
        it was stopped, or when the geometry has none), and how long that took.
        """

    def stop(self) -> None:
        """All that is not done ends soon."""

    def close(self) -> None:
        """End the threads."""

class Ratings:
    """Threads that rate puzzles of one geometry, in order."""

    def __init__(
        self,
        geometry: Geometry,
        has_boxes: bool,
        scales: Sequence[str],
        uniqueness: bool,
        threads: int,
    ) -> None: ...
    def add(self, clues: bytes, candidates: Sequence[int] | None) -> None:
        """One more puzzle."""

    def wait(self, seconds: float) -> bool:
        """
        Whether the oldest puzzle is done (or there is none), after so long at the most.
        """

    def take(
        self,
    ) -> list[tuple[int, list[tuple[int, int, int, int, int, int, int, int, dict[int, int]]]]]:
        """
        The oldest ones that are done: their solutions (0, 1, 2 for several, -1 for stopped)
        and a rating for each scale, as Techniques.rate gives it.
        """

    def stop(self) -> None:
        """All that is not done ends soon, stopped."""

    def close(self) -> None:
        """End the threads."""

class Minimiser:
    """
    Threads that take redundant clues from puzzles of one geometry, in order.
    """

    def __init__(self, geometry: Geometry, standard9: bool, threads: int) -> None: ...
    def add(self, puzzles: bytes, asks_redundant: bool, seed: int | None, number: int) -> None:
        """
        A few puzzles, side by side. With a seed clues go in a random order, another for each
        number.
        """

    def wait(self, seconds: float) -> bool:
        """
        Whether the oldest are done (or there are none), after so long at the most.
        """

    def take(self) -> list[tuple[bytes, bytes]]:
        """
        The oldest that are done: the solutions of each (2 for several, 255 for stopped), and
        where it has one the minimal puzzles, or a 1 for each redundant clue.
        """

    def stop(self) -> None:
        """All that is not done ends soon, stopped."""

    def close(self) -> None:
        """End the threads."""

MOST_DROPPED: int = 8

MOST_ADDED: int = 4

class Vicinities:
    """Threads that look for the vicinities of 9x9 puzzles, in order."""

    def __init__(self, threads: int) -> None: ...
    def add(
        self,
        puzzle: bytes,
        drop: int,
        add: int,
        minimal: bool,
        canonical: bool,
        sample: int,
        seed: int,
    ) -> int:
        """
        One more puzzle and move, with `sample` ways to drop clues at the most: in how many parts
        it is done.
        """

    def wait(self, seconds: float) -> bool:
        """
        Whether the oldest part is done (or there is none), after so long at the most.
        """

    def take(self) -> list[bytes | None]:
        """
        The oldest parts that are done: what they found, 81 values each, in order and each once;
        None for a part that was stopped.
        """

    def stop(self) -> None:
        """All that is not done ends soon, stopped."""

    def close(self) -> None:
        """End the threads."""

class SingleAnswer:
    """The answer to one 9x9 puzzle, as native code wrote it."""

    @property
    def count(self) -> int: ...
    @property
    def limit(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def nanoseconds(self) -> int: ...
    @property
    def values(self) -> bytes:
        """Of the solution; of the puzzle if there is none."""

class SolveShortCut:
    def __init__(self, function: object, type: type) -> None: ...
    def __call__(self, *args: object, **keywords: object) -> object: ...

def solve_values9(type: type, values: bytes, limit: int) -> object:
    """
    Solves 81 values from 0 to 9 into an object of the type; None if they are not, or take long.
    """

class Column:
    """Rows of puzzles or grids, as an Arrow array has them."""

    def __init__(
        self,
        shape: Shape,
        text: object,
        offsets: object | None,
        width: int,
        validity: object | None,
        first: int,
        rows: int,
        origin: int,
        gap: int = 0,
    ) -> None: ...

def solved_rows(grids: Column, puzzles: Column | None) -> bytes:
    """
    A byte for each row: 1 for a plain grid that is a solution, of its puzzle if there is one.
    """

MOST_HOUSES: int = 4096

def technique_names() -> list[tuple[str, bool, int, int]]:
    """
    The techniques by number: name, whether it assumes one solution, HoDoKu's points and level.
    """

class Techniques:
    """What a solver by hand sees on one geometry."""

    def __init__(self, geometry: Geometry, has_boxes: bool) -> None: ...
    def next_step(
        self,
        clues: bytes,
        allowed: Sequence[int] | None,
        values: bytes,
        candidates: Sequence[int] | None,
        moves: Sequence[int],
        scale: str,
        uniqueness: bool,
        rules: int,
        evidence: bool,
        seconds: float,
    ) -> tuple[bool, object]:
        """
        The easiest step after the moves: (True, step or None), or (False, None) out of time.

        Clues, and the candidates allowed, are the puzzle's; values and candidates the state's.
        A move is cell * size + value - 1 for a placement, and -1 minus that for an elimination.
        """

    def all_steps(
        self,
        clues: bytes,
        allowed: Sequence[int] | None,
        values: bytes,
        candidates: Sequence[int] | None,
        scale: str,
        uniqueness: bool,
        rules: int,
        evidence: bool,
        seconds: float,
    ) -> tuple[bool, list[object]]:
        """Every step there is now, and whether these are all of them."""

    def rate(
        self,
        clues: bytes,
        allowed: Sequence[int] | None,
        scale: str,
        uniqueness: bool,
        rules: int,
        seconds: float,
    ) -> tuple[int, int, int, int, int, int, int, int, dict[int, int]]:
        """
        (end, er, ep, ed, score, level, steps, hardest, counts).

        The end is 0 solved, 1 stuck, 2 stopped.
        """

class Trace:
    """A search that is watched, frame by frame."""

    def __init__(
        self, geometry: Geometry, clues: bytes, engine: str, candidates: Sequence[int] | None = None
    ) -> None: ...
    def next(self) -> str:
        """Goes on to the next frame: its kind."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def item(self) -> int: ...
    @property
    def options(self) -> int: ...
    @property
    def choice(self) -> int: ...
    @property
    def cell(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def values(self) -> bytes: ...
    @property
    def masks(self) -> list[int]: ...
    @property
    def ring(self) -> list[int]: ...
    @property
    def sizes(self) -> list[int]: ...
    @property
    def covered(self) -> list[int]: ...

def cpu_levels() -> list[str]:
    """The levels that this processor has, the best one last."""

def cpu_level() -> str:
    """The level in use."""

def use_cpu_level(name: str) -> None:
    """Uses another from now on."""

class Checksum:
    """XXH64 of bytes, piece by piece."""

    def __init__(self) -> None: ...
    def add(self, bytes: object) -> None:
        """More bytes: any contiguous buffer."""

    def value(self) -> int:
        """Of all bytes so far."""

def canonical(
    values: bytes, box: tuple[int, int], size: int, max_nodes: int, seconds: float
) -> tuple[bytes, bool, bytes, bytes, bytes, list[int]] | None:
    """
    The form, whether the source is transposed, which of its rows and cols come in order, the
    new name of each value, and factors of the number of automorphisms; None when a limit came
    first.
    """

class FormSet:
    """The canonical forms of a size that were seen so far."""

    def __init__(self, size: int) -> None: ...
    def __len__(self) -> int: ...
    def add(self, form: bytes) -> bool:
        """Whether it is new."""

    def add_block(self, block: TextBlock) -> list[int]:
        """All forms of a block; tells the numbers of those that are not new."""

def shuffled(seed: int, size: int) -> list[int]:
    """
    The numbers below a size in an order that a seed decides: that of `seed.Draw`.
    """
