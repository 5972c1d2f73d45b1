import csv

import cv2
import numpy as np
import pytest

from paiyan.datasets.generated import FaceSources, composed, rendered
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture, corners_of_boxes
from paiyan.datasets.synthesis.looks import random_look
from paiyan.datasets.synthesis.scenes import JINZHOU_CODES
from paiyan.engine.tiles import TILE_CODES

TEAL = (20, 160, 150)


def _photos(source, codes=JINZHOU_CODES):
    """A photo a code: one tile on a dark table."""
    for code in codes:
        pixels = np.full((120, 120, 3), 60, np.uint8)
        pixels[20:84, 30:78] = TEAL
        corners = corners_of_boxes(np.array([[30, 20, 78, 84]], np.float32))
        yield Picture(code, source, pixels, corners, np.array([CLASS_NAMES.index(code)], np.int64))


@pytest.fixture
def singles(tmp_path):
    (tmp_path / "crops").mkdir()
    with (tmp_path / "crops.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["image", "tile"], *([f"{code}.png", code] for code in TILE_CODES)])
    for code in TILE_CODES:
        cv2.imwrite(str(tmp_path / "crops" / f"{code}.png"), np.full((32, 24, 3), 220, np.uint8))
    return tmp_path / "crops.csv"


def test_tiles_of_cleaned_photos_become_a_style_of_their_own(singles):
    faces = FaceSources(singles)
    for picture in (*_photos("tables"), *_photos("others")):
        faces.add(picture)
    assert [style.name for style in faces.styles()] == ["own", "crops", "tables", "others"]
    assert [style.codes for style in faces.styles()][2:] == [JINZHOU_CODES, JINZHOU_CODES]


def test_rendered_tables_show_the_photographed_tiles_in_turn_with_the_others():
    faces = FaceSources(None)
    for picture in _photos("tables"):
        faces.add(picture)
    tables = list(rendered(6, faces, seed=1))
    unseen = {index for index, name in enumerate(CLASS_NAMES) if name not in (*JINZHOU_CODES, "back")}
    assert [bool(unseen & set(table.classes)) for table in tables[1::2]] == [False, False, False]
    assert any(unseen & set(table.classes) for table in tables[::2])
    assert faces.bodies, "standing tiles are kept with their bodies, to be set on other tables"
    assert {body.face for body in faces.bodies} <= set(np.concatenate([table.classes for table in tables]).tolist())


def test_photos_that_show_too_few_faces_to_lay_a_hand_are_refused_with_those_missing():
    faces = FaceSources(None)
    for picture in _photos("tables", JINZHOU_CODES[1:]):
        faces.add(picture)
    with pytest.raises(LabelError, match=r"no usable crop of .*tiles=1m"):
        list(faces.styles())


def test_rendered_tables_are_the_same_for_the_same_seed(singles):
    one, other = (list(rendered(2, FaceSources(singles), seed=4)) for _ in range(2))
    for left, right in zip(one, other, strict=True):
        np.testing.assert_array_equal(left.pixels, right.pixels)
        np.testing.assert_array_equal(left.corners, right.corners)


def test_flat_scenes_without_photographed_tiles_are_refused_with_what_to_set():
    with pytest.raises(LabelError, match="crops"):
        list(composed(1, FaceSources(None), seed=0))


def test_no_back_is_as_white_as_the_tiles_so_that_a_blank_tile_is_a_white_dragon():
    for seed in range(300):
        look = random_look(np.random.default_rng(seed))
        assert min(look.back) < 215 or max(look.back) - min(look.back) > 30
