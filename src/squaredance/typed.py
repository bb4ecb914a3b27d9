"""`typing` for the modules of a plain solve: what they need of it while they run.

To import `typing` (and `re` with it) and to make a NamedTuple of it are a quarter of the start of
``squaredance solve``. Type checkers see the real ones here.

>>> class Place(NamedTuple):
...     line: int
...     column: int = 1
...
...     def next(self) -> "Place":
...         return self._replace(column=self.column + 1)
>>> Place(3).next()
Place(line=3, column=2)
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import Final as Final
    from typing import Generic as Generic
    from typing import Literal as Literal
    from typing import NamedTuple as NamedTuple
    from typing import NoReturn as NoReturn
    from typing import Protocol as Protocol
    from typing import Self as Self
    from typing import TypeAlias as TypeAlias
    from typing import TypeVar as TypeVar
    from typing import cast as cast
    from typing import overload as overload
else:
    # In annotations only, which nobody evaluates; and a Protocol that nobody asks.
    Any = Final = Literal = NoReturn = Protocol = Self = TypeAlias = object

    class Generic:
        """A class that may be written with the types it is used for."""

        __slots__ = ()

        def __class_getitem__(cls, _):
            return cls

    def TypeVar(name, **_):  # noqa: N802
        return name

    def cast(_, value):
        return value

    def overload(function):
        return function

    class _Maker(type):
        """Makes a named tuple of the annotated names of a class, and gives it the rest."""

        def __new__(cls, name, bases, members):
            if not bases:
                return super().__new__(cls, name, bases, members)
            fields = members["__annotations__"]
            defaults = [members.pop(field) for field in fields if field in members]
            made = namedtuple(name, fields, defaults=defaults, module=members.pop("__module__"))
            made.__new__.__annotations__ = fields
            for key, value in members.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """Like that of `typing`."""
