"""Loose tiles for training: standing ones are cut out of rendered tables, their labels stay on their faces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paiyan.datasets.composites.crops import Crop
from paiyan.datasets.composites.loose import cut_bodies, loose_tiles
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture

BLANK = CLASS_NAMES.index("5z")
CLOTH = (30, 120, 60)
FACE = np.array([[100, 100], [160, 100], [160, 180], [100, 180]], np.float32)


def standing(face: int = BLANK, quad: np.ndarray = FACE, name: str = "a") -> Picture:
    """A white face with a lighter top above it, on green cloth."""
    pixels = np.full((300, 260, 3), CLOTH, np.uint8)
    low, high = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
    pixels[low[1] - 20 : low[1], low[0] : high[0] + 1] = (236, 234, 230)
    cv2.fillConvexPoly(pixels, quad.astype(np.int32), (214, 212, 208))
    return Picture(name, "rendered", pixels, quad[None], np.array([face], np.int64))


def flat(face: int) -> Crop:
    return Crop(face, np.full((96, 72, 3), 225, np.uint8), "photos", "b")


def test_a_body_takes_in_the_top_and_keeps_its_label_on_the_face() -> None:
    (body,) = cut_bodies(standing())
    assert body.face == BLANK
    assert body.label is not None
    height, width = body.pixels.shape[:2]
    assert body.label.min() > 0
    assert (body.label.max(axis=0) < (width, height)).all()
    middle = body.label.mean(axis=0).astype(int)
    assert body.pixels[middle[1], middle[0]] == pytest.approx([214, 212, 208], abs=3)
    assert body.label[0, 1] > 0.2 * height, "the top lies above the face"


@pytest.mark.parametrize(
    ("face", "quad"),
    [
        (CLASS_NAMES.index("back"), FACE),
        (BLANK, FACE - np.array([99, 0], np.float32)),
        (BLANK, (FACE - 100) / 3 + 100),
        (BLANK, np.roll(FACE, 1, axis=0)),
    ],
    ids=["face down", "at the edge", "small", "on its side"],
)
def test_tiles_that_do_not_stand_free_are_left_out(face: int, quad: np.ndarray) -> None:
    assert cut_bodies(standing(face, quad)) == []


def test_loose_tiles_show_each_label_on_its_tile() -> None:
    bodies = [*cut_bodies(standing()), *cut_bodies(standing(0))]
    for picture in loose_tiles(bodies, [flat(5), flat(6)], 6, seed=1):
        assert len(picture) in (4, 9, 16)
        assert picture.source == "loose"
        for quad in picture.corners:
            x, y = quad.mean(axis=0).astype(int)
            assert np.ptp(picture.pixels[y, x].astype(int)) < 90, "a white face lies there, on no matter which table"
        assert (picture.boxes[:, 2:] - picture.boxes[:, :2] < 640 / np.sqrt(len(picture))).all()


def test_blank_faces_are_the_most_frequent_loose_tiles() -> None:
    bodies = [*cut_bodies(standing()), *cut_bodies(standing(0)), *cut_bodies(standing(1))]
    classes = np.concatenate([one.classes for one in loose_tiles(bodies, [flat(5), flat(6)], 12, seed=2)])
    counts = np.bincount(classes, minlength=len(CLASS_NAMES))
    assert counts.argmax() == BLANK
    assert (counts[[0, 1, 5, 6]] > 0).all()


def test_the_same_seed_makes_the_same_loose_tiles() -> None:
    bodies = [*cut_bodies(standing()), *cut_bodies(standing(0))]
    (one,), (same,), (other,) = (loose_tiles(bodies, [flat(5)], 1, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(one.pixels, same.pixels)
    assert one.pixels.shape != other.pixels.shape or not np.array_equal(one.pixels, other.pixels)


def test_loose_tiles_without_a_standing_blank_face_are_refused() -> None:
    with pytest.raises(LabelError, match="no loose faces"):
        next(loose_tiles(cut_bodies(standing(0)), [flat(5)], 1, seed=0))
