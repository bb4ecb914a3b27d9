"""generate and random grids: every wish, every symmetry, seeds, threads, limits, bad arguments."""

import pickle
import time
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import (
    Generated,
    Geometry,
    Grid,
    Puzzle,
    SquaredanceError,
    check,
    count,
    generate,
    random_grid,
    random_grids,
    rate,
)
from squaredance.generating.symmetry import SYMMETRIES, groups_of
from tests.interrupts import interrupted
from tests.puzzles import DIAGONALS4, examples

# Every symmetry as the cells that must hold a clue when (row, col) does, on rows and cols from 0 to
# m; written out here, apart from the moves that the package makes groups of.
IMAGES = {
    "none": lambda r, c, m: [],
    "rotate180": lambda r, c, m: [(m - r, m - c)],
    "rotate90": lambda r, c, m: [(c, m - r), (m - r, m - c), (m - c, r)],
    "diagonal": lambda r, c, m: [(c, r)],
    "antidiagonal": lambda r, c, m: [(m - c, m - r)],
    "diagonals": lambda r, c, m: [(c, r), (m - c, m - r), (m - r, m - c)],
    "horizontal": lambda r, c, m: [(m - r, c)],
    "vertical": lambda r, c, m: [(r, m - c)],
    "axes": lambda r, c, m: [(m - r, c), (r, m - c), (m - r, m - c)],
    "full": lambda r, c, m: [
        (m - r, c), (r, m - c), (c, r), (m - c, m - r), (m - r, m - c), (c, m - r), (m - c, r),
    ],
}  # fmt: skip


def verify(made: Generated) -> Puzzle:
    """The puzzle, after another engine than those that made it has found its one solution."""
    assert made.is_met, made.reason
    assert made.puzzle is not None
    found = count(made.puzzle, limit=2, engine="dance")
    assert (found.count, found.solution) == (1, made.solution)
    assert made.clues == made.puzzle.clue_count
    return made.puzzle


def is_symmetric(puzzle: Puzzle, symmetry: str) -> bool:
    filled = {divmod(cell, puzzle.size) for cell, clue in enumerate(puzzle.clues) if clue}
    images = IMAGES[symmetry]
    return all(filled.issuperset(images(r, c, puzzle.size - 1)) for r, c in filled)


def is_minimal(puzzle: Puzzle, symmetry: str = "none") -> bool:
    """Whether without any group of clues there are several solutions."""
    for group in groups_of(puzzle.size, symmetry):
        values = bytearray(puzzle.clues)
        if not values[group[0]]:
            continue
        for cell in group:
            values[cell] = 0
        if count(Puzzle(puzzle.geometry, bytes(values)), limit=2, engine="dance").count == 1:
            return False
    return True


def lines(**wish: Any) -> list[tuple[int | None, bytes]]:
    return [(made.number, made.puzzle.clues if made.puzzle else b"") for made in generate(**wish)]


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
    ("technique", "scale"),
    [("naked-single", "se121"), ("claiming", "se121"), ("naked-pair", "se121"),
     ("skyscraper", "sukaku118"), ("hidden-pair", "hodoku")],
)  # fmt: skip
def test_technique(technique: str, scale: str) -> None:
    for made in generate(technique=technique, scale=scale, seed=1, count=2):
        rating = rate(verify(made), scale)
        assert (rating.hardest, rating.status) == (technique, "solved")
        assert made.rating == rating


@pytest.mark.parametrize(
    "wish",
    [
        {}, {"symmetry": "full"}, {"clues": (22, 23)}, {"difficulty": (3.0, 3.4)}, {"geometry": 6},
    ],
)  # fmt: skip
def test_threads_make_no_difference(wish: dict[str, Any]) -> None:
    one, two, three = (lines(seed=9, count=60, threads=n, **wish) for n in (1, 2, 3))
    assert len(one) == 60
    assert one == two == three
    assert one[:7] == lines(seed=9, count=7, threads=2, **wish)
    assert one[0] == lines(seed=9, count=1, **wish)[0]
    assert generate(seed=9, **wish).puzzle == Puzzle(Geometry(wish.get("geometry", 9)), one[0][1])


