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


class Finger:
    """One finger on the glass."""

    def __init__(self, page: TablePage) -> None:
        self._page = page
        self._session = page.page.context.new_cdp_session(page.page)

    def _touch(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(self, selector: str) -> tuple[float, float]:
        box = self._page.at(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def hold(self, key: int) -> None:
        """Picks a tile of the hand up."""
        self._touch("touchStart", self.middle(f'[data-hand-tile="{key}"]'))
        self._page.at(".ghost").wait_for()

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def drop(self) -> None:
        self._touch("touchEnd")


def finger(page: TablePage, key: int, zone: str) -> None:
    """Holds a tile with a finger, carries it to a zone and lets go."""
    one = Finger(page)
    one.hold(key)
    one.move(*one.middle(f'[data-zone="{zone}"]'))
    one.drop()


def test_a_finger_regroups_tiles_the_server_is_told_and_undo_puts_them_back(
    open_page: Callable[..., TablePage], tmp_path: Path
) -> None:
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
    page.act("to-facts")
    with page.page.expect_response("**/corrections") as answered:
        page.act("to-result")
    corrected = answered.value.json()
    assert [meld["tiles"] for meld in corrected["melds"]] == ["555p"]
    assert [tile["group"] for tile in corrected["tiles"] if tile["tile"] == "5p"] == ["meld:0"] * 3
    page.step("check")
    for _ in range(3):
        page.page.get_by_role("button", name="↶").click()
    assert page.at("[data-meld]").count() == 0
    assert page.at('[data-zone="hand"] [data-face="5p"]').count() == 3


def test_a_tile_is_carried_to_a_place_beyond_the_edge_of_a_small_screen(
    open_page: Callable[..., TablePage], tmp_path: Path
) -> None:
    photo = tmp_path / "hand.jpg"
    Image.new("RGB", (640, 480), (120, 130, 90)).save(photo)
    page = open_page(390)
    page.page.set_viewport_size({"width": 390, "height": 480})
    page.upload(photo)
    tile = page.at('[data-zone="hand"] [data-face="9s"]')
    key = int(tile.get_attribute("data-hand-tile") or -1)
    tile.evaluate("tile => tile.scrollIntoView({ block: 'center' })")
    one = Finger(page)
    one.hold(key)
    away = page.at('[data-zone="new-meld"]')
    page.page.evaluate("scrollBy(0, 260)")
    assert one.middle('[data-zone="new-meld"]')[1] < 0
    one.move(200, 20)
    page.page.wait_for_function(
        "() => document.querySelector('[data-zone=\"new-meld\"]').getBoundingClientRect().top > 90"
    )
    away.wait_for()
    one.move(*one.middle('[data-zone="new-meld"]'))
    one.drop()
    page.at("section[data-zone^='meld:'] [data-face='9s']").wait_for()
