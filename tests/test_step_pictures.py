"""Pictures of steps, the page of a solve, and the pages of the techniques."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from squaredance import Geometry, Puzzle, State, Step, all_steps, explain, verify
from squaredance.explain import technique_names
from squaredance.explain.catalog import entry
from squaredance.render.marked_svg import Arrow, Mark, Marks, marked_svg
from squaredance.render.solve_html import solve_html
from squaredance.render.step_svg import case_count, marks_of, step_svg

SVG = "{http://www.w3.org/2000/svg}"
TECHNIQUES = Path(__file__).parents[1] / "docs" / "techniques"
PUZZLE = "..1..84..6...5...32..6...1.1.3.....5..74....2...5.9...4....1...3..8...9..1..92.6."


@pytest.fixture
def builder() -> Iterator[object]:
    sys.path.insert(0, str(TECHNIQUES))
    try:
        import build  # type: ignore[import-not-found]

        yield build
    finally:
        sys.path.remove(str(TECHNIQUES))


@pytest.mark.parametrize("size", [1, 4, 6, 9, 12, 16, 25])
def test_every_candidate_is_shown(size: int) -> None:
    geometry = Geometry(size)
    masks = [(1 << size) - 1] * (size * size)
    values = bytes([1]) + bytes(size * size - 1)
    root = ElementTree.fromstring(marked_svg(geometry, values, masks))
    assert len(list(root.iter(f"{SVG}text"))) == 1 + (size * size - 1) * size


def test_marks_are_drawn() -> None:
    marks = Marks(
        houses={0: Mark.BASE},
        cells={5: Mark.COVER},
        candidates={(1, 2): Mark.STRUCK, (2, 3): Mark.PLACED},
        arrows=[Arrow((1, 2), (2, 3)), Arrow((1, 2), (2, 3)), Arrow((2, 3), (15, 4), strong=True)],
    )
    root = ElementTree.fromstring(marked_svg(Geometry(4), bytes(16), [15] * 16, marks))
    assert len(list(root.iter(f"{SVG}rect"))) == 1 + 4 + 1  # paper, the row, the cell
    assert len(list(root.iter(f"{SVG}circle"))) == 2 + 1  # spots, the ring
    paths = [path.get("d", "") for path in root.iter(f"{SVG}path")]
    assert sum("Q" in path for path in paths) == 2  # the same arrow once


def test_conclusions_of_steps_are_marked() -> None:
    path = explain(PUZZLE, scale="hodoku")
    for step, state in zip(path.steps, path.states, strict=False):
        marks = marks_of(step, state)
        assert all(marks.candidates[c] is Mark.STRUCK for c in step.eliminations)
        assert all(marks.candidates[c] is Mark.PLACED for c in step.placements)
        ElementTree.fromstring(step_svg(step, state))


def chains() -> Iterator[tuple[Step, State]]:
    """Steps that are chains with several cases."""
    for scale in ("se121", "hodoku"):
        path = explain(PUZZLE, scale=scale)
        for step, state in zip(path.steps, path.states, strict=False):
            if not step.placements:
                found = all_steps(state, scale=scale)
                yield from ((one, state) for one in found if case_count(one) > 1)


def test_a_case_of_a_chain_by_itself() -> None:
    found = list(islice(chains(), 10))
    assert len(found) == 10
    for step, state in found:
        whole = marks_of(step, state)
        parts = [marks_of(step, state, case) for case in range(case_count(step))]
        assert {a for part in parts for a in part.arrows} == set(whole.arrows)
        assert any(len(part.arrows) < len(whole.arrows) for part in parts)


def test_the_page_of_a_solve() -> None:
    path = explain(PUZZLE)
    page = solve_html(path, "A & B")
    assert "<title>A &amp; B</title>" in page
    assert page.count("<section id=") == len(path.steps)
    assert "<script" not in page
    for picture in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(picture)


def test_the_page_of_a_puzzle_without_a_way() -> None:
    page = solve_html(explain("................"))
    assert "several solutions" in page
    assert page.count("<section") == 2


def test_every_technique_has_a_text(builder) -> None:  # type: ignore[no-untyped-def]
    texts = builder.read_texts()
    assert set(technique_names()) == texts.keys()


@pytest.mark.long
def test_examples_are_steps_that_hold(builder) -> None:  # type: ignore[no-untyped-def]
    for name, example in builder.read_examples().items():
        step = example.step()
        assert step.technique == name
        assert verify(step, example.state), name
        assert example == builder.example_of(step, example.state)


def test_pages_are_what_the_builder_makes(builder, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    made = builder.build(tmp_path)
    for path in made:
        kept = TECHNIQUES / path.relative_to(tmp_path)
        assert kept.read_text() == path.read_text(), f"{kept.name}: run docs/techniques/build.py"
    kept_pages = {path.name for path in TECHNIQUES.glob("*.md")} - {"texts.md"}
    assert kept_pages == {path.name for path in made if path.suffix == ".md"}


def test_links_of_the_pages_lead_somewhere() -> None:
    for page in TECHNIQUES.glob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_pages_that_hints_name_exist(builder) -> None:  # type: ignore[no-untyped-def]
    for name in builder.read_texts():
        assert (TECHNIQUES.parents[1] / entry(name).page).exists()


def test_a_picture_shows_clues_in_bold() -> None:
    state = State(Puzzle.from_text("1......2.3....4."))
    step = explain(state.puzzle).steps[0]
    assert 'font-weight="bold"' in step_svg(step, state)
