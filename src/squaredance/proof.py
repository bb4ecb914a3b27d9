"""Proofs: that a puzzle has no solution, or no other one, in a form that others can check.

The proof is in the text form of DRAT, over the formula that ``squaredance convert --to cnf``
writes; `rup` checks it here, and programs such as drat-trim elsewhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from squaredance import _core
from squaredance.budget import Budget, check_whole, stop_reason
from squaredance.errors import FormatError, SquaredanceError
from squaredance.puzzle import Grid, Puzzle, PuzzleLike, as_puzzle
from squaredance.result import Status
from squaredance.rup import Checker, ProofCheck, check_lines, read_lines
from squaredance.whole import written

__all__ = ["Proof", "ProofCheck", "check", "prove"]


class Proof(NamedTuple):
    """What `prove` found.

    ``status`` NONE: ``text`` proves that there is no solution. UNIQUE: it proves that there is
    none but ``solution``. FOUND or MULTIPLE: there are solutions, and nothing is proved. UNKNOWN:
    stopped early, ``reason`` says by what.
    """

    puzzle: Puzzle
    status: Status
    solution: Grid | None
    text: str
    nodes: int
    seconds: float
    reason: str | None

    @property
    def complete(self) -> bool:
        """Whether ``text`` proves the status."""
        return self.status in (Status.NONE, Status.UNIQUE)

    def to_text(self) -> str:
        """The proof in the text form of DRAT; an error when nothing is proved."""
        if not self.complete:
            raise SquaredanceError(f"expected a proof, found the status {self.status}")
        return self.text

    def write(self, path: str | Path) -> None:
        """Writes the proof to a file."""
        Path(path).write_text(self.to_text(), encoding="ascii")

    def check(self) -> ProofCheck:
        """Checks the proof with code that is not the engine's."""
        return check(self.puzzle, self.to_text(), solution=self.solution)


def prove(
    puzzle: PuzzleLike,
    *,
    unique: bool = False,
    seed: int = 0,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Proof:
    """Prove that a puzzle has no solution; with ``unique``, that it has no second one.

    The whole proof is in memory: about 200 bytes for each clause that is learned.

    >>> proof = prove("2..1....4.....3.")
    >>> print(proof.status, proof.check().valid)
    none True
    >>> print(prove("1......2.3....4.", unique=True).status)
    unique
    """
    puzzle = as_puzzle(puzzle)
    seed = check_whole(seed, 0, "a seed")
    if seed >= 1 << 64:
        raise SquaredanceError(f"expected a seed below 2**64, found {written(seed)}")
    budget = Budget(timeout, max_nodes)
    search = _core.Search(
        puzzle.geometry.core, puzzle.clues, "learn", puzzle.candidates, seed=seed, proof=True
    )
    solution: Grid | None = None
    outcome = budget.next(search)
    if outcome == _core.SOLUTION:
        solution = Grid(puzzle.geometry, search.solution())
        status = Status.FOUND
        if unique:
            outcome = budget.next(search)
            status = Status.MULTIPLE if outcome == _core.SOLUTION else Status.UNIQUE
    else:
        status = Status.NONE
    reason = stop_reason(outcome)
    if reason:
        status = Status.UNKNOWN
    text = search.take_proof().decode("ascii")
    if status not in (Status.NONE, Status.UNIQUE):
        text = ""
    return Proof(puzzle, status, solution, text, budget.nodes, budget.seconds, reason)


def check(
    puzzle: PuzzleLike, proof: str | bytes, *, solution: PuzzleLike | None = None
) -> ProofCheck:
    """Check a DRAT proof that the puzzle has no solution, or none but the given one.

    Every added clause must follow by unit propagation (so resolution asymmetric tautologies,
    which DRAT allows beside, are not accepted). A text that is no proof at all is a FormatError.

    >>> check("11..............", "0")
    ProofCheck(valid=True, line=None, problem=None)
    >>> check("................", "1 0\\n0").problem
    'the clause does not follow by unit propagation'
    """
    puzzle = as_puzzle(puzzle)
    n = puzzle.size
    if not isinstance(proof, str | bytes):
        raise SquaredanceError(f"expected a proof as str or bytes, found {type(proof).__name__}")
    lines = read_lines(_decoded(proof) if isinstance(proof, bytes) else proof, n**3)
    checker = Checker(puzzle)
    if solution is not None:
        grid = as_puzzle(solution)
        if grid.geometry != puzzle.geometry or 0 in grid.clues:
            raise SquaredanceError("expected a full grid with the geometry of the puzzle")
        checker.add(-(cell * n + value) for cell, value in enumerate(grid.clues))
    return check_lines(checker, lines)


def _decoded(proof: bytes) -> str:
    try:
        return proof.decode("ascii")
    except UnicodeDecodeError as error:
        line = proof[: error.start].count(b"\n") + 1
        raise FormatError("expected a proof in ASCII", line=line) from None
