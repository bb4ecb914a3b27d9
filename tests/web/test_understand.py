"""The panels that solve and explain, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from squaredance import Puzzle, explain, solve
from squaredance.explain.strengths import strengths
from squaredance.symbols import named_symbols
from tests.web.conftest import Served
from tests.web.driving import click, content, line, paste, until, wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    Opener = Callable[..., Page]

PUZZLE = "9......2.5...7.918....52....9.72...1.6.....4.4...81.5....13....184.6...7.3......6"
# A swordfish and forcing chains in the scale se121: docs/techniques/examples.txt.
HARD = "...12..85......6.1..8...43..294....3....7....5....924..83...9..4.2......96..87..."
# squaredance generate --technique als-xz --scale hodoku --seed 1
ALS = "020100960040000080009000500075390200000400007000002058800000600300060010060020000"
CURRENT = ".steps [aria-current=step]"


def panel(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def press(page: Page, name: str) -> None:
    page.locator(".panel:not([hidden])").get_by_role("button", name=name, exact=True).click()


def explained(open_page: Opener, puzzle: str, **options: Any) -> Page:
    page = open_page(**options)
    paste(page, puzzle)
    wait_for_text(page, "#status", "Read")
    panel(page, "Explain")
    press(page, "Explain")
    page.locator(CURRENT).wait_for()
    return page


def go_to(page: Page, technique: str) -> None:
    """The first step of that title."""
    titles = page.locator(".steps button span:first-child")
    page.locator(".steps button").nth(titles.all_inner_texts().index(technique)).click()
    assert page.locator(CURRENT).inner_text().startswith(technique)


def marks(page: Page, layer: str, kind: str) -> int:
    return page.locator(f".layer-{layer} .mark-{kind}").count()


def test_steps_forward_and_back(open_page: Opener) -> None:
    page = explained(open_page, PUZZLE)
    path = explain(PUZZLE)
    assert page.locator(".steps li").count() == len(path.steps)
    assert line(page) == PUZZLE
    assert page.locator(".told p").inner_text() == strengths(path.steps[0]).why
    assert marks(page, "step", "placed") == 1
    assert page.locator(".layer-step .shade-house-base").count() == 1
    page.keyboard.press(".")
    assert page.locator(".place").inner_text() == f"2 of {len(path.steps)}"
    cell, value = path.steps[0].placements[0]
    assert line(page)[cell] == str(value)
    page.keyboard.press(",")
    assert line(page) == PUZZLE
    page.get_by_role("button", name="The end").click()
    solution = solve(PUZZLE).solution
    assert solution is not None
    assert line(page) == "".join(map(str, solution.values))
    assert page.evaluate("app.game.values.filter(Boolean).length") == 81 - PUZZLE.count(".")
    page.keyboard.press("Escape")
    assert line(page) == PUZZLE, "the game was never touched"


def test_every_step_leaves_what_the_library_says(open_page: Opener) -> None:
    """The page applies steps itself; here beside the states of the library, the whole path."""
    page = explained(open_page, HARD)
    for number, state in enumerate(explain(HARD).states):
        values, candidates = page.evaluate("[app.board.view.values, app.board.view.candidates]")
        assert values == list(state.values), number
        expected = [list(state.values_of(cell)) for cell in range(81)]
        assert [c if not v else [] for v, c in zip(values, candidates, strict=True)] == [
            c if not v else [] for v, c in zip(values, expected, strict=True)
        ], number
        page.keyboard.press(".")


def test_evidence_of_a_fish_and_a_chain(open_page: Opener) -> None:
    page = explained(open_page, HARD)
    go_to(page, "Swordfish")
    assert page.locator(".layer-step .shade-house-base").count() == 3
    assert page.locator(".layer-step .shade-house-cover").count() == 3
    assert marks(page, "step", "base") >= 6
    assert marks(page, "step", "struck") == 1
    go_to(page, "Cell forcing chains")
    assert page.locator(".layer-step .arrow-on").count() > 2
    assert page.locator(".layer-step .arrow-off").count() > 2
    assert marks(page, "step", "on") > 2
    assert page.locator(".told p").count() > 5, "the links of the chain, a line each"
    every = page.locator(".layer-step .arrow").count()
    page.get_by_label("Of its chains").select_option("0")
    assert 0 < page.locator(".layer-step .arrow").count() < every
    panel(page, "Solve")
    assert page.locator(".layer-step .arrow").count() == 0, "evidence goes with its panel"
    assert line(page) == HARD


def test_evidence_of_almost_locked_sets(open_page: Opener) -> None:
    page = explained(open_page, ALS)
    page.get_by_label("Scale").select_option("hodoku")
    wait_for_text(page, ".steps", "ALS-XZ")
    go_to(page, "ALS-XZ")
    assert page.locator(".layer-step .shade-base").count() >= 3
    assert marks(page, "step", "base") >= 4
    assert marks(page, "step", "struck") >= 1


def test_apply_up_to_a_step_and_back(open_page: Opener) -> None:
    page = explained(open_page, HARD)
    go_to(page, "Swordfish")
    number = int(page.locator(".place").inner_text().split()[0])
    press(page, "Apply up to here")
    after = list(explain(HARD).states)[number]
    assert page.evaluate("app.game.values") == list(after.values)
    found = page.evaluate("app.game.content.map((_, cell) => app.game.candidates(cell))")
    expected = [[] if after.values[c] else list(after.values_of(c)) for c in range(81)]
    assert found == expected
    page.locator(".steps button").first.click()
    press(page, "Apply up to here")
    assert page.evaluate("app.game.values.filter(Boolean).length") <= 82 - HARD.count(".")
    page.keyboard.press("Control+z")
    assert page.evaluate("app.game.values") == list(after.values)
    page.keyboard.press("Control+z")
    assert line(page) == HARD


def test_explain_from_here(open_page: Opener) -> None:
    page = open_page()
    solution = solve(PUZZLE).solution
    assert solution is not None
    page.evaluate("(v) => app.game.place([...v.entries()].slice(0, 60))", list(solution.values))
    panel(page, "Explain")
    press(page, "From here")
    page.locator(CURRENT).wait_for()
    assert page.locator(".steps li").count() < 21
    assert line(page)[:60] == "".join(map(str, solution.values))[:60]


def test_large_and_small_sizes_are_explained(open_page: Opener) -> None:
    page = open_page("#s=4&p=1f2a3d4a")
    panel(page, "Explain")
    press(page, "Explain")
    page.locator(CURRENT).wait_for()
    page.get_by_role("button", name="The end").click()
    assert "." not in line(page)


def test_hints_in_three_strengths(open_page: Opener) -> None:
    page = open_page()
    panel(page, "Hint")
    told = strengths(explain(PUZZLE).steps[0])
    output = "#panel-hint .output"
    press(page, "Where")
    wait_for_text(page, output, told.where)
    assert page.locator(output).inner_text() == told.where
    assert page.locator(".layer-hint .shade-where").count() == 1
    assert page.locator(".layer-hint .ring").count() == 0
    press(page, "What")
    wait_for_text(page, output, told.what)
    assert page.locator(".layer-hint .ring").count() == 1
    press(page, "Why")
    wait_for_text(page, output, told.why)
    assert marks(page, "hint", "placed") == 1
    press(page, "Apply")
    cell, value = explain(PUZZLE).steps[0].placements[0]
    until(page, f"app.game.value({cell}) === {value}")
    assert page.locator(".layer-hint .mark").count() == 0


def test_sentences_have_the_symbols_of_the_page(open_page: Opener) -> None:
    page = open_page()
    solution = solve("." * 144).solution
    assert solution is not None
    puzzle = Puzzle(solution.geometry, bytes([0]) + bytes(solution.values[1:]))
    page.evaluate("(values) => app.open({ size: 12, values })", list(puzzle.values))
    first = explain(puzzle).steps[0]
    for setting, name in (("letters", "letters"), ("1-9A", "1-9A"), ("numbers", "decimal")):
        page.evaluate("(name) => app.setSetting('symbols', name)", setting)
        told = strengths(first, named_symbols(name, 12))
        panel(page, "Hint")
        press(page, "What")
        wait_for_text(page, "#panel-hint .output", told.what)
        panel(page, "Explain")
        press(page, "Explain")
        wait_for_text(page, ".told", told.why)


@pytest.mark.parametrize("question", ["hint", "explain"])
def test_symbols_that_cannot_be_are_refused(server: Served, question: str) -> None:
    response = server.ask(question, puzzle=PUZZLE, symbols="12")
    assert response.status_code == 400
    assert response.json()["error"]["place"] == "/symbols"


def test_a_hint_for_a_wrong_game_tells_which_only_when_asked(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("7")
    panel(page, "Hint")
    press(page, "Where")
    wait_for_text(page, "#panel-hint .output", "something on the board is not in the solution")
    assert "R1C2" not in page.locator("#panel-hint .output").inner_text()
    press(page, "Show which")
    wait_for_text(page, "#panel-hint .output", "R1C2=7 is not in the solution")
    assert page.locator(".layer-hint .ring-bad").count() == 1
    assert content(page, 1)["value"] == 7


def test_ratings(open_page: Opener) -> None:
    page = open_page()
    press(page, "Rate")
    wait_for_text(page, "#panel-solve .output", "2.6, medium, hardest: Pointing")
    assert page.locator("#panel-solve .output tr").count() == 3


@pytest.mark.parametrize(("size", "difficulty"), [(9, "easy"), (4, "easy")])
def test_generate(open_page: Opener, size: int, difficulty: str) -> None:
    page = open_page()
    panel(page, "Generate")
    form = page.locator("#panel-generate")
    form.get_by_label("Size").select_option(str(size))
    form.get_by_label("Difficulty").select_option(difficulty)
    form.get_by_label("Symmetry").select_option("rotate180")
    form.get_by_label("Seed").fill("5")
    press(page, "Generate")
    wait_for_text(page, "#panel-generate .output", "Seed 5.", 20)
    assert f", {difficulty}, " in page.locator("#panel-generate .output").inner_text()
    made = line(page)
    assert len(made) == size * size
    assert solve(made, unique=True).status.value == "unique"
    assert [c == "." for c in made] == [c == "." for c in reversed(made)]
    page.keyboard.press("Control+z")
    assert line(page) == PUZZLE


def test_a_wish_that_was_not_met_is_said(open_page: Opener) -> None:
    page = open_page()
    answer = {"is_met": False, "seed": 1, "tries": 9, "reason": "the time was up after 9 tries"}
    page.route("**/api/generate", lambda route: route.fulfill(json=answer))
    panel(page, "Generate")
    press(page, "Generate")
    wait_for_text(page, "#panel-generate .output", "Not as wished: the time was up after 9 tries.")
    assert line(page) == PUZZLE


def test_race(open_page: Opener) -> None:
    page = open_page()
    engines = page.evaluate("app.about.engines")
    panel(page, "Race")
    press(page, "Race")
    until(page, f"document.querySelectorAll('.race .bar').length === {2 * len(engines)}", 30)
    names = page.locator(".race tbody th").all_inner_texts()
    assert names == engines
    assert page.locator(".race tbody td").filter(has_text="one solution").count() == len(engines)


def without(route: Route, *questions: str) -> None:
    about = route.fetch().json()
    about["questions"] = [name for name in about["questions"] if name not in questions]
    route.fulfill(body=json.dumps(about), content_type="application/json")


def test_what_the_server_cannot_do_is_absent(open_page: Opener, browser: Any) -> None:
    context = browser.new_context()
    gone = ("hint", "explain", "rate", "generate", "count")
    context.route("**/api/about", lambda route: without(route, *gone))
    page = open_page(context=context)
    tabs = page.get_by_role("tab").all_inner_texts()
    assert {"Hint", "Explain", "Generate"} & set(tabs) == set()
    assert {"Solve", "Race", "Export"} <= set(tabs)
    buttons = page.locator("#panel-solve").get_by_role("button").all_inner_texts()
    assert buttons == ["Solve", "Check", "True candidates"]
    page.keyboard.press(".")
    context.close()


def test_a_request_shows_that_it_runs_and_can_be_cancelled(open_page: Opener) -> None:
    page = open_page()
    page.route("**/api/explain", lambda route: None)  # never answered
    panel(page, "Explain")
    press(page, "Explain")
    wait_for_text(page, "#working", "Working")
    page.get_by_role("button", name="Cancel").click()
    wait_for_text(page, "#status", "Cancelled.")
    assert page.locator(".steps li").count() == 0


def test_errors_are_told_in_words(open_page: Opener) -> None:
    page = open_page()
    error = {"error": {"type": "bad-puzzle", "reason": "expected a digit", "cell": "R4C7"}}
    page.route("**/api/explain", lambda route: route.fulfill(status=400, json=error))
    panel(page, "Explain")
    press(page, "Explain")
    wait_for_text(page, "#status", "R4C7: expected a digit")
