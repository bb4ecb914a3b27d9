"""Exact cover problems as matrices, sparse rows and JSON; which one a text is in."""

import pytest

from squaredance import FormatError
from squaredance.cover import Colored, Problem
from squaredance.formats import covers

from .helpers import source

OPTIONS = [(1, 3), (2,), (1, 2, 3)]


def only(text: str, format: str | None = None) -> Problem:
    (problem,) = covers.read(source(text), format)
    return problem


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("a b\na\n", "knuth"),
        ("| 0 1 1\n0 1\n", "knuth"),
        ("0 1\n0\n1\n0 1\n", "knuth"),
        ("1 2\n1 2\n", "knuth"),  # either; so it is read as ever
        ("", "knuth"),
        ("011\n", "knuth"),
        ("101\n010\n111\n", "matrix"),
        ("\n1 0 1\n0 1 0\n1 1 1\n", "matrix"),
        ("3 3\n101\n010\n111\n", "matrix"),
        ("3 3\n1 0 1\n0 1 0\n1 1 1\n", "matrix"),
        ("3 3\n2 1 3\n1 2\n3 1 2 3\n", "sparse"),
        ('\n  {"primary": []}', "json"),
        ("3 3\n", "knuth"),
        (f"3 {'3' * 5000}\n101\n", "knuth"),
        (f"3 3\n{'1' * 5000} 1\n", "knuth"),
    ],
)
def test_detect(text: str, format: str) -> None:
    assert covers.detect(source(text)) == format


@pytest.mark.parametrize(
    "text",
    [
        "101\n010\n111\n",
        "1 0 1\n0 1 0\r\n1 1 1\n\n",
        "3 3\n101\n0\t10\n111\n",
        "3 3\n2 1 3\n1 2\n3 1 2 3\n",
        '{"primary": [1, 2, 3], "options": [[1, 3], {"2": null}, [1, 2, 3]]}',
    ],
)
def test_the_same_problem(text: str) -> None:
    problem = only(text)
    assert problem.primary == (1, 2, 3)
    assert list(problem.options) == OPTIONS


def test_one_row_must_be_named() -> None:
    assert list(only("011\n").options) == []
    assert list(only("011\n", "matrix").options) == [(2, 3)]


def test_sparse_goes_on() -> None:
    problems = list(covers.read(source("1 1\n1 1\n2 2\n1 1\n2 1 2\n"), "sparse"))
    assert [list(p.options) for p in problems] == [[(1,)], [(1,), (1, 2)]]


def test_json_has_everything() -> None:
    problem = only(
        '{"primary": ["a", 2], "secondary": ["x"], "bounds": {"2": [0, 3]},\n'
        '"options": {"one": {"a": null, "x": "red"}, "two": [2]}, "costs": {"two": 2.5}}'
    )
    assert (problem.primary, problem.secondary, problem.names) == (("a", 2), ("x",), ("one", "two"))
    assert (problem.bounds, problem.costs) == ({2: (0, 3)}, (0, 2.5))
    assert list(problem.options) == [("a", Colored("x", "red")), (2,)]


def test_json_may_say_that_there_is_nothing() -> None:
    problem = only('{"primary": [], "options": [], "secondary": null, "bounds": null}')
    assert (problem.secondary, problem.bounds, problem.costs) == ((), {}, None)


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("", "matrix", "expected a row of 0 and 1, found the end of the input"),
        ("01\n02\n", "matrix", "2:2: expected 0 or 1, found '2'"),
        ("01\n1\n", "matrix", "2:2: expected a row of 2 digits as the first, found 1"),
        ("01\n0 1 1\n", "matrix", "2:6: expected a row of 2 digits as the first, found 3"),
        ("2 2\n1 1\n1 5\n", "sparse", "3:3: expected a column from 1 to 2, found 5"),
        ("", "sparse", "1: expected the line N M, found the end of the input"),
        ("{", "json", "1:2: expected JSON: expecting property name enclosed in double quotes"),
        ("[1]", "json", "1: expected an object with primary and options"),
        ('{"primary": []}', "json", "1: expected the key 'options'"),
        ('{"primary": [], "options": [], "x": 1}', "json",
         "1: expected the keys primary, options, secondary, bounds, costs; found 'x'"),
        ('{"primary": 5, "options": []}', "json", "1: primary: expected a list of items, found 5"),
        ('{"primary": ["a"], "options": ["a"]}', "json",
         "1: options: expected lists or objects of items, found 'a'"),
        ('{"primary": ["a"], "options": [["b"]]}', "json",
         "1: option 1: expected items of the problem, found 'b'"),
        ('{"primary": [["a"]], "options": []}', "json", "1: expected hashable items, found ['a']"),
        ('{"primary": ["a"], "options": [5]}', "json",
         "1: option 1: expected a collection of items, found 5"),
        ('{"primary": ["a"], "options": 5}', "json",
         "1: options: expected a list or an object, found 5"),
        ('{"primary": ["a"], "options": [], "bounds": 5}', "json",
         "1: bounds: expected an object, found 5"),
        ('{"primary": ["a"], "options": [], "costs": 5}', "json",
         "1: costs: expected a list or an object, found 5"),
        ('{"primary": ["a"], "options": [["a"]], "costs": ["x"]}', "json",
         "1: option 1: expected a number up to 1e300 as its cost, found 'x'"),
        ('{"primary": ["a"], "options": [["a"]], "bounds": {"a": [2, 1]}}', "json",
         "1: bounds of 'a': expected (least, most) with 0 <= least <= most, found [2, 1]"),
        ("3 3\n", None, "1:3: expected different items, found '3' twice"),
        ('{"primary": ["a"], "options": [["a"]],\n"costs": [' + "9" * 5000 + "]}", "json",
         "2:11: expected numbers of 400 digits or fewer, found 5000"),
        ('{"primary": ["a"], "options": [["a"]], "costs": [' + "9" * 400 + "]}", "json",
         "1: option 1: expected a number up to 1e300 as its cost, found " + "9" * 400),
        ('{"primary": ["a"], "options": {"x": ["a"], "x": []}}', "json",
         "1: expected different keys in an object, found 'x' twice"),
        ('{"primary": ["a"], "primary": ["b"], "options": []}', "json",
         "1: expected different keys in an object, found 'primary' twice"),
        ('{"primary": [1], "secondary": ["1"], "options": [{"1": null}]}', "json",
         "1: expected items with different keys in objects, found 1 and '1'"),
        ('{"primary": ["a", "a"], "options": []}', "json",
         "1: expected different items, found 'a' twice"),
        ('{"primary": false, "options": []}', "json",
         "1: primary: expected a list of items, found False"),
        ('{"primary": null, "options": []}', "json",
         "1: primary: expected a list of items, found None"),
        ('{"primary": [], "options": [], "secondary": ""}', "json",
         "1: secondary: expected a list of items, found ''"),
        ('{"primary": [], "options": [], "bounds": 0}', "json",
         "1: bounds: expected an object, found 0"),
        ('{"primary": [], "options": [], "costs": false}', "json",
         "1: costs: expected a list or an object, found False"),
    ],
)  # fmt: skip
def test_errors(text: str, format: str | None, message: str) -> None:
    with pytest.raises(FormatError) as error:
        only(text, format)
    assert str(error.value) == message
