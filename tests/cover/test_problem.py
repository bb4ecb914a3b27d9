"""Problems: what they are built from, what they refuse, what they tell back."""

import pickle
import sys
from collections.abc import Callable
from fractions import Fraction
from subprocess import run
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse

from squaredance import SquaredanceError, _core
from squaredance.cover import Colored, Problem, solutions

MATRIX = [[1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 0]]
ROWS = [(0, 2), (1,), (0, 1, 2), ()]


def refused(make: Callable[[], object]) -> str:
    with pytest.raises(SquaredanceError) as error:
        make()
    assert "\n" not in str(error.value)
    return str(error.value)


class TestOptions:
    def test_an_option_is_any_collection(self) -> None:
        options = ["ab", ["a", "b"], ("b",), {"a"}, frozenset("b"), iter("ab"), (c for c in "ba")]
        problem = Problem("ab", options)
        assert list(map(set, problem.options)) == [
            {"a", "b"}, {"a", "b"}, {"b"}, {"a"}, {"b"}, {"a", "b"}, {"a", "b"},
        ]  # fmt: skip
        assert problem.options[6] == ("b", "a")  # in the order given

    def test_options_may_come_from_a_generator(self) -> None:
        problem = Problem(range(3), ((i, (i + 1) % 3) for i in range(3)))
        assert list(problem.options) == [(0, 1), (1, 2), (2, 0)]

    def test_options_are_a_sequence(self) -> None:
        options = Problem("ab", ["a", "ab", "b"]).options
        assert (len(options), options[-1], options[::2]) == (3, ("b",), (("a",), ("b",)))
        assert ("a", "b") in options
        assert options.index(("b",)) == 2
        assert repr(options) == "<3 options>"
        with pytest.raises(IndexError, match="expected an option of 3, found 3"):
            options[3]

    def test_names(self) -> None:
        problem = Problem("ab", {"one": "a", 2: "b", (3,): "ab"})
        assert problem.names == ("one", 2, (3,))
        assert [problem.position(name) for name in ("one", 2, (3,), 1)] == [0, 1, 2, 1]
        assert Problem("ab", ["a"]).names is None

    @pytest.mark.parametrize("option", ["x", -1, 3, 1.0, True, None, []])
    def test_positions_that_are_not_there(self, option: Any) -> None:
        message = refused(lambda: Problem("ab", ["a", "b", "ab"]).position(option))
        assert message == (
            f"expected an option of the problem by its position, 0 to 2; found {option!r}"
        )

    def test_items_are_any_hashables(self) -> None:
        items = [1, "one", (1, 1), None, frozenset([1]), ("y", 1)]
        problem = Problem(items[:4], [items[:5], [("y", 1)]], items[4:])
        assert problem.options[0] == tuple(items[:5])

    def test_an_item_may_look_like_a_colored_one(self) -> None:
        problem = Problem([("x", 1)], [[("x", 1), Colored("x", 1)]], ["x"])
        assert problem.options[0] == (("x", 1), Colored("x", 1))


