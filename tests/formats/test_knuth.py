"""Knuth's exact cover text: colors, bounds, costs, and errors with their places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squaredance import FormatError, SquaredanceError
from squaredance.cover import Colored, Problem

TEXT = """\
| all of it

a  0:2|beta 3|c | x y
  | an indented comment
a x:red y |3
a beta\tc x:a:b |-1.5 |4
c
"""


def test_everything() -> None:
    problem = Problem.from_text(TEXT)
    assert (problem.primary, problem.secondary) == (("a", "beta", "c"), ("x", "y"))
    assert problem.bounds == {"beta": (0, 2), "c": (3, 3)}
    assert list(problem.options) == [
        ("a", Colored("x", "red"), "y"),
        ("a", "beta", "c", Colored("x", "a:b")),
        ("c",),
    ]
    assert problem.costs == (3, 2.5, 0)
    assert problem.to_text() == ("a 0:2|beta 3|c | x y\na x:red y |3\na beta c x:a:b |2.5\nc\n")


@pytest.mark.parametrize("text", ["\ufeffa\r\na\r\n", "a \n\n\n a\t", "a\na"])
def test_lenient(text: str) -> None:
    assert list(Problem.from_text(text).options) == [("a",)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line of items, found the end of the input"),
        ("| a b\n", "1: expected a line of items, found the end of the input"),
        ("a b a\n", "1:5: expected different items, found 'a' twice"),
        ("a | b | c\n", "1:7: expected one | at most, found more"),
        ("a 3:2|b\n", "1:3: expected bounds least:most|item in order, found '3:2|b'"),
        ("a x:2|b\n", "1:3: expected item or least:most|item, found 'x:2|b'"),
        ("a 2|\n", "1:3: expected item or least:most|item, found '2|'"),
        ("a 1:b\n", "1:3: expected item or least:most|item, found '1:b'"),
        ("a | 2|b\n", "1:5: expected item, found '2|b'"),
        ("a b\n\na c\n", "3:3: expected an item of the first line, found 'c'"),
        ("a b\nb a b\n", "2:5: expected different items, found 'b' twice"),
        ("a | x\na x:1\nx x:1 a\n", "3:3: expected different items, found 'x' twice"),
        ("a b\na b:1\n", "2:3: expected no color on the primary item 'b', found 'b:1'"),
        ("a | x\na x:\n", "2:5: expected a color behind the colon of 'x:'"),
        ("a | x\na q:1\n", "2:3: expected an item of the first line, found 'q'"),
        ("a\na |x\n", "2:4: expected a cost, a number, behind |, found 'x'"),
        ("a\na | 3\n", "2:4: expected a cost, a number, behind |, found ''"),
        ("a\na |1e999\n", "2:4: expected a cost up to 1e300, found '1e999'"),
        ("a\na |nan\n", "2:4: expected a cost, a number, behind |, found 'nan'"),
        (
            f"a\na |{'9' * 5000}\n",
            "2:4: expected a cost up to 1e300, found '99999999999999999999...' of 5000 characters",
        ),
        (
            f"a\na\na |-{'9' * 400}\n",
            "3:4: expected a cost up to 1e300, found '-9999999999999999999...' of 401 characters",
        ),
        ("a\na |\u0663\n", "2:4: expected a cost, a number, behind |, found '\u0663'"),
        ("a\na\0\n", "2:2: expected text, found a NUL byte"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        Problem.from_text(text)
    assert str(error.value) == message


def test_whole_costs_stay_whole() -> None:
    text = f"a\na |{'0' * 5000}7\na |-007\na |-0\na |{10**300}\na |7.\n"
    assert Problem.from_text(text).costs == (7, -7, 0, 10**300, 7.0)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem(["a:"], []), "expected an item that can be written, without : and |; found 'a:'"),
        (Problem([" "], []), "expected an item that can be written, without : and |; found ' '"),
        (Problem(["a b", "ab"], []),
         "expected items that are written differently, found two alike"),
        (Problem([], [], "x"), "expected a primary item or more, found none: a text begins so"),
        (Problem("a", ["a", ""]),
         "option 2: expected an item or more, found none: an empty line is no option"),
        (Problem("a", [["a", Colored("x", "|")]], "x"),
         "expected a color that can be written, without : and |; found '|'"),
        (Problem("ab", [["a", Colored("x", 1)], ["b", Colored("x", "1")]], "x"),
         "expected colors that are written differently, found two alike"),
    ],
)  # fmt: skip
def test_what_cannot_be_written(problem: Problem, message: str) -> None:
    with pytest.raises(SquaredanceError) as error:
        problem.to_text()
    assert str(error.value) == message


words = st.text("abcäß0123456789.,-+()|:*", min_size=1, max_size=12)
names = words.filter(lambda word: not {":", "|"} & set(word))
costs = st.integers(-(10**20), 10**20) | st.floats(-1e300, 1e300)


@given(st.data())
def test_round_trip(data: st.DataObject) -> None:
    items = data.draw(st.lists(names, min_size=1, max_size=6, unique=True))
    first = data.draw(st.integers(1, len(items)))
    primary, secondary = items[:first], items[first:]
    color = st.none() | words.filter(lambda word: "|" not in word)
    options = [
        {item: data.draw(color) if item in secondary else None for item in chosen}
        for chosen in data.draw(
            st.lists(st.lists(st.sampled_from(items), min_size=1, unique=True), max_size=5)
        )
    ]
    limits = st.tuples(st.integers(0, 3), st.integers(0, 10**6)).map(lambda p: (p[0], sum(p)))
    problem = Problem(
        primary,
        options,
        secondary,
        bounds=data.draw(st.dictionaries(st.sampled_from(primary), limits)),
        costs=data.draw(st.lists(costs, min_size=len(options), max_size=len(options))),
    )
    again = Problem.from_text(problem.to_text())
    assert list(again.options) == list(problem.options)
    for name in ("primary", "secondary", "bounds", "costs"):
        assert getattr(again, name) == getattr(problem, name)
