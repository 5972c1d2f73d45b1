import numpy as np
import pytest

from paiyan.datasets.composites.crops import Crop
from paiyan.datasets.composites.cutouts import cut_out, stand, tile_mask
from paiyan.datasets.composites.singles import single_tiles

IVORY, CLOTH, INK = (238, 236, 230), (70, 150, 160), (190, 30, 40)


def _crop(left=0, top=0, cloth=CLOTH):
    """A tile with a red mark, 48 × 64 px, that leaves `left` and `top` px of cloth in its crop."""
    pixels = np.full((64, 48, 3), cloth, np.uint8)
    pixels[top:, left:] = IVORY
    pixels[top + 20 : top + 34, left + 14 : left + 26] = INK
    return Crop(0, pixels, "unit", "p")


def test_the_table_in_a_crop_is_told_from_the_tile_and_its_marks():
    mask = tile_mask(_crop(left=8, top=12))
    assert not mask[:12].any() and not mask[:, :8].any()
    assert mask[14:, 10:].all()


def test_a_tile_that_fills_its_crop_is_not_cut_out():
    assert cut_out(_crop()) is None
    assert cut_out(_crop(left=1)) is None


def test_a_tile_of_the_tables_colour_is_not_cut_out():
    assert cut_out(_crop(left=8, top=12, cloth=(225, 224, 220))) is None


def test_a_cut_out_is_as_large_as_its_tile():
    tile = cut_out(_crop(left=8, top=12))
    assert tile is not None
    assert tile.pixels.shape[:2] == tile.mask.shape
    assert tile.mask.shape == (pytest.approx(52, abs=2), pytest.approx(40, abs=2))


def test_a_tile_set_on_a_table_brings_no_cloth_with_it():
    tile = cut_out(_crop(left=8, top=12))
    canvas = np.full((120, 120, 3), (40, 40, 44), np.uint8)
    stand(canvas, tile, np.array([[40, 40], [80, 40], [80, 92], [40, 92]], np.float32), shadow=0.5)
    assert (np.abs(canvas.astype(int) - CLOTH).max(axis=2) > 25).all()
    assert np.abs(canvas[50, 60].astype(int) - IVORY).max() < 6
    assert canvas[60, 86].max() < 40, "the shadow lies beside the tile"


def test_single_tiles_are_cut_out_where_their_crops_show_table():
    (picture,) = single_tiles([_crop(left=8, top=12)], 16, seed=3)
    across = np.linalg.norm(picture.corners[:, 1] - picture.corners[:, 0], axis=1)
    down = np.linalg.norm(picture.corners[:, 3] - picture.corners[:, 0], axis=1)
    assert np.median(across / down) == pytest.approx(40 / 52, abs=0.06)
