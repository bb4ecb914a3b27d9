"""OpenAPI: the document that describes the API, made from the shapes that check it."""

from __future__ import annotations

from typing import Any, Final

from squaredance import __version__
from squaredance.web.about import ABOUT
from squaredance.web.ask import JSON
from squaredance.web.schema import Shape, ref
from squaredance.web.shapes import NAMED, QUESTIONS, TEXT, Question, obj

_ERRORS: Final = {
    "400": "The body is no JSON, or the puzzle or wish cannot be",
    "403": "The request comes from a page of another origin",
    "408": "The body took too long to come",
    "413": "The body is too large",
    "415": "The body is not said to be JSON",
    "422": "The body has a wrong shape; `place` says where",
    "503": "The server has too much to do; Retry-After says when to try again",
}


def document() -> dict[str, Any]:
    """The whole document, OpenAPI 3.1."""
    paths: dict[str, Any] = {
        f"/api/{name}": {"post": _post(name, question)} for name, question in QUESTIONS.items()
    }
    paths["/api/about"] = _get("about", "What this server can do", ref("About"))
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
    pictures = {media: {"schema": TEXT} for media in question.media}
    answer = {"content": pictures} if pictures else _content(question.answer)
    return {
        "operationId": name,
        "summary": question.title,
        "requestBody": {"required": True, **_content(question.request)},
        "responses": {
            "200": {"description": question.title, **answer},
            **{
                code: {"description": text, **_content(ref("Error"))}
                for code, text in _ERRORS.items()
            },
        },
    }


def _get(name: str, title: str, shape: Shape) -> dict[str, Any]:
    answer = {"description": title, **_content(shape)}
    return {"get": {"operationId": name, "summary": title, "responses": {"200": answer}}}
