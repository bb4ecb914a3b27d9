"""The page in a real browser: its weight, its first paint, and a key press at 25x25.

A key press is timed by the browser itself: the duration of its keydown event (Event Timing), from
the time stamp of the press to the frame that shows what it changed. The browser rounds it to 8 ms
and tells none below 16 ms, so a press without an entry counts as 16.

The same presses are made in several rounds, each from the same grid, and a press counts with its
best time: what the page itself needs for a press it needs every time. What single presses took is
told too, and beside it what they take on a page that shows the key and nothing else.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib import resources
from statistics import median
from time import monotonic
from typing import Any, Final

from serve_bench import server

BARS: Final = {"weight_bytes": 150_000, "first_paint_ms": 1000.0, "key_ms": 50.0}
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_SIZE: Final = 25
_LEAST_MS: Final = 16.0  # the browser's own least duration of an entry
# Corner marks (Shift), centre marks (Alt), values, erasing and moves; each round in an empty cell.
_TURNS: Final = (
    "Shift+X", "Shift+C", "Alt+D", "Alt+E", "a", "b", "Backspace", "y", "ArrowRight", "ArrowDown",
)  # fmt: skip
_NEXT: Final = """(round) => {
  const empty = [...app.game.content.keys()].filter((cell) => !app.game.value(cell));
  app.game.select([empty[(round * 7) % empty.length]]);
}"""
_WATCH: Final = """() => {
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === "keydown") window.presses.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16 });
}"""
_BARE: Final = """<p>-</p><script>
  document.onkeydown = (event) => { document.querySelector("p").textContent = event.code; };
</script>"""
_ROUNDS: Final = 3
_PAINT: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def weight() -> int:
    """Bytes of all files that the page is made of."""
    waiting = [resources.files("squaredance") / "web" / "static"]
    total = 0
    while waiting:
        for entry in waiting.pop().iterdir():
            if entry.is_dir():
                waiting.append(entry)
            else:
                total += len(entry.read_bytes())
    return total


def first_paint(browser: Any, address: str) -> float:
    """Milliseconds from the request to the first content, in a browser that has nothing stored."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.locator("body.ready").wait_for()
    _wait(page, f"({_PAINT})() !== undefined")
    paint = float(page.evaluate(_PAINT))
    context.close()
    return paint


def _wait(page: Any, expression: str, seconds: float = 30) -> None:
    """Until a JavaScript expression is true; the page forbids what playwright would wait with."""
    end = monotonic() + seconds
    while not page.evaluate(expression):
        if monotonic() > end:
            raise SystemExit(f"page: never true: {expression}")
        page.wait_for_timeout(10)


def key_presses(browser: Any, address: str, presses: int) -> dict[str, list[list[float]]]:
    """Milliseconds of each of so many presses, in each round, by what is shown: in a half filled
    grid the marks of the player, or automatic candidates, where a value changes those of its peers;
    then in an empty one, with 25 candidates in each cell.
    """
    from squaredance import dumps, generate

    made = next(iter(generate(_SIZE, clues=330, seed=1, count=1, threads=1)))
    page = browser.new_page()
    page.goto(address)
    page.locator("body.ready").wait_for()
    page.locator("body").evaluate(
        """(body, text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const event = { clipboardData: data, bubbles: true };
          document.dispatchEvent(new ClipboardEvent("paste", event));
        }""",
        dumps(made.puzzle),
    )
    _wait(page, f"app.game.size === {_SIZE} && app.game.values.some(Boolean)")
    page.evaluate(_WATCH)
    times = {"marks": _rounds(page, presses)}
    page.get_by_label("Automatic candidates").check()
    times["candidates"] = _rounds(page, presses)
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("button", name=f"{_SIZE}×{_SIZE}", exact=True).click()
    _wait(page, "!app.game.values.some(Boolean)")
    page.get_by_label("Automatic candidates").check()
    times["all candidates of an empty grid"] = _rounds(page, presses)
    page.close()
    return times


def _rounds(page: Any, presses: int) -> list[list[float]]:
    """Each of so many presses, in every round."""
    depth = page.evaluate("app.game.depth")
    rounds = []
    for _ in range(_ROUNDS):
        rounds.append(_timed(page, presses, lambda turn: page.evaluate(_NEXT, turn)))
        if page.evaluate("app.game.depth") < depth + presses // 4:
            raise SystemExit("page: too few presses changed the grid")
        page.evaluate("(depth) => { while (app.game.depth > depth) app.game.undo(); }", depth)
    return rounds


def _timed(page: Any, presses: int, begin: Callable[[int], object]) -> list[float]:
    """Milliseconds of so many presses; ``begin`` is called before each series of them."""
    times = []
    for turn in range(presses):
        if turn % len(_TURNS) == 0:
            begin(turn // len(_TURNS))
        before = page.evaluate("() => window.presses.length")
        page.keyboard.press(_TURNS[turn % len(_TURNS)])
        page.wait_for_timeout(60)
        told = page.evaluate("(n) => window.presses.slice(n)", before)
        times.append(max([_LEAST_MS, *told]))
    return times


def bare_presses(browser: Any, presses: int) -> list[float]:
    """The same on a page that shows the key and nothing else."""
    page = browser.new_page()
    page.set_content(_BARE)
    page.evaluate(_WATCH)
    times = _timed(page, presses, lambda turn: None)
    page.close()
    return times


def run(presses: int) -> dict[str, Any]:
    """All figures of the page, each beside its bar."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise SystemExit("page: needs playwright: pip install 'squaredance[browser]'") from None
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        raise SystemExit(f"page: none of {', '.join(_BROWSERS)} is installed")
    with server() as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        address = f"http://{host}/"
        paints = [first_paint(browser, address) for _ in range(5)]
        times = key_presses(browser, address, presses)
        bare = bare_presses(browser, presses)
        browser.close()
    best = {
        name: [min(press) for press in zip(*rounds, strict=True)] for name, rounds in times.items()
    }
    single = [press for rounds in times.values() for each in rounds for press in each]
    figures = {
        "weight_bytes": weight(),
        "first_paint_ms": round(median(paints), 1),
        "key_ms": max(max(each) for each in best.values()),
    }
    print(f"\npage: weight {figures['weight_bytes']:,} bytes; first paint {min(paints):.0f} to "
          f"{max(paints):.0f} ms")  # fmt: skip
    for name, each in best.items():
        most = sorted(each)[int(0.95 * len(each))]
        print(
            f"  {len(each)} key presses at {_SIZE}x{_SIZE}, {name} shown: median "
            f"{median(each):.0f}, 95 of 100 within {most:.0f}, worst {max(each):.0f} ms"
        )
    late = sum(press >= BARS["key_ms"] for press in single)
    print(f"  of {len(single):,} single presses {late} took 50 ms or longer, the longest "
          f"{max(single):.0f} ms; on a bare page {max(bare):.0f} ms")  # fmt: skip
    passed = all(figures[name] < bar for name, bar in BARS.items())
    print(f"  {'PASS' if passed else 'FAIL'}: bars {BARS}")
    return figures | {"paints_ms": paints, "presses_ms": times, "bare_ms": bare, "passed": passed}
