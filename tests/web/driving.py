"""What tests do to the page: look, point, press, wait."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page


def until(page: Page, expression: str, seconds: float = 10) -> None:
    """Waits until a JavaScript expression is true. (The page's policy forbids `eval`, which is how
    playwright itself would wait for it.)"""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(20)


def wait_for_text(page: Page, selector: str, text: str, seconds: float = 10) -> None:
    """Waits until an element shows this text, among others."""
    page.locator(selector).filter(has_text=text).first.wait_for(timeout=seconds * 1000)


def line(page: Page) -> str:
    """What the cells show, row by row."""
    return str(
        page.evaluate(
            "() => [...document.querySelectorAll('#board .value')]"
            ".map((node) => node.textContent || '.').join('')"
        )
    )


def cell_point(page: Page, cell: int) -> tuple[float, float]:
    """The middle of a cell in the window."""
    x, y = page.evaluate(
        """(cell) => {
          const { board } = app;
          const size = board.geometry.size;
          const scale = board.element.getBoundingClientRect().width / (size * 101 + board.margin);
          const { left, top } = board.element.getBoundingClientRect();
          const at = (i) => (board.margin + (i + 0.5) * 100) * scale;
          return [left + at(cell % size), top + at(Math.floor(cell / size))];
        }""",
        cell,
    )
    return x, y


def click(page: Page, cell: int, *modifiers: str) -> None:
    for key in modifiers:
        page.keyboard.down(key)
    page.mouse.click(*cell_point(page, cell))
    for key in modifiers:
        page.keyboard.up(key)


def content(page: Page, cell: int) -> dict[str, Any]:
    return dict(page.evaluate("(cell) => app.game.content[cell]", cell))


def selected(page: Page) -> list[int]:
    return sorted(page.evaluate("() => [...app.game.selected]"))


def new_grid(page: Page, size: int) -> None:
    press_new(page, f"{size}×{size}")
    until(page, f"app.game.size === {size} && !app.game.values.some(Boolean)")


def press_new(page: Page, name: str) -> None:
    """A button of the dialog New."""
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text", text);
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
        }""",
        text,
    )
