"""A tile read clearly that decides the score all the same: the page says why it asks, and marks the tile for a look."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from tests.assistant.doubtful_reader import WAVERS
from tests.e2e.conftest import serving
from tests.e2e.table_page import TablePage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
OpenPage = Callable[..., TablePage]


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a Paiyan sure of a 9s with which the hand wins; were it a 6s, it would not."""
    command = [sys.executable, "-m", "tests.assistant.doubtful_server", "9s=0.9", "6s=0.04", "certain=0.9995"]
    with serving(command, tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def asked(open_page: OpenPage, tmp_path: Path) -> Callable[[int, str], TablePage]:
    """Opens the page with a hand whose result asks about the tile read clearly."""
    photo = tmp_path / "hand.jpg"
    Image.new("RGB", (640, 480), (120, 130, 90)).save(photo)

    def ask(width: int, language: str) -> TablePage:
        page = open_page(width, language)
        page.upload(photo)
        assert {"zh": "看清了", "en": "clear"}[language] in state(page)
        assert page.at("[data-asked-about], [data-asked]").count() == 0
        page.act("to-facts")
        facts = {"winner": 1, "dealer": 0, "method": "zimo", "discarder": None}
        page.answer(facts | {"kongs": [], "open": [False] * 4, "events": []})
        page.settle()
        page.at('[data-asked="tile_doubt"]').wait_for()
        return page

    return ask


def state(page: TablePage) -> str:
    """What the tile in question is said to be, as one hears it."""
    return page.at(f'[data-hand-tile="{WAVERS}"]').get_attribute("aria-label") or ""


@pytest.mark.parametrize(("width", "language"), [(390, "zh"), (1280, "en")])
def test_the_question_says_why_it_is_asked_and_the_tile_is_marked_for_a_look(
    asked: Callable[[int, str], TablePage], width: int, language: str
) -> None:
    page = asked(width, language)
    assert {"zh": "看得清", "en": "read clearly"}[language] in page.at("[data-why]").inner_text()
    assert page.overflow <= 0
    page.step("check")
    marked = page.at(f'[data-hand-tile="{WAVERS}"]')
    assert "?" in marked.inner_text()
    assert {"zh": "输赢要看它", "en": "it decides"}[language] in state(page)
    legend = page.at("figcaption").inner_text()
    assert {"zh": "输赢要看它", "en": "it decides"}[language] in legend
    assert {"zh": "胡张", "en": "Winning tile"}[language] in legend
    assert page.at("[data-asked-about]").get_attribute("data-asked-about") == "1"
    assert "?" in (page.at(f'svg [data-tag="{WAVERS}"]').text_content() or "")
    assert page.overflow <= 0


def test_a_look_at_the_tile_answers_the_question(asked: Callable[[int, str], TablePage]) -> None:
    page = asked(390, "en")
    page.step("check")
    page.at(f'[data-hand-tile="{WAVERS}"]').click()
    assert "the score depends on this tile" in page.at("dialog").inner_text()
    page.page.keyboard.press("Escape")
    page.act("confirm-all")
    assert page.at("[data-asked-about]").count() == 0
    assert "confirmed" in state(page)
    page.step("result")
    page.at('[data-outcome="win"]').wait_for()
    assert page.at("[data-conditional], [data-asked]").count() == 0


def test_marks_stay_while_other_tiles_are_corrected_and_through_a_reload(
    asked: Callable[[int, str], TablePage],
) -> None:
    page = asked(390, "en")
    page.step("check")
    page.page.reload()
    page.at("[data-asked-about]").wait_for()
    page.at('[data-hand-tile="0"]').click()
    page.at('dialog .faces [data-face="1m"]').click()
    assert page.at("[data-asked-about]").count() == 1
    assert "it decides" in state(page)
