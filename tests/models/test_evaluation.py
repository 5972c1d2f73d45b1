import json
import math

import cv2
import numpy as np
import pytest

from paiyan.datasets.formats.yolo import write_picture
from paiyan.datasets.pictures import CLASS_NAMES, LabelError, Picture, corners_of_boxes, corners_of_rectangles
from paiyan.models.evaluation.calibration import cases, expected_error, sure_threshold, upper_bound
from paiyan.models.evaluation.failures import Kind, WorstPhotos, failures_of, mark
from paiyan.models.evaluation.hands import evaluate_hands, read_hands
from paiyan.models.evaluation.judged import Judged
from paiyan.models.evaluation.matching import match_by_centre, overlap, overlap_with_labels
from paiyan.models.evaluation.metrics import counted_classes
from paiyan.models.evaluation.precision import mean_average_precision
from paiyan.models.evaluation.run import (
    SUITS_AND_HONOURS,
    check_folder,
    evaluate_folder,
    summarize,
    trust_from,
    write_report,
)
from paiyan.vision.detections import Detections

BACK = CLASS_NAMES.index("back")


def _judged(labels, found, *, source="unit", colours=(), turn=0.0):
    def corners(boxes):
        boxes = np.array(boxes, np.float32).reshape(-1, 4)
        sizes = boxes[:, 2:] - boxes[:, :2]
        angles = np.full(len(boxes), turn, np.float32)
        return corners_of_rectangles((boxes[:, :2] + boxes[:, 2:]) / 2, sizes, angles)

    scores = np.array([score for _, _, score in found], np.float32)
    return Judged(
        "p",
        source,
        corners([box for box, _ in labels]),
        np.array([index for _, index in labels], np.int64),
        corners([box for box, _, _ in found]),
        np.array([index for _, index, _ in found], np.int64),
        scores,
        scores >= 0.6,
        colours,
    )


A, B = (0, 0, 10, 14), (20, 0, 30, 14)


def test_a_photo_with_every_tile_right_is_whole():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9), (B, 2, 0.8)])])
    assert (figures["right"], figures["whole"], figures["clean"], figures["map50"]) == (2, 1, 1, 1.0)


def test_a_wrong_face_is_a_confusion_and_spoils_the_photo():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9), (B, 7, 0.8)])])
    assert (figures["right"], figures["whole"]) == (1, 0)
    assert figures["confusions"] == [["3m", "8m", 1]]
    assert figures["weakest"] == ["3m"]


def test_a_tile_where_none_is_leaves_the_photo_whole_but_not_clean_and_a_back_does_not_matter():
    extra = _judged([(A, 1)], [(A, 1, 0.9), (B, 2, 0.5)])
    back = _judged([(A, 1)], [(A, 1, 0.9), (B, BACK, 0.5)])
    figures = summarize([extra, back])
    assert (figures["false"], figures["whole"], figures["clean"]) == (1, 2, 1)


def test_a_tile_not_found_is_missed():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9)])])
    assert (figures["missed"], figures["right"]) == (1, 1)


def test_flowers_count_only_on_sets_that_label_any():
    flower = CLASS_NAMES.index("f2")
    seen_only = [_judged([(A, 1)], [(A, 1, 0.9), (B, flower, 0.9)])]
    assert summarize(seen_only)["clean"] == 1
    assert summarize([*seen_only, _judged([(B, flower)], [])])["clean"] == 0


def test_nearest_pairs_are_matched_first_and_each_only_once():
    boxes = np.array([[0, 0, 10, 10], [6, 0, 16, 10]], np.float32)
    match = match_by_centre(boxes, np.array([[8, 5], [11, 5], [50, 50]], np.float32))
    assert match.detection.tolist() == [0, 1]
    assert match.false.tolist() == [2]


def test_a_photo_without_labels_or_findings_is_judged_too():
    figures = summarize([_judged([], []), _judged([], [(A, 1, 0.9)])])
    assert (figures["tiles"], figures["whole"], figures["clean"], figures["false"]) == (0, 2, 1, 1)
    assert figures["share_right"] is None


def test_average_precision_falls_with_a_false_alarm_before_the_hit():
    photo = _judged([(A, 1)], [(B, 1, 0.9), (A, 1, 0.5)])
    assert mean_average_precision([photo], SUITS_AND_HONOURS).at_half == pytest.approx(0.5)


