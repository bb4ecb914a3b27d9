"""Every set of instructions that the processor has gives the same answers, from Python too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from squaredance import SquaredanceError, cpu, solve, solve_many
from tests.puzzles import UNIQUE9

EMPTY = "." * 81
FEW = f"{UNIQUE9}\n{EMPTY}\n11{EMPTY[2:]}\n12{EMPTY[2:]}\n" * 10
MANY = FEW * 50


@pytest.fixture(params=cpu.levels())
def level(request: pytest.FixtureRequest) -> Iterator[str]:
    before = cpu.level()
    cpu.use(request.param)
    yield request.param
    cpu.use(before)


@pytest.mark.parametrize("text", [FEW, MANY], ids=["few", "many"])
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_all_levels_solve_alike(level: str, text: str, limit: int) -> None:
    assert cpu.level() == level
    here = solve_many(text, limit=limit, threads=2)
    cpu.use("portable")
    there = solve_many(text, limit=limit, threads=1)
    assert (here.solutions, here.counts) == (there.solutions, there.counts)


def test_all_levels_solve_one_alike(level: str) -> None:
    for puzzle in FEW.split()[:4]:
        cpu.use(level)
        here = solve(puzzle, unique=True)
        cpu.use("portable")
        assert here.replace(seconds=0.0) == solve(puzzle, unique=True).replace(seconds=0.0)


def test_a_level_that_is_not_there() -> None:
    with pytest.raises(SquaredanceError, match="level"):
        cpu.use("abacus")


@pytest.mark.parametrize(
    ("wanted", "used"), [("portable", "portable"), ("abacus", cpu.levels()[-1])]
)
def test_the_environment_chooses(wanted: str, used: str) -> None:
    command = [sys.executable, "-c", "from squaredance import cpu; print(cpu.level())"]
    done = subprocess.run(
        command, env={**os.environ, "SQUAREDANCE_CPU": wanted}, capture_output=True, text=True
    )
    assert done.stdout.strip() == used
