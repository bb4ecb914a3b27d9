"""Transformation: what may be done to a puzzle so that it stays the same; and canonical forms, the
work of `squaredance.canonical`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar, overload

from squaredance import _core
from squaredance.budget import Budget, check_whole
from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry
from squaredance.many import Answer, Call
from squaredance.many.items import check_has_form
from squaredance.many.results import UNANSWERED
from squaredance.puzzle import Grid, Puzzle, PuzzleLike, as_puzzle
from squaredance.result import Status
from squaredance.seed import Draw, seed_of
from squaredance.whole import written

if TYPE_CHECKING:
    from squaredance.many import Progress

_NO_NODE_LIMIT: Final = 2**64 - 1

G = TypeVar("G", bound=Grid)


class Transformation:
    """Rows and cols in another order, perhaps transposed first, and values under other names.

    Row r of the result is row ``rows[r]`` of the source (of the transposed source, if
    ``transposed``), col c is col ``cols[c]``, and value v becomes ``values[v - 1]``. Rows of a band
    stay together, and cols of a stack. What is not given stays as it is. Immutable.

    >>> from squaredance import Geometry
    >>> swap = Transformation(Geometry(4), rows=[1, 0, 2, 3], values=[2, 1, 3, 4])
    >>> swap.apply("1......2.3....4.")
    <Puzzle 4x4 ...12....3....4.>
    >>> swap.then(swap.inverse()) == Transformation(Geometry(4))
    True
    """

    __slots__ = ("cols", "geometry", "rows", "transposed", "values")

    geometry: Geometry
    transposed: bool
    rows: tuple[int, ...]
    cols: tuple[int, ...]
    values: tuple[int, ...]

    def __init__(
        self,
        geometry: Geometry,
        transposed: bool = False,
        rows: Iterable[int] | None = None,
        cols: Iterable[int] | None = None,
        values: Iterable[int] | None = None,
    ) -> None:
        if not isinstance(geometry, Geometry):
            raise SquaredanceError(f"expected a Geometry, found {geometry!r}")
        _check_extra(geometry)
        height, width = _house_sizes(geometry)
        if transposed and height != width:
            raise SquaredanceError(
                f"expected boxes as high as wide to transpose, found {height}x{width}"
            )
        size = geometry.size
        _set(self, "geometry", geometry)
        _set(self, "transposed", bool(transposed))
        _set(self, "rows", _order("rows", rows, size, height))
        _set(self, "cols", _order("cols", cols, size, width))
        _set(self, "values", _names(values, size))

    @classmethod
    def _trusted(
        cls,
        geometry: Geometry,
        transposed: bool,
        rows: Iterable[int],
        cols: Iterable[int],
        values: Iterable[int],
    ) -> Transformation:
        """From parts that are right."""
        made = object.__new__(cls)
        parts = geometry, transposed, tuple(rows), tuple(cols), tuple(values)
        for name, part in zip(_PARTS, parts, strict=True):
            _set(made, name, part)
        return made

    @classmethod
    def random(cls, geometry: Geometry, seed: int | None = None) -> Transformation:
        """One of all transformations, each as likely as any other; the same for the same
        seed, in every version of Python.

        >>> from squaredance import Geometry
        >>> scramble = Transformation.random(Geometry(9), seed=7)
        >>> scramble == Transformation.random(Geometry(9), seed=7)
        True
        """
        identity = cls(geometry)
        draw = Draw(seed_of(seed))
        height, width = _house_sizes(geometry)
        return cls._trusted(
            geometry,
            height == width and draw.below(2) == 1,
            _shuffled(draw, geometry.size, height),
            _shuffled(draw, geometry.size, width),
            draw.shuffled(identity.values),
        )

    @classmethod
    def between(
        cls, a: PuzzleLike, b: PuzzleLike, *, timeout: float | None = None
    ) -> Transformation | None:
        """One that makes ``b`` of ``a``; None when they are not equivalent.

        >>> there = Transformation.between("1......2.3....4.", "..4.1......3.2..")
        >>> there.apply("1......2.3....4.")
        <Puzzle 4x4 ..4.1......3.2..>
        """
        pair = _canonical_pair(a, b, timeout)
        return pair and pair[0].transformation.then(pair[1].transformation.inverse())

    @overload
    def apply(self, puzzle: Puzzle | str | bytes | Sequence[Sequence[int]]) -> Puzzle: ...
    @overload
    def apply(self, puzzle: Grid) -> Grid: ...
    def apply(self, puzzle: PuzzleLike) -> Grid:
        """The puzzle or grid after it: a Grid of a Grid, else a Puzzle. Candidates go along.

        >>> from squaredance import Geometry
        >>> Transformation(Geometry(4), transposed=True).apply("1.2.............")
        <Puzzle 4x4 1.......2.......>
        """
        source = puzzle if type(puzzle) is Grid else as_puzzle(puzzle)
        if source.geometry != self.geometry:
            raise SquaredanceError(f"expected {self.geometry!r}, found {source.geometry!r}")
        n = self.geometry.size
        down, across = (1, n) if self.transposed else (n, 1)
        cells = [row * down + col * across for row in self.rows for col in self.cols]
        names = (0, *self.values)
        values = bytes(names[source.values[cell]] for cell in cells)
        masks = source.candidates if isinstance(source, Puzzle) else None
        if masks is not None:
            return Puzzle(self.geometry, values, [self._renamed(masks[cell]) for cell in cells])
        return type(source)._trusted(self.geometry, values)

    def _renamed(self, mask: int) -> int:
        return sum(1 << (new - 1) for old, new in enumerate(self.values) if mask >> old & 1)

    def inverse(self) -> Transformation:
        """The one that undoes it.

        >>> from squaredance import Geometry
        >>> Transformation(Geometry(3), rows=[1, 2, 0]).inverse().rows
        (2, 0, 1)
        """
        rows, cols = _inverse(self.rows), _inverse(self.cols)
        if self.transposed:
            rows, cols = cols, rows
        values = [name + 1 for name in _inverse([name - 1 for name in self.values])]
        return self._trusted(self.geometry, self.transposed, rows, cols, values)

    def then(self, other: Transformation) -> Transformation:
        """This one, and the other one after it, as one.

        >>> from squaredance import Geometry
        >>> turn = Transformation(Geometry(3), transposed=True)
        >>> cycle = Transformation(Geometry(3), rows=[1, 2, 0])
        >>> cycle.then(turn).cols, turn.then(cycle).rows
        ((1, 2, 0), (1, 2, 0))
        """
        if not isinstance(other, Transformation):
            raise SquaredanceError(f"expected a Transformation, found {written(other)}")
        if other.geometry != self.geometry:
            raise SquaredanceError(f"expected {self.geometry!r}, found {other.geometry!r}")
        rows, cols = (self.cols, self.rows) if other.transposed else (self.rows, self.cols)
        return self._trusted(
            self.geometry,
            self.transposed != other.transposed,
            (rows[row] for row in other.rows),
            (cols[col] for col in other.cols),
            (other.values[name - 1] for name in self.values),
        )

    def to_json(self) -> dict[str, Any]:
        """Its parts as plain data; rows and cols count from 0.

        >>> from squaredance import Geometry
        >>> Transformation(Geometry(2)).to_json()
        {'transposed': False, 'rows': [0, 1], 'cols': [0, 1], 'values': [1, 2]}
        """
        parts = {name: list(getattr(self, name)) for name in ("rows", "cols", "values")}
        return {"transposed": self.transposed, **parts}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Transformation cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Transformation cannot be changed ({name})")

    def _key(self) -> tuple[Any, ...]:
        return self.geometry, self.transposed, self.rows, self.cols, self.values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transformation) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Transformation, self._key()

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)}" for name in _PARTS[1:])
        return f"Transformation({self.geometry!r}, {parts})"


_set = object.__setattr__
_PARTS: Final = ("geometry", "transposed", "rows", "cols", "values")


class Canonical(NamedTuple, Generic[G]):
    """What `canonical` finds out.

    ``transformation`` leads from the source to the ``form``. ``automorphisms`` is how many ways
    there are to move rows and cols (and transpose) that change nothing but the names of values;
    to do nothing is one.

    >>> from squaredance import canonical
    >>> canonical("." * 81).automorphisms == 2 * 6**8
    True
    """

    form: G
    transformation: Transformation
    automorphisms: int


def found_canonical(
    puzzle: PuzzleLike, timeout: float | None, max_nodes: int | None
) -> Canonical[Any]:
    """What `canonical` does."""
    source = _source(puzzle)
    geometry = source.geometry
    budget = Budget(timeout, None)
    seconds = budget.timeout
    nodes = checked_nodes(max_nodes)
    size, box = geometry.size, geometry.box or (0, 0)
    found = None
    if seconds != 0:  # in no time at all some would be found, by luck
        found = _core.canonical(
            source.values, box, size, nodes, -1.0 if seconds is None else seconds
        )
    if found is None:
        is_late = seconds is not None and budget.seconds >= seconds
        raise SquaredanceError(
            "expected a canonical form within the limit of "
            f"{'time' if is_late else 'nodes'}, found none: {size}x{size} with "
            f"{len(source.values) - source.values.count(0)} cells filled"
        )
    form, transposed, rows, cols, values, factors = found
    return Canonical(
        type(source)._trusted(geometry, form),
        Transformation._trusted(geometry, transposed, rows, cols, values),
        prod(factors),
    )


def _source(puzzle: PuzzleLike) -> Grid:
    """What has a form, or an error."""
    source = puzzle if type(puzzle) is Grid else as_puzzle(puzzle)
    check_has_form(source.geometry, isinstance(source, Puzzle) and source.candidates is not None)
    return source


def are_equivalent(a: PuzzleLike, b: PuzzleLike, timeout: float | None) -> bool:
    """What `equivalent` does."""
    Budget(timeout, None)
    a, b = _source(a), _source(b)
    if a.geometry == b.geometry and a.values == b.values:  # whose form may take long
        return True
    return _canonical_pair(a, b, timeout) is not None


def _canonical_pair(
    a: PuzzleLike, b: PuzzleLike, timeout: float | None
) -> tuple[Canonical[Grid], Canonical[Grid]] | None:
    """Both with their form, if that is the same."""
    budget = Budget(timeout, None)
    one: Canonical[Grid] = found_canonical(a, timeout, None)
    left = None if budget.timeout is None else max(0.0, budget.timeout - budget.seconds)
    other: Canonical[Grid] = found_canonical(b, left, None)
    same = one.form.geometry == other.form.geometry and one.form.values == other.form.values
    return (one, other) if same else None


def found_many(
    puzzles: Any,
    geometry: Geometry | None,
    threads: int | None,
    timeout: float | None,
    max_nodes: int | None,
    progress: Progress,
) -> Any:
    """What `canonical_many` does."""
    if isinstance(geometry, Geometry):
        check_has_form(geometry)
    call = Call(1, geometry, threads, timeout, progress, form_nodes=checked_nodes(max_nodes))
    found = call.answer(puzzles)
    if isinstance(found, Iterator):
        return _forms(found)
    missing = found.tally().get(Status.UNKNOWN, 0)
    if missing:
        raise SquaredanceError(
            f"expected canonical forms within the limit, found none for {missing} of {len(found)}, "
            f"the first of them puzzle {found.counts.index(UNANSWERED) + 1}"
        )
    return found.solutions


def _forms(answers: Iterator[Answer]) -> Iterator[object]:
    for number, answer in enumerate(answers, 1):
        if answer.status is Status.UNKNOWN:
            raise SquaredanceError(
                f"expected canonical forms within the limit, found none for puzzle {number}"
            )
        yield answer.solution


def check_limits(timeout: float | None, max_nodes: int | None) -> None:
    """An error for what is no limit."""
    Budget(timeout, None)
    checked_nodes(max_nodes)


def checked_nodes(max_nodes: int | None) -> int:
    """The node limit that native code takes.

    >>> checked_nodes(10), checked_nodes(None) == 2**64 - 1
    (10, True)
    """
    if max_nodes is None:
        return _NO_NODE_LIMIT
    return check_whole(max_nodes, 0, "max_nodes", _NO_NODE_LIMIT)


def _check_extra(geometry: Geometry) -> None:
    if geometry.extra:
        raise SquaredanceError(
            "expected rows, cols and boxes only for a transformation, "
            f"found {len(geometry.extra)} extra houses"
        )


def _house_sizes(geometry: Geometry) -> tuple[int, int]:
    """How many rows a band has, and how many cols a stack."""
    return geometry.box or (geometry.size, geometry.size)


def _whole_numbers(name: str, given: Iterable[int]) -> list[int]:
    try:
        return [index(number) for number in given]
    except TypeError:
        raise SquaredanceError(f"expected {name} as whole numbers, found {given!r}") from None


def _order(name: str, given: Iterable[int] | None, size: int, width: int) -> tuple[int, ...]:
    if given is None:
        return tuple(range(size))
    order = _whole_numbers(name, given)
    if sorted(order) != list(range(size)):
        raise SquaredanceError(f"expected {name} 0 to {size - 1}, each once, found {order}")
    for start in range(0, size, width):
        if len({line // width for line in order[start : start + width]}) > 1:
            word = "band" if name == "rows" else "stack"
            raise SquaredanceError(
                f"expected {name} of one {word} side by side, found {order[start : start + width]}"
            )
    return tuple(order)


def _names(given: Iterable[int] | None, size: int) -> tuple[int, ...]:
    names = list(range(1, size + 1)) if given is None else _whole_numbers("values", given)
    if sorted(names) != list(range(1, size + 1)):
        raise SquaredanceError(f"expected values 1 to {size}, each once, found {names}")
    return tuple(names)


def _shuffled(draw: Draw, size: int, width: int) -> list[int]:
    houses = draw.shuffled(range(0, size, width))
    return [line for start in houses for line in draw.shuffled(range(start, start + width))]


def _inverse(order: Sequence[int]) -> list[int]:
    found = [0] * len(order)
    for place, line in enumerate(order):
        found[line] = place
    return found
