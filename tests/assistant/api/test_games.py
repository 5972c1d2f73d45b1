"""Games over the API: kept in the log of events, taken back, scored again, taken away."""

from __future__ import annotations

import csv
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from paiyan.assistant.games import GameBook, GameRunningError
from paiyan.engine.cases import rule_case
from paiyan.engine.errors import InputError
from paiyan.engine.ledger import EntryKind

GAMES = "/api/v1/games"


@pytest.fixture
def game(client: TestClient) -> str:
    answer = client.post(GAMES, json={"id": "g1", "ruleset": "jinzhou", "dealer": 0, "names": ["甲", "乙", "=丙", ""]})
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"{GAMES}/g1"
    return str(answer.json()["id"])


def enter(client: TestClient, game: str, type: str, payload: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = client.post(f"{GAMES}/{game}/events", json={"type": type, "payload": payload, **more})
    assert answer.status_code == 201, answer.text
    state: dict[str, Any] = answer.json()
    return state


def draw(client: TestClient, game: str, **more: Any) -> dict[str, Any]:
    case = {"kind": "events_only", "events": [{"type": "huangzhuang"}]}
    return enter(client, game, "game.hand", {"case": case}, **more)


def test_a_hand_is_settled_and_found_in_the_history(client: TestClient, game: str, win_case: dict[str, Any]) -> None:
    state = enter(client, game, "game.hand", {"case": win_case, "ruling_id": "r1"})
    (hand,) = state["history"]
    assert hand["settlement"] == state["totals"] == rule_case(win_case)["settlement"]
    assert hand["winners"] == [{"seat": 1, "label": "两叫", "hu_class": 1, "points": 2}]
    assert {payment["payer"] for payment in hand["payments"]} == {2}
    assert (state["dealer"], state["round"], state["hand"], state["can_undo"]) == (1, 0, 2, True)
    assert client.get(f"{GAMES}/{game}").json() == state


def test_undo_and_redo_are_events_of_the_log_and_take_effect(client: TestClient, game: str) -> None:
    before = client.get(f"{GAMES}/{game}").json()
    played = draw(client, game)
    undone = client.post(f"{GAMES}/{game}/undo", json={}).json()
    assert (undone["totals"], undone["history"], undone["dealer"]) == (before["totals"], [], 0)
    assert undone["can_redo"]
    redone = client.post(f"{GAMES}/{game}/redo", json={}).json()
    assert (redone["totals"], redone["history"]) == (played["totals"], played["history"])
    log = client.get("/api/v1/events", params={"game_id": game}).json()["events"]
    assert [event["type"] for event in log] == ["game.started", "game.hand", "game.undo", "game.redo"]


def test_kongs_told_as_they_happen_are_paid_with_the_hand(client: TestClient, game: str) -> None:
    state = enter(client, game, "game.kong", {"seat": 1, "kind": "an", "tile": "7z"})
    assert state["under_way"]["settlement"] == [-16, 48, -16, -16]
    assert state["totals"] == [0, 0, 0, 0]
    assert draw(client, game)["totals"] == [-28, 52, -12, -12]


def test_sent_again_with_the_same_client_id_it_is_entered_once(client: TestClient, game: str) -> None:
    first = draw(client, game, client_id="c1")
    assert draw(client, game, client_id="c1") == first
    begun = {"id": "again", "ruleset": "mcr", "client_id": "start"}
    assert client.post(GAMES, json=begun).json() == client.post(GAMES, json=begun).json()
    other = client.post(f"{GAMES}/again/events", json={"type": "game.named", "payload": {}, "client_id": "c1"})
    assert (other.status_code, other.json()["code"]) == (409, "client_id_used")


def test_many_hands_entered_at_once_are_all_there(client: TestClient, game: str) -> None:
    book = GameBook(client.app.state.context.store)  # type: ignore[attr-defined]
    hand = {"case": {"kind": "events_only", "events": [{"type": "huangzhuang"}]}}
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: book.append(game, EntryKind.HAND, hand), range(12)))
    state = client.get(f"{GAMES}/{game}").json()
    assert [entry["number"] for entry in state["history"]] == list(range(1, 13))
    assert state["totals"] == [-144, 48, 48, 48]


