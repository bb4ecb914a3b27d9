"""Generated: one puzzle that `generate` made, and how it came about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from squaredance.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from squaredance.geometry import Geometry
    from squaredance.rating import Rating

_new = object.__new__
_set = object.__setattr__
_FIELDS = (
    "geometry",
    "_clues",
    "_solved",
    "_scale",
    "_rating",
    "seed",
    "number",
    "tries",
    "reason",
)


class Generated:
    """A puzzle with one solution, made as wished. Immutable, hashable, picklable.

    ``seed`` and ``number`` tell which try of which seed it is: the same wish and seed make it
    again. ``tries`` is how many it took from the start of the call. When the time was up first,
    ``is_met`` is False, ``reason`` says in words why the tries failed, and ``puzzle`` is the
    nearest that was found (at the worst, as far as the first try has come), or None.

    >>> from squaredance import generate
    >>> made = generate(4, seed=1)
    >>> made.is_met, made.puzzle.size, made.solution.is_full
    (True, 4, True)
    """

    __slots__ = _FIELDS

    geometry: Geometry
    seed: int
    number: int | None
    tries: int
    reason: str | None
    _clues: bytes | None
    _solved: bytes | None
    _scale: str | None
    _rating: Any  # as native code gave it

    @classmethod
    def _of(
        cls,
        geometry: Geometry,
        clues: bytes | None,
        solved: bytes | None,
        scale: str | None,
        rating: Any,
        seed: int,
        number: int | None,
        tries: int,
        reason: str | None,
    ) -> Generated:
        """Made from what native code gave: puzzle and rating are made when they are asked for."""
        self = _new(cls)
        _set(self, "geometry", geometry)
        _set(self, "_clues", clues)
        _set(self, "_solved", solved)
        _set(self, "_scale", scale)
        _set(self, "_rating", rating)
        _set(self, "seed", seed)
        _set(self, "number", number)
        _set(self, "tries", tries)
        _set(self, "reason", reason)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Generated cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Generated cannot be changed ({name})")

    @property
    def is_met(self) -> bool:
        """Whether it is as wished."""
        return self.reason is None

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle. None when the wish was not met and nothing came near it."""
        return None if self._clues is None else Puzzle._trusted(self.geometry, self._clues)

    @property
    def solution(self) -> Grid | None:
        """Its only solution."""
        return None if self._solved is None else Grid._trusted(self.geometry, self._solved)

    @property
    def clues(self) -> int:
        """How many clues it has."""
        return 0 if self._clues is None else len(self._clues) - self._clues.count(0)

    @property
    def rating(self) -> Rating | None:
        """Its rating on the scale of the wish. None when neither a difficulty nor a technique was
        wished: then `rate` tells."""
        if self._rating is None or self._scale is None:
            return None
        from squaredance.rating import rating_of

        return rating_of(self._scale, self._rating, self.geometry)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generated) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.geometry, self._clues, self.seed, self.number))

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in _FIELDS)

    def __reduce__(self) -> tuple[object, ...]:
        return Generated._of, self._values()

    def __str__(self) -> str:
        told = [] if self._clues is None else [f"{self.clues} clues"]
        if self.rating is not None:
            told.append(f"{self._scale} {self.rating}")
        told.append(f"seed {self.seed}" + ("" if self.number is None else f", try {self.number}"))
        lines = [] if self._clues is None else [str(self.puzzle)]
        lines.append(", ".join(told))
        if self.reason is not None:
            lines.append(self.reason)
        return "\n".join(lines)

    def __repr__(self) -> str:
        what = f"{self.geometry.size}x{self.geometry.size}"
        if self._clues is not None:
            from squaredance.formats import dumps

            assert self.puzzle is not None
            what += f" {dumps(self.puzzle).strip()}"
        end = "" if self.is_met else f", not met: {self.reason}"
        return f"<Generated {what} seed={self.seed} number={self.number}{end}>"

    def _repr_svg_(self) -> str | None:
        return None if self.puzzle is None else self.puzzle._repr_svg_()
