"""Problem: items and options, with colors, bounds and costs. Built once, then never changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from squaredance import _core
from squaredance.cover.build import Items, checked_bounds, checked_costs, members, odd_reader
from squaredance.cover.colored import Colored
from squaredance.errors import SquaredanceError
from squaredance.whole import whole, written

if TYPE_CHECKING:
    from squaredance.cover.build import Number

Option = Iterable[Hashable] | Mapping[Any, Hashable]


class Problem:
    """Items and options. A primary item is covered exactly once, a secondary one at most.

    Items are named by any hashables. An option is a collection of items; where it is a mapping,
    or has a `Colored`, secondary items have colors there, and options that share a secondary
    item in the same color go together. ``options`` may be a mapping from names, any hashables,
    to options. An option without a primary item is never chosen.

    ``bounds`` gives (least, most) for primary items that are not covered exactly once.
    ``costs``, for `minimum`, lie beside the options or are given by name.

    >>> Problem(["x"], [["x", "y"]], secondary=["y"])
    <Problem with 1+1 items, 1 options>
    >>> Problem("ab", ["ab", "ac"])
    Traceback (most recent call last):
    squaredance.errors.SquaredanceError: option 2: expected items of the problem, found 'c'
    >>> problem = Problem("ab", {"one": {"a": None, "y": "red"}, "two": "b"}, secondary="y")
    >>> problem.names, problem.options[0]
    (('one', 'two'), ('a', Colored('y', 'red')))
    """

    __slots__ = (
        "_colors",
        "_positions",
        "bounds",
        "core",
        "costs",
        "names",
        "primary",
        "secondary",
    )

    primary: tuple[Hashable, ...]
    secondary: tuple[Hashable, ...]
    names: tuple[Hashable, ...] | None  # of the options
    bounds: dict[Hashable, tuple[int, int]]  # where they are not (1, 1)
    costs: tuple[Number, ...] | None  # of the options; None: all are 0
    core: _core.CoverProblem
    _colors: tuple[Hashable, ...]  # color k + 1 of `core`
    _positions: dict[Hashable, int] | None

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: Iterable[Option] | Mapping[Any, Option],
        secondary: Iterable[Hashable] = (),
        *,
        bounds: Mapping[Any, tuple[int, int]] | None = None,
        costs: Iterable[Number] | Mapping[Any, Number] | None = None,
    ) -> None:
        names = tuple(options) if isinstance(options, Mapping) else None
        what = "a collection of items"
        items = Items(tuple(members(primary, what)), tuple(members(secondary, what)))
        core = _core.CoverProblem(len(items.primary), len(items.secondary))
        colors: dict[Hashable, int] = {}
        rows = options.values() if isinstance(options, Mapping) else options
        members(rows, "a collection of options")
        core.extend(rows, items.numbers, colors, Colored, odd_reader(items, names, colors))
        self._fill(core, items, names, tuple(colors))
        self._set_bounds(checked_bounds({} if bounds is None else bounds, items))
        if costs is not None:
            self._set_costs(checked_costs(costs, core.option_count, names))

    def _fill(
        self,
        core: _core.CoverProblem,
        items: Items,
        names: tuple[Hashable, ...] | None = None,
        colors: tuple[Hashable, ...] = (),
    ) -> None:
        self.core = core
        self.primary, self.secondary = items.primary, items.secondary
        self.names = names
        self.bounds = {}
        self.costs = None
        self._colors = colors
        self._positions = None

    def _set_bounds(self, bounds: dict[Hashable, tuple[int, int]]) -> None:
        self.bounds = bounds
        if bounds:
            most = 2**32 - 1  # more than there can be options
            of_item = (bounds.get(item, (1, 1)) for item in self.primary)
            self.core.set_bounds([(min(low, most), min(high, most)) for low, high in of_item])

    def _set_costs(self, costs: tuple[Number, ...]) -> None:
        if not any(costs):
            return
        self.costs = costs
        self.core.set_costs([float(cost) for cost in costs])

    @classmethod
    def _made(cls, core: _core.CoverProblem, items: Items) -> Problem:
        problem = cls.__new__(cls)
        problem._fill(core, items)
        return problem

    @classmethod
    def from_matrix(cls, matrix: Any, *, secondary: Iterable[int] = ()) -> Problem:
        """An option per row of a 0/1 matrix; the items are the numbers of its columns, from 0.

        The matrix is a list of rows, a numpy array of two dimensions, any other buffer of such,
        or a sparse matrix of scipy. Columns are primary unless ``secondary`` names them.

        >>> Problem.from_matrix([[1, 0, 1], [0, 1, 0]]).options[0]
        (0, 2)
        """
        from squaredance.cover.arrays import matrix_parts

        return cls._made(*matrix_parts(matrix, secondary))

    @classmethod
    def from_csr(
        cls, indptr: Any, indices: Any, columns: int | None = None, *, secondary: Iterable[int] = ()
    ) -> Problem:
        """An option per compressed row: its items are ``indices[indptr[k]:indptr[k + 1]]``.

        The arrays are numpy's, any other buffers of whole numbers, or lists. ``columns`` is how
        many items there are, by default those up to the largest index.

        >>> Problem.from_csr([0, 2, 3], [0, 2, 1]).options[0]
        (0, 2)
        """
        from squaredance.cover.arrays import compressed_parts

        return cls._made(*compressed_parts(indptr, indices, columns, secondary))

    @classmethod
    def from_text(cls, text: str) -> Problem:
        """The problem of Knuth's text, with colors, bounds and costs.

        >>> Problem.from_text("a 0:2|b | x\\na x:red |3\\nb x:red").options[0]
        ('a', Colored('x', 'red'))
        """
        from squaredance.formats.knuth import loads

        return loads(text)

    def to_text(self) -> str:
        """Knuth's text, which has no place for the names of options.

        >>> print(Problem("ab", ["a", "b"], costs=[0, 2]).to_text(), end="")
        a b
        a
        b |2
        """
        from squaredance.formats.knuth import dumps

        return dumps(self)

    @property
    def options(self) -> Options:
        """The options, as a sequence of tuples of items, made when they are looked at."""
        return Options(self)

    def position(self, option: Hashable) -> int:
        """The place of an option that is given by its name, or by its place.

        >>> Problem("ab", {"one": "a", "two": "b"}).position("two")
        1
        """
        if self.names is not None:
            if self._positions is None:
                self._positions = {name: k for k, name in enumerate(self.names)}
            try:
                if (found := self._positions.get(option)) is not None:
                    return found
            except TypeError:
                pass
        count = self.core.option_count
        place = whole(option)
        if place is not None and 0 <= place < count:
            return place
        named = " or name" if self.names is not None else ""
        raise SquaredanceError(
            f"expected an option of the problem by its position, 0 to {count - 1}{named}; "
            f"found {written(option)}"
        )

    def __repr__(self) -> str:
        items = f"{len(self.primary)}+{len(self.secondary)} items"
        return f"<Problem with {items}, {self.core.option_count} options>"

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (
            *(self.primary, self.secondary, self.names, self._colors),
            *(self.core.arrays(), self.bounds, self.costs),
        )


def _unpickled(
    primary: tuple[Hashable, ...],
    secondary: tuple[Hashable, ...],
    names: tuple[Hashable, ...] | None,
    colors: tuple[Hashable, ...],
    arrays: tuple[bytes, bytes, bytes],
    bounds: dict[Hashable, tuple[int, int]],
    costs: tuple[Number, ...] | None,
) -> Problem:
    items = Items(primary, secondary)
    core = _core.CoverProblem(len(primary), len(secondary))
    starts, numbers, shades = (memoryview(array) for array in arrays)
    wrong = core.add_compressed(
        *(starts.cast("Q"), numbers.cast("I"), None, shades.cast("I") if shades else None),
        list(range(len(items.numbers))),
    )
    if wrong is not None:
        raise SquaredanceError("expected a pickled Problem, found other data")
    problem = Problem.__new__(Problem)
    problem._fill(core, items, names, colors)
    problem._set_bounds(bounds)
    if costs is not None:
        problem._set_costs(costs)
    return problem


class Options(Sequence[tuple[Hashable, ...]]):
    """The options of a Problem; each is made of native memory when it is asked for.

    >>> options = Problem("ab", ["a", "ab"]).options
    >>> len(options), options[-1], list(options)
    (2, ('a', 'b'), [('a',), ('a', 'b')])
    """

    __slots__ = ("_problem",)

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def __len__(self) -> int:
        return self._problem.core.option_count

    @overload
    def __getitem__(self, index: int) -> tuple[Hashable, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[Hashable, ...], ...]: ...
    def __getitem__(
        self, index: int | slice
    ) -> tuple[Hashable, ...] | tuple[tuple[Hashable, ...], ...]:
        if isinstance(index, slice):
            return tuple(self._option(k) for k in range(*index.indices(len(self))))
        try:
            return self._option(range(len(self))[index])
        except IndexError:
            raise IndexError(f"expected an option of {len(self)}, found {index}") from None

    def __iter__(self) -> Iterator[tuple[Hashable, ...]]:
        return map(self._option, range(len(self)))

    def _option(self, k: int) -> tuple[Hashable, ...]:
        problem = self._problem
        primary, secondary = problem.primary, problem.secondary
        first = len(primary)
        items = [primary[i] if i < first else secondary[i - first] for i in problem.core.items(k)]
        colors = problem.core.colors(k)
        if not colors:
            return tuple(items)
        return tuple(
            Colored(item, problem._colors[color - 1]) if color else item
            for item, color in zip(items, colors, strict=True)
        )

    def __repr__(self) -> str:
        return f"<{len(self)} options>"
