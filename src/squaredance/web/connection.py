"""Connection: one client's, which nobody can hold for ever, and no more of them than the settings
say. What uvicorn bounds by itself is the wait for the next request, until its first byte."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from squaredance.web.ask import JSON
from squaredance.web.lanes import BUSY

if TYPE_CHECKING:
    from squaredance.web.settings import Settings

_FULL = (
    f"HTTP/1.1 503 Service Unavailable\r\nContent-Type: {JSON}\r\nContent-Length: {len(BUSY.body)}"
    "\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
).encode() + BUSY.body


class Connection(H11Protocol):
    """Of h11, which uvicorn always brings, so that all servers are alike: httptools may be there
    or not."""

    settings: ClassVar[Settings]
    _head: asyncio.TimerHandle | None = None  # runs while the head of a request is not whole
    _stuck: asyncio.TimerHandle | None = None  # runs while the client does not take its answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.settings.connections:
            transport.write(_FULL)
            transport.close()
        self._await_head()

    def data_received(self, data: bytes) -> None:
        self._await_head()
        super().data_received(data)
        if self._is_busy:
            self._stop_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head()
        self._stop_stuck()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_stuck()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._await_reader()  # to close waits for what is still to be sent

    @property
    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_head(self) -> None:
        if self._head is None and not self._is_busy:
            self._head = self.loop.call_later(self.settings.head_seconds, self.transport.abort)

    def _await_reader(self) -> None:
        if self._stuck is None:
            self._stuck = self.loop.call_later(self.settings.answer_seconds, self.transport.abort)

    def _stop_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _stop_stuck(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


def connections_of(settings: Settings) -> type[Connection]:
    """The class of a server's connections: uvicorn has no other way to tell them its settings."""
    return type("Connection", (Connection,), {"settings": settings})
