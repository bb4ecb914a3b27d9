"""Answers that come late, questions that are ended, and what the page says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.driving import click, line, new_grid, paste, press_new, until, wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    Opener = Callable[..., Page]

PUZZLE = "9......2.5...7.918....52....9.72...1.6.....4.4...81.5....13....184.6...7.3......6"
SIX_BY_TWO = {"size": 6, "box": [3, 2], "values": [1] + [0] * 35}
WINDOKU = {"size": 4, "box": [2, 2], "values": [1] + [0] * 15, "extra": [[0, 3, 12, 15]]}
CHANGED = "The grid has changed meanwhile"


class Held:
    """Questions of one name, held back until the test lets them go to the server."""

    def __init__(self, page: Page, question: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(f"**/api/{question}", lambda route: self.routes.append(route))

    def wait(self, count: int = 1) -> None:
        while len(self.routes) < count:
            self.page.wait_for_timeout(10)

    def release(self) -> None:
        self.wait()
        self.routes.pop(0).continue_()


def press(page: Page, name: str) -> None:
    page.locator(".panel:not([hidden])").get_by_role("button", name=name, exact=True).click()


def show(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def nothing_under_way(page: Page) -> None:
    """An answer that comes after this is none of an earlier question."""
    until(page, "!app.api.isBusy")


@pytest.mark.parametrize("size", [4, 9])
@pytest.mark.parametrize(
    ("question", "button"),
    [("solve", "Solve"), ("count", "Count solutions"), ("check", "Check"),
     ("candidates", "True candidates"), ("rate", "Rate")],
)  # fmt: skip
def test_no_answer_goes_to_another_puzzle(
    open_page: Opener, question: str, button: str, size: int
) -> None:
    page = open_page()
    held = Held(page, question)
    press(page, button)
    held.wait()
    new_grid(page, size)
    nothing_under_way(page)
    assert page.locator("#status").inner_text() == "An empty grid."
    assert line(page) == "." * size * size
    assert page.locator("#panel-solve .output").inner_text() == ""
    assert page.evaluate("app.board.view") is None


@pytest.mark.parametrize(
    ("question", "button"), [("check", "Check"), ("candidates", "True candidates")]
)
def test_no_answer_is_of_a_game_that_has_changed(
    open_page: Opener, question: str, button: str
) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("7")
    held = Held(page, question)
    press(page, button)
    held.wait()
    page.keyboard.press("Control+z")
    held.release()
    wait_for_text(page, "#status", CHANGED)
    assert page.locator("#panel-solve .output").inner_text() == ""
    assert page.locator("#board .ring-bad").count() == 0
    assert page.evaluate("app.board.view") is None


def test_values_of_the_player_do_not_matter_to_solve(open_page: Opener) -> None:
    page = open_page()
    held = Held(page, "solve")
    press(page, "Solve")
    held.wait()
    click(page, 1)
    page.keyboard.press("7")
    held.release()
    until(page, "app.game.isSolved")


def test_what_is_told_of_a_puzzle_goes_with_it(open_page: Opener) -> None:
    page = open_page()
    new_grid(page, 4)
    press(page, "Count solutions")
    wait_for_text(page, "#panel-solve .output", "288 solutions.")
    click(page, 0)
    page.keyboard.press("1")
    assert page.locator("#panel-solve .output").inner_text() == ""


def test_which_is_wrong_is_not_told_of_another_game(open_page: Opener) -> None:
    page = open_page()
    click(page, 1)
    page.keyboard.press("7")
    show(page, "Hint")
    press(page, "Where")
    wait_for_text(page, "#panel-hint .output", "something on the board is not in the solution")
    held = Held(page, "check")
    press(page, "Show which")
    held.wait()
    page.keyboard.press("Control+z")
    held.release()
    wait_for_text(page, "#status", CHANGED)
    assert page.locator("#board .ring-bad").count() == 0


@pytest.mark.parametrize("way", ["change", "load"])
def test_a_race_ends_with_its_puzzle(open_page: Opener, way: str) -> None:
    page = open_page()
    press_new(page, "Clues to values")
    until(page, "!app.game.hasClues")
    show(page, "Race")
    held = Held(page, "solve")
    press(page, "Race")
    held.wait()
    if way == "load":
        new_grid(page, 4)
    else:
        click(page, 1)
        page.keyboard.press("7")
    page.locator("#panel-race").get_by_role("button", name="Race", exact=True).wait_for()
    assert len(held.routes) == 1, "no other engine is asked"
    assert not page.locator(".race").is_visible()


def test_the_last_of_two_equal_questions_is_answered(open_page: Opener) -> None:
    page = open_page()
    held = Held(page, "count")
    press(page, "Count solutions")
    wait_for_text(page, "#working", "Working")
    press(page, "Count solutions")
    held.wait(2)
    wait_for_text(page, "#working", "Working")
    assert "Cancelled" not in page.locator("#status").inner_text()
    held.routes.pop(0)
    held.release()
    wait_for_text(page, "#panel-solve .output", "1 solution.")
    assert page.locator("#status").inner_text() == ""


def test_an_answer_leaves_the_working_of_another_question(open_page: Opener) -> None:
    page = open_page()
    held = Held(page, "count")
    press(page, "Count solutions")
    wait_for_text(page, "#working", "Working")
    press(page, "Rate")
    wait_for_text(page, "#panel-solve .output", "HoDoKu")
    assert "Working" in page.locator("#status").inner_text()
    page.get_by_role("button", name="Cancel", exact=True).click()
    wait_for_text(page, "#status", "Cancelled.")
    assert "Working" not in page.locator("#status").inner_text()
    assert len(held.routes) == 1


def test_pictures_can_be_cancelled(open_page: Opener) -> None:
    page = open_page()
    held = Held(page, "render")
    show(page, "Export")
    press(page, "PDF")
    held.wait()
    page.get_by_role("button", name="Cancel", exact=True).click()
    wait_for_text(page, "#status", "Cancelled.")


def test_escape_while_the_page_starts_does_not_lose_the_server(
    open_page: Opener, browser: Any, address: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    held = Held(page, "about")
    page.goto(address)
    held.wait()
    page.keyboard.press("Escape")
    held.release()
    page.wait_for_selector("body.ready")
    assert page.evaluate("app.about !== null")
    context.close()


# ---- What is said of an answer

TWO_ONES = "11" + "." * 14


@pytest.mark.parametrize("puzzle", [TWO_ONES, "2..1....4.....3."])
def test_true_candidates_where_there_is_no_solution(open_page: Opener, puzzle: str) -> None:
    page = open_page()
    paste(page, puzzle)
    until(page, "app.game.size === 4")
    press(page, "True candidates")
    wait_for_text(page, "#panel-solve .output", "There is no solution.")
    assert page.locator("#panel-solve .output").inner_text() == "There is no solution."
    assert page.evaluate("app.board.view") is None


@pytest.mark.parametrize("found", [[], [2, 3]])
def test_true_candidates_that_were_stopped(open_page: Opener, found: list[int]) -> None:
    page = open_page()
    answer = {"status": "unknown", "reason": "time", "candidates": [found] * 81}
    page.route("**/api/candidates", lambda route: route.fulfill(json=answer))
    press(page, "True candidates")
    wait_for_text(page, "#panel-solve .output", "stopped by time")
    text = page.locator("#panel-solve .output").inner_text()
    assert ("so far" in text) == bool(found)
    assert page.evaluate("app.board.view !== null") == bool(found)


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "No solution so far: stopped by time."), (1, "At least 1 solution: stopped by time."),
     (1001, "More than 1,000 solutions: stopped by time."),
     ("9007199254740993", "More than 9,007,199,254,740,992 solutions: stopped by time.")],
)  # fmt: skip
def test_a_count_that_was_stopped(open_page: Opener, count: int | str, words: str) -> None:
    page = open_page()
    answer = {"count": count, "exact": False, "status": "unknown", "reason": "time", "seconds": 5}
    page.route("**/api/count", lambda route: route.fulfill(json=answer))
    press(page, "Count solutions")
    wait_for_text(page, "#panel-solve .output", words)


@pytest.mark.parametrize(
    ("reason", "words"),
    [("time", "The search goes on; this is what the time was enough for."),
     ("frames", "The search goes on; these are as many frames as fit.")],
)  # fmt: skip
def test_a_replay_that_was_cut_says_so(open_page: Opener, reason: str, words: str) -> None:
    page = open_page()

    def cut(route: Route) -> None:
        answer = route.fetch().json()
        route.fulfill(json={**answer, "frames": answer["frames"][:3], "reason": reason})

    page.route("**/api/trace", cut)
    show(page, "Watch")
    press(page, "Watch the search")
    page.get_by_role("button", name="To the end").click()
    wait_for_text(page, "#panel-watch .output", words)
    press(page, "One frame back")
    assert words not in page.locator("#panel-watch .output").inner_text()


# ---- In and out


def test_an_error_is_neither_copied_nor_downloaded(open_page: Opener) -> None:
    page = open_page()
    page.evaluate("(puzzle) => app.open(puzzle)", SIX_BY_TWO)
    show(page, "Export")
    downloads: list[Any] = []
    page.on("download", lambda download: downloads.append(download))
    for name in ("Copy", "Download"):
        page.evaluate("app.say('')")
        press(page, name)
        wait_for_text(page, "#status", "expected the usual houses for line")
    assert downloads == []


def test_a_file_larger_than_a_question_may_be(open_page: Opener, tmp_path: Path) -> None:
    page = open_page()
    file = tmp_path / "many.txt"
    file.write_text(f"{PUZZLE}\n" * 15_000)
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#file").set_input_files(file)
    page.wait_for_selector("#shelf")
    assert page.locator("#shelf span").inner_text() == "Puzzle 1 of 100 and more"
    few = tmp_path / "few.txt"
    few.write_text(f"{PUZZLE}\n" * 2 + "#" * 100 + "\n" + ("# a comment\n" * 100_000))
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#file").set_input_files(few)
    wait_for_text(page, "#shelf", "Puzzle 1 of 2 and more")


def copied(page: Page) -> str:
    """What Ctrl+C puts on the clipboard."""
    return str(
        page.evaluate(
            """() => {
              const event = new ClipboardEvent("copy",
                { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
              document.body.dispatchEvent(event);
              return event.clipboardData.getData("text/plain");
            }"""
        )
    )


def test_copy_loses_nothing(open_page: Opener) -> None:
    page = open_page()
    assert copied(page) == PUZZLE
    assert page.locator("#status").inner_text() == "Puzzle copied."
    candidates = {"size": 4, "values": [0] * 16, "candidates": [[1, 2]] + [[1, 2, 3, 4]] * 15}
    for puzzle in (SIX_BY_TWO, WINDOKU, candidates):
        page.evaluate("(puzzle) => app.open(puzzle)", puzzle)
        before = page.evaluate("app.game.puzzle()")
        link = copied(page)
        assert "Link copied" in page.locator("#status").inner_text()
        page.evaluate("app.open({ size: 9, values: Array(81).fill(0) })")
        paste(page, link)
        until(page, "app.game.size !== 9")
        assert page.evaluate("app.game.puzzle()") == before


def fulfill(body: str, route: Route) -> None:
    route.fulfill(body=body, content_type="application/json")


def test_what_was_not_read_has_a_line_or_none(open_page: Opener) -> None:
    page = open_page()
    for error, words in (
        ({"reason": "expected a digit", "line": 3}, "Not read, line 3: expected a digit"),
        ({"reason": "expected a digit"}, "Not read: expected a digit"),
    ):
        answer = {
            "puzzles": [{"size": 4, "box": [2, 2], "values": [1] + [0] * 15}],
            "format": "line", "more": False, "errors": [error],
        }  # fmt: skip
        page.unroute_all()
        body = json.dumps(answer)
        page.route("**/api/read", partial(fulfill, body))
        paste(page, "anything")
        wait_for_text(page, "#status", words)


def test_a_bad_link_that_is_pasted_is_said(open_page: Opener) -> None:
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    paste(page, "http://127.0.0.1/#p=12")
    wait_for_text(page, "#status", "expected 81 cells with values up to 9 in the link")
    page.wait_for_timeout(50)
    assert asked == []
    assert line(page) == PUZZLE
