"""A search that is watched: the frames of /api/trace, and the panel that plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from squaredance import Frame, loads, trace
from tests.web.conftest import Served
from tests.web.driving import line, paste, until, wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "1.3..........4.."
NONE = "2..1....4.....3."
ENGINES = ("search", "dance")
AT_ONCE = {"reduced_motion": "reduce"}


def states(answer: dict[str, Any]) -> list[tuple[list[int], list[list[int]]]]:
    """Values and candidates after each frame, out of what changed."""
    values = answer["start"]["values"]
    candidates = [set(cell) for cell in answer["start"]["candidates"]]
    found = []
    for frame in answer["frames"]:
        for cell, value in frame["placed"]:
            values[cell] = value
        for cell, *flipped in frame["flips"]:
            candidates[cell] ^= set(flipped)
        found.append((list(values), [sorted(cell) for cell in candidates]))
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("puzzle", [HARD, SMALL, NONE, "11..............", "." * 256])
def test_the_changes_add_up_to_the_frames(server: Served, engine: str, puzzle: str) -> None:
    answer = server.ask("trace", puzzle=puzzle, engine=engine, nodes=40).json()
    frames = list(trace(puzzle, engine, max_nodes=40))
    expected = [(list(frame.values), [list(cell) for cell in frame.candidates]) for frame in frames]
    assert states(answer) == expected
    assert [frame["kind"] for frame in answer["frames"]] == [frame.kind for frame in frames]
    assert (answer["nodes"], answer["guesses"]) == (frames[-1].nodes, frames[-1].guesses)
    assert answer.get("reason") == ("nodes" if frames[-1].kind == "stop" else None)


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_is_bounded(server: Served, engine: str) -> None:
    for size in (25, 36):
        puzzle = {"size": size, "values": [0] * size**2}
        response = server.ask("trace", puzzle=puzzle, engine=engine, nodes=2000)
        assert len(response.content) < 4_000_000
        assert len(response.json()["frames"]) <= 5000


def test_other_engines_cannot_be_watched(server: Served) -> None:
    response = server.ask("trace", puzzle=SMALL, engine="rows")
    assert response.status_code == 422
    assert response.json()["error"]["place"] == "/engine"


def watch(page: Page, puzzle: str, engine: str) -> None:
    """Starts a replay and pauses it at once."""
    paste(page, puzzle)
    until(page, f"app.game.size ** 2 === {len(puzzle)} && app.game.hasClues")
    page.get_by_role("tab", name="Watch").click()
    page.get_by_label("Engine").select_option(engine)
    page.get_by_role("button", name="Watch the search").click()
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_role("button", name="To the start").click()


def step(page: Page) -> None:
    page.get_by_role("button", name="One frame on").click()


@pytest.mark.parametrize("engine", ENGINES)
def test_to_the_end_and_back(open_page: Opener, engine: str) -> None:
    page = open_page(**AT_ONCE)
    watch(page, HARD, engine)
    frames = list(trace(HARD, engine))
    page.get_by_role("button", name="To the end").click()
    values = "".join(str(value) if value else "." for value in frames[-1].values)
    assert line(page) == values
    page.get_by_role("button", name="One frame back").click()
    wait_for_text(page, "#panel-watch .output", f"{len(frames) - 1} of {len(frames)}.")
    page.get_by_role("button", name="To the start").click()
    assert line(page) == "".join(str(value) if value else "." for value in frames[0].values)
    page.get_by_role("button", name="Close", exact=True).click()
    assert line(page) == HARD
    assert page.locator(".layer-watch path").count() == 0


def ring(page: Page) -> list[list[str]]:
    """The items of the picture that are not covered, with their numbers."""
    return list(
        page.evaluate(
            """() => [...document.querySelectorAll(".dance .item:not(.covered)")].map((item) =>
              [item.querySelector("title").textContent, item.querySelector("text").textContent])"""
        )
    )


def told(frame: Frame, text: str) -> list[list[str]]:
    geometry = loads(text).geometry
    return [
        [
            f"R{item // geometry.size + 1}C{item % geometry.size + 1}"
            if isinstance(item, int)
            else f"{item[1]} in {geometry.house_name(item[0])}",
            str(size),
        ]
        for item, size in frame.links
    ]


@pytest.mark.parametrize("puzzle", [SMALL, NONE, HARD])
def test_the_links_are_those_of_the_engine(open_page: Opener, puzzle: str) -> None:
    page = open_page(**AT_ONCE)
    watch(page, puzzle, "dance")
    for frame in list(trace(puzzle, "dance"))[:40]:
        assert ring(page) == told(frame, puzzle)
        step(page)


def test_items_leave_one_by_one(open_page: Opener) -> None:
    page = open_page()
    watch(page, SMALL, "dance")
    first, second, *_ = trace(SMALL, "dance")
    assert ring(page) == told(first, SMALL)
    step(page)
    assert len(ring(page)) > len(second.links)  # some are still to leave
    until(page, f"document.querySelectorAll('.item:not(.covered)').length === {len(second.links)}")
    assert ring(page) == told(second, SMALL)


def test_play_after_a_step_goes_on_where_it_is(open_page: Opener) -> None:
    """What is left of the frame that was stepped to must not come after those that follow."""
    page = open_page()
    watch(page, SMALL, "dance")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    frames = list(trace(SMALL, "dance"))
    page.get_by_label("Speed").fill("100")
    step(page)
    assert len(ring(page)) > len(frames[1].links), "some are still to leave"
    page.get_by_role("button", name="Play", exact=True).click()
    assert ring(page) == told(frames[1], SMALL)
    for frame in frames[2:]:
        page.clock.run_for(17)
        assert ring(page) == told(frame, SMALL)
    page.clock.run_for(5000)
    assert ring(page) == told(frames[-1], SMALL)


def test_play_to_the_end(open_page: Opener) -> None:
    page = open_page()
    watch(page, SMALL, "search")
    page.get_by_label("Speed").first.fill("100")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_text(page, "#panel-watch .output", "Solution.")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("button", name="To the end").count() == 0
    assert line(page) == SMALL


def test_a_conflict_is_marked(open_page: Opener) -> None:
    page = open_page(**AT_ONCE)
    watch(page, NONE, "search")
    for _ in trace(NONE, "search"):
        if "Conflict" in page.locator("#panel-watch .output").inner_text():
            break
        step(page)
    assert page.locator(".layer-watch .shade-bad").count() == 1