class TestColors:
    def test_mappings_and_colored_are_the_same(self) -> None:
        plain = Problem("a", [{"a": None, "x": "red", "y": None}], "xy")
        other = Problem("a", [["a", Colored("x", "red"), "y"]], "xy")
        assert plain.options[0] == other.options[0] == ("a", Colored("x", "red"), "y")

    def test_colors_may_come_late(self) -> None:
        problem = Problem("ab", ["a", "bx", ["b", Colored("x", 0)], "b"], "x")
        assert list(problem.options) == [("a",), ("b", "x"), ("b", Colored("x", 0)), ("b",)]

    def test_a_colored_is_a_value(self) -> None:
        one = Colored("x", 1)
        assert one == Colored("x", 1) != Colored("x", 2)
        assert one != ("x", 1)
        assert len({one, Colored("x", 1), Colored("y", 1)}) == 2
        assert pickle.loads(pickle.dumps(one)) == one
        assert (repr(one), str(one)) == ("Colored('x', 1)", "x:1")
        with pytest.raises(AttributeError):
            one.item = "y"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Problem("aba", []), "expected different items, found 'a' twice"),
        (lambda: Problem("ab", [], "b"), "expected different items, found 'b' twice"),
        (lambda: Problem([[]], []), "expected hashable items, found []"),
        (lambda: Problem([Colored("x", 1)], []),
         "expected items without colors, found Colored('x', 1)"),
        (lambda: Problem("ab", ["a", "ac"]), "option 2: expected items of the problem, found 'c'"),
        (lambda: Problem("ab", ["aba"]), "option 1: expected different items, found 'a' twice"),
        (lambda: Problem("ab", {"x": "a", "y": ["a", "a"]}),
         "option 2 ('y'): expected different items, found 'a' twice"),
        (lambda: Problem("ab", ["a", 5]), "option 2: expected a collection of items, found 5"),
        (lambda: Problem("ab", ["a", [["a"]]]), "option 2: expected hashable items, found ['a']"),
        (lambda: Problem("ab", [{"a": 1}]),
         "option 1: expected no color on the primary item 'a', found 1"),
        (lambda: Problem("a", [{"a": None, "x": []}], "x"),
         "option 1: expected a hashable color of 'x', found []"),
        (lambda: Problem("a", [["x", Colored("x", 1)]], "x"),
         "option 1: expected different items, found 'x' twice"),
        (lambda: Problem("a", [], "x", bounds={"x": (0, 1)}),
         "expected bounds of primary items, found 'x'"),
        (lambda: Problem("a", [], bounds={"b": (0, 1)}),
         "expected bounds of primary items, found 'b'"),
        (lambda: Problem("a", [], bounds={"a": (2, 1)}),
         "bounds of 'a': expected (least, most) with 0 <= least <= most, found (2, 1)"),
        (lambda: Problem("a", [], bounds={"a": 2}),
         "bounds of 'a': expected (least, most) with 0 <= least <= most, found 2"),
        (lambda: Problem("a", [], bounds={"a": (0, 1.5)}),
         "bounds of 'a': expected (least, most) with 0 <= least <= most, found (0, 1.5)"),
        (lambda: Problem("a", ["a"], costs=[1, 2]),
         "expected 1 costs, one for each option, found 2"),
        (lambda: Problem("a", ["a"], costs={"x": 1}),
         "expected costs beside the options, which have no names"),
        (lambda: Problem("a", {"x": "a"}, costs={"y": 1}),
         "costs: expected names of options, found 'y'"),
        (lambda: Problem("a", {"x": "a"}, costs=[float("nan")]),
         "option 1 ('x'): expected a number up to 1e300 as its cost, found nan"),
        (lambda: Problem("a", ["a", "a"], costs=[1, "2"]),
         "option 2: expected a number up to 1e300 as its cost, found '2'"),
        (lambda: Problem("a", ["a"], costs=[10**400]),
         f"option 1: expected a number up to 1e300 as its cost, found {10**400}"),
    ],
)  # fmt: skip
def test_bad_problems(make: Callable[[], Problem], message: str) -> None:
    assert refused(make) == message


def test_bounds_and_costs_are_kept() -> None:
    problem = Problem("abc", {"x": "a", "y": "b"}, bounds={"a": (1, 1), "b": (0, 10**20)},
                      costs={"y": Fraction(1, 3)})  # fmt: skip
    assert problem.bounds == {"b": (0, 10**20)}
    assert problem.costs == (0, Fraction(1, 3))
    assert Problem("a", ["a"], costs=np.array([2])).costs == (2,)
    assert Problem("a", ["a"], costs=[0.0]).costs is None


def test_errors_of_items_themselves_come_through() -> None:
    class Broken:
        def __hash__(self) -> int:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        Problem("a", [[Broken()]])


def test_an_option_that_changes_while_it_is_read() -> None:
    """An item's own code empties the list that it lies in."""
    option: list[object] = []

    class Emptying:
        def __hash__(self) -> int:
            option.clear()
            return hash("a")

        def __eq__(self, other: object) -> bool:
            return other == "a"

    option += [Emptying(), "b", "b"]
    assert list(Problem("ab", [option]).options) == [("a",)]


