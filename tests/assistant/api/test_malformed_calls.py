"""Calls that are wrong get a problem that says what is wrong and where, and the server keeps serving."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from tests.worked_case import PLAIN_WIN

JSON = {"Content-Type": "application/json"}
JPEG = {"Content-Type": "image/jpeg"}
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
CASE: dict[str, Any] = PLAIN_WIN | {"kongs": []}


class Call(NamedTuple):
    """A call, the status and code of its problem, and the field named in it. `{reading}` stands for a real id."""

    name: str
    method: str
    path: str
    status: int
    code: str
    field: str | None = None
    json: Any = None
    content: bytes | None = None
    headers: dict[str, str] = {}  # noqa: RUF012


def case_with(**changes: Any) -> dict[str, Any]:
    return {"case": {**CASE, **changes}}


def tile(**changes: Any) -> dict[str, Any]:
    return {"tile": "6m", "group": "hand", "corners": [[0, 0], [9, 0], [9, 12], [0, 12]], **changes}


CORRECT = "/api/v1/readings/{reading}/corrections"
CALLS = (
    Call("nothing at the address", "GET", "/api/v1/nothing", 404, "not_found"),
    Call("an address beside the api", "GET", "/api/v2/health", 404, "not_found"),
    Call("a change at an address that is not there", "POST", "/api/v1/nothing", 404, "not_found", json={}),
    Call("a method that the address does not take", "DELETE", "/api/v1/rulesets", 405, "method_not_allowed"),
    Call("a photo nobody sent", "GET", "/api/v1/photos/" + "0" * 64, 404, "photo_not_found"),
    Call("an image out of the folder", "GET", "/api/v1/photos/..%2F..%2Ftoken/image", 404, "not_found"),
    Call("a reading that is not there", "GET", "/api/v1/readings/7", 404, "reading_not_found"),
    Call("a ruling that is not there", "GET", "/api/v1/rulings/7", 404, "ruling_not_found"),
    Call("a rule system that is not there", "GET", "/api/v1/rulesets/riichi", 404, "ruleset_not_found"),
    Call("an id too long to be one", "GET", "/api/v1/readings/" + "7" * 200, 422, "invalid_request", "id"),
    Call("json cut off", "POST", "/api/v1/rulings", 400, "malformed_json", content=b'{"case": {', headers=JSON),
    Call(
        "json nested without end", "POST", "/api/v1/events", 400, "malformed_json", content=b"[" * 99999, headers=JSON
    ),
    Call("bytes that are no text", "POST", "/api/v1/events", 400, "malformed_json", content=b"\xff\xfe", headers=JSON),
    Call("json that is not announced", "POST", "/api/v1/rulings", 415, "json_media_type", content=b"{}"),
    Call("a form instead of json", "POST", "/api/v1/events", 415, "json_media_type", content=b"a=1", headers=FORM),
    Call("an empty body", "POST", "/api/v1/events", 422, "invalid_request", "", headers=JSON),
    Call("a list instead of an object", "POST", "/api/v1/rulings", 422, "invalid_request", "", json=[]),
    Call("neither reading nor case", "POST", "/api/v1/rulings", 422, "invalid_request", "reading_id", json={}),
    Call("a misspelt field", "POST", "/api/v1/rulings", 422, "invalid_request", "cases", json={"cases": CASE}),
    Call("a body without end", "POST", "/api/v1/events", 413, "too_large", content=b" " * 1100000, headers=JSON),
    Call(
        "a case without tiles", "POST", "/api/v1/rulings", 422, "invalid_case", "case.hand", json=case_with(hand=None)
    ),
    Call("a tile that is none", "POST", "/api/v1/rulings", 422, "invalid_case", "case.hand", json=case_with(hand="0m")),
    Call("a fifth seat", "POST", "/api/v1/rulings", 422, "invalid_case", "case.dealer", json=case_with(dealer=4)),
    Call(
        "a seat that is text", "POST", "/api/v1/rulings", 422, "invalid_case", "case.winner", json=case_with(winner="1")
    ),
    Call(
        "five of a tile",
        "POST",
        "/api/v1/rulings",
        422,
        "invalid_case",
        "case.hand",
        json=case_with(hand="99999s1234m8p"),
    ),
    Call(
        "a house rule that is none",
        "POST",
        "/api/v1/rulings",
        422,
        "invalid_case",
        "case.options.haidilao_total",
        json=case_with(options={"haidilao_total": 3}),
    ),
    Call(
        "an unanswered case with a wrong fact",
        "POST",
        "/api/v1/rulings",
        422,
        "invalid_case",
        "case.win_method",
        json=case_with(dealer=None, win_method="luck"),
    ),
    Call(
        "facts of no rule system",
        "POST",
        "/api/v1/rulings",
        422,
        "invalid_case",
        "facts.ruleset",
        json={"reading_id": "{reading}", "facts": {}},
    ),
    Call(
        "half a character",
        "POST",
        "/api/v1/events",
        422,
        "invalid_request",
        "payload",
        content=b'{"type": "x", "payload": {"a": "\\ud800"}}',
        headers=JSON,
    ),
    Call(
        "a number that is none",
        "POST",
        "/api/v1/events",
        422,
        "invalid_request",
        "payload",
        content=b'{"type": "x", "payload": {"a": NaN}}',
        headers=JSON,
    ),
    Call("an event without a type", "POST", "/api/v1/events", 422, "invalid_request", "type", json={"payload": {}}),
    Call("events after nothing", "GET", "/api/v1/events?after=last", 422, "invalid_request", "after"),
    Call("events after the end of numbers", "GET", "/api/v1/events?after=" + "9" * 30, 422, "invalid_request", "after"),
    Call("a correction without tiles", "POST", CORRECT, 422, "invalid_request", "tiles", json={}),
    Call(
        "a corrected tile that is none",
        "POST",
        CORRECT,
        422,
        "invalid_request",
        "tiles[0].tile",
        json={"tiles": [tile(tile="10m")]},
    ),
    Call(
        "three corners",
        "POST",
        CORRECT,
        422,
        "invalid_request",
        "tiles.0.corners.3",
        json={"tiles": [tile(corners=[[0, 0]] * 3)]},
    ),
    Call(
        "a box without area",
        "POST",
        CORRECT,
        422,
        "invalid_request",
        "tiles.0",
        json={"tiles": [tile(corners=[[5, 5]] * 4)]},
    ),
    Call(
        "a tile from nowhere",
        "POST",
        CORRECT,
        422,
        "invalid_request",
        "tiles[0].source",
        json={"tiles": [tile(source=99)]},
    ),
    Call("another winning tile", "POST", CORRECT, 422, "invalid_request", "", json={"tiles": [tile()], "win_tile": 0}),
    Call(
        "no such reading to correct",
        "POST",
        "/api/v1/readings/7/corrections",
        404,
        "reading_not_found",
        json={"tiles": []},
    ),
    Call(
        "a photo by unknown rules",
        "POST",
        "/api/v1/photos?rules=riichi",
        422,
        "unknown_ruleset",
        content=b"x",
        headers=JPEG,
    ),
    Call("a photo as json", "POST", "/api/v1/photos", 415, "photo_media_type", json={"photo": "…"}),
    Call("a photo without a type", "POST", "/api/v1/photos", 415, "photo_media_type", content=b"\xff\xd8\xff"),
    Call("an empty photo", "POST", "/api/v1/photos", 422, "unreadable_photo", content=b"", headers=JPEG),
    Call(
        "a form without boundary",
        "POST",
        "/api/v1/photos",
        400,
        "malformed_form",
        content=b"x",
        headers={"Content-Type": "multipart/form-data"},
    ),
    Call(
        "a form cut off",
        "POST",
        "/api/v1/photos",
        400,
        "malformed_form",
        content=b'--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\nabc',
        headers=FORM,
    ),
    Call("a form that is none", "POST", "/api/v1/photos", 400, "malformed_form", content=b"hello", headers=FORM),
    Call(
        "a form with another field",
        "POST",
        "/api/v1/photos",
        422,
        "missing_photo",
        content=b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--x--\r\n',
        headers=FORM,
    ),
)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_wrong_call_gets_a_problem_and_the_server_keeps_serving(
    shared_client: TestClient, shared_reading: dict[str, Any], call: Call
) -> None:
    client, reading = shared_client, shared_reading
    body = call.json
    if isinstance(body, dict) and body.get("reading_id"):
        body = {**body, "reading_id": reading["id"]}
    answer = client.request(
        call.method,
        call.path.replace("{reading}", reading["id"]),
        headers={**call.headers, "Accept-Language": "en"},
        **({"json": body} if call.json is not None else {"content": call.content}),
    )
    assert (answer.status_code, answer.headers["content-type"]) == (call.status, "application/problem+json")
    problem = answer.json()
    assert (problem["code"], problem["status"]) == (call.code, call.status)
    assert problem["type"] == f"urn:paiyan:problem:{call.code}"
    assert problem["title"]
    assert problem["detail"]
    assert "{" not in problem["detail"] + "".join(error["detail"] for error in problem.get("errors", []))
    if call.field is not None:
        assert call.field in [error["field"] for error in problem["errors"]]
        assert all(error["detail"] for error in problem["errors"])
    assert client.get("/api/v1/health").status_code == 200


def test_a_method_not_allowed_tells_which_are(shared_client: TestClient) -> None:
    assert shared_client.put("/api/v1/rulings", json={}).headers["allow"] == "POST"


@pytest.mark.parametrize(
    ("header", "language", "title"),
    [
        (None, "zh-Hans", "没有这份裁定"),
        ("en", "en", "There is no such ruling"),
        ("en-GB;q=0.3, zh-CN;q=0.9", "zh-Hans", "没有这份裁定"),
        ("fr, en;q=0.1", "en", "There is no such ruling"),
        ("zh;q=0, en;q=0.5", "en", "There is no such ruling"),
        ("*;q=x,,;;q=", "zh-Hans", "没有这份裁定"),
    ],
)
def test_problems_speak_the_language_asked_for(
    shared_client: TestClient, header: str | None, language: str, title: str
) -> None:
    answer = shared_client.get(
        "/api/v1/rulings/none", headers={"Accept-Language": header} if header else {"Accept-Language": ""}
    )
    assert (answer.headers["content-language"], answer.json()["title"]) == (language, title)


def test_a_failure_nobody_foresaw_tells_nothing_of_the_inside(client: TestClient, photo: bytes, reader: Any) -> None:
    def fail() -> None:
        raise ZeroDivisionError("secret of the inside")

    reader.before_reading = fail
    answer = client.post("/api/v1/photos", content=photo, headers=JPEG)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers
    reader.before_reading = lambda: None
    assert client.post("/api/v1/photos", content=photo, headers=JPEG).status_code == 201


@pytest.mark.parametrize(
    ("lang", "one", "many"),
    [
        ("en", "The field lang_ cannot be used: There is no such field.", "2 fields cannot be used: lang_, more."),
        ("zh", "lang_ 用不了：没有这一项。", "有 2 处用不了：lang_, more。"),
    ],
)
def test_the_detail_names_the_fields_and_counts_them_right(client: TestClient, lang: str, one: str, many: str) -> None:
    asked = {"headers": {"Accept-Language": lang}}
    body = {"case": {"ruleset": "jinzhou"}}
    single = client.post("/api/v1/rulings", json=body | {"lang_": 1}, **asked).json()
    double = client.post("/api/v1/rulings", json=body | {"lang_": 1, "more": 2}, **asked).json()
    assert single["detail"].startswith(one)
    assert double["detail"].startswith(many)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "case.dealer: “dealer” is missing"), ("zh", "case.dealer：缺少“庄家（dealer）”")]
)
def test_the_detail_of_a_case_says_what_is_wrong_with_it(client: TestClient, lang: str, said: str) -> None:
    case = {"ruleset": "jinzhou", "winner": 1, "hand": "123m", "win_tile": "1m", "win_method": "zimo"}
    told = client.post("/api/v1/rulings", json={"case": case}, headers={"Accept-Language": lang}).json()
    assert told["detail"].startswith(said)
