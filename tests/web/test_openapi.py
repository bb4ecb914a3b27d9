"""Requests made from the OpenAPI document, right and wrong ones: no fault, and every answer fits."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from squaredance.web.openapi import document
from squaredance.web.schema import REF
from tests.web.conftest import Served

schema = schemathesis.openapi.from_dict(document())


@schema.parametrize()
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_every_answer_fits_the_document(case: schemathesis.Case, server: Served) -> None:
    # A shape cannot say which texts are puzzles, so a request of the right shape may be refused.
    case.call_and_validate(base_url=server.address, excluded_checks=[positive_data_acceptance])


def test_every_reference_leads_somewhere() -> None:
    whole = document()
    named = whole["components"]["schemas"]

    def references(part: object) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return own.union(*map(references, part.values()))
        return set().union(*map(references, part)) if isinstance(part, list) else set()

    assert references(whole) == {REF + name for name in named}
