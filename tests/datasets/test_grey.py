"""Photos with face-down tiles come in black and white too."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.datasets.building import build
from paiyan.datasets.cleaning.grey import grey_copy
from paiyan.datasets.cleaning.proposals import nothing
from paiyan.datasets.formats.yolo import read_folder, write_picture
from paiyan.datasets.pictures import BACK, Picture, corners_of_boxes
from paiyan.datasets.recipe import DatasetRecipe, SourceRecipe


def _wall(backs: int, seed: int = 0) -> Picture:
    rng = np.random.default_rng(seed)
    pixels = np.repeat(np.repeat(rng.integers(0, 255, (16, 16, 3), dtype=np.uint8), 10, axis=0), 10, axis=1)
    boxes = np.array([[10 + 30 * place, 20, 35 + 30 * place, 60] for place in range(4)], np.float32)
    classes = np.array([BACK if place < backs else place for place in range(4)], np.int64)
    return Picture(f"wall-{seed}", "set", pixels, corners_of_boxes(boxes), classes)


def test_a_photo_with_three_backs_gets_a_copy_without_colour_and_with_its_labels() -> None:
    wall = _wall(3)
    copy = grey_copy(wall, 1.0, np.random.default_rng(0))
    assert copy is not None
    assert np.ptp(copy.pixels.astype(int), axis=2).max() == 0
    assert np.corrcoef(copy.pixels[..., 0].ravel(), wall.pixels.mean(axis=2).ravel())[0, 1] > 0.8
    assert (copy.corners is wall.corners, copy.classes is wall.classes) == (True, True)
    assert copy.name != wall.name


@pytest.mark.parametrize(("backs", "share"), [(2, 1.0), (4, 0.0)])
def test_a_photo_with_few_backs_or_beyond_the_share_gets_none(backs: int, share: float) -> None:
    assert grey_copy(_wall(backs), share, np.random.default_rng(0)) is None


def test_a_set_has_as_many_copies_of_a_source_as_its_recipe_says(tmp_path) -> None:
    for seed in range(12):
        write_picture(tmp_path / "photos", _wall(4, seed))
    write_picture(tmp_path / "photos", _wall(4, 12).with_labels(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int64)))

    def built(share: float) -> list[str]:
        recipe = DatasetRecipe(source=(SourceRecipe("photos", grey_copies=share, copies=2),))
        build(recipe, tmp_path, tmp_path / f"out-{share}", nothing)
        return [picture.name for picture in read_folder(tmp_path / f"out-{share}")]

    assert [sum(name.endswith("-grey") for name in built(share)) for share in (0.0, 1.0)] == [0, 12]
    assert 1 < sum(name.endswith("-grey") for name in built(0.5)) < 11
    assert len((tmp_path / "out-1.0" / "train.txt").read_text().split()) == 2 * (13 + 12)
