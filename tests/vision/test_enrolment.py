"""Tiles weighed against the faces of their own set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.painted_tiles import painted_photo

from paiyan.engine.tiles import TILE_CODES
from paiyan.vision.detections import Detections
from paiyan.vision.enrolment import FaceMetric, MetricError, Prototypes, adapt, cut_tiles
from paiyan.vision.enrolment.features import FEATURES, describe
from paiyan.vision.enrolment.views import frames, row_angle, views
from paiyan.vision.geometry import rectangles
from paiyan.vision.images import Photo

SIZE = (900, 400)
CLASSES = (*TILE_CODES, "back")
ENROLLED = ("1m", "5p", "8p", "6s", "9s", "2z", "7z")


@pytest.fixture
def metric() -> FaceMetric:
    """Compares descriptions as they are."""
    return FaceMetric(np.zeros(FEATURES, np.float32), np.eye(FEATURES, dtype=np.float32))


def boxes(count: int, *, top: float = 100, width: float = 48) -> np.ndarray:
    lefts = 40 + np.arange(count) * (width + 6)
    sides = [(left, left + width) for left in lefts]
    bottom = top + width * 66 / 48
    return np.array([[(a, top), (b, top), (b, bottom), (a, bottom)] for a, b in sides])


def photo_of(codes: Sequence[str], style: str = "house") -> Photo:
    return Photo.from_pixels(painted_photo(codes, boxes(len(codes)), SIZE, style=style))


def read_as(codes: Sequence[str], really: Sequence[str] = (), score: float = 0.6) -> Detections:
    """What a detector reads, with some doubt about what is really there."""
    scores = np.zeros((len(codes), len(CLASSES)), np.float32)
    for row, code in enumerate(really):
        scores[row, CLASSES.index(code)] = 0.1
    for row, code in enumerate(codes):
        scores[row, CLASSES.index(code)] = score
    return Detections(boxes(len(codes)), scores, scores.max(axis=1), CLASSES, SIZE)


@pytest.fixture
def enrolled(metric: FaceMetric) -> Prototypes:
    cuts = cut_tiles(photo_of(ENROLLED), boxes(len(ENROLLED)))
    return Prototypes.of([(code, cut[0]) for code, cut in zip(ENROLLED, cuts, strict=True)], metric)


def test_tiles_the_detector_takes_for_others_are_read_as_the_faces_they_look_like(enrolled: Prototypes) -> None:
    there = ["9s", "5p", "1m", "9s", "7z"]
    adapted = adapt(read_as(["6s", "8p", "1m", "6s", "7z"], there), photo_of(there), enrolled)
    assert list(adapted.detections.names) == there
    assert adapted.weight == 1


def test_a_photo_of_another_set_keeps_every_score(enrolled: Prototypes) -> None:
    found = read_as(["6s", "8p", "1m", "6s", "7z"])
    adapted = adapt(found, photo_of(["9s", "5p", "1m", "9s", "7z"], style="another"), enrolled)
    assert adapted.weight == 0
    assert np.array_equal(adapted.detections.scores, found.scores)
    assert np.array_equal(adapted.detections.confidence, found.confidence)


def test_tiles_that_lie_face_down_keep_their_scores(enrolled: Prototypes) -> None:
    there = ["9s", "5p", "1m", "9s", "7z"]
    found = read_as(["6s", "8p", "1m", "back", "7z"], there)
    adapted = adapt(found, photo_of(there), enrolled)
    assert adapted.detections.names == ("9s", "5p", "1m", "back", "7z")
    assert np.array_equal(adapted.detections.scores[3], found.scores[3])


def test_a_face_that_was_not_enrolled_is_left_to_the_detector(enrolled: Prototypes) -> None:
    there = ["9s", "5p", "1m", "9s", "7z", "3z"]
    found = read_as(["6s", "8p", "1m", "6s", "7z", "3z"], there)
    assert list(adapt(found, photo_of(there), enrolled).detections.names) == there


def test_the_boxes_stay_and_no_score_leaves_its_bounds(enrolled: Prototypes) -> None:
    found = read_as(["6s", "8p", "1m", "6s", "7z"], score=1.0)
    adapted = adapt(found, photo_of(["9s", "5p", "1m", "9s", "7z"]), enrolled).detections
    assert np.array_equal(adapted.corners, found.corners)
    assert np.allclose(adapted.confidence, adapted.scores.max(axis=1))


def test_a_mistake_known_of_the_set_is_mended_however_surely_it_is_made_again(metric: FaceMetric) -> None:
    there, read = ["9s", "5p", "1m", "6s", "7z"], ["6s", "5p", "1m", "6s", "7z"]
    kept = [(code, cut[0]) for code, cut in zip(ENROLLED, cut_tiles(photo_of(ENROLLED), boxes(7)), strict=True)]
    knowing = Prototypes.of(kept, metric, [("9s", "6s")])
    found = read_as(read, score=0.999)
    assert list(adapt(found, photo_of(there), knowing).detections.names) == there
    assert list(adapt(found, photo_of(there), Prototypes.of(kept, metric)).detections.names) == read


def test_a_tile_that_both_read_alike_is_no_less_sure_and_one_read_otherwise_is(enrolled: Prototypes) -> None:
    there = ["9s", "5p", "1m", "9s", "7z"]
    found = read_as(["6s", "8p", "1m", "6s", "7z"], there, score=0.7)
    adapted = adapt(found, photo_of(there), enrolled).detections
    assert (adapted.confidence[[2, 4]] >= found.confidence[[2, 4]]).all()
    assert (adapted.scores[[0, 3], CLASSES.index("6s")] < 0.2).all()


def test_a_photo_without_tiles_is_no_matter(enrolled: Prototypes) -> None:
    nothing = Detections.empty(CLASSES, SIZE)
    adapted = adapt(nothing, photo_of([]), enrolled)
    assert len(adapted.detections) == 0
    assert adapted.weight == 0


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_it_does_not_matter_which_side_of_a_tile_is_up(enrolled: Prototypes, quarter: int) -> None:
    lying = np.rot90(photo_of(["9s", "5p", "1m"]).pixels, quarter)
    corners = boxes(3)
    width = SIZE[0], SIZE[1]
    for turn in range(quarter):
        # A quarter turn against the clock: what was right is at the top.
        corners = np.stack([corners[..., 1], width[turn % 2] - corners[..., 0]], axis=-1)
    likeness = enrolled.likeness(Photo.from_pixels(lying), corners)
    assert [enrolled.faces[face] for face in likeness.argmax(axis=1)] == ["9s", "5p", "1m"]


def test_a_box_turned_by_half_a_right_angle_is_set_straight_by_the_others(enrolled: Prototypes) -> None:
    corners = boxes(5)
    middle = corners[2].mean(axis=0, keepdims=True)
    corners[2] = rectangles(middle, np.array([56.0]), np.array([57.0]), np.array([np.pi / 4]))[0]
    likeness = enrolled.likeness(photo_of(["9s", "5p", "1m", "9s", "7z"]), corners)
    assert enrolled.faces[int(likeness[2].argmax())] == "1m"


def test_the_direction_of_a_row_is_told_by_the_tiles_that_are_longer_than_wide() -> None:
    turn = np.radians(20)
    centers = np.array([[100.0 + 60 * place, 100.0] for place in range(4)])
    angles = np.array([turn, turn, turn, np.radians(-35)])
    corners = rectangles(centers, np.array([40, 40, 40, 50.0]), np.array([55, 55, 55, 51.0]), angles)
    assert row_angle(corners) == pytest.approx(turn, abs=np.radians(2))
    assert row_angle(np.empty((0, 4, 2))) == 0


def test_light_of_another_strength_and_colour_changes_little_of_a_description() -> None:
    photo = photo_of(["9s"])
    warm = np.clip(photo.pixels * np.array([0.7, 0.6, 0.5]) + 10, 0, 255).astype(np.uint8)
    (frame,) = frames(boxes(1)[0], 0.0)
    (first, second) = describe([views(photo, frame)[0], views(Photo.from_pixels(warm), frame)[0]])
    assert first @ second / np.linalg.norm(first) / np.linalg.norm(second) > 0.9


def test_a_set_without_tiles_is_refused(metric: FaceMetric) -> None:
    with pytest.raises(ValueError, match="at least one tile"):
        Prototypes.of([], metric)


def test_a_metric_is_the_same_after_it_was_kept(metric: FaceMetric, tmp_path: Path) -> None:
    metric.save(tmp_path / "metric.npz")
    again = FaceMetric.load(tmp_path / "metric.npz")
    assert np.array_equal(again.projection, metric.projection)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"no metric at all"])
def test_a_file_that_is_no_metric_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "metric.npz"
    path.write_bytes(content)
    with pytest.raises(MetricError, match="is no face metric"):
        FaceMetric.load(path)


def test_a_metric_for_another_description_of_faces_is_refused() -> None:
    with pytest.raises(MetricError, match="don't fit"):
        FaceMetric(np.zeros(7, np.float32), np.eye(7, dtype=np.float32))
