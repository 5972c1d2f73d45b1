"""Hands of every rule system on the page: the facts each asks, what the result explains, and the account of a game."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.table_page import TablePage

from paiyan.engine.cases import rule_case

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]

EXAMPLES = json.loads((Path(__file__).parents[1] / "golden/examples.json").read_text(encoding="utf-8"))["examples"]


def worked(example: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in EXAMPLES if each["id"] == example)
    return found


def entered(page: TablePage, case: dict[str, Any]) -> None:
    """Picks the tiles of a case and goes on to the facts."""
    page.enter_by_hand(case)
    page.act("to-facts")


def settled(page: TablePage, case: dict[str, Any]) -> None:
    page.choose_system(case["ruleset"])
    entered(page, case)
    page.tell(case)
    page.settle()


def games(address: str) -> list[str]:
    with urllib.request.urlopen(f"{address}api/v1/games") as answer:
        return [game["id"] for game in json.load(answer)["games"]]


@pytest.mark.parametrize(
    ("example", "width", "language"),
    [("WD-07", 390, "zh"), ("MCR-01", 1280, "en"), ("BJ-02", 390, "en"), ("GD-02", 1280, "zh"), ("MCR-02", 390, "zh")],
)
def test_worked_examples_of_every_system_settle_alike_on_the_page(
    open_page: OpenPage, example: str, width: int, language: str
) -> None:
    case = worked(example)
    page = open_page(width, language)
    settled(page, case)
    ruling = rule_case(case)
    assert page.settlement == case["expect"]["settlement"]
    assert page.at("[data-conditional]").count() == 0
    assert page.at("[data-line]").count() == len(ruling["lines"])
    assert page.at("[data-wild]").count() == len(ruling["explanation"]["wilds"])
    if ruling["points"] is not None:
        assert page.at("[data-sum]").get_attribute("data-sum") == str(ruling["points"])
    left_out = [one for one in ruling["explanation"]["alternatives"] if one["why"].startswith("fan_")]
    assert page.at("[data-left-out]").count() == len(left_out)
    said = page.at("main").inner_text()
    assert "{" not in said and not re.search("page\\.[a-z]", said)
    assert page.overflow <= 0


def test_the_tiles_behind_each_fan_are_shown(open_page: OpenPage) -> None:
    page = open_page()
    settled(page, worked("MCR-01"))
    shown = page.at('[data-line="fan.sansesantongshun"] .tiles [data-tile]')
    assert shown.evaluate_all("all => all.map(each => each.dataset.tile)") == [
        *("2m", "3m", "4m"),
        *("2p", "3p", "4p"),
        *("2s", "3s", "4s"),
    ]


def test_flowers_and_the_last_of_its_kind_count_once_they_are_said(open_page: OpenPage) -> None:
    case = worked("MCR-01") | {"flowers": "f1g3", "flags": {"last_of_kind": True}}
    page = open_page()
    settled(page, case)
    assert page.settlement == rule_case(case)["settlement"] != worked("MCR-01")["expect"]["settlement"]


def test_what_a_system_asks_keeps_its_settlement_provisional(open_page: OpenPage) -> None:
    case = worked("MCR-01")
    page = open_page(language="en")
    page.choose_system("mcr")
    entered(page, case)
    assert page.asked() == ["winner", "dealer", "round", "method", "flowers", "last_of_kind"]
    for fact in ("winner", "dealer"):
        page.ask(fact)
        page.choose(fact, case[fact])
    page.ask("method")
    page.choose("method", "ron")
    page.ask("discarder")
    page.choose("discarder", case["discarder"])
    page.settle()
    open_facts = page.at("[data-question]").evaluate_all("all => all.map(each => each.dataset.question)")
    assert set(open_facts) == {"flowers", "last_of_kind"}, "the round moves no money: there is no pung of winds"
    page.at('[data-question="flowers"]').click()
    assert page.at('[data-fact="flowers"]').get_attribute("data-answered") == "false"


def test_what_depends_on_the_winning_tile_is_not_told_as_long_as_that_is_open(open_page: OpenPage) -> None:
    page = open_page()
    page.choose_system("mcr")
    page.enter_hand("234p99m555666777z")
    page.act("to-facts")
    page.tell({"winner": 1, "dealer": 0, "round": 0, "win_method": "zimo", "discarder": None})
    page.settle()
    assert page.at('[data-asked="win_tile"] [data-answer]').count() == 7
    assert "大三元" in page.at('[data-testid="headline"]').inner_text()
    said = page.at('section:has([data-condition="complete"])')
    assert page.at("[data-condition]").count() == 1, "the points differ: how many there are is no fact"
    assert said.locator(".waits").count() == 0
    assert said.locator("[data-depends]").count() == 1
    page.at('[data-asked="win_tile"] [data-face="9m"]').click()
    page.at('[data-condition="minimum"]').wait_for()
    assert page.at("[data-depends]").count() == 0
    assert said.locator(".waits").count() == 1


def test_without_the_tile_turned_up_nothing_is_settled_with_wild_tiles(open_page: OpenPage) -> None:
    case = worked("WD-07")
    page = open_page()
    page.choose_system("jinzhou_wild")
    entered(page, case)
    page.settle()
    assert page.at('[data-question="ming"]').count() == 1
    assert page.at("[data-points]").count() == 0


def test_who_pays_for_all_is_asked_and_pays_for_all(open_page: OpenPage) -> None:
    melds = [("peng", "111m", 0), ("peng", "999m", 0), ("peng", "555p", 3), ("chi", "123s", 0)]
    case = worked("GD-02") | {
        "hand": "5s",
        "win_tile": "5s",
        "melds": [{"type": kind, "tiles": tiles, "from": seat} for kind, tiles, seat in melds],
        "flags": {"bao_seat": 3},
    }
    page = open_page()
    settled(page, case)
    assert page.settlement == rule_case(case)["settlement"]
    assert page.settlement[3] == -page.settlement[1]
    page.step("facts")
    page.ask("liable")
    page.act("liable-nobody")
    page.settle()
    assert page.settlement[0] == page.settlement[2] == page.settlement[3] < 0


def test_a_fragment_says_that_it_has_no_payments(open_page: OpenPage) -> None:
    case = worked("GD-02") | {"ruleset": "hukou"}
    page = open_page()
    settled(page, case)
    assert page.at("[data-unpaid]").count() == 1
    assert page.at("[data-points]").count() == 0
    assert "鸡胡" in page.at('[data-testid="headline"]').inner_text()


def test_a_national_table_begins_with_500_points_and_passes_the_deal_on(open_page: OpenPage) -> None:
    case = worked("MCR-01") | {"winner": 0, "dealer": 0, "discarder": 2, "seat_wind": 0}
    page = open_page()
    page.choose_system("mcr")
    assert page.totals == [500] * 4
    assert "500" in page.at("[data-start]").inner_text()
    assert page.at("[data-round]").inner_text() == "共 4 圈", "nobody said yet which round it is"
    entered(page, case)
    assert page.at('[data-fact="round"]').get_attribute("data-answered") == "false"
    page.tell(case)
    page.settle()
    page.next_hand()
    assert page.totals == [500 + points for points in rule_case(case)["settlement"]]
    assert page.at("[data-round]").inner_text().startswith("东圈")
    page.at("details summary").first.click()
    assert page.at("table tr.points").first.locator("td").all_inner_texts() == ["500"] * 4
    page.told()
    assert page.totals == [500 + points for points in rule_case(case)["settlement"]]
    page.act("draw")
    assert "下家" in page.at('[data-fact="dealer"]').inner_text()


def test_a_kong_told_while_the_hand_is_played_is_in_its_settlement(open_page: OpenPage) -> None:
    page = open_page()
    page.act("tell-kong")
    for name, value in (("kong-seat", 2), ("kong-kind", "da"), ("kong-from", 0)):
        page.choose(name, value)
    page.at('dialog [data-face="7z"]').click()
    page.act("kong-add")
    page.told()
    page.page.reload()
    page.page.wait_for_selector('[data-noted-kong="7z"]')
    assert page.overflow <= 0
    page.act("draw")
    page.choose("dealer", 1)
    assert "红中" in page.at('[data-fact="kongs"]').inner_text()
    page.act("kongs-done")
    page.act("followed-done")
    page.settle()
    assert page.settlement == [4 - 24, -12, 4 + 24, 4]
    page.act("next-hand")
    page.page.wait_for_selector("[data-noted]", state="detached")
    page.told()
    assert page.totals == [-20, -12, 28, 4]


def test_a_kong_told_by_mistake_is_taken_back(open_page: OpenPage) -> None:
    page = open_page()
    page.act("tell-kong")
    page.choose("kong-seat", 1)
    page.choose("kong-kind", "an")
    page.at('dialog [data-face="5m"]').click()
    page.act("kong-add")
    page.page.wait_for_selector('[data-noted-kong="5m"]')
    page.told()
    page.act("evening-undo")
    page.page.wait_for_selector("[data-noted]", state="detached")
    page.told()
    assert page.at("[data-noted]").count() == 0


def test_the_tile_turned_up_is_told_once_for_the_hand(open_page: OpenPage) -> None:
    page = open_page(language="en")
    page.choose_system("jinzhou_wild")
    page.act("tell-ming")
    page.at('dialog [data-face="5m"]').click()
    page.page.wait_for_selector("[data-noted]")
    page.act("draw")
    assert page.at('[data-fact="ming"]').get_attribute("data-answered") == "true"


def test_two_tabs_opened_before_the_first_hand_play_one_game(open_page: OpenPage, address: str) -> None:
    before = games(address)
    first = open_page()
    second = TablePage(first.page.context.new_page(), address)
    for page, dealer in ((first, 0), (second, None)):
        page.draw(dealer)
        page.told()
    first.page.wait_for_function("document.querySelector('[data-total=\"0\"]').textContent === '−24'")
    assert first.totals == second.totals == [-24, 8, 8, 8]
    assert len(games(address)) == len(before) + 1
    assert second.script_errors == []


def test_another_device_is_offered_the_game_that_is_played(open_page: OpenPage, address: str) -> None:
    first = open_page()
    first.draw(dealer=3)
    first.told()
    game = first.page.evaluate("JSON.parse(localStorage.getItem('paiyan.table')).game")
    second = open_page(1280, "en")
    second.page.wait_for_selector(f'[data-join="{game}"]')
    second.at(f'[data-join="{game}"] [data-action="join"]').click()
    second.page.wait_for_selector(f'[data-join="{game}"]', state="detached")
    assert second.totals == [4, 4, 4, -12]
    assert games(address)[0] == game


def test_an_evening_is_scored_again_under_a_preset_and_with_other_numbers(open_page: OpenPage) -> None:
    case = worked("BJ-02")
    page = open_page(1280)
    settled(page, case)
    page.act("next-hand")
    page.told()
    page.at("details summary").first.click()
    page.act("rescore")
    page.at('dialog input[data-option="base_points"]').evaluate("input => input.closest('details').open = true")
    page.at('dialog input[data-option="base_points"]').fill("300")
    page.act("rescore-go")
    page.page.wait_for_selector("table[data-changed]")
    changed = rule_case(case | {"options": {"base_points": 300}})["settlement"]
    after = page.at('[data-rescored="1"] tr').nth(2).locator("td").all_inner_texts()
    assert [int(text.replace("−", "-").replace("+", "")) for text in after] == changed
    page.at('select[name="rescore-preset"]').select_option(index=1)
    assert page.at('dialog input[data-option="base_points"]').input_value() != "300"
    assert page.overflow <= 0


def test_advice_with_wild_tiles_asks_for_the_tile_turned_up(open_page: OpenPage) -> None:
    page = open_page(language="en")
    page.choose_system("jinzhou_wild")
    page.act("advise-mode")
    page.enter_hand("123m678s99s45m555p1m")
    page.act("advise")
    page.at('[data-advice-ming] [data-face="7s"]').click()
    page.page.wait_for_selector('[data-advised="jinzhou_wild"] [data-choice]')
    assert page.overflow <= 0
