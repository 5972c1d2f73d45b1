"""The committed OpenAPI document is what the application answers with."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from paiyan.assistant.api.schema import COMMITTED, openapi_text


def test_the_committed_document_has_not_drifted() -> None:
    """Rewrite it with `python -m paiyan.assistant.api.schema` after a wanted change."""
    assert COMMITTED.read_text(encoding="utf-8") == openapi_text()


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    served: dict[str, Any] = client.get("/api/v1/openapi.json").json()
    return served


def test_every_operation_documents_its_problems(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            failures = {status: body for status, body in operation["responses"].items() if status >= "400"}
            assert {"401", "403", "500"} <= failures.keys(), (method, path)
            assert {kind for body in failures.values() for kind in body["content"]} == {"application/problem+json"}


def test_the_document_tells_how_a_photo_is_sent(document: dict[str, Any]) -> None:
    body = document["paths"]["/api/v1/photos"]["post"]["requestBody"]
    assert set(body["content"]) == {"multipart/form-data", "image/*"}
