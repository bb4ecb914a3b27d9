"""A seed gives what it gave before."""

import json

from tests.conformance.seeds import PATH, written


def test_seeds_give_what_they_gave() -> None:
    """A change that means to change them runs `python -m tests.conformance.seeds` and says so."""
    assert written() == json.loads(PATH.read_text())
