"""The part of a dark photo that is shown beside a tile is light enough to see; one of a light photo stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from tests.e2e.table_page import Sample, TablePage

pytestmark = pytest.mark.browser


@pytest.fixture
def dark(tmp_path: Path) -> Path:
    pixels = cv2.imread(str(Sample.named("seven-pairs").photo))
    assert pixels is not None
    path = tmp_path / "dark.png"
    cv2.imwrite(str(path), (pixels * 0.1).astype(np.uint8))
    return path


def brightness_of_the_crop(page: TablePage, lightened: str) -> float:
    """Of the lightest tenth of the photo's part in the tile's sheet, as it is on the screen."""
    page.page.wait_for_selector('[data-action="to-facts"]')
    page.open_tile(int(page.boxes()[0]["key"]))
    page.at(f'.seen image[data-lightened="{lightened}"]').wait_for()
    seen = cv2.imdecode(np.frombuffer(page.at(".seen svg").first.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    return float(np.percentile(seen, 90))


def test_a_tile_of_a_dark_photo_is_shown_light(open_page: Callable[..., TablePage], dark: Path) -> None:
    page = open_page(390, "zh")
    page.upload(dark)
    assert brightness_of_the_crop(page, "true") > 150


def test_a_tile_of_a_light_photo_is_shown_as_it_is(open_page: Callable[..., TablePage]) -> None:
    page = open_page(390, "zh")
    page.upload(Sample.named("seven-pairs").photo)
    assert brightness_of_the_crop(page, "false") > 150