class TestArrays:
    @pytest.mark.parametrize(
        "matrix",
        [
            MATRIX,
            tuple(map(tuple, MATRIX)),
            [[bool(x) for x in row] for row in MATRIX],
            [[float(x) for x in row] for row in MATRIX],
            [np.array(row) for row in MATRIX],
            *(np.array(MATRIX, dtype=t) for t in "?bBhHiIlLqQfd"),
            np.asfortranarray(MATRIX),
            np.array(MATRIX)[::-1][::-1],
            np.repeat(np.array(MATRIX), 2, axis=1)[:, ::2],
            sparse.csr_matrix(MATRIX),
            sparse.coo_array(np.array(MATRIX, dtype=float)),
            sparse.lil_matrix(MATRIX),
            sparse.csc_array(np.array(MATRIX, dtype=bool)),
        ],
        ids=lambda m: f"{type(m).__name__}",
    )
    def test_matrices(self, matrix: Any) -> None:
        problem = Problem.from_matrix(matrix)
        assert (problem.primary, problem.secondary) == ((0, 1, 2), ())
        assert list(problem.options) == ROWS

    def test_secondary_columns(self) -> None:
        problem = Problem.from_matrix(np.array(MATRIX), secondary=[1])
        assert (problem.primary, problem.secondary) == ((0, 2), (1,))
        assert list(problem.options) == ROWS
        assert list(solutions(problem)) == [(0,), (2,)]

    def test_explicit_zeros_are_no_items(self) -> None:
        matrix = sparse.csr_matrix(([1, 0, 1], ([0, 0, 1], [0, 1, 1])), shape=(2, 2))
        assert list(Problem.from_matrix(matrix).options) == [(0,), (1,)]

    @pytest.mark.parametrize("matrix", [[], np.zeros((0, 0))])
    def test_empty(self, matrix: Any) -> None:
        problem = Problem.from_matrix(matrix)
        assert (problem.primary, len(problem.options)) == ((), 0)

    def test_rows_without_columns(self) -> None:
        assert list(Problem.from_matrix([[], []]).options) == [(), ()]

    @pytest.mark.parametrize(
        ("matrix", "message"),
        [
            ([[1, 0], [0, 2]], "row 1, column 1 (from 0): expected 0 or 1, found 2"),
            ([[1, 0], [0, -1]], "row 1, column 1 (from 0): expected 0 or 1, found -1"),
            ([[1, 0], ["1", 0]], "row 1, column 0 (from 0): expected 0 or 1, found '1'"),
            ([[1, 0.5]], "row 0, column 1 (from 0): expected 0 or 1, found 0.5"),
            ([[1, 0], [0]], "row 1: expected 2 columns as in row 0, found 1"),
            (np.array([[1, 0], [7, 0]]), "row 1, column 0 (from 0): expected 0 or 1, found 7"),
            (np.array([[0.5]]), "row 0, column 0 (from 0): expected 0 or 1, found 0.5"),
            (np.array([[float("nan")]]), "row 0, column 0 (from 0): expected 0 or 1, found nan"),
            (np.array([1, 0]), "expected a matrix of 2 dimensions, found 1"),
            (np.zeros((1, 1, 1)), "expected a matrix of 2 dimensions, found 3"),
            (np.array([[1j]]), "expected a matrix of whole numbers, found the format 'Zd'"),
            (sparse.csr_matrix([[0, 3]]), "row 0, column 1 (from 0): expected 0 or 1, found 3"),
            (sparse.csr_matrix(([1, 1], [0, 0], [0, 2]), shape=(1, 1)),
             "row 0 (from 0): expected column 0 once"),
        ],
    )  # fmt: skip
    def test_bad_matrices(self, matrix: Any, message: str) -> None:
        assert refused(lambda: Problem.from_matrix(matrix)) == message

    @pytest.mark.parametrize("column", [3, -1, "a", True, 1.0])
    def test_bad_secondary_columns(self, column: Any) -> None:
        message = refused(lambda: Problem.from_matrix(MATRIX, secondary=[column]))
        assert message == f"secondary: expected columns from 0 to 2, found {column!r}"

    @pytest.mark.parametrize(
        "kind", [list, np.array, lambda x: np.array(x, dtype="u1"), lambda x: np.array(x, "i4")]
    )
    def test_compressed_rows(self, kind: Callable[[list[int]], Any]) -> None:
        problem = Problem.from_csr(kind([0, 2, 3, 6, 6]), kind([0, 2, 1, 0, 1, 2]))
        assert list(problem.options) == ROWS
        assert problem.primary == (0, 1, 2)

    def test_columns_without_options(self) -> None:
        problem = Problem.from_csr([0, 1], [0], 3, secondary=[1])
        assert (problem.primary, problem.secondary) == ((0, 2), (1,))
        assert Problem.from_csr([0], []).primary == ()
        assert Problem.from_csr(np.array([0]), np.array([], dtype=int)).primary == ()

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (([0, 1], [5], 3), "option 1: expected items from 0 to 2, found 5"),
            (([0, 1], [-1], 3), "option 1: expected items from 0 to 2, found -1"),
            (([0, 0, 2], [1, 1]), "option 2: expected different items, found 1 twice"),
            (([1, 2], [0, 1]), "indptr[0]: expected rising numbers from 0 to 2, how many "
             "indices there are, found 1"),
            (([0, 2, 1], [0, 1]), "indptr[2]: expected rising numbers from 0 to 2, how many "
             "indices there are, found 1"),
            (([0, 1], [0, 1]), "indptr[1]: expected rising numbers from 0 to 2, how many "
             "indices there are, found 1"),
            (([], []), "indptr[0]: expected rising numbers from 0 to 0, how many indices there "
             "are, found none"),
            (([0, 1], [0.5]), "indices: expected whole numbers, found [0.5]"),
            (([0, 1], np.array([0.5])), "indices: expected whole numbers in 1 dimension, found "
             "the format 'd' in 1"),
            (([0, 1], [0], -1), "expected columns of 0 or more, found -1"),
            (([0, 1], [0], "x"), "expected columns of 0 or more, found 'x'"),
        ],
    )  # fmt: skip
    def test_bad_compressed_rows(self, arguments: tuple[Any, ...], message: str) -> None:
        assert refused(lambda: Problem.from_csr(*arguments)) == message


