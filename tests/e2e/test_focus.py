"""Whoever works the page by keyboard never loses the place: what had the focus may vanish, the focus does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from tests.e2e.table_page import Sample, TablePage

pytestmark = pytest.mark.browser


def focused(page: TablePage, selector: str) -> bool:
    """Whether the focus is on such an element or in it."""
    return bool(page.page.evaluate("wanted => !!document.activeElement?.closest(wanted)", selector))


def press(page: TablePage, selector: str) -> None:
    """Presses a button by keyboard."""
    page.at(selector).first.focus()
    page.page.keyboard.press("Enter")


def test_a_button_pressed_for_the_last_time_keeps_the_focus(open_page: Callable[..., TablePage]) -> None:
    page = open_page(1280, "en")
    page.draw(dealer=0)
    press(page, '[data-action="evening-undo"]')
    page.page.wait_for_selector('[data-action="evening-undo"][aria-disabled="true"]')
    assert focused(page, '[data-action="evening-undo"]')
    page.page.keyboard.press("Enter")
    assert page.totals == [0, 0, 0, 0]
    page.act("evening-redo")
    assert page.totals == [-12, 4, 4, 4]


def test_a_tile_put_in_or_taken_away_leaves_the_focus_in_its_place_of_the_hand(
    open_page: Callable[..., TablePage],
) -> None:
    page = open_page(1280, "en")
    page.enter_by_hand(Sample.named("seven-pairs").case)
    page.page.wait_for_selector("dialog[open]", state="detached")
    assert focused(page, '[data-zone="win"]'), "the button that added the winning tile is gone"
    press(page, '[data-zone="hand"] [data-hand-tile]')
    press(page, 'dialog [data-action="delete"]')
    page.page.wait_for_selector("dialog[open]", state="detached")
    assert focused(page, '[data-zone="hand"]')


def test_a_face_looked_at_while_enrolling_gets_the_focus_back(open_page: Callable[..., TablePage]) -> None:
    page = open_page(390, "zh")
    page.act("setup")
    page.act("enrol-set")
    page.at('[data-input="set-gallery"]').set_input_files(Sample.named("seven-pairs").photo)
    page.page.wait_for_selector("[data-action='save-set']")
    press(page, "button.tile >> nth=2")
    page.page.wait_for_selector("dialog .faces .current")
    assert focused(page, "dialog .faces .current")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("[data-action='save-set']")
    assert focused(page, "button.tile")


def test_a_hint_put_away_leaves_the_focus_on_the_page(open_page: Callable[..., TablePage], tmp_path: Path) -> None:
    photo = tmp_path / "cloth.jpg"
    Image.new("RGB", (640, 480), (90, 130, 120)).save(photo)
    page = open_page(390, "en")
    page.upload(photo)
    assert "pick the tiles" in page.at('aside:has([data-advice="no_tiles"])').inner_text()
    press(page, '[data-action="coach-away"]')
    page.page.wait_for_selector("[data-advice]", state="detached")
    assert focused(page, "main")