def test_a_mcr_table_has_500_points_and_four_rounds(client: TestClient) -> None:
    state = client.post(GAMES, json={"ruleset": "mcr", "dealer": 2}).json()
    assert (state["totals"], state["rounds"]) == ([500] * 4, 4)
    for _ in range(16):
        state = draw(client, state["id"])
    assert state["over"]
    over = client.post(f"{GAMES}/{state['id']}/events", json={"type": "game.hand", "payload": {"settlement": [0] * 4}})
    assert (over.status_code, over.json()["code"]) == (409, "game_over")


def test_scoring_again_shows_the_differences_and_keeps_nothing(
    client: TestClient, game: str, win_case: dict[str, Any]
) -> None:
    enter(client, game, "game.hand", {"case": win_case})
    before = draw(client, game)
    answer = client.post(f"{GAMES}/{game}/rescore", json={"options": {"huangzhuang_each": 0, "base_unit": 1}})
    assert answer.status_code == 200, answer.text
    again = answer.json()
    assert (again["before"], again["changed"]) == (before["totals"], 2)
    assert again["hands"][1]["difference"] == [-4, 12, -4, -4]
    half = [points // 2 for points in again["hands"][0]["before"]["settlement"]]
    assert again["hands"][0]["after"]["settlement"] == half
    assert client.get(f"{GAMES}/{game}").json() == before
    same = client.post(f"{GAMES}/{game}/rescore", json={"options": {}}).json()
    assert (same["changed"], same["after"]) == (0, same["before"])


def test_the_table_for_spreadsheets_has_a_line_a_hand_and_no_formula(
    client: TestClient, game: str, win_case: dict[str, Any]
) -> None:
    enter(client, game, "game.hand", {"case": win_case})
    totals = draw(client, game)["totals"]
    answer = client.get(f"{GAMES}/{game}/export.csv", headers={"Accept-Language": "en"})
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"].endswith('.csv"')
    head, start, first, last = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert len(head) == len(start) == len(first) == len(last)
    assert (head[0], start[0], first[4], first[7]) == ("Hand", "Start", "乙", "two waits (两叫)")
    assert last[4] == "Drawn"
    assert [int(cell) for cell in last[-6:-2]] == totals
    assert first[6] == "'=丙", "a name is no formula"
    assert head[-3] == "Seat 3 total"


def test_the_json_export_holds_the_log_that_makes_the_game_again(client: TestClient, game: str) -> None:
    state = draw(client, game)
    export = client.get(f"{GAMES}/{game}/export.json").json()
    assert export["game"] == state
    assert [entry["type"] for entry in export["log"]] == ["game.started", "game.hand"]
    assert export["log"][1]["payload"]["case"]["ruleset"] == "jinzhou"


def test_games_are_listed_newest_first(client: TestClient, game: str) -> None:
    client.post(GAMES, json={"id": "g2", "ruleset": "mcr"})
    draw(client, game)
    listed = client.get(GAMES).json()["games"]
    assert [(one["id"], one["hands"]) for one in listed] == [("g2", 0), (game, 1)]


def test_events_of_others_in_the_same_log_do_not_disturb_the_game(client: TestClient, game: str) -> None:
    seen = {"type": "discard_seen", "game_id": game, "payload": {"tile": "3m"}}
    assert client.post("/api/v1/events", json=seen).status_code == 201
    assert draw(client, game)["hand"] == 2


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "field"),
    [
        ("/none/events", {"type": "game.named", "payload": {}}, 404, "game_not_found", None),
        ("/g1/undo", {}, 409, "nothing_to_undo", None),
        ("/g1/redo", {}, 409, "nothing_to_redo", None),
        ("/g1/rescore", {"options": {"score_cap": 7}}, 422, "invalid_case", "options.score_cap"),
        ("/g1/events", {"type": "game.undo", "payload": {}}, 422, "invalid_request", "type"),
        ("/g1/events", {"type": "game.hand", "payload": {"case": 3}}, 422, "invalid_case", "payload.case"),
        ("/g1/events", {"type": "game.kong", "payload": {"seat": 9}}, 422, "invalid_case", "payload.kind"),
        ("", {"id": "g1", "ruleset": "jinzhou"}, 409, "game_exists", None),
        ("", {"id": "a/b", "ruleset": "jinzhou"}, 422, "invalid_request", "id"),
        ("", {"id": "甲", "ruleset": "jinzhou"}, 422, "invalid_request", "id"),
        ("", {"id": "g\x00", "ruleset": "jinzhou"}, 422, "invalid_request", "id"),
        ("", {"ruleset": "nowhere"}, 422, "invalid_case", "ruleset"),
        ("", {"ruleset": "jinzhou", "options": {"score_cap": 1}}, 422, "invalid_case", "options.score_cap"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    client: TestClient, game: str, path: str, body: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    answer = client.post(GAMES + path, json=body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert field is None or [error["field"] for error in problem["errors"]] == [field]
    assert client.get(f"{GAMES}/{game}").json()["history"] == []


def test_a_second_device_that_begins_a_game_is_told_of_the_one_that_is_running(client: TestClient, game: str) -> None:
    draw(client, game)
    second = {"id": "g2", "ruleset": "jinzhou", "client_id": "begin-g2", "apart_from": []}
    refused = client.post(GAMES, json=second)
    assert (refused.status_code, refused.json()["code"]) == (409, "game_running")
    (running,) = refused.json()["params"]["games"]
    assert (running["id"], running["hands"], running["running"]) == (game, 1, True)
    assert [one["id"] for one in client.get(GAMES).json()["games"]] == [game]
    apart = client.post(GAMES, json=second | {"apart_from": [game]})
    assert apart.status_code == 201, "another table says so"
    assert client.post(GAMES, json=second).json() == apart.json(), "what has begun is not asked again"


def test_of_two_devices_that_begin_a_game_at_the_same_time_one_begins_it(client: TestClient) -> None:
    book = GameBook(client.app.state.context.store)  # type: ignore[attr-defined]

    def begin(id: str) -> bool:
        try:
            book.begin({"ruleset": "jinzhou"}, id, apart_from=[])
        except GameRunningError as error:
            return not error.games
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(begin, map(str, range(12)))) == 1
    assert len(book.running()) == 1


def test_a_game_that_is_over_or_was_left_hours_ago_is_not_running(
    client: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = GameBook(client.app.state.context.store)  # type: ignore[attr-defined]
    assert [kept.id for kept in book.running()] == [game]
    late = datetime.now(UTC) + timedelta(hours=7)
    monkeypatch.setattr("paiyan.assistant.games.book.utc_now", late.isoformat)
    assert book.running() == []
    monkeypatch.undo()
    over = client.post(GAMES, json={"ruleset": "mcr", "dealer": 0, "rounds": 1}).json()["id"]
    for _ in range(4):
        draw(client, over)
    assert [kept.id for kept in book.running()] == [game]


def test_one_hand_entered_by_two_devices_is_entered_once(client: TestClient, game: str) -> None:
    draw(client, game, hand=1)
    case = {"case": {"kind": "events_only", "events": [{"type": "huangzhuang"}]}}
    again = client.post(f"{GAMES}/{game}/events", json={"type": "game.hand", "payload": case, "hand": 1})
    assert (again.status_code, again.json()["code"]) == (409, "hand_entered")
    entered = {"number": 1, "dealer": 0, "winner": None, "label": None, "settlement": [-12, 4, 4, 4]}
    assert again.json()["params"] == entered
    assert draw(client, game, hand=2)["hand"] == 3


def test_a_hand_that_the_game_has_not_reached_is_not_entered(client: TestClient, game: str) -> None:
    draw(client, game, hand=1)
    case = {"case": {"kind": "events_only", "events": [{"type": "huangzhuang"}]}}
    kong = {"seat": 1, "kind": "an", "tile": "5p"}
    for kind, payload in (("game.hand", case), ("game.kong", kong)):
        for number in (3, 99):
            body = {"type": kind, "payload": payload, "hand": number}
            ahead = client.post(f"{GAMES}/{game}/events", json=body, headers={"Accept-Language": "en"})
            assert (ahead.status_code, ahead.json()["code"]) == (409, "hand_ahead")
            assert ahead.json()["detail"].startswith(f"Hand 2 is under way, not hand {number}")
    assert client.get(f"{GAMES}/{game}").json()["hand"] == 2


def test_a_device_that_has_not_heard_of_an_undo_still_enters_its_hand(client: TestClient, game: str) -> None:
    draw(client, game, hand=1)
    draw(client, game, hand=2, client_id="second")
    assert client.post(f"{GAMES}/{game}/undo", json={"after": "second"}).status_code == 201
    assert draw(client, game, hand=3)["hand"] == 3


def test_an_undo_takes_back_only_what_its_device_has_seen(client: TestClient, game: str) -> None:
    seen = draw(client, game, client_id="mine")
    draw(client, game, client_id="theirs")
    for after in (seen["last_seq"], "mine"):
        answer = client.post(f"{GAMES}/{game}/undo", json={"after": after})
        assert (answer.status_code, answer.json()["code"]) == (409, "game_went_on")
    undone = client.post(f"{GAMES}/{game}/undo", json={"after": "theirs", "client_id": "u"})
    assert undone.json()["totals"] == seen["totals"]
    again = client.post(f"{GAMES}/{game}/undo", json={"after": "theirs", "client_id": "u"})
    assert again.json() == undone.json(), "sent again it is made once"
    redone = client.post(f"{GAMES}/{game}/redo", json={"after": "u"}).json()
    assert (redone["hand"], sum(redone["totals"])) == (3, 0)


def test_entries_undos_and_redos_of_many_devices_at_once_leave_a_game_that_sums_to_zero(
    client: TestClient, game: str
) -> None:
    book = GameBook(client.app.state.context.store)  # type: ignore[attr-defined]
    hand = {"case": {"kind": "events_only", "events": [{"type": "huangzhuang"}]}}

    def act(step: int) -> int:
        kind = (EntryKind.HAND, EntryKind.UNDO, EntryKind.REDO)[step % 3]
        try:
            kept = book.append(game, kind, hand if kind is EntryKind.HAND else {}, f"step-{step}")
        except InputError:
            return 0
        return sum(kept.game.totals)

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(act, range(24))) == {0}
    state = client.get(f"{GAMES}/{game}").json()
    assert [entry["number"] for entry in state["history"]] == list(range(1, state["hand"]))
    assert state["totals"] == [sum(entry["settlement"][seat] for entry in state["history"]) for seat in range(4)]


def test_types_of_the_ledger_are_not_taken_past_it(client: TestClient) -> None:
    answer = client.post("/api/v1/events", json={"type": "game.hand", "game_id": "g1", "payload": {}})
    assert answer.status_code == 422
    assert "/games/" in answer.json()["errors"][0]["detail"]


def test_a_game_of_rules_not_known_here_is_left_out_of_the_list_and_keeps_its_log(
    client: TestClient, game: str
) -> None:
    setup = {**client.get(f"{GAMES}/{game}/export.json").json()["log"][0]["payload"], "options": {"gone": 1}}
    store = client.app.state.context.store  # type: ignore[attr-defined]
    store.append_to_game("old", None, lambda log: (EntryKind.STARTED, setup))
    assert [one["id"] for one in client.get(GAMES).json()["games"]] == [game]
    for path in ("", "/export.csv", "/export.json"):
        answer = client.get(f"{GAMES}/old{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "game_unreadable")
    answer = client.post(f"{GAMES}/old/undo", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "game_unreadable")
    assert client.post(GAMES, json={"ruleset": "jinzhou", "apart_from": [game]}).status_code == 201
    assert len(client.get("/api/v1/events", params={"game_id": "old"}).json()["events"]) == 1