def test_a_second_finding_of_the_same_tile_is_no_second_hit():
    photo = _judged([(A, 1)], [(A, 1, 0.9), (A, 1, 0.8)])
    assert mean_average_precision([photo], SUITS_AND_HONOURS).at_half == pytest.approx(1.0)


def test_a_box_that_fits_loosely_counts_at_small_overlaps_only():
    loose = _judged([(A, 1)], [((0, 0, 10, 11), 1, 0.9)])
    precision = mean_average_precision([loose], SUITS_AND_HONOURS)
    assert precision.at_half == pytest.approx(1.0)
    assert precision.over_all == pytest.approx(0.6)


def test_an_upright_label_is_held_against_the_upright_hull_of_a_turned_box():
    turned = corners_of_rectangles(np.array([[20, 20]], np.float32), np.array([[10, 14]], np.float32), np.array([0.4]))
    hull = np.concatenate([turned.min(axis=1), turned.max(axis=1)], axis=1).astype(np.float32)
    assert overlap_with_labels(corners_of_boxes(hull), turned)[0, 0] == pytest.approx(1.0, abs=1e-5)


def test_an_oriented_label_is_held_against_the_oriented_box():
    size, middle = np.array([[10, 14]], np.float32), np.array([[20, 20]], np.float32)
    label, same, other = (corners_of_rectangles(middle, size, np.array([angle])) for angle in (0.4, 0.4, -0.4))
    shares = overlap_with_labels(label, np.concatenate([same, other]))
    assert shares[0, 0] == pytest.approx(1.0, abs=1e-3)
    assert 0.3 < shares[0, 1] < 0.8


def test_census_counts_faces_of_a_photo_wherever_they_lie():
    figures = summarize([_judged([(A, 1), (B, 2)], [(B, 1, 0.9), (A, 5, 0.9)])])
    assert figures["right"] == 0
    assert figures["census_f1"] == 0.5


def test_sure_and_doubtful_findings_are_told_apart():
    figures = summarize([_judged([(A, 1), (B, 2)], [(A, 1, 0.9), (B, 7, 0.4)])])
    assert figures["by_trust"] == {"sure": {"findings": 1, "right": 1}, "doubtful": {"findings": 1, "right": 0}}


def test_backs_are_counted_by_colour_and_against_faces():
    photo = _judged(
        [(A, BACK), (B, BACK), ((40, 0, 50, 14), 3)],
        [(A, BACK, 0.9), (B, 5, 0.9), ((40, 0, 50, 14), BACK, 0.9)],
        colours=("green", "blue", None),
    )
    backs = summarize([photo])["backs"]
    assert (backs["recall"], backs["precision"]) == (0.5, 0.5)
    assert (backs["faces_read_as_backs"], backs["backs_read_as_faces"]) == (1, 1)
    assert {colour: row["recall"] for colour, row in backs["by_colour"].items()} == {"green": 1.0, "blue": 0.0}
    assert backs["by_colour"]["blue"]["precision"] is None


def test_what_is_falsely_called_a_back_counts_against_the_colour_of_the_photos_backs():
    photo = _judged(
        [(A, BACK), (B, BACK), ((40, 0, 50, 14), 3)],
        [(A, BACK, 0.9), (B, BACK, 0.9), ((40, 0, 50, 14), BACK, 0.9), ((60, 0, 70, 14), BACK, 0.9)],
        colours=("green", "green", None),
    )
    assert summarize([photo])["backs"]["by_colour"]["green"]["precision"] == 0.5


def test_backs_without_a_recorded_colour_are_counted_apart():
    backs = summarize([_judged([(A, BACK)], [(A, BACK, 0.9)])])["backs"]
    assert list(backs["by_colour"]) == ["unrecorded"]


def test_figures_are_given_for_each_source_where_there_are_several():
    figures = summarize([_judged([(A, 1)], [(A, 1, 0.9)]), _judged([(A, 1)], [], source="other")])
    assert {source: row["right"] for source, row in figures["by_source"].items()} == {"unit": 1, "other": 0}


def test_a_class_row_says_how_often_others_were_read_as_it():
    figures = summarize([_judged([(A, 1), (B, 7)], [(A, 1, 0.9), (B, 1, 0.9)])])
    assert figures["by_class"]["2m"]["others_read_as_it"] == 1
    assert figures["by_class"]["8m"]["wrong"] == 1


