"""OpenAPI: the document that describes the API, made from the shapes that check it."""

from __future__ import annotations

from typing import Any, Final

from squaredance import __version__
from squaredance.web.about import ABOUT
from squaredance.web.ask import JSON
from squaredance.web.schema import Shape, ref
from squaredance.web.shapes import NAMED, QUESTIONS, TEXT, Question, obj, whole

_GET_ERRORS: Final = {
    "400": "The Host is not this server's",
    "403": "The request comes from a page of another origin",
    "500": "The server has a fault, which its log tells",
}
_POST_ERRORS: Final = {
    "400": "The body is no JSON, the puzzle or wish cannot be, or the Host is not this server's",
    "403": _GET_ERRORS["403"],
    "408": "The body took too long to come",
    "413": "The body is too large",
    "415": "The body is not said to be JSON",
    "422": "The body has a wrong shape; `place` says where",
    "500": _GET_ERRORS["500"],
    "503": "The server has too much to do (`busy`), or too little memory for the question "
    "(`memory`), or could not stop it in time (`time`)",
}


def document() -> dict[str, Any]:
    """The whole document, OpenAPI 3.1."""
    paths: dict[str, Any] = {
        f"/api/{name}": {"post": _post(name, question)} for name, question in QUESTIONS.items()
    }
    paths["/api/about"] = _get("about", "What this server can do", ref("About"))
    paths["/api/openapi.json"] = _get("openapi", "This document", {"type": "object"})
    paths["/healthz"] = _get("healthz", "Whether the server is up", obj({"status": TEXT}))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Squaredance",
            "version": __version__,
            "description": "Sudoku of every size: solve, count, check, explain, rate, generate, "
            "convert and draw. Out of time is an answer: status unknown or stopped.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": NAMED | {"About": ABOUT}},
    }


def _content(shape: Shape, media: str = JSON) -> dict[str, Any]:
    return {"content": {media: {"schema": shape}}}


def _post(name: str, question: Question) -> dict[str, Any]:
    # Bytes have no schema in OpenAPI 3.1: a type of JSON would be wrong.
    pictures = {media: {"schema": TEXT} if "xml" in media else {} for media in question.media}
    answer = {"content": pictures} if pictures else _content(question.answer)
    return {
        "operationId": name,
        "summary": question.title,
        "requestBody": {"required": True, **_content(question.request)},
        "responses": {
            "200": {"description": question.title, **answer},
            **_errors(_POST_ERRORS),
        },
    }


def _get(name: str, title: str, shape: Shape) -> dict[str, Any]:
    answer = {"description": title, **_content(shape)}
    responses = {"200": answer, **_errors(_GET_ERRORS)}
    return {"get": {"operationId": name, "summary": title, "responses": responses}}


def _errors(told: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        code: {"description": text, **_content(ref("Error"))} for code, text in told.items()
    }
    if "503" in found:
        when = "Seconds until the server may have less to do; only when it is busy"
        found["503"]["headers"] = {"Retry-After": {"description": when, "schema": whole(1)}}
    return found
