"""The page in a real browser: for every reader, on every screen, in every light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.driving import cell_point, content, line, new_grid, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]


def test_keyboard_alone_reaches_every_control(open_page: Opener) -> None:
    page = open_page()
    every = page.evaluate(
        """() => [...document.querySelectorAll(
             "button, input, select, textarea, [tabindex='0']")]
           .filter((node) => node.checkVisibility() && !node.disabled && node.tabIndex >= 0)
           .length"""
    )
    page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(every):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                """() => { const node = document.activeElement;
                   return node.id || node.getAttribute('aria-label') || node.textContent; }"""
            )
        )
    assert len(reached) == every
    assert "" not in reached, "every control has a name"
    page.locator("#tab-solve").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#tab-export").get_attribute("aria-selected") == "true"
    page.keyboard.press("?")
    assert page.locator("#dialog-help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#dialog-help").is_visible()


def test_the_grid_speaks(open_page: Opener) -> None:
    page = open_page()
    board = page.locator("#board")
    spoken = page.locator("#spoken")
    page.keyboard.press("ArrowRight")
    until(page, "document.getElementById('spoken').textContent === 'R1C1, clue 9'")
    board.focus()
    page.keyboard.press("ArrowRight")
    assert board.get_attribute("aria-activedescendant") == "cell-1", "the browser speaks it"
    assert page.locator("#cell-1").get_attribute("aria-label") == "R1C2, empty"
    assert spoken.text_content() == ""
    page.keyboard.press("4")
    until(page, "document.getElementById('spoken').textContent === 'R1C2, 4'")
    page.keyboard.press("Shift+ArrowRight")
    until(page, "document.getElementById('spoken').textContent === '2 cells'")
    assert spoken.get_attribute("aria-live") == "polite"
    assert page.get_by_role("grid").get_by_role("row").count() == 9
    assert page.get_by_role("gridcell", name="R9C9, clue 6").count() == 1
    assert page.locator("#board [aria-selected=true]").count() == 2
    page.keyboard.press("Escape")
    assert board.get_attribute("aria-activedescendant") is None


def test_the_time_is_shown_but_not_spoken(open_page: Opener) -> None:
    page = open_page()
    page.evaluate("app.setSetting('timer', true)")
    assert page.get_by_role("timer", name="Time").inner_text().startswith("0:")
    assert page.locator("header [aria-live], header output").count() == 0


def test_the_file_button_shows_its_focus(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#paste").focus()
    for _ in range(3):  # the button, the formats, the file
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "file"
    outline = "getComputedStyle(document.querySelector('label.button')).outlineStyle"
    assert page.evaluate(outline) != "none"


def test_candidates_of_letters_lie_in_their_places(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 25)
    assert page.get_by_role("row").nth(24).get_by_role("gridcell").count() == 25
    page.get_by_label("Automatic candidates").check()
    off = page.evaluate(
        """async () => {
          const { candidatePlace } = await import("/js/places.js");
          const { strip: { cells, lines } } = app.board.nodes[130];
          return cells.flatMap((cell, word) => Array.from({ length: 25 }, (_, i) => {
            const place = candidatePlace(app.game.geometry, cell, i + 1);
            const at = lines[Math.floor(i / 5)].getStartPositionOfChar(word * 6 + (i % 5));
            return [at.x - place.x, at.y - place.y];
          }));
        }"""
    )
    for along in zip(*off, strict=True):
        assert max(along) - min(along) < 2, "all as far from the middle of their places"
    page.evaluate("app.game.select([131])")
    page.keyboard.press("c")
    texts = "app.board.nodes[130].strip.lines.map((line) => line.textContent)"
    no_c, none = "AB\u2007DE", "\u2007" * 5
    assert page.evaluate(texts)[:2] == [
        " ".join([no_c, none, no_c, no_c, no_c]),
        " ".join(["FGHIJ", none, "FGHIJ", "FGHIJ", "FGHIJ"]),
    ]
    page.get_by_label("Automatic candidates").uncheck()
    assert page.evaluate(texts) == [""] * 5


def test_phone(open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, (
        "nothing to scroll sideways"
    )
    page.touchscreen.tap(*cell_point(page, 1))
    page.locator("#pad").get_by_role("button", name="4", exact=True).tap()
    assert line(page)[:3] == "94."
    page.locator("#pad").get_by_role("button", name="Corner").tap()
    page.touchscreen.tap(*cell_point(page, 2))
    page.locator("#pad").get_by_role("button", name="7", exact=True).tap()
    assert content(page, 2)["corner"] == [7]
    page.locator("#pad").get_by_role("button", name="Undo").tap()
    assert content(page, 2)["corner"] == []
    small = page.evaluate(
        """() => [...document.querySelectorAll('#pad button')]
           .filter((node) => node.getBoundingClientRect().height < 36).length"""
    )
    assert small == 0, "buttons are big enough for fingers"
    new_grid(page, 25)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_dark_follows_the_system_and_the_button_is_remembered(open_page: Opener) -> None:
    def paper(page: Page) -> str:
        return str(page.evaluate("getComputedStyle(document.querySelector('.paper')).fill"))

    light, dark = open_page(color_scheme="light"), open_page(color_scheme="dark")
    assert paper(light) != paper(dark)
    dark_paper = paper(dark)
    light.locator("#theme").click()
    assert paper(light) == dark_paper
    light.reload()
    assert paper(light) == dark_paper


def test_print_shows_the_grid_alone(open_page: Opener) -> None:
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert not page.locator("header").is_visible()
    assert not page.locator("aside").is_visible()
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.paper')).fill")
        == "rgb(255, 255, 255)"
    )


GROUNDS = ["--paper", "--ground", "--raised", "--alike", *(f"--c{i}" for i in range(1, 10))]
INKS = ["--ink", "--mine", "--marks"]
PAIRS = [
    *((ink, ground) for ink in INKS for ground in GROUNDS),
    *((ink, f"--select over {ground}") for ink in INKS for ground in GROUNDS),
    *(("--clash-ink", ground) for ground in ("--clash", "--paper", "--select over --clash")),
    *(("--soft", ground) for ground in ("--paper", "--ground", "--raised")),
    ("--on-accent", "--accent"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(open_page: Opener, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    found = page.evaluate(
        """(pairs) => {
          const probe = document.body.appendChild(document.createElement("i"));
          const color = (name) => {
            probe.style.color = `var(${name})`;
            return getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
          };
          const over = ([...top], ground) =>
            ground.map((part, i) => part + (top[i] - part) * (top[3] ?? 1));
          const light = (names) => {
            const rgb = names.split(" over ").map(color)
              .reduceRight((ground, top) => over(top, ground));
            const [r, g, b] = rgb.map((part) => part / 255)
              .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          return pairs.map(([ink, ground]) => {
            const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
            return [ink, ground, (a + 0.05) / (b + 0.05)];
          });
        }""",
        PAIRS,
    )
    assert [pair for pair in found if pair[2] < 4.5] == []


def test_weight() -> None:
    static = Path(__file__).parents[2] / "src" / "squaredance" / "web" / "static"
    assert sum(file.stat().st_size for file in static.rglob("*") if file.is_file()) < 150_000
