"""Links, the remembered game and the way back between puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.driving import click, content, line, new_grid, paste, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]

PUZZLE = "9......2.5...7.918....52....9.72...1.6.....4.4...81.5....13....184.6...7.3......6"
LINK = "#p=9f2a5c7a918d52d9a72c1a6e4a4c81a5d13d184a6c7a3f6"
CANDIDATES = {"size": 4, "values": [0] * 16, "candidates": [[1, 2]] + [[1, 2, 3, 4]] * 15}


def remembered(page: Page) -> None:
    until(page, "localStorage.getItem('squaredance.game') !== null")


def test_a_link_can_be_undone_to_the_game_of_the_last_time(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("4")
    remembered(page)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    again = open_page("#s=4&p=1o", context=page.context)
    assert line(again) == "1" + "." * 15
    again.keyboard.press("Control+z")
    assert line(again)[:3] == "94."
    again.keyboard.press("Control+z")
    assert line(again)[:3] == "94.", "and not further"
    first = open_page("#s=4&p=1o")
    assert first.evaluate("app.game.canUndo") is False


def test_a_link_with_values_is_not_mixed_with_ones_own(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+1")
    link = page.evaluate("app.link(true)").partition("#")[2]
    page.keyboard.press("7")
    paste(page, f"http://127.0.0.1/#{link}")
    assert line(page)[:4] == "94.."
    page.keyboard.press("Control+z")
    assert line(page)[:4] == "947."
    assert content(page, 2)["corner"] == [1]


def test_values_of_a_link_do_not_come_back_over_later_ones(open_page: Opener) -> None:
    page = open_page(f"{LINK}&v=a4zzza")
    assert line(page)[:3] == "94."
    assert page.evaluate("location.hash") == LINK
    click(page, 2)
    page.keyboard.press("7")
    page.reload()
    page.wait_for_selector("body.ready")
    assert line(page)[:4] == "947."


def test_candidates_of_a_link_are_shown_and_undone(open_page: Opener) -> None:
    page = open_page()
    page.evaluate("(puzzle) => app.open(puzzle)", CANDIDATES)
    link = page.evaluate("app.link()").partition("#")[2]
    assert page.evaluate("app.game.auto") is True
    page.keyboard.press("Control+z")
    assert page.evaluate("app.game.auto") is False
    assert not page.locator("#auto").is_checked()
    page.keyboard.press("Control+y")
    assert page.locator("#auto").is_checked()
    other = open_page(f"#{link}")
    assert other.locator("#cell-0 .candidates").text_content() == "12"


def test_the_time_goes_back_with_its_puzzle(open_page: Opener) -> None:
    page = open_page()
    page.evaluate("app.game.seconds = 500")
    new_grid(page, 4)
    assert page.evaluate("app.game.seconds") < 100
    page.evaluate("app.game.seconds = 300")
    page.keyboard.press("Control+z")
    assert page.evaluate("app.game.seconds") >= 500
    page.keyboard.press("Control+y")
    assert 300 <= page.evaluate("app.game.seconds") < 500


def test_the_shelf_goes_and_comes_with_its_puzzles(open_page: Opener) -> None:
    page = open_page()
    paste(page, f"{'1' + '.' * 80}\n{PUZZLE[::-1]}\n")
    page.wait_for_selector("#shelf")
    place = page.locator("#shelf span")
    page.get_by_role("button", name="Next puzzle").click()
    assert place.inner_text() == "Puzzle 2 of 2"
    page.keyboard.press("Control+z")
    assert place.inner_text() == "Puzzle 1 of 2"
    page.keyboard.press("Control+z")
    assert page.locator("#shelf").count() == 0
    page.keyboard.press("Control+y")
    assert place.inner_text() == "Puzzle 1 of 2"
    paste(page, "1..." + "." * 12)
    until(page, "app.game.size === 4")
    assert page.locator("#shelf").count() == 0
    page.keyboard.press("Control+z")
    assert page.locator("#shelf").count() == 0, "one puzzle has no shelf, and ends the one before"


def test_a_hint_is_one_change(open_page: Opener) -> None:
    page = open_page()
    page.evaluate("app.game.place([[1, 4]], [[2, 1], [2, 6]])")
    assert [content(page, 1)["value"], content(page, 2)["struck"]] == [4, [1, 6]]
    page.keyboard.press("Control+z")
    assert [content(page, 1)["value"], content(page, 2)["struck"]] == [0, []]
    assert page.evaluate("app.game.canUndo") is False


WHOLE = {"size": 4, "box": [2, 2], "extra": [], "content": [0] * 16, "given": None, "auto": False}


@pytest.mark.parametrize(
    "saved",
    [{}, {"size": 9}, {"content": [0] * 3}, {"content": [[77, 0, [], [], [], []]] + [0] * 15},
     {"content": [[1, 0, 3, [], [], []]] + [0] * 15}, {"content": [[1]] + [0] * 15},
     {"given": [1]}, {"extra": [[99]]}, {"size": 1e9}],
)  # fmt: skip
def test_a_damaged_game_is_the_first_puzzle(open_page: Opener, saved: dict[str, Any]) -> None:
    page = open_page("#s=4&p=1o")
    data = json.dumps(WHOLE | saved if saved else {})
    page.context.add_init_script(f"localStorage.setItem('squaredance.game', '{data}')")
    assert line(open_page(context=page.context)) == PUZZLE
