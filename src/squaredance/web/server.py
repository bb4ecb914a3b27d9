"""Server: uvicorn around the application, from the open port to a clean end."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from squaredance.errors import SquaredanceError
from squaredance.web.app import make_app
from squaredance.web.connection import connections_of

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from squaredance.web.settings import Settings


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; ``ready`` is called with the address once it can be asked."""
    listener = listener_of(settings)
    with listener:
        server = Server(make_app(settings), settings, lambda: ready(address_of(listener)))
        asyncio.run(server.serve_until_signal(listener))


def listener_of(settings: Settings) -> socket.socket:
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:  # the latter where it cannot be a name
        reason = error.strerror if isinstance(error, OSError) else "no name of a host is like this"
        raise SquaredanceError(f"expected a host, found {host!r}: {reason}") from None
    try:
        family, _, _, _, address = found[0]
        return socket.create_server(address, family=family, backlog=1024)
    except OSError as error:
        reason = str(error.strerror).partition(" (")[0]  # Python adds the address once more
        raise SquaredanceError(
            f"expected a free port of this machine, found {host}:{port}: {reason}"
        ) from None


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


class Server(uvicorn.Server):
    """Ends as soon as it is told: questions under way are answered as busy at once."""

    def __init__(self, app: Starlette, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=connections_of(settings),
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                lifespan="on",
                timeout_keep_alive=30,  # longer than clients are told to wait
                timeout_graceful_shutdown=1,
            )
        )
        self._lanes = app.state.lanes
        self._ready = ready

    async def serve_until_signal(self, listener: socket.socket) -> None:
        """The whole life of the server."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end)
        await self.serve(sockets=[listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):  # those that would not close
            connection.transport.abort()
        await asyncio.sleep(0)

    def _end(self) -> None:
        self.should_exit = True
        self._lanes.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Not uvicorn's way, which raises the signal again at the end."""
        yield
