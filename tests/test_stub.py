"""The stub of the native module is the one that nanobind makes of it, and mypy accepts it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import squaredance

ROOT = Path(__file__).parents[1]
STUBGEN = f"{sys.executable} -m nanobind.stubgen -p bindings/stub.txt"
STUB = ROOT / "src" / "squaredance" / "_core.pyi"


def test_the_stub_is_up_to_date(tmp_path: Path) -> None:
    pytest.importorskip("nanobind", reason="nanobind makes the stub: pip install nanobind")
    made = tmp_path / "_core.pyi"
    subprocess.run(
        [*STUBGEN.split(), "-q", "-m", "squaredance._core", "-o", made],
        check=True,
        cwd=ROOT,
    )
    # Their meaning, not their layout, which differs between versions of nanobind.
    assert ast.unparse(ast.parse(STUB.read_text())) == ast.unparse(ast.parse(made.read_text())), (
        f"the bindings changed; run: {STUBGEN} -m squaredance._core -o {STUB}"
    )


def test_the_package_is_typed() -> None:
    """As it is installed, wherever that is: a type checker looks nowhere else."""
    package = Path(squaredance.__file__).parent
    assert (package / "py.typed").is_file()
    assert (package / "_core.pyi").is_file()
