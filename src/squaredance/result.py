"""Result and Status: the answer to a question, with the effort it took."""

from __future__ import annotations

from enum import Enum

from squaredance.typed import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from squaredance.puzzle import Grid


class Status(Enum):
    """What is known about the solutions of a puzzle.

    >>> Status.UNIQUE.value
    'unique'
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    FOUND = "found"  # one solution; whether there are more was not asked
    NONE = "none"
    UNKNOWN = "unknown"  # stopped early: Result.reason says by what

    def __str__(self) -> str:
        return self.value


def status_of_count(found: int) -> Status:
    """The status when that is all there are, or the second shows that there are several."""
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(found, 2)]


FIELDS: Final = (
    "status",
    "solution",
    "count",
    "nodes",
    "guesses",
    "seconds",
    "engine",
    "reason",
    "clash",
    "candidates",
    "memory",
)
_set = object.__setattr__


class Result:
    """The answer: a status, the solution where there is one, and the effort.

    ``count`` is how many solutions were found (all of them, unless a limit or a stop came
    first). ``engine`` is the one that finished ('learn' when any part needed it). ``reason`` is
    'time' or 'nodes' when the status is UNKNOWN. ``clash`` says which clues clash when that is
    why there is no solution. ``candidates`` is the answer of `true_candidates`. ``memory`` is
    how many bytes the engine held, 0 when it does not tell. Immutable; equal when all of that
    is equal.

    >>> from squaredance import solve
    >>> result = solve("1......2.3....4.", unique=True)
    >>> result.status, result.count, result.solution.values[:4]
    (<Status.UNIQUE: 'unique'>, 1, b'\\x01\\x02\\x03\\x04')
    """

    __slots__ = ()  # the fields lie in a subclass

    status: Status
    solution: Grid | None
    count: int
    nodes: int
    guesses: int
    seconds: float
    engine: str
    reason: str | None
    clash: str | None
    candidates: tuple[frozenset[int], ...] | None
    memory: int

    def __new__(
        cls,
        status: Status,
        solution: Grid | None,
        count: int,
        nodes: int,
        guesses: int,
        seconds: float,
        engine: str,
        reason: str | None = None,
        clash: str | None = None,
        candidates: tuple[frozenset[int], ...] | None = None,
        memory: int = 0,
    ) -> Result:
        self = object.__new__(_FilledResult)
        _set(self, "status", status)
        _set(self, "solution", solution)
        _set(self, "count", count)
        _set(self, "nodes", nodes)
        _set(self, "guesses", guesses)
        _set(self, "seconds", seconds)
        _set(self, "engine", engine)
        _set(self, "reason", reason)
        _set(self, "clash", clash)
        _set(self, "candidates", candidates)
        _set(self, "memory", memory)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Result cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Result cannot be changed ({name})")

    def replace(self, **changes: Any) -> Result:
        """The same with some fields changed.

        >>> from squaredance import solve
        >>> solve("1......2.3....4.").replace(seconds=0.0).seconds
        0.0
        """
        return Result(**{**self._fields(), **changes})

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in FIELDS}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(tuple(self._fields().values()))

    def __reduce__(self) -> tuple[object, ...]:
        return Result, tuple(self._fields().values())

    def __repr__(self) -> str:
        return f"Result({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"


class _FilledResult(Result):
    """A Result whose fields are filled at once; `solve` has one that makes them on demand."""

    __slots__ = FIELDS
