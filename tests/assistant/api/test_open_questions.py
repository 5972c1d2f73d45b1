"""What a reading asks keeps every ruling on it from being certain, until it is answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.assistant.reading.test_unanswered import FIRST, FOURTH, PENG, WHICH, asked
from tests.assistant.row_reader import RowReader

from paiyan.assistant.reading import EnrolledSet, TableReading
from paiyan.assistant.reading.model import Status

FACTS = {"ruleset": "jinzhou", "winner": 1, "dealer": 0, "method": "zimo", "open": [True] * 4, "kongs": []}
CASE: dict[str, Any] = {
    "ruleset": "jinzhou",
    "dealer": 0,
    "winner": 1,
    "hand": "123m678s99s45m",
    "melds": [{"type": "peng", "tiles": "555p", "from": 3}],
    "win_tile": "6m",
    "win_method": "zimo",
    "open": [True] * 4,
    "kongs": [],
}
SEVERAL: dict[str, Any] = {
    **{name: value for name, value in CASE.items() if name not in ("winner", "hand", "melds")},
    "win_method": "ron",
    "discarder": 0,
    "winners": [
        {"winner": 2, "hand": "11p456s789p5m7m", "melds": [{"type": "chi", "tiles": "123s", "from": 1}]},
        {"winner": 1, "hand": CASE["hand"], "melds": CASE["melds"]},
    ],
}
"""Two win on one tile; the photo shows the hand of the second."""
BOTH: list[dict[str, Any]] = [{"id": "which_hand"}, {"id": "fourth_tile", "tiles": list(PENG)}]


class AskingReader(RowReader):
    """Sees two hands, and a 碰 in the one it reads that may hide a fourth tile; or one tile of the hand in doubt."""

    def __init__(self, doubtful: bool) -> None:
        super().__init__()
        self.doubtful = doubtful

    def read(self, source: Any, rules: str | None = None, enrolled: EnrolledSet | None = None) -> TableReading:
        reading = asked(*(() if self.doubtful else (WHICH, FOURTH)))
        tiles = list(reading.tiles)
        if self.doubtful:
            four = next(index for index in reading.hand if tiles[index].tile == "4m")
            tiles[four] = replace(tiles[four], confidence=0.5, status=Status.DOUBTFUL, alternatives=(("7m", 0.4),))
        return replace(reading, tiles=tuple(tiles))


@pytest.fixture
def reader(request: pytest.FixtureRequest) -> RowReader:
    return AskingReader(getattr(request, "param", False))


def ruled(client: TestClient, **body: Any) -> tuple[bool, list[str]]:
    answer = client.post("/api/v1/rulings", json=body)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return told["certain"], [one["id"] for one in told["questions"]]


def corrected(client: TestClient, reading: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The reading with its first tile confirmed and all others as read."""
    tiles = [
        {"tile": tile["tile"], "group": tile["group"], "source": at, "confirmed": at == FIRST}
        for at, tile in enumerate(reading["tiles"])
    ]
    answer = client.post(f"/api/v1/readings/{reading['id']}/corrections", json={"tiles": tiles, **more})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize(
    "said", [{"facts": FACTS}, {"case": CASE}, {"case": {**CASE, "visible": "1p"}}, {"case": SEVERAL}]
)
def test_what_the_photo_leaves_open_is_asked_of_facts_and_of_cases_until_it_is_answered(
    client: TestClient, reading: dict[str, Any], said: dict[str, Any]
) -> None:
    assert ruled(client, reading_id=reading["id"], **said) == (False, ["which_hand", "fourth_tile"])
    assert ruled(client, reading_id=reading["id"], answered=BOTH[:1], **said) == (False, ["fourth_tile"])
    assert ruled(client, reading_id=reading["id"], answered=BOTH, **said) == (True, [])


@pytest.mark.parametrize("reader", [True], indirect=True)
@pytest.mark.parametrize("case", [CASE, {**CASE, "visible": "1p"}, SEVERAL])
def test_a_tile_in_doubt_is_asked_about_whatever_else_a_case_says(
    client: TestClient, reading: dict[str, Any], case: dict[str, Any]
) -> None:
    assert ruled(client, reading_id=reading["id"], case=case) == (False, ["tile_doubt"])


@pytest.mark.parametrize("reader", [True], indirect=True)
def test_of_several_winners_no_answer_tells_the_share_of_one_as_what_it_costs(
    client: TestClient, reading: dict[str, Any]
) -> None:
    told = client.post("/api/v1/rulings", json={"reading_id": reading["id"], "case": SEVERAL}).json()
    assert [(one["costs"], one["stake"]) for one in told["questions"]] == [([], None)]


