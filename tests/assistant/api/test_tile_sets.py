"""Tile sets over HTTP: enrolled from a corrected reading, used, learnt from further corrections."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.assistant.row_reader import ROW, RowReader, row_of_tiles
from tests.painted_tiles import as_png, painted_photo

from paiyan.assistant.api import create_app
from paiyan.assistant.settings import Settings

SIZE = (1200, 480)
READ = [*ROW, "6m"]
SETS = "/api/v1/tile-sets"


def photo_of(codes: list[str], style: str = "house") -> bytes:
    corners = row_of_tiles(*SIZE).corners
    return as_png(painted_photo(codes, corners, SIZE, style=style))


def really(**changes: str) -> list[str]:
    """What lies on the table: the row as it is read but for some places (`at3="8m"`)."""
    return [changes.get(f"at{place}", code) for place, code in enumerate(READ)]


def send(client: TestClient, photo: bytes, query: str = "") -> dict[str, Any]:
    answer = client.post(f"/api/v1/photos{query}", content=photo, headers={"Content-Type": "image/png"})
    assert answer.status_code == 201, answer.text
    reading: dict[str, Any] = answer.json()["reading"]
    return reading


def correct(client: TestClient, reading: dict[str, Any], codes: list[str]) -> dict[str, Any]:
    tiles = [
        {"tile": code, "group": "other", "source": place} for place, code in enumerate(in_photo_order(reading, codes))
    ]
    answer = client.post(f"/api/v1/readings/{reading['id']}/corrections", json={"tiles": tiles})
    assert answer.status_code == 201, answer.text
    corrected: dict[str, Any] = answer.json()
    return corrected


def in_photo_order(reading: dict[str, Any], codes: list[str]) -> list[str]:
    """The codes, which run from left to right, in the order of the reading's tiles."""
    lefts = [tile["corners"][0][0] for tile in reading["tiles"]]
    places = {left: place for place, left in enumerate(sorted(lefts))}
    return [codes[places[left]] for left in lefts]


def from_the_left(reading: dict[str, Any]) -> list[str]:
    return [tile["tile"] for tile in sorted(reading["tiles"], key=lambda tile: tile["corners"][0][0])]


@pytest.fixture
def there() -> list[str]:
    return really(at2="8m", at7="8p")


@pytest.fixture
def home(client: TestClient, there: list[str]) -> dict[str, Any]:
    """A set whose 8m is read as 3m and whose 8p as 5p, enrolled with both put right."""
    corrected = correct(client, send(client, photo_of(there)), there)
    answer = client.post(SETS, json={"name": "家里的牌", "reading_id": corrected["id"]})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"{SETS}/{answer.json()['id']}"
    kept: dict[str, Any] = answer.json()
    return kept


def test_a_set_that_was_enrolled_reads_right_what_was_read_wrong(
    client: TestClient, there: list[str], home: dict[str, Any]
) -> None:
    again = send(client, photo_of(there))
    assert from_the_left(again) == READ
    assert again["tile_set"] is None
    mended = send(client, photo_of(there), f"?tile_set={home['id']}")
    assert from_the_left(mended) == there
    assert mended["tile_set"]["name"] == "家里的牌"
    assert mended["tile_set"]["weight"] > 0


def test_a_photo_of_another_set_is_read_as_ever(client: TestClient, there: list[str], home: dict[str, Any]) -> None:
    reading = send(client, photo_of(there, style="another"), f"?tile_set={home['id']}")
    assert from_the_left(reading) == READ
    assert reading["tile_set"]["weight"] == 0


def test_a_tile_put_right_later_is_known_from_then_on(
    client: TestClient, there: list[str], home: dict[str, Any]
) -> None:
    now = [*there[:-1], "4z"]
    before = send(client, photo_of(now), f"?tile_set={home['id']}")
    assert from_the_left(before) != now
    correct(client, before, now)
    counts = client.get(f"{SETS}/{home['id']}").json()["counts"]
    assert counts["4z"] >= 1
    correct(client, before, now)
    assert client.get(f"{SETS}/{home['id']}").json()["counts"] == counts
    assert from_the_left(send(client, photo_of(now), f"?tile_set={home['id']}")) == now


