"""squaredance prove."""

from pathlib import Path

from tests.cli.conftest import Run
from tests.puzzles import CLASH4, DOUBLE4, NONE4, UNIQUE4, UNIQUE9


def test_no_solution_is_proved(run: Run) -> None:
    assert run("prove", stdin=f"{NONE4}\n{CLASH4}\n") == (
        0,
        "none: proved in 1 lines\nnone: proved in 1 lines\n",
        "",
    )


def test_there_is_one(run: Run) -> None:
    assert run("prove", stdin=UNIQUE4) == (4, "found: not proved\n", "")


def test_unique(run: Run) -> None:
    ran = run("prove", "--unique", stdin=f"{UNIQUE4}\n{DOUBLE4}\n")
    assert ran == (4, "unique: proved in 1 lines\nmultiple: not proved\n", "")
    assert run("prove", "--unique", stdin=NONE4) == (1, "none: proved in 1 lines\n", "")


def test_written_and_checked(run: Run, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof")
    assert run("prove", "--unique", "--proof", proof, stdin=UNIQUE9).code == 0
    assert run("prove", "--unique", "--check", proof, stdin=UNIQUE9) == (0, "valid\n", "")
    ran = run("prove", "--check", proof, stdin=UNIQUE9)
    assert ran.code == 1
    assert ran.out.startswith("not valid: line ")


def test_checked_against_another_puzzle(run: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    proof.write_text("0\n")
    assert run("prove", "--check", str(proof), stdin=CLASH4) == (0, "valid\n", "")
    assert run("prove", "--check", str(proof), stdin=UNIQUE4) == (
        1,
        "not valid: line 1: the clause does not follow by unit propagation\n",
        "",
    )
    assert run("prove", "--unique", "--check", str(proof), stdin=CLASH4) == (
        1,
        "not valid: no solution was found that could be the only one\n",
        "",
    )


def test_a_bad_proof_names_its_line(run: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    proof.write_text("c\n1 2\n")
    ran = run("prove", "--check", str(proof), stdin=UNIQUE4)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"squaredance: {proof}:2: expected a clause that ends with 0\n"
    ran = run("prove", "--check", str(tmp_path / "no"), stdin=UNIQUE4)
    assert (ran.code, ran.err) == (
        3,
        f"squaredance: {tmp_path / 'no'}: No such file or directory\n",
    )


def test_one_puzzle_for_one_proof(run: Run, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof")
    ran = run("prove", "--proof", proof, stdin=f"{CLASH4}\n{CLASH4}\n")
    assert ran.code == 2
    assert ran.err == "squaredance: expected one puzzle with --proof or --check, found more\n"
    ran = run("prove", "--proof", proof, "--check", proof, stdin=CLASH4)
    assert (ran.code, ran.err) == (2, "squaredance: expected --proof or --check, found both\n")


def test_limits(run: Run) -> None:
    assert run("prove", "--max-nodes", "0", stdin=UNIQUE4) == (124, "unknown: out of nodes\n", "")
