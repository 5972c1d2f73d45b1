"""The page says what is wrong with a photo, lets it be taken again, and is never in the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from tests.e2e.table_page import Sample, TablePage


@pytest.fixture
def blurred(tmp_path: Path) -> Path:
    pixels = cv2.imread(str(Sample.named("seven-pairs").photo))
    assert pixels is not None
    path = tmp_path / "blurred.jpg"
    cv2.imwrite(str(path), cv2.GaussianBlur(pixels, (0, 0), 10))
    return path


def test_a_blurred_photo_is_pointed_out_and_a_sharp_one_taken_instead(
    open_page: Callable[..., TablePage], blurred: Path
) -> None:
    page = open_page(390, "zh")
    page.upload(blurred)
    card = page.at('[data-advice="blurred"]')
    assert "对焦" in card.inner_text()
    page.at('[data-input="again"]').set_input_files(Sample.named("seven-pairs").photo)
    card.wait_for(state="detached")
    page.page.wait_for_selector('[data-action="to-facts"]')
    assert page.at("[data-advice]").count() == 0
    assert len(page.boxes()) == 14


def test_the_hint_blocks_nothing_and_once_put_away_stays_away(
    open_page: Callable[..., TablePage], blurred: Path
) -> None:
    page = open_page(1280, "en")
    page.upload(blurred)
    assert "focus" in page.at('[data-advice="blurred"]').inner_text()
    page.act("to-facts")
    page.step("check")
    page.at('[data-advice="blurred"]').wait_for()
    page.act("coach-away")
    page.act("to-facts")
    page.step("check")
    page.page.wait_for_selector('[data-action="to-facts"]')
    assert page.at("[data-advice]").count() == 0
