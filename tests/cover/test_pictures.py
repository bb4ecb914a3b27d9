"""The pictures of the documents: each shows a cover, and is what the code draws today."""

from collections import Counter
from pathlib import Path

import pytest

from squaredance.cover import Colored, Problem
from squaredance.cover.examples.pictures import PICTURES, pictured

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def is_cover(problem: Problem, options: list[int]) -> bool:
    """By counting, no engine involved."""
    chosen = [problem.options[option] for option in options]
    plain = Counter(item for option in chosen for item in option if not isinstance(item, Colored))
    bounds = problem.bounds
    primary = all(
        least <= plain[item] <= most
        for item in problem.primary
        for least, most in [bounds.get(item, (1, 1))]
    )
    colored = {item for option in chosen for item in option if isinstance(item, Colored)}
    one_color = len({item.item for item in colored}) == len(colored)
    secondary = all(plain[item] <= 1 for item in problem.secondary)
    mixed = any(plain[item.item] for item in colored)
    return primary and one_color and secondary and not mixed


@pytest.mark.parametrize("name", PICTURES)
def test_it_shows_a_cover(name: str) -> None:
    example, options = pictured(name)
    assert is_cover(example.problem, options)
    assert not is_cover(example.problem, options[1:])


@pytest.mark.parametrize("name", PICTURES)
def test_the_file_is_what_the_code_draws(name: str) -> None:
    """If not: python -m squaredance.cover.examples docs/pictures, and look at them."""
    example, options = pictured(name)
    assert (FOLDER / f"{name}.svg").read_text() == example.picture(options) + "\n"


def test_every_picture_is_shown_on_the_page() -> None:
    page = (FOLDER.parent / "cover-gallery.md").read_text()
    assert [name for name in PICTURES if f"](pictures/{name}.svg)" not in page] == []
    assert {path.stem for path in FOLDER.iterdir()} == set(PICTURES)
