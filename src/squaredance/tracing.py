"""The work of `trace`, and Frame, what it gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from squaredance import _core
from squaredance.budget import check_whole
from squaredance.errors import SquaredanceError
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle, PuzzleLike, as_puzzle, bits

ENGINES: Final = ("search", "dance")

Item = int | tuple[int, int]


class Frame(NamedTuple):
    """One moment of a search: what it did, and the state after it.

    An item is a cell, or a house (as an index of ``geometry.houses``) with a value. ``links`` and
    ``covered`` are those of the dancing links: the items still in the ring, in its order, with the
    number of their options; the others in the order in which they were covered.

    >>> from squaredance import trace
    >>> frame = list(trace("1.3..........4.."))[-2]
    >>> frame.kind, frame.cell, frame.value, frame.candidates[:4]
    ('place', 12, 3, ((1,), (2,), (3,), (4,)))
    """

    kind: str
    nodes: int
    guesses: int
    depth: int
    cell: int | None
    value: int | None
    item: Item | None
    options: int
    choice: int
    values: bytes
    masks: tuple[int, ...]
    links: tuple[tuple[Item, int], ...] = ()
    covered: tuple[Item, ...] = ()

    @property
    def candidates(self) -> tuple[tuple[int, ...], ...]:
        """The values that each cell can still have."""
        return tuple(tuple(bits(mask)) for mask in self.masks)


def frames_of(
    puzzle: PuzzleLike, engine: str, unique: bool, max_nodes: int, has_links: bool = True
) -> Iterator[Frame]:
    """The arguments are checked here and not when the first frame is asked for. Without links,
    frames of the dance have neither those nor ``covered``, which take four fifths of the time."""
    if engine not in ENGINES:
        raise SquaredanceError(f"expected an engine of {', '.join(ENGINES)}; found {engine!r}")
    wanted, most = 2 if unique else 1, check_whole(max_nodes, 0, "max_nodes")
    return _frames(as_puzzle(puzzle), engine, wanted, most, has_links)


def _frames(
    puzzle: Puzzle, engine: str, wanted: int, max_nodes: int, has_links: bool
) -> Iterator[Frame]:
    native = _core.Trace(puzzle.geometry.core, puzzle.clues, engine, puzzle.candidates)
    items = _items(puzzle.geometry)
    last = Frame("stop", 0, 0, 0, None, None, None, 0, 0, puzzle.clues, _start(puzzle))
    while True:
        frame = _frame(native, items, puzzle, has_links)
        if frame.nodes > max_nodes:
            nothing = {"cell": None, "value": None, "item": None, "options": 0, "choice": 0}
            yield last._replace(kind="stop", **nothing)  # type: ignore[arg-type]
            return
        yield frame
        last = frame
        wanted -= frame.kind == "solution"
        if wanted == 0 or frame.kind == "end":
            return


def _items(geometry: Geometry) -> list[Item]:
    """By the number that native code has for them."""
    values = range(1, geometry.size + 1)
    houses = range(len(geometry.houses))
    return [*range(geometry.cells), *((house, value) for house in houses for value in values)]


def _start(puzzle: Puzzle) -> tuple[int, ...]:
    from squaredance.check import candidate_masks

    return tuple(candidate_masks(puzzle))


def _frame(native: _core.Trace, items: list[Item], puzzle: Puzzle, has_links: bool) -> Frame:
    kind = native.next()
    value = native.value or None
    item = native.item
    # Where the clues clash the engine has no state to tell.
    values = native.values or puzzle.clues
    masks = native.masks or _start(puzzle)
    frame = Frame(
        kind=kind,
        nodes=native.nodes,
        guesses=native.guesses,
        depth=native.depth,
        cell=native.cell if value else None,
        value=value,
        item=items[item] if item < len(items) else None,
        options=native.options,
        choice=native.choice,
        values=values,
        masks=tuple(masks),
    )
    if not has_links:
        return frame
    return frame._replace(
        links=tuple((items[i], size) for i, size in zip(native.ring, native.sizes, strict=True)),
        covered=tuple(items[i] for i in native.covered),
    )
