"""A photo that leaves one tile open: the page asks about that tile where it decides, and one tap settles the hand."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from tests.assistant.doubtful_reader import WAVERS
from tests.e2e.conftest import serving
from tests.e2e.table_page import TablePage

from paiyan.assistant.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
FACTS: dict[str, Any] = {"winner": 1, "dealer": 0, "method": "zimo", "discarder": None}
OpenPage = Callable[..., TablePage]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server keeps."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def address(browser: Browser, data: Path) -> Iterator[str]:
    """Address of a Paiyan whose reader wavers between 6s (the hand lacks 幺九) and 9s (it wins)."""
    with serving([sys.executable, "-m", "tests.assistant.doubtful_server"], data) as found:
        yield found


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "hand.jpg"
    Image.new("RGB", (640, 480), (120, 130, 90)).save(path)
    return path


def to_result(page: TablePage, photo: Path) -> None:
    """Everything told but the tile in doubt."""
    page.upload(photo)
    page.act("to-facts")
    page.answer(FACTS | {"kongs": [], "open": [False] * 4, "events": []})
    page.settle()


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_one_tap_on_the_deciding_question_settles_the_hand_and_one_more_takes_it_back(
    open_page: OpenPage, photo: Path, width: int, language: str
) -> None:
    page = open_page(width, language)
    to_result(page, photo)
    card = page.at('[data-asked="tile_doubt"]')
    assert page.at("[data-conditional]").count() == 1
    assert card.locator("svg polygon.line").count() == 1
    lost, won = card.locator('[data-face="6s"]'), card.locator('[data-face="9s"]')
    assert {"zh": "不能胡", "en": "no win"}[language] in lost.inner_text()
    assert "+" in won.inner_text()
    assert "%" in won.inner_text()
    assert page.overflow <= 0
    before = card.inner_text()

    won.click()
    page.at('[data-outcome="win"]').wait_for()
    assert page.at("[data-conditional]").count() == 0
    assert page.settlement[1] > 0 == sum(page.settlement)
    assert page.at("[data-answered-last]:focus").count() == 1, "the focus is where the answer can be taken back"

    page.act("take-back")
    card.wait_for()
    assert card.inner_text() == before
    assert page.at("[data-answered-last]").count() == 0
    assert page.at('[data-outcome="unknown"]').count() == 1

    lost.click()
    page.at('[data-outcome="none"]').wait_for()
    assert page.at("[data-conditional]").count() == 0
    assert page.settlement == [0, 0, 0, 0]


def test_the_answer_is_kept_as_a_label_with_the_photo_and_the_scores(
    open_page: OpenPage, photo: Path, data: Path
) -> None:
    page = open_page()
    to_result(page, photo)
    with page.page.expect_response("**/corrections") as answered:
        page.at('[data-asked="tile_doubt"] [data-face="9s"]').click()
    sent = json.loads(answered.value.request.post_data or "")
    assert [tile["tile"] for tile in sent["tiles"] if tile["confirmed"]] == ["9s"]
    corrected = answered.value.json()
    tile = next(one for one in corrected["tiles"] if one["tile"] == "9s")
    assert (tile["confidence"], dict(tile["alternatives"])) == (1, {"6s": 0.5})
    kept = Store.open(data / "paiyan.db", data / "photos")
    (label,) = kept.labels_of(corrected["photo_id"])[-1].labels
    assert (label.tile, label.scores) == ("9s", pytest.approx({"6s": 0.5, "9s": 0.4}, abs=0.01))
    assert [list(corner) for corner in label.corners] == tile["corners"]
    assert kept.photo(corrected["photo_id"]).width == 640
    with Image.open(next((data / "photos").rglob(corrected["photo_id"]))) as image:
        assert image.size == (640, 480)
    kept.close()


def test_the_question_is_answered_by_keyboard(open_page: OpenPage, photo: Path) -> None:
    page = open_page(1280, "en")
    to_result(page, photo)
    page.at('[data-asked="tile_doubt"] [data-answer="0"]').focus()
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.dataset.face") == "9s"
    page.page.keyboard.press("Enter")
    page.at("[data-answered-last]:focus").wait_for()
    page.at('[data-outcome="win"]').wait_for()
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    page.at('[data-asked="tile_doubt"]').wait_for()
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.dataset.face") == "6s"


def test_doubt_is_told_by_sign_and_words_beside_the_photo_and_settled_there(open_page: OpenPage, photo: Path) -> None:
    page = open_page(390, "en")
    page.upload(photo)
    assert "?" in page.at(f'[data-hand-tile="{WAVERS}"]').inner_text()
    assert "doubtful" in (page.at(f'[data-hand-tile="{WAVERS}"]').get_attribute("aria-label") or "")
    page.at('[data-asked="tile_doubt"] [data-face="9s"]').click()
    page.at('[data-asked="tile_doubt"]').wait_for(state="detached")
    assert page.page.evaluate("document.activeElement.contains(document.querySelector('#doubts'))")
    assert page.at(f'[data-hand-tile="{WAVERS}"]').get_attribute("data-face") == "9s"
    page.page.keyboard.press("Control+z")
    page.at('[data-asked="tile_doubt"]').wait_for()
    assert page.at(f'[data-hand-tile="{WAVERS}"]').get_attribute("data-face") == "6s"


def test_a_changed_settlement_is_told_to_those_who_cannot_see_it(open_page: OpenPage, photo: Path) -> None:
    page = open_page(1280, "en")
    to_result(page, photo)
    told = page.at("[data-announced]")
    provisional = told.inner_text()
    page.at('[data-asked="tile_doubt"] [data-face="9s"]').click()
    page.at('[data-outcome="win"]').wait_for()
    assert told.get_attribute("aria-live") == "polite"
    assert "from Me to Right: 64" in told.inner_text()
    assert "from Me to Right" not in provisional


def test_advice_on_the_photo_stays_after_its_tiles_were_corrected(open_page: OpenPage, tmp_path: Path) -> None:
    dark = tmp_path / "dark.jpg"
    Image.new("RGB", (640, 480), (6, 7, 5)).save(dark)
    page = open_page(390, "zh")
    to_result(page, dark)
    with page.page.expect_response("**/corrections") as corrected:
        page.at('[data-asked="tile_doubt"] [data-face="9s"]').click()
    assert [one["id"] for one in corrected.value.json()["coach"]] == ["dark"], "the other tiles were not looked at"
    page.at('[data-outcome="win"]').wait_for()
    page.step("check")
    page.at('[data-advice="dark"]').wait_for()
    page.act("coach-away")
    assert page.at("[data-advice]").count() == 0


def test_a_hand_that_is_no_win_is_confirmed_as_a_whole(open_page: OpenPage, photo: Path) -> None:
    page = open_page(390, "zh")
    page.upload(photo)
    page.at('[data-hand-tile="0"]').click()
    page.at('dialog .faces [data-face="9m"]').click()
    page.act("to-facts")
    page.answer(FACTS | {"kongs": [], "open": [False] * 4, "events": []})
    page.settle()
    page.at('[data-asked="tile_doubt"]').wait_for()
    with page.page.expect_response("**/corrections") as answered:
        page.act("ask-all-right")
    assert all(tile["confirmed"] for tile in json.loads(answered.value.request.post_data or "")["tiles"])
    page.at('[data-outcome="none"]').wait_for()
    page.at("[data-conditional]").wait_for(state="detached")
    assert page.at("[data-asked]").count() == 0
    page.act("take-back")
    page.at('[data-asked="tile_doubt"]').wait_for()
