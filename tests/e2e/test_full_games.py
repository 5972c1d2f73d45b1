"""Whole games on the page, from the first hand to the file that is taken away."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.table_page import TablePage

from paiyan.engine.cases import rule_case

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]

MCR_WINS: dict[int, dict[str, Any]] = {
    0: {"hand": "234m234p34678s55m", "win_tile": "2s", "winner": 1, "discarder": 2, "win_method": "ron"},
    9: {"hand": "123m456p789s22m11z", "win_tile": "1z", "winner": 1, "discarder": 3, "win_method": "ron"},
    15: {"hand": "19m19p19s1234567z", "win_tile": "1m", "winner": 2, "discarder": None, "win_method": "zimo"},
}
"""The won hands of a 国标 game by their place in it; all others are drawn."""


def mcr_case(number: int) -> dict[str, Any]:
    """A won hand with the winds of its place: the deal passes on after every hand, the round after four."""
    win = MCR_WINS[number]
    dealer = number % 4
    winds = {"dealer": dealer, "round_wind": number // 4, "seat_wind": (win["winner"] - dealer) % 4}
    return {"ruleset": "mcr", "melds": [], "events": [], "kongs": [], "flowers": None, "flags": {}, **win, **winds}


def win(page: TablePage, case: dict[str, Any]) -> list[int]:
    """Enters a won hand tile by tile; gives what the engine makes of it."""
    page.enter_by_hand(case)
    page.tell_kongs(case)
    page.act("to-facts")
    page.tell(case)
    page.settle()
    settlement: list[int] = rule_case(case)["settlement"]
    assert page.settlement == settlement
    page.next_hand()
    return settlement


def added(*settlements: list[int], start: int = 0) -> list[int]:
    return [start + sum(points) for points in zip(*settlements, strict=True)]


def saved(page: TablePage, kind: str, folder: Path) -> bytes:
    """The evening as a file, the way a person takes it away."""
    with page.page.expect_download() as download:
        page.act(f"export-{kind}")
    download.value.save_as(folder / kind)
    return (folder / kind).read_bytes()


def scored_again(page: TablePage, option: str, choice: int) -> dict[int, list[int]]:
    """What the hands that differ come to under a changed house rule, by their number; the sheet is closed again."""
    page.act("rescore")
    field = page.at(f'dialog select[data-option="{option}"]')
    field.evaluate("field => { const more = field.closest('details'); if (more) more.open = true; }")
    field.select_option(index=choice)
    page.act("rescore-go")
    page.page.wait_for_selector("[data-changed]")
    found = {}
    for table in page.at("[data-rescored]").all():
        cells = table.locator("tr").nth(2).locator("td").all_inner_texts()
        found[int(table.get_attribute("data-rescored") or 0)] = [int(one.replace("−", "-")) for one in cells]
    page.page.keyboard.press("Escape")
    return found


def test_a_national_game_of_sixteen_hands_is_played_to_its_end(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    page.choose_system("mcr")
    expected = [500] * 4
    for number in range(16):
        assert page.at("[data-round]").get_attribute("data-round") == str(number // 4)
        if number in MCR_WINS:
            expected = added(expected, win(page, mcr_case(number)))
        else:
            page.draw()
        page.told()
        assert page.totals == expected
    assert sum(expected) == 2000
    page.page.wait_for_selector("[data-game-over]")

    page.at("details summary").first.click()
    log = json.loads(saved(page, "json", tmp_path))
    assert log["game"]["totals"] == expected
    assert [hand["dealer"] for hand in log["game"]["history"]] == [0, 1, 2, 3] * 4
    assert [entry["type"] for entry in log["log"]].count("game.hand") == 16
    rows = list(csv.reader(io.StringIO(saved(page, "csv", tmp_path).decode("utf-8-sig"))))
    assert len(rows) == 2 + 16
    assert [int(cell) for cell in rows[-1][-6:-2]] == expected

    again = scored_again(page, "values", 2)
    literal = {"options": {"values": "source_literal"}}
    changed = {number + 1: rule_case(mcr_case(number) | literal)["settlement"] for number in MCR_WINS}
    assert again == {
        number: after for number, after in changed.items() if after != rule_case(mcr_case(number - 1))["settlement"]
    }
    assert page.totals == expected, "scoring again changes nothing"
    page.act("evening-undo")
    page.told()
    assert page.at("[data-game-over]").count() == 0
    assert page.at("[data-round]").get_attribute("data-round") == "3"


def test_a_jinzhou_evening_with_kongs_and_drawn_hands_adds_up(open_page: OpenPage, tmp_path: Path) -> None:
    examples = json.loads((Path(__file__).parents[1] / "golden/examples.json").read_text(encoding="utf-8"))["examples"]
    by_id = {example["id"]: example for example in examples}
    page = open_page()
    # The winner's own kong, a robbed one, one of another player's, and between them hands that nobody won.
    hands = [win(page, by_id["JZ-38"])]
    page.told()
    page.act("tell-kong")
    for name, value in (("kong-seat", 3), ("kong-kind", "an")):
        page.choose(name, value)
    page.at('dialog [data-face="7z"]').click()
    page.act("kong-add")
    page.told()
    page.draw()
    drawn = {"ruleset": "jinzhou", "kind": "events_only", "dealer": 1, "events": [{"type": "huangzhuang"}]}
    drawn["kongs"] = [{"seat": 3, "kind": "an", "tile": "7z"}]
    hands.append(rule_case(drawn)["settlement"])
    page.told()
    assert page.totals == added(*hands)
    for name in ("JZ-40", "JZ-41"):
        hands.append(win(page, by_id[name]))
        page.told()
        assert page.totals == added(*hands)
    page.at("details summary").first.click()
    game = json.loads(saved(page, "json", tmp_path))["game"]
    assert [hand["settlement"] for hand in game["history"]] == hands
    assert sum(game["totals"]) == 0
    unpaid = rule_case(drawn | {"options": {"huangzhuang_each": 0}})["settlement"]
    assert scored_again(page, "huangzhuang_each", 2) == {2: unpaid}
