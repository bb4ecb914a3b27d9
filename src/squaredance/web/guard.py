"""Guard: what every request must be and every answer has, whatever it is about."""

from __future__ import annotations

import sys
import traceback
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from squaredance.web.ask import Answer, fault, problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from squaredance.web.settings import Settings

_HEADERS: Final = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Guard:
    """Around the application: checks host and origin, adds security headers, and answers what
    fails inside with a plain 500."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._host = settings.host.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        refused = self._refused(dict(scope["headers"]))
        if refused is not None:
            await _put(refused, guarded)
            return
        try:
            await self._app(scope, receive, guarded)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            if not has_begun:
                await _put(fault(), guarded)

    def _refused(self, headers: dict[bytes, bytes]) -> Answer | None:
        """Another host is a page elsewhere whose name was made to lead here (DNS rebinding);
        another origin is a page elsewhere that asks from inside of a browser."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not _is_ours(host, self._host):
            return problem(400, "wrong-host", f"expected localhost or {self._host} as Host")
        origin = headers.get(b"origin")
        if origin is not None and _netloc(origin.decode("latin-1")) != host:
            return problem(403, "wrong-origin", "expected a request of this server's own page")
        return None


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin.lower()).netloc
    except ValueError:
        return ""


def _is_ours(host: str, listening: str) -> bool:
    """Whether a Host header, with a port or not, names this server.

    >>> _is_ours("localhost:8017", "127.0.0.1"), _is_ours("evil.example", "127.0.0.1")
    (True, False)
    >>> _is_ours("[::1]:80", "::1"), _is_ours("192.0.2.7", "0.0.0.0")
    (True, True)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in ("localhost", listening.strip("[]")) or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or listening in ("0.0.0.0", "::")


async def _put(answer: Answer, send: Send) -> None:
    headers = [
        (b"content-type", answer.media.encode()),
        (b"content-length", str(len(answer.body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": answer.code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
