"""A real server on a free port of this machine, in a thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx
import pytest

from squaredance.web.app import make_app
from squaredance.web.lanes import Lanes
from squaredance.web.server import Server, address_of, listener_of
from squaredance.web.settings import Settings
from tests.web.browser import address, browser, open_page  # noqa: F401 (fixtures)


@pytest.hookimpl(tryfirst=True)  # before those that are not asked for are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


class Served(NamedTuple):
    """A server that runs: a client with its address, and its lanes to look into."""

    client: httpx.Client
    lanes: Lanes
    address: str

    def ask(self, question: str, **data: Any) -> httpx.Response:
        return self.client.post(f"/api/{question}", json=data)


@contextmanager
def served(static: Path | None = None, **settings: Any) -> Iterator[Served]:
    given: dict[str, Any] = {"port": 0, "seconds": 5.0, "most_seconds": 10.0, **settings}
    limits = Settings(**given)
    app = make_app(limits, static)
    ready = Event()
    server = Server(app, limits, ready.set)
    with listener_of(limits) as listener:
        thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
        thread.start()
        try:
            assert ready.wait(10)
            with httpx.Client(base_url=address_of(listener), timeout=30, trust_env=False) as client:
                yield Served(client, app.state.lanes, address_of(listener))
        finally:
            server.should_exit = True
            thread.join(10)
            assert not thread.is_alive()


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with served() as found:
        yield found
