"""App: the routes of the server, its errors, and what it refuses before a question is asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from squaredance.web.about import about
from squaredance.web.ask import JSON, Answer, problem, to_json
from squaredance.web.files import File, page_files
from squaredance.web.guard import Guard
from squaredance.web.lanes import BUSY, Lanes
from squaredance.web.openapi import document
from squaredance.web.settings import Settings
from squaredance.web.shapes import QUESTIONS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.types import Receive, Scope, Send

    Endpoint = Callable[[Request], Awaitable[Response]]

_RETRY: Final = "5"  # seconds: a full line does not clear sooner
_LINGER: Final = 1.0  # seconds
_NO_STORE: Final = {"cache-control": "no-store"}


def make_app(settings: Settings | None = None, static: Traversable | None = None) -> Starlette:
    """The server as an ASGI application; ``app.state.lanes`` is where it works."""
    settings = settings or Settings()
    lanes = Lanes(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await lanes.start()
        yield
        lanes.close()
        await lanes.ended()

    fixed = {
        "/api/about": to_json(about(settings)),
        "/api/openapi.json": to_json(document()),
        "/healthz": b'{"status":"ok"}',
    }
    routes = [Route(path, _constant(data)) for path, data in fixed.items()]
    routes += [Route(path, _page(file)) for path, file in page_files(static).items()]
    routes += [
        Route(f"/api/{name}", _question(name, lanes, settings), methods=["POST"])
        for name in QUESTIONS
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={HTTPException: _not_served},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.lanes = lanes
    return app


def _constant(data: bytes) -> Endpoint:
    async def endpoint(_: Request) -> Response:
        return Response(data, media_type=JSON, headers=_NO_STORE)

    return endpoint


def _page(file: File) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        headers = {"etag": file.etag, "cache-control": "no-cache"}
        known = request.headers.get("if-none-match", "")
        if file.etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(status_code=304, headers=headers)
        return Response(file.data, headers={**headers, "content-type": file.media})

    return endpoint


def _question(name: str, lanes: Lanes, settings: Settings) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        body = await _body(request, settings)
        return _response(body if isinstance(body, Answer) else await _asked(body, request))

    async def _asked(body: bytes, request: Request) -> Answer:
        """The answer, unless the client goes away before."""
        work = asyncio.ensure_future(lanes.answer(name, body))
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else problem(499, "gone", "the client has gone")
        finally:
            work.cancel()
            gone.cancel()

    return endpoint


async def _gone(request: Request) -> None:
    """Until the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _body(request: Request, settings: Settings) -> bytes | Answer:
    """The body, or why it is not taken; reading ends at the limit."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        return problem(415, "not-json", f"expected {JSON}, found {media[:60] or 'no type'}")
    too_large = problem(413, "too-large", f"expected a body of {settings.body} bytes or less")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > settings.body:
        return too_large
    data = bytearray()
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > settings.body:
                    return too_large
    except TimeoutError:
        return problem(408, "slow", f"expected a body within {settings.body_seconds:g} seconds")
    except ClientDisconnect:
        return problem(499, "gone", "the client has gone")
    return bytes(data)


class _Refusal(Response):
    """The answer to a body that is not wanted. It goes out at once; then what still comes is thrown
    away for a moment, because a connection that is closed with bytes unread is reset, and the
    client may lose the answer."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = {"type": "http.response.start", "status": self.status_code}
        await send({**head, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(_LINGER):
                while (await receive()).get("more_body"):
                    pass
        await send({"type": "http.response.body"})


def _response(answer: Answer) -> Response:
    headers = dict(_NO_STORE)
    if answer == BUSY:
        headers["retry-after"] = _RETRY
    if answer.code in (408, 413, 415):
        headers["connection"] = "close"
    kind = _Refusal if answer.code in (413, 415) else Response
    return kind(answer.body, answer.code, headers, answer.media)


async def _not_served(request: Request, error: Exception) -> Response:
    """Paths and methods that are not there."""
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 405:
        answer = problem(405, "wrong-method", f"expected another method than {request.method}")
    else:
        answer = problem(error.status_code, "not-found", f"nothing is at {path[:100]}")
    response = _response(answer)
    response.headers.update(error.headers or {})
    return response
