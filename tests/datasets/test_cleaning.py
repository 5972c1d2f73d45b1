from dataclasses import replace

import cv2
import numpy as np
import pytest

from paiyan.datasets.cleaning.adoption import adopt
from paiyan.datasets.cleaning.boxes import enlarge_strips, orient_boxes
from paiyan.datasets.cleaning.duplicates import (
    HeldOut,
    distance,
    fingerprint,
    groups,
    near,
    original_name,
)
from paiyan.datasets.cleaning.geometry import distorted, mirror, unmirror, unstretch
from paiyan.datasets.cleaning.masking import mask_behind, mask_unlabelled, unlabelled
from paiyan.datasets.cleaning.proposals import Proposals, agreeing_proposer, matches, nothing
from paiyan.datasets.pictures import BACK, CLASS_NAMES, Picture, corners_of_boxes, corners_of_rectangles
from paiyan.vision.decode import encode
from paiyan.vision.detector import Detector

FLOWER = CLASS_NAMES.index("g2")


def _picture(boxes, classes, size=(640, 640)):
    corners = corners_of_boxes(np.array(boxes, np.float32).reshape(-1, 4))
    pixels = np.full((size[1], size[0], 3), 60, np.uint8)
    return Picture("p", "unit", pixels, corners, np.array(classes, np.int64))


def _proposals(corners, classes, score=0.9):
    return Proposals(np.asarray(corners, np.float32), np.array(classes), np.full(len(classes), score, np.float32))


def _rectangles(centers, size, degrees):
    count = len(centers)
    return corners_of_rectangles(
        np.array(centers, np.float32),
        np.tile(np.array(size, np.float32), (count, 1)),
        np.full(count, np.deg2rad(degrees), np.float32),
    )


class _LooksBackend:
    """Sees, in an input of each size, the given boxes of a 640 px photo: (box, class, score)."""

    def __init__(self, looks):
        self.looks = looks

    def infer(self, batch):
        size = batch.shape[2]
        seen = self.looks[size]
        scores = np.zeros((len(seen), len(CLASS_NAMES)), np.float32)
        for row, (_, label, score) in enumerate(seen):
            scores[row, label] = score
        corners = corners_of_boxes(np.array([box for box, _, _ in seen], np.float32) * size / 640)
        return encode(corners, scores)[None]


def _row(count=13, y=500, width=30, height=40):
    return [[60 + index * width, y, 60 + (index + 1) * width, y + height] for index in range(count)]


def test_a_flower_strip_without_a_proposal_grows_downwards_to_a_tile():
    picture = _picture([[100, 100, 160, 130]], [FLOWER])
    x1, y1, x2, y2 = enlarge_strips(picture, nothing(picture.pixels)).boxes[0]
    assert (x1, y1, x2) == (100, 100, 160)
    assert (x2 - x1) / (y2 - y1) == pytest.approx(0.79, abs=0.01)


def test_a_strip_at_the_side_of_a_turned_flower_takes_the_tile_a_detector_saw():
    picture = _picture([[100, 100, 130, 160]], [FLOWER])
    tile = corners_of_boxes(np.array([[100, 99, 178, 161]], np.float32))
    grown = enlarge_strips(picture, _proposals(tile, [FLOWER]))
    np.testing.assert_allclose(grown.boxes[0], [100, 99, 178, 161])


def test_the_wide_box_of_a_tile_that_is_no_flower_is_left_alone():
    picture = _picture([[100, 100, 160, 130]], [3])
    assert enlarge_strips(picture, nothing(picture.pixels)).boxes.tolist() == picture.boxes.tolist()


@pytest.mark.parametrize("degrees", [-25, -12, 8, 20])
def test_a_loose_box_around_a_tilted_tile_becomes_the_tilted_tile(degrees):
    truth = _rectangles([[300, 300]], (60, 80), degrees)
    picture = _picture([[*truth[0].min(axis=0), *truth[0].max(axis=0)]], [3])
    seen = _rectangles([[303, 298]], (52, 74), degrees)
    oriented = orient_boxes(picture, _proposals(seen, [3])).corners[0]
    sides = np.linalg.norm(np.diff(oriented, axis=0), axis=1)
    assert sorted(sides[:2]) == pytest.approx([60, 80], abs=0.5)
    np.testing.assert_allclose(oriented.mean(axis=0), [300, 300], atol=0.1)


