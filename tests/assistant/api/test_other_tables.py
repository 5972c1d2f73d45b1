"""Presets, variants and comparison over HTTP."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from paiyan.assistant.house_rules import shipped_presets
from paiyan.engine.rules import RULESETS


def test_rule_systems_list_their_presets_with_reasons(client: TestClient) -> None:
    systems = client.get("/api/v1/rulesets").json()["rulesets"]
    listed = {preset["id"]: preset for system in systems for preset in system["presets"]}
    assert set(listed) == set(shipped_presets())
    (option,) = listed["jinzhou-capped-100"]["options"]
    assert (option["id"], option["value"]) == ("score_cap", 100)
    assert option["why_zh"]
    assert option["why_en"]


def test_a_ruling_may_name_a_preset(client: TestClient, win_case: dict[str, Any]) -> None:
    answer = client.post("/api/v1/rulings", json={"case": {**win_case, "ruleset": "jinzhou-discarder-only"}})
    assert answer.json()["settlement"] == [0, 10, -10, 0]


def test_variants_tell_which_house_rules_move_money(client: TestClient, win_case: dict[str, Any]) -> None:
    answer = client.post("/api/v1/rulings/variants", json={"case": win_case})
    assert answer.status_code == 200
    told = answer.json()
    assert (told["settlement"], told["certain"], told["ruleset"]) == ([0, 16, -16, 0], True, "jinzhou")
    found = {(one["option"], one["value"]): one["settlement"] for one in told["variants"]}
    assert found["discard_double_scope", "discarder_only"] == [0, 10, -10, 0]


def test_variants_of_a_reading_with_open_questions_say_so(client: TestClient, reading: dict[str, Any]) -> None:
    facts = {"ruleset": "jinzhou", "winner": 1, "dealer": 0, "method": "zimo", "kongs": []}
    told = client.post("/api/v1/rulings/variants", json={"reading_id": reading["id"], "facts": facts}).json()
    assert told["certain"] is False
    assert "who_is_open" in [question["id"] for question in told["questions"]]
    assert told["variants"]


def test_a_comparison_has_every_system(client: TestClient, win_case: dict[str, Any]) -> None:
    told = client.post("/api/v1/rulings/comparison", json={"case": win_case}).json()
    assert [one["ruleset"] for one in told["systems"]] == list(RULESETS)
    assert told["systems"][0]["ruling"]["settlement"] == [0, 16, -16, 0]


def test_a_case_that_is_wrong_names_its_field_here_too(client: TestClient, win_case: dict[str, Any]) -> None:
    for path in ("variants", "comparison"):
        answer = client.post(f"/api/v1/rulings/{path}", json={"case": {**win_case, "win_tile": "1z"}})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "case.win_tile")
