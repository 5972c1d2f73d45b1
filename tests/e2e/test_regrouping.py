"""Tiles are regrouped on the page by drag, with a finger as with a mouse, and put back by undo."""

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


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a Paiyan whose reader finds three 5p in the hand of every photo."""
    with serving([sys.executable, "-m", "tests.assistant.row_server"], tmp_path_factory.mktemp("data")) as found:
        yield found


def finger(page: TablePage, key: int, zone: str) -> None:
    """Holds a tile with a finger, carries it to a zone and lets go."""
    start, end = page.at(f'[data-hand-tile="{key}"]').bounding_box(), page.at(f'[data-zone="{zone}"]').bounding_box()
    assert start is not None
    assert end is not None
    touch = page.page.context.new_cdp_session(page.page)
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": points[0][0], "y": points[0][1]}]}
    )
    page.at(".ghost").wait_for()
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": points[1][0], "y": points[1][1]}]}
    )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_regroups_tiles_and_undo_puts_them_back(open_page: Callable[..., TablePage], tmp_path: Path) -> None:
    photo = tmp_path / "hand.jpg"
    Image.new("RGB", (640, 480), (120, 130, 90)).save(photo)
    page = open_page(390)
    page.upload(photo)
    tiles = page.at('[data-zone="hand"] [data-face="5p"]')
    tiles.first.scroll_into_view_if_needed()
    keys = tiles.evaluate_all("all => all.map(each => Number(each.dataset.handTile))")
    page.at('[data-zone="new-meld"]').scroll_into_view_if_needed()
    finger(page, keys[0], "new-meld")
    page.at("[data-meld]").wait_for()
    for key in keys[1:]:
        finger(page, key, page.at("section[data-zone^='meld:']").get_attribute("data-zone") or "")
    assert page.at("section[data-zone^='meld:'] [data-face='5p']").count() == 3
    assert page.at("[data-fault]:not(.fine)").count() == 0
    for _ in range(3):
        page.page.get_by_role("button", name="↶").click()
    assert page.at("[data-meld]").count() == 0
    assert page.at('[data-zone="hand"] [data-face="5p"]').count() == 3
