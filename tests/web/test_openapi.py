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
    (name, code, media): validator(content["schema"])
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


@pytest.mark.parametrize("path", ["/api/about", "/healthz"])
def test_what_can_be_got(path: str, server: Served) -> None:
    content = DOCUMENT["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    validator(content["schema"]).validate(server.client.get(path).json())


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