@pytest.mark.parametrize("from_the_wrong_one", [True, False])
def test_a_correction_taken_back_is_forgotten(
    client: TestClient, there: list[str], home: dict[str, Any], from_the_wrong_one: bool
) -> None:
    reading = send(client, photo_of(there), f"?tile_set={home['id']}")
    wrong = correct(client, reading, [*there[:-1], "4z"])
    correct(client, wrong if from_the_wrong_one else reading, there)
    assert from_the_left(send(client, photo_of(there), f"?tile_set={home['id']}")) == there


def test_corrections_of_a_photo_of_another_set_teach_nothing(
    client: TestClient, there: list[str], home: dict[str, Any]
) -> None:
    reading = send(client, photo_of(there, style="another"), f"?tile_set={home['id']}")
    correct(client, reading, there)
    assert client.get(f"{SETS}/{home['id']}").json()["counts"] == home["counts"]


def test_a_further_photo_adds_the_faces_it_shows(client: TestClient, home: dict[str, Any]) -> None:
    assert "7z" in home["missing"]
    more = really(at0="7z")
    corrected = correct(client, send(client, photo_of(more)), more)
    answer = client.post(f"{SETS}/{home['id']}/photos", json={"reading_id": corrected["id"]})
    assert answer.status_code == 201
    assert "7z" not in answer.json()["missing"]
    assert answer.json()["faces"] > home["faces"]


def test_sets_are_listed_renamed_and_taken_away(client: TestClient, home: dict[str, Any]) -> None:
    renamed = client.patch(f"{SETS}/{home['id']}", json={"name": " the   club "})
    assert renamed.json()["name"] == "the club"
    assert [each["name"] for each in client.get(SETS).json()["tile_sets"]] == ["the club"]
    assert client.delete(f"{SETS}/{home['id']}").status_code == 204
    assert client.get(SETS).json() == {"tile_sets": []}
    assert client.get(f"{SETS}/{home['id']}").status_code == 404
    assert client.delete(f"{SETS}/{home['id']}").status_code == 404


def test_a_name_that_is_taken_is_a_conflict_that_says_what_to_do(client: TestClient, home: dict[str, Any]) -> None:
    reading = send(client, photo_of(READ))
    answer = client.post(
        SETS, json={"name": home["name"], "reading_id": reading["id"]}, headers={"Accept-Language": "en"}
    )
    assert answer.status_code == 409
    assert answer.json()["code"] == "tile_set_refused"
    assert "Choose another name" in answer.json()["detail"]


def test_a_photo_with_few_faces_is_refused_with_how_to_do_better(client: TestClient) -> None:
    few = correct(client, send(client, photo_of(READ)), ["1m"] * len(READ))
    answer = client.post(SETS, json={"name": "x", "reading_id": few["id"]}, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "Lay out one tile of each face" in answer.json()["detail"]


def test_a_photo_that_is_gone_is_said_so(client: TestClient, settings: Settings) -> None:
    reading = send(client, photo_of(READ))
    sha = reading["photo_id"]
    (settings.photos / sha[:2] / sha).unlink()
    answer = client.post(SETS, json={"name": "x", "reading_id": reading["id"]})
    assert answer.status_code == 410
    assert answer.json()["code"] == "photo_gone"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_set_needs_a_name_of_some_length(client: TestClient, name: str) -> None:
    reading = send(client, photo_of(READ))
    assert client.post(SETS, json={"name": name, "reading_id": reading["id"]}).status_code == 422


def test_a_set_or_reading_that_does_not_exist_is_not_found(client: TestClient) -> None:
    unknown = client.post("/api/v1/photos?tile_set=no", content=photo_of(READ), headers={"Content-Type": "image/png"})
    assert unknown.status_code == 404
    assert unknown.json()["code"] == "tile_set_not_found"
    assert client.post(SETS, json={"name": "x", "reading_id": "no"}).json()["code"] == "reading_not_found"
    assert client.patch(f"{SETS}/no", json={"name": "x"}).status_code == 404
    assert client.post(f"{SETS}/no/photos", json={"reading_id": send(client, photo_of(READ))["id"]}).status_code == 404


def test_a_set_enrolled_stays_when_the_server_starts_anew(
    client: TestClient, settings: Settings, there: list[str], home: dict[str, Any]
) -> None:
    with TestClient(create_app(settings, RowReader()), base_url="http://127.0.0.1:8210") as other:
        assert from_the_left(send(other, photo_of(there), f"?tile_set={home['id']}")) == there
