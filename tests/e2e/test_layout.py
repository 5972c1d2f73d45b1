"""The screens on a phone, in both languages: nothing scrolls sideways or sticks out, no number and no word is torn."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.layout import faults
from tests.e2e.table_page import SAMPLES, Sample, TablePage

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("language", ["zh", "en"])]
OpenPage = Callable[..., TablePage]

PHONES = (320, 390)
EXAMPLES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "golden/examples.json").read_text(encoding="utf-8"))["examples"]
}


def look(page: TablePage, screen: str) -> None:
    """Looks at the screen as it lies on each phone."""
    for width in PHONES:
        page.page.set_viewport_size({"width": width, "height": 844})
        assert faults(page.page) == [], f"{screen} at {width} px"


def open_all(page: TablePage) -> None:
    """Opens what is folded away, and waits for what is asked of the server."""
    for part in ("other-tables", "other-systems"):
        page.at(f'[data-demand="{part}"] summary').click()
    page.at('[data-demand="other-tables"] :is(ul, p)').first.wait_for()
    page.at("[data-system]").first.wait_for()
    page.at("details").evaluate_all("all => all.forEach(each => each.open = true)")


def tell_looking(page: TablePage, case: dict[str, Any]) -> None:
    """Answers one question after the other and looks at each while it is open."""
    told: set[str] = set()
    while left := [fact for fact in page.asked() if fact not in told]:
        page.ask(left[0])
        look(page, left[0])
        page.tell_one(left[0], case)
        told.add(left[0])


def test_the_first_screen_and_the_table_under_every_rule_system(open_page: OpenPage, language: str) -> None:
    page = open_page(390, language)
    look(page, "start")
    page.act("header-setup")
    systems = page.at('input[name="ruleset"]').evaluate_all("all => all.map(each => each.value)")
    assert len(systems) > 4
    for system in systems:
        page.choose("ruleset", system)
        page.at("dialog details").evaluate_all("all => all.forEach(each => each.open = true)")
        look(page, f"setup of {system}")
        page.act("setup-done")
        look(page, f"start of {system}")
        page.act("header-setup")


def test_a_photo_its_tiles_and_a_set_that_is_enrolled(open_page: OpenPage, language: str) -> None:
    page = open_page(390, language)
    page.act("setup")
    page.act("enrol-set")
    look(page, "enrol")
    page.at('[data-input="set-gallery"]').set_input_files(SAMPLES / "table.jpg")
    page.page.wait_for_selector("[data-action='save-set']")
    look(page, "faces of the set")
    page.at("button.tile").first.click()
    look(page, "one face of the set")
    page.page.keyboard.press("Escape")
    page.act("setup-done")

    page.upload(SAMPLES / "table.jpg")
    look(page, "check")
    for sheet in ("[data-hand-tile]", "[data-meld]", '[data-zone="hand"] .plus'):
        page.at(sheet).first.click()
        page.page.wait_for_selector("dialog[open]")
        look(page, f"sheet of {sheet}")
        page.page.keyboard.press("Escape")
        page.page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.parametrize("example", ["MCR-05", "BJ-10", "JZ-46"])
def test_a_hand_from_its_facts_to_the_evening(open_page: OpenPage, language: str, example: str) -> None:
    """十三幺 of 国标, whose one set is long; Beijing's large amounts; kongs and a followed dealer of 锦州."""
    case = EXAMPLES[example]
    page = open_page(390, language)
    page.act("setup")
    page.at("dialog input[type=text]").nth(2).fill("Veronica")
    page.act("setup-done")
    page.choose_system(case["ruleset"])
    page.enter_by_hand(case)
    look(page, "tiles by hand")
    page.tell_kongs(case)
    page.act("to-facts")
    tell_looking(page, case)
    page.settle()
    open_all(page)
    look(page, "result")
    page.next_hand()
    page.at("details").evaluate_all("all => all.forEach(each => each.open = true)")
    look(page, "evening")
    page.told()
    page.act("rescore")
    page.page.wait_for_selector("dialog[open]")
    look(page, "rescoring")
    if example == "BJ-10":
        page.at('dialog input[data-option="base_points"]').evaluate("input => input.closest('details').open = true")
        page.at('dialog input[data-option="base_points"]').fill("90000")
        page.act("rescore-go")
        page.page.wait_for_selector("table[data-changed]")
        look(page, "rescored")


@pytest.mark.parametrize("example", ["BJ-10", "MCR-07"])
def test_a_provisional_result(open_page: OpenPage, language: str, example: str) -> None:
    case = EXAMPLES[example]
    page = open_page(390, language)
    page.choose_system(case["ruleset"])
    page.enter_by_hand(case)
    page.act("to-facts")
    page.settle()
    look(page, "provisional result")


def test_a_hand_that_does_not_win(open_page: OpenPage, language: str) -> None:
    sample = Sample.named("missing-suit")
    page = open_page(390, language)
    page.enter_by_hand(sample.case)
    page.act("to-facts")
    page.answer(sample.truth["facts"])
    page.settle()
    look(page, "no win")


def test_advice(open_page: OpenPage, language: str) -> None:
    page = open_page(390, language)
    page.act("advise-mode")
    page.enter_hand("123m678s99s45m555p1m")
    page.act("advise")
    page.page.wait_for_selector("[data-choice]")
    page.at("details").evaluate_all("all => all.forEach(each => each.open = true)")
    look(page, "advice")
