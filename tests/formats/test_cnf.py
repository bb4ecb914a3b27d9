"""Clauses: their models are the solutions, there and back, and models that are wrong."""

import pytest
from hypothesis import given, settings

from squaredance import FormatError, Geometry, Grid, Puzzle, dumps, loads, solutions, solve
from squaredance.formats import FORMATS
from squaredance.formats.cnf import read_cnf, to_cnf
from squaredance.formats.model import read_model
from tests.puzzles import (
    DIAGONALS4,
    candidate_puzzles,
    empty,
    extra_geometries,
    random_puzzle,
    reference,
    small_puzzles,
)

from .helpers import LINE4, LINE9, SOLVED9, cases, errors, puzzles, summary

SOLVED4 = "1234341243212143"


def literals(values: bytes, size: int) -> list[int]:
    """The model of a grid, written down from the rule and not by our code."""
    return [
        (1 if values[cell] == value else -1) * (cell * size + value)
        for cell in range(size * size)
        for value in range(1, size + 1)
    ]


def model_text(values: bytes, size: int, per_line: int = 8) -> str:
    found = [*literals(values, size), 0]
    lines = [found[at : at + per_line] for at in range(0, len(found), per_line)]
    return "s SATISFIABLE\n" + "".join(f"v {' '.join(map(str, line))}\n" for line in lines)