def test_the_sure_threshold_is_the_lowest_above_which_the_wanted_share_is_right():
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    right = np.array([True, True, False, True, True])
    assert sure_threshold(scores, right, 1.0) == 0.8
    assert sure_threshold(scores, right, 0.75) == 0.5
    assert sure_threshold(scores, ~right, 0.9) is None
    assert sure_threshold(np.zeros(0), np.zeros(0, bool), 0.9) is None


def test_findings_of_the_same_confidence_are_sure_together_or_not_at_all():
    assert sure_threshold(np.array([0.9, 0.9, 0.5]), np.array([True, False, True]), 1.0) is None


def test_the_bound_of_a_share_falls_with_the_cases_that_showed_it():
    assert upper_bound(0, 300) == pytest.approx(1 - 0.05 ** (1 / 300), abs=1e-6)
    assert upper_bound(5, 100) == pytest.approx(0.1023, abs=5e-4)
    assert upper_bound(3, 3) == 1.0


def test_confidence_that_is_right_as_often_as_it_says_has_no_calibration_error():
    scores = np.full(100, 0.75)
    assert expected_error(scores, np.arange(100) < 75) == pytest.approx(0.0)
    assert expected_error(scores, np.arange(100) < 50) == pytest.approx(0.25)
    assert expected_error(np.zeros(0), np.zeros(0, bool)) == 0.0


def test_calibration_tells_false_alarms_from_wrong_faces():
    scores, right, means = cases([_judged([(A, 1)], [(A, 1, 0.9), (B, 2, 0.5)])], SUITS_AND_HONOURS)
    assert (scores.round(2).tolist(), right.tolist(), means.tolist()) == ([0.9, 0.5], [True, False], [True, False])


def test_failures_say_what_was_wanted_and_what_was_seen():
    photo = _judged([(A, 1), (B, 2)], [(A, 6, 0.9), ((70, 0, 80, 14), 3, 0.3)])
    marks = {failure.kind: mark(failure) for failure in failures_of(photo, SUITS_AND_HONOURS)}
    assert marks == {Kind.WRONG: "2m>7m 90%", Kind.MISSED: "-3m", Kind.FALSE: "+4m 30%"}


def test_the_worst_photos_are_kept_heaviest_first_and_drawn():
    worst = WorstPhotos(SUITS_AND_HONOURS, most=2)
    picture = Picture(
        "p", "unit", np.full((60, 80, 3), 80, np.uint8), np.zeros((0, 4, 2), np.float32), np.zeros(0, int)
    )
    for found in ([(A, 1, 0.9)], [(A, 5, 0.4)], [(A, 5, 0.9)], []):
        worst(picture, _judged([(A, 1)], found))
    assert [photo.failures[0].sure for photo in worst.photos] == [True, False]
    assert worst.photos[0].pixels.shape == (720, 960, 3)
    assert (worst.photos[0].pixels != 80).any()


def test_a_false_back_is_shown_also_on_a_photo_without_backs_of_a_set_that_labels_some():
    picture = Picture(
        "p", "unit", np.full((60, 80, 3), 80, np.uint8), np.zeros((0, 4, 2), np.float32), np.zeros(0, int)
    )
    photos = [_judged([(A, BACK)], [(A, BACK, 0.9)]), _judged([(A, 1)], [(A, 1, 0.9), (B, BACK, 0.9)])]
    worst = WorstPhotos(counted_classes(photos, SUITS_AND_HONOURS))
    for photo in photos:
        worst(picture, photo)
    assert [mark(failure) for photo in worst.photos for failure in photo.failures] == ["+back 90%"]
    assert summarize(photos)["false"] == 1


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
    figures = evaluate_folder(_see, tmp_path, trust_from(0.6))
    assert (figures["right"], figures["whole"], figures["map50_95"]) == (1, 1, 1.0)
    assert list(figures["by_class"]) == ["5m"]
    write_report(tmp_path / "report.json", "toy", {"unit": figures})
    assert json.loads((tmp_path / "report.json").read_text())["sets"]["unit"]["tiles"] == 1


