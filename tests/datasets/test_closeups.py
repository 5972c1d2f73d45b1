import numpy as np
import pytest

from paiyan.datasets.composites.closeups import (
    KEPT_SIZE,
    NO_TILE,
    SINGLE_TILES,
    close,
    cut_close_ups,
    joined,
    textures_close_up,
)
from paiyan.datasets.pictures import CLASS_NAMES, Picture, corners_of_boxes

_NOTHING = np.zeros((0, 4, 2), np.float32)


def _table(boxes, classes, source="unit", name="p"):
    rng = np.random.default_rng(1)
    pixels = rng.integers(20, 90, (300, 400, 3)).astype(np.uint8)
    for x1, y1, x2, y2 in boxes:
        pixels[y1:y2, x1:x2] = 245
    corners = corners_of_boxes(np.array(boxes, np.float32).reshape(-1, 4))
    return Picture(name, source, pixels, corners, np.array(classes, np.int64))


_ROW = [(40 + 36 * index, 200, 76 + 36 * index, 248) for index in range(9)]


def _no_suspects(pixels):
    return _NOTHING


def test_every_labelled_tile_is_cut_with_its_answer_and_what_is_none_beside_it():
    data = cut_close_ups([_table(_ROW, range(9))], np.random.default_rng(0), suspects=_no_suspects)
    assert data.pixels.shape[1:] == (KEPT_SIZE[1], KEPT_SIZE[0], 3)
    assert data.answers[:9].tolist() == list(range(9))
    assert (data.answers[9:] == NO_TILE).all()
    assert len(data.answers) > 9
    assert data.sources == ("unit",) * len(data.answers)


def test_the_middle_of_a_close_up_shows_the_tile_and_its_rim_the_table():
    tile = close(*(lambda picture: (picture.pixels, picture.corners[0]))(_table([(100, 100, 136, 148)], [0])))
    height, width = tile.shape[:2]
    assert tile[height // 2 - 8 : height // 2 + 8, width // 2 - 8 : width // 2 + 8].min() > 200
    assert tile[:6].max() < 120


def test_what_a_detector_takes_for_a_tile_where_none_is_labelled_is_learnt_as_none():
    ends = corners_of_boxes(np.array([[200, 40, 230, 80], _ROW[2]], np.float32))
    picture = _table(_ROW, range(9))
    plain = cut_close_ups([picture], np.random.default_rng(0), suspects=_no_suspects)
    warned = cut_close_ups([picture], np.random.default_rng(0), suspects=lambda pixels: ends)
    assert len(warned.answers) == len(plain.answers) + 1
    np.testing.assert_array_equal(warned.pixels[9], close(picture.pixels, ends[0]))
    assert warned.answers[9] == NO_TILE


def test_places_that_are_no_tile_never_fit_a_labelled_tile():
    alone = _table([(180, 120, 216, 168)], [4])
    data = cut_close_ups([alone] * 20, np.random.default_rng(3), suspects=_no_suspects)
    none = data.pixels[data.answers == NO_TILE]
    well_fitting = [(tile[18:-18, 14:-14] > 200).all() and (tile[:8] < 200).all() for tile in none]
    assert not any(well_fitting)


def test_of_a_generated_picture_only_some_tiles_are_taken():
    boxes = [(10 + 36 * (i % 10), 10 + 48 * (i // 10), 46 + 36 * (i % 10), 58 + 48 * (i // 10)) for i in range(40)]
    picture = _table(boxes, [5] * 40, source="rendered")
    data = cut_close_ups([picture], np.random.default_rng(0), suspects=_no_suspects, generated=frozenset({"rendered"}))
    assert (data.answers == 5).sum() == 14


def test_tiles_too_small_to_be_read_are_left_out():
    data = cut_close_ups([_table([(100, 100, 107, 109)], [3])], np.random.default_rng(0), suspects=_no_suspects)
    assert 3 not in data.answers


def test_a_picture_of_a_whole_face_is_laid_in_the_middle_of_its_close_up():
    face = np.full((320, 240, 3), 250, np.uint8)
    data = textures_close_up({"3m": [face, face]}, np.random.default_rng(0))
    assert [CLASS_NAMES[answer] for answer in data.answers] == ["3m", "3m"]
    assert data.sources == (SINGLE_TILES,) * 2
    assert (data.pixels[:, 20:-20, 16:-16] == 250).all()


def test_sets_of_close_ups_are_joined_in_order():
    one = textures_close_up({"1m": [np.zeros((8, 6, 3), np.uint8)]}, np.random.default_rng(0))
    other = textures_close_up({"9s": [np.zeros((8, 6, 3), np.uint8)]}, np.random.default_rng(0))
    both = joined([one, other])
    assert both.answers.tolist() == [CLASS_NAMES.index("1m"), CLASS_NAMES.index("9s")]
    assert both.pixels.shape[0] == len(both.sources) == 2


@pytest.mark.parametrize("box", [(0, 0, 30, 40), (380, 280, 399, 299)])
def test_a_tile_at_the_pictures_edge_is_cut_without_an_error(box):
    picture = _table([box], [1])
    assert close(picture.pixels, picture.corners[0]).shape == (KEPT_SIZE[1], KEPT_SIZE[0], 3)
