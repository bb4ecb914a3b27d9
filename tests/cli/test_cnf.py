"""convert --to cnf, and a solver's answer back with --cnf; the engine sat without its extra."""

import sys
from pathlib import Path

import pytest

from squaredance import loads
from squaredance.formats.cnf import to_cnf
from tests.cli.conftest import Run

LINE = "1......2.3....4."
MODEL = "s SATISFIABLE\nv 1 6 11 16 19 24 25 30 36 39 42 45 50 53 60 63 0\n"


@pytest.fixture
def cnf(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.cnf"
    path.write_text(to_cnf(loads(LINE)))
    return path


def test_there_and_back(run: Run, cnf: Path) -> None:
    assert run("convert", "--to", "cnf", stdin=LINE) == (0, cnf.read_text(), "")
    assert run("convert", "--to", "line", cnf) == (0, LINE + "\n", "")
    assert run("solve", cnf, "--to", "line") == (0, "1234341243212143\n", "")


def test_extra_houses_and_boxes_can_be_said(run: Run) -> None:
    json = '{"size": 4, "box": null, "clues": "1......2.3....4.", "extra": [[0, 5, 10, 15]]}\n'
    ran = run("convert", "--to", "cnf", stdin=json)
    assert run("convert", "--to", "json", stdin=ran.out) == (0, json, "")


def test_one_puzzle_only(run: Run) -> None:
    ran = run("convert", "--to", "cnf", stdin=f"{LINE}\n{LINE}\n")
    assert (ran.code, ran.out) == (2, to_cnf(loads(LINE)))
    assert ran.err == "squaredance: expected one puzzle for cnf, which holds no more, found two\n"


def test_models(run: Run, cnf: Path, tmp_path: Path) -> None:
    answers = []
    for number, text in enumerate((MODEL, "s UNSATISFIABLE\n")):
        answers.append(tmp_path / f"{number}.out")
        answers[-1].write_text(text)
    ran = run("convert", "--cnf", cnf, "--to", "line", *answers)
    assert ran == (1, f"1234341243212143\n{LINE} # no solution\n", "")
    ran = run("convert", "--cnf", cnf, "--to", "line", "--to-symbols", "letters", stdin=MODEL)
    assert ran == (0, "ABCDCDABDCBABADC\n", "")


def test_a_bad_model_has_its_place(run: Run, cnf: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.out"
    bad.write_text(MODEL.replace("63 0", "64 0"))
    error = f"squaredance: {bad}:2: expected a solution, found that 4 stands 2 times in row 4: "
    ran = run("convert", "--cnf", cnf, "--to", "line", bad)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(error)
    ran = run("convert", "--cnf", cnf, "--to", "line", "--keep-going", bad, "-", stdin=MODEL)
    assert (ran.code, ran.out) == (3, "1234341243212143\n")


def test_bad_clauses(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "none.cnf"
    ran = run("convert", "--cnf", missing, "--to", "line", stdin=MODEL)
    assert ran == (
        3,
        "",
        f"squaredance: {missing}: expected a readable file, found: No such file or directory\n",
    )
    missing.write_text("")
    ran = run("convert", "--cnf", missing, "--to", "line", stdin=MODEL)
    assert ran == (3, "", f"squaredance: {missing}: expected a puzzle, found none\n")


def test_options_that_do_not_go_with_it(run: Run, cnf: Path) -> None:
    ran = run("convert", "--cnf", cnf, "--size", "4", "--to", "line", stdin=MODEL)
    assert (ran.code, ran.out) == (2, "")
    assert "--cnf sets the input" in ran.err


def test_sat_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    assert run("solve", "--engine", "sat", stdin=LINE) == (
        2,
        "",
        "squaredance: expected python-sat for the engine sat, found none: "
        "install it with pip install 'squaredance[sat]'\n",
    )


def test_sat(run: Run) -> None:
    pytest.importorskip("pysolvers", reason="the extra sat is not installed")
    assert run("solve", "--engine", "sat", stdin=LINE) == (0, "1234341243212143\n", "")
    assert run("count", "--engine", "sat", stdin="." * 16) == (0, "288\n", "")
