"""Canonical forms: against all arrangements tried one by one, and against scrambles."""

import os
import time
from collections import Counter
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given

from squaredance import (
    FormatError,
    Geometry,
    Grid,
    Puzzle,
    SquaredanceError,
    Transformation,
    canonical,
    canonical_many,
    equivalent,
    solutions,
)
from tests.interrupts import interrupted
from tests.many_inputs import KINDS9, TEXT9, values_of
from tests.puzzles import (
    DIAGONALS4,
    UNIQUE4,
    UNIQUE9,
    UNIQUE9_SOLVED,
    dug_puzzles,
    empty,
    examples,
    random_puzzle,
    randoms,
    small_puzzles,
    solved_values,
)
from tests.reference import slow_canonical

# The grid with the most automorphisms: it is its own form.
MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
SOON = 2.0  # seconds: far more than it takes, so that only a hang fails


def cyclic_square(size: int) -> Grid:
    """One that takes long: so many automorphisms, and so many more arrangements that nearly fit."""
    values = [(row + col) % size + 1 for row in range(size) for col in range(size)]
    return Grid(Geometry(size, None), values)


@given(small_puzzles())
@examples(60)
def test_any_small_puzzle_against_brute_force(puzzle: Puzzle) -> None:
    found = canonical(puzzle)
    form, automorphisms = slow_canonical.canonical(puzzle.geometry, puzzle.clues)
    assert (found.form.values, found.automorphisms) == (form, automorphisms)
    assert found.transformation.apply(puzzle) == found.form


@pytest.mark.parametrize("geometry", [Geometry(5), Geometry(6), Geometry(6, (3, 2))], ids=str)
@pytest.mark.parametrize("share", [0.2, 0.6, 1.0])
def test_larger_ones_against_brute_force(geometry: Geometry, share: float) -> None:
    puzzle = random_puzzle(geometry, share, Random(share))
    found = canonical(puzzle)
    form, automorphisms = slow_canonical.canonical(geometry, puzzle.clues)
    assert (found.form.values, found.automorphisms) == (form, automorphisms)


