"""What goes wrong for people: two tabs, damaged storage, phones without Escape, other keyboards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.driving import click, line, new_grid, paste, until, wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]

ROOT = Path(__file__).parents[2]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FIRST = "9......2.5...7.918....52....9.72...1.6.....4.4...81.5....13....184.6...7.3......6"
EMPTY81 = [0] * 81


def game(**changes: object) -> str:
    """A saved game of a 9x9, damaged by ``changes``."""
    whole = {"size": 9, "box": [3, 3], "extra": [], "content": EMPTY81, "given": None}
    return json.dumps({**whole, "auto": False, **changes})


def test_true_candidates_on_a_phone_leave_the_pad(open_page: Opener) -> None:
    page = open_page(**PHONE)
    page.get_by_role("button", name="True candidates").tap()
    until(page, "document.querySelector('#board').matches('.preview')")
    page.get_by_role("button", name="Back to the game").tap()
    until(page, "!document.querySelector('#board').matches('.preview')")
    assert page.locator("#pad").is_visible()


def test_another_tab_ends_what_is_shown(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="True candidates").click()
    until(page, "document.querySelector('#board').matches('.preview')")
    page.get_by_role("tab", name="Generate").click()
    until(page, "!document.querySelector('#board').matches('.preview')")


def test_an_idle_tab_does_not_save_over_the_game_of_another(open_page: Opener) -> None:
    idle = open_page()
    busy = open_page(context=idle.context)
    click(busy, 1)
    busy.keyboard.press("1")
    busy.evaluate("dispatchEvent(new Event('pagehide'))")
    idle.evaluate("dispatchEvent(new Event('pagehide'))")
    assert line(open_page(context=idle.context))[:2] == "91"


@pytest.mark.parametrize("control", ["#auto, input[type=checkbox]", "select"])
def test_pasting_works_wherever_no_text_is_typed(open_page: Opener, control: str) -> None:
    page = open_page()
    page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)]"
        ".find((node) => node.checkVisibility())?.focus()",
        control,
    )
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text", text);
          const at = document.activeElement ?? document;
          at.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        "1......2.3....4.",
    )
    until(page, "app.game.size === 4")


@pytest.mark.parametrize(
    "saved",
    [
        game(content=[[5, 1], *EMPTY81[1:]]),
        game(content=[99, *EMPTY81[1:]]),
        game(content=["a", *EMPTY81[1:]]),
        game(content=[[None, 1], *EMPTY81[1:]]),
        game(box=[0, 9]),
        game(box=[2, 2]),
        game(extra=[[1, 2, 3]]),
        game(given=[1, 2]),
        "5",
        "{}",
        "[]",
        "{",
    ],
)
def test_a_damaged_game_gives_the_first_puzzle(open_page: Opener, saved: str) -> None:
    page = open_page()
    # The page itself would save over it when it goes.
    page.add_init_script(f"localStorage.setItem('squaredance.game', {json.dumps(saved)})")
    page.reload()
    page.wait_for_selector("body.ready")
    assert line(page) == FIRST
    assert page.locator("#pad button").count() > 9


def test_a_typed_puzzle_is_kept_by_solve(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 4)
    for cell, key in ((0, "1"), (7, "2"), (9, "3"), (14, "4")):
        click(page, cell)
        page.keyboard.press(key)
    page.get_by_role("button", name="Solve", exact=True).click()
    until(page, "app.game.values.every(Boolean)")
    page.keyboard.press("Control+z")
    until(page, "!app.game.values.every(Boolean)")
    assert line(page) == "1......2.3....4."
    assert page.evaluate("app.game.content[0].clue") == 1, "its values have become clues"


@pytest.mark.parametrize(
    ("size", "key", "code", "value"),
    [(25, "y", "KeyZ", 25), (25, "w", "KeyZ", 23), (16, "k", "KeyV", 11)],
    ids=["QWERTZ", "AZERTY", "Dvorak"],
)
def test_a_key_is_the_letter_printed_on_it(
    open_page: Opener, size: int, key: str, code: str, value: int
) -> None:
    page = open_page()
    new_grid(page, size)
    click(page, 0)
    page.evaluate(
        "([key, code]) => document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))",
        [key, code],
    )
    assert page.evaluate("app.game.values[0]") == value


def test_a_judge_file_is_opened_by_its_name(open_page: Opener) -> None:
    page = open_page()
    text = (ROOT / "examples" / "judge-uva12988.in").read_text()
    answer = page.request.post(
        page.url.partition("#")[0] + "api/read", data={"text": text, "format": "uva12988"}
    ).json()
    assert answer["puzzles"][0]["size"] == 4


def test_one_symbol_does_not_replace_the_game(open_page: Opener) -> None:
    page = open_page()
    paste(page, "x")
    wait_for_text(page, "body", "one cell")
    assert line(page) == FIRST
