import numpy as np
import pytest

from paiyan.datasets.composites.crops import TILE_ASPECT, crops_by_face, cut_crops
from paiyan.datasets.pictures import Picture, corners_of_boxes

RED, BLUE = (200, 30, 30), (30, 30, 200)


def _photo(boxes, classes, name="photo", corners=None):
    """Tiles red in their upper half and blue in their lower half."""
    pixels = np.full((200, 300, 3), 90, np.uint8)
    boxes = np.array(boxes, np.float32).reshape(-1, 4)
    for x1, y1, x2, y2 in boxes.astype(int):
        pixels[y1 : (y1 + y2) // 2, x1:x2] = RED
        pixels[(y1 + y2) // 2 : y2, x1:x2] = BLUE
    return Picture(
        name, "unit", pixels, corners_of_boxes(boxes) if corners is None else corners, np.array(classes, np.int64)
    )


STANDING = [(10, 10, 46, 58), (60, 10, 96, 58), (110, 10, 146, 58)]


def test_every_standing_tile_is_cut_with_its_face_and_origin():
    crops = cut_crops([_photo(STANDING, (3, 4, 3))])
    assert [(crop.face, crop.source, crop.picture) for crop in crops] == [
        (3, "unit", "photo"),
        (4, "unit", "photo"),
        (3, "unit", "photo"),
    ]
    assert {face: len(group) for face, group in crops_by_face(crops).items()} == {3: 2, 4: 1}


def test_a_crop_shows_the_tile_upright_and_nothing_else():
    (crop,) = cut_crops([_photo(STANDING[:1], (0,))])
    assert crop.pixels.shape == (48, 36, 3)
    np.testing.assert_allclose(crop.pixels[4], np.tile(RED, (36, 1)), atol=3)
    np.testing.assert_allclose(crop.pixels[-4], np.tile(BLUE, (36, 1)), atol=3)


def test_tiles_of_a_stretched_photo_get_a_tiles_proportions_back():
    squeezed = [(10 + 40 * i, 10, 30 + 40 * i, 60) for i in range(5)]
    for crop in cut_crops([_photo(squeezed, range(5))]):
        height, width = crop.pixels.shape[:2]
        assert width / height == pytest.approx(TILE_ASPECT, abs=0.02)


def test_a_tile_labelled_upside_down_is_turned_the_right_way():
    upright = corners_of_boxes(np.array(STANDING[:1], np.float32))
    (crop,) = cut_crops([_photo(STANDING[:1], (0,), corners=np.roll(upright, 2, axis=1))])
    np.testing.assert_allclose(crop.pixels[4], np.tile(BLUE, (36, 1)), atol=3)


@pytest.mark.parametrize(
    "box",
    [(0, 100, 36, 148), (150, 120, 198, 156), (200, 100, 215, 120), (12, 30, 48, 78)],
    ids=["at the edge", "lying", "too small", "covered"],
)
def test_tiles_that_show_no_whole_upright_face_are_left_out(box):
    crops = cut_crops([_photo([*STANDING, box], (1, 2, 3, 9))])
    assert 9 not in {crop.face for crop in crops}


def test_a_photo_without_labels_has_no_crops():
    assert cut_crops([_photo([], ())]) == []