def test_seeds() -> None:
    assert generate(seed=7) == generate(seed=7) == generate(seed=7 + 2**64)
    assert generate(seed=-1) == generate(seed=2**64 - 1)
    assert len({generate(seed=seed).puzzle for seed in range(20)}) == 20
    fresh = generate()
    assert fresh != generate()
    assert generate(seed=fresh.seed) == fresh


def test_a_time_limit_gives_the_first_ones() -> None:
    wish: dict[str, Any] = {"difficulty": (7.0, 8.0), "seed": 4}
    some = list(generate(count=10**6, timeout=0.3, threads=2, **wish))
    *made, last = some
    assert all(one.is_met for one in made)
    assert not last.is_met
    assert last.reason is not None
    assert last.reason.startswith(f"the time was up after {last.tries:,} tries: ")
    assert f"{len(made):,} as wished" in last.reason
    expected = list(generate(count=len(made), threads=1, **wish))
    assert made == expected


def test_a_wish_that_luck_does_not_meet() -> None:
    started = time.perf_counter()
    made = generate(clues=17, seed=1, timeout=0.3)
    assert time.perf_counter() - started < 2
    assert not made.is_met
    assert (
        made.reason == f"the time was up after {made.tries:,} tries: {made.tries:,} too many clues"
    )
    assert made.puzzle is not None
    assert 17 < made.puzzle.clue_count < 23
    assert count(made.puzzle, limit=2, engine="dance").solution == made.solution
    assert made.reason in str(made)
    nothing = generate(seed=1, timeout=0)
    assert (nothing.is_met, nothing.puzzle, nothing.solution, nothing.tries) == (
        False,
        None,
        None,
        0,
    )
    assert nothing.reason == "the time was up after 0 tries"
    assert (nothing.clues, nothing.rating, nothing._repr_svg_()) == (0, None, None)
    assert str(nothing) == "seed 1\nthe time was up after 0 tries"
    assert [one.is_met for one in generate(seed=1, timeout=0, count=3)] == [False]


def test_the_nearest_by_rating() -> None:
    made = generate(difficulty=(10.0, 11.0), seed=1, timeout=0.5)
    if not made.is_met:
        assert made.reason is not None
        assert "too easy" in made.reason


def test_no_puzzles_at_all() -> None:
    assert list(generate(count=0)) == []
    assert list(random_grids(0)) == []


def test_a_generated_is_a_value() -> None:
    made = generate(4, seed=1)
    assert pickle.loads(pickle.dumps(made)) == made
    assert len({made, generate(4, seed=1)}) == 1
    assert made != 3
    with pytest.raises(AttributeError, match=r"a Generated cannot be changed \(seed\)"):
        made.seed = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot be changed"):
        del made.seed
    assert made.puzzle is not None
    assert made._repr_svg_() == made.puzzle._repr_svg_()
    assert str(made).startswith(str(made.puzzle))
    assert repr(made).startswith("<Generated 4x4 ")
    assert (made.number, made.tries, made.rating) == (0, 1, None)
    rated = generate(difficulty="easy", seed=1)
    assert pickle.loads(pickle.dumps(rated)).rating == rated.rating


def test_it_streams_and_can_be_left() -> None:
    some = generate(seed=1, count=10**9)
    assert len(list(islice(some, 100))) == 100
    started = time.perf_counter()
    some.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - started < 1
    grids = random_grids(10**9, seed=1)
    assert next(grids).is_full
    grids.close()


