"""The direction of imports: cli -> formats, render -> puzzle, solve, cover -> _core.

Read from the sources, so an import inside of a function counts as well.
"""

import ast
import re
from pathlib import Path

import pytest

import squaredance

PACKAGE = Path(squaredance.__file__).parent
ROOT = Path(__file__).parents[1]

# What each part may import beside itself; a part is a module or a folder of the package, and
# the gallery of exact cover is one of its own: it draws, `cover` does not.
# `puzzle` prints itself, so it looks up `formats` and `render` when it is printed; a cover's
# `Problem` reads and writes texts.
ALLOWED = {
    "errors": set(),
    "typed": set(),  # and all may import it
    "usual": set(),
    "windows": set(),
    "result": {"puzzle"},
    "geometry": {"errors", "_core"},
    "puzzle": {"errors", "geometry", "formats", "render"},
    "check": {"errors", "geometry", "puzzle", "symbols"},
    "replacing": set(),
    "whole": set(),
    "seed": {"errors", "whole"},
    "budget": {"errors", "whole", "_core"},
    "cpu": {"errors", "_core"},
    "sat": {"errors", "check", "puzzle", "_core"},
    "single": {"check", "geometry", "puzzle", "result", "_core"},
    "solve": {"errors", "budget", "check", "puzzle", "result", "sat", "single", "_core"},
    "trace": {"puzzle", "tracing"},
    "tracing": {"errors", "budget", "check", "geometry", "puzzle", "trace", "_core"},
    "cover": {"errors", "budget", "result", "formats", "whole", "_core"},
    "cover.examples": {"errors", "cover", "geometry", "puzzle", "symbols", "render"},
    "proof": {"errors", "budget", "puzzle", "result", "rup", "whole", "_core"},
    "rup": {"errors", "puzzle"},
    # A path writes its puzzle as text; a state is printed and drawn, as a puzzle is.
    "explain": {
        "budget", "errors", "geometry", "puzzle", "result", "solve", "symbols", "formats", "render",
        "whole", "_core",
    },
    "rate": {"puzzle", "rating"},
    "rating": {
        "errors", "budget", "explain", "formats", "geometry", "many", "puzzle", "result", "solve",
        "_core",
    },
    "generate": {"generating", "geometry", "many", "puzzle"},
    # A Generated writes its puzzle as text.
    "generating": {
        "difficulty", "errors", "budget", "explain", "formats", "geometry", "many", "puzzle",
        "rating", "result", "seed", "solve", "whole", "_core",
    },
    "canonical": {"geometry", "many", "puzzle", "transformation"},
    "transformation": {
        "errors", "budget", "geometry", "many", "puzzle", "result", "seed", "whole", "_core",
    },
    "minimise": {"puzzle", "minimising"},
    "minimising": {"errors", "budget", "geometry", "many", "minimise", "puzzle", "seed", "_core"},
    "explore": {"exploring", "many", "puzzle"},
    "exploring": {
        "errors", "budget", "explain", "geometry", "many", "puzzle", "rate", "rating", "replacing",
        "result", "seed", "solve", "whole", "_core",
    },
    # Mapping is that of a command, which stands above it: a step back, inside of a function.
    "split": {"cluster", "cover", "puzzle", "splitting"},
    "splitting": {
        "budget", "check", "cluster", "cover", "errors", "many", "puzzle", "result", "seed",
        "solve", "whole", "_core", "__init__",
    },
    "cluster": {"budget", "cpu", "errors", "replacing", "cli", "_core", "__init__"},
    "symbols": {"errors"},
    "kinds": {"geometry", "symbols", "_core"},
    "ruled": {"geometry"},
    "formats": {
        "check", "errors", "geometry", "puzzle", "result", "symbols", "cover", "ruled", "windows",
    },
    "many": {
        "errors", "budget", "cpu", "formats", "geometry", "kinds", "puzzle", "result", "solve",
        "symbols", "usual", "whole", "windows", "_core", "columns",  # when a column comes in
    },
    "columns": {
        "errors", "check", "formats", "geometry", "kinds", "many", "puzzle", "rating", "symbols",
        "transformation", "_core",
    },
    # A step is drawn from its own types; the tests below say that nothing is solved there.
    "render": {"errors", "explain", "geometry", "puzzle", "symbols", "ruled"},
    "difficulty": {"rating"},
    "sheets": {
        "budget", "difficulty", "errors", "formats", "generating", "many", "puzzle", "rate",
        "rating", "render", "result", "solve", "symbols", "whole",
    },
    "cli": {
        "errors", "check", "cover", "cpu", "explain", "formats", "generate", "generating",
        "geometry", "many", "proof",
        "difficulty", "sheets",
        "puzzle", "rate", "rating", "render", "result", "solve", "symbols", "whole", "__version__",
        "canonical", "transformation", "columns",
        "minimising", "explore", "exploring", "replacing", "seed", "web", "cluster", "split",
        "splitting",
        "kinds", "usual", "windows", "_core",  # to answer plain files
    },
    # All that the command line may, but not the command line; only its `serve` imports it.
    "web": {
        "difficulty", "errors", "check", "explain", "formats", "generate", "geometry", "generating",
        "puzzle", "rate", "rating", "result", "sheets", "solve", "symbols", "tracing",
        "__version__",
    },
    "__main__": {"cli"},
    "__init__": {
        "check", "errors", "explain", "formats", "geometry", "many", "puzzle", "rate", "rating",
        "explore", "exploring", "generate", "generating", "minimise", "result", "solve",
        "canonical", "trace", "tracing", "transformation", "split", "splitting",
    },
}  # fmt: skip
SOURCES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    if relative.parts[:2] == ("cover", "examples"):
        return "cover.examples"
    return relative.parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "squaredance":
                found |= {f"squaredance.{alias.name}" for alias in node.names}
            else:
                found.add(node.module or "")
    ours = [name.split(".") for name in found if name.split(".")[0] == "squaredance"]
    return {name[1] if len(name) > 1 else "__init__" for name in ours}


