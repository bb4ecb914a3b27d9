"""The engines take the same way to the same answer, on every machine and every time."""

import json

from tests.conformance.cases import SIGNATURES
from tests.conformance.signatures import measure


def test_nodes_and_guesses_are_those_on_record() -> None:
    expected = json.loads(SIGNATURES.read_text())
    moved = {
        name: f"{expected.get(name)} -> {efforts}"
        for name, efforts in measure().items()
        if efforts != expected.get(name)
    }
    assert moved == {}, "the search changed; when it was meant to, see tests/conformance/README.md"


def test_the_same_again() -> None:
    assert measure() == measure()