@pytest.mark.long
@pytest.mark.parametrize(
    "text", [UNIQUE9, UNIQUE9_SOLVED, MOST_CANONICAL, UNIQUE9[:40].ljust(81, ".")]
)
def test_9x9_against_brute_force(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    found = canonical(puzzle)
    assert (found.form.values, found.automorphisms) == slow_canonical.canonical9(puzzle.clues)


@pytest.mark.slow
def test_200_of_9x9_against_brute_force() -> None:
    random = Random(1)
    for number in range(200):
        share = (1.0, 0.7, 0.4, 0.3)[number % 4]
        puzzle = random_puzzle(Geometry(9), share, random)
        found = canonical(puzzle)
        assert (found.form.values, found.automorphisms) == slow_canonical.canonical9(puzzle.clues)


@given(dug_puzzles(1, 16, least_share=0.2), randoms)
@examples(60)
def test_scrambles_have_the_same_form(puzzle: Puzzle, random: Random) -> None:
    scramble = Transformation.random(puzzle.geometry, random.getrandbits(32))
    other = scramble.apply(puzzle)
    if puzzle.geometry.box is None and puzzle.clue_count == len(puzzle) and puzzle.size > 11:
        return  # a cyclic Latin square: it may take long
    one, two = canonical(puzzle), canonical(other)
    assert one.form == two.form
    assert one.automorphisms == two.automorphisms
    assert two.transformation.apply(other) == two.form
    there = Transformation.between(puzzle, other)
    assert there is not None
    assert there.apply(puzzle) == other


@pytest.mark.slow
def test_100_000_scrambles() -> None:
    for text in (UNIQUE9, UNIQUE9_SOLVED):
        puzzle = Puzzle.from_text(text)
        form = canonical(puzzle).form
        scrambles = (Transformation.random(puzzle.geometry, n).apply(puzzle) for n in range(50_000))
        assert Counter(canonical_many(scrambles)) == {form: 50_000}


def test_known_forms_and_automorphisms() -> None:
    found = canonical(MOST_CANONICAL)
    assert found.form == Puzzle.from_text(MOST_CANONICAL)
    assert found.automorphisms == 648
    assert canonical("." * 81).automorphisms == 2 * 6**8
    assert canonical(empty(Geometry(6))).automorphisms == factorial(3) * 2**3 * 2 * 6**2
    assert canonical(empty(Geometry(25))).automorphisms == 2 * factorial(5) ** 12
    assert canonical(empty(Geometry(9, None))).automorphisms == 2 * factorial(9) ** 2
    assert canonical("1" + "." * 80).form == Puzzle.from_text("." * 80 + "1")


@pytest.mark.long
@pytest.mark.parametrize(
    ("geometry", "grids", "classes"),
    [
        (Geometry(4), 288, 2),
        (Geometry(4, None), 576, 2),
        (Geometry(5), 161_280, 2),
        (Geometry(6), 28_200_960, 49),
        (Geometry(6, (3, 2)), 28_200_960, 49),
    ],
    ids=str,
)
def test_published_numbers_of_classes(geometry: Geometry, grids: int, classes: int) -> None:
    """Each class has as many grids as transformations do not leave one alone.

    Latin squares of order 5 have 2 main classes, and so many that are isotopic or transposed.
    """
    size = geometry.size
    height, width = geometry.box or (size, size)
    all_moves = _orders(size, height) * _orders(size, width) * (1 + (height == width))
    first = bytes(range(1, size + 1))  # up to their names, grids start with this row
    found = solutions(Puzzle(geometry, first + bytes(geometry.cells - size)))
    forms = Counter(canonical_many(list(found)))
    assert len(forms) == classes
    sizes = [all_moves * factorial(size) // canonical(form).automorphisms for form in forms]
    assert sum(sizes) == grids


def _orders(size: int, width: int) -> int:
    return factorial(width) ** (size // width) * factorial(size // width)


@pytest.mark.parametrize(
    "geometry",
    [Geometry(10), Geometry(12), Geometry(16), Geometry(16, (2, 8)), Geometry(25), Geometry(36)],
    ids=str,
)
@pytest.mark.parametrize("share", [0.05, 0.35, 1.0])
def test_large_sizes(geometry: Geometry, share: float) -> None:
    if geometry.size == 36 and share == 1:
        pytest.skip("a regular 36x36 grid takes long")
    random = Random(share)
    puzzle = random_puzzle(geometry, share, random)
    scramble = Transformation.random(geometry, seed=5)
    assert canonical(puzzle).form == canonical(scramble.apply(puzzle)).form


class TestKinds:
    def test_the_form_is_of_the_kind_of_the_source(self) -> None:
        grid = Grid(Geometry(4), Puzzle.from_text(UNIQUE4).clues)
        assert type(canonical(grid).form) is Grid
        for source in (UNIQUE4, UNIQUE4.encode(), Puzzle.from_text(UNIQUE4), grid.rows()):
            assert type(canonical(source).form) is Puzzle

    def test_a_grid_and_a_puzzle_may_be_equivalent(self) -> None:
        puzzle = Puzzle.from_text(UNIQUE9_SOLVED)
        assert equivalent(puzzle, Grid(puzzle.geometry, puzzle.values))

    def test_of_two_geometries(self) -> None:
        values = bytes(36)
        assert not equivalent(
            Puzzle(Geometry(6, (2, 3)), values), Puzzle(Geometry(6), values[:35] + b"\1")
        )
        assert not equivalent(
            Puzzle(Geometry(6, (2, 3)), values), Puzzle(Geometry(6, (3, 2)), values)
        )
        assert not equivalent("." * 16, "." * 81)
        assert Transformation.between("." * 16, "." * 81) is None


class TestRefused:
    @pytest.mark.parametrize("ask", [canonical, lambda puzzle: canonical_many([puzzle])])
    def test_what_has_no_form(self, ask: type) -> None:
        with pytest.raises(SquaredanceError, match="found a candidate puzzle"):
            ask(Puzzle(Geometry(4), bytes(16), [15] * 16))
        with pytest.raises(SquaredanceError, match="found 2 extra houses"):
            ask(empty(DIAGONALS4))

    def test_extra_houses_as_the_geometry(self) -> None:
        with pytest.raises(SquaredanceError, match="found 2 extra houses"):
            canonical_many("." * 16, geometry=DIAGONALS4)

    @pytest.mark.parametrize(
        "limits", [{"max_nodes": 100}, {"max_nodes": 5000}, {"timeout": 0.1}, {"timeout": 0}]
    )
    def test_not_within_the_limit(self, limits: dict[str, float]) -> None:
        started = time.monotonic()
        with pytest.raises(SquaredanceError, match="expected a canonical form within the limit"):
            canonical(cyclic_square(16), **limits)  # type: ignore[arg-type]
        with pytest.raises(SquaredanceError, match="found none for 2 of 2"):
            canonical_many([cyclic_square(16)] * 2, **limits)  # type: ignore[arg-type]
        with pytest.raises(SquaredanceError, match="found none for puzzle 1"):
            list(canonical_many(iter([cyclic_square(16)]), **limits))  # type: ignore[arg-type]
        assert time.monotonic() - started < SOON

    @pytest.mark.parametrize("limits", [{"timeout": -1}, {"max_nodes": -1}, {"max_nodes": 1.5}])
    def test_limits_that_are_none(self, limits: dict[str, float]) -> None:
        with pytest.raises(SquaredanceError):
            canonical(UNIQUE4, **limits)  # type: ignore[arg-type]
        with pytest.raises(SquaredanceError):
            canonical_many([UNIQUE4], **limits)  # type: ignore[arg-type]

    def test_the_limit_that_came_first_is_told(self) -> None:
        for limits, word in (
            ({"timeout": 100, "max_nodes": 5}, "nodes"),
            ({"max_nodes": 5}, "nodes"),
            ({"timeout": 0.05, "max_nodes": 10**15}, "time"),
            ({"timeout": 0.05}, "time"),
        ):
            with pytest.raises(SquaredanceError, match=f"within the limit of {word}, found none"):
                canonical(cyclic_square(16), **limits)  # type: ignore[arg-type]

    def test_many_tell_which_is_not_found(self) -> None:
        puzzles = ["." * 256, cyclic_square(16), cyclic_square(16)]
        with pytest.raises(SquaredanceError, match="for 2 of 3, the first of them puzzle 2"):
            canonical_many(puzzles, max_nodes=5000)

    def test_bad_text(self) -> None:
        with pytest.raises(FormatError):
            canonical("12")
        with pytest.raises(FormatError, match=r"^2:17: "):
            canonical_many(f"{UNIQUE4}\n{UNIQUE4}1\n")

    def test_ctrl_c(self) -> None:
        program = """
import time
from squaredance import Geometry, Grid, canonical
square = Grid(Geometry(16, None), [(r + c) % 16 + 1 for r in range(16) for c in range(16)])
print("started", flush=True)
try:
    canonical(square)
except KeyboardInterrupt:
    print("interrupted", time.time())
"""
        _, seconds = interrupted(program, 0.5)
        assert seconds < 1


FORMS9 = tuple(canonical(line).form for line in KINDS9)


class TestMany:
    def expected(self, line: str, form: Puzzle) -> str:
        text = "".join(map(str, form.values))
        return text if "0" in line else text.replace("0", ".")

    def expected_lines(self) -> list[str]:
        return [self.expected(*pair) for pair in zip(KINDS9, FORMS9, strict=True)]

    @pytest.mark.parametrize("threads", [None, 1, 3])
    def test_text(self, threads: int | None) -> None:
        text = "".join(f"{line}\n" for line in self.expected_lines())
        assert canonical_many(TEXT9, threads=threads) == text
        assert canonical_many(TEXT9.encode(), threads=threads) == text.encode()
        assert canonical_many(memoryview(TEXT9.encode()), threads=threads) == text.encode()

    def test_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "puzzles.txt"
        path.write_text(TEXT9)
        assert canonical_many(path) == canonical_many(TEXT9.encode())

    def test_layout_stays(self) -> None:
        line = self.expected(UNIQUE9, canonical(UNIQUE9).form)
        text = f"# first\n{UNIQUE9} easy\r\n\n{UNIQUE9};x\n{UNIQUE9} é\n{UNIQUE9}"
        assert canonical_many(text) == text.replace(UNIQUE9, line)

    def test_lists(self) -> None:
        assert canonical_many(KINDS9) == self.expected_lines()
        puzzles = [Puzzle.from_text(line) for line in KINDS9]
        assert canonical_many(puzzles) == list(FORMS9)
        grids = [Grid(puzzle.geometry, puzzle.values) for puzzle in puzzles]
        assert canonical_many(grids) == [canonical(grid).form for grid in grids]
        mixed = [UNIQUE4, Puzzle.from_text(UNIQUE4), [[1, 0], [0, 0]]]
        form4 = canonical(UNIQUE4).form
        forms = canonical_many(mixed)
        assert forms == ["...1.2....3.4...", form4, Puzzle.from_rows([[0, 0], [0, 1]])]
        assert canonical_many([]) == []

    def test_iterators(self) -> None:
        forms = canonical_many(iter(KINDS9))
        assert not isinstance(forms, list)
        assert list(forms) == self.expected_lines()

    def test_arrays(self) -> None:
        forms = canonical_many(values_of(KINDS9))
        assert isinstance(forms, numpy.ndarray)
        assert forms.tolist() == [list(form.values) for form in FORMS9]

    @pytest.mark.parametrize("size", [1, 4, 6, 9, 16])
    def test_sizes_as_one_by_one(self, size: int) -> None:
        random = Random(size)
        puzzles = [random_puzzle(Geometry(size), 0.5, random) for _ in range(40)]
        assert canonical_many(puzzles) == [canonical(puzzle).form for puzzle in puzzles]

    def test_a_geometry(self) -> None:
        geometry = Geometry(6, (3, 2))
        text = "1" * 3 + "." * 33
        form = canonical(Puzzle(geometry, b"\1" * 3 + bytes(33))).form
        assert canonical_many([text], geometry=geometry) == [self.expected(text, form)]

    def test_progress(self) -> None:
        told: list[tuple[int, int | None]] = []
        canonical_many(TEXT9.encode(), progress=lambda done, total: told.append((done, total)))
        assert told[-1] == (6, 6)

    def test_many_blocks(self) -> None:
        random = Random(3)
        grids = ["".join(map(str, solved_values(Geometry(4), random))) for _ in range(1000)]
        assert Counter(canonical_many(grids * 70)) == {"1234341223414123": 70_000}

    def test_after_a_fork(self) -> None:
        if not hasattr(os, "fork"):
            pytest.skip("no fork here")
        canonical_many([UNIQUE9] * 2000, threads=2)
        child = os.fork()
        if child == 0:
            same = canonical_many([UNIQUE9]) == [self.expected(UNIQUE9, canonical(UNIQUE9).form)]
            os._exit(0 if same else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_only_a_transformation_can_follow() -> None:
    wrong: Any = None
    with pytest.raises(SquaredanceError, match="expected a Transformation, found None"):
        Transformation(Geometry(4)).then(wrong)


def test_the_same_is_equivalent_at_once() -> None:
    started = time.monotonic()
    assert equivalent(cyclic_square(16), cyclic_square(16))
    assert time.monotonic() - started < 0.5
