"""Tiles and facts that cannot be: one clear error each over HTTP, naming the tile or the field."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.bad_cases import BAD
from tests.worked_case import PLAIN_WIN


@pytest.mark.parametrize(("why", "facts", "field", "words"), BAD, ids=[one[0] for one in BAD])
def test_a_bad_case_is_refused_in_words_over_http(
    shared_client: TestClient, why: str, facts: dict[str, Any], field: str, words: tuple[str, str]
) -> None:
    for language, expected in zip(("zh", "en"), words, strict=True):
        answer = shared_client.post(
            "/api/v1/rulings", json={"case": PLAIN_WIN | facts}, headers={"Accept-Language": language}
        )
        assert answer.status_code == 422, why
        (fault,) = answer.json()["errors"]
        assert fault["field"] == f"case.{field}"
        assert expected in fault["detail"], why