def test_near_45_degrees_the_box_keeps_the_proposals_shape_scaled_to_the_label():
    truth = _rectangles([[300, 300]], (60, 80), 43)
    picture = _picture([[*truth[0].min(axis=0), *truth[0].max(axis=0)]], [3])
    oriented = orient_boxes(picture, _proposals(_rectangles([[300, 300]], (54, 72), 43), [3])).corners[0]
    np.testing.assert_allclose(oriented, truth[0], atol=1.5)


def test_one_stray_angle_in_a_straight_row_is_not_believed():
    picture = _picture(_row(), [1] * 13)
    centers = [((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in _row()]
    corners = _rectangles(centers, (30, 40), 0)
    corners[5] = _rectangles([centers[5]], (30, 40), 12)[0]
    oriented = orient_boxes(picture, _proposals(corners, [1] * 13))
    np.testing.assert_allclose(oriented.corners, picture.corners)


def test_a_proposal_is_matched_to_the_box_that_holds_its_centre():
    proposals = _proposals(corners_of_boxes(np.array([[0, 0, 10, 10], [100, 100, 120, 120]], np.float32)), [0, 1])
    boxes = np.array([[95, 95, 125, 125], [300, 300, 310, 310]], np.float32)
    assert matches(boxes, proposals).tolist() == [1, -1]


def test_two_unlabelled_tiles_are_covered_one_by_one_and_the_rest_of_the_picture_stays():
    picture = _picture(_row(), [1] * 13)
    strays = corners_of_boxes(np.array([[300, 100, 330, 140], [400, 200, 430, 240]], np.float32))
    pixels = picture.pixels.copy()
    pixels[100:140, 300:330] = 255
    picture = picture.with_pixels(pixels)
    masked = mask_unlabelled(picture, _proposals(strays, [1, 1]), np.random.default_rng(3))
    assert masked.pixels[100:140, 300:330].max() < 200
    assert (masked.pixels[300:400] == 60).all()
    assert (masked.pixels[505:535, 65:440] == 60).all()


def test_in_a_scene_what_lies_near_unlabelled_tiles_is_covered_and_the_table_before_the_row_stays():
    picture = _picture(_row(), [1] * 13)
    strays = corners_of_boxes(np.array([[100 + 50 * i, 100, 130 + 50 * i, 140] for i in range(5)], np.float32))
    masked = mask_unlabelled(picture, _proposals(strays, [1] * 5), np.random.default_rng(0))
    changed = (masked.pixels != picture.pixels).any(axis=2)
    assert changed[40:200, 60:360].mean() > 0.8
    assert not changed[502:538, 62:448].any()
    assert not changed[560:].any()


def test_tiles_under_a_label_and_weak_proposals_do_not_count_as_unlabelled():
    picture = _picture([[100, 100, 200, 200]], [1])
    inside = corners_of_boxes(np.array([[110, 110, 150, 150], [160, 160, 190, 190]], np.float32))
    assert unlabelled(picture, _proposals(inside, [1, 1])).size == 0
    weak = _proposals(corners_of_boxes(np.array([[400, 400, 430, 440]], np.float32)), [1], score=0.09)
    assert unlabelled(picture, weak).size == 0


def test_what_lies_behind_a_hand_row_is_covered_where_a_tile_may_lie_there_and_what_lies_before_it_is_not():
    picture = _picture(_row(), [1] * 13)
    stray = corners_of_boxes(np.array([[300, 100, 330, 140]], np.float32))
    masked = mask_behind(picture, picture, _proposals(stray, [1], score=0.05), np.random.default_rng(0))
    changed = (masked.pixels != picture.pixels).any(axis=2)
    assert changed[:480].mean() > 0.9
    assert not changed[500:].any()


def test_a_table_behind_the_hand_row_without_even_a_doubtful_tile_stays_as_it_is():
    picture = _picture(_row(), [1] * 13)
    assert mask_behind(picture, picture, nothing(picture.pixels), np.random.default_rng(0)) is picture


def test_a_discard_labelled_by_a_sure_detector_stays_visible_behind_the_row():
    labelled = _picture(_row(), [1] * 13)
    discard = _proposals(corners_of_boxes(np.array([[300, 100, 330, 140]], np.float32)), [7])
    picture = adopt(labelled, discard)
    masked = mask_behind(picture, labelled, discard, np.random.default_rng(0))
    changed = (masked.pixels != picture.pixels).any(axis=2)
    assert not changed[100:140, 300:330].any()
    assert changed[:60].mean() > 0.9


def test_a_tray_of_tiles_is_no_hand_row_and_stays_as_it_is():
    boxes = [box for y in (200, 240, 280, 320) for box in _row(9, y)]
    picture = _picture(boxes, [1] * len(boxes))
    stray = corners_of_boxes(np.array([[300, 100, 330, 140]], np.float32))
    assert mask_behind(picture, picture, _proposals(stray, [1]), np.random.default_rng(0)) is picture


def test_unlabelled_faces_become_labels_only_where_a_detector_is_sure_of_them():
    picture = _picture(_row(), [1] * 13)
    places = corners_of_boxes(np.array([[100, 100, 130, 140], [200, 100, 230, 140]], np.float32))
    seen = Proposals(places, np.array([7, 8]), np.array([0.8, 0.4], np.float32))
    adopted = adopt(picture, seen)
    assert adopted.classes.tolist() == [1] * 13 + [7]
    np.testing.assert_allclose(adopted.corners[-1], places[0])


def test_backs_tiles_too_small_to_be_checked_and_labelled_tiles_are_not_adopted():
    picture = _picture(_row(), [1] * 13)
    places = corners_of_boxes(np.array([[100, 100, 130, 140], [200, 100, 208, 110], _row()[3]], np.float32))
    assert len(adopt(picture, _proposals(places, [BACK, 5, 9]))) == 13


def test_a_tile_that_two_looks_read_differently_has_half_its_score():
    agreeing, disputed = [100, 100, 160, 180], [300, 100, 360, 180]
    backend = _LooksBackend(
        {640: [(agreeing, 3, 0.9), (disputed, 4, 0.8)], 320: [(agreeing, 3, 0.7), (disputed, 5, 0.6)]}
    )
    detector = Detector(backend, CLASS_NAMES, image_size=640, confidence=0.25, nms_iou=0.4)
    seen = agreeing_proposer(detector, (640, 320))(np.full((640, 640, 3), 60, np.uint8))
    assert seen.classes.tolist() == [3, 4]
    assert seen.scores.tolist() == pytest.approx([0.8, 0.4], abs=0.01)


@pytest.mark.parametrize(("box", "beyond"), [([10, 10, 200, 40], True), ([10, 10, 40, 52], False)])
def test_a_picture_whose_tiles_are_thrice_as_long_as_wide_was_stretched_beyond_mending(box, beyond):
    assert distorted(_picture([box] * 3, [1] * 3)) is beyond


def test_a_tile_without_a_proposal_is_tilted_as_almost_all_tiles_of_its_picture_are():
    centers = [(100 + 30 * index, 200 + 8 * index) for index in range(12)]
    truth = _rectangles(centers, (30, 40), 15)
    boxes = np.concatenate([truth.min(axis=1), truth.max(axis=1)], axis=1)
    oriented = orient_boxes(_picture(boxes, [1] * 12), _proposals(truth[:-1], [1] * 11))
    np.testing.assert_allclose(oriented.corners[-1], truth[-1], atol=1.0)


def test_a_lying_photo_squeezed_to_a_square_gets_its_width_back():
    picture = _picture([[60 + 24 * i, 300, 82 + 24 * i, 339] for i in range(12)], [1] * 12)
    restored = unstretch(picture)
    assert restored.size == (640, 480)
    width, height = restored.boxes[0, 2:] - restored.boxes[0, :2]
    assert width / height == pytest.approx(0.752, abs=0.01)


def test_a_photo_that_is_not_square_is_not_stretched():
    picture = _picture([[10, 10, 20, 24]], [1], size=(640, 480))
    assert unstretch(picture) is picture


def test_mirroring_twice_gives_the_picture_back():
    picture = _picture([[10, 20, 40, 60]], [1])
    twice = mirror(mirror(picture))
    np.testing.assert_allclose(twice.corners, picture.corners)
    assert (twice.pixels == picture.pixels).all()


@pytest.mark.parametrize(("right_way", "mirrored"), [(True, False), (False, True)])
def test_a_mirrored_picture_is_turned_back_because_its_glyphs_read_better_so(right_way, mirrored):
    picture = _picture(_row(), [1] * 13)
    pixels = picture.pixels.copy()
    pixels[:10, :10] = 255
    picture = picture.with_pixels(pixels)

    def propose(seen):
        is_original = bool(seen[0, 0, 0] == 255)
        corners = (picture if is_original else mirror(picture)).corners
        return _proposals(corners, [1] * 13, score=0.9 if is_original == right_way else 0.5)

    turned = unmirror(picture, propose)
    assert (turned.pixels[0, 0, 0] != 255) == mirrored


def test_a_picture_that_reads_the_same_both_ways_is_dropped():
    picture = _picture(_row(), [1] * 13)
    assert unmirror(picture, nothing) is None


def test_a_fingerprint_survives_scaling_and_light_but_not_another_scene():
    rng = np.random.default_rng(1)
    scene = cv2.resize(rng.integers(0, 255, (12, 12, 3), dtype=np.uint8), (320, 320), interpolation=cv2.INTER_CUBIC)
    other = cv2.resize(rng.integers(0, 255, (12, 12, 3), dtype=np.uint8), (320, 320), interpolation=cv2.INTER_CUBIC)
    darker = (cv2.resize(scene, (200, 200)) * 0.7).astype(np.uint8)
    assert distance(fingerprint(scene), fingerprint(darker)) <= 6
    assert distance(fingerprint(scene), fingerprint(other)) > 12


def test_pictures_linked_by_small_steps_form_one_group():
    prints = {"a": 0b0, "b": 0b1111, "c": 0b11111111, "z": (1 << 64) - 1}
    assert groups({name: (value,) for name, value in prints.items()}, within=4) == [["a", "b", "c"], ["z"]]
    assert near(prints, [0b1], within=3) == ["a", "b"]


def _scene(seed, name="photo"):
    rng = np.random.default_rng(seed)
    rough = rng.integers(0, 255, (10, 14, 3), dtype=np.uint8)
    scene = cv2.resize(rough, (420, 300), interpolation=cv2.INTER_CUBIC)
    return Picture(name, "s", scene, np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int64))


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_held_out_photo_is_known_again_however_it_was_turned_or_mirrored(quarters, mirrored):
    photo = _scene(3)
    turned = np.rot90(photo.pixels[:, ::-1] if mirrored else photo.pixels, quarters)
    smaller = cv2.resize(np.ascontiguousarray(turned), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    copy = replace(photo, name="other", pixels=(smaller * 0.8).astype(np.uint8))
    assert HeldOut.of([photo]).shows(copy, within=6)
    assert not HeldOut.of([_scene(4)]).shows(copy, within=6)


@pytest.mark.parametrize(
    ("held_out", "trained_on", "same"),
    [
        ("IMG_1_jpg_rf.aaa", "IMG_1_jpg_rf.bbb", True),
        ("IMG_1.jpg", "IMG_1.jpg_rf.bbb", True),
        ("IMG_1", "IMG_1", False),
        ("IMG_1_jpg_rf.aaa", "IMG_2_jpg_rf.bbb", False),
    ],
)
def test_copies_an_exporter_made_of_a_held_out_photo_are_known_by_name_but_not_photos_that_cameras_numbered(
    held_out, trained_on, same
):
    assert HeldOut.of([_scene(3, held_out)]).shows(_scene(4, trained_on), within=6) == same


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("mahjon_image100_jpg_rf_0d730c9dced0eeb9f_58ae29", "mahjon_image100_jpg"),
        ("IMG_1.jpg_rf.abc123", "IMG_1.jpg"),
        ("plain", "plain"),
    ],
)
def test_the_exporters_suffix_is_cut_off_a_name(name, original):
    assert original_name(name) == original
