"""Requests made from the shapes, right and wrong ones: no fault, and every answer fits the
document. Judged by jsonschema, which shares nothing with our own checks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from squaredance.web.app import make_app
from squaredance.web.openapi import document
from squaredance.web.schema import REF
from squaredance.web.shapes import QUESTIONS
from tests.web.conftest import Served
from tests.web.shape_data import of_shape, spoiled

DOCUMENT = document()
FEW = settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema | {"components": DOCUMENT["components"]})


VALIDATORS = {
    (name, code, media): validator(content.get("schema", {}))
    for name in QUESTIONS
    for code, answer in DOCUMENT["paths"][f"/api/{name}"]["post"]["responses"].items()
    for media, content in answer["content"].items()
}
REQUESTS = {name: validator(question.request) for name, question in QUESTIONS.items()}


def checked(server: Served, name: str, data: object) -> int:
    """The code of the answer, which is as the document says."""
    body = json.dumps(data).encode()
    headers = {"content-type": "application/json"}
    answer = server.client.post(f"/api/{name}", content=body, headers=headers)
    key = (name, str(answer.status_code), answer.headers["content-type"])
    assert key in VALIDATORS, (key, answer.text)
    if key[2] == "application/json":
        VALIDATORS[key].validate(answer.json())
    return answer.status_code


@pytest.mark.parametrize("name", QUESTIONS)
@FEW
@given(data=st.data())
def test_requests_of_the_right_shape(name: str, data: st.DataObject, server: Served) -> None:
    request = data.draw(of_shape(QUESTIONS[name].request))
    assert checked(server, name, request) in (200, 400)


@pytest.mark.parametrize("name", QUESTIONS)
@FEW
@given(data=st.data())
def test_requests_of_a_wrong_shape(name: str, data: st.DataObject, server: Served) -> None:
    request = data.draw(spoiled(QUESTIONS[name].request))
    fits = REQUESTS[name].is_valid(request)
    assert checked(server, name, request) in ((200, 400) if fits else (422,))


@pytest.mark.parametrize("path", ["/api/about", "/api/openapi.json", "/healthz"])
@pytest.mark.parametrize(
    ("headers", "code"),
    [({}, "200"), ({"host": "evil.example"}, "400"), ({"origin": "http://evil.example"}, "403")],
)
def test_what_can_be_got(path: str, headers: dict[str, str], code: str, server: Served) -> None:
    answer = server.client.get(path, headers=headers)
    assert str(answer.status_code) == code
    content = DOCUMENT["paths"][path]["get"]["responses"][code]["content"]["application/json"]
    validator(content["schema"]).validate(answer.json())


def test_every_path_of_the_server_is_documented() -> None:
    paths = {route.path for route in make_app(static=Path(__file__).parent / "none").routes}  # type: ignore[attr-defined]
    assert set(DOCUMENT["paths"]) == paths
    told = [one for methods in DOCUMENT["paths"].values() for one in methods.values()]
    assert all({"400", "403", "500"} <= set(one["responses"]) for one in told)


def test_bytes_are_not_said_to_be_text() -> None:
    content = DOCUMENT["paths"]["/api/render"]["post"]["responses"]["200"]["content"]
    assert content == {"image/svg+xml": {"schema": {"type": "string"}}, "image/png": {},
                       "application/pdf": {}}  # fmt: skip


def test_the_document_is_served(server: Served) -> None:
    assert server.client.get("/api/openapi.json").json() == DOCUMENT


def test_every_schema_is_one_and_every_reference_leads_somewhere() -> None:
    named = DOCUMENT["components"]["schemas"]
    for schema in named.values():
        Draft202012Validator.check_schema(schema)

    def references(part: object) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return own.union(*map(references, part.values()))
        return set().union(*map(references, part)) if isinstance(part, list) else set()

    assert references(DOCUMENT) == {REF + name for name in named}


def test_every_question_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "web.md").read_text()
    assert [name for name in QUESTIONS if f"| `{name}` |" not in page] == []
