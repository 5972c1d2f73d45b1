"""House rules, other tables, other rule systems and advice on the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.table_page import Sample, TablePage

from paiyan.engine.cases import rule_case

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]

EXAMPLES = json.loads((Path(__file__).parents[1] / "golden/examples.json").read_text(encoding="utf-8"))["examples"]


def settled(page: TablePage, example: str) -> dict[str, Any]:
    """Brings a worked example to its settlement."""
    case: dict[str, Any] = next(each for each in EXAMPLES if each["id"] == example)
    page.enter_by_hand(case)
    page.tell_kongs(case)
    page.act("to-facts")
    page.answer(case | {"method": case["win_method"]})
    page.settle()
    return case


def unfold(page: TablePage, name: str, ready: str) -> None:
    page.at(f'[data-demand="{name}"] summary').click()
    page.page.wait_for_selector(f'[data-demand="{name}"] {ready}')


def points(page: TablePage, within: str) -> list[int]:
    shown = [page.at(f'{within} [data-seat="{seat}"]').inner_text() for seat in range(4)]
    return [int(text.replace("−", "-").replace("+", "")) for text in shown]


def pick(page: TablePage, notation: str) -> None:
    """Picks tiles of a hand in play."""
    page.act("advise-mode")
    page.enter_hand(notation)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_preset_and_a_further_house_rule_are_kept_with_their_reasons(open_page: OpenPage, language: str) -> None:
    page = open_page(language=language)
    page.act("setup")
    assert page.at("[data-preset]").get_attribute("data-preset") == "jinzhou-default"
    page.at('select[name="preset"]').select_option("jinzhou-capped-100")
    assert "100" in page.at("[data-preset] > div").inner_text()
    assert page.at('input[name="score_cap"][value="100"]').is_checked()

    rules = page.at("[data-more-rules]")
    assert not page.at('[data-option="base_unit"]').is_visible()
    rules.locator("summary").click()
    assert page.at("[data-option]").count() == int(rules.get_attribute("data-more-rules") or 0) > 20
    assert page.at('[data-option="base_unit"] p').inner_text()
    page.at('[data-option="base_unit"] select').select_option(index=2)
    assert page.at('[data-option="base_unit"]').get_attribute("class") != ""
    assert page.at("[data-preset]").get_attribute("data-preset") == ""
    assert page.overflow <= 0
    page.act("setup-done")

    page.page.reload()
    page.act("setup")
    page.at('select[name="preset"]').select_option("jinzhou-capped-100")
    assert page.at("[data-preset]").get_attribute("data-preset") == "jinzhou-capped-100"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_settlement_is_shown_at_other_tables_and_under_other_rules(open_page: OpenPage, language: str) -> None:
    page = open_page(language=language)
    case = settled(page, "JZ-40")
    unfold(page, "other-tables", "[data-variant]")
    option = "discard_double_scope"
    elsewhere = rule_case(case | {"options": {option: "discarder_only"}})
    assert points(page, f'[data-variant="{option}"]') == elsewhere["settlement"] != page.settlement

    unfold(page, "other-systems", "[data-system]")
    assert points(page, '[data-system="jinzhou"]') == page.settlement
    assert page.at('[data-system="mcr"]').get_attribute("data-status") == "ruled"
    assert page.at('[data-system="jinzhou_wild"]').get_attribute("data-status") == "fact_missing"
    said = page.at('[data-demand="other-systems"]').inner_text()
    assert ("抢杠和" in said) == (language == "zh")
    assert "{" not in said and not re.search("[a-z]+_[a-z]+", said)
    assert page.overflow <= 0


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_hand_of_fourteen_is_advised_on(open_page: OpenPage, language: str) -> None:
    page = open_page(language=language)
    pick(page, "123m678s99s45m555p1m")
    page.act("advise")
    page.page.wait_for_selector('[data-advised="jinzhou"] [data-choice]')
    choices = page.at("[data-choice]")
    assert choices.first.get_attribute("open") is not None
    page.at('[data-choice="1m"] summary').click()
    assert page.at('[data-choice="1m"] [data-wait]').count() == 2
    said = page.at("[data-advised]").inner_text()
    assert "{" not in said and bool(re.search("[一-鿿]", said)) == (language == "zh")
    before = choices.count()
    page.act("all-choices")
    assert choices.count() > before

    page.at('select[name="advice-rules"]').select_option("mcr")
    page.page.wait_for_selector('[data-advised="mcr"] [data-choice]')
    assert page.overflow <= 0


def test_a_hand_of_thirteen_shows_its_waits(open_page: OpenPage) -> None:
    page = open_page()
    pick(page, "123m678s99s45m555p")
    page.act("advise")
    page.page.wait_for_selector("[data-advised] [data-wait]")
    assert page.at("[data-choice]").count() == 1
    assert {each.get_attribute("data-wait") for each in page.at("[data-wait]").all()} == {"3m", "6m"}


def test_a_condition_at_risk_is_named_beside_the_tiles_that_would_mend_it(open_page: OpenPage) -> None:
    page = open_page(language="en")
    pick(page, "123m678m99s45s555s")
    assert page.at("[data-fault]").count() == 0
    page.act("advise")
    page.page.wait_for_selector('[data-advised] [data-risk="suit_missing"]')
    assert "no Dots" in page.at('[data-risk="suit_missing"]').inner_text()
    assert page.at(".useful li").count() > 0


def test_the_tiles_of_a_photo_are_advised_on_without_the_facts_of_a_win(open_page: OpenPage) -> None:
    sample = Sample.named("chi-peng-win-apart")
    page = open_page()
    page.upload(sample.photo)
    page.correct(sample)
    page.act("advise-mode")
    page.act("advise")
    page.page.wait_for_selector("[data-advised] [data-choice]")
    assert page.at(".won").count() == 1
    assert page.script_errors == []
