"""Keys of the page: other layouts, letters as values, numbers, and keys that belong elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.web.driving import click, content, line, new_grid, selected

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]

PUZZLE = "9......2.5...7.918....52....9.72...1.6.....4.4...81.5....13....184.6...7.3......6"


def press_as(page: Page, key: str, code: str, **held: bool) -> None:
    """A key of another layout: what is printed on it, and its place."""
    page.evaluate(
        """([key, code, held]) => document.body.dispatchEvent(new KeyboardEvent(
             "keydown", { key, code, bubbles: true, cancelable: true, ...held }))""",
        [key, code, held],
    )


def mode(page: Page) -> str:
    return str(page.evaluate("app.game.mode"))


def test_mode_keys_are_what_is_printed_on_them(open_page: Opener) -> None:
    page = open_page()
    page.keyboard.press("x")
    press_as(page, "z", "KeyY")  # a German keyboard
    assert mode(page) == "value"
    press_as(page, "c", "KeyC")
    assert mode(page) == "centre"
    press_as(page, "я", "KeyZ")  # a Russian one: by its place
    assert mode(page) == "value"
    click(page, 1)
    page.keyboard.press("4")
    press_as(page, "z", "KeyY", ctrlKey=True)
    assert line(page) == PUZZLE
    press_as(page, "н", "KeyY", ctrlKey=True)
    assert line(page)[1] == "4"


@pytest.mark.parametrize("size", [16, 25])
def test_marks_of_letters(open_page: Opener, size: int) -> None:
    page = open_page()
    new_grid(page, size)
    click(page, 0)
    for letter in "acdntw"[: 4 if size == 16 else 6]:
        page.keyboard.press(f"Alt+{letter}")
        page.keyboard.press(f"Shift+{letter}")
    expected = [1, 3, 4, 14, 20, 23][: 4 if size == 16 else 6]
    assert content(page, 0)["centre"] == content(page, 0)["corner"] == expected
    page.keyboard.press("Control+9")
    assert 9 in content(page, 0)["centre"]
    press_as(page, "å", "KeyB", altKey=True)  # a Mac
    assert 2 in content(page, 0)["centre"]
    assert mode(page) == "value"


def test_letters_that_are_no_values_choose_modes(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 16)
    page.keyboard.press("x")
    assert mode(page) == "corner"
    page.keyboard.press("v")
    assert mode(page) == "color"
    page.keyboard.press("c")  # no value while colors are entered
    assert mode(page) == "centre"
    click(page, 0)
    page.keyboard.press("c")
    assert content(page, 0)["centre"] == [3]
    page.keyboard.press("z")
    assert mode(page) == "value"
    page.keyboard.down("Alt")
    pressed = page.locator(".mode[aria-pressed=true]")
    assert pressed.inner_text() == "Centre"
    page.keyboard.up("Alt")
    assert pressed.inner_text() == "Value"


def test_zero_erases_numbers_and_is_the_second_digit(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 25)
    page.evaluate("app.setSetting('symbols', 'numbers')")
    click(page, 0)
    page.keyboard.press("2")
    page.keyboard.press("0")
    assert content(page, 0)["value"] == 20
    page.keyboard.press("0")
    assert content(page, 0)["value"] == 0
    page.keyboard.press("Control+z")
    assert content(page, 0)["value"] == 20


def test_home_and_end_on_a_tab_stay_there(open_page: Opener) -> None:
    page = open_page()
    click(page, 40)
    page.locator("#tab-hint").focus()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.id") == "tab-export"
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.id") == "tab-solve"
    assert selected(page) == [40]
    page.locator("#board").focus()
    page.keyboard.press("End")
    assert selected(page) == [44]
