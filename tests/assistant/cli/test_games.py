"""`paiyan games` over a data folder that a server wrote."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.assistant.cli.conftest import Paiyan

from paiyan.assistant.games import GameBook
from paiyan.assistant.settings import Settings
from paiyan.assistant.store import Store
from paiyan.engine.ledger import EntryKind

DRAWN = {"case": {"kind": "events_only", "events": [{"type": "huangzhuang"}]}}


@pytest.fixture
def data(tmp_path: Path) -> str:
    settings = Settings(data=tmp_path / "data")
    store = Store.open(settings.database, settings.photos)
    book = GameBook(store)
    book.begin({"ruleset": "jinzhou", "dealer": 0, "names": ["甲", "乙", "丙", ""]}, "evening-1")
    book.append("evening-1", EntryKind.HAND, DRAWN)
    book.append("evening-1", EntryKind.HAND, {"settlement": [-9, 9, 0, 0], "winner": 1, "label": "四类"})
    book.begin({"ruleset": "mcr"}, "evening-2")
    store.close()
    return str(settings.data)


def test_all_games_are_listed_with_their_totals(paiyan: Paiyan, data: str) -> None:
    run = paiyan("games", "--data", data)
    assert run.code == 0
    assert "evening-2" in run.out
    assert "乙 +13" in run.out
    (listed,) = paiyan("games", "--data", data, "--json").lines
    assert [game["id"] for game in listed["games"]] == ["evening-2", "evening-1"]


def test_a_game_is_shown_hand_by_hand(paiyan: Paiyan, data: str) -> None:
    run = paiyan("games", "evening-1", "--data", data)
    assert run.code == 0
    assert "四类" in run.out
    assert "甲→乙 4" in run.out
    (state,) = paiyan("games", "evening-1", "--data", data, "--json").lines
    assert state["totals"] == [-21, 13, 4, 4]


def test_the_exports_hold_the_same_game(paiyan: Paiyan, data: str) -> None:
    (export,) = paiyan("games", "evening-1", "--export", "json", "--data", data).lines
    assert [entry["type"] for entry in export["log"]] == ["game.started", "game.hand", "game.hand"]
    rows = list(csv.reader(io.StringIO(paiyan("games", "evening-1", "--export", "csv", "--data", data).out)))
    assert len(rows) == 4
    assert rows[1][0] == "Start"
    assert [int(cell) for cell in rows[-1][-6:-2]] == export["game"]["totals"]


def test_a_seat_without_a_name_has_the_number_it_has_in_cases_and_options(paiyan: Paiyan, data: str) -> None:
    for language, name in (("zh", "3 家"), ("en", "Seat 3")):
        assert name in paiyan("games", "evening-1", "--data", data, "--lang", language).out
        assert name in paiyan("games", "evening-1", "--export", "csv", "--data", data, "--lang", language).out


def test_scored_again_the_differences_are_shown(paiyan: Paiyan, data: str) -> None:
    change = ("--rescore", "--option", "huangzhuang_each=0")
    (again,) = paiyan("games", "evening-1", *change, "--data", data, "--json").lines
    assert (again["difference"], again["changed"]) == ([12, -4, -4, -4], 1)
    run = paiyan("games", "evening-1", *change, "--data", data)
    assert "Hands that differ: 1." in run.out
    assert "worked out by hand" in run.out


def test_kinds_of_hands_and_columns_are_named_in_english_and_totals_have_their_sign(paiyan: Paiyan, data: str) -> None:
    settings = Settings(data=Path(data))
    store = Store.open(settings.database, settings.photos)
    case = {"winner": 1, "hand": "1144m7788p22669s", "win_tile": "9s", "win_method": "zimo", "open": [False] * 4}
    GameBook(store).append("evening-1", EntryKind.HAND, {"case": {"kind": "win", **case}})
    store.close()
    change = ("--rescore", "--option", "score_cap=100")
    run = paiyan("games", "evening-1", *change, "--data", data, "--lang", "en")
    assert "seven pairs (七对)" in run.out
    assert "Rules" in run.out
    assert "Kind of hand" in run.out
    shown = paiyan("games", "evening-1", "--data", data, "--lang", "en")
    (state,) = paiyan("games", "evening-1", "--data", data, "--json").lines
    assert all(f"{total:+d}" in shown.out.splitlines()[-1] for total in state["totals"])
    assert "seven pairs (七对)" in paiyan("games", "evening-1", "--export", "csv", "--data", data, "--lang", "en").out


def test_scored_again_without_another_house_rule_it_is_told_that_one_is_needed(paiyan: Paiyan, data: str) -> None:
    assert "add --option NAME=VALUE" in paiyan("games", "evening-1", "--rescore", "--data", data).err
    change = ("--rescore", "--option", "huangzhuang_each=0")
    assert "--option" not in paiyan("games", "evening-1", *change, "--data", data).err


def test_the_beginning_of_an_id_is_enough_if_only_one_game_begins_so(paiyan: Paiyan, data: str) -> None:
    assert paiyan("games", "evening-2", "--data", data).code == 0
    run = paiyan("games", "eve", "--data", data)
    assert (run.code, "2 games" in run.err) == (1, True)
    run = paiyan("games", "nothing", "--data", data)
    assert (run.code, "nothing" in run.err) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--export", "csv"),
        ("--rescore",),
        ("evening-1", "--export", "xml"),
        ("evening-1", "--option", "base_unit=1"),
        ("evening-1", "--rescore", "--option", "base_unit=77"),
        ("evening-1", "--rescore", "--export", "csv"),
    ],
)
def test_a_wrong_use_is_told(paiyan: Paiyan, data: str, arguments: tuple[str, ...]) -> None:
    run = paiyan("games", *arguments, "--data", data)
    assert (run.code, bool(run.err)) == (2, True)


def test_where_nothing_was_kept_nothing_is_made(paiyan: Paiyan, tmp_path: Path) -> None:
    run = paiyan("games", "--data", str(tmp_path / "none"), "--json")
    assert json.loads(run.out) == {"games": []}
    assert not (tmp_path / "none").exists()