def test_there_are_sources() -> None:
    assert {part_of(path) for path in SOURCES} == set(ALLOWED)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    assert imported_parts(path) - ALLOWED[part] - {part, "typed"} == set()


def test_only_serve_imports_the_web() -> None:
    users = {path.name for path in SOURCES if "web" in imported_parts(path)}
    assert users - {path.name for path in SOURCES if part_of(path) == "web"} == {"serve.py"}


def test_formats_and_render_never_solve() -> None:
    for part in ("formats", "render"):
        assert not ALLOWED[part] & {"solve", "many", "budget", "cli", "_core"}


def test_nothing_but_the_standard_library_is_needed() -> None:
    import sys

    outside: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names.append(node.module)
            outside |= {name.split(".")[0] for name in names}
    # Of the extras `sat`, `web`, `data` and `cluster`, imported when they are asked for; the last
    # three when an object of theirs has come in.
    optional = {"pysat", "pysolvers", "starlette", "uvicorn", "pyarrow", "dask", "distributed"}
    optional |= {"polars", "pandas", "duckdb"}
    assert outside - set(sys.stdlib_module_names) - optional == {"squaredance"}


CORE = sorted(p for suffix in ("hpp", "cpp") for p in (ROOT / "core").rglob(f"*.{suffix}"))


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_core_knows_no_python_and_is_silent(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r'#include\s*[<"](Python\.h|nanobind|pybind11)', text)
    assert "Py_" not in text
    if "tests" not in path.parts and "fuzz" not in path.parts:
        code = re.sub(r"//.*", "", text)
        for word in ("printf", "std::cout", "std::cerr", "abort(", "exit(", "throw ", "catch ("):
            assert word not in code, f"{word} in {path}"


def test_only_the_bindings_know_the_core_headers_and_python() -> None:
    assert len(CORE) > 5
    for path in sorted((ROOT / "bindings").iterdir()):
        for include in re.findall(r'#include "([^"]+)"', path.read_text()):
            assert include.startswith("squaredance/") or (path.parent / include).exists()


def test_files_fit_in_a_head() -> None:
    long = {str(p.relative_to(PACKAGE)): len(p.read_text().splitlines()) for p in SOURCES}
    assert {name: lines for name, lines in long.items() if lines > 420} == {}
