"""A real server and a real browser for the tests of the page.

Where Chromium or playwright is missing the tests that need them are skipped, and say so.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    Opener = Callable[..., Page]

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
READY = "body.ready"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of ``squaredance serve`` on a free port."""
    pytest.importorskip("starlette", reason="the server needs squaredance[web]")
    pytest.importorskip("uvicorn", reason="the server needs squaredance[web]")
    command = [sys.executable, "-m", "squaredance", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert "http://" in line, line
        yield next(word for word in line.split() if word.startswith("http://"))
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == 0


# Per module and not per session: while playwright runs, its event loop is the one of this thread,
# and no test of another module could run its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, driven by playwright."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="no playwright: pip install 'squaredance[browser]'"
    )
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(address: str, browser: Browser) -> Iterator[Opener]:
    """Opens the page in a fresh browser context, or in ``context`` as a second visit of one person;
    at the end nothing may have gone wrong on it."""
    faults: list[str] = []
    contexts: list[Any] = []

    def opener(link: str = "", *, context: Any = None, **options: Any) -> Page:
        if context is None:
            context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}} | options)
            contexts.append(context)
        page: Page = context.new_page()
        page.on("console", lambda message: _note(faults, message))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: _look(faults, request.url, address))
        page.goto(address + link)
        page.wait_for_selector(READY)
        return page

    yield opener
    for context in contexts:
        context.close()
    assert faults == []


def _note(faults: list[str], message: Any) -> None:
    # A refused question (400) is an answer to the page, but the browser notes it as an error.
    if message.type in ("error", "warning") and "status of 400" not in message.text:
        faults.append(message.text)


def _look(faults: list[str], url: str, address: str) -> None:
    if not url.startswith((address, "data:", "blob:")):
        faults.append(f"a request to {url}")