@pytest.mark.parametrize("reader", [True], indirect=True)
@pytest.mark.parametrize(("winners", "field"), [([{"hand": "1m"}], "case.winners[0].winner"), ([1], "case.winners[0]")])
def test_a_winner_that_is_wrongly_told_is_named_as_one_of_several(
    client: TestClient, reading: dict[str, Any], winners: list[object], field: str
) -> None:
    case = {**SEVERAL, "winners": winners}
    answer = client.post("/api/v1/rulings", json={"reading_id": reading["id"], "case": case})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


@pytest.mark.parametrize("said", [{"facts": FACTS}, {"case": CASE}])
def test_a_correction_of_something_else_leaves_it_open_and_one_that_answers_it_does_not(
    client: TestClient, reading: dict[str, Any], said: dict[str, Any]
) -> None:
    other = corrected(client, reading)
    assert [one["id"] for one in other["questions"]] == ["which_hand", "fourth_tile"]
    assert ruled(client, reading_id=other["id"], **said) == (False, ["which_hand", "fourth_tile"])
    answer = corrected(client, reading, answered=BOTH)
    assert answer["questions"] == []
    assert ruled(client, reading_id=answer["id"], **said) == (True, [])


def test_a_case_answers_the_question_about_a_set_by_naming_the_kong(
    client: TestClient, reading: dict[str, Any]
) -> None:
    kong = {**CASE, "melds": [{"type": "minggang_zhua", "tiles": "5555p", "from": 3}]}
    kong["kongs"] = [{"seat": 1, "kind": "zhua", "tile": "5p"}]
    assert ruled(client, reading_id=reading["id"], answered=BOTH[:1], case=kong) == (True, [])


def test_both_answers_about_the_set_are_ruled_on(client: TestClient, reading: dict[str, Any]) -> None:
    told = client.post("/api/v1/rulings", json={"reading_id": reading["id"], "case": CASE}).json()
    fourth = next(one for one in told["questions"] if one["id"] == "fourth_tile")
    assert (fourth["choices"], fourth["tiles"]) == ([False, True], list(PENG))
    three, four = fourth["costs"]
    assert three["high"][1] < four["high"][1]


def test_what_is_no_question_of_a_reading_cannot_be_answered(client: TestClient, reading: dict[str, Any]) -> None:
    body = {"reading_id": reading["id"], "case": CASE, "answered": [{"id": "who_is_right"}]}
    assert client.post("/api/v1/rulings", json=body).status_code == 422


TWICE = [BOTH[1], {"id": "fourth_tile", "tiles": [0, 1, 2]}]
UNASKED = {"id": "fourth_tile", "tiles": [0, 1, 2]}


def test_an_answer_to_what_was_not_asked_is_refused_with_what_is_asked(
    client: TestClient, reading: dict[str, Any]
) -> None:
    tiles = [{"tile": one["tile"], "group": one["group"], "source": at} for at, one in enumerate(reading["tiles"])]
    corrections = f"/api/v1/readings/{reading['id']}/corrections"
    for url, body in (
        (corrections, {"tiles": tiles}),
        ("/api/v1/rulings", {"reading_id": reading["id"], "case": CASE}),
        ("/api/v1/rulings", {"reading_id": reading["id"], "facts": FACTS}),
    ):
        answer = client.post(url, json={**body, "answered": TWICE}, headers={"Accept-Language": "en"})
        assert answer.status_code == 422, answer.text
        (fault,) = answer.json()["errors"]
        assert fault["field"] == "answered[1]"
        assert f"which_hand, fourth_tile {list(PENG)}" in fault["detail"]


def test_an_answer_to_a_reading_that_asks_nothing_is_refused_and_so_is_one_without_a_reading(
    client: TestClient, reading: dict[str, Any]
) -> None:
    done = corrected(client, reading, answered=BOTH)
    body = {"reading_id": done["id"], "facts": FACTS, "answered": [BOTH[0]]}
    answer = client.post("/api/v1/rulings", json=body, headers={"Accept-Language": "zh"})
    assert (answer.status_code, "没有问这样的问题" in answer.text) == (422, True)
    alone = client.post("/api/v1/rulings", json={"case": CASE, "answered": [UNASKED]})
    assert (alone.status_code, "reading_id" in alone.text) == (422, True)


def test_tiles_that_lie_in_a_meld_are_not_taken_for_tiles_of_the_hand_by_name(
    client: TestClient, reading: dict[str, Any]
) -> None:
    contradiction = [BOTH[0], {**BOTH[1], "choice": "hand"}]
    assert ruled(client, reading_id=reading["id"], answered=contradiction, facts=FACTS) == (False, ["fourth_tile"])