def test_hands_known_only_by_their_tiles_are_judged_as_a_whole(tmp_path):
    cv2.imwrite(str(tmp_path / "hand.png"), np.full((80, 80, 3), 90, np.uint8))
    hand = {"row": ["5m", "5m"], "melds": [], "win_tile": None}
    (tmp_path / "expected.json").write_text(json.dumps({"hand.png": hand}))
    assert evaluate_hands(_see, tmp_path) == {"photos": 1, "tiles": 2, "right": 1, "whole": 0}


HAND = {"row": ["5m"], "melds": [["1p", "1p", "1p"], {"tiles": ["7z"]}], "win_tile": "2s"}


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "not json"),
        ("[]", "not expected"),
        ("{}", "not expected"),
        ({"a.jpg": 5}, "not a hand .*photo=a.jpg"),
        ({"a.jpg": {"melds": [], "win_tile": None}}, "not a hand .*photo=a.jpg"),
        ({"a.jpg": HAND | {"row": "1m2m"}}, "not a hand .*photo=a.jpg"),
        ({"a.jpg": HAND | {"melds": 5}}, "not a hand .*photo=a.jpg"),
        ({"a.jpg": HAND | {"melds": [{"kind": "peng"}]}}, "not a hand .*photo=a.jpg"),
        ({"a.jpg": HAND | {"row": ["1m", "zork"]}}, "hand of no tile .*photo=a.jpg, tile=zork"),
        ({"a.jpg": HAND | {"win_tile": ["1m"]}}, "hand of no tile .*photo=a.jpg"),
    ],
)
def test_hands_that_are_not_written_as_they_must_be_are_refused_by_file_and_photo(tmp_path, content, complaint):
    (tmp_path / "expected.json").write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(LabelError, match=complaint):
        read_hands(tmp_path)


def test_melds_and_the_winning_tile_belong_to_a_hand(tmp_path):
    (tmp_path / "expected.json").write_text(json.dumps({"a.jpg": HAND}))
    assert sorted(read_hands(tmp_path)["a.jpg"].elements()) == ["1p", "1p", "1p", "2s", "5m", "7z"]


def test_a_photo_of_a_hand_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "expected.json").write_text(json.dumps({"a.jpg": HAND}))
    with pytest.raises(LabelError, match=r"photo unreadable .*file=a\.jpg"):
        evaluate_hands(_see, tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[1", "not json"),
        ("[]", "not notes"),
        ('{"unit--one": 3}', "not notes"),
        ('{"unit--one": []}', "labels=1, colours=0"),
    ],
)
def test_colours_that_do_not_fit_the_labels_are_refused(tmp_path, text, complaint):
    corners = corners_of_boxes(np.array([[10, 10, 30, 38]], np.float32))
    write_picture(tmp_path, Picture("one", "unit", np.full((60, 80, 3), 80, np.uint8), corners, np.array([BACK])))
    (tmp_path / "colours.json").write_text(text)
    with pytest.raises(LabelError, match=complaint):
        evaluate_folder(_see, tmp_path, trust_from(0.6))


def test_colours_of_backs_are_read_beside_the_labels(tmp_path):
    corners = corners_of_boxes(np.array([[10, 10, 30, 38]], np.float32))
    write_picture(tmp_path, Picture("one", "unit", np.full((60, 80, 3), 80, np.uint8), corners, np.array([BACK])))
    (tmp_path / "colours.json").write_text('{"unit--one": ["yellow"]}')
    figures = evaluate_folder(_see, tmp_path, trust_from(0.6))
    assert figures["backs"]["by_colour"]["yellow"]["tiles"] == 1


def _one_back(folder, x=10):
    corners = corners_of_boxes(np.array([[x, 10, x + 20, 38]], np.float32))
    write_picture(folder, Picture("one", "unit", np.full((60, 80, 3), 80, np.uint8), corners, np.array([BACK])))


def _finds_two_backs(photo):
    corners = corners_of_boxes(np.array([[10, 10, 30, 38], [50, 10, 70, 38]], np.float32))
    scores = np.zeros((2, len(CLASS_NAMES)), np.float32)
    scores[:, BACK] = 0.9
    return Detections(corners, scores, scores.max(axis=1), CLASS_NAMES, (photo.width, photo.height))


