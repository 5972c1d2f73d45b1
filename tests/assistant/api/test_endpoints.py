"""The endpoints from a photo to a ruling, over a real store."""

from __future__ import annotations

import hashlib
from typing import Any

from starlette.testclient import TestClient

from paiyan.assistant.settings import Settings
from paiyan.datasets.labels import LabelKind

JPEG = {"Content-Type": "image/jpeg"}


def test_a_photo_sent_in_a_form_is_read_and_kept(client: TestClient, photo: bytes, settings: Settings) -> None:
    answer = client.post("/api/v1/photos?rules=jinzhou", files={"photo": ("tiles.jpg", photo, "image/jpeg")})
    assert answer.status_code == 201
    sha256 = hashlib.sha256(photo).hexdigest()
    kept = answer.json()["photo"]
    assert kept["id"] == kept["sha256"] == sha256
    assert (kept["width"], kept["height"], kept["bytes"]) == (640, 480, len(photo))
    assert answer.headers["location"] == f"/api/v1/photos/{sha256}"
    assert (settings.photos / sha256[:2] / sha256).read_bytes() == photo
    reading = answer.json()["reading"]
    assert reading["hand"] == "1234599m555p789s"
    assert reading["tiles"][reading["win_tile"]]["tile"] == "6m"
    assert (reading["photo_id"], reading["revision"], reading["parent_id"]) == (sha256, 1, None)
    assert (reading["rules"], reading["model"]) == ("jinzhou", "row@test")


def test_the_image_comes_back_as_it_was_sent(client: TestClient, reading: dict[str, Any], photo: bytes) -> None:
    url = client.get(f"/api/v1/photos/{reading['photo_id']}").json()["url"]
    image = client.get(url)
    assert image.content == photo
    assert image.headers["content-type"] == "image/jpeg"
    assert "immutable" in image.headers["cache-control"]


def test_a_photo_whose_file_was_removed_is_told_and_comes_back_when_sent_again(
    client: TestClient, reading: dict[str, Any], photo: bytes, settings: Settings
) -> None:
    url = f"/api/v1/photos/{reading['photo_id']}/image"
    (settings.photos / reading["photo_id"][:2] / reading["photo_id"]).unlink()
    gone = client.get(url)
    assert (gone.status_code, gone.json()["code"]) == (410, "photo_gone")
    client.post("/api/v1/photos", content=photo, headers=JPEG)
    assert client.get(url).content == photo


def test_the_same_photo_sent_again_is_one_file_with_two_readings(
    client: TestClient, photo: bytes, settings: Settings
) -> None:
    answers = [client.post("/api/v1/photos", content=photo, headers=JPEG).json() for _ in range(2)]
    assert answers[0]["photo"]["id"] == answers[1]["photo"]["id"]
    known = client.get(f"/api/v1/photos/{answers[0]['photo']['id']}").json()
    assert set(known["reading_ids"]) == {answer["reading"]["id"] for answer in answers}
    assert len([path for path in settings.photos.rglob("*") if path.is_file()]) == 1


def test_a_reading_is_found_again_as_it_was_given(client: TestClient, reading: dict[str, Any]) -> None:
    assert client.get(f"/api/v1/readings/{reading['id']}").json() == reading


def test_a_correction_makes_a_new_revision_and_labels(client: TestClient, reading: dict[str, Any]) -> None:
    tiles = [{**tile, "source": index} for index, tile in enumerate(reading["tiles"])]
    tiles[4]["tile"] = "6m"
    answer = client.post(f"/api/v1/readings/{reading['id']}/corrections", json={"tiles": tiles, "author": "li"})
    assert answer.status_code == 201
    corrected = answer.json()
    assert corrected["hand"] == "1234699m555p789s"
    assert (corrected["revision"], corrected["parent_id"]) == (2, reading["id"])
    assert client.get(answer.headers["location"]).json() == corrected
    assert client.get(f"/api/v1/readings/{reading['id']}").json() == reading
    (labels,) = client.app.state.context.store.labels_of(reading["photo_id"])  # type: ignore[attr-defined]
    assert (labels.author, labels.model_version, labels.exhaustive) == ("li", "row@test", False)
    assert [label.tile for label in labels.labels] == [tile["tile"] for tile in tiles]
    assert labels.labels[4].scores["5m"] == reading["tiles"][4]["confidence"]


def test_tiles_a_person_adds_and_turns_face_down_become_labels(client: TestClient, reading: dict[str, Any]) -> None:
    tiles = [{"tile": tile["tile"], "group": tile["group"], "source": i} for i, tile in enumerate(reading["tiles"])]
    corners = [[5, 5], [25, 5], [25, 35], [5, 35]]
    tiles += [
        {"tile": "back", "group": "back", "corners": corners},
        {"tile": "7z", "group": "other", "corners": corners},
    ]
    answer = client.post(f"/api/v1/readings/{reading['id']}/corrections", json={"tiles": tiles, "exhaustive": True})
    assert answer.status_code == 201
    (labels,) = client.app.state.context.store.labels_of(reading["photo_id"])  # type: ignore[attr-defined]
    assert labels.exhaustive
    assert [(label.kind, label.tile, dict(label.scores)) for label in labels.labels[-2:]] == [
        (LabelKind.BACK, None, {}),
        (LabelKind.TILE, "7z", {}),
    ]


