"""The evening's account on the page: kept by the server, and by the browser while the server is not reached."""

from __future__ import annotations

import csv
import io
import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.table_page import Sample, TablePage

from paiyan.engine.cases import rule_case

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]


def play(page: TablePage, name: str) -> list[int]:
    """Enters the hand of a sample by hand and gives its settlement."""
    sample = Sample.named(name)
    page.enter_by_hand(sample.case)
    page.tell_kongs(sample.case)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    page.settle()
    page.next_hand()
    settlement: list[int] = rule_case(sample.case)["settlement"]
    return settlement


def server_game(page: TablePage, address: str) -> dict[str, Any]:
    """The game of this page as the server has it."""
    game = page.page.evaluate("JSON.parse(localStorage.getItem('paiyan.table')).game")
    with urllib.request.urlopen(f"{address}api/v1/games/{game}") as answer:
        found: dict[str, Any] = json.load(answer)
    return found


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_hands_are_entered_taken_back_scored_again_and_exported(
    open_page: OpenPage, address: str, tmp_path: Path, width: int, language: str
) -> None:
    page = open_page(width, language)
    first = play(page, "win-turned")
    page.draw()
    page.told()
    game = server_game(page, address)
    assert game["history"][0]["settlement"] == first
    assert game["totals"] == page.totals
    assert page.overflow <= 0

    both = page.totals
    page.act("evening-undo")
    assert page.totals == first
    page.told()
    assert server_game(page, address)["totals"] == first
    page.act("evening-redo")
    assert page.totals == both
    page.told()
    assert server_game(page, address)["totals"] == both

    page.at("details summary").first.click()
    assert page.at("[data-hand]").count() == 2
    assert "→" in page.at('[data-hand="1"]').inner_text(), "who paid whom"
    assert page.overflow <= 0
    page.act("rescore")
    page.at('[data-option="discard_double_scope"]').select_option(index=2)
    page.act("rescore-go")
    page.page.wait_for_selector("table[data-changed]")
    changed = rule_case(Sample.named("win-turned").case | {"options": {"discard_double_scope": "discarder_only"}})
    after = page.at('[data-rescored="1"] tr').nth(2).locator("td").all_inner_texts()
    assert [int(text.replace("−", "-").replace("+", "")) for text in after] == changed["settlement"]
    assert page.overflow <= 0
    page.page.keyboard.press("Escape")

    with page.page.expect_download() as download:
        page.act("export-csv")
    download.value.save_as(tmp_path / "evening.csv")
    rows = list(csv.reader(io.StringIO((tmp_path / "evening.csv").read_bytes().decode("utf-8-sig"))))
    assert [int(cell) for cell in rows[-1][-6:-2]] == both


def test_what_is_entered_without_the_server_is_told_to_it_later(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.draw(dealer=0)
    page.told()
    # The ruling still comes; the ledger does not answer.
    page.page.route("**/api/v1/games/**", lambda route: route.abort())
    page.draw()
    page.draw()
    page.act("evening-undo")
    assert page.totals == [-24, 8, 8, 8]
    assert int(page.at("[data-waiting]").get_attribute("data-waiting") or 0) == 3

    page.page.reload()
    page.page.wait_for_selector('[data-total="0"]')
    assert page.totals == [-24, 8, 8, 8]
    page.page.unroute("**/api/v1/games/**")
    page.page.reload()
    page.told()
    assert page.totals == server_game(page, address)["totals"] == [-24, 8, 8, 8]
    page.act("evening-redo")
    page.told()
    assert page.totals == server_game(page, address)["totals"] == [-36, 12, 12, 12]


def test_a_kong_told_to_the_server_while_the_hand_is_played_is_shown_and_paid(
    open_page: OpenPage, address: str
) -> None:
    page = open_page()
    page.draw(dealer=0)
    page.told()
    game = server_game(page, address)["id"]
    body = {"type": "game.kong", "payload": {"seat": 2, "kind": "an", "tile": "7z"}}
    request = urllib.request.Request(
        f"{address}api/v1/games/{game}/events", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(request).close()
    page.page.reload()
    page.page.wait_for_selector("[data-noted]")
    assert "红中" in page.at("[data-noted]").inner_text()
    page.draw()
    page.told()
    page.page.wait_for_selector("[data-noted]", state="detached")
    assert page.totals == server_game(page, address)["totals"] == [-24 - 16, 8 - 16, 8 + 48, 8 - 16]


def test_a_server_that_lost_the_game_is_told_it_again(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.draw(dealer=3)
    page.told()
    # As on another server: the game this device goes by is not known there.
    page.page.evaluate(
        "() => { const table = JSON.parse(localStorage.getItem('paiyan.table'));"
        " table.game = table.begun = table.game + '-elsewhere';"
        " localStorage.setItem('paiyan.table', JSON.stringify(table)); }"
    )
    page.page.reload()
    page.page.wait_for_selector('[data-total="0"]')
    page.draw()
    page.told()
    assert page.totals == server_game(page, address)["totals"] == [8, 8, 8, -24]
