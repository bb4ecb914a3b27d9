"""The three strengths of a hint: each tells more, and none is empty, whatever the technique."""

from __future__ import annotations

import re

import pytest

from squaredance import Step, hint
from squaredance.explain.sentences import sentence
from squaredance.explain.strengths import strengths
from tests.explain.puzzles import some_steps

HOUSES = r"(rows?|cols?|box|boxes|extras?) \d+((, | and )\d+)*"
CELL = r"R\d+C\d+"
STEPS = [step for step, _, _ in some_steps(1)]


@pytest.mark.parametrize("step", STEPS, ids=[step.technique for step in STEPS])
def test_every_technique(step: Step) -> None:
    told = strengths(step)
    places = rf"({HOUSES}((, | and ){HOUSES})*|{CELL}((, | and ){CELL})*)"
    assert re.fullmatch(rf"Look at {places}\.", told.where)
    assert re.search(rf"{CELL}.*\.$", told.what)
    assert told.why == sentence(step)


def test_symbols_of_the_input() -> None:
    from squaredance.symbols import named_symbols

    step = hint("1234341221434.21")
    assert step is not None
    assert strengths(step, named_symbols("letters", 4)).what == "Full house: R4C2 must be C."
