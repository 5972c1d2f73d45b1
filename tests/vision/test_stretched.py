"""Photos from low over the table are looked at a second time, stretched; others are not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np

from paiyan.vision.detections import Detections
from paiyan.vision.detector import Detector
from paiyan.vision.images import Photo
from paiyan.vision.stretched import detect_flat

NAMES = ("1m", "2m", "back")


def tiles(boxes: list[tuple[float, float, float, float]], size: tuple[int, int], score: float = 0.9) -> Detections:
    """Level boxes by left, top, width and height."""
    corners = np.array([[[x, y], [x + w, y], [x + w, y + h], [x, y + h]] for x, y, w, h in boxes], np.float32)
    scores = np.zeros((len(boxes), len(NAMES)), np.float32)
    scores[:, 0] = score
    return Detections(corners.reshape(-1, 4, 2), scores, scores.max(axis=1, initial=0), NAMES, size)


@dataclass
class Looks:
    """Sees these boxes, given for a photo 400 px high, in a photo of any height; the later ones only in taller ones."""

    first: list[tuple[float, float, float, float]]
    later: list[tuple[float, float, float, float]]
    confidence: float = 0.25
    least: float | None = None
    heights: list[int] = field(default_factory=list)

    def detect(self, photo: Photo) -> Detections:
        self.heights.append(photo.height)
        factor = photo.height / 400
        seen = self.first + (self.later if factor > 1 else [])
        return tiles([(x, y * factor, w, h * factor) for x, y, w, h in seen], (photo.width, photo.height))


def look(looks: Looks) -> Detections:
    return detect_flat(cast(Detector, looks), Photo.from_pixels(np.zeros((400, 600, 3), np.uint8)))


def test_tiles_that_show_only_when_the_photo_is_stretched_are_found_where_they_lie() -> None:
    flat = [(50.0 + 44 * place, 200.0, 42.0, 22.0) for place in range(6)]
    looks = Looks(flat[:3], flat[3:])
    found = look(looks)
    assert len(looks.heights) == 2 and 800 < looks.heights[1] < 1000
    assert found.size == (600, 400)
    lefts = sorted((float(x), float(y)) for x, y in found.corners[:, 0])
    np.testing.assert_allclose(lefts, [(x, y) for x, y, _, _ in flat], atol=0.3)


def test_a_photo_from_above_is_looked_at_as_it_is() -> None:
    looks = Looks([(50.0 + 32 * place, 200, 30, 40) for place in range(6)], [])
    assert len(look(looks)) == 6
    assert looks.heights == [400]


def test_tiles_on_their_sides_one_below_the_other_are_not_flat() -> None:
    looks = Looks([(50, 40.0 + 32 * place, 40, 30) for place in range(6)], [])
    assert len(look(looks)) == 6
    assert looks.heights == [400]


def test_where_nothing_is_seen_at_first_a_stretched_look_is_tried() -> None:
    looks = Looks([], [(50, 200, 42, 22)])
    assert len(look(looks)) == 1
    assert len(look(Looks([], []))) == 0
