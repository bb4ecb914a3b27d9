"""Proofs that there is no (other) solution, and the checker that does not trust them."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from squaredance import FormatError, Geometry, Grid, Puzzle, SquaredanceError, Status, solve
from squaredance.proof import ProofCheck, check, prove
from tests.conformance.cases import load_cases
from tests.puzzles import (
    CLASH4,
    DOUBLE4,
    NONE4,
    UNIQUE4,
    UNIQUE4_SOLVED,
    UNIQUE9,
    candidate_puzzles,
    examples,
    pigeonholes,
)
from tests.reference import slow_solver

VALID = ProofCheck(True)
DOES_NOT_FOLLOW = "the clause does not follow by unit propagation"


def pigeons(size: int = 8, few: int = 3) -> Puzzle:
    """One cell more than values in row 1: none by counting, but no single shows it."""
    geometry = Geometry(size, None)
    masks = [(1 << few) - 1] * (few + 1) + [(1 << size) - 1] * (size * size - few - 1)
    return Puzzle(geometry, bytes(size * size), masks)


@pytest.fixture(scope="module")
def learned() -> str:
    """A proof that has to learn."""
    return prove(pigeons()).to_text()


@pytest.mark.parametrize("text", [CLASH4, NONE4])
def test_what_singles_show_needs_no_words(text: str) -> None:
    proof = prove(text)
    assert (proof.status, proof.to_text(), proof.check()) == (Status.NONE, "0\n", VALID)


@pytest.mark.parametrize("seed", [0, 1, 2, 12345])
def test_a_proof_that_learns(seed: int) -> None:
    proof = prove(pigeons(), seed=seed)
    assert proof.status is Status.NONE
    assert len(proof.to_text().splitlines()) > 3
    assert proof.check() == VALID


CASES = [c for c in load_cases() if c.puzzle.size <= 16 and c.count < 2 and not c.more]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_conformance_cases_are_proved(case) -> None:  # type: ignore[no-untyped-def]
    if "learn" in case.skip:
        pytest.skip(case.skip["learn"])
    proof = prove(case.puzzle, unique=True, timeout=60)
    assert proof.status is (Status.NONE, Status.UNIQUE)[case.count]
    if proof.solution is not None:
        assert proof.solution.values == case.solution
    assert proof.check() == VALID


@examples(150)
@given(candidate_puzzles())
def test_any_puzzle_like_the_slow_solver(puzzle: Puzzle) -> None:
    total = slow_solver.count(
        puzzle.size, puzzle.geometry.houses, puzzle.clues, puzzle.candidates, limit=2
    )
    proof = prove(puzzle, unique=True)
    assert proof.status is (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[total]
    assert proof.complete == (total < 2)
    if proof.complete:
        assert proof.check() == VALID


def test_solutions_are_not_proved_away() -> None:
    assert (prove(DOUBLE4).status, prove(DOUBLE4).text) == (Status.FOUND, "")
    twice = prove(DOUBLE4, unique=True)
    assert (twice.status, twice.text) == (Status.MULTIPLE, "")
    with pytest.raises(SquaredanceError, match="expected a proof, found the status multiple"):
        twice.check()


def test_a_proof_of_no_solution_does_not_fit_a_puzzle_that_has_one(learned: str) -> None:
    empty = Puzzle(Geometry(8, None), bytes(64))
    found = check(empty, learned)
    assert not found
    assert found.problem == DOES_NOT_FOLLOW


def test_a_proof_of_uniqueness_is_about_its_solution() -> None:
    proof = prove(UNIQUE9, unique=True)
    assert check(UNIQUE9, proof.text, solution=proof.solution) == VALID
    assert not check(UNIQUE9, proof.text)
    assert proof.solution is not None
    other = bytearray(proof.solution.values)
    other[0], other[1] = other[1], other[0]
    assert not check(UNIQUE9, proof.text, solution=Grid(proof.solution.geometry, bytes(other)))


def test_a_tampered_proof_is_rejected(learned: str) -> None:
    """A clause that says more than it may does not follow, or a later one fails."""
    assert check(pigeons(), learned) == VALID
    random = Random(3)
    lines = learned.splitlines()
    added = [i for i, line in enumerate(lines) if line[0] != "d" and len(line.split()) > 2]
    rejected = 0
    for _ in range(20):
        place = random.choice(added)
        number = random.choice(lines[place].split()[:-1])
        bad = [*lines]
        bad[place] = f"{-int(number)} 0"
        found = check(pigeons(), "\n".join(bad))
        rejected += not found
        if not found:
            assert found.line is not None
            assert found.line > place
    assert rejected >= 5  # others are true, by luck: anything follows from what cannot be
    assert check(pigeons(), "0\n") == ProofCheck(False, 1, DOES_NOT_FOLLOW)


def test_nothing_proves_away_a_solution(learned: str) -> None:
    """Whatever is in it, a proof of a puzzle that has a solution fails."""
    random = Random(4)
    empty = Puzzle(Geometry(8, None), bytes(64))
    lines = learned.splitlines()[:-1]
    for _ in range(20):
        text = "\n".join([*random.sample(lines, len(lines) // 2), "0"])
        assert not check(empty, text)


def test_a_proof_without_its_end(learned: str) -> None:
    assert learned.endswith("\n0\n")
    assert check(pigeons(), learned[:-2]) == ProofCheck(
        False, None, "expected the empty clause at the end"
    )
    assert check(pigeons(), "").problem == "expected the empty clause at the end"


def test_comments_blank_lines_and_bytes() -> None:
    assert check(CLASH4, b"c a comment\r\n\r\n  0 \r\n") == VALID


def test_dropped_clauses_are_gone(learned: str) -> None:
    """All that was learned is dropped before the end: the end does not follow any more."""
    no_units = [line for line in learned.splitlines()[:-1] if len(line.split()) > 2]
    assert no_units
    text = "\n".join([*no_units, *(f"d {line}" for line in no_units), "0"])
    assert check(pigeons(), text).problem == DOES_NOT_FOLLOW


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 0\n3 4\n", "2: expected a clause that ends with 0"),
        ("d\n", "1: expected a clause that ends with 0"),
        ("1 x 0\n", "1: expected a number, found 'x'"),
        ("\n\n0 1 0\n", "3: expected variables from 1 to 64, found '0'"),
        ("-65 0\n", "1: expected variables from 1 to 64, found '-65'"),
        ("--1 0\n", "1: expected a number, found '--1'"),
        ("\n1 \u0661 0\n", "2: expected a number, found '\u0661'"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"^{re.escape(message)}$"):
        check("1" + "." * 15, text.replace("1 2 0", "1 0"))


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(FormatError, match=r"^2: expected a proof in ASCII$"):
        check(UNIQUE4, b"1 0\n\xff 0\n")


def test_bad_arguments() -> None:
    with pytest.raises(SquaredanceError, match="expected a seed of 0 or more"):
        prove(UNIQUE4, seed=-1)
    with pytest.raises(SquaredanceError, match="expected a seed below"):
        prove(UNIQUE4, seed=2**64)
    with pytest.raises(SquaredanceError, match="expected a full grid"):
        check(UNIQUE4, "0", solution=Grid(Geometry(4), bytes(16)))


def test_limits() -> None:
    stopped = prove(pigeonholes(), max_nodes=50)
    assert (stopped.status, stopped.reason, stopped.nodes) == (Status.UNKNOWN, "nodes", 50)
    assert prove(pigeonholes(), timeout=0.05).reason == "time"


def test_write(tmp_path: Path) -> None:
    prove(CLASH4).write(tmp_path / "proof")
    assert (tmp_path / "proof").read_bytes() == b"0\n"


def test_the_solution_is_that_of_solve() -> None:
    solution = prove(UNIQUE4, unique=True).solution
    assert solution == solve(UNIQUE4).solution
    assert solution is not None
    assert "".join(map(str, solution.values)) == UNIQUE4_SOLVED


@pytest.mark.parametrize("proof", [None, 5, ["0"]])
def test_a_proof_is_a_text(proof: object) -> None:
    with pytest.raises(SquaredanceError, match="expected a proof as str or bytes"):
        check("1......2.3....4.", proof)  # type: ignore[arg-type]


def test_a_solution_may_be_a_text() -> None:
    proof = prove("1......2.3....4.", unique=True)
    assert check("1......2.3....4.", proof.text, solution="1234341243212143")
    with pytest.raises(SquaredanceError, match="expected a full grid"):
        check("1......2.3....4.", proof.text, solution="123434124321214.")


def test_a_number_of_any_length_is_told() -> None:
    with pytest.raises(FormatError, match="expected variables from 1 to 64"):
        check("1......2.3....4.", "9" * 5000 + " 0")
