"""What the format tests share: sample puzzles, short ways to read, and a strategy."""

from __future__ import annotations

import io

from hypothesis import strategies as st

from squaredance.errors import FormatError
from squaredance.formats import Case, read_cases
from squaredance.formats.source import LineSource
from squaredance.geometry import Geometry
from squaredance.puzzle import Puzzle

LINE4 = "1......2.3....4."
LINE9 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED9 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS9 = "\n".join(LINE9[start : start + 9] for start in range(0, 81, 9)) + "\n"


def rows(text: str, size: int, separator: str = "") -> str:
    """A line cut into rows."""
    parts = (text[start : start + size] for start in range(0, size * size, size))
    return "".join(separator.join(part) + "\n" for part in parts)


def source(text: str | bytes, name: str | None = None) -> LineSource:
    data = text.encode() if isinstance(text, str) else text
    return LineSource(io.BytesIO(data), name)


def items(text: str | bytes, **options: object) -> list[Case | FormatError]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_cases(io.BytesIO(data), **options))  # type: ignore[arg-type]


def cases(text: str | bytes, **options: object) -> list[Case]:
    """The cases of a text in which nothing is wrong."""
    found = items(text, **options)
    good = [item for item in found if isinstance(item, Case)]
    assert good == found
    return good


def errors(text: str | bytes, **options: object) -> list[str]:
    return [str(item) for item in items(text, **options) if isinstance(item, FormatError)]


def summary(text: str | bytes, **options: object) -> list[int | str]:
    """The number of clues of each case, and each error, in order."""
    return [
        str(item) if isinstance(item, FormatError) else item.puzzle.clue_count
        for item in items(text, **options)
    ]


@st.composite
def puzzles(draw: st.DrawFn, max_size: int = 25, min_size: int = 4) -> Puzzle:
    """Any clues on any geometry: whether they can be solved is not the formats' business."""
    size = draw(st.integers(min_size, max_size))
    cells = st.integers(0, size) if draw(st.booleans()) else st.integers(1, size)
    clues = draw(st.lists(cells, min_size=size * size, max_size=size * size))
    clues[0] = size  # so that the symbols of the text are certain more often than not
    return Puzzle(Geometry(size), clues)