def test_pickle() -> None:
    problem = Problem(
        "ab",
        {"one": ["a", Colored("x", "red")], 2: "bx", "three": ""},
        "xy",
        bounds={"a": (0, 2)},
        costs={2: 1.5},
    )
    for version in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(problem, version))
        assert list(again.options) == list(problem.options)
        for name in ("primary", "secondary", "names", "bounds", "costs"):
            assert getattr(again, name) == getattr(problem, name)
        assert list(solutions(again)) == list(solutions(problem))


def test_colors_beyond_32_bits_are_refused() -> None:
    for color, wrong in ((2**32 - 1, None), (2**32, (0, 0)), (2**32 + 1, (0, 0))):
        core = _core.CoverProblem(0, 1)
        arrays = [np.array(numbers, np.uint64) for numbers in ([0, 1], [0], [color])]
        assert core.add_compressed(arrays[0], arrays[1], None, arrays[2], [0]) == wrong


def test_numpy_and_scipy_are_not_imported() -> None:
    program = (
        "import sys; from squaredance.cover import Problem, count;"
        "count(Problem.from_matrix([[1, 0], [0, 1]])); count(Problem.from_csr([0, 1], [0]));"
        "sys.exit(bool({'numpy', 'scipy'} & set(sys.modules)))"
    )
    assert run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_million_options_are_built_fast_and_small() -> None:
    """2 s and 500 MB are the bar; it takes a tenth of the time, so a busy machine passes too."""
    program = """if True:
        from time import perf_counter
        from squaredance.cover import Problem
        names = [f"item {i}" for i in range(1000)]
        options = [tuple(names[(7 * k + 191 * j) % 1000] for j in range(5)) for k in range(10**6)]
        start = perf_counter()
        problem = Problem(names, options)
        print(perf_counter() - start, len(problem.options), problem.options[-1] == options[-1])
        print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
    """
    done = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    seconds, count, same, peak = done.stdout.split()
    assert (count, same) == ("1000000", "True")
    assert float(seconds) < 2
    assert int(peak) < 500_000


class Upper(dict[str, str]):
    """A mapping that is no plain dict, and tells something else than it holds."""

    def __getitem__(self, key: str) -> str:
        return super().__getitem__(key).upper()


def test_other_mappings() -> None:
    from types import MappingProxyType

    problem = Problem("a", [MappingProxyType({"a": None, "x": 1}), Upper(x="red")], "x")
    assert list(problem.options) == [("a", Colored("x", 1)), (Colored("x", "RED"),)]


def test_many_colors_are_kept_apart() -> None:
    options = [{"a": None, "x": color} for color in (1, "1", 1.5, (1,), None, True)]
    problem = Problem("a", options, "x")
    assert [option[1] for option in problem.options] == [
        Colored("x", 1), Colored("x", "1"), Colored("x", 1.5), Colored("x", (1,)), "x",
        Colored("x", 1),  # True == 1, as in a dict
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"primary": 5}, "expected a collection of items, found 5"),
        ({"secondary": None}, "expected a collection of items, found None"),
        ({"options": 5}, "expected a collection of options, found 5"),
        ({"options": None}, "expected a collection of options, found None"),
        ({"bounds": [1]}, r"expected bounds as item: \(least, most\), found \[1\]"),
        ({"costs": 5}, "expected a collection of costs, found 5"),
    ],
)
def test_what_is_no_collection_is_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SquaredanceError, match=f"^{message}$"):
        Problem(**{"primary": "ab", "options": ["ab"], **arguments})  # type: ignore[arg-type]
