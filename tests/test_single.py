"""`solve` on a plain 9x9: the short way gives what the long way gives, and makes nothing more."""

from __future__ import annotations

import inspect
import pickle
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import Geometry, Grid, Puzzle, Result, Status, _core, check, solve, solve_many

HARD9 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

SOLVED = solve(HARD9).solution
assert SOLVED is not None
SOLUTION = "".join(map(str, SOLVED.values))


def plain(result: Result) -> tuple[object, ...]:
    return result.status, result.count, result.clash


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A solved grid with holes and a few wrong cells: none, one or many solutions."""
    blank = draw(st.sampled_from(".0"))
    cells = list(SOLUTION)
    for cell in draw(st.sets(st.integers(0, 80), max_size=64)):
        cells[cell] = blank
    for cell in draw(st.sets(st.integers(0, 80), max_size=2)):
        cells[cell] = draw(st.sampled_from("123456789"))
    return "".join(cells)


@given(lines(), st.booleans())
def test_it_agrees_with_the_engine_search(line: str, unique: bool) -> None:
    short, long = solve(line, unique=unique), solve(line, unique=unique, engine="search")
    assert (short.engine, long.engine) == ("nine", "search")
    assert plain(short) == plain(long)
    if short.solution is None:
        assert long.solution is None
    else:
        assert check(line, short.solution)
        if short.status is Status.UNIQUE:
            assert short.solution == long.solution


@given(lines(), st.booleans())
def test_a_text_and_its_puzzle_give_the_same(line: str, unique: bool) -> None:
    text = solve(line, unique=unique).replace(seconds=0.0)
    assert solve(Puzzle.from_text(line), unique=unique).replace(seconds=0.0) == text


@pytest.mark.parametrize(
    "puzzle",
    [
        HARD9 + "\n",
        HARD9.replace(".", "*"),
        HARD9.encode(),
        Grid(Geometry(9), Puzzle.from_text(HARD9).clues),
        Puzzle.from_text(HARD9),
        Puzzle(Geometry(9), Puzzle.from_text(HARD9).clues),
    ],
)
def test_other_spellings_of_the_same_puzzle(puzzle: Puzzle | str | bytes) -> None:
    assert solve(puzzle).solution == SOLVED


@pytest.mark.parametrize("unique", [False, True])
def test_they_give_the_same_of_several_solutions(unique: bool) -> None:
    several = HARD9[:60] + "." * 21
    first = solve(several, unique=unique)
    assert first.status is (Status.MULTIPLE if unique else Status.FOUND)
    for puzzle in (several + "\n", several.replace(".", "*"), several.encode(), f"{several} easy"):
        assert solve(puzzle, unique=unique).solution == first.solution
    (many,) = solve_many([several], unique=unique).solutions
    assert many == "".join(map(str, first.solution.values))  # type: ignore[union-attr]


def test_a_latin_square_is_not_solved_as_a_sudoku() -> None:
    puzzle = Puzzle(Geometry(9, None), bytes(81))
    assert solve(puzzle).engine == "rows"


def test_candidates_are_not_lost() -> None:
    clues = Puzzle.from_text(HARD9).clues
    puzzle = Puzzle(Geometry(9), clues, [511] * 80 + [1])
    assert solve(puzzle).engine == "rows"


@pytest.mark.parametrize("limit", [{"timeout": 10.0}, {"max_nodes": 10**6}, {"least": True}])
def test_what_needs_a_resumable_engine_has_one(limit: dict[str, float]) -> None:
    assert solve(HARD9, **limit).engine == "rows"  # type: ignore[arg-type]


def test_a_result_over_native_memory_outlives_its_pickle() -> None:
    result = solve(HARD9, unique=True)
    copy = pickle.loads(pickle.dumps(result))
    assert (copy, hash(copy)) == (result, hash(result))
    assert (result.status, result.reason, result.candidates) == (Status.UNIQUE, None, None)
    assert 0 < result.guesses < result.nodes
    assert 0.0 < result.seconds < 1.0


def test_the_effort_of_an_easy_puzzle_is_its_root() -> None:
    result = solve(SOLUTION[:80] + ".")
    assert (result.nodes, result.guesses) == (1, 0)


def test_clashing_clues_are_named_when_asked_for() -> None:
    assert solve("11" + "." * 79).clash == "1 stands 2 times in row 1: R1C1 R1C2"
    assert solve("11" + "." * 79, unique=True).solution is None


def test_the_short_cut_looks_like_a_function() -> None:
    assert list(inspect.signature(solve).parameters)[:2] == ["puzzle", "unique"]
    assert solve.__doc__ is not None
    assert inspect.isroutine(solve)
    assert pickle.loads(pickle.dumps(solve)) is solve
    assert weakref.ref(solve)() is solve
    assert solve(puzzle=HARD9).solution == SOLVED
    keyword = {"".join(["uni", "que"]): True}  # another str object than the literal
    assert solve(HARD9, **keyword).status is Status.UNIQUE

    class Setter:
        solved = solve

    assert Setter().solved.__func__ is solve  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "keywords"),
    [((), {}), ((HARD9, True), {}), ((HARD9,), {"uniqe": True}), ((HARD9,), {"puzzle": HARD9})],
)
def test_wrong_arguments_are_told_as_of_any_function(
    arguments: tuple[object, ...], keywords: dict[str, object]
) -> None:
    with pytest.raises(TypeError, match=r"solve\(\)"):
        solve(*arguments, **keywords)  # type: ignore[arg-type]


def test_an_answer_holds_no_more_than_itself() -> None:
    result = solve(HARD9)
    assert not hasattr(result, "__dict__")
    with pytest.raises(AttributeError, match="a Result cannot be changed"):
        result.count = 2


def test_native_answers_are_of_the_right_type() -> None:
    for wrong in (int, object):
        with pytest.raises(TypeError, match="expected a subclass of SingleAnswer"):
            _core.solve_values9(wrong, bytes(81), 1)
        with pytest.raises(TypeError, match="expected a subclass of SingleAnswer"):
            _core.SolveShortCut(print, wrong)