def test_progress_is_told() -> None:
    told: list[tuple[int, int | None]] = []
    list(generate(4, seed=1, count=5, progress=lambda done, total: told.append((done, total))))
    assert told[-1] == (5, 5)


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
    ({"pattern": "." * 81}, "expected a pattern of 17 cells or more at 9x9, found 0"),
    ({"pattern": range(16)}, "expected a pattern of 17 cells or more at 9x9, found 16"),
    ({"pattern": [81]}, "expected cells of a pattern from 0 to 80, found 81"),
    ({"pattern": 5}, "expected a pattern as text, a puzzle or cells, found int"),
    (
        {"pattern": Grid(Geometry(4), bytes(16))},
        "expected a pattern of 81 cells, found a Grid of 16",
    ),
    ({"pattern": range(40), "clues": 41}, "expected 40 clues or less, one for each cell, found 41"),
    ({"pattern": range(18, 81)}, "expected a clue in rows 1 or 2, which could trade places"),
    ({"pattern": [c for c in range(81) if c % 9 not in (4, 5)]}, "a clue in cols 5 or 6"),
    (
        {"pattern": range(40), "symmetry": 180},
        "a whole group of the symmetry rotate180, found none in",
    ),
    ({"difficulty": "tough"}, "expected a difficulty of easy, .*, extreme, a number or"),
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


INTERRUPTED = """
import time
from squaredance import generate, random_grids, Geometry
print("started", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.time())
"""


@pytest.mark.parametrize(
    "call",
    [
        "generate(clues=17, seed=1, threads=2)",
        "generate(25, minimal=True, seed=1)",
        "generate(16, difficulty=(9.5, 9.9), seed=1)",
        "list(generate(count=10**9))",
        "for _ in random_grids(10**9, 16): pass",
        "generate(64, clues=1500)",
    ],
)
def test_ctrl_c_answers_soon(call: str) -> None:
    _, seconds = interrupted(INTERRUPTED.format(call=call), after=0.4)
    assert seconds < 0.5


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 8, 12, 16, 25])
def test_random_grids_are_solved(size: int) -> None:
    grids = list(random_grids(3, size, seed=1))
    assert all(check(grid).valid for grid in grids)
    assert grids == list(random_grids(3, size, seed=1, threads=3))
    assert random_grid(size, seed=1) == grids[0]


def test_random_grids_of_other_geometries() -> None:
    for geometry in (Geometry(6, box=(3, 2)), Geometry(9, box=None), DIAGONALS4):
        assert all(check(grid).valid for grid in random_grids(5, geometry, seed=1))
    with pytest.raises(SquaredanceError, match="expected a geometry that has a grid"):
        random_grid(Geometry(4, extra=[(0, 1, 2, 7)]))


def test_a_solution_is_the_grid_of_its_number() -> None:
    grids = list(random_grids(20, seed=6))
    assert [made.solution for made in generate(seed=6, count=20)] == grids


def test_fresh_grids_differ() -> None:
    assert random_grid() != random_grid()
    grids = random_grids(2)
    assert list(random_grids(2, seed=grids.seed)) == list(grids)


def chi_square(counts: Counter[bytes], cells: int) -> float:
    expected = counts.total() / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def test_all_grids_of_4x4_are_equally_likely() -> None:
    grids = random_grids(288 * 100, 4, seed=1)
    assert grids.is_uniform
    counts = Counter(grid.values for grid in grids)
    assert len(counts) == 288
    # 287 degrees of freedom: mean 287, standard deviation 24.
    assert chi_square(counts, 288) < 287 + 4 * 24


def test_all_grids_of_6x6_are_equally_likely() -> None:
    """28,200,960 = 720 x 39,168 by the names of values: the rows below the first, renamed."""
    grids = random_grids(39_168 * 3, 6, seed=1)
    assert grids.is_uniform
    counts: Counter[bytes] = Counter()
    for grid in grids:
        names = bytes([0, *(grid.values.index(value) + 1 for value in range(1, 7)), *range(7, 256)])
        counts[grid.values.translate(names)] += 1
    # 39,167 degrees of freedom: standard deviation 280.
    assert chi_square(counts, 39_168) < 39_167 + 4 * 280


def test_which_sizes_are_uniform() -> None:
    uniform = {size for size in (1, 2, 3, 4, 5, 6, 9, 16) if random_grids(0, size).is_uniform}
    assert uniform >= {4, 6, 9}
    assert 16 not in uniform
