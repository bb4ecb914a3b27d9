"""What users may rely on: the names, their documentation, the examples in it."""

import doctest
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import squaredance
from squaredance import cover

FLAGS = 0  # exact: "..." is three empty cells; where it is a wildcard the example says so


def modules() -> list[str]:
    """Every module of the package but the native one and the one that runs the program."""
    found = pkgutil.walk_packages(squaredance.__path__, "squaredance.")
    names = [module.name for module in found]
    return ["squaredance", *(n for n in names if not n.endswith(("._core", ".__main__")))]


def public(module: ModuleType) -> dict[str, object]:
    return {name: getattr(module, name) for name in module.__all__}


def test_modules_do_not_hide_the_functions_of_their_names() -> None:
    program = (
        "import squaredance.cli.main, squaredance.minimising, squaredance.solve, squaredance.check;"
        "import squaredance as s; assert 'rate' not in vars(s);"
        "assert s.solve('1......2.3....4.').solution and s.count('1......2.3....4.');"
        "assert all(hasattr(s, name) for name in s.__all__);"
        "assert not any(type(getattr(s, name)) is type(s) for name in s.__all__);"
        "assert type(s.web) is type(s) and not hasattr(s, 'nothing') and not hasattr(s, '_nothing')"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_public_names() -> None:
    assert squaredance.__all__ == [
        "Answer",
        "Canonical",
        "Check",
        "Clash",
        "FormatError",
        "Found",
        "Frame",
        "Generated",
        "Geometry",
        "GeometryError",
        "Grid",
        "Path",
        "Puzzle",
        "RandomGrids",
        "Rating",
        "Result",
        "Results",
        "Solutions",
        "SplitCount",
        "SplitEstimate",
        "SplitSolutions",
        "SquaredanceError",
        "State",
        "Status",
        "Step",
        "Transformation",
        "Verdict",
        "all_steps",
        "canonical",
        "canonical_many",
        "check",
        "count",
        "dumps",
        "equivalent",
        "explain",
        "explore",
        "generate",
        "hint",
        "is_minimal",
        "loads",
        "minimise",
        "minimise_many",
        "random_grid",
        "random_grids",
        "rate",
        "rate_many",
        "read",
        "redundant_clues",
        "solutions",
        "solve",
        "solve_many",
        "split_count",
        "split_estimate",
        "split_solutions",
        "trace",
        "true_candidates",
        "verify",
    ]
    assert all(value is not None for value in public(squaredance).values())


def test_the_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert squaredance.__version__ == version("squaredance")


@pytest.mark.parametrize("name", modules())
def test_every_module_says_what_it_is(name: str) -> None:
    module = import_module(name)
    assert module.__doc__ or Path(module.__file__ or "").read_text().strip() == ""


PUBLIC = {
    **{f"squaredance.{name}": value for name, value in public(squaredance).items()},
    **{f"squaredance.cover.{name}": value for name, value in public(cover).items()},
}


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_thing_is_documented(name: str) -> None:
    value = PUBLIC[name]
    assert value.__doc__
    for member_name, member in vars(value).items() if inspect.isclass(value) else ():
        plain = member.fget if isinstance(member, property) else member
        plain = getattr(plain, "__func__", getattr(plain, "func", plain))
        if inspect.isfunction(plain) and not member_name.startswith("_"):
            assert plain.__doc__, f"{name}.{member_name} has no docstring"


@pytest.mark.parametrize("name", [n for n in PUBLIC if inspect.isfunction(PUBLIC[n])])
def test_every_public_function_has_an_example(name: str) -> None:
    assert ">>> " in (PUBLIC[name].__doc__ or "")


def doctests() -> Iterator[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in modules():
        yield from (test for test in finder.find(import_module(name), name) if test.examples)


@pytest.mark.parametrize(
    "text",
    [
        ">>> print('12.4')\n1...\n",
        ">>> print('1  2')\n1 2\n",
        ">>> int('x')\nTraceback (most recent call last):\nValueError: something else\n",
    ],
)
def test_a_wrong_example_fails(text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, "wrong", None, None)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=lambda _: None)
    assert runner.failures == 1


@pytest.mark.parametrize("test", list(doctests()), ids=lambda test: test.name)
def test_examples(test: doctest.DocTest) -> None:
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=output.append, clear_globs=False)
    assert runner.failures == 0, "".join(output)
    assert runner.tries > 0
