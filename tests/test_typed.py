"""What stands in for `typing` while the program runs does what that does."""

import pickle
import typing
from collections.abc import Callable

import pytest

from squaredance import typed


def made(base: type) -> type[typing.Any]:
    space: dict[str, typing.Any] = {"Base": base, "__name__": __name__}
    exec(
        """
class Place(Base):
    "Where it is."
    line: int
    column: int = 1
    names: tuple[str, ...] = ()

    ZERO = 0
    def next(self): return self._replace(column=self.column + 1)
    @property
    def is_first(self): return self.column == 1
    @classmethod
    def start(cls): return cls(1)
    def __str__(self): return f"{self.line}:{self.column}"
""",
        space,
    )
    return space["Place"]  # type: ignore[no-any-return]


ASKED: list[Callable[[typing.Any], object]] = [
    lambda place: place(3),
    lambda place: place(3).next().column,
    lambda place: str(place(1, column=2)),
    lambda place: repr(place(1, 2, ("a",))),
    lambda place: (place(3).is_first, place.start(), place(2) < place(3)),
    lambda place: (place._fields, place._field_defaults, place.__annotations__),
    lambda place: (place.__name__, place.__qualname__, place.__module__, place.__doc__),
    lambda place: (place.__bases__, place.__slots__, place.ZERO, place.__new__.__annotations__),
    lambda place: (hash(place(3)), place(3) == (3, 1, ()), [*place(3)]),
]


@pytest.mark.parametrize("asked", ASKED)
def test_named_tuples_are_those_of_typing(asked: Callable[[typing.Any], object]) -> None:
    assert asked(made(typed.NamedTuple)) == asked(made(typing.NamedTuple))


def test_a_named_tuple_wants_its_fields() -> None:
    place = made(typed.NamedTuple)
    for arguments in ((), (1, 2, (), 4)):
        with pytest.raises(TypeError):
            place(*arguments)
    with pytest.raises(AttributeError):
        place(1).other = 1


def test_named_tuples_of_the_package_travel() -> None:
    from squaredance.formats import Style

    style = Style("line")
    assert pickle.loads(pickle.dumps(style)) == style


def test_generic_classes_take_types() -> None:
    from squaredance import Results

    assert Results[bytes] is Results
