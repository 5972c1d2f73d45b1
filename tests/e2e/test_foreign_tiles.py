"""Hands with tiles that the rules are not played with, and what cannot be settled: there is always a way on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.e2e.table_page import SAMPLES, Sample, TablePage

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]


def states(page: TablePage, face: str) -> list[str]:
    """What is said aloud of the tiles of a face on the photo that count."""
    boxes = page.at(f'svg [data-face="{face}"]:not([data-place="table"])')
    return list(boxes.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))"))


def test_a_clear_tile_that_the_rules_do_not_use_is_not_called_unclear(open_page: OpenPage) -> None:
    """定缺 has no dragons; a peng of 红中 lies on the photo."""
    page = open_page()
    page.choose_system("dingque")
    page.upload(SAMPLES / "table.jpg")
    said = states(page, "7z")
    assert len(said) == 3
    assert all("规则里没有" in each for each in said)
    assert page.at("[data-foreign]").get_attribute("data-foreign") == "3"
    assert "定缺" in page.at("[data-foreign]").inner_text()
    assert "!" in page.at('[data-hand-tile][data-face="7z"]').first.inner_text()
    page.act("ask-other")
    assert "定缺" in page.at("dialog[open]").inner_text()
    page.page.keyboard.press("Escape")

    page.act("header-setup")
    page.choose("ruleset", "jinzhou")
    page.act("setup-done")
    assert page.at("[data-foreign]").count() == 0
    assert all("看清了" in each for each in states(page, "7z")), "they were read clearly all along"


def test_a_hand_that_cannot_be_settled_leads_to_its_tiles_and_to_other_rules(open_page: OpenPage) -> None:
    page = open_page()
    page.enter_hand("234m456m123p789s11z")
    page.act("to-facts")
    page.answer(
        {"winner": 1, "dealer": 0, "method": "zimo", "discarder": None, "kongs": [], "open": [False] * 4, "events": []}
    )
    page.act("to-result")
    page.page.wait_for_selector('[data-action="to-rules"]')
    page.act("to-tiles")
    page.page.wait_for_selector("[data-hand-tile]")
    page.step("result")
    page.act("to-rules")
    page.choose("ruleset", "mcr")
    page.act("setup-done")
    page.at('[data-outcome="win"]').wait_for()
    assert page.at('[data-action="to-rules"]').count() == 0


def test_a_hand_that_does_not_win_and_an_error_lead_there_too(open_page: OpenPage) -> None:
    sample = Sample.named("missing-suit")
    page = open_page(language="en")
    page.enter_by_hand(sample.case)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    page.page.route("**/api/v1/rulings", lambda route: route.abort())
    page.act("to-result")
    problem = page.at('[role="alert"]')
    for action in ("retry", "to-tiles", "to-rules"):
        problem.locator(f'[data-action="{action}"]').wait_for()
    page.page.unroute("**/api/v1/rulings")
    page.act("retry")
    page.at('[data-outcome="none"]').wait_for()
    page.act("to-rules")
    page.page.wait_for_selector("dialog[open]")
