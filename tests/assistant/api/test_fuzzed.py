"""Calls generated from the OpenAPI document: whatever is sent, the answer is one that the document describes."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from paiyan.assistant.api.schema import COMMITTED
from paiyan.engine.case_reader import CASE_FIELDS

DOCUMENT = json.loads(COMMITTED.read_text(encoding="utf-8"))
CALLS = [
    (path, method, mode)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
    for mode in GenerationMode
    # A call that takes nothing cannot be made in another way than described.
    if mode is GenerationMode.POSITIVE or operation.keys() & {"parameters", "requestBody"}
]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
HERE = {"Host": "127.0.0.1"}


@pytest.fixture(scope="module")
def document(shared_client: TestClient) -> Any:
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", shared_client.app, headers=HERE)


@pytest.mark.parametrize(("path", "method", "mode"), CALLS, ids=str)
def test_every_answer_is_as_described(
    document: Any, shared_reading: dict[str, Any], path: str, method: str, mode: GenerationMode
) -> None:
    operation = document[path][method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=8,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answers_as_described(case: Any) -> None:
        if path.endswith("/corrections"):
            # A made-up id would only ever be told that it is not there.
            case.path_parameters["id"] = shared_reading["id"]
        case.call_and_validate(checks=CHECKS, headers=HERE)

    answers_as_described()


JSON_VALUES = strategies.recursive(
    strategies.none()
    | strategies.booleans()
    | strategies.integers(-5, 20)
    | strategies.floats(allow_nan=False, allow_infinity=False)
    | strategies.sampled_from(["", "6m", "7z", "555p", "f1", "peng", "minggang", "ron", "zimo", "an", "da", "jinzhou"]),
    lambda inner: (
        strategies.lists(inner, max_size=4)
        | strategies.dictionaries(strategies.sampled_from(["seat", "kind", "tile", "tiles", "type", "from"]), inner)
    ),
    max_leaves=6,
)


@given(
    changes=strategies.dictionaries(strategies.sampled_from(sorted(CASE_FIELDS)), JSON_VALUES, min_size=1, max_size=4),
)
@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_a_case_with_anything_in_it_is_ruled_on_or_refused(
    shared_client: TestClient, win_case: dict[str, Any], changes: dict[str, Any]
) -> None:
    answer = shared_client.post("/api/v1/rulings", json={"case": {**win_case, **changes}})
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 422:
        assert all(error["field"].startswith("case") and error["detail"] for error in answer.json()["errors"])
    elif answer.json()["settlement"] is not None:
        assert sum(answer.json()["settlement"]) == 0
