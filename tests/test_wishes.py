"""The wishes of generate: every symmetry, clues, patterns, difficulties; and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import Geometry, Grid, Puzzle, SquaredanceError, check, count, generate, rate
from squaredance.generating.difficulty import difficulty_of
from squaredance.generating.pattern import pattern_cells
from squaredance.generating.symmetry import SYMMETRIES, groups_of
from tests.generated import IMAGES, is_minimal, is_symmetric, verify
from tests.puzzles import DIAGONALS4, examples


def test_the_symmetries_are_all_tested() -> None:
    assert set(IMAGES) == set(SYMMETRIES)
    for size in (4, 5, 9):
        for symmetry, images in IMAGES.items():
            for group in groups_of(size, symmetry):
                cells = {divmod(cell, size) for cell in group}
                expected = {cell for r, c in cells for cell in [(r, c), *images(r, c, size - 1)]}
                assert cells == expected


@pytest.mark.parametrize("symmetry", IMAGES)
@pytest.mark.parametrize("size", [4, 6, 9])
def test_every_symmetry(size: int, symmetry: str) -> None:
    for made in generate(size, symmetry=symmetry, seed=3, count=8):
        puzzle = verify(made)
        assert is_symmetric(puzzle, symmetry)
        assert is_minimal(puzzle, symmetry)


@pytest.mark.parametrize("symmetry", ["rotate90", "diagonals", "full"])
def test_symmetry_on_larger_sizes(symmetry: str) -> None:
    assert is_symmetric(verify(generate(16, symmetry=symmetry, clues=(120, 160), seed=1)), symmetry)


def test_other_names_of_symmetries() -> None:
    for name, other in (("rotate180", 180), ("rotate90", "90"), ("full", "dihedral")):
        assert generate(6, symmetry=name, seed=1) == generate(6, symmetry=other, seed=1)


@pytest.mark.parametrize(
    "geometry",
    [
        1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16,
        Geometry(6, box=(3, 2)), Geometry(8, box=(4, 2)), Geometry(9, box=None), DIAGONALS4,
        Geometry(9, extra=[range(0, 81, 10), range(8, 80, 8)]),
    ],
)  # fmt: skip
def test_every_geometry(geometry: int | Geometry) -> None:
    made = generate(geometry, seed=2)
    puzzle = verify(made)
    if puzzle.size <= 9:
        assert is_minimal(puzzle)
    expected = geometry if isinstance(geometry, Geometry) else Geometry(geometry)
    assert (puzzle.geometry, made.geometry) == (expected, expected)


@pytest.mark.parametrize("size", [20, 25, 36])
def test_large_ones_have_many_clues(size: int) -> None:
    made = generate(size, seed=1)
    assert made.is_met
    assert made.puzzle is not None
    assert count(made.puzzle, limit=2, engine="rows").count == 1
    assert made.solution is not None
    assert check(made.solution).valid


def test_minimal_is_the_default() -> None:
    for made in generate(seed=1, count=10):
        assert is_minimal(verify(made))
    assert all(
        is_minimal(verify(made))
        for made in generate(6, clues=(8, 36), minimal=True, seed=1, count=9)
    )
    # More clues than any minimal puzzle has: so it is not minimal.
    assert verify(generate(clues=60, seed=1)).clue_count == 60


@pytest.mark.parametrize("clues", [24, (22, 23), (30, 40), (81, 81), [25, 25]])
def test_clues(clues: Any) -> None:
    least, most = (clues, clues) if isinstance(clues, int) else clues
    for made in generate(clues=clues, seed=5, count=5):
        assert least <= verify(made).clue_count <= most


PATTERN = """
x x . | . x . | . x x
x . x | x . x | x . x
. x x | . x . | x x .
------+-------+------
. x . | x x x | . x .
x . x | x x x | x . x
. x . | x x x | . x .
------+-------+------
. x x | . x . | x x .
x . x | x . x | x . x
x x . | . x . | . x x
"""


def test_a_pattern() -> None:
    marks = [mark for mark in PATTERN if mark in "x."]
    cells = {cell for cell, mark in enumerate(marks) if mark == "x"}
    same: list[Any] = [
        PATTERN, "".join(marks).encode(), cells, iter(cells), "".join(marks).replace(".", "0"),
        Puzzle(Geometry(9), [int(mark == "x") for mark in marks]),
    ]  # fmt: skip
    made = [generate(pattern=pattern, seed=1) for pattern in same]
    assert made.count(made[0]) == len(made)
    for one in generate(pattern=PATTERN, seed=1, count=10):
        assert {cell for cell, clue in enumerate(verify(one).clues) if clue} <= cells
    both = verify(generate(pattern=PATTERN, symmetry="full", clues=len(cells), seed=1))
    assert {cell for cell, clue in enumerate(both.clues) if clue} == cells


@pytest.mark.parametrize("size", [4, 9, 16, 64])
def test_a_pattern_of_values(size: int) -> None:
    """Those of a puzzle: bytes that are no text, even where a value is the code of a character."""
    values = bytes(number % (size + 1) for number in range(size * size))
    cells = {cell for cell, value in enumerate(values) if value}
    assert pattern_cells(values, Geometry(size)) == cells
    assert pattern_cells(bytearray(values), Geometry(size)) == cells
    text = ".0" * (size * size // 2) + "." * (size % 2)
    assert pattern_cells(text.encode(), Geometry(size)) == set()


def test_a_pattern_of_clues() -> None:
    first = verify(generate(4, seed=1))
    for made in generate(4, pattern=first.clues, seed=2, count=5):
        clues = verify(made).clues
        assert all(first.clues[cell] for cell, clue in enumerate(clues) if clue)


def test_a_pattern_and_a_symmetry() -> None:
    """Only cells whose whole group is in the pattern hold clues."""
    pattern = "x" * 80 + "."
    for made in generate(pattern=pattern, symmetry=180, seed=1, count=5):
        puzzle = verify(made)
        assert (puzzle.clues[0], puzzle.clues[80]) == (0, 0)
        assert is_symmetric(puzzle, "rotate180")


@pytest.mark.parametrize(
    ("wish", "least", "most"),
    [
        ({"difficulty": (2.0, 3.0)}, 2.0, 3.0),
        ({"difficulty": (4.0, 5.0)}, 4.0, 5.0),
        ({"difficulty": (6.5, 7.5)}, 6.5, 7.5),
        ({"difficulty": 2.6}, 2.6, 2.6),
        ({"difficulty": "easy"}, 1.0, 1.5),
        ({"difficulty": "medium"}, 1.6, 2.9),
        ({"difficulty": "hard", "symmetry": 180}, 3.0, 5.9),
        ({"difficulty": "expert"}, 6.0, 8.9),
        ({"difficulty": (1.5, 2.0), "minimal": True}, 1.5, 2.0),
        ({"difficulty": "easy", "clues": (30, 36)}, 1.0, 1.5),
        ({"difficulty": (3.0, 4.0), "scale": "sukaku118"}, 3.0, 4.0),
        ({"difficulty": (300, 500), "scale": "hodoku"}, 300, 500),
        ({"difficulty": (2.0, 3.0), "geometry": 6}, 2.0, 3.0),
    ],
)
def test_difficulty(wish: dict[str, Any], least: float, most: float) -> None:
    for made in generate(seed=1, count=4, **wish):
        rating = rate(verify(made), wish.get("scale", "se121"))
        assert rating.value is not None
        assert least <= rating.value <= most
        assert made.rating == rating


@pytest.mark.parametrize(
    ("difficulty", "least", "most"),
    [
        ((1.25, 1.45), 13, 14), ((2.29, 3.01), 23, 30), (2.3, 23, 23), ((0.1 + 0.2, 2.0), 3, 20),
        ((1.1, float("inf")), 11, 1 << 30),
    ],
)  # fmt: skip
def test_a_range_is_never_wider_than_asked(difficulty: Any, least: int, most: int) -> None:
    made = difficulty_of(difficulty, "se121", None, Geometry(16))
    assert made is not None
    assert made.least == least
    assert abs(made.most - most) < 10
    assert made.most <= most
    for tenths in range(10, 120):
        made = difficulty_of(tenths / 10, "se121", None, Geometry(16))
        assert made is not None
        assert (made.least, made.most) == (tenths, tenths)


@pytest.mark.parametrize(
    ("technique", "scale"),
    [("full-house", "se121"), ("full-house", "hodoku"), ("hidden-single", "sukaku118"),
     ("naked-single", "se121"), ("claiming", "se121"), ("naked-pair", "se121"),
     ("skyscraper", "sukaku118"), ("hidden-pair", "hodoku")],
)  # fmt: skip
def test_technique(technique: str, scale: str) -> None:
    for made in generate(technique=technique, scale=scale, seed=1, count=2):
        rating = rate(verify(made), scale)
        assert (rating.hardest, rating.status) == (technique, "solved")
        assert made.rating == rating


BAD: list[tuple[dict[str, Any], str]] = [
    ({"geometry": "9"}, "expected a size or a Geometry, found '9'"),
    ({"geometry": 65}, "expected a size from 1 to 64, found 65"),
    ({"clues": 16}, "expected 17 clues or more at 9x9, found 16"),
    ({"geometry": 4, "clues": (1, 3)}, "expected 4 clues or more at 4x4, found 3"),
    ({"geometry": Geometry(9, box=None), "clues": 7}, "expected 8 clues or more at 9x9, found 7"),
    ({"clues": 82}, "expected 81 clues or less, one for each cell, found 82"),
    ({"clues": (30, 20)}, "expected clues from least to most, found 30 to 20"),
    ({"clues": (30,)}, r"expected clues \(least, most\), found \(30,\)"),
    ({"clues": 2.5}, "expected clues of 0 or more, found 2.5"),
    ({"clues": "24"}, "expected clues of 0 or more, found '24'"),
    ({"clues": 75, "minimal": True}, "expected 72 clues or less in a minimal puzzle, found 75"),
    (
        {"geometry": 4, "symmetry": "full", "clues": 5},
        "that groups of 4 or 8 cells add up to, found 5",
    ),
    ({"minimal": 1}, "expected minimal True, False or None, found 1"),
    (
        {"geometry": 36, "minimal": True},
        "expected a size of 25 or less for minimal puzzles, found 36",
    ),
    ({"symmetry": "round"}, "expected a symmetry of none, rotate180, .*; found 'round'"),
    ({"pattern": "x."}, "expected a pattern of 81 cells, found 2"),
    ({"pattern": "x" * 80 + "\x01"}, r"expected a pattern of marks that can be seen, found '.x01'"),
    ({"pattern": bytes([10]) + bytes(80)}, r"a pattern of marks that can be seen, found '.x00'"),
    ({"pattern": "." * 81}, "expected a pattern of 17 cells or more at 9x9, found 0"),
    ({"pattern": range(16)}, "expected a pattern of 17 cells or more at 9x9, found 16"),
    ({"pattern": [81]}, "expected cells of a pattern from 0 to 80, found 81"),
    ({"pattern": 5}, "expected a pattern as text, a puzzle or cells, found int"),
    (
        {"pattern": Grid(Geometry(4), bytes(16))},
        "expected a pattern of 81 cells, found a Grid of 16",
    ),
    (
        {"pattern": range(40), "clues": 41},
        "expected 40 clues or less, one for each cell of the pattern, found 41",
    ),
    ({"clues": 81, "difficulty": 2.0}, "expected 80 clues or less where there is something to so"),
    ({"clues": 81, "technique": "x-wing"}, "expected 80 clues or less where there is something"),
    ({"technique": []}, r"expected a technique that the scale se121 knows .*, found \[\]"),
    (
        {"geometry": Geometry(9, box=None), "technique": "pointing"},
        "expected a technique that the scale se121 knows .*, found 'pointing'",
    ),
    ({"pattern": range(18, 81)}, "expected a clue in rows 1 or 2, which could trade places"),
    ({"pattern": [c for c in range(81) if c % 9 not in (4, 5)]}, "a clue in cols 5 or 6"),
    (
        {"pattern": range(40), "symmetry": 180},
        "a whole group of the symmetry rotate180, found none in",
    ),
    ({"difficulty": "tough"}, "expected a difficulty of easy, .*, extreme, a number or"),
    ({"difficulty": 2.96}, "expected a difficulty in tenths, found 2.96"),
    ({"difficulty": (2.31, 2.39)}, "in tenths, found 2.31 to 2.39, with none between"),
    ({"difficulty": 300.5, "scale": "hodoku"}, "in whole points, found 300.5"),
    ({"difficulty": (3.0, 2.0)}, "expected a difficulty from least to most, found 3.0 to 2.0"),
    (
        {"difficulty": (0.1, 0.9)},
        "expected a difficulty from 1.0 to 20.0 on se121, found 0.1 to 0.9",
    ),
    (
        {"difficulty": (21, 22)},
        "expected a difficulty from 1.0 to 20.0 on se121, found 21.0 to 22.0",
    ),
    (
        {"difficulty": 2.1},
        "expected a difficulty that a step can have on se121 .*, found 2.1 to 2.1",
    ),
    ({"difficulty": float("nan")}, "expected a difficulty of easy"),
    ({"difficulty": [1, 2, 3]}, "expected a difficulty of easy"),
    (
        {"difficulty": "easy", "scale": "hodoku"},
        "expected points on the scale hodoku, found 'easy'",
    ),
    ({"difficulty": -5, "scale": "hodoku"}, "expected a difficulty of 0 or more"),
    ({"scale": "se"}, "expected a scale of se121, sukaku118, hodoku; found 'se'"),
    ({"technique": "magic"}, "expected a technique that the scale se121 knows .*, found 'magic'"),
    ({"technique": "skyscraper"}, "expected a technique that the scale se121 knows"),
    ({"technique": "large-fish"}, "expected a technique that the scale se121 knows"),
    (
        {"technique": "x-wing", "difficulty": "easy"},
        "x-wing has on se121 .3.2 to 3.2., found 1.0 to 1.5",
    ),
    (
        {"technique": "nishio", "difficulty": 2.6},
        "nishio has on se121 .7.5 and more., found 2.6 to 2.6",
    ),
    ({"seed": "x"}, "expected a whole number as seed, found 'x'"),
    ({"seed": 1.5}, "expected a whole number as seed, found 1.5"),
    ({"count": -1}, "expected a count of 0 or more, found -1"),
    ({"threads": 0}, "expected threads of 1 or more, found 0"),
    ({"timeout": -1}, "expected a timeout of 0 seconds or more, found -1"),
    ({"progress": 3}, "expected progress True or a function, found 3"),
    (
        {"geometry": Geometry(4, extra=[(0, 1, 2, 7)])},
        "expected a geometry that has a grid, found one",
    ),
]


@pytest.mark.parametrize(("wish", "message"), BAD, ids=lambda value: str(value)[:40])
def test_what_cannot_be_is_refused_at_once(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(SquaredanceError, match=message):
        generate(**{"count": 1, **wish})


def test_no_puzzle_of_4x4_has_three_clues() -> None:
    """Where the bound of 4 comes from: with three clues, one value at the most is not seen."""
    for cells in ((a, b, c) for a in range(16) for b in range(a) for c in range(b)):
        values = bytearray(16)
        for value, cell in enumerate(cells, 1):
            values[cell] = value
        assert count(Puzzle(Geometry(4), bytes(values)), limit=2).count != 1


@given(
    st.sampled_from([4, 6, 8]),
    st.sampled_from(sorted(SYMMETRIES)),
    st.integers(0, 2**64 - 1),
    st.tuples(st.integers(0, 40), st.integers(0, 64)),
    st.booleans(),
)
@examples(60)
def test_a_wish_is_met_or_refused(
    size: int, symmetry: str, seed: int, clues: tuple[int, int], minimal: bool
) -> None:
    try:
        made = generate(
            size, symmetry=symmetry, seed=seed, clues=clues, minimal=minimal, timeout=0.05
        )
    except SquaredanceError:
        return
    if made.is_met:
        puzzle = verify(made)
        assert is_symmetric(puzzle, symmetry)
        assert clues[0] <= puzzle.clue_count <= clues[1]