@pytest.mark.parametrize(
    ("ignored", "false"),
    [
        ({}, 1),
        ({"unit--one": [[[45, 5], [75, 5], [75, 45], [45, 45]]]}, 0),
        ({"unit--one": [[[0, 0], [80, 0], [80, 60], [0, 60]]]}, 0),
        ({"unit--other": [[[0, 0], [80, 0], [80, 60], [0, 60]]]}, 1),
    ],
)
def test_what_is_found_in_an_ignored_part_counts_neither_way_but_a_label_found_there_does(tmp_path, ignored, false):
    _one_back(tmp_path)
    (tmp_path / "ignored.json").write_text(json.dumps(ignored))
    figures = evaluate_folder(_finds_two_backs, tmp_path, trust_from(0.6))
    assert (figures["right"], figures["false"]) == (1, false)
    assert figures["backs"]["precision"] == 1 / (1 + false)


@pytest.mark.parametrize(
    ("polygon", "complaint"),
    [
        ([[0, 0], [1, 1]], "outline corners"),
        (3, "outline corners"),
        ([[0, 0], [1, 1], [2]], "box no numbers"),
        ([[0, 0], [9, 9], ["9", 2]], "box no numbers"),
        ([[0, 0], [9, 9], [True, 2]], "box no numbers"),
        ([[0, 0], [9, 9], [math.nan, 2]], "box no numbers"),
        ([[0, 0], [9, 9], [10**400, 2]], "box no numbers"),
        ([[0, 0], [9, 9], [1e300, 2]], "box no numbers"),
        ([[0, 0], [9, 9], [5000, 2]], "box outside"),
        ([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9]], "outline too small"),
    ],
)
def test_an_ignored_part_that_is_none_of_the_picture_is_refused_with_the_picture_named(tmp_path, polygon, complaint):
    _one_back(tmp_path)
    (tmp_path / "ignored.json").write_text(json.dumps({"unit--one": [polygon]}))
    with pytest.raises(LabelError, match=rf"ignored polygon \(name=unit--one, reason={complaint}"):
        check_folder(tmp_path)


@pytest.mark.parametrize(
    ("file", "content", "complaint"),
    [
        ("ignored.json", {"unit--one.jpg": []}, "notes of no picture .*file=ignored.json, name=unit--one.jpg"),
        ("colours.json", {"other": ["blue"]}, "notes of no picture .*file=colours.json, name=other"),
        ("colours.json", {"unit--one": [3]}, "not a colour .*name=unit--one"),
        ("colours.json", {"unit--one": [None, "blue"]}, "colour of no back .*number=2, colour=blue"),
    ],
)
def test_notes_that_are_not_of_the_folders_labels_are_refused(tmp_path, file, content, complaint):
    corners = corners_of_boxes(np.array([[10, 10, 30, 38], [40, 10, 60, 38]], np.float32))
    pixels = np.full((60, 80, 3), 80, np.uint8)
    write_picture(tmp_path, Picture("one", "unit", pixels, corners, np.array([BACK, 4])))
    (tmp_path / file).write_text(json.dumps(content))
    with pytest.raises(LabelError, match=complaint):
        check_folder(tmp_path)


def test_a_folder_of_notes_is_no_file_of_notes(tmp_path):
    _one_back(tmp_path)
    (tmp_path / "ignored.json").mkdir()
    with pytest.raises(IsADirectoryError):
        check_folder(tmp_path)


def test_notes_may_lie_beside_coco_labels_too(tmp_path):
    cv2.imwrite(str(tmp_path / "one.png"), np.full((60, 80, 3), 80, np.uint8))
    tables = {
        "images": [{"id": 1, "file_name": "one.png"}],
        "annotations": [{"image_id": 1, "category_id": 1, "bbox": [10, 10, 20, 28]}],
        "categories": [{"id": 1, "name": "back"}],
    }
    (tmp_path / "labels.json").write_text(json.dumps(tables))
    (tmp_path / "ignored.json").write_text('{"one": [[[45, 5], [75, 5], [75, 45]]]}')
    (tmp_path / "colours.json").write_text('{"one": ["blue"]}')
    check_folder(tmp_path, "coco")
    figures = evaluate_folder(_finds_two_backs, tmp_path, trust_from(0.6), format_name="coco")
    assert (figures["right"], figures["false"]) == (1, 0)
    assert figures["backs"]["by_colour"]["blue"]["precision"] == 1
