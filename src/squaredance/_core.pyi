"""
The native engines. Use the functions of the package squaredance instead.
"""

from collections.abc import Sequence

SOLUTION: int = 0

EXHAUSTED: int = 1

OUT_OF_NODES: int = 2

OUT_OF_TIME: int = 3

class Geometry:
    """The houses as the engines see them."""

    def __init__(self, size: int, houses: Sequence[Sequence[int]]) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def house_count(self) -> int: ...

class Search:
    """One puzzle being solved: gives its solutions one by one."""

    def __init__(
        self, geometry: Geometry, clues: bytes, engine: str, candidates: Sequence[int] | None = None
    ) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """
        Search for the next solution; a negative number of seconds is no limit.
        """

    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]:
        """Count further solutions: the outcome and how many."""

    def solution(self) -> bytes:
        """The values of the solution just found."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...

class Dance:
    """One exact cover problem being solved by dancing links."""

    def __init__(self, primary: int, secondary: int, options: Sequence[Sequence[int]]) -> None: ...
    def next(self, max_nodes: int, seconds: float) -> int:
        """
        Search for the next solution; a negative number of seconds is no limit.
        """

    def count(self, limit: int, max_nodes: int, seconds: float) -> tuple[int, int]:
        """Count further solutions: the outcome and how many."""

    def solution(self) -> list[int]:
        """The options of the solution just found."""

    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