def test_a_full_case_is_ruled_on_and_the_ruling_kept(client: TestClient, win_case: dict[str, Any]) -> None:
    answer = client.post("/api/v1/rulings", json={"case": win_case})
    assert answer.status_code == 201
    ruling = answer.json()
    assert ruling["settlement"] == ruling["ruling"]["settlement"] == [0, 16, -16, 0]
    assert ruling["certain"] is True
    assert ruling["ruling"]["explanation"]["payments"]
    assert client.get(answer.headers["location"]).json() == ruling


def test_a_hand_that_does_not_win_is_a_ruling_with_its_faults(client: TestClient, win_case: dict[str, Any]) -> None:
    win_case["hand"] = "123m678m99m45m"
    answer = client.post("/api/v1/rulings", json={"case": win_case})
    assert answer.status_code == 201
    ruling = answer.json()["ruling"]
    assert (ruling["valid"], ruling["reasons"]) == (False, ["missing_suit"])
    assert ruling["explanation"]["faults"][0]["id"] == "missing_suit"


def test_facts_nobody_answered_are_asked_for_and_the_settlement_is_conditional(
    client: TestClient, win_case: dict[str, Any]
) -> None:
    win_case |= {"dealer": None, "open": [True, True, None, True], "kongs": None}
    answer = client.post("/api/v1/rulings", json={"case": win_case}).json()
    assert answer["certain"] is False
    assert {question["id"] for question in answer["questions"]} == {"dealer", "who_is_open", "kongs"}
    possible = [one["settlement"] for one in answer["conditional"]]
    assert [0, 16, -16, 0] in possible
    assert [0, 20, -20, 0] in possible


def test_a_fact_that_follows_from_the_others_is_not_asked_for(client: TestClient, win_case: dict[str, Any]) -> None:
    win_case["melds"] = [{"type": "minggang", "tiles": "5555p", "from": 3}]
    win_case["kongs"] = [{"seat": 1, "kind": "da", "tile": "5p", "from": 3}]
    answer = client.post("/api/v1/rulings", json={"case": win_case}).json()
    assert (answer["certain"], answer["questions"]) == (True, [])


def test_a_reading_with_its_facts_is_scored(client: TestClient, reading: dict[str, Any]) -> None:
    facts = {
        "ruleset": "jinzhou",
        "winner": 1,
        "dealer": 0,
        "method": "zimo",
        "open": [True, None, True, True],
        "kongs": [],
    }
    answer = client.post("/api/v1/rulings", json={"reading_id": reading["id"], "facts": facts}).json()
    assert (answer["reading_id"], answer["certain"]) == (reading["id"], True)
    assert answer["ruling"]["valid"] is True
    assert sum(answer["settlement"]) == 0
    assert answer["settlement"][1] > 0


def test_a_reading_without_facts_asks_for_them(client: TestClient, reading: dict[str, Any]) -> None:
    body = {"reading_id": reading["id"], "facts": {"ruleset": "jinzhou"}}
    answer = client.post("/api/v1/rulings", json=body).json()
    assert answer["certain"] is False
    assert {"winner", "dealer", "method", "who_is_open"} <= {question["id"] for question in answer["questions"]}


def test_events_are_appended_and_listed_from_where_one_left_off(client: TestClient) -> None:
    first = client.post("/api/v1/events", json={"type": "hand_started", "game_id": "g", "payload": {"dealer": 0}})
    second = client.post("/api/v1/events", json={"type": "hand_won", "game_id": "g", "payload": {"seat": 1}})
    assert (first.status_code, second.status_code) == (201, 201)
    listed = client.get("/api/v1/events", params={"after": first.json()["seq"]}).json()
    assert listed["events"] == [second.json()]
    assert listed["next"] == second.json()["seq"]
    assert client.get("/api/v1/events", params={"after": listed["next"]}).json() == {
        "events": [],
        "next": listed["next"],
    }


def test_health_tells_version_and_model(client: TestClient) -> None:
    health = client.get("/api/v1/health").json()
    assert (health["status"], health["model"]) == ("ok", "row@test")
    assert health["version"]


def test_tiles_are_listed_in_class_order_with_names_in_both_languages(client: TestClient) -> None:
    tiles = client.get("/api/v1/tiles").json()["tiles"]
    assert [tile["index"] for tile in tiles] == list(range(42))
    by_code = {tile["tile"]: tile for tile in tiles}
    assert (by_code["7z"]["zh"], by_code["7z"]["unicode"]) == ("红中", "🀄")
    assert (by_code["5p"]["zh"], by_code["5p"]["en"]) == ("五饼", "Five of Dots")


def test_rule_systems_tell_their_house_rules(client: TestClient) -> None:
    listed = {rules["id"]: rules for rules in client.get("/api/v1/rulesets").json()["rulesets"]}
    jinzhou = client.get("/api/v1/rulesets/jinzhou").json()
    assert listed["jinzhou"] == jinzhou
    options = {option["id"]: option for option in jinzhou["options"]}
    assert options["haidilao_total"]["default"] == 4
    assert options["haidilao_total"]["values"] == [4, 2, 8]
    assert options["score_cap"]["values"][0] is None
