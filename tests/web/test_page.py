"""The page in a real browser: what a person does with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from squaredance import solve
from tests.web.driving import (
    cell_point,
    click,
    content,
    line,
    new_grid,
    paste,
    press_new,
    selected,
    until,
    wait_for_text,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]

# squaredance generate --seed 8 --symmetry rotate180 --difficulty medium, and its link.
PUZZLE = "9......2.5...7.918....52....9.72...1.6.....4.4...81.5....13....184.6...7.3......6"
LINK = "#p=9f2a5c7a918d52d9a72c1a6e4a4c81a5d13d184a6c7a3f6"
EMPTY = "." * 81
CONFORMANCE = Path(__file__).parents[1] / "conformance"


def case(size: int) -> str:
    """A puzzle of that size as a line of letters, from the conformance cases."""
    first = (CONFORMANCE / f"size-{size}.jsonl").read_text().splitlines()[0]
    values = map(int, json.loads(first)["puzzle"].split())
    return "".join(chr(ord("@") + value) if value else "." for value in values)


def test_first_visit_shows_a_puzzle_and_it_can_be_solved(open_page: Opener) -> None:
    page = open_page()
    assert line(page) == PUZZLE
    page.get_by_role("button", name="Solve", exact=True).click()
    until(page, "app.game.isSolved")
    solution = solve(PUZZLE).solution
    assert solution is not None
    assert line(page) == "".join(map(str, solution.values))
    assert page.locator("#status").inner_text() == "Solved."
    assert "it is the only solution" in page.locator("#panel-solve .output").inner_text()
    page.keyboard.press("Control+z")
    assert line(page) == PUZZLE


def test_type_a_puzzle_fix_it_undo_and_redo(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 9)
    assert line(page) == EMPTY
    click(page, 0)
    for row in range(9):
        for col in range(9):
            symbol = PUZZLE[row * 9 + col]
            if symbol != ".":
                page.keyboard.press(symbol)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    assert line(page) == PUZZLE
    press_new(page, "Fix as clues")
    until(page, "app.game.hasClues")
    click(page, 0)
    page.keyboard.press("4")
    assert line(page) == PUZZLE, "a clue stays"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert line(page) == PUZZLE[:80] + "."
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    assert line(page) == PUZZLE
    assert content(page, 0)["clue"] is True


def test_modes_and_held_keys(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("x")
    page.keyboard.press("1")
    page.keyboard.press("c")
    page.keyboard.press("2")
    page.keyboard.press("v")
    page.keyboard.press("3")
    page.keyboard.press("z")
    page.keyboard.press("Shift+4")
    page.keyboard.press("Control+5")
    page.keyboard.press("Control+Shift+6")
    assert {k: v for k, v in content(page, 1).items() if k != "struck"} == {
        "value": 0, "clue": False, "corner": [1, 4], "centre": [2, 5], "colors": [3, 6],
    }  # fmt: skip
    assert (
        page.locator("#cell-1").get_attribute("aria-label")
        == "R1C2, empty, corner 1 4, centre 2 5, color 3 6"
    )
    page.keyboard.press("7")
    assert content(page, 1)["value"] == 7
    for _ in range(4):
        page.keyboard.press("Backspace")
    assert content(page, 1)["value"] == 0
    assert [content(page, 1)[field] for field in ("corner", "centre", "colors")] == [[], [], []]
    page.keyboard.press("Space")
    assert page.evaluate("app.game.mode") == "corner"


def test_several_cells(open_page: Opener) -> None:
    page = open_page()
    page.mouse.move(*cell_point(page, 0))
    page.mouse.down()
    for cell in (1, 2, 11):
        page.mouse.move(*cell_point(page, cell), steps=5)
    page.mouse.up()
    assert selected(page) == [0, 1, 2, 11]
    click(page, 40, "Control")
    click(page, 1, "Control")
    click(page, 41, "Shift")
    assert selected(page) == [0, 2, 11, 40, 41]
    page.keyboard.press("Shift+ArrowDown")
    assert selected(page) == [0, 2, 11, 40, 41, 50]
    page.mouse.dblclick(*cell_point(page, 0))
    assert selected(page) == [at for at, symbol in enumerate(PUZZLE) if symbol == "9"]
    page.keyboard.press("Control+a")
    assert len(selected(page)) == 81
    page.keyboard.press("Escape")
    assert selected(page) == []


def test_clashes_are_marked_as_one_types(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("9")
    assert page.locator("#board .value.clash").count() == 3
    assert page.locator("#cell-0").get_attribute("aria-label") == "R1C1, clue 9, clash"
    page.keyboard.press("Backspace")
    assert page.locator("#board .value.clash").count() == 0


def test_automatic_candidates_follow_the_values(open_page: Opener) -> None:
    page = open_page()
    page.get_by_label("Automatic candidates").check()
    shown = page.locator("#cell-1 .candidates")
    before = shown.text_content()
    assert before == "".join(map(str, page.evaluate("app.game.candidates(1)")))
    assert before
    click(page, 2)
    page.keyboard.press(before[0])
    assert shown.text_content() == before[1:]
    page.keyboard.press("Control+z")
    click(page, 1)
    page.keyboard.press(f"Control+{before[0]}")  # a mark that is struck
    assert shown.text_content() == before[1:]
    page.keyboard.press("Control+z")
    assert shown.text_content() == before


@pytest.mark.parametrize("size", [4, 6, 9, 12, 16, 25])
def test_sizes_are_typed_in_the_default_symbols(open_page: Opener, size: int) -> None:
    page = open_page()
    new_grid(page, size)
    click(page, 0)
    symbols = "123456789" if size <= 9 else "ABCDEFGHIJKLMNOPQRSTUVWXY"
    for symbol in symbols[:size]:
        page.keyboard.press(symbol.lower())
        page.keyboard.press("ArrowRight")
    assert line(page) == symbols[:size] + "." * (size * size - size)
    assert page.locator("#board .clash").count() == 0


def test_numbers_take_two_keys(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 16)
    page.evaluate("app.setSetting('symbols', 'numbers')")
    click(page, 0)
    page.keyboard.press("1")
    page.keyboard.press("6")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")  # free to be a mode, as no letter is a value
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert content(page, 0)["value"] == 16
    assert content(page, 1)["centre"] == [12]
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert content(page, 0)["value"] == 0


def test_paste_letters_and_what_is_wrong_is_said(open_page: Opener) -> None:
    page = open_page()
    text = case(16)
    paste(page, text)
    until(page, "app.game.size === 16")
    assert line(page) == text
    page.get_by_role("button", name="Solve", exact=True).click()
    until(page, "app.game.isSolved")
    paste(page, "12345")
    until(page, "!['', 'Solved.'].includes(document.getElementById('said').textContent)")
    assert page.evaluate("app.game.size") == 16
    page.evaluate("while (app.game.canUndo) app.game.undo()")
    assert line(page) == PUZZLE, "even another puzzle can be undone"


def test_drop_a_file_of_several_puzzles(open_page: Opener) -> None:
    page = open_page()
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "puzzles.txt"));
          document.body.dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        f"{'1' + '.' * 80}\n{PUZZLE}\n",
    )
    page.wait_for_selector("#shelf")
    assert line(page) == "1" + "." * 80
    page.get_by_role("button", name="Next puzzle").click()
    assert line(page) == PUZZLE
    assert page.locator("#shelf span").inner_text() == "Puzzle 2 of 2"
    new_grid(page, 4)
    assert page.locator("#shelf").count() == 0


def test_paste_candidates_and_links(open_page: Opener) -> None:
    page = open_page()
    # The second cell starts with 3 and 4, the fifth has no 4.
    paste(page, "1.....3412341234123.12341234.2..1234..3.1234123412341234...41234")
    until(page, "app.game.size === 4")
    assert page.evaluate("app.game.auto") is True
    expected = page.evaluate("app.game.puzzle('now').candidates")
    assert expected[:5] == [[1], [4], [3], [3, 4], [3]]
    assert page.evaluate("app.game.puzzle().candidates[1]") == [3, 4]
    link = page.evaluate("app.link()").partition("#")[2]
    assert open_page(f"#{link}").evaluate("app.game.puzzle('now').candidates") == expected
    paste(page, f"http://127.0.0.1/{LINK}")
    until(page, "app.game.size === 9")
    assert line(page) == PUZZLE


def test_open_dialog(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("textbox", name="Puzzle as text").first.fill("1..." + "." * 12)
    page.locator("#dialog-open").get_by_role("button", name="Open").click()
    until(page, "app.game.size === 4")
    assert line(page) == "1..." + "." * 12


def test_share_link_round_trip(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="Share", exact=True).click()
    until(page, "location.hash")
    assert page.evaluate("location.hash") == LINK
    assert line(open_page(LINK)) == PUZZLE
    for size in (4, 6, 12, 16, 25):
        values = [(cell * 7 + 3) % (size + 1) for cell in range(size * size)]
        page.evaluate("([size, values]) => app.open({ size, values })", [size, values])
        link = page.evaluate("app.link()").partition("#")[2]
        assert open_page(f"#{link}").evaluate("app.game.puzzle().values") == values
    assert page.evaluate("location.hash") == "", "the link of a puzzle that is no longer there"


def test_a_link_keeps_the_progress_in_the_same_puzzle(open_page: Opener) -> None:
    page = open_page(LINK)
    click(page, 1)
    page.keyboard.press("4")
    link = page.evaluate("app.link(true)").partition("#")[2]
    page.reload()
    page.wait_for_selector("body.ready")
    assert line(page)[:3] == "94."
    other = open_page(f"#{link}")
    assert line(other)[:3] == "94."
    assert content(other, 1)["clue"] is False


def test_a_wrong_link_is_said(open_page: Opener) -> None:
    page = open_page("#p=12")
    assert (
        page.locator("#status").inner_text() == "expected 81 cells with values up to 9 in the link"
    )
    assert line(page) == PUZZLE


def test_the_game_is_remembered(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+1")
    page.keyboard.press("Control+Shift+2")
    page.wait_for_timeout(400)
    again = open_page(context=page.context)
    assert line(again) == line(page)
    assert content(again, 2) == content(page, 2)
    assert again.locator("#status").inner_text() == ""


def test_check_count_and_true_candidates(open_page: Opener) -> None:
    page = open_page()
    output = page.locator("#panel-solve .output")

    def ask(name: str, expected: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()
        wait_for_text(page, "#panel-solve .output", expected)

    ask("Count solutions", "1 solution.")
    ask("True candidates", "True candidates")
    assert page.locator("#board .candidates").count() == PUZZLE.count(".")
    page.keyboard.press("Escape")
    assert page.locator("#board .candidates").count() == 0
    ask("Check", "All right so far.")
    solution = solve(PUZZLE).solution
    assert solution is not None
    wrong = next(v for v in range(1, 10) if v != solution.values[1])
    page.evaluate("(value) => app.game.place([[1, value]])", wrong)
    ask("Check", "Not in the solution: R1C2.")
    assert page.locator("#board .ring-bad").count() == 1
    assert output.inner_text() == "Not in the solution: R1C2."


@pytest.mark.parametrize("way", ["Cancel", "Escape"])
def test_a_long_question_can_be_ended(open_page: Opener, way: str) -> None:
    page = open_page()
    new_grid(page, 12)
    page.get_by_role("button", name="Count solutions").click()
    cancel = page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    if way == "Cancel":
        cancel.click()
    else:
        page.keyboard.press("Escape")
    wait_for_text(page, "#status", "Cancelled.")
    assert page.locator("#panel-solve .output").inner_text() == ""
    page.evaluate("app.game.undo()")
    page.get_by_role("button", name="Count solutions").click()
    wait_for_text(page, "#panel-solve .output", "1 solution.")


def test_export_every_format_and_picture(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("tab", name="Export").click()
    panel = page.locator("#panel-export")
    formats = panel.get_by_label("Format")
    names = formats.locator("option").all_inner_texts()
    assert {"line", "grid", "json", "sdk"} <= set(names)
    for name in names:
        formats.select_option(name)
        panel.locator("textarea").evaluate("(node) => { node.value = ''; }")
        panel.get_by_role("button", name="Show").click()
        until(page, "document.querySelector('#panel-export textarea').value")
    formats.select_option("line")
    panel.get_by_role("button", name="Show").click()
    until(page, f"document.querySelector('#panel-export textarea').value.trim() === '{PUZZLE}'")
    starts = {"SVG": b"<svg", "PNG": b"\x89PNG", "PDF": b"%PDF"}
    for name, start in starts.items():
        with page.expect_download() as download:
            panel.get_by_role("button", name=name).click()
        assert Path(download.value.path()).read_bytes().lstrip().startswith(start)
