"""Advice over HTTP."""

from __future__ import annotations

from starlette.testclient import TestClient

HAND = {"ruleset": "jinzhou", "hand": "123m678s99s45m555p7z"}


def test_a_hand_is_advised_on(client: TestClient) -> None:
    answer = client.post("/api/v1/advice", json={**HAND, "seen": "66m", "dealer": 1})
    assert answer.status_code == 200
    best = answer.json()["choices"][0]
    assert (best["discard"], [(wait["tile"], wait["left"]) for wait in best["waits"]]) == ("7z", [("3m", 3), ("6m", 2)])
    assert best["waits"][0]["zimo"] == [-16, 48, -16, -16]


def test_the_rule_system_may_be_a_preset(client: TestClient) -> None:
    answer = client.post("/api/v1/advice", json={**HAND, "ruleset": "jinzhou-open-only"}).json()
    assert (answer["ruleset"], answer["choices"][0]["waits"]) == ("jinzhou", [])


def test_what_is_wrong_is_told_by_its_field(client: TestClient) -> None:
    melded = {"hand": "123m678s99s45m", "melds": [{}]}
    for changes, field in (({"hand": "123m"}, "hand"), ({"seen": "9z"}, "seen"), (melded, "melds[0].type")):
        answer = client.post("/api/v1/advice", json={**HAND, **changes})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == field
        assert answer.json()["errors"][0]["detail"]
