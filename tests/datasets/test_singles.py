from collections import Counter

import numpy as np
import pytest

from paiyan.datasets.composites.crops import Crop
from paiyan.datasets.composites.singles import single_tiles
from paiyan.datasets.pictures import LabelError


def _crop(face, shade):
    return Crop(face, np.full((64, 48, 3), shade, np.uint8), "unit", f"p{face}")


CROPS = [_crop(face, 200 + face) for face in range(10)]


def test_all_faces_that_have_crops_come_about_equally_often():
    pictures = list(single_tiles(CROPS, 100))
    faces = Counter(face for picture in pictures for face in picture.classes.tolist())
    assert sum(faces.values()) == 112
    assert set(faces) == set(range(10))
    assert max(faces.values()) - min(faces.values()) <= 1


def test_every_tile_lies_whole_on_its_own_table():
    (picture,) = single_tiles(CROPS, 16)
    cells = np.array([[(place % 4) * 160, (place // 4) * 160] for place in range(16)], np.float32)
    local = picture.corners - cells[:, None]
    assert local.min() >= 0
    assert local.max() <= 160


def test_a_tile_is_never_mirrored():
    for picture in single_tiles(CROPS, 64):
        first, second = picture.corners[:, 1] - picture.corners[:, 0], picture.corners[:, 3] - picture.corners[:, 0]
        assert (first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] > 0).all()


def test_the_same_seed_gives_the_same_pictures():
    (one,), (same,), (other,) = (single_tiles(CROPS, 16, seed=seed) for seed in (3, 3, 4))
    assert (one.pixels == same.pixels).all()
    assert (one.pixels != other.pixels).any()
    assert one.source == "crops of unit"


def test_without_crops_there_is_nothing_to_compose():
    with pytest.raises(LabelError, match="no usable crop"):
        next(single_tiles([], 10))
