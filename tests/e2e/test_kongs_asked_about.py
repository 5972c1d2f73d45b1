"""A set of which three tiles show: the page tells what it takes for granted or shows the place of the photo, and one
tap says whether it is a kong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from tests.e2e.conftest import serving
from tests.e2e.table_page import TablePage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]
CLOSED = {"winner": 1, "dealer": 0, "method": "zimo", "discarder": None, "kongs": [], "open": [False] * 4, "events": []}


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a Paiyan whose reader sees an open kong in wide photos, a concealed one in tall ones, a peng from
    straight above in square ones, and three loose tiles in very wide ones."""
    with serving([sys.executable, "-m", "tests.assistant.stacked_server"], tmp_path_factory.mktemp("data")) as found:
        yield found


def photo_of(folder: Path, size: tuple[int, int]) -> Path:
    path = folder / "kong.jpg"
    Image.new("RGB", size, (120, 130, 90)).save(path)
    return path


def settled(page: TablePage, gain: str) -> None:
    """Waits for the ruling that follows an answer: what stood there before was a range."""
    page.at('[data-points="1"]').get_by_text(gain, exact=True).wait_for()


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_a_kong_with_a_tile_under_another_is_confirmed_or_made_a_peng_by_one_tap(
    open_page: OpenPage, tmp_path: Path, width: int, language: str
) -> None:
    page = open_page(width, language)
    page.upload(photo_of(tmp_path, (1200, 900)))
    card = page.at('[data-asked="fourth_tile"]')
    assert card.locator("svg polygon.line").count() == 4
    assert page.overflow <= 0
    four, three = card.locator('[data-answer="0"]'), card.locator('[data-answer="1"]')
    assert {"zh": "六饼", "en": "Six of Dots"}[language] in card.inner_text()
    four.click()
    card.wait_for(state="detached")
    page.page.keyboard.press("Control+z")
    three.click()
    card.wait_for(state="detached")
    page.page.keyboard.press("Control+z")
    card.wait_for()


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_three_tiles_that_look_like_a_concealed_kong_tell_what_all_they_can_be_pays_and_one_tap_settles_it(
    open_page: OpenPage, tmp_path: Path, width: int, language: str
) -> None:
    page = open_page(width, language)
    page.upload(photo_of(tmp_path, (900, 1200)))
    page.act("to-facts")
    page.answer(CLOSED)
    page.settle()
    card = page.at('[data-asked="short_kong"]')
    assert page.at("[data-conditional]").count() == 1
    assert card.locator("svg polygon.line").count() == 3
    answers = [card.locator(f'[data-answer="{place}"]') for place in range(4)]
    for answer, gain in zip(answers, ("+152", "+44", "+32", "+128"), strict=True):
        assert gain in answer.inner_text()
    assert page.overflow <= 0
    concealed, opened, peng, hand = answers

    hand.click()
    card.wait_for(state="detached")
    settled(page, "+128")
    assert page.settlement == [-64, 128, -32, -32]
    page.act("take-back")
    card.wait_for()
    opened.click()
    page.at('[data-asked="meld_kind"] [data-answer="0"]').click()
    page.at("[data-conditional]").wait_for(state="detached")
    assert page.settlement == [-20, 44, -12, -12]
    page.act("take-back")
    page.act("take-back")
    card.wait_for()
    peng.click()
    settled(page, "+32")
    assert page.settlement == [-16, 32, -8, -8]
    page.act("take-back")
    card.wait_for()
    concealed.click()
    card.wait_for(state="detached")
    settled(page, "+152")
    assert page.settlement == [-72, 152, -40, -40]


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_that_a_peng_hides_no_fourth_tile_is_told_and_one_tap_makes_it_a_kong(
    open_page: OpenPage, tmp_path: Path, width: int, language: str
) -> None:
    page = open_page(width, language)
    page.upload(photo_of(tmp_path, (1000, 1000)))
    page.act("to-facts")
    page.answer({**CLOSED, "open": [False, True, False, False]})
    page.settle()
    sets = page.at('[data-asked="who_is_open"] [data-answer]')
    if sets.count():
        sets.filter(has_text={"zh": "吃、碰来的", "en": "Claimed melds"}[language]).click()
    page.at("[data-conditional]").wait_for(state="detached")
    before = page.settlement
    taken = page.at('[data-assumed="no_hidden_fourth"]')
    assert {"zh": "六饼", "en": "Six of Dots"}[language] in taken.inner_text()
    assert page.at("[data-assumed]").count() == 1, "what was answered is not taken for granted"
    assert page.overflow <= 0

    taken.locator('[data-kong="6p"]').click()
    page.at('[data-asked="meld_kind"]').wait_for()
    assert taken.count() == 0
    page.at('[data-asked="meld_kind"] [data-answer="0"]').click()
    page.at("[data-conditional]").wait_for(state="detached")
    assert page.settlement != before
    page.act("take-back")
    page.act("take-back")
    taken.wait_for()
    assert page.settlement == before


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_three_loose_tiles_are_a_peng_or_of_the_hand_by_one_tap(
    open_page: OpenPage, tmp_path: Path, width: int, language: str
) -> None:
    page = open_page(width, language)
    page.upload(photo_of(tmp_path, (1800, 900)))
    card = page.at('[data-asked="fourth_tile"]')
    assert card.locator("svg polygon.line").count() == 3
    assert page.overflow <= 0
    peng, hand = card.locator('[data-answer="0"]'), card.locator('[data-answer="1"]')
    page.act("to-facts")
    page.answer({**CLOSED, "open": [False, None, False, False]})
    page.settle()
    gains = []
    for answer in (hand, peng):
        answer.click()
        card.wait_for(state="detached")
        page.at("[data-conditional]").wait_for(state="detached")
        gains.append(page.settlement[1])
        page.act("take-back")
        card.wait_for()
    assert gains == [128, 32], "who claimed a tile is open, and is not paid as a closed winner"
