import csv

import cv2
import numpy as np
import pytest
from PIL import ImageFont

from paiyan.datasets.composites import arrangements
from paiyan.datasets.composites.arrangements import ASPECT
from paiyan.datasets.composites.camera import degrade, project, tilt
from paiyan.datasets.composites.inks import change_inks
from paiyan.datasets.composites.lettering import add_lettering
from paiyan.datasets.composites.scene import compose
from paiyan.datasets.composites.surfaces import surface
from paiyan.datasets.composites.textures import FACE_SIZE, build_bank, face_of_file, load_crops, merge
from paiyan.datasets.pictures import BACK, LabelError
from paiyan.engine.tiles import TILE_CODES


def _texture(index, base=235):
    width, height = FACE_SIZE
    pixels = np.full((height, width, 3), base, np.uint8)
    cv2.putText(pixels, str(index), (40, 200), 0, 4, (200, 30, 30), 12)
    return pixels


@pytest.fixture(scope="module")
def bank():
    return build_bank({code: [_texture(index)] for index, code in enumerate(TILE_CODES)})


def test_the_same_number_and_seed_give_the_same_scene(bank):
    one, other = compose(3, bank, size=256), compose(3, bank, size=256)
    assert (one.pixels == other.pixels).all()
    assert (one.corners == other.corners).all()
    assert (one.pixels != compose(4, bank, size=256).pixels).any()


def test_scenes_hold_faces_backs_and_now_and_then_no_tile_at_all(bank):
    scenes = [compose(number, bank, size=320) for number in range(40)]
    classes = np.concatenate([scene.classes for scene in scenes])
    assert (classes == BACK).any()
    assert len(set(classes.tolist())) == len(TILE_CODES) + 1
    assert any(len(scene) == 0 for scene in scenes)


def test_labelled_corners_enclose_the_tile_that_was_painted(bank):
    scene = next(s for s in (compose(n, bank, size=640) for n in range(50)) if len(s) > 5)
    for corners in scene.corners:
        assert (corners.mean(axis=0) > 0).all()
        assert (corners.mean(axis=0) < 640).all()
        assert cv2.contourArea(corners) > 100


def test_faces_are_never_mirrored(bank):
    for number in range(8):
        for corners in compose(number, bank, size=320).corners:
            first, second = corners[1] - corners[0], corners[3] - corners[0]
            assert first[0] * second[1] - first[1] * second[0] > 0


@pytest.mark.parametrize("arrange", [arrangements.rows, arrangements.grid, arrangements.scatter, arrangements.table])
def test_every_arrangement_lays_tiles_of_true_proportions(arrange):
    for placement in arrange(640, np.random.default_rng(5)):
        width = np.linalg.norm(placement.corners[1] - placement.corners[0])
        height = np.linalg.norm(placement.corners[3] - placement.corners[0])
        assert height / width == pytest.approx(ASPECT, abs=0.01)
        assert 0 <= placement.face <= BACK


def test_scattered_tiles_do_not_lie_on_each_other():
    placements = arrangements.scatter(640, np.random.default_rng(2))
    centers = np.stack([placement.corners.mean(axis=0) for placement in placements])
    width = np.linalg.norm(placements[0].corners[1] - placements[0].corners[0])
    distances = np.linalg.norm(centers[:, None] - centers[None], axis=2) + np.eye(len(centers)) * 1e6
    assert distances.min() > width


def test_a_table_is_an_rgb_picture_and_differs_from_seed_to_seed():
    tops = [surface(128, np.random.default_rng(seed)) for seed in range(6)]
    assert all(top.shape == (128, 128, 3) and top.dtype == np.uint8 for top in tops)
    assert len({top.tobytes() for top in tops}) == 6


def test_the_camera_keeps_size_and_is_silent_at_no_strength():
    picture = surface(96, np.random.default_rng(0))
    assert degrade(picture, np.random.default_rng(1)).shape == picture.shape
    assert np.abs(degrade(picture, np.random.default_rng(1), strength=0.0).astype(int) - picture).max() < 60


def test_corners_move_with_the_homography():
    matrix = tilt(100, np.random.default_rng(4))
    square = np.array([[[0, 0], [100, 0], [100, 100], [0, 100]]], np.float32)
    moved = project(matrix, square)
    back = project(np.linalg.inv(matrix), moved)
    np.testing.assert_allclose(back, square, atol=0.01)


@pytest.mark.parametrize(
    ("stem", "code"),
    [
        ("Man3", "3m"),
        ("Chun", "7z"),
        ("19-circles-3", "3p"),
        ("39-plum", "f1"),
        ("35-spring", "g1"),
        ("01-white-dragon", "5z"),
        ("Man5-Dora", None),
        ("Back", None),
        ("Front", None),
    ],
)
def test_vector_files_are_told_by_name_not_by_order(stem, code):
    assert face_of_file(stem) == code


def test_a_bank_without_a_face_says_which_one():
    with pytest.raises(LabelError, match=r"no texture .*f3"):
        build_bank({code: [_texture(0)] for code in TILE_CODES if code != "f3"})


def test_a_texture_near_the_wanted_tone_is_picked():
    light, dark = _texture(0, 240), _texture(0, 120)
    bank = build_bank({code: [light, dark, dark, dark, dark] for code in TILE_CODES})
    picked = bank.pick(0, np.array([120, 120, 120], np.float32), np.random.default_rng(0))
    assert picked is dark


def test_crops_are_read_from_their_table(tmp_path):
    (tmp_path / "crops").mkdir()
    cv2.imwrite(str(tmp_path / "crops" / "a.png"), np.full((32, 24, 3), 200, np.uint8))
    with (tmp_path / "crops.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["image", "tile"], ["a.png", "7z"]])
    textures = merge(load_crops(tmp_path / "crops.csv"), {"7z": [_texture(1)]})
    assert [texture.shape for texture in textures["7z"]] == [(320, 240, 3)] * 2


def _table_with_a_red_tile():
    pixels = np.full((200, 200, 3), (20, 120, 60), np.uint8)
    corners = np.array([[[60, 60], [120, 60], [120, 140], [60, 140]]], np.float32)
    pixels[60:140, 60:120] = (200, 30, 40)
    return pixels, corners


def test_other_inks_change_the_tiles_often_without_the_table_and_sometimes_the_whole_picture():
    pixels, corners = _table_with_a_red_tile()
    table_kept = tile_changed = 0
    for seed in range(60):
        changed = change_inks(pixels, corners, np.random.default_rng(seed))
        table_kept += (changed[:40] == pixels[:40]).all()
        tile_changed += (changed[80:120, 80:100] != pixels[80:120, 80:100]).any()
    assert tile_changed > 50
    assert 25 < table_kept < 60


def test_writing_is_laid_beside_the_tiles_and_never_over_them(tmp_path):
    font = tmp_path / "built-in.ttf"
    font.write_bytes(ImageFont.load_default(20).font_bytes)
    pixels, corners = _table_with_a_red_tile()
    written = 0
    for seed in range(12):
        marked = add_lettering(pixels, corners, np.random.default_rng(seed), [font])
        assert (marked[60:140, 60:120] == pixels[60:140, 60:120]).all()
        written += (marked != pixels).any()
    assert written > 6


def test_without_fonts_a_picture_gets_no_writing():
    pixels, corners = _table_with_a_red_tile()
    assert add_lettering(pixels, corners, np.random.default_rng(0), []) is pixels
