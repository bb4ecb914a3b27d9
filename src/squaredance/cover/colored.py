"""Colored: a secondary item with a color, in an option."""

from __future__ import annotations

from collections.abc import Hashable


class Colored:
    """An item with a color, for options that are no mappings.

    No tuple: the items of a problem may be tuples themselves.

    >>> Colored("x", "red")
    Colored('x', 'red')
    >>> print(Colored("x", "red"))
    x:red
    """

    __slots__ = ("color", "item")
    __match_args__ = ("item", "color")

    item: Hashable
    color: Hashable

    def __init__(self, item: Hashable, color: Hashable) -> None:
        object.__setattr__(self, "item", item)
        object.__setattr__(self, "color", color)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Colored cannot be changed ({name})")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Colored):
            return NotImplemented
        return (self.item, self.color) == (other.item, other.color)

    def __hash__(self) -> int:
        return hash((Colored, self.item, self.color))

    def __reduce__(self) -> tuple[object, ...]:
        return Colored, (self.item, self.color)

    def __repr__(self) -> str:
        return f"Colored({self.item!r}, {self.color!r})"

    def __str__(self) -> str:
        return f"{self.item}:{self.color}"
