"""A 碰 beside which something else than the table shows, or the photo ends: it may be a kong with a tile unseen."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from tests.vision.layout.tabletop import Tabletop

from paiyan.assistant.reading import TableReading, Trust, build_reading, tile_set
from paiyan.assistant.scoring import Facts, score
from paiyan.vision.detections import Detections
from paiyan.vision.images import Photo

FELT = (30, 110, 60)
SHADE = (14, 54, 29)
SKIN = (208, 155, 125)
IVORY = (240, 236, 225)
FACTS = Facts("jinzhou", winner=1, dealer=0, method="zimo", kongs=(), open=(True, None, True, True))


def table_with_a_peng() -> Detections:
    """Three 6p, of which the middle one is turned, to the left of a hand and its winning tile."""
    table = Tabletop()
    peng = table.row(0.0, 0, "6p 6p 6p", sideways=(1,))
    hand = table.row(table.end_of(peng) + 1.6, 0, "1m 2m 3m 4s 5s 6s 9p 9p 2s 3s")
    table.row(table.end_of(hand) + 0.9, 0, "4s")
    return table.photo(elevation=60)


def painted(boxes: Detections) -> np.ndarray:
    """The table with plain tiles in these boxes."""
    width, height = boxes.size
    noise = np.random.default_rng(3).normal(0, 3, (height, width, 3))
    pixels = np.clip(np.array(FELT) + noise, 0, 255).astype(np.uint8)
    cv2.fillPoly(pixels, list(boxes.corners.round().astype(np.int32)), IVORY)
    return pixels


def beside(boxes: Detections, side: int) -> np.ndarray:
    """Corners of the place to the left (-1) or right (1) of the three."""
    end = boxes.corners[0 if side < 0 else 2]
    return end + side * 1.03 * (end[1] - end[0])


def read(boxes: Detections, pixels: np.ndarray) -> TableReading:
    photo = Photo.from_pixels(pixels)
    return build_reading(boxes, trust=Trust(), tile_set=tile_set("jinzhou"), photo=photo)


def asks_for_a_fourth(reading: TableReading) -> bool:
    asked = any(one.id == "fourth_tile" and len(one.tiles) == 3 for one in reading.questions)
    assert score(reading, FACTS).certain is not asked
    return asked


def test_nothing_is_asked_of_three_equal_tiles_with_the_bare_table_on_both_sides() -> None:
    boxes = table_with_a_peng()
    assert not asks_for_a_fourth(read(boxes, painted(boxes)))


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("colour", [pytest.param(SKIN, id="a finger"), pytest.param(IVORY, id="a tile not found")])
def test_something_else_than_the_table_right_beside_three_equal_tiles_is_asked_about(
    side: int, colour: tuple[int, int, int]
) -> None:
    boxes = table_with_a_peng()
    pixels = painted(boxes)
    cv2.fillPoly(pixels, [beside(boxes, side).round().astype(np.int32)], colour)
    assert asks_for_a_fourth(read(boxes, pixels))


def test_the_shade_of_tiles_beside_them_is_nothing_to_ask_about() -> None:
    boxes = table_with_a_peng()
    pixels = painted(boxes)
    cv2.fillPoly(pixels, [beside(boxes, 1).round().astype(np.int32)], SHADE)
    assert not asks_for_a_fourth(read(boxes, pixels))


def test_three_equal_tiles_at_the_edge_of_the_photo_may_be_four() -> None:
    boxes = table_with_a_peng()
    pixels = painted(boxes)
    left = int(boxes.corners[..., 0].min()) - 4
    cut = replace(
        boxes, corners=boxes.corners - np.array([left, 0], np.float32), size=(boxes.size[0] - left, boxes.size[1])
    )
    assert asks_for_a_fourth(read(cut, pixels[:, left:]))


def test_a_photo_that_is_kept_smaller_than_it_was_taken_shows_the_same() -> None:
    boxes = table_with_a_peng()
    pixels = painted(boxes)
    cv2.fillPoly(pixels, [beside(boxes, 1).round().astype(np.int32)], SKIN)
    width, height = boxes.size
    small = cv2.resize(pixels, (width // 2, height // 2), interpolation=cv2.INTER_AREA).astype(np.uint8)
    reading = build_reading(boxes, trust=Trust(), tile_set=tile_set("jinzhou"), photo=Photo(small, width, height))
    assert asks_for_a_fourth(reading)