def clauses_of(text: str) -> tuple[int, int, list[list[int]]]:
    """Variables, announced clauses, clauses: DIMACS as others read it."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    _, _, variables, count = lines[0].split()
    rows = [list(map(int, line.split())) for line in lines[1:]]
    assert all(row[-1] == 0 for row in rows)
    return int(variables), int(count), [row[:-1] for row in rows]


class TestModelsAreSolutions:
    """By another program, which knows nothing but the text."""

    def models(self, puzzle: Puzzle) -> set[bytes]:
        solvers = pytest.importorskip("pysat.solvers", reason="the extra sat is not installed")
        n = puzzle.size
        variables, _, clauses = clauses_of(to_cnf(puzzle))
        found = set()
        with solvers.Glucose4(bootstrap_with=clauses) as solver:
            for model in solver.enum_models():
                true = [v for v in model if 0 < v <= variables]
                assert [(v - 1) // n for v in true] == list(range(n * n))
                found.add(bytes((v - 1) % n + 1 for v in true))
        return found

    def test_empty_4x4(self) -> None:
        found = self.models(empty(Geometry(4)))
        assert found == set(reference(empty(Geometry(4))))
        assert len(found) == 288

    @pytest.mark.parametrize("box", [(2, 3), (3, 2), None])
    def test_6x6(self, box: tuple[int, int] | None) -> None:
        from random import Random

        for seed in range(3):
            puzzle = random_puzzle(Geometry(6, box), 0.35, Random(seed))
            found = self.models(puzzle)
            assert found == set(reference(puzzle))
            assert len(found) > 1

    @settings(max_examples=40, deadline=None)
    @given(puzzle=small_puzzles())
    def test_any_clues(self, puzzle: Puzzle) -> None:
        assert self.models(puzzle) == set(reference(puzzle))

    @settings(max_examples=40, deadline=None)
    @given(puzzle=candidate_puzzles())
    def test_any_candidates(self, puzzle: Puzzle) -> None:
        assert self.models(puzzle) == set(reference(puzzle))


@pytest.mark.parametrize("size", [1, 2, 4, 6, 7, 9])
def test_as_many_clauses_as_announced(size: int) -> None:
    puzzle = Puzzle(Geometry(size), [size, *[0] * (size * size - 1)])
    variables, count, clauses = clauses_of(to_cnf(puzzle))
    kinds = 4 if puzzle.geometry.box else 3
    assert variables == size**3
    assert count == len(clauses) == kinds * size**2 * (1 + size * (size - 1) // 2) + 1
    assert clauses[-1] == [size]


@settings(max_examples=25, deadline=None)
@given(puzzle=puzzles(min_size=1, max_size=12))
def test_there_and_back(puzzle: Puzzle) -> None:
    assert read_cnf(to_cnf(puzzle)) == puzzle
    assert loads(dumps(puzzle, "cnf")) == puzzle


@settings(max_examples=50, deadline=None)
@given(puzzle=candidate_puzzles())
def test_candidates_there_and_back(puzzle: Puzzle) -> None:
    assert read_cnf(to_cnf(puzzle)) == puzzle


@settings(max_examples=20, deadline=None)
@given(geometry=extra_geometries())
def test_geometries_there_and_back(geometry: Geometry) -> None:
    assert read_cnf(to_cnf(empty(geometry))) == empty(geometry)


@pytest.mark.parametrize("size", [16, 25])
def test_large_there_and_back(size: int) -> None:
    puzzle = Puzzle(Geometry(size), [(c * 7) % (size + 1) for c in range(size * size)])
    assert read_cnf(to_cnf(puzzle)) == puzzle


def test_a_clue_that_is_no_candidate_stays_impossible() -> None:
    puzzle = Puzzle(Geometry(4), [1, *[0] * 15], [14, *[15] * 15])
    assert puzzle.candidates is not None
    assert puzzle.candidates[0] == 0
    assert read_cnf(to_cnf(puzzle)) == puzzle


def test_comments_and_detection() -> None:
    text = dumps(loads(LINE4), "cnf", comment="two\nlines")
    (case,) = cases(text)
    assert (case.puzzle, case.comment, case.style.format) == (loads(LINE4), "two lines", "cnf")
    assert cases("\n" + text.replace("\n", "\r\n"))[0].puzzle == loads(LINE4)
    assert FORMATS["cnf"].extensions == (".cnf",)


def changed(old: str, new: str) -> str:
    text = to_cnf(loads(LINE4))
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("p cnf 64 448\n", "1: expected 'c squaredance cnf 1', found 'p cnf 64 448'"),
        (changed("c size 4\n", ""), "3: expected a line 'c size N' above the clauses, found none"),
        (changed("size 4", "size x"), "2: expected a number, found 'x'"),
        (changed("size 4", "size 65"), "2: expected a size from 1 to 64, found 65"),
        (changed("box 2 2", "box 2 3"), "4: expected a box of R x C cells with R*C = 4, found 2x3"),
        (
            changed("p cnf 64", "p cnf 65"),
            "4: expected 'p cnf 64 M' with M from 448 on, found 'p cnf 65 452'",
        ),
        (changed("452", "many"), "4: expected 'p cnf 64 M', found 'p cnf 64 many'"),
        (
            changed("-1 -3 0\n", ""),
            "7: expected the clause '-1 -3 0' of this geometry, found '-1 -4 0'",
        ),
        (changed("\n1 0\n", "\n1 2 0\n"), "453: expected a clue such as '1 0', found '1 2 0'"),
        (changed("\n1 0\n", "\n65 0\n"), "453: expected a clue such as '1 0', found '65 0'"),
        (changed("\n1 0\n", "\n"), "455: expected a clue such as '1 0', found the end"),
        (
            changed("\n1 0\n", "\n-1 0\n"),
            "456: expected a line 'c candidates' for excluded candidates, found none",
        ),
        (changed("\n30 0\n", "\n2 0\n"), "454: expected one clue in R1C1, found two"),
        (to_cnf(loads(LINE4)) + "1 0\n", "457: expected the end after 4 clues, found '1 0'"),
    ],
)
def test_bad_clauses(text: str, error: str) -> None:
    assert errors(text, format="cnf") == [error]


def test_a_given_size_must_be_that_of_the_text() -> None:
    assert summary(to_cnf(loads(LINE4)), size=4) == [4]
    assert summary(to_cnf(loads(LINE4)), size=9) == ["1: expected size 9, found 4"]


class TestModel:
    puzzle = loads(LINE4)
    values = bytes(map(int, SOLVED4))

    def test_there_and_back(self) -> None:
        text = model_text(self.values, 4)
        expected = Grid(Geometry(4), self.values)
        for of in (to_cnf(self.puzzle), to_cnf(self.puzzle).encode(), self.puzzle, Geometry(4)):
            assert read_model(text, of) == expected
        assert read_model(text.encode(), self.puzzle) == expected

    @pytest.mark.parametrize("per_line", [1, 7, 1000])
    def test_lines_of_any_length(self, per_line: int) -> None:
        values = bytes(map(int, SOLVED9))
        grid = read_model(model_text(values, 9, per_line), to_cnf(loads(LINE9)))
        assert grid == solve(LINE9).solution

    def test_very_long_lines(self) -> None:
        geometry = Geometry(49)
        values = next(solutions(empty(geometry))).values
        text = model_text(values, 49, 10**6)
        assert max(map(len, text.splitlines())) > 700_000
        assert read_model(text, geometry) == Grid(geometry, values)

    def test_what_solvers_write_around_it(self) -> None:
        text = "c a solver\n\n" + model_text(self.values, 4).replace("\n", "\r\n") + "c done\n"
        assert read_model(text, self.puzzle) == Grid(Geometry(4), self.values)
        true_only = " ".join(str(v) for v in literals(self.values, 4) if v > 0)
        assert read_model(f"v {true_only} 0", self.puzzle) == Grid(Geometry(4), self.values)

    def test_the_file_of_minisat(self) -> None:
        text = f"SAT\n{' '.join(map(str, literals(self.values, 4)))} 0\n"
        assert read_model(text, self.puzzle) == Grid(Geometry(4), self.values)
        assert read_model("UNSAT\n", self.puzzle) is None

    def test_no_solution(self) -> None:
        assert read_model("c hard\ns UNSATISFIABLE\n", self.puzzle) is None

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("", "expected a line 's SATISFIABLE' or 's UNSATISFIABLE', found none"),
            ("c nothing\n", "1: expected a line 's SATISFIABLE' or 's UNSATISFIABLE', found none"),
            ("s UNKNOWN\n", "1: expected SATISFIABLE or UNSATISFIABLE, found 'UNKNOWN'"),
            (
                "s SATISFIABLE\n",
                "1: expected a value in every cell, found none in R1C1 and 15 more",
            ),
            (
                "s SATISFIABLE\nv 1 0\n",
                "2: expected a value in every cell, found none in R1C2 and 14 more",
            ),
            ("s UNSATISFIABLE\nv 1 0\n", "2: expected no model of UNSATISFIABLE, found one"),
            ("v 1\nv 2\n", "2: expected one value in R1C1, found 1 and 2"),
            ("v 1\nv -1\n", "2: expected variable 1 once, found it true and false"),
            ("v -1\nv 1\n", "2: expected variable 1 once, found it true and false"),
            ("v 65 0\n", "1: expected variables from 1 to 64, found 65"),
            ("v one\n", "1: expected a literal, found 'one'"),
            ("v 1 0\nv 6\n", "2: expected nothing after the 0, found 6"),
            ("hello\n", "1: expected a line c, s or v of a solver, found 'hello'"),
        ],
    )
    def test_bad_models(self, text: str, error: str) -> None:
        with pytest.raises(FormatError) as caught:
            read_model(text, self.puzzle)
        assert str(caught.value) == error

    @pytest.mark.parametrize(
        ("grid", "error"),
        [
            ("2143432134121234", "2: expected the clue 1 in R1C1, found 2"),
            (
                "1234341243211243",
                "8: expected a solution, found that 1 stands 2 times in col 1: R1C1 R4C1",
            ),
        ],
    )
    def test_models_that_are_no_solution(self, grid: str, error: str) -> None:
        with pytest.raises(FormatError) as caught:
            read_model(model_text(bytes(map(int, grid)), 4), self.puzzle)
        assert str(caught.value) == error

    def test_an_excluded_candidate(self) -> None:
        puzzle = Puzzle(Geometry(4), bytes(16), [15, 13, *[15] * 14])  # no 2 in R1C2
        with pytest.raises(FormatError, match="2: expected a candidate in R1C2, found 2"):
            read_model(model_text(self.values, 4), to_cnf(puzzle))

    def test_extra_houses_count(self) -> None:
        with pytest.raises(FormatError, match="in extra 1"):
            read_model(
                model_text(bytes(map(int, "1234341221434321")), 4), to_cnf(empty(DIAGONALS4))
            )
        good = next(solutions(empty(DIAGONALS4)))
        assert read_model(model_text(good.values, 4), to_cnf(empty(DIAGONALS4))) == good
