import json

import cv2
import numpy as np
import pytest

from paiyan.datasets.formats.yolo import write_picture
from paiyan.datasets.pictures import CLASS_NAMES, Picture, corners_of_boxes
from paiyan.models.evaluation.matching import match_by_centre, overlap
from paiyan.models.evaluation.metrics import Judged, mean_average_precision
from paiyan.models.evaluation.run import SUITS_AND_HONOURS, evaluate_folder, evaluate_hands, summarize, write_report
from paiyan.vision.detections import Detections

BACK = CLASS_NAMES.index("back")


def _judged(labels, found):
    boxes = np.array([box for box, _ in labels], np.float32).reshape(-1, 4)
    seen = np.array([box for box, _, _ in found], np.float32).reshape(-1, 4)
    return Judged(
        "p",
        boxes,
        np.array([index for _, index in labels], np.int64),
        seen,
        ((seen[:, :2] + seen[:, 2:]) / 2).astype(np.float32),
        np.array([index for _, index, _ in found], np.int64),
        np.array([score for _, _, score in found], np.float32),
    )


A, B = (0, 0, 10, 14), (20, 0, 30, 14)


def test_a_photo_with_every_tile_right_is_whole():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9), (B, 2, 0.8)])], SUITS_AND_HONOURS)
    assert (figures["right"], figures["whole"], figures["false"], figures["map50"]) == (2, 1, 0, 1.0)


def test_a_wrong_face_is_a_confusion_and_spoils_the_photo():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9), (B, 7, 0.8)])], SUITS_AND_HONOURS)
    assert (figures["right"], figures["whole"]) == (1, 0)
    assert figures["confusions"] == [["3m", "8m", 1]]
    assert figures["weakest"] == ["3m"]


def test_a_tile_where_none_is_spoils_the_photo_but_a_back_does_not():
    extra = _judged([(A, 1)], [(A, 1, 0.9), (B, 2, 0.5)])
    back = _judged([(A, 1)], [(A, 1, 0.9), (B, BACK, 0.5)])
    figures = summarize([extra, back], SUITS_AND_HONOURS)
    assert (figures["false"], figures["whole"]) == (1, 1)


def test_a_tile_not_found_is_missed():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9)])], SUITS_AND_HONOURS)
    assert (figures["missed"], figures["right"]) == (1, 1)


def test_flowers_do_not_count_among_suits_and_honours():
    flower = CLASS_NAMES.index("f2")
    figures = summarize([_judged([(A, 1), (B, flower)], [(A, 1, 0.9)])], SUITS_AND_HONOURS)
    assert (figures["tiles"], figures["whole"]) == (1, 1)


def test_nearest_pairs_are_matched_first_and_each_only_once():
    boxes = np.array([[0, 0, 10, 10], [6, 0, 16, 10]], np.float32)
    match = match_by_centre(boxes, np.array([[8, 5], [11, 5], [50, 50]], np.float32))
    assert match.detection.tolist() == [0, 1]
    assert match.false.tolist() == [2]


def test_a_photo_without_labels_or_findings_is_judged_too():
    figures = summarize([_judged([], []), _judged([], [(A, 1, 0.9)])], SUITS_AND_HONOURS)
    assert (figures["tiles"], figures["whole"], figures["false"]) == (0, 1, 1)
    assert figures["share_right"] is None


def test_average_precision_falls_with_a_false_alarm_before_the_hit():
    photo = _judged([(A, 1)], [(B, 1, 0.9), (A, 1, 0.5)])
    assert mean_average_precision([photo], SUITS_AND_HONOURS) == pytest.approx(0.5)


def test_a_second_finding_of_the_same_tile_is_no_second_hit():
    photo = _judged([(A, 1)], [(A, 1, 0.9), (A, 1, 0.8)])
    assert mean_average_precision([photo], SUITS_AND_HONOURS) == pytest.approx(1.0)


def test_overlap_of_a_box_with_itself_is_one_and_with_a_far_one_nought():
    shared = overlap(np.array([A], np.float32), np.array([A, B], np.float32))
    np.testing.assert_allclose(shared, [[1, 0]])


def _see(photo):
    scores = np.zeros((1, len(CLASS_NAMES)), np.float32)
    scores[0, 4] = 0.9
    corners = corners_of_boxes(np.array([[10, 10, 30, 38]], np.float32))
    return Detections(corners, scores, scores.max(axis=1), CLASS_NAMES, (photo.width, photo.height))


def test_a_labelled_folder_is_evaluated_through_the_detector(tmp_path):
    picture = Picture(
        "one",
        "unit",
        np.full((60, 80, 3), 80, np.uint8),
        corners_of_boxes(np.array([[10, 10, 30, 38]], np.float32)),
        np.array([4], np.int64),
    )
    write_picture(tmp_path, picture)
    figures = evaluate_folder(_see, tmp_path)
    assert (figures["right"], figures["whole"], figures["by_class"]) == (1, 1, {"5m": {"tiles": 1, "right": 1}})
    write_report(tmp_path / "report.json", "toy", {"unit": figures})
    assert json.loads((tmp_path / "report.json").read_text())["sets"]["unit"]["tiles"] == 1


def test_hands_known_only_by_their_tiles_are_judged_as_a_whole(tmp_path):
    cv2.imwrite(str(tmp_path / "hand.png"), np.full((80, 80, 3), 90, np.uint8))
    hand = {"row": ["5m", "5m"], "melds": [], "win_tile": None}
    (tmp_path / "expected.json").write_text(json.dumps({"hand.png": hand}))
    assert evaluate_hands(_see, tmp_path) == {"photos": 1, "tiles": 2, "right": 1, "whole": 0}
