"""A case that came from a photo: a tile the photo leaves open is asked about where it decides, and never otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.assistant.doubtful_reader import WAVERS, DoubtfulReader
from tests.assistant.row_reader import RowReader

CASE = {
    "ruleset": "jinzhou",
    "dealer": 0,
    "winner": 1,
    "discarder": None,
    "hand": "2344588m555p678s",
    "melds": [],
    "win_tile": "6m",
    "win_method": "zimo",
    "red_kong": False,
    "open": [True, False, True, True],
    "kongs": [],
}


@pytest.fixture
def reader() -> RowReader:
    return DoubtfulReader()


def ruled(client: TestClient, reading_id: str | None, **changes: Any) -> dict[str, Any]:
    body = {"case": {**CASE, **changes}} | ({} if reading_id is None else {"reading_id": reading_id})
    answer = client.post("/api/v1/rulings", json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def sent(reading: dict[str, Any], **changed: str) -> list[dict[str, Any]]:
    """All tiles as read and not looked at, but for those changed."""
    return [
        {
            "tile": changed.get(f"at{i}", tile["tile"]),
            "group": tile["group"],
            "source": i,
            "confirmed": f"at{i}" in changed,
        }
        for i, tile in enumerate(reading["tiles"])
    ]


def test_the_tile_that_decides_is_the_question_with_its_place_and_what_each_answer_costs(
    client: TestClient, reading: dict[str, Any]
) -> None:
    told = ruled(client, reading["id"])
    assert told["certain"] is False
    question = told["questions"][told["decides"]]
    assert (question["id"], question["tiles"], question["choices"][:2]) == ("tile_doubt", [WAVERS], ["6s", "9s"])
    left, top, right, bottom = question["crop"]
    assert all(left < x < right and top < y < bottom for x, y in reading["tiles"][WAVERS]["corners"])
    lost, won = question["costs"][:2]
    assert (lost["valid"], lost["low"]) == (False, [0, 0, 0, 0])
    assert won["valid"]
    assert won["low"][1] > 0
    assert told["nearest"]["tile"] | {"settlement": None, "hu_class": None, "hu_label": None} == {
        "index": WAVERS,
        "indices": [WAVERS],
        "to": "9s",
        "settlement": None,
        "hu_class": None,
        "hu_label": None,
    }


def test_without_its_photo_a_case_is_what_was_said(client: TestClient) -> None:
    told = ruled(client, None)
    assert (told["certain"], told["ruling"]["valid"], told["questions"]) == (True, False, [])


@pytest.mark.parametrize(("face", "wins"), [("6s", False), ("9s", True)])
def test_one_answer_settles_it(client: TestClient, reading: dict[str, Any], face: str, wins: bool) -> None:
    tiles = sent(reading, **{f"at{WAVERS}": face})
    corrected = client.post(f"/api/v1/readings/{reading['id']}/corrections", json={"tiles": tiles}).json()
    told = ruled(client, corrected["id"], hand=corrected["hand"])
    assert told["ruling"]["valid"] is wins
    assert told["certain"] is True


def test_only_what_a_person_said_becomes_a_label_with_the_scores_of_the_detector(
    client: TestClient, reading: dict[str, Any]
) -> None:
    url = f"/api/v1/readings/{reading['id']}/corrections"
    body = {"tiles": sent(reading, **{f"at{WAVERS}": "9s"}), "exhaustive": True}
    corrected = client.post(url, json=body).json()
    store = client.app.state.context.store  # type: ignore[attr-defined]
    (labels,) = store.labels_of(reading["photo_id"])
    assert [label.tile for label in labels.labels] == ["9s"]
    assert labels.labels[0].scores == pytest.approx({"6s": 0.5, "9s": 0.4}, abs=0.01)
    assert labels.exhaustive is False, "tiles nobody looked at are on the photo too"
    others = [tile for index, tile in enumerate(corrected["tiles"]) if index != WAVERS]
    assert others == [tile for index, tile in enumerate(reading["tiles"]) if index != WAVERS]


def test_an_answer_taken_back_leaves_no_label_in_force_and_the_doubt_as_it_was(
    client: TestClient, reading: dict[str, Any]
) -> None:
    url = f"/api/v1/readings/{reading['id']}/corrections"
    client.post(url, json={"tiles": sent(reading, **{f"at{WAVERS}": "9s"})})
    back = client.post(url, json={"tiles": sent(reading)}).json()
    store = client.app.state.context.store  # type: ignore[attr-defined]
    assert store.labels_of(reading["photo_id"])[-1].labels == ()
    assert back["tiles"] == reading["tiles"]
    assert ruled(client, back["id"])["certain"] is False


def test_what_is_said_of_a_kong_of_a_case_is_asked_without_a_photo_to_show_it(client: TestClient) -> None:
    melds = [{"type": "minggang", "tiles": "5555p", "from": None}]
    told = ruled(client, None, hand="2344588m789s", melds=melds, open=[True, True, True, True])
    question = next(one for one in told["questions"] if one["id"] == "meld_kind")
    assert question["crop"] is None
    assert len(question["costs"]) == len(question["choices"]) == 4
